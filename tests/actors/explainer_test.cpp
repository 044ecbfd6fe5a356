#include "actors/explainer.hpp"

#include "tests/actors/inbox.hpp"
#include "tests/actors/people.hpp"
#include "tests/actors/rules.hpp"
#include "tests/sim/world.hpp"

#include <gtest/gtest.h>

namespace wm {
namespace {

struct ExplainerTest : testing::Test {
    config::Settings settings = small_company();
    sim::World world{1};
    StoreRegistry stores{store_rows(settings)};
    Inbox<Explained> front;
    Explainer explainer{world, settings}, other{world, settings};

    void SetUp() override { explainer.continue_with(other); }
    void seen(Explainer& where, const char* turn, const char* session, policies::RecallKind kind,
              std::string text = "¿srv1x?") {
        policies::RecallRecord record;
        record.kind = kind;
        record.principal = principal_of(settings, stores, "42");
        record.session = SessionId(std::string("build/") + session);
        record.turn = TurnId(turn);
        record.at = WallTime(Millis(++at));
        record.text = {std::move(text)};
        record.rules = small_rules();
        record.stores = {{platform_scope, 1, "ok", Millis(5), {{platform_scope, {"srv1x is off"}}}}};
        ASSERT_EQ(where.tell(RecallSeen{std::make_shared<const policies::RecallRecord>(std::move(record))}),
                  Delivery::accepted);
        world.settle();
    }
    void context(const char* turn, const char* session = "s1") {
        seen(explainer, turn, session, policies::RecallKind::context);
    }
    Explained ask(ExplainQuery query) {
        ExplainWanted wanted{{7, 9, std::move(query)}, front};
        EXPECT_EQ(explainer.tell(std::move(wanted)), Delivery::accepted);
        world.settle();
        return front.got.back();
    }
    int at = 0;
};

TEST_F(ExplainerTest, ExplainsEveryRecallOfATurnWithItsMemories) {
    context("t1");
    context("t2");
    seen(explainer, "t1", "s1", policies::RecallKind::prefetch);
    seen(other, "t1", "s1", policies::RecallKind::search);
    const auto answer = ask({TurnId("t1")});
    EXPECT_EQ(answer.connection, 7u);
    EXPECT_EQ(answer.frame, 9u);
    ASSERT_EQ(answer.recalls.size(), 3u);
    EXPECT_EQ(answer.recalls[0].kind, policies::RecallKind::search) << "the latest first";
    EXPECT_EQ(answer.recalls[2].kind, policies::RecallKind::context);
    EXPECT_EQ(answer.recalls[2].candidates.size(), 1u);
    EXPECT_EQ(answer.recalls[2].session, SessionId("s1"));
    EXPECT_EQ(answer.kept, 4u);
    EXPECT_EQ(answer.kept_max, 2 * settings.observability.explain_turns_max);
    EXPECT_TRUE(answer.complete);
}
TEST_F(ExplainerTest, ListsTheLatestTurnsOfAllShardsALineEach) {
    for (const auto* turn : {"t1", "t2", "t3"}) context(turn);
    seen(other, "t4", "s2", policies::RecallKind::context);
    seen(explainer, "t3", "s1", policies::RecallKind::prefetch);
    ExplainQuery query;
    query.last = 3;
    const auto answer = ask(query);
    ASSERT_EQ(answer.recalls.size(), 3u);
    EXPECT_EQ(answer.recalls[0].turn, TurnId("t4"));
    EXPECT_EQ(answer.recalls[1].turn, TurnId("t3"));
    EXPECT_EQ(answer.recalls[2].turn, TurnId("t2"));
    EXPECT_TRUE(answer.recalls[0].candidates.empty());
}
TEST_F(ExplainerTest, ListsOneSessionOrOneAgentAlone) {
    context("t1", "s1");
    context("t2", "s2");
    EXPECT_EQ(ask({{}, SessionId("s2")}).recalls.size(), 1u);
    EXPECT_EQ(ask({{}, SessionId("s3")}).recalls.size(), 0u);
    EXPECT_EQ(ask({{}, {}, AgentId("build")}).recalls.size(), 2u);
    EXPECT_EQ(ask({{}, {}, AgentId("lead")}).recalls.size(), 0u);
    EXPECT_EQ(ask({TurnId("t1"), {}, AgentId("lead")}).recalls.size(), 0u);
}
TEST_F(ExplainerTest, SaysHowManyItKeepsWhenATurnIsNotAmongThem) {
    settings.observability.explain_turns_max = 2;
    for (const auto* turn : {"t1", "t2", "t3"}) context(turn);
    const auto gone = ask({TurnId("t1")});
    EXPECT_TRUE(gone.recalls.empty());
    EXPECT_EQ(gone.kept, 2u);
    EXPECT_EQ(ask({TurnId("t3")}).recalls.size(), 1u);
}
TEST_F(ExplainerTest, IsBoundedByBytesToo) {
    settings.observability.explain_bytes_max = 64 * 1024;
    for (int i = 0; i < 40; ++i)
        seen(explainer, ("t" + std::to_string(i)).c_str(), "s1", policies::RecallKind::context, std::string(8000, 'x'));
    const auto answer = ask({TurnId("t39")});
    EXPECT_EQ(answer.recalls.size(), 1u);
    EXPECT_LT(answer.kept, 9u);
    EXPECT_GT(answer.kept, 4u);
    seen(explainer, "huge", "s1", policies::RecallKind::context, std::string(100000, 'x'));
    EXPECT_EQ(ask({TurnId("huge")}).kept, 0u) << "what alone is beyond the bound is not kept";
}
TEST_F(ExplainerTest, AnswersWithWhatItHasWhenTheNextShardIsTooBusy) {
    auto busy_settings = settings;
    busy_settings.limits.mailbox_max = 0;
    Explainer busy(world, busy_settings);
    Explainer first(world, settings);
    first.continue_with(busy);
    ASSERT_EQ(first.tell(ExplainWanted{{1, 1, {TurnId("t1")}}, front}), Delivery::accepted);
    world.settle();
    ASSERT_EQ(front.got.size(), 1u);
    EXPECT_FALSE(front.got[0].complete);
}

TEST_F(ExplainerTest, ShowsWhatWasJudgedOfATurnBesideItsRecalls) {
    const auto judged = [&](const char* turn, const char* session, std::size_t bytes = 10) {
        policies::JudgedTurn what;
        what.turn = TurnId(turn);
        what.session = SessionId(std::string("build/") + session);
        what.agent = AgentId("build");
        what.at = WallTime(Millis(++at));
        what.verdicts = {{platform_scope,
                          RecordType::state,
                          "remember",
                          policies::Strength::very_high,
                          "",
                          {std::string(bytes, 'x')},
                          {}}};
        ASSERT_EQ(explainer.tell(TurnJudged{std::make_shared<const policies::JudgedTurn>(std::move(what))}),
                  Delivery::accepted);
        world.settle();
    };
    context("t1");
    judged("t1", "s1");
    judged("t2", "s1");
    const auto answer = ask({TurnId("t1")});
    EXPECT_EQ(answer.recalls.size(), 1u);
    ASSERT_EQ(answer.judged.size(), 1u);
    EXPECT_EQ(answer.judged[0]->turn, TurnId("t1"));
    EXPECT_TRUE(ask({TurnId("t1"), SessionId("s2")}).judged.empty()) << "another session's";
    EXPECT_TRUE(ask({}).judged.empty()) << "a list has recalls alone";
    judged("t3", "s1", settings.observability.explain_bytes_max - 1000);
    EXPECT_TRUE(ask({TurnId("t1")}).recalls.empty()) << "the oldest went, whichever kind it was";
    EXPECT_TRUE(ask({TurnId("t1")}).judged.empty());
    EXPECT_EQ(ask({TurnId("t3")}).judged.size(), 1u);
}

TEST_F(ExplainerTest, ShowsNoSecretOfAVerdictThatWhoJudgedHadMissed) {
    policies::JudgedTurn what;
    what.turn = TurnId("t1");
    what.session = SessionId("build/s1");
    what.agent = AgentId("build");
    what.verdicts = {{{},
                      {},
                      "chatter",
                      policies::Strength::zero,
                      "chatter",
                      {"the key is ghp_" + std::string("16C7e42F292c6912E7710c838347Ae178B4a")},
                      {}}};
    ASSERT_EQ(explainer.tell(TurnJudged{std::make_shared<const policies::JudgedTurn>(std::move(what))}),
              Delivery::accepted);
    world.settle();
    const auto answer = ask({TurnId("t1")});
    ASSERT_EQ(answer.judged.size(), 1u);
    EXPECT_EQ(answer.judged[0]->verdicts.at(0).text.text, "the key is [REDACTED:github]");
}

}  // namespace
}  // namespace wm
