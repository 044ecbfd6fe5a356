// What "committed" is worth: a process killed at any moment, a power cut, a disk that is full or broken.

#include "runtime/worker_thread.hpp"
#include "tests/store/disk.hpp"
#include "tests/store/spool_support.hpp"

#include <gmock/gmock.h>

#include <sys/wait.h>
#include <unistd.h>
#include <set>

namespace wm::test {
namespace {

using Status = TurnCommitted::Status;
using testing::ElementsAre;

// Writes the turn's number into a pipe the moment it is said to be committed.
class Announcer {
public:
    explicit Announcer(int pipe) : pipe_(pipe) {}
    void deliver(TurnCommitted answer) {
        if (answer.status != Status::committed) _exit(3);
        const int turn = std::stoi(answer.turn.str());
        if (write(pipe_, &turn, sizeof turn) != sizeof turn) _exit(4);
    }

private:
    int pipe_;
};

[[noreturn]] void commit_until_killed(const std::string& folder, int pipe) {
    StillTime time;
    WorkerThread workers;
    auto spool = open_spool(folder, workers, time);
    Announcer announcer(pipe);
    for (int turn = 0;; ++turn) {
        const auto name = std::to_string(turn);
        spool->commit(AgentId("a"), TurnId(name), {batch("op-" + name)}, announcer);
        if (turn % 8 == 0) std::this_thread::sleep_for(std::chrono::microseconds(300));
    }
}

TEST(Durability, AnAcknowledgedTurnIsThereOnceAfterKillNine) {
    for (int round = 0; round < 8; ++round) {
        TempDir folder;
        int ends[2];
        ASSERT_EQ(pipe(ends), 0);
        const pid_t child = fork();
        ASSERT_GE(child, 0);
        if (child == 0) {
            close(ends[0]);
            commit_until_killed(folder.path(), ends[1]);
        }
        close(ends[1]);
        std::set<std::string> announced;
        int turn = 0;
        while (announced.size() < 20u + static_cast<unsigned>(round) * 13 &&
               read(ends[0], &turn, sizeof turn) == sizeof turn) {
            announced.insert("op-" + std::to_string(turn));
        }
        kill(child, SIGKILL);
        waitpid(child, nullptr, 0);
        while (read(ends[0], &turn, sizeof turn) == sizeof turn) announced.insert("op-" + std::to_string(turn));
        close(ends[0]);
        ASSERT_GE(announced.size(), 20u);

        SpoolBench bench(folder.path());
        std::multiset<std::string> found;
        for (auto& operation : bench.operations()) found.insert(std::move(operation));
        for (const auto& operation : announced) {
            EXPECT_EQ(found.count(operation), 1u) << operation;
            EXPECT_EQ(bench.commit(operation.substr(3), {batch(operation)}).status, Status::seen_before);
        }
    }
}

TEST(Durability, NoTurnIsSaidToBeCommittedBeforeTheLogWasSynced) {
    TempDir folder;
    Disk disk;
    SpoolBench bench(folder.path());
    for (int turn = 0; turn < 50; ++turn) {
        const int before = disk.syncs();
        const auto name = std::to_string(turn);
        ASSERT_EQ(bench.commit(name, {batch("op-" + name)}).status, Status::committed);
        EXPECT_GT(disk.syncs(), before);
        TempDir after;
        Disk::power_cut(folder.path(), after.path());
        SpoolBench reopened(after.path());
        EXPECT_EQ(reopened.operations().size(), static_cast<std::size_t>(turn) + 1);
    }
}

TEST(Durability, OneSyncServesAllTurnsThatWaitForIt) {
    TempDir folder;
    Disk disk;
    SpoolBench bench(folder.path());
    bench.commit("first", {batch("op-first")});
    const int before = disk.syncs();
    for (int turn = 0; turn < 1000; ++turn) {
        const auto name = std::to_string(turn);
        bench.spool->commit(AgentId("a"), TurnId(name), {batch("op-" + name)}, bench.committed);
    }
    bench.workers.run_all();
    EXPECT_EQ(bench.committed.wait_for(1000).size(), 1000u);
    EXPECT_LE(disk.syncs() - before, 8);  // 1,000 turns in groups of 256, and the log's restarts
}

TEST(Durability, AFailedSyncIsAFailedTurnThatMayComeAgain) {
    TempDir folder;
    Disk disk;
    {
        SpoolBench bench(folder.path());
        ASSERT_EQ(bench.commit("t1", {batch("op-1")}).status, Status::committed);
        disk.break_syncs(true);
        const auto failed = bench.commit("t2", {batch("op-2")});
        EXPECT_EQ(failed.status, Status::failed);
        EXPECT_TRUE(failed.ids.empty());
        EXPECT_EQ(bench.spool->counts().failures, 1u);
        EXPECT_EQ(bench.spool->counts().waiting, 1u);
        disk.break_syncs(false);
        EXPECT_EQ(bench.commit("t2", {batch("op-2")}).status, Status::committed);
        EXPECT_EQ(bench.commit("t3", {batch("op-3")}).status, Status::committed);
    }
    SpoolBench bench(folder.path());
    EXPECT_THAT(bench.operations(), ElementsAre("op-1", "op-2", "op-3"));
}

TEST(Durability, AFullDiskFailsTheTurnsAndHealsWithSpace) {
    TempDir folder;
    Disk disk;
    SpoolBench bench(folder.path());
    const auto id = bench.commit("t1", {batch("op-1")}).ids.at(0);
    disk.fill(true);
    bench.spool->erase(id);
    EXPECT_EQ(bench.commit("t2", {batch("op-2")}).status, Status::failed);
    EXPECT_EQ(bench.spool->counts().failures, 2u);
    EXPECT_EQ(bench.spool->counts().waiting, 1u);
    disk.fill(false);
    EXPECT_EQ(bench.commit("t2", {batch("op-2")}).status, Status::committed);
    EXPECT_THAT(bench.operations(), ElementsAre("op-1", "op-2"));  // what was not erased comes again, under its own id
}

}  // namespace
}  // namespace wm::test
