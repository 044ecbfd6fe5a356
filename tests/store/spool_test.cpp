#include "runtime/worker_thread.hpp"
#include "store/batch_codec.hpp"
#include "tests/store/spool_support.hpp"

#include <gmock/gmock.h>

#include <random>

namespace wm::test {
namespace {

using Status = TurnCommitted::Status;
using testing::ElementsAre;
using testing::IsEmpty;

bool same(const SpooledBatch& a, const SpooledBatch& b) {
    const auto item = [](const BatchItem& x, const BatchItem& y) {
        return x.document == y.document && x.content == y.content && x.context == y.context && x.tags == y.tags &&
               x.subject == y.subject && x.attribute == y.attribute;
    };
    return a.agent == b.agent && a.user == b.user && a.batch.scope == b.batch.scope &&
           a.batch.operation == b.batch.operation && a.batch.at == b.batch.at &&
           std::ranges::equal(a.batch.items, b.batch.items, item);
}

TEST(BatchCodec, GivesBackEveryField) {
    const auto original = batch("op-1", std::string("a\0b", 3) + std::string(5000, 'x'));
    const auto read = decode(encode(original));
    ASSERT_TRUE(read);
    EXPECT_TRUE(same(original, *read));
    EXPECT_TRUE(same(SpooledBatch{}, *decode(encode(SpooledBatch{}))));
}

TEST(BatchCodec, RefusesEveryCutAndEveryFlippedBit) {
    const auto bytes = encode(batch("op-1"));
    for (std::size_t size = 0; size < bytes.size(); ++size) EXPECT_FALSE(decode(Bytes(bytes).first(size))) << size;
    for (std::size_t at = 0; at < bytes.size() * 8; ++at) {
        auto damaged = bytes;
        damaged[at / 8] ^= std::byte(1u << (at % 8));
        EXPECT_FALSE(decode(damaged)) << at;
    }
}

TEST(BatchCodec, SurvivesNoise) {
    std::mt19937_64 random(1);
    for (int round = 0; round < 20000; ++round) {
        std::vector<std::byte> noise(random() % 64);
        for (auto& byte : noise) byte = static_cast<std::byte>(random());
        EXPECT_FALSE(decode(noise));
    }
}

TEST(Spool, GivesBackWhatWasCommittedInOrderAfterReopening) {
    TempDir folder;
    {
        SpoolBench bench(folder.path());
        const auto first = bench.commit("t1", {batch("op-1"), batch("op-2")});
        EXPECT_EQ(first.status, Status::committed);
        ASSERT_EQ(first.ids.size(), 2u);
        EXPECT_LT(first.ids[0], first.ids[1]);
        EXPECT_EQ(bench.commit("t2", {batch("op-3")}).status, Status::committed);
    }
    SpoolBench bench(folder.path());
    const auto loaded = bench.load();
    ASSERT_TRUE(loaded.ok);
    ASSERT_EQ(loaded.batches.size(), 3u);
    EXPECT_TRUE(same(loaded.batches[0], batch("op-1")));
    EXPECT_TRUE(same(loaded.batches[2], batch("op-3")));
    EXPECT_EQ(bench.spool->counts().waiting, 3u);
}

TEST(Spool, KnowsAJudgedTurnAgainAlsoAfterReopening) {
    TempDir folder;
    {
        SpoolBench bench(folder.path());
        EXPECT_EQ(bench.commit("t1", {}).status, Status::committed);  // nothing to keep is judged too
        EXPECT_EQ(bench.commit("t1", {batch("op-1")}).status, Status::seen_before);
        EXPECT_EQ(bench.commit("t1", {batch("op-1")}, "another agent").status, Status::committed);
    }
    SpoolBench bench(folder.path());
    const auto again = bench.commit("t1", {batch("op-2")});
    EXPECT_EQ(again.status, Status::seen_before);
    EXPECT_THAT(again.ids, IsEmpty());
    EXPECT_THAT(bench.operations(), ElementsAre("op-1"));
}

TEST(Spool, AddsAnOperationThatWaitsNotTwice) {
    TempDir folder;
    SpoolBench bench(folder.path());
    const auto first = bench.commit("t1", {batch("op-1")});
    const auto second = bench.commit("t2", {batch("op-1"), batch("op-2")});
    EXPECT_EQ(second.status, Status::committed);
    ASSERT_EQ(second.ids.size(), 2u);
    EXPECT_EQ(second.ids[0], first.ids[0]);
    EXPECT_THAT(bench.operations(), ElementsAre("op-1", "op-2"));
}

TEST(Spool, GivesEachTurnOfOneGroupItsOwnStatus) {
    TempDir folder;
    SpoolBench bench(folder.path(), {.bytes_max = 2 * encode(batch("op-1")).size() + 10});
    for (const auto& [turn, operation] : std::vector<std::pair<std::string, std::string>>{
             {"t1", "op-1"}, {"t1", "op-1"}, {"t2", "op-2"}, {"t3", "op-3"}, {"t4", ""}}) {
        std::vector<SpooledBatch> batches;
        if (!operation.empty()) batches.push_back(batch(operation));
        bench.spool->commit(AgentId("a"), TurnId(turn), std::move(batches), bench.committed);
    }
    bench.workers.run_all();
    std::vector<Status> statuses;
    for (const auto& answer : bench.committed.wait_for(5)) statuses.push_back(answer.status);
    EXPECT_THAT(statuses, ElementsAre(Status::committed, Status::seen_before, Status::committed, Status::full,
                                      Status::committed));
}

TEST(Spool, TakesATurnThatDidNotFitOnceThereIsRoom) {
    TempDir folder;
    SpoolBench bench(folder.path(), {.bytes_max = encode(batch("op-1")).size()});
    const auto first = bench.commit("t1", {batch("op-1")});
    EXPECT_EQ(bench.commit("t2", {batch("op-2")}).status, Status::full);
    EXPECT_THAT(bench.operations(), ElementsAre("op-1"));
    bench.spool->erase(first.ids.at(0));
    EXPECT_EQ(bench.commit("t2", {batch("op-2")}).status, Status::committed);  // full did not mark it
    EXPECT_THAT(bench.operations(), ElementsAre("op-2"));
}

TEST(Spool, RemembersWhatWasSentAndForgetsWhatWasStored) {
    TempDir folder;
    {
        SpoolBench bench(folder.path());
        const auto ids = bench.commit("t1", {batch("op-1"), batch("op-2")}).ids;
        bench.spool->mark_sent(ids.at(0));
        bench.spool->erase(ids.at(1));
        bench.spool->erase(ids.at(1));  // twice is harmless
        bench.workers.run_all();
    }
    SpoolBench bench(folder.path());
    const auto loaded = bench.load();
    ASSERT_EQ(loaded.batches.size(), 1u);
    EXPECT_EQ(loaded.batches[0].batch.operation.str(), "op-1");
    EXPECT_TRUE(loaded.batches[0].sent);
}

TEST(Spool, NeverGivesAPositionTwice) {
    TempDir folder;
    SpoolId first = 0;
    {
        SpoolBench bench(folder.path());
        first = bench.commit("t1", {batch("op-1")}).ids.at(0);
        bench.spool->erase(first);
        bench.workers.run_all();
    }
    SpoolBench bench(folder.path());
    EXPECT_GT(bench.commit("t2", {batch("op-2")}).ids.at(0), first);
}

TEST(Spool, BuriesWithTheReasonAndKeepsTheBytes) {
    TempDir folder;
    SpoolBench bench(folder.path());
    const auto id = bench.commit("t1", {batch("op-1")}).ids.at(0);
    bench.spool->bury(id, "rejected");
    bench.spool->bury(id, "rejected");
    const auto id2 = bench.commit("t2", {batch("op-2")}).ids.at(0);
    bench.spool->bury(id2, "the backend said: secret text");
    EXPECT_THAT(bench.operations(), IsEmpty());
    EXPECT_EQ(bench.spool->counts().dead_letters, 2u);
    EXPECT_EQ(bench.spool->counts().waiting_bytes, 0u);
    auto opened = Database::open(folder.file("spool.db"), {0x776d7370, "spool", std::vector<const char*>(2)});
    Statement dead(std::get<Database>(opened), "SELECT operation, payload, reason FROM dead_letters ORDER BY id");
    ASSERT_EQ(dead.with().step(), Step::row);
    EXPECT_EQ(dead.text(2), "rejected");
    EXPECT_TRUE(same(*decode(dead.bytes(1)), batch("op-1")));
    ASSERT_EQ(dead.step(), Step::row);
    EXPECT_EQ(dead.text(2), "unknown");
}

TEST(Spool, LetsTheOldestDeadLettersGoAndCountsThem) {
    TempDir folder;
    SpoolBench bench(folder.path(), {.bytes_max = 3 * encode(batch("op-1")).size()});
    for (int i = 1; i <= 5; ++i) {
        bench.spool->bury(bench.commit("t" + std::to_string(i), {batch("op-" + std::to_string(i))}).ids.at(0),
                          "rejected");
        bench.workers.run_all();
    }
    EXPECT_EQ(bench.spool->counts().dead_letters, 3u);
    EXPECT_EQ(bench.spool->counts().dead_dropped, 2u);
}

TEST(Spool, SetsADamagedRowAsideAndLoadsTheRest) {
    TempDir folder;
    {
        SpoolBench bench(folder.path());
        bench.commit("t1", {batch("op-1"), batch("op-2"), batch("op-3")});
    }
    {
        auto opened = Database::open(folder.file("spool.db"), {0x776d7370, "spool", std::vector<const char*>(2)});
        EXPECT_TRUE(
            std::get<Database>(opened).exec("UPDATE batches SET payload = CAST(substr(payload, 1, 20) || x'ff' || "
                                            "substr(payload, 22) AS BLOB) WHERE operation = 'op-2'"));
    }
    SpoolBench bench(folder.path());
    EXPECT_THAT(bench.operations(), ElementsAre("op-1", "op-3"));
    EXPECT_EQ(bench.spool->counts().corrupt, 1u);
    EXPECT_EQ(bench.spool->counts().dead_letters, 1u);
    EXPECT_THAT(bench.operations(), ElementsAre("op-1", "op-3"));
    EXPECT_EQ(bench.spool->counts().corrupt, 1u);
}

TEST(Spool, ForgetsTurnsAfterTheirTime) {
    TempDir folder;
    SpoolBench bench(folder.path(), {.turn_memory = std::chrono::hours(24)});
    const auto start = bench.time.wall();
    bench.commit("t1", {});
    bench.time.set_wall(start + std::chrono::hours(24) - std::chrono::milliseconds(1));
    EXPECT_EQ(bench.commit("t1", {}).status, Status::seen_before);
    bench.time.set_wall(start + std::chrono::hours(24));
    EXPECT_EQ(bench.commit("t1", {}).status, Status::committed);
    bench.time.set_wall(start + std::chrono::hours(24 * 3));
    bench.commit("t9", {});
    auto opened = Database::open(folder.file("spool.db"), {0x776d7370, "spool", std::vector<const char*>(2)});
    Statement marks(std::get<Database>(opened), "SELECT count(*) FROM turns");
    ASSERT_EQ(marks.with().step(), Step::row);
    EXPECT_EQ(marks.integer(0), 1);
}

TEST(Spool, FailsABatchWithoutAnOperationAndNobodyElse) {
    TempDir folder;
    SpoolBench bench(folder.path());
    bench.spool->commit(AgentId("a"), TurnId("t1"), {batch("op-1")}, bench.committed);
    bench.spool->commit(AgentId("a"), TurnId("t2"), {batch("")}, bench.committed);
    bench.workers.run_all();
    const auto answers = bench.committed.wait_for(2);
    EXPECT_EQ(answers.at(0).status, Status::committed);
    EXPECT_EQ(answers.at(1).status, Status::failed);
    EXPECT_EQ(bench.spool->counts().failures, 1u);
}

TEST(Spool, CommitsAThousandTurnsFromManyThreadsEachOnce) {
    TempDir folder;
    StillTime time;
    Answers<TurnCommitted> answers;
    {
        WorkerThread workers;
        auto spool = open_spool(folder.path(), workers, time);
        std::vector<std::thread> threads;
        for (int thread = 0; thread < 4; ++thread) {
            threads.emplace_back([&, thread] {
                for (int turn = 0; turn < 250; ++turn) {
                    const auto name = std::to_string(thread) + "-" + std::to_string(turn);
                    spool->commit(AgentId("a"), TurnId(name), {batch("op-" + name)}, answers);
                }
            });
        }
        for (auto& thread : threads) thread.join();
        const auto all = answers.wait_for(1000);
        ASSERT_EQ(all.size(), 1000u);
        for (const auto& answer : all) EXPECT_EQ(answer.status, Status::committed);
        EXPECT_EQ(spool->counts().waiting, 1000u);
    }
    SpoolBench bench(folder.path());
    auto operations = bench.operations();
    EXPECT_EQ(operations.size(), 1000u);
    std::ranges::sort(operations);
    EXPECT_TRUE(std::ranges::adjacent_find(operations) == operations.end());
}

TEST(Spool, RefusesAFileThatIsNoDatabaseAndNamesIt) {
    TempDir folder;
    std::FILE* file = std::fopen(folder.file("spool.db").c_str(), "w");
    std::fputs(std::string(8192, 'x').c_str(), file);
    std::fclose(file);
    StillTime time;
    HeldWorkers workers;
    const auto opened = SqliteSpool::open(folder.path(), {}, workers, time);
    ASSERT_TRUE(std::holds_alternative<StoreError>(opened));
    EXPECT_THAT(std::get<StoreError>(opened).message, testing::HasSubstr(folder.file("spool.db")));
    EXPECT_THAT(std::get<StoreError>(opened).message, testing::HasSubstr("move"));
}

}  // namespace
}  // namespace wm::test
