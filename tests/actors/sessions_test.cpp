#include "actors/sessions.hpp"

#include "tests/actors/audit.hpp"
#include "tests/actors/inbox.hpp"
#include "tests/actors/people.hpp"
#include "tests/sim/world.hpp"

#include <gtest/gtest.h>

namespace wm {
namespace {

using namespace std::chrono_literals;

// Everything that Evidence and the Prefetcher take.
struct EvidenceInbox {
    template <class M>
    Delivery tell(M message) {
        if (full) return Delivery::full;
        got.emplace_back(std::move(message));
        return Delivery::accepted;
    }
    std::vector<std::variant<TurnOpened, ToolFinished, IntentSeen, TurnEnded, SessionClosed, ContextWanted>> got;
    bool full = false;
    template <class M>
    std::vector<M> all() const {
        std::vector<M> out;
        for (const auto& message : got)
            if (const auto* m = std::get_if<M>(&message)) out.push_back(*m);
        return out;
    }
};

struct SessionsTest : testing::Test {
    config::Settings settings = small_company();
    sim::World world{1};
    MetricsRegistry registry;
    Metrics metrics{registry};
    StoreRegistry stores{store_rows(settings)};
    Accounts accounts;
    Identity identity{stores, metrics, settings, &accounts};
    EvidenceInbox evidence, prefetcher;
    Inbox<ToolWanted> tools;
    Inbox<Answer> front;
    std::optional<Sessions> sessions;

    void SetUp() override {
        sessions.emplace(world, world, identity, evidence, prefetcher, tools, front, metrics, settings);
    }
    void arrive(HookEvent event, const std::string& account = "42", const std::string& session = "s1") {
        ASSERT_EQ(sessions->tell(HookArrived{1,
                                             ++frame,
                                             AgentId("build"),
                                             speaker_of(account, session),
                                             TurnId("t1"),
                                             {},
                                             world.now() + 300ms,
                                             std::move(event)}),
                  Delivery::accepted);
        world.settle();
    }
    FrameId frame = 0;
};

TEST_F(SessionsTest, AsksForContextWithThePrincipalOfThisVeryMessage) {
    arrive(PreLlm{{"hola"}}, "42");
    arrive(PreLlm{{"hola"}}, "43");  // the same session: nothing is inherited
    const auto wanted = prefetcher.all<ContextWanted>();
    ASSERT_EQ(wanted.size(), 2u);
    EXPECT_EQ(wanted[0].principal.user(), UserId("u_ana"));
    EXPECT_EQ(wanted[1].principal.user(), UserId("u_ben"));
    EXPECT_EQ(evidence.all<TurnOpened>().size(), 2u);
}
TEST_F(SessionsTest, KnowsEverySpeakerOfASessionHoweverTheyTakeTurns) {
    const std::string order[] = {"42", "42", "43", "666", "43", "42", "666", "42"};
    for (const auto& account : order) arrive(PreLlm{{"hola"}}, account);
    std::string heard;
    for (const auto& wanted : prefetcher.all<ContextWanted>()) heard += wanted.principal.user().str() + " ";
    EXPECT_EQ(heard, "u_ana u_ana u_ben u_ben u_ana u_ana ");
    EXPECT_EQ(front.got.size(), 2u) << "a stranger is nobody, whoever spoke before";
}
TEST_F(SessionsTest, AnswersAStrangerEmptyAndKeepsNothingOfTheTurn) {
    arrive(PreLlm{{"hola"}}, "666");
    arrive(PostLlm{{"hola"}, {"adiós"}, false, {}}, "666");
    arrive(ToolCall{SearchArguments{{"x"}, {}, {}, false}}, "666");
    ASSERT_EQ(front.got.size(), 3u);
    EXPECT_TRUE(std::get<ContextAnswer>(front.got[0].body).context.empty());
    EXPECT_TRUE(std::holds_alternative<AckAnswer>(front.got[1].body)) << "sending it again would change nothing";
    EXPECT_EQ(std::get<ErrorAnswer>(front.got[2].body).code, ErrorCode::identity_unknown);
    EXPECT_TRUE(evidence.got.empty() && prefetcher.got.empty() && tools.got.empty());
    EXPECT_EQ(
        registry.value("wetopi_memory_denied_total", {{Label::agent, "build"}, {Label::status, "sender_unknown"}}), 3);
    EXPECT_EQ(accounts.lines, std::vector<std::string>(3, "denied|build|||t1|sender_unknown"));
}
TEST_F(SessionsTest, GivesASubAgentThePersonOfItsParentsTurn) {
    auto speaker = speaker_of("43");
    speaker.platform = "subagent";
    speaker.origin = "telegram";
    ASSERT_EQ(sessions->tell(HookArrived{
                  1, ++frame, AgentId("build"), speaker, TurnId("t1"), {}, world.now() + 300ms, PreLlm{{"a goal"}}}),
              Delivery::accepted);
    world.settle();
    const auto wanted = prefetcher.all<ContextWanted>();
    ASSERT_EQ(wanted.size(), 1u);
    EXPECT_EQ(wanted[0].principal.user(), UserId("u_ben"));
    EXPECT_EQ(wanted[0].principal.scopes(), std::vector{platform_scope}) << "his rights, nothing private";
}
TEST_F(SessionsTest, TakesOnlyTheNativeRetainForAnIntent) {
    arrive(PreTool{"hindsight_retain", {"keep"}, "c1"});
    arrive(PreTool{"hindsight_recall", {}, "c2"});
    arrive(PreTool{"memory_retain", {"ours"}, "c3"});
    ASSERT_EQ(evidence.all<IntentSeen>().size(), 1u);
    EXPECT_EQ(evidence.all<IntentSeen>()[0].intent.content.text, "keep");
    EXPECT_EQ(registry.value("wetopi_memory_native_recall_total", {{Label::operation, "hindsight_recall"}}), 1);
}
TEST_F(SessionsTest, SendsToolResultsAndTheTurnsEndDownOnePath) {
    arrive(PostTool{{"terminal", {}, {"ok"}, true, "c1"}});
    arrive(PostLlm{{"u"}, {"a"}, false, {}});
    ASSERT_EQ(evidence.got.size(), 2u);
    EXPECT_TRUE(std::holds_alternative<ToolFinished>(evidence.got[0]));
    EXPECT_TRUE(std::holds_alternative<TurnEnded>(evidence.got[1]));
}
TEST_F(SessionsTest, ReactsToEveryFullMailboxAsWritten) {
    evidence.full = prefetcher.full = tools.full = true;
    arrive(PreLlm{{"hola"}});
    arrive(PostTool{});
    arrive(PostLlm{});
    arrive(ToolCall{StatusArguments{}});
    ASSERT_EQ(front.got.size(), 2u) << "evidence is missed, a turn is not acknowledged";
    EXPECT_TRUE(std::get<ContextAnswer>(front.got[0].body).context.empty());
    EXPECT_EQ(std::get<ErrorAnswer>(front.got[1].body).code, ErrorCode::busy);
    for (const auto* operation : {"context", "retain", "tool"})
        EXPECT_EQ(registry.value("wetopi_memory_backpressure_drops_total", {{Label::operation, operation}}), 1)
            << operation;
}
TEST_F(SessionsTest, CountsASearchByHandAfterAnEmptyContextOnce) {
    arrive(PreLlm{{"hola"}});
    sessions->deliver(ContextGiven{SessionId("build/s1"), true});
    world.settle();
    arrive(ToolCall{SearchArguments{{"x"}, {}, {}, false}});
    arrive(ToolCall{SearchArguments{{"x"}, {}, {}, false}});
    EXPECT_EQ(registry.value("wetopi_memory_manual_search_after_miss_total"), 1);
    EXPECT_EQ(tools.got.size(), 2u);
}
TEST_F(SessionsTest, ClosesASessionWhenToldAndWhenItHasBeenSilentTooLong) {
    arrive(SessionStart{}, "42", "told");
    arrive(SessionEnd{}, "42", "told");
    EXPECT_EQ(evidence.all<SessionClosed>().size(), 1u);
    arrive(SessionStart{}, "42", "silent");
    EXPECT_EQ(registry.value("wetopi_memory_sessions_open"), 1);
    world.advance(settings.limits.session_idle * 2);
    EXPECT_EQ(prefetcher.all<SessionClosed>().size(), 2u);
    EXPECT_EQ(registry.value("wetopi_memory_sessions_open"), 0);
}
TEST_F(SessionsTest, ForgetsTheLongestSilentSessionBeyondItsLimit) {
    settings.limits.sessions_max = 2;
    for (const auto* session : {"a", "b", "c"}) arrive(SessionStart{}, "42", session);
    ASSERT_EQ(evidence.all<SessionClosed>().size(), 1u);
    EXPECT_EQ(evidence.all<SessionClosed>()[0].session, SessionId("build/a")) << "a session is its agent's";
}
TEST_F(SessionsTest, SaysWithTheContextWantedWhichToolsTheLastTurnUsed) {
    const auto wanted = [&] { return prefetcher.all<ContextWanted>().back(); };
    arrive(PreLlm{{"one"}});
    EXPECT_EQ(wanted().task_kind, "chat");
    EXPECT_TRUE(wanted().tool_namespaces.empty());
    arrive(PostTool{{"terminal", {{"command", "kubectl get pods"}}, {}, true, "c1"}});
    arrive(PostTool{{"web_search", {}, {}, true, "c2"}}, "42", "s2");
    arrive(PreLlm{{"two"}});
    EXPECT_EQ(wanted().tool_namespaces, (std::vector<std::string>{"terminal", "kubectl"})) << "of this session alone";
    arrive(PreLlm{{"three"}});
    EXPECT_TRUE(wanted().tool_namespaces.empty()) << "the last turn used none";
}
TEST_F(SessionsTest, SaysWithTheEndOfATurnAndWithAToolCallWhereItCameFrom) {
    arrive(PreLlm{{"one"}});
    arrive(PostTool{{"web_search", {}, {}, true, "c1"}});
    arrive(ToolCall{SearchArguments{{"q"}, {}, {}, false}});
    EXPECT_EQ(tools.got.at(0).harness.platform, "telegram");
    EXPECT_EQ(tools.got[0].harness.task_kind, "chat");
    EXPECT_EQ(tools.got[0].harness.tool_namespaces, std::vector<std::string>{"web_search"});
    arrive(PostLlm{{"one"}, {"ok"}, false, {}});
    EXPECT_EQ(evidence.all<TurnEnded>().back().platform, "telegram");
    EXPECT_EQ(evidence.all<TurnEnded>().back().task_kind, "chat");
}

}  // namespace
}  // namespace wm
