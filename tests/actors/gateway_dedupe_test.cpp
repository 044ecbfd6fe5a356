// Equal recalls cost the backend one call, and nobody is served from another's question; what an operator does with the
// dead letters goes through the gateway.
#include "actors/gateway.hpp"

#include "tests/actors/inbox.hpp"
#include "tests/actors/people.hpp"
#include "tests/sim/world.hpp"

#include <gtest/gtest.h>

namespace wm {
namespace {

using namespace std::chrono_literals;

struct HeldBackend final : Backend {
    void start(CallId call, const BackendCall& what, Instant, Reply<BackendAnswered> reply_to) override {
        if (std::holds_alternative<HealthCall>(what)) return reply_to.deliver({call, Healthy{"test"}});
        calls.emplace_back(call, reply_to);
    }
    void answer(std::size_t which, BackendResult result) {
        calls.at(which).second.deliver({calls.at(which).first, std::move(result)});
    }
    std::vector<std::pair<CallId, Reply<BackendAnswered>>> calls;
};
struct OneDeadLetter final : Spool {
    void commit(AgentId agent, TurnId turn, std::vector<SpooledBatch> batches, Reply<TurnCommitted> reply_to) override {
        reply_to.deliver({agent, turn, TurnCommitted::Status::committed, std::vector<SpoolId>(batches.size(), 5)});
    }
    void mark_sent(SpoolId) override {}
    void erase(SpoolId id) override { erased.push_back(id); }
    void bury(SpoolId, std::string) override {}
    void load(Reply<SpoolLoaded> reply_to) override { reply_to.deliver({{}, true}); }
    void dead_letters(DeadLetterWork work, Reply<DeadLettersAnswered> reply_to) override {
        asked = work;
        held.emplace(reply_to);
    }
    std::vector<SpoolId> erased;
    DeadLetterWork asked;
    std::optional<Reply<DeadLettersAnswered>> held;
};

struct GatewayDedupe : testing::Test {
    config::Settings settings = small_company();
    sim::World world{1};
    MetricsRegistry registry;
    Metrics metrics{registry};
    StoreRegistry stores{store_rows(settings)};
    HeldBackend backend;
    OneDeadLetter spool;
    Inbox<Recalled> recalled;
    Inbox<TurnKept> kept;
    Inbox<DeadLettersAnswered> letters;
    Inbox<Rested> rested;
    std::optional<Gateway> gateway;

    void SetUp() override {
        settings.backend.inflight_max = 4;
        gateway.emplace(world, world, world, backend, "embedded", spool, stores, metrics, settings);
    }
    void ask(std::uint64_t ticket, const std::string& account = "42", Duration within = 5s,
             RecallPurpose purpose = RecallPurpose::tool, const std::string& query = "pve04?") {
        ASSERT_EQ(gateway->tell(Recall{ticket,
                                       principal_of(settings, stores, account),
                                       platform_scope,
                                       {query},
                                       {MemoryType::observation},
                                       true,
                                       Budget::low,
                                       1000,
                                       purpose,
                                       world.now() + within,
                                       recalled}),
                  Delivery::accepted);
        world.settle();
    }
    void backend_answers(std::size_t which, BackendResult result) {
        backend.answer(which, std::move(result));
        world.settle();
    }
    static Memories found() { return {{{platform_scope, {"pve04 is offline"}, MemoryType::observation, 1, {}, "m1"}}}; }
};

TEST_F(GatewayDedupe, AnswersEqualRecallsUnderWayFromOneCall) {
    for (std::uint64_t ticket = 1; ticket <= 3; ++ticket) ask(ticket);
    ASSERT_EQ(backend.calls.size(), 1u);
    backend_answers(0, found());
    ASSERT_EQ(recalled.got.size(), 3u);
    for (const auto& answer : recalled.got) {
        EXPECT_EQ(answer.outcome, RecallOutcome::ok);
        EXPECT_EQ(answer.memories.size(), 1u);
    }
    EXPECT_EQ(registry.value("wetopi_memory_recall_shared_total", {{Label::status, "under_way"}}), 2);
}

TEST_F(GatewayDedupe, ServesNobodyFromAnotherPrincipalsQuestion) {
    ask(1, "42");
    ask(2, "43");
    EXPECT_EQ(backend.calls.size(), 2u);
    backend_answers(0, found());
    ask(3, "43");
    EXPECT_EQ(recalled.got.size(), 1u) << "not from what was answered to another either";
}

TEST_F(GatewayDedupe, AsksAnewWhenOnlyTheQuestionDiffers) {
    ask(1);
    ask(2, "42", 5s, RecallPurpose::tool, "pve05?");
    EXPECT_EQ(backend.calls.size(), 2u);
}

TEST_F(GatewayDedupe, ServesAnAnswerForTheWindowAndThenAsksAgain) {
    ask(1);
    backend_answers(0, found());
    ask(2);
    EXPECT_EQ(recalled.got.size(), 2u);
    EXPECT_EQ(backend.calls.size(), 1u);
    world.advance(settings.limits.dedupe_window);
    ask(3);
    EXPECT_EQ(backend.calls.size(), 2u);
}

TEST_F(GatewayDedupe, ReadsARetainThatCameInBetween) {
    ask(1);
    backend_answers(0, found());
    RetainBatch batch;
    batch.scope = platform_scope;
    batch.operation = OperationId("0f8fad5b-d9cb-469f-a165-70867728950e");
    batch.items.push_back({DocumentId("d"), {"pve04 is online"}, "", {}, "", ""});
    ASSERT_EQ(gateway->tell(Retain{3, principal_of(settings, stores, "42"), TurnId("t"), {batch}, kept}),
              Delivery::accepted);
    world.settle();
    backend_answers(1, Stored{1});
    ask(2);
    EXPECT_EQ(backend.calls.size(), 3u) << "the answer from before is not what the bank says now";
}

TEST_F(GatewayDedupe, LetsAJoinedRecallTryForItselfWhenTheFirstFails) {
    ask(1, "42", 1s);
    ask(2, "42", 5s);
    ASSERT_EQ(backend.calls.size(), 1u);
    backend_answers(0, Failure{Failure::Kind::rejected, std::nullopt, 400});
    ASSERT_EQ(recalled.got.size(), 1u);
    EXPECT_EQ(recalled.got[0].ticket, 1u);
    ASSERT_EQ(backend.calls.size(), 2u);
    backend_answers(1, found());
    EXPECT_EQ(recalled.got.at(1).outcome, RecallOutcome::ok);
}

TEST_F(GatewayDedupe, JoinsNothingThatWouldOutliveItsDeadlineOrHoldItUp) {
    ask(1, "42", 5s);
    ask(2, "42", 1s);
    EXPECT_EQ(backend.calls.size(), 2u);
    ask(3, "43", 1s, RecallPurpose::prefetch);
    ask(4, "43", 5s, RecallPurpose::synchronous);
    EXPECT_EQ(backend.calls.size(), 4u);
}

TEST_F(GatewayDedupe, TellsAnOperatorUnderItsOwnTicketAndSendsAgainWhatWasReplayed) {
    DeadLetterWork work{.ticket = 77, .what = DeadLetterWork::What::replay, .ids = {1}};
    work.text.text = "the key is ghp_" + std::string("16C7e42F292c6912E7710c838347Ae178B4a");
    ASSERT_EQ(gateway->tell(DeadLettersWanted{work, letters}), Delivery::accepted);
    world.settle();
    EXPECT_EQ(spool.asked.text.text.find("ghp_16C7"), std::string::npos) << "a secret on its way to the disk";
    ASSERT_EQ(gateway->tell(RestWanted{rested}), Delivery::accepted);
    world.settle();
    EXPECT_FALSE(rested.got.at(0).at_rest) << "somebody still waits for the spool";
    RetainBatch batch;
    batch.scope = platform_scope;
    batch.operation = OperationId("op");
    batch.items.push_back({DocumentId("d"), {"x"}, "", {}, "", ""});
    spool.held->deliver({.ticket = spool.asked.ticket,
                         .status = DeadLettersAnswered::Status::done,
                         .revived = {{9, AgentId("build"), UserId("u_ana"), batch, false}},
                         .changed = 1});
    world.settle();
    EXPECT_EQ(letters.got.at(0).ticket, 77u);
    ASSERT_EQ(backend.calls.size(), 1u);
    backend_answers(0, Stored{1});
    EXPECT_EQ(spool.erased, std::vector<SpoolId>{9});
}

}  // namespace
}  // namespace wm
