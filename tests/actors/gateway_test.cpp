#include "actors/gateway.hpp"

#include "tests/actors/audit.hpp"
#include "tests/actors/inbox.hpp"
#include "tests/actors/people.hpp"
#include "tests/sim/world.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace wm {
namespace {

using namespace std::chrono_literals;
using testing::_;
using testing::StrictMock;

struct MockBackend : Backend {
    MOCK_METHOD(void, start, (CallId, const BackendCall&, Instant, Reply<BackendAnswered>), (override));
};
struct MockSpool : Spool {
    MOCK_METHOD(void, commit, (AgentId, TurnId, std::vector<SpooledBatch>, Reply<TurnCommitted>), (override));
    MOCK_METHOD(void, mark_sent, (SpoolId), (override));
    MOCK_METHOD(void, erase, (SpoolId), (override));
    MOCK_METHOD(void, bury, (SpoolId, std::string), (override));
    MOCK_METHOD(void, load, (Reply<SpoolLoaded>), (override));
    MOCK_METHOD(void, dead_letters, (DeadLetterWork, Reply<DeadLettersAnswered>), (override));
};

RetainBatch batch_of(const ScopeName& scope, const std::string& document) {
    RetainBatch batch;
    batch.scope = scope;
    batch.operation = OperationId("0f8fad5b-d9cb-469f-a165-70867728950e");
    batch.items.push_back({DocumentId(document), {"pve04 is offline"}, "activity", {}, "", ""});
    return batch;
}

struct GatewayTest : testing::Test {
    config::Settings settings = small_company();
    sim::World world{1};
    MetricsRegistry registry;
    Metrics metrics{registry};
    StoreRegistry stores{store_rows(settings)};
    StrictMock<MockBackend> backend;
    StrictMock<MockSpool> spool;
    Inbox<Recalled> recalled;
    Inbox<TurnKept> kept;
    Inbox<GatewayStatus> status;
    Accounts accounts;
    std::optional<Gateway> gateway;

    void SetUp() override {
        settings.limits.backoff_first = 100ms;
        gateway.emplace(world, world, world, backend, "embedded", spool, stores, metrics, settings, &accounts);
    }
    Principal ana() { return principal_of(settings, stores, "42"); }
    Recall recall(const ScopeName& scope, Duration within = 5s) {
        return {7,       ana(),       scope, {"pve04?"},          {MemoryType::observation},
                true,    Budget::low, 1000,  RecallPurpose::tool, world.now() + within,
                recalled};
    }
    // A turn with one batch, made durable as spool row 5.
    void retain_one(int attempts_expected = 1) {
        EXPECT_CALL(spool, commit(AgentId("build"), TurnId("t1"), testing::SizeIs(1), _));
        ASSERT_EQ(gateway->tell(Retain{3, ana(), TurnId("t1"), {batch_of(platform_scope, "doc")}, kept}),
                  Delivery::accepted);
        world.settle();
        EXPECT_TRUE(kept.got.empty()) << "not before it is durable";
        EXPECT_CALL(backend, start(1, _, _, _)).Times(attempts_expected);
        gateway->deliver(TurnCommitted{AgentId("build"), TurnId("t1"), TurnCommitted::Status::committed, {5}});
        world.settle();
        ASSERT_EQ(kept.got.size(), 1u);
        EXPECT_EQ(kept.got[0].status, TurnCommitted::Status::committed);
    }
    void backend_says(BackendResult result) {
        gateway->deliver(BackendAnswered{1, std::move(result)});
        world.settle();
    }
    double count(const char* name, Labels labels) {
        return registry.value(std::string("wetopi_memory_") + name, labels);
    }
};

TEST_F(GatewayTest, RecallsFromThePrincipalsOwnBankWithItsTokenLimit) {
    EXPECT_CALL(backend, start(1, _, _, _))
        .WillOnce([](CallId, const BackendCall& what, Instant, Reply<BackendAnswered>) {
            EXPECT_EQ(std::get<RecallCall>(what).bank.str(), "user-u_ana");
            EXPECT_EQ(std::get<RecallCall>(what).max_tokens, 1000u);
        });
    ASSERT_EQ(gateway->tell(recall(personal_scope)), Delivery::accepted);
    world.settle();
    backend_says(Memories{{{personal_scope, {"likes tea"}, MemoryType::observation, 1, {}, "m1"}}});
    ASSERT_EQ(recalled.got.size(), 1u);
    EXPECT_EQ(recalled.got[0].ticket, 7u);
    EXPECT_EQ(recalled.got[0].outcome, RecallOutcome::ok);
    EXPECT_EQ(recalled.got[0].memories.at(0).text.text, "likes tea");
}
TEST_F(GatewayTest, AsksTheBackendNothingForAScopeOutsideTheAcl) {
    auto m = recall(business_scope);
    m.principal = principal_of(settings, stores, "43");
    ASSERT_EQ(gateway->tell(m), Delivery::accepted);
    world.settle();
    EXPECT_EQ(recalled.got.at(0).outcome, RecallOutcome::denied);
    EXPECT_EQ(count("denied_total", {{Label::agent, "build"}, {Label::status, "scope"}}), 1);
    EXPECT_EQ(accounts.lines, std::vector<std::string>{"denied|build|u_ben|business|recall|scope"});
}
TEST_F(GatewayTest, SendsNoSecretInAQuestion) {
    const std::string secret = "ghp_" + std::string("16C7e42F292c6912E7710c838347Ae178B4a");
    EXPECT_CALL(backend, start(1, _, _, _))
        .WillOnce([&](CallId, const BackendCall& what, Instant, Reply<BackendAnswered>) {
            EXPECT_EQ(std::get<RecallCall>(what).query.text.find(secret), std::string::npos);
            EXPECT_NE(std::get<RecallCall>(what).query.text.find("pve04"), std::string::npos);
        });
    auto m = recall(platform_scope);
    m.query = {"pve04 answers to the token " + secret};
    ASSERT_EQ(gateway->tell(m), Delivery::accepted);
    world.settle();
}
TEST_F(GatewayTest, RecallsNothingFromAScopeWhoseRecallIsOff) {
    settings.stores[platform_scope].recall_mode = config::RecallMode::off;
    ASSERT_EQ(gateway->tell(recall(platform_scope)), Delivery::accepted);
    world.settle();
    EXPECT_EQ(recalled.got.at(0).outcome, RecallOutcome::denied);
}
TEST_F(GatewayTest, LeavesPrivateBanksToTheNativeProviderWhateverTheSpoolStillHolds) {
    settings.personal_owner = config::PersonalOwner::native;
    EXPECT_CALL(spool, bury(8, "owner_native"));
    gateway->deliver(
        SpoolLoaded{{{8, AgentId("build"), UserId("u_ana"), batch_of(personal_scope, "doc"), false}}, true});
    world.settle();
}
TEST_F(GatewayTest, WaitsTheBackoffBeforeItTriesAgain) {
    retain_one();
    EXPECT_CALL(backend, start(1, _, _, _)).Times(0);
    backend_says(Failure{Failure::Kind::server, std::nullopt, 500});
    testing::Mock::VerifyAndClearExpectations(&backend);
    EXPECT_CALL(backend, start(1, _, _, _));
    world.advance(100ms);  // full jitter: at most the first step
    EXPECT_EQ(count("backend_retries_total", {{Label::operation, "retain"}}), 1);
}
TEST_F(GatewayTest, HonoursRetryAfter) {
    retain_one();
    backend_says(Failure{Failure::Kind::overloaded, 7s, 503});
    EXPECT_CALL(backend, start(1, _, _, _)).Times(0);
    world.advance(6999ms);
    testing::Mock::VerifyAndClearExpectations(&backend);
    EXPECT_CALL(backend, start(1, _, _, _));
    world.advance(1ms);
}
TEST_F(GatewayTest, PollsAnAcceptedRetainAndErasesItOnlyWhenItIsStored) {
    retain_one();
    EXPECT_CALL(spool, mark_sent(5));
    backend_says(Accepted{});
    EXPECT_CALL(backend, start(1, _, _, _))
        .WillOnce([](CallId, const BackendCall& what, Instant, Reply<BackendAnswered>) {
            EXPECT_EQ(std::get<PollCall>(what).documents, std::vector{DocumentId("doc")});
        });
    world.advance(500ms);
    EXPECT_CALL(spool, erase(5));
    backend_says(Stored{2});
    EXPECT_EQ(count("retain_total", {{Label::scope, "platform"}, {Label::status, "stored"}}), 1);
}
TEST_F(GatewayTest, ShowsARetainOfWhichNothingWasExtracted) {
    retain_one();
    EXPECT_CALL(spool, erase(5));
    backend_says(Stored{0});
    EXPECT_EQ(count("retain_total", {{Label::scope, "platform"}, {Label::status, "nothing_extracted"}}), 1);
}
TEST_F(GatewayTest, BuriesWhatTheBackendRefusesForGood) {
    retain_one();
    EXPECT_CALL(spool, bury(5, "rejected"));
    backend_says(Failure{Failure::Kind::rejected, std::nullopt, 422});
    EXPECT_EQ(count("retain_total", {{Label::scope, "platform"}, {Label::status, "dead_letter"}}), 1);
}
TEST_F(GatewayTest, SendsAFailedOperationAgainUnderItsIdAndBuriesItAfterFive) {
    retain_one();
    std::set<OperationId> ids;
    EXPECT_CALL(backend, start(1, _, _, _))
        .Times(4)
        .WillRepeatedly([&](CallId, const BackendCall& what, Instant, Reply<BackendAnswered>) {
            ids.insert(std::get<RetainCall>(what).batch.operation);
        });
    EXPECT_CALL(spool, bury(5, "failed"));
    for (int end = 0; end < 5; ++end) {
        backend_says(Failure{Failure::Kind::failed, std::nullopt, 200});
        world.advance(10min);
    }
    EXPECT_EQ(ids.size(), 1u) << "one batch, one operation";
    EXPECT_EQ(registry.value("wetopi_memory_breaker_state", {{Label::status, "embedded"}}), 0) << "the backend is well";
}
TEST_F(GatewayTest, KeepsABatchWhoseBankCannotBeMadeAsDeclaredAndBlamesNotTheBackend) {
    retain_one();
    EXPECT_CALL(backend, start(1, _, _, _)).Times(20);
    for (int end = 0; end < 20; ++end) {
        backend_says(Failure{Failure::Kind::unready, std::nullopt, 400});
        world.advance(10min);
    }
    EXPECT_EQ(registry.value("wetopi_memory_breaker_state", {{Label::status, "embedded"}}), 0);
    EXPECT_EQ(count("backend_errors_total", {{Label::status, "bank_unready"}}), 20);
    EXPECT_CALL(spool, erase(5));
    backend_says(Stored{2});  // the operator has mended it
}
TEST_F(GatewayTest, HandsABatchThatLivesElsewhereToItsOwnGatewayAfterOneCommit) {
    StrictMock<MockBackend> other_backend;
    Gateway other(world, world, world, other_backend, "hindsight", spool, stores, metrics, settings);
    gateway->share_with(other, {business_scope});
    EXPECT_CALL(spool, commit(_, _, testing::SizeIs(2), _));
    ASSERT_EQ(gateway->tell(
                  Retain{3, ana(), TurnId("t1"), {batch_of(business_scope, "b"), batch_of(platform_scope, "p")}, kept}),
              Delivery::accepted);
    world.settle();
    EXPECT_CALL(backend, start(1, _, _, _))
        .WillOnce([](CallId, const BackendCall& what, Instant, Reply<BackendAnswered>) {
            EXPECT_EQ(std::get<RetainCall>(what).bank.str(), "corp-platform");
        });
    EXPECT_CALL(other_backend, start(1, _, _, _))
        .WillOnce([](CallId, const BackendCall& what, Instant, Reply<BackendAnswered>) {
            EXPECT_EQ(std::get<RetainCall>(what).bank.str(), "corp-business");
        });
    gateway->deliver(TurnCommitted{AgentId("build"), TurnId("t1"), TurnCommitted::Status::committed, {5, 6}});
    world.settle();
    ASSERT_EQ(gateway->tell(GatewayStatusWanted{1, status, {}}), Delivery::accepted);
    other.deliver(BackendAnswered{1, Failure{Failure::Kind::denied, std::nullopt, 401}});
    world.settle();
    EXPECT_EQ(status.got.at(0).state, BackendState::degraded) << "the worst of both";
}
TEST_F(GatewayTest, KeepsABatchWhenTheKeyIsWrong) {
    retain_one();
    EXPECT_CALL(backend, start(1, _, _, _)).Times(testing::AtLeast(1));
    backend_says(Failure{Failure::Kind::denied, std::nullopt, 401});  // the spool is strict: neither erased nor buried
    world.advance(1min);
}
TEST_F(GatewayTest, DoesNotAcknowledgeATurnThatTheSpoolCouldNotTake) {
    EXPECT_CALL(spool, commit(_, _, _, _)).Times(2);
    for (const auto end : {TurnCommitted::Status::full, TurnCommitted::Status::failed}) {
        ASSERT_EQ(gateway->tell(Retain{3, ana(), TurnId("t1"), {batch_of(platform_scope, "doc")}, kept}),
                  Delivery::accepted);
        world.settle();
        gateway->deliver(TurnCommitted{AgentId("build"), TurnId("t1"), end, {}});
        world.settle();
        EXPECT_EQ(kept.got.back().status, end);
    }
    EXPECT_EQ(count("backpressure_drops_total", {{Label::operation, "retain"}}), 1);
}
TEST_F(GatewayTest, TakesUpWhatAnEarlierRunLeftAndPollsWhatItHadSent) {
    SpooledBatch sent{8, AgentId("build"), UserId("u_ana"), batch_of(personal_scope, "doc"), true};
    SpooledBatch orphan{9, AgentId("build"), UserId(), batch_of(ScopeName("gone"), "doc"), false};
    EXPECT_CALL(backend, start(1, _, _, _))
        .WillOnce([](CallId, const BackendCall& what, Instant, Reply<BackendAnswered>) {
            EXPECT_EQ(std::get<PollCall>(what).bank.str(), "user-u_ana");
        });
    EXPECT_CALL(spool, bury(9, "scope_unknown"));
    EXPECT_EQ(registry.text().find("wetopi_memory_spool_depth{"), std::string::npos) << "not known yet";
    gateway->deliver(SpoolLoaded{{sent, orphan}, true});
    world.settle();
    EXPECT_EQ(count("spool_depth", {{Label::status, "embedded"}}), 1);
    EXPECT_CALL(backend, start(1, _, _, _))
        .WillOnce([](CallId, const BackendCall& what, Instant, Reply<BackendAnswered>) {
            EXPECT_TRUE(std::holds_alternative<RetainCall>(what)) << "lost by the backend: sent again";
        });
    backend_says(Failure{Failure::Kind::lost, std::nullopt, 200});
    world.advance(1s);
}
TEST_F(GatewayTest, AnswersARecallAtItsDeadlineWhileAnotherCallHoldsTheBackend) {
    retain_one();
    ASSERT_EQ(gateway->tell(recall(platform_scope, 300ms)), Delivery::accepted);
    world.advance(299ms);
    EXPECT_TRUE(recalled.got.empty());
    world.advance(1ms);
    EXPECT_EQ(recalled.got.at(0).outcome, RecallOutcome::late);
}
TEST_F(GatewayTest, SaysDownWithSinceWhenAndRefusesRecallsAtOnceWhileTheBackendIsDead) {
    retain_one(1);
    EXPECT_CALL(backend, start(1, _, _, _)).Times(testing::AtLeast(1));
    for (int i = 0; i < 5; ++i) {
        backend_says(Failure{Failure::Kind::unreachable, std::nullopt, 0});
        if (i < 4) world.advance(200ms * (1 << i));
    }
    ASSERT_EQ(gateway->tell(GatewayStatusWanted{1, status, {}}), Delivery::accepted);
    ASSERT_EQ(gateway->tell(recall(platform_scope)), Delivery::accepted);
    world.settle();
    EXPECT_EQ(status.got.at(0).state, BackendState::down);
    EXPECT_TRUE(status.got.at(0).degraded_since);
    EXPECT_EQ(recalled.got.at(0).outcome, RecallOutcome::backend_down);
    EXPECT_EQ(registry.value("wetopi_memory_breaker_state", {{Label::status, "embedded"}}), 2);
}
TEST_F(GatewayTest, ProbesABackendThatNobodyAsksAndKnowsThatItIsDown) {
    EXPECT_CALL(spool, load(_));
    std::vector<CallId> probes;
    EXPECT_CALL(backend, start(_, _, _, _))
        .WillRepeatedly([&](CallId id, const BackendCall& what, Instant, Reply<BackendAnswered>) {
            EXPECT_TRUE(std::holds_alternative<HealthCall>(what));
            probes.push_back(id);
        });
    gateway->begin();
    world.advance(0ms);
    ASSERT_EQ(probes.size(), 1u) << "at the start";
    gateway->deliver(BackendAnswered{probes.back(), Healthy{"1"}});
    world.advance(9s);
    EXPECT_EQ(probes.size(), 1u);
    world.advance(2s);
    ASSERT_EQ(probes.size(), 2u);
    const auto down = [&] { return registry.value("wetopi_memory_breaker_state", {{Label::status, "embedded"}}) == 2; };
    for (std::size_t answered = 1; answered < probes.size() && answered < 20 && !down(); ++answered) {
        gateway->deliver(BackendAnswered{probes[answered], Failure{Failure::Kind::unreachable, std::nullopt, 0}});
        world.advance(0ms);
        if (!down()) world.advance(11s);
    }
    EXPECT_TRUE(down());
    EXPECT_EQ(registry.value("wetopi_memory_recall_total", {}), 0) << "a probe is no recall";
}
TEST_F(GatewayTest, IsNotAtRestWhileSomebodyWaits) {
    Inbox<Rested> rested;
    EXPECT_CALL(backend, start(1, _, _, _));
    ASSERT_EQ(gateway->tell(recall(platform_scope)), Delivery::accepted);
    ASSERT_EQ(gateway->tell(RestWanted{rested}), Delivery::accepted);
    world.settle();
    EXPECT_FALSE(rested.got.at(0).at_rest);
    backend_says(Memories{});
    ASSERT_EQ(gateway->tell(RestWanted{rested}), Delivery::accepted);
    world.settle();
    EXPECT_TRUE(rested.got.at(1).at_rest);
}

// Nobody else remembers the batch between its acceptance and the disk's word: a drain that ended there would lose it.
TEST_F(GatewayTest, IsNotAtRestNorSafeWhileATurnIsBeingMadeDurable) {
    Inbox<Rested> rested;
    const auto ask = [&] {
        EXPECT_EQ(gateway->tell(RestWanted{rested}), Delivery::accepted);
        world.settle();
        return rested.got.back();
    };
    EXPECT_CALL(spool, commit(_, _, _, _));
    ASSERT_EQ(gateway->tell(Retain{3, ana(), TurnId("t1"), {batch_of(platform_scope, "doc")}, kept}),
              Delivery::accepted);
    world.settle();
    EXPECT_FALSE(ask().at_rest);
    EXPECT_FALSE(ask().safe);
    EXPECT_CALL(backend, start(1, _, _, _));
    gateway->deliver(TurnCommitted{AgentId("build"), TurnId("t1"), TurnCommitted::Status::committed, {5}});
    world.settle();
    EXPECT_TRUE(ask().safe) << "it is on disk now, and goes on after a restart";
    EXPECT_FALSE(ask().at_rest) << "its call is open";
}

}  // namespace
}  // namespace wm
