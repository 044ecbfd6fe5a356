// What "stored" is worth, and what a damaged file says.

#include "runtime/worker_thread.hpp"
#include "tests/store/disk.hpp"
#include "tests/store/embedded_support.hpp"

#include <gmock/gmock.h>

#include <sys/wait.h>
#include <unistd.h>
#include <fstream>

namespace wm::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class Announcer {
public:
    explicit Announcer(int pipe) : pipe_(pipe) {}
    void deliver(BackendAnswered answer) {
        if (!std::holds_alternative<Stored>(answer.result)) _exit(3);
        if (write(pipe_, &answer.call, sizeof answer.call) != sizeof answer.call) _exit(4);
    }

private:
    int pipe_;
};

RetainCall host(std::uint64_t number) {
    const auto name = std::to_string(number);
    return {bank("platform"),
            {ScopeName("platform"),
             OperationId("op-" + name),
             at_millis(1'780'000'000'000),
             {event("turn-" + name, "host-" + name + " was installed"),
              state("rack", "newest", "rack ends with host-" + name)}}};
}

[[noreturn]] void retain_until_killed(const std::string& folder, int pipe) {
    StillTime time;
    WorkerThread workers;
    auto store = open_store(folder, workers, time);
    Announcer announcer(pipe);
    for (CallId call = 1;; ++call) {
        store->start(call, host(call), time.now() + std::chrono::hours(1), announcer);
        std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
}

TEST(EmbeddedDurability, WhatWasSaidToBeStoredIsThereOnceAfterKillNine) {
    for (int round = 0; round < 3; ++round) {
        TempDir folder;
        int ends[2];
        ASSERT_EQ(pipe(ends), 0);
        const pid_t child = fork();
        ASSERT_GE(child, 0);
        if (child == 0) {
            close(ends[0]);
            retain_until_killed(folder.path(), ends[1]);
        }
        close(ends[1]);
        std::vector<CallId> announced;
        CallId call = 0;
        while (announced.size() < 15u + static_cast<unsigned>(round) * 11 &&
               read(ends[0], &call, sizeof call) == sizeof call) {
            announced.push_back(call);
        }
        kill(child, SIGKILL);
        waitpid(child, nullptr, 0);
        while (read(ends[0], &call, sizeof call) == sizeof call) announced.push_back(call);
        close(ends[0]);
        ASSERT_GE(announced.size(), 15u);

        StoreBench bench(folder.path());
        for (const auto number : announced) {
            const auto again = bench.call(host(number));  // what the gateway does after a restart
            EXPECT_EQ(units(again), 2u);
            EXPECT_THAT(bench.texts("host-" + std::to_string(number), {MemoryType::world}),
                        testing::Contains("host-" + std::to_string(number) + " was installed").Times(1));
        }
    }
}

TEST(EmbeddedDurability, NothingIsSaidToBeStoredBeforeTheLogWasSynced) {
    TempDir folder;
    Disk disk;
    StoreBench bench(folder.path());
    for (std::uint64_t number = 1; number <= 10; ++number) {
        ASSERT_EQ(units(bench.call(host(number))), 2u);
        TempDir after;
        Disk::power_cut(folder.path(), after.path());
        StoreBench reopened(after.path());
        EXPECT_THAT(reopened.texts("host-" + std::to_string(number), {MemoryType::world}), testing::Not(IsEmpty()))
            << number;
    }
}

TEST(EmbeddedDurability, ABrokenDiskIsAServerErrorAndLeavesNothingByHalf) {
    TempDir folder;
    Disk disk;
    StoreBench bench(folder.path());
    bench.call(host(1));
    disk.fill(true);
    EXPECT_TRUE(failed_as(bench.call(host(2)), Failure::Kind::server));
    disk.fill(false);
    EXPECT_THAT(bench.texts("host-2"), IsEmpty());
    EXPECT_EQ(bench.texts("rack"), std::vector<std::string>{"rack ends with host-1"});
    EXPECT_EQ(units(bench.call(host(2))), 2u);
    EXPECT_EQ(bench.texts("rack"), std::vector<std::string>{"rack ends with host-2"});
}

TEST(EmbeddedDurability, ADamagedFileIsNamedWithItsRemedy) {
    TempDir folder;
    { StoreBench(folder.path()).call(host(1)); }
    std::ofstream(folder.file("memory.db"), std::ios::binary) << std::string(20'000, '\x5a');
    StillTime time;
    HeldWorkers workers;
    const auto opened = EmbeddedStore::open(folder.path(), workers, time);
    ASSERT_TRUE(std::holds_alternative<StoreError>(opened));
    EXPECT_THAT(std::get<StoreError>(opened).message, HasSubstr(folder.file("memory.db")));
    EXPECT_THAT(std::get<StoreError>(opened).message, HasSubstr("put a backup in its place"));
}

}  // namespace
}  // namespace wm::test
