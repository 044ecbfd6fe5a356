#include "actors/router.hpp"

#include "policies/context.hpp"

#include "tests/actors/audit.hpp"
#include "tests/actors/inbox.hpp"
#include "tests/actors/people.hpp"
#include "tests/actors/rules.hpp"
#include "tests/sim/world.hpp"

#include <gtest/gtest.h>

namespace wm {
namespace {

struct RouterTest : testing::Test {
    config::Settings settings = small_company();
    sim::World world{1};
    MetricsRegistry registry;
    Metrics metrics{registry};
    StoreRegistry stores{store_rows(settings)};
    Inbox<Retain> gateway;
    Inbox<Prefetch> prefetcher;
    Inbox<NamesLearned> names;
    Inbox<TurnJudged> explainer;
    Inbox<Answer> front;
    std::map<ScopeName, std::unique_ptr<Batcher>> batchers;
    Accounts accounts;
    std::optional<Router> router;

    void SetUp() override {
        Batchers addresses;
        for (const auto& [scope, store] : settings.stores) {
            batchers[scope] = std::make_unique<Batcher>(world, scope, metrics, settings);
            addresses.emplace(scope, BatcherAddress{*batchers[scope], *batchers[scope]});
        }
        router.emplace(world, small_rules(), addresses, gateway, prefetcher, names, explainer, front, metrics, settings,
                       &accounts);
    }
    void close(const std::string& said, const std::string& id = "t1", std::vector<ToolRun> tools = {},
               const std::string& account = "42", const std::string& session = "s1") {
        auto turn = std::make_shared<Turn>();
        turn->agent = AgentId("build");
        turn->session = SessionId(session);
        turn->id = TurnId(id);
        turn->user_message = {said};
        turn->assistant_response = {"De acuerdo."};
        turn->tools = std::move(tools);
        ASSERT_EQ(router->tell(TurnClosed{1, ++frame, principal_of(settings, stores, account), std::move(turn)}),
                  Delivery::accepted);
        world.settle();
    }
    void kept(TurnCommitted::Status status = TurnCommitted::Status::committed) {
        router->deliver(TurnKept{gateway.got.back().ticket, status});
        world.settle();
    }
    FrameId frame = 0;
};

TEST_F(RouterTest, HandsAnExplicitStatementToItsScopeAndAcknowledgesOnlyWhenItIsDurable) {
    close("Recuerda que srv7x está apagado por mantenimiento.");
    ASSERT_EQ(gateway.got.size(), 1u);
    ASSERT_EQ(gateway.got[0].batches.size(), 1u);
    EXPECT_EQ(gateway.got[0].batches[0].scope, platform_scope);
    EXPECT_NE(gateway.got[0].batches[0].items.at(0).content.text.find("srv7x"), std::string::npos);
    EXPECT_TRUE(front.got.empty());
    kept();
    ASSERT_EQ(front.got.size(), 1u);
    EXPECT_TRUE(std::holds_alternative<AckAnswer>(front.got[0].body));
}
TEST_F(RouterTest, CountsABlockOfItsOwnThatComesBackAndKeepsNothingOfIt) {  // BR-01
    const std::vector<Memory> ranked{{platform_scope, {"srv7x está apagado."}, MemoryType::observation, 0.9, {}, "m1"}};
    const auto block = policies::render_context(settings.recall.inject_header, ranked, {}, 1000).text.text;
    close(block + "\n¿cómo está srv7x?");
    ASSERT_EQ(gateway.got.size(), 1u);
    EXPECT_TRUE(gateway.got[0].batches.empty());
    EXPECT_EQ(registry.value("wetopi_memory_retain_rejected_total", {{Label::scope, ""}, {Label::status, "recalled"}}),
              1);
}
TEST_F(RouterTest, CommitsAnEmptyTurnSoThatItsResendIsKnown) {
    close("hola, ¿qué tal?");
    ASSERT_EQ(gateway.got.size(), 1u);
    EXPECT_TRUE(gateway.got[0].batches.empty());
    kept();
    EXPECT_EQ(front.got.size(), 1u);
}
TEST_F(RouterTest, AcknowledgesATurnThatWasJudgedBefore) {
    close("Recuerda que srv7x está apagado por mantenimiento.");
    kept(TurnCommitted::Status::seen_before);
    EXPECT_EQ(front.got.size(), 1u);
}
TEST_F(RouterTest, DoesNotAcknowledgeWhatCouldNotBeMadeDurable) {
    for (const auto status : {TurnCommitted::Status::full, TurnCommitted::Status::failed}) {
        close("Recuerda que srv7x está apagado por mantenimiento.");
        kept(status);
    }
    EXPECT_TRUE(front.got.empty());
}
TEST_F(RouterTest, DropsATurnWithoutAnAcknowledgementWhenTheGatewayIsFull) {
    gateway.full = true;
    close("Recuerda que srv7x está apagado por mantenimiento.");
    EXPECT_TRUE(front.got.empty());
    EXPECT_EQ(registry.value("wetopi_memory_backpressure_drops_total", {{Label::operation, "retain"}}), 1);
}
TEST_F(RouterTest, RetainsARestatementOfOneSessionOnceAndOnlyAfterTheFirstIsDurable) {
    close("Recuerda que srv7x está apagado por mantenimiento.", "t1");
    kept(TurnCommitted::Status::failed);
    close("Recuerda que srv7x está apagado por mantenimiento.", "t1");
    EXPECT_EQ(gateway.got.back().batches.size(), 1u) << "the first try was lost: this one is no duplicate";
    kept();
    close("Recuerda que srv7x está apagado por mantenimiento.", "t2");
    EXPECT_TRUE(gateway.got.back().batches.empty());
    EXPECT_GT(registry.value("wetopi_memory_retain_rejected_total",
                             {{Label::scope, "platform"}, {Label::status, "duplicate"}}),
              0);
}
TEST_F(RouterTest, SendsWhatASessionSaidOnceWhenItsIdRotatesAndItIsResumed) {  // BR-12
    close("Recuerda que srv7x está apagado por mantenimiento.", "t1", {}, "42", "a");
    kept();
    close("hola", "t2", {}, "42", "b");
    kept();
    close("Recuerda que srv7x está apagado por mantenimiento.", "t3", {}, "42", "a");
    ASSERT_EQ(gateway.got.size(), 3u);
    EXPECT_EQ(gateway.got[0].batches.size(), 1u);
    EXPECT_TRUE(gateway.got[1].batches.empty()) << "nothing of A in B's turn";
    EXPECT_TRUE(gateway.got[2].batches.empty()) << "A has said it before";
}
TEST_F(RouterTest, TakesAStateThatFlipsBackForNews) {
    for (const auto* state : {"apagado", "encendido", "apagado", "apagado"}) {
        close("Recuerda que srv7x está " + std::string(state) + ".", "t" + std::to_string(frame));
        kept();
    }
    ASSERT_EQ(gateway.got.size(), 4u);
    EXPECT_EQ(gateway.got[2].batches.size(), 1u) << "off, on, off: the third one is how it is now";
    EXPECT_TRUE(gateway.got[3].batches.empty()) << "said again with no change";
}
TEST_F(RouterTest, DoesNotTakeOnePersonsFactForAnothersRestatement) {
    close("Recuerda que prefiero los informes breves los lunes.", "t1", {}, "42");
    kept();
    close("Recuerda que prefiero los informes breves los lunes.", "t2", {}, "43");
    ASSERT_EQ(gateway.got.size(), 2u);
    EXPECT_EQ(gateway.got[0].batches.size(), 1u);
    EXPECT_EQ(gateway.got[1].batches.size(), 1u);
}
TEST_F(RouterTest, BoundsWhatWaitsForTheDisk) {
    settings.limits.queue_max = 2;
    for (int i = 0; i < 4; ++i) close("hola", "t" + std::to_string(i));
    EXPECT_EQ(gateway.got.size(), 2u);
    EXPECT_EQ(registry.value("wetopi_memory_backpressure_drops_total", {{Label::operation, "retain"}}), 2);
}
TEST_F(RouterTest, WritesNoScopeThatIsNotTheSpeakers) {
    close("Recuerda que el margen de srv7x es del 30 % para el cliente.", "t1", {}, "43");
    for (const auto& batch : gateway.got.at(0).batches) EXPECT_NE(batch.scope, business_scope);
}
TEST_F(RouterTest, DoesNotRetainWhatItInjected) {
    close("[Wetopi Memory Plane]\n" + settings.recall.inject_header +
          "<scope name=\"platform\">\n- srv7x está apagado por mantenimiento\n</scope>\n\n¿cómo va?");
    EXPECT_TRUE(gateway.got.at(0).batches.empty());
}
TEST_F(RouterTest, PrefetchesForTheNextTurnWhateverBecomesOfThisOne) {
    close("¿cómo va srv7x?");
    ASSERT_EQ(prefetcher.got.size(), 1u);
    EXPECT_EQ(prefetcher.got[0].query.text, "¿cómo va srv7x?");
}
TEST_F(RouterTest, KeepsNothingWhenRetainIsSwitchedOffButAcknowledges) {
    settings.retain.enabled = false;
    close("Recuerda que srv7x está apagado por mantenimiento.");
    EXPECT_TRUE(gateway.got.at(0).batches.empty());
    kept();
    EXPECT_EQ(front.got.size(), 1u);
}
TEST_F(RouterTest, LetsNoSecretIntoABatch) {
    const std::string secret = "ghp_" + std::string("16C7e42F292c6912E7710c838347Ae178B4a");
    close("Recuerda que srv7x está apagado por mantenimiento. El token es " + secret + ".");
    for (const auto& batch : gateway.got.at(0).batches)
        for (const auto& item : batch.items) EXPECT_EQ(item.content.text.find(secret), std::string::npos);
    ASSERT_FALSE(accounts.lines.empty());
    for (const auto& line : accounts.lines) {
        EXPECT_EQ(line.rfind("redaction|build|u_ana|", 0), 0u) << line;
        EXPECT_NE(line.find("|t1|refused"), std::string::npos) << line;
    }
    const auto before = accounts.lines.size();
    close("Recuerda que srv7x está apagado por mantenimiento.", "t2");
    EXPECT_EQ(accounts.lines.size(), before) << "nothing was taken out of this one";
}
TEST_F(RouterTest, TellsThePrefetcherWhatTheHarnessKnowsOfTheTurn) {
    auto turn = std::make_shared<Turn>();
    turn->user_message = {"¿cómo va srv7x?"};
    turn->tools = {{"mcp__acme-crm__find", {}, {}, true, "c1"},
                   {"terminal", {{"command", "kubectl get pods"}}, {}, true, "c2"}};
    ASSERT_EQ(router->tell(TurnClosed{1, 1, principal_of(settings, stores, "42"), std::move(turn), "cron", "cron"}),
              Delivery::accepted);
    world.settle();
    const auto& facts = prefetcher.got.at(0).harness;
    EXPECT_EQ(facts.agent, AgentId("build"));
    EXPECT_EQ(facts.platform, "cron");
    EXPECT_EQ(facts.task_kind, "cron");
    EXPECT_EQ(facts.tool_namespaces, (std::vector<std::string>{"acme-crm", "terminal", "kubectl"}));
}
TEST_F(RouterTest, LearnsTheNamesOfATurnOnlyOnceItIsDurable) {
    close("Recuerda que srv7x está apagado por mantenimiento.");
    EXPECT_TRUE(names.got.empty());
    kept(TurnCommitted::Status::failed);
    EXPECT_TRUE(names.got.empty());
    close("Recuerda que srv7x está apagado por mantenimiento.");
    kept();
    ASSERT_EQ(names.got.size(), 1u);
    EXPECT_EQ(names.got[0].scope, platform_scope);
    EXPECT_EQ(names.got[0].names, std::vector<std::string>{"srv7x"});
    EXPECT_EQ(names.got[0].principal.user(), UserId("u_ana"));
}
TEST_F(RouterTest, LearnsNoNamesWhenThatIsSwitchedOffAndCountsThoseNobodyTakes) {
    names.full = true;
    close("Recuerda que srv7x está apagado por mantenimiento.");
    kept();
    EXPECT_EQ(registry.value("wetopi_memory_backpressure_drops_total", {{Label::operation, "names"}}), 1);
    EXPECT_EQ(front.got.size(), 1u) << "the turn is acknowledged all the same";
    names.full = false;
    settings.routing.learned_names = false;
    close("Recuerda que srv8x está apagado por mantenimiento.", "t2");
    kept();
    EXPECT_TRUE(names.got.empty());
}
TEST_F(RouterTest, JudgesByTheRulesThatCameLast) {
    const auto scopes_of = [&](const char* id) {
        close("Decidido: el margen de la tienda es del 30 %.", id);
        std::vector<ScopeName> scopes;
        for (const auto& batch : gateway.got.back().batches) scopes.push_back(batch.scope);
        kept();
        return scopes;
    };
    EXPECT_EQ(scopes_of("t1"), std::vector{business_scope});
    policies::RulePack pack;
    pack.scopes = {{platform_scope, {{"margin", "", policies::RuleForm::word, "margen", 3}}}};
    router->deliver(RulesChanged{std::get<0>(policies::RouteRules::compile(pack))});
    world.settle();
    EXPECT_EQ(scopes_of("t2"), std::vector{platform_scope});
}

TEST_F(RouterTest, TellsWhyEachStatementIsKeptOrNot) {
    close("Recuerda que srv1x está apagado por mantenimiento. Creo que srv2x puede estar estropeado.");
    EXPECT_TRUE(explainer.got.empty()) << "not before it is durable";
    kept();
    ASSERT_EQ(explainer.got.size(), 1u);
    const auto& judged = *explainer.got[0].turn;
    EXPECT_EQ(judged.turn, TurnId("t1"));
    EXPECT_EQ(judged.status, "retained");
    const auto state = std::ranges::find_if(judged.verdicts, [](const auto& v) { return v.type == RecordType::state; });
    ASSERT_NE(state, judged.verdicts.end());
    EXPECT_EQ(state->scope, platform_scope);
    EXPECT_EQ(state->rule, "remember");
    EXPECT_TRUE(state->reason.empty());
    EXPECT_TRUE(std::ranges::any_of(judged.verdicts, [](const auto& v) { return v.reason == "speculation"; }));
}
TEST_F(RouterTest, RemembersNothingOfAJudgementWhenExplainIsSwitchedOff) {
    settings.observability.explain_turns_max = 0;
    close("Recuerda que srv1x está apagado por mantenimiento");
    kept();
    EXPECT_TRUE(explainer.got.empty());
}

}  // namespace
}  // namespace wm
