// What an operator can do with a batch that no backend took.
#include "store/batch_codec.hpp"
#include "tests/store/spool_support.hpp"

#include <gmock/gmock.h>

namespace wm::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using What = DeadLetterWork::What;
using Status = DeadLettersAnswered::Status;

struct DeadLetters : testing::Test {
    TempDir folder;
    SpoolBench bench{folder.path()};

    void bury(const std::string& operation) {
        bench.spool->bury(bench.commit("t-" + operation, {batch(operation)}).ids.at(0), "rejected");
        bench.workers.run_all();
    }
};

TEST_F(DeadLetters, AreListedLatestFirstWithoutTheirText) {
    bury("op-1");
    bury("op-2");
    const auto list = bench.dead(What::list);
    ASSERT_EQ(list.status, Status::done);
    EXPECT_EQ(list.ticket, 4u);
    ASSERT_EQ(list.letters.size(), 2u);
    EXPECT_EQ(list.letters[0].spooled.batch.operation.str(), "op-2");
    EXPECT_EQ(list.letters[0].reason, "rejected");
    EXPECT_EQ(list.letters[0].at, bench.time.wall());
    for (const auto& item : list.letters[0].spooled.batch.items) EXPECT_TRUE(item.content.empty());
    EXPECT_FALSE(bench.dead(What::show, {1}).letters.at(0).spooled.batch.items.at(0).content.empty());
}

TEST_F(DeadLetters, GoBackToTheQueueUnderTheirOperationAndOnce) {
    bury("op-1");
    const auto replayed = bench.dead(What::replay, {1});
    ASSERT_EQ(replayed.status, Status::done);
    ASSERT_EQ(replayed.revived.size(), 1u);
    EXPECT_GT(replayed.revived[0].id, 1u) << "a new position";
    EXPECT_THAT(bench.operations(), ElementsAre("op-1"));
    EXPECT_EQ(bench.spool->counts().dead_letters, 0u);
    EXPECT_EQ(bench.spool->counts().dead_letter_bytes, 0u);
    EXPECT_EQ(bench.dead(What::replay, {1}).status, Status::unknown_letter);
    EXPECT_THAT(bench.operations(), ElementsAre("op-1"));
}

TEST_F(DeadLetters, AllGoBackInTheOrderInWhichTheyWereBuried) {
    for (const auto* operation : {"op-1", "op-2", "op-3"}) bury(operation);
    EXPECT_EQ(bench.dead(What::replay).changed, 3u);
    EXPECT_THAT(bench.operations(), ElementsAre("op-1", "op-2", "op-3"));
}

TEST_F(DeadLetters, ThatWaitAlreadyAreNotAddedASecondTime) {
    bury("op-1");
    bench.commit("t2", {batch("op-1")});
    const auto replayed = bench.dead(What::replay, {1});
    EXPECT_EQ(replayed.changed, 1u);
    EXPECT_THAT(replayed.revived, IsEmpty());
    EXPECT_THAT(bench.operations(), ElementsAre("op-1"));
}

TEST_F(DeadLetters, ThatWereMendedGetANewOperation) {
    bury("op-1");
    const auto fixed = bench.dead(What::fix, {1}, 0, "pve04 is online");
    ASSERT_EQ(fixed.status, Status::done);
    EXPECT_EQ(fixed.letters.at(0).spooled.batch.items.at(0).content.text, "pve04 is online");
    bench.dead(What::replay, {1});
    const auto waiting = bench.load().batches;
    ASSERT_EQ(waiting.size(), 1u);
    EXPECT_NE(waiting[0].batch.operation.str(), "op-1") << "other content under a used id is silently dropped";
    EXPECT_EQ(waiting[0].batch.items.at(0).content.text, "pve04 is online");
    EXPECT_EQ(bench.spool->counts().dead_letter_bytes, 0u);
    EXPECT_EQ(bench.spool->counts().waiting_bytes, encode(waiting[0]).size());
}

TEST_F(DeadLetters, LoseAnItemButNeverTheirLastOne) {
    bury("op-1");
    EXPECT_EQ(bench.dead(What::fix, {1}, 2).status, Status::unknown_item);
    EXPECT_EQ(bench.dead(What::fix, {1}, 1).letters.at(0).spooled.batch.items.size(), 1u);
    EXPECT_EQ(bench.dead(What::fix, {1}, 0).status, Status::unknown_item);
}

TEST_F(DeadLetters, AreDroppedByNameAndARefusalChangesNothing) {
    bury("op-1");
    bury("op-2");
    EXPECT_EQ(bench.dead(What::drop, {1, 77}).status, Status::unknown_letter);
    EXPECT_EQ(bench.spool->counts().dead_letters, 2u);
    EXPECT_EQ(bench.dead(What::drop, {1, 2}).changed, 2u);
    EXPECT_EQ(bench.spool->counts().dead_letters, 0u);
}

TEST_F(DeadLetters, ThatAreDamagedCanOnlyBeDropped) {
    bury("op-1");
    auto opened = Database::open(folder.file("spool.db"), {0x776d7370, "spool", std::vector<const char*>(2)});
    ASSERT_TRUE(std::get<Database>(opened).exec("UPDATE dead_letters SET payload = x'0102'"));
    EXPECT_FALSE(bench.dead(What::list).letters.at(0).readable);
    EXPECT_EQ(bench.dead(What::replay, {1}).status, Status::unreadable_letter);
    EXPECT_EQ(bench.dead(What::replay).changed, 0u);
    EXPECT_EQ(bench.dead(What::fix, {1}, 0, "x").status, Status::unreadable_letter);
    EXPECT_EQ(bench.dead(What::drop, {1}).status, Status::done);
}

TEST(FullSpool, TakesNoDeadLetterBackThatHasNoRoom) {
    TempDir folder;
    SpoolBench bench(folder.path(), {.bytes_max = encode(batch("op-1")).size()});
    bench.spool->bury(bench.commit("t1", {batch("op-1")}).ids.at(0), "rejected");
    bench.workers.run_all();
    bench.commit("t2", {batch("op-2")});
    EXPECT_EQ(bench.dead(What::replay, {1}).status, Status::full);
    EXPECT_EQ(bench.spool->counts().dead_letters, 1u);
    EXPECT_THAT(bench.operations(), ElementsAre("op-2"));
}

}  // namespace
}  // namespace wm::test
