#include "actors/evidence.hpp"

#include "tests/actors/inbox.hpp"
#include "tests/actors/people.hpp"
#include "tests/sim/world.hpp"

#include <gtest/gtest.h>

namespace wm {
namespace {

struct EvidenceTest : testing::Test {
    config::Settings settings = small_company();
    sim::World world{1};
    MetricsRegistry registry;
    Metrics metrics{registry};
    StoreRegistry stores{store_rows(settings)};
    Inbox<TurnClosed> router;
    std::optional<EvidenceKeeper> evidence;
    const SessionId session{"s1"};
    const TurnId turn{"t1"};
    const UserId ana{"u_ana"}, ben{"u_ben"};

    void SetUp() override { evidence.emplace(world, router, metrics, settings); }
    void tell(auto message) {
        ASSERT_EQ(evidence->tell(std::move(message)), Delivery::accepted);
        world.settle();
    }
    ToolRun run(const std::string& tool, const std::string& result, bool ok = true, const std::string& call = "c1") {
        return {tool, {}, {result}, ok, call};
    }
    void end(const TurnId& id, PostLlm what = {{"user"}, {"agent"}, false, {}}) {
        tell(TurnEnded{1, 9, principal_of(settings, stores, "42"), session, id, {}, std::move(what)});
    }
    double dropped(std::string_view operation) {
        return registry.value("wetopi_memory_backpressure_drops_total", {{Label::operation, operation}});
    }
};

TEST_F(EvidenceTest, SealsATurnWithWhatItsToolsDidInOrder) {
    tell(TurnOpened{{session, ana, turn}});
    tell(ToolFinished{{session, ana, turn}, run("terminal", "first")});
    tell(ToolFinished{{session, ana, turn}, run("kubectl", "second", false)});
    end(turn);
    const auto& closed = router.got.at(0);
    ASSERT_EQ(closed.turn->tools.size(), 2u);
    EXPECT_EQ(closed.turn->tools[0].result.text, "first");
    EXPECT_FALSE(closed.turn->tools[1].ok);
    EXPECT_EQ(closed.turn->user_message.text, "user");
    EXPECT_EQ(closed.frame, 9u);
    EXPECT_TRUE(closed.turn->evidence_complete);
}
TEST_F(EvidenceTest, NeverCarriesEvidenceIntoTheNextTurn) {
    tell(ToolFinished{{session, ana, turn}, run("terminal", "old")});
    tell(TurnOpened{{session, ana, TurnId("t2")}});  // the first one never ended: interrupted
    end(TurnId("t2"));
    EXPECT_TRUE(router.got.at(0).turn->tools.empty());
}
TEST_F(EvidenceTest, KeepsSessionsApart) {
    tell(ToolFinished{{SessionId("s2"), ana, turn}, run("terminal", "theirs")});
    end(turn);
    EXPECT_TRUE(router.got.at(0).turn->tools.empty());
}
TEST_F(EvidenceTest, KeepsAnOpenTurnForItsOwnSessionWhenTheIdRotatesInMidProcess) {  // BR-12
    tell(ToolFinished{{session, ana, turn}, run("terminal", "of A")});
    const SessionId next("s2");
    tell(TurnOpened{{next, ana, TurnId("t2")}});
    tell(ToolFinished{{next, ana, TurnId("t2")}, run("terminal", "of B")});
    tell(TurnEnded{1, 9, principal_of(settings, stores, "42"), next, TurnId("t2"), {}, {{"b"}, {"b"}, false, {}}});
    ASSERT_EQ(router.got.at(0).turn->tools.size(), 1u);
    EXPECT_EQ(router.got[0].turn->tools[0].result.text, "of B");
    EXPECT_EQ(router.got[0].turn->session, next);
    end(turn);  // A is resumed
    ASSERT_EQ(router.got.at(1).turn->tools.size(), 1u);
    EXPECT_EQ(router.got[1].turn->tools[0].result.text, "of A");
    EXPECT_EQ(router.got[1].turn->session, session);
}
TEST_F(EvidenceTest, CountsAResultThatComesAfterTheEnd) {
    end(turn);
    tell(ToolFinished{{session, ana, turn}, run("terminal", "late")});
    EXPECT_EQ(dropped("evidence_late"), 1);
    end(turn);
    EXPECT_TRUE(router.got.at(1).turn->tools.empty());
}
TEST_F(EvidenceTest, CutsAResultAndSaysWhenATurnHadMoreThanFits) {
    settings.limits.evidence_bytes_max = 10;
    settings.limits.turn_bytes_max = 37;
    tell(ToolFinished{{session, ana, turn}, run("terminal", std::string(1000, 'x'))});
    tell(ToolFinished{{session, ana, turn}, run("terminal", std::string(1000, 'y'))});
    end(turn);
    const auto& tools = router.got.at(0).turn->tools;
    ASSERT_EQ(tools.size(), 1u);
    EXPECT_EQ(tools[0].result.text, "x\n[...]\nx") << "how it began and how it ended";
    EXPECT_FALSE(router.got.at(0).turn->evidence_complete);
    EXPECT_EQ(dropped("evidence"), 1);
}
TEST_F(EvidenceTest, ConfirmsAnIntentOnlyWhenTheNativeRetainSucceeded) {
    tell(IntentSeen{{session, ana, turn}, {{"pve04 is offline"}, "c1", false}});
    tell(IntentSeen{{session, ana, turn}, {{"never ran"}, "c2", false}});
    tell(ToolFinished{{session, ana, turn}, run("hindsight_retain", "{}", true, "c1")});
    tell(ToolFinished{{session, ana, turn}, run("hindsight_retain", "error", false, "c2")});
    end(turn);
    const auto& intents = router.got.at(0).turn->intents;
    ASSERT_EQ(intents.size(), 2u);
    EXPECT_TRUE(intents[0].confirmed);
    EXPECT_FALSE(intents[1].confirmed);
    EXPECT_EQ(registry.value("wetopi_memory_intent_total"), 2);
}
TEST_F(EvidenceTest, TakesTheWholeEvidenceFromAResend) {
    tell(ToolFinished{{session, ana, turn}, run("terminal", "seen live")});
    PostLlm resent{
        {"user"},
        {"agent"},
        true,
        {run("kubectl", "from the outbox"), {"hindsight_retain", {{"content", "keep this"}}, {}, true, "c3"}}};
    end(turn, std::move(resent));
    const auto& closed = *router.got.at(0).turn;
    ASSERT_EQ(closed.tools.size(), 2u);
    EXPECT_EQ(closed.tools[0].result.text, "from the outbox");
    ASSERT_EQ(closed.intents.size(), 1u);
    EXPECT_EQ(closed.intents[0].content.text, "keep this");
    EXPECT_TRUE(closed.intents[0].confirmed);
}
TEST_F(EvidenceTest, ForgetsAClosedSessionAndTheLongestSilentOneBeyondItsLimit) {
    settings.limits.sessions_max = 2;
    tell(ToolFinished{{session, ana, turn}, run("terminal", "closed")});
    tell(SessionClosed{session});
    end(turn);
    EXPECT_TRUE(router.got.at(0).turn->tools.empty());
    for (const auto* other : {"a", "b", "c"}) tell(ToolFinished{{SessionId(other), ana, turn}, run("terminal", other)});
    tell(TurnEnded{1, 1, principal_of(settings, stores, "42"), SessionId("a"), turn, {}, {}});
    EXPECT_TRUE(router.got.back().turn->tools.empty()) << "the first one had to go";
}
TEST_F(EvidenceTest, LetsNobodyWriteIntoAnothersTurn) {
    tell(TurnOpened{{session, ana, turn}});
    tell(IntentSeen{{session, ben, turn}, {{"forged"}, "c1", false}});
    tell(ToolFinished{{session, ben, turn}, run("hindsight_retain", "{}", true, "c1")});
    tell(TurnOpened{{session, ben, TurnId("t2")}});
    tell(ToolFinished{{session, ana, turn}, run("terminal", "her own")});
    end(turn);
    const auto& closed = *router.got.at(0).turn;
    EXPECT_TRUE(closed.intents.empty());
    ASSERT_EQ(closed.tools.size(), 1u);
    EXPECT_EQ(closed.tools[0].result.text, "her own");
}
TEST_F(EvidenceTest, LeavesTheOpenTurnAloneWhenAnOlderOneIsResentOrLate) {
    tell(TurnOpened{{session, ana, TurnId("t2")}});
    tell(ToolFinished{{session, ana, TurnId("t2")}, run("terminal", "of the open turn")});
    end(turn, {{"old"}, {"old"}, true, {}});
    tell(ToolFinished{{session, ana, turn}, run("terminal", "late, of the old one")});
    end(TurnId("t2"));
    ASSERT_EQ(router.got.at(1).turn->tools.size(), 1u);
    EXPECT_EQ(router.got[1].turn->tools[0].result.text, "of the open turn");
}
TEST_F(EvidenceTest, LeavesATurnUnacknowledgedWhenTheRouterIsFull) {
    router.full = true;
    end(turn);
    EXPECT_EQ(dropped("retain"), 1);
}

}  // namespace
}  // namespace wm
