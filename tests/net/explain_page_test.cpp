#include "net/explain_page.hpp"

#include <gmock/gmock.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

namespace wm {
namespace {

using testing::HasSubstr;

ExplainQuery asked(std::string_view target) {
    const auto query = parse_explain_query(target);
    if (const auto* wrong = std::get_if<std::string>(&query)) {
        ADD_FAILURE() << target << ": " << *wrong;
        return {};
    }
    return std::get<ExplainQuery>(query);
}

// A turn whose cache held nothing for the message, with one of each end that a memory may have.
std::shared_ptr<const policies::JudgedTurn> judged_of(const policies::Explanation& recall, WallTime day) {
    policies::JudgedTurn judged;
    judged.turn = recall.turn;
    judged.agent = recall.agent;
    judged.user = recall.user;
    judged.at = day;
    judged.status = "retained";
    judged.candidates = 2;
    judged.verdicts = {{ScopeName("platform"),
                        RecordType::state,
                        "executed_change",
                        policies::Strength::very_high,
                        "",
                        {"pve04 está apagado"},
                        {"call-1"}},
                       {{}, {}, "speculation", policies::Strength::low, "speculation", {"igual es la RAM"}, {}}};
    return std::make_shared<const policies::JudgedTurn>(judged);
}

Explained example() {
    policies::Explanation recall;
    recall.turn = TurnId("20260906_1:20260906_1:0a1b2c3d");
    recall.session = SessionId("20260906_1");
    recall.agent = AgentId("wetopi-build");
    recall.user = UserId("u_ada");
    recall.platform = "telegram";
    recall.at = WallTime(Millis(1788681600123));
    recall.text = {"¿En qué estado está pve04?"};
    recall.threshold = 0.5;
    recall.scopes = {{ScopeName("platform"), 0.917, 3.2, policies::ScopeFate::chosen},
                     {ScopeName("business"), 0, 0.4, policies::ScopeFate::not_confident}};
    recall.reasons = {{ScopeName("platform"), "platform/hosts: pve", 2}, {ScopeName("any"), "context/ours", 0.3}};
    recall.trigger = policies::Trigger::high_confidence_cache_miss;
    recall.waiting = policies::Waiting::synchronous;
    recall.source = "synchronous";
    recall.had_cache = true;
    recall.generation = 12;
    recall.stores = {{ScopeName("platform"), 0.917, "ok", Millis(38), 2}};
    const WallTime day(Millis(1788595200000));
    recall.candidates = {{ScopeName("platform"),
                          {"pve04 is powered off"},
                          MemoryType::observation,
                          0.83,
                          0.917,
                          day,
                          "m-1",
                          policies::Fate::injected,
                          0},
                         {ScopeName("platform"),
                          {"pve04: powered off"},
                          MemoryType::world,
                          0.8,
                          0.458,
                          {},
                          "m-2",
                          policies::Fate::duplicate,
                          0},
                         {ScopeName("platform"),
                          {"The invoices are sent on Mondays"},
                          MemoryType::observation,
                          0.4,
                          0,
                          day,
                          "",
                          policies::Fate::not_relevant,
                          0}};
    recall.given = 1;
    recall.tokens = 57;
    recall.took = Millis(41);
    Explained out;
    out.query.turn = recall.turn;
    out.recalls = {recall};
    out.judged = {judged_of(recall, day)};
    out.kept = 12;
    out.kept_max = 256;
    return out;
}

TEST(ExplainPage, ReadsTheQuestionFromTheQuery) {
    EXPECT_EQ(asked("/v1/admin/explain").last, 20u);
    EXPECT_EQ(asked("/v1/admin/explain?turn=a%3Ab%2f1").turn, TurnId("a:b/1"));
    const auto list = asked("/v1/admin/explain?session=s-1&agent=wetopi-build&&last=100");
    EXPECT_EQ(list.session, SessionId("s-1"));
    EXPECT_EQ(list.agent, AgentId("wetopi-build"));
    EXPECT_EQ(list.last, 100u);
    EXPECT_TRUE(list.turn.empty());
}
TEST(ExplainPage, SaysWhatIsWrongWithAQuestion) {
    for (const auto* bad : {"?turn", "?turn=", "?turn=%", "?turn=%1", "?turn=%0a", "?turn=%zz", "?last=0", "?last=101",
                            "?last=1x", "?last=-1", "?user=u_ada", "?turn=t&bank=x"}) {
        const auto query = parse_explain_query(std::string("/v1/admin/explain") + bad);
        ASSERT_TRUE(std::holds_alternative<std::string>(query)) << bad;
        EXPECT_GT(std::get<std::string>(query).size(), 20u) << bad;
    }
    EXPECT_TRUE(std::holds_alternative<std::string>(parse_explain_query("?turn=" + std::string(513, 'x'))));
    EXPECT_TRUE(std::holds_alternative<ExplainQuery>(parse_explain_query("?turn=" + std::string(512, 'x'))));
}
TEST(ExplainPage, WritesTheGoldenExample) {
    const std::string path = "tests/golden/explain.json";
    if (std::getenv("WM_UPDATE")) std::ofstream(path) << encode(example());
    std::ifstream in(path);
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(in), {}), encode(example())) << "WM_UPDATE=1 rewrites it";
}
TEST(ExplainPage, AListHasALineATurnWithoutRulesAndMemories) {
    auto list = example();
    list.query.turn = TurnId();
    const auto text = encode(list);
    EXPECT_EQ(text.find("candidates"), std::string::npos);
    EXPECT_EQ(text.find("reasons"), std::string::npos);
    EXPECT_THAT(text, HasSubstr("\"source\":\"synchronous\""));
    EXPECT_EQ(encode({}), "{\"kept\":0,\"kept_max\":0,\"complete\":true,\"recalls\":[]}\n");
}
TEST(ExplainPage, SaysHowManyTurnsAreKeptWhenOneIsNotAmongThem) {
    EXPECT_THAT(explain_not_found(example()), HasSubstr("the 12 that are remembered (at most 256"));
}

}  // namespace
}  // namespace wm
