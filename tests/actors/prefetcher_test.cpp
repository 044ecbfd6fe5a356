#include "actors/prefetcher.hpp"

#include "tests/actors/inbox.hpp"
#include "tests/actors/people.hpp"
#include "tests/actors/rules.hpp"
#include "tests/sim/world.hpp"

#include <gtest/gtest.h>

namespace wm {
namespace {

using namespace std::chrono_literals;

struct PrefetcherTest : testing::Test {
    config::Settings settings = small_company();
    sim::World world{1};
    MetricsRegistry registry;
    Metrics metrics{registry};
    StoreRegistry stores{store_rows(settings)};
    Inbox<Recall> gateway;
    Inbox<Answer> front;
    Inbox<ContextGiven> sessions;
    Inbox<RecallSeen> explainer;
    std::optional<Prefetcher> prefetcher;
    const SessionId session{"s1"};

    void SetUp() override {
        prefetcher.emplace(world, world, small_rules(), gateway, explainer, front, metrics, settings);
    }
    Principal ana() { return principal_of(settings, stores, "42"); }
    Principal ben() { return principal_of(settings, stores, "43"); }
    void tell(auto message) {
        ASSERT_EQ(prefetcher->tell(std::move(message)), Delivery::accepted);
        world.settle();
    }
    void want(const std::string& text, Principal who, SessionId in = SessionId("s1")) {
        tell(ContextWanted{1,
                           ++frame,
                           std::move(who),
                           std::move(in),
                           "telegram",
                           {text},
                           world.now() + 300ms,
                           sessions,
                           TurnId("t2")});
    }
    void want(const std::string& text) { want(text, ana()); }
    void recalled(const Recall& asked, const std::string& text, RecallOutcome outcome = RecallOutcome::ok) {
        std::vector<Memory> memories;
        if (!text.empty()) memories.push_back({asked.scope, {text}, MemoryType::observation, 0.9, {}, "m"});
        prefetcher->deliver(Recalled{asked.ticket, asked.scope, outcome, std::move(memories)});
        world.settle();
    }
    // Turn N about srv1x, and what its prefetch found.
    void prefetch(const std::string& found) {
        tell(Prefetch{ana(), session, {"¿cómo va srv1x?"}});
        ASSERT_EQ(gateway.got.size(), 1u);
        EXPECT_EQ(gateway.got[0].purpose, RecallPurpose::prefetch);
        recalled(gateway.got[0], found);
        gateway.got.clear();
    }
    const ContextAnswer& context() { return std::get<ContextAnswer>(front.got.back().body); }
    FrameId frame = 0;
};

TEST_F(PrefetcherTest, AnswersFromTheCacheWithProvenanceAndAsksNobody) {
    prefetch("srv1x is offline for maintenance");
    want("¿srv1x sigue parado?");
    EXPECT_EQ(context().source, ContextSource::cache);
    EXPECT_EQ(context().scopes, std::vector{platform_scope});
    EXPECT_NE(context().context.text.find("<scope name=\"platform\">"), std::string::npos);
    EXPECT_NE(context().context.text.find("srv1x is offline for maintenance"), std::string::npos);
    EXPECT_GT(context().tokens, 0u);
    EXPECT_TRUE(gateway.got.empty());
    EXPECT_FALSE(sessions.got.at(0).empty);
}
TEST_F(PrefetcherTest, RecallsObservationsOnlyAheadOfATurn) {
    tell(Prefetch{ana(), session, {"¿cómo va srv1x?"}});
    EXPECT_EQ(gateway.got.at(0).types, std::vector{MemoryType::observation});
    EXPECT_EQ(gateway.got.at(0).max_tokens, 1000u);
}
TEST_F(PrefetcherTest, InjectsNothingStaleAfterAChangeOfTopic) {
    prefetch("srv1x is offline for maintenance");
    want("traduce este párrafo al alemán, por favor");
    EXPECT_TRUE(context().context.empty());
    EXPECT_EQ(context().source, ContextSource::none);
    EXPECT_TRUE(sessions.got.at(0).empty);
}
TEST_F(PrefetcherTest, RecallsNothingForAMessageThatRoutesNowhere) {
    want("what is the capital of France?");
    EXPECT_TRUE(gateway.got.empty());
    EXPECT_TRUE(context().context.empty());
    EXPECT_EQ(registry.value("wetopi_memory_route_misses_total"), 1);
}
TEST_F(PrefetcherTest, ExtendsTheWaitAndRecallsNowWhenTheScopeIsNearCertainAndTheCacheCold) {
    want("¿en qué estado está srv1x?");
    EXPECT_EQ(std::get<PendingAnswer>(front.got.at(0).body).deadline, settings.recall.synchronous_deadline);
    ASSERT_EQ(gateway.got.size(), 1u);
    EXPECT_EQ(gateway.got[0].purpose, RecallPurpose::synchronous);
    EXPECT_EQ(gateway.got[0].types, std::vector{MemoryType::observation});
    recalled(gateway.got[0], "srv1x is offline");
    EXPECT_EQ(context().source, ContextSource::synchronous);
    EXPECT_NE(context().context.text.find("srv1x is offline"), std::string::npos);
    EXPECT_EQ(registry.value("wetopi_memory_sync_recall_total", {{Label::status, "high_confidence_cache_miss"}}), 1);
}
TEST_F(PrefetcherTest, WaitsForTheFirstTurnOfASessionWithinTheClientsOwnDeadlineAndNoLonger) {
    settings.recall.synchronous = false;
    want("¿en qué estado está srv1x?");
    ASSERT_EQ(gateway.got.size(), 1u);
    EXPECT_EQ(gateway.got[0].purpose, RecallPurpose::first_turn);
    EXPECT_TRUE(front.got.empty()) << "no extension is asked for";
    world.advance(280ms);
    ASSERT_EQ(front.got.size(), 1u);
    EXPECT_TRUE(context().context.empty());
    recalled(gateway.got[0], "srv1x is offline");
    EXPECT_EQ(front.got.size(), 1u);
    want("¿srv1x?");
    EXPECT_EQ(context().source, ContextSource::cache) << "what came too late is there for the next turn";
}
TEST_F(PrefetcherTest, GivesTheFirstTurnWhatWasFoundInTime) {
    settings.recall.synchronous = false;
    want("¿en qué estado está srv1x?");
    recalled(gateway.got.at(0), "srv1x is offline");
    EXPECT_NE(context().context.text.find("srv1x is offline"), std::string::npos);
    want("¿srv1x?");
    EXPECT_EQ(context().source, ContextSource::cache) << "it is there for the next turn";
}
TEST_F(PrefetcherTest, WaitsForNothingWhenTheMessageOnlyHandsSomethingOver) {
    want("Recuerda que srv1x está apagado por mantenimiento.");
    EXPECT_TRUE(gateway.got.empty());
    EXPECT_EQ(context().source, ContextSource::none);
}
TEST_F(PrefetcherTest, ReadsEveryTypeWhenThePersonAsksForMemory) {
    want("¿qué hay en nuestra memoria sobre el servidor?");
    EXPECT_EQ(gateway.got.at(0).types.size(), 3u);
    EXPECT_EQ(registry.value("wetopi_memory_sync_recall_total", {{Label::status, "explicit_memory_request"}}), 1);
}
TEST_F(PrefetcherTest, LooksIntoEveryAllowedScopeForAMemoryRequestWithoutASubject) {
    want("¿qué hay en nuestra memoria?");
    EXPECT_EQ(gateway.got.size(), 3u);
}
TEST_F(PrefetcherTest, AsksOnlyScopesThatAreTheSpeakers) {
    want("¿qué margen tiene el servidor?", ben());
    ASSERT_EQ(gateway.got.size(), 1u) << "ben has no business memory";
    EXPECT_EQ(gateway.got[0].scope, platform_scope);
}
TEST_F(PrefetcherTest, GivesWhatThereIsAtTheDeadlineAndDropsWhatComesLater) {
    want("¿qué margen tiene el servidor?");
    ASSERT_EQ(gateway.got.size(), 2u);
    const auto first = gateway.got[0], second = gateway.got[1];
    recalled(first, "margen y servidor: 30 %");
    world.advance(settings.recall.synchronous_deadline);
    ASSERT_EQ(front.got.size(), 2u);
    EXPECT_FALSE(context().context.empty());
    recalled(second, "too late");
    EXPECT_EQ(front.got.size(), 2u) << "one answer to a question";
}
TEST_F(PrefetcherTest, AnswersEmptyWhenTheBackendIsDown) {
    want("¿en qué estado está srv1x?");
    recalled(gateway.got.at(0), "", RecallOutcome::backend_down);
    EXPECT_TRUE(context().context.empty());
}
TEST_F(PrefetcherTest, GivesWhatWasFetchedAheadWhenARecallThatWasAskedForComesTooLateOrFails) {
    prefetch("srv1x is offline for maintenance");
    want("¿qué hay en nuestra memoria sobre srv1x?");
    ASSERT_EQ(gateway.got.size(), 1u);
    recalled(gateway.got[0], "", RecallOutcome::backend_down);
    EXPECT_EQ(context().source, ContextSource::cache);
    EXPECT_NE(context().context.text.find("srv1x is offline"), std::string::npos);
    gateway.got.clear();
    want("¿qué hay en nuestra memoria sobre srv1x?");
    world.advance(settings.recall.synchronous_deadline);
    EXPECT_EQ(context().source, ContextSource::cache);
    recalled(gateway.got.at(0), "");
    gateway.got.clear();
    want("¿qué hay en nuestra memoria sobre srv1x?");
    recalled(gateway.got.at(0), "");
    EXPECT_EQ(context().source, ContextSource::none) << "a store that answers that there is nothing is believed";
}
TEST_F(PrefetcherTest, AnswersEmptyAtOnceWhenTheGatewayIsFull) {
    gateway.full = true;
    want("¿en qué estado está srv1x?");
    EXPECT_TRUE(context().context.empty());
    EXPECT_EQ(registry.value("wetopi_memory_backpressure_drops_total", {{Label::operation, "recall"}}), 1);
}
TEST_F(PrefetcherTest, NeverGivesOnePersonsCacheToAnotherInTheSameSession) {
    prefetch("srv1x belongs to ana");
    want("¿srv1x?", ben());
    for (const auto& answer : front.got)
        if (const auto* given = std::get_if<ContextAnswer>(&answer.body)) {
            EXPECT_TRUE(given->context.empty());
        }
}
TEST_F(PrefetcherTest, DoesNotInjectFromTheCacheAScopeThatIsNoLongerTheSpeakers) {
    tell(Prefetch{ana(), session, {"¿qué margen tenemos?"}});
    recalled(gateway.got.at(0), "el margen es del 30 %");
    settings.identity.agents[AgentId("build")].allowed_scopes = {platform_scope};
    settings.recall.synchronous = settings.recall.automatic_prefetch = false;
    want("¿qué margen?");
    EXPECT_TRUE(context().context.empty());
}
TEST_F(PrefetcherTest, TakesSecretsOutAgainOnTheWayBack) {
    prefetch("srv1x token is ghp_" + std::string("16C7e42F292c6912E7710c838347Ae178B4a"));
    want("¿srv1x?");
    EXPECT_EQ(context().context.text.find("16C7e42F"), std::string::npos);
}
TEST_F(PrefetcherTest, ForgetsAClosedSession) {
    prefetch("srv1x is offline");
    settings.recall.synchronous = false;
    tell(SessionClosed{session});
    want("¿srv1x?");
    EXPECT_EQ(gateway.got.size(), 1u) << "asked anew";
}
TEST_F(PrefetcherTest, KeepsWhatItHadWhenAPrefetchFails) {
    prefetch("srv1x is offline");
    tell(Prefetch{ana(), session, {"¿y srv1x?"}});
    recalled(gateway.got.at(0), "", RecallOutcome::failed);
    want("¿srv1x?");
    EXPECT_EQ(context().source, ContextSource::cache);
}
TEST_F(PrefetcherTest, DoesNotWaitForEveryMessageWhenNothingIsFetchedAhead) {
    settings.recall.automatic_prefetch = false;
    want("¿en qué estado está srv1x?");
    EXPECT_TRUE(gateway.got.empty());
    EXPECT_TRUE(context().context.empty());
}
TEST_F(PrefetcherTest, LeavesOutAScopeWhoseRecallIsOffEvenWhenMemoryIsAskedFor) {
    settings.stores[platform_scope].recall_mode = config::RecallMode::off;
    want("¿qué hay en nuestra memoria?");
    EXPECT_EQ(gateway.got.size(), 2u);
}
TEST_F(PrefetcherTest, LeavesWhatAnAnswerFromTheCacheWasMadeFromToTheExplainer) {
    prefetch("srv1x is offline for maintenance");
    want("¿srv1x sigue parado?");
    ASSERT_EQ(explainer.got.size(), 2u);
    EXPECT_EQ(explainer.got[0].record->kind, policies::RecallKind::prefetch);
    EXPECT_EQ(explainer.got[0].record->given, 1u);
    const auto& record = *explainer.got[1].record;
    EXPECT_EQ(record.kind, policies::RecallKind::context);
    EXPECT_EQ(record.turn, TurnId("t2"));
    EXPECT_EQ(record.text.text, "¿srv1x sigue parado?");
    EXPECT_EQ(record.source, "cache");
    EXPECT_EQ(record.waiting, policies::Waiting::not_triggered);
    EXPECT_EQ(record.cached->found->memories().size(), 1u);
    EXPECT_EQ(record.tokens, context().tokens);
}
TEST_F(PrefetcherTest, LeavesToTheExplainerWhichStoreAnsweredAndWhichCameTooLate) {
    want("¿qué margen tiene el servidor?");
    ASSERT_EQ(gateway.got.size(), 2u);
    world.advance(40ms);
    recalled(gateway.got[0], "margen y servidor: 30 %");
    EXPECT_TRUE(explainer.got.empty()) << "not before the answer";
    world.advance(settings.recall.synchronous_deadline);
    ASSERT_EQ(explainer.got.size(), 1u);
    const auto& record = *explainer.got[0].record;
    EXPECT_EQ(record.trigger, policies::Trigger::high_confidence_cache_miss);
    EXPECT_EQ(record.waiting, policies::Waiting::synchronous);
    ASSERT_EQ(record.stores.size(), 2u);
    EXPECT_EQ(record.stores[0].outcome, "ok");
    EXPECT_EQ(record.stores[0].took, 40ms);
    EXPECT_EQ(record.stores[0].memories.size(), 1u);
    EXPECT_EQ(record.stores[1].outcome, "pending");
    recalled(gateway.got[1], "too late");
    EXPECT_EQ(explainer.got.size(), 1u) << "one record a question";
}
TEST_F(PrefetcherTest, CountsWhetherASynchronousRecallWasAnsweredWhollyInPartOrNotAtAll) {
    const auto counted = [&](const char* outcome) {
        return registry.value("wetopi_memory_sync_recall_outcome_total",
                              {{Label::operation, "high_confidence_cache_miss"}, {Label::status, outcome}});
    };
    want("¿qué margen tiene el servidor?", ana(), SessionId("one"));
    for (const auto& asked : std::vector(gateway.got)) recalled(asked, "margen y servidor");
    EXPECT_EQ(counted("complete"), 1);
    gateway.got.clear();
    want("¿qué margen tiene el servidor?", ana(), SessionId("two"));
    recalled(gateway.got.at(0), "margen y servidor");
    world.advance(settings.recall.synchronous_deadline);
    EXPECT_EQ(counted("partial"), 1);
    recalled(gateway.got.at(1), "margen y servidor");
    gateway.got.clear();
    want("¿qué margen tiene el servidor?", ana(), SessionId("three"));
    for (const auto& asked : std::vector(gateway.got)) recalled(asked, "", RecallOutcome::backend_down);
    EXPECT_EQ(counted("empty"), 1);
    EXPECT_EQ(counted("complete") + counted("partial"), 2);
}
TEST_F(PrefetcherTest, TellsAStaleCacheFromAnEmptyOne) {
    want("what is the capital of France?");
    EXPECT_EQ(registry.value("wetopi_memory_cache_misses_total"), 1);
    EXPECT_EQ(registry.value("wetopi_memory_cache_stale_total"), 0);
    prefetch("srv1x is offline for maintenance");
    want("what is the capital of France?");
    EXPECT_EQ(registry.value("wetopi_memory_cache_misses_total"), 2);
    EXPECT_EQ(registry.value("wetopi_memory_cache_stale_total"), 1);
}
TEST_F(PrefetcherTest, SaysWhyItDidNotWait) {
    const auto why = [&](const char* text) {
        want(text);
        return explainer.got.back().record->waiting;
    };
    EXPECT_EQ(why("what is the capital of France?"), policies::Waiting::not_triggered);
    EXPECT_EQ(why("Recuerda que srv1x está apagado por mantenimiento."), policies::Waiting::only_stores);
    settings.recall.automatic_prefetch = false;
    EXPECT_EQ(why("¿en qué estado está srv1x?"), policies::Waiting::switched_off);
    settings.stores[platform_scope].recall_mode = config::RecallMode::off;
    EXPECT_EQ(why("¿qué hay en nuestra memoria sobre el servidor?"), policies::Waiting::no_scope);
    settings.recall.enabled = false;
    EXPECT_EQ(why("¿srv1x?"), policies::Waiting::recall_disabled);
}
TEST_F(PrefetcherTest, KeepsNothingForAnExplainerThatIsSwitchedOff) {
    settings.observability.explain_turns_max = 0;
    prefetch("srv1x is offline for maintenance");
    want("¿srv1x sigue parado?");
    EXPECT_FALSE(context().context.empty());
    EXPECT_TRUE(explainer.got.empty());
}
TEST_F(PrefetcherTest, AnswersAlsoWhenTheExplainerIsFull) {
    explainer.full = true;
    want("¿qué tal?");
    EXPECT_EQ(front.got.size(), 1u);
    EXPECT_EQ(registry.value("wetopi_memory_backpressure_drops_total", {{Label::operation, "explain"}}), 1);
}
TEST_F(PrefetcherTest, RecallsNothingWhenRecallIsSwitchedOff) {
    settings.recall.enabled = false;
    want("¿en qué estado está srv1x?");
    tell(Prefetch{ana(), session, {"srv1x"}});
    EXPECT_TRUE(gateway.got.empty());
    EXPECT_TRUE(context().context.empty());
}
TEST_F(PrefetcherTest, RoutesByTheRulesThatCameLastAndAnswersWhatWasAskedBefore) {
    want("¿en qué estado está srv1x?");
    ASSERT_EQ(gateway.got.size(), 1u);
    prefetcher->deliver(RulesChanged{std::get<0>(policies::RouteRules::compile(policies::RulePack{}))});
    world.settle();
    recalled(gateway.got.at(0), "srv1x is offline");
    EXPECT_NE(context().context.text.find("srv1x is offline"), std::string::npos) << "under way when the rules changed";
    want("¿en qué estado está srv1x?", ana(), SessionId("s2"));
    EXPECT_EQ(gateway.got.size(), 1u) << "nothing routes any more";
    EXPECT_TRUE(context().context.empty());
}
TEST_F(PrefetcherTest, WeighsWhatTheHarnessKnows) {
    policies::RulePack pack;
    pack.scopes = {{platform_scope, {{"weak", "", policies::RuleForm::word, "estado", 0.6}}}};
    pack.harness = {{policies::HarnessFact::tool_namespace, "kubectl", platform_scope, 0.3},
                    {policies::HarnessFact::task_kind, "cron", platform_scope, 0.3}};
    prefetcher->deliver(RulesChanged{std::get<0>(policies::RouteRules::compile(pack))});
    want("¿estado?");
    EXPECT_TRUE(gateway.got.empty());
    tell(ContextWanted{1,
                       ++frame,
                       ana(),
                       session,
                       "cron",
                       {"¿estado?"},
                       world.now() + 300ms,
                       sessions,
                       TurnId("t9"),
                       "cron",
                       {"kubectl"}});
    EXPECT_EQ(gateway.got.size(), 1u);
    gateway.got.clear();
    tell(Prefetch{ana(), session, {"¿estado?"}, TurnId("t9"), {AgentId("build"), "cron", {"kubectl"}, "cron"}});
    EXPECT_EQ(gateway.got.size(), 1u);
}
TEST_F(PrefetcherTest, LetsNoScopeOfOthersTakeThePlaceOfOneThatIsTheSpeakers) {
    settings.routing.scopes_per_recall_max = 1;
    want("¿qué margen tiene el servidor srv1x y el servidor?", ben());
    ASSERT_EQ(gateway.got.size(), 1u);
    EXPECT_EQ(gateway.got[0].scope, platform_scope);
    gateway.got.clear();
    policies::RulePack pack;
    pack.scopes = {{business_scope, {{"margin", "", policies::RuleForm::word, "margen", 5}}},
                   {platform_scope, {{"server", "", policies::RuleForm::word, "servidor", 3}}}};
    prefetcher->deliver(RulesChanged{std::get<0>(policies::RouteRules::compile(pack))});
    want("¿qué margen tiene el servidor?", ben(), SessionId("s2"));
    ASSERT_EQ(gateway.got.size(), 1u) << "business ranks first, and is not ben's";
    EXPECT_EQ(gateway.got[0].scope, platform_scope);
    gateway.got.clear();
    want("¿qué margen tiene el servidor?", ana(), SessionId("s3"));
    ASSERT_EQ(gateway.got.size(), 1u);
    EXPECT_EQ(gateway.got[0].scope, business_scope);
}

}  // namespace
}  // namespace wm
