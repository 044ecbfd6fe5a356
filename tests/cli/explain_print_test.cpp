#include "cli/explain_print.hpp"

#include <gmock/gmock.h>
#include <boost/json.hpp>

#include <fstream>
#include <iterator>

namespace wm::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

boost::json::object golden() {
    std::ifstream in("tests/golden/explain.json");
    return boost::json::parse(std::string(std::istreambuf_iterator<char>(in), {})).as_object();
}
boost::json::object& first(boost::json::object& answer) { return answer.at("recalls").as_array().at(0).as_object(); }

TEST(ExplainPrint, ShowsATurnWithItsScopesRulesStoresAndMemories) {
    const auto text = explained_turn(golden());
    for (const auto* part :
         {"turn 20260906_1:20260906_1:0a1b2c3d", "wetopi-build for u_ada on telegram", "¿En qué estado está pve04?",
          "platform        0.92", "not chosen", "+2.00  platform", "a scope is near certain", "recalled at once",
          "ok after 38 ms, 2 memories", "1 memories injected, 57 tokens, source synchronous, after 41 ms", "injected",
          "duplicate of 1", "not about this message", "retained, 2 statements looked at",
          "kept     platform        state       executed_change (very_high); calls call-1",
          "refused  -               -           speculation: a guess, or thrown away", "pve04 está apagado",
          "12 recalls are remembered, at most 256"})
        EXPECT_THAT(text, HasSubstr(part));
}
TEST(ExplainPrint, ListsATurnInALine) {
    const auto text = explained_list(golden());
    EXPECT_THAT(text, HasSubstr("2026-09-06T08:00:00  20260906_1:20260906_1:0a1b2c3d"));
    EXPECT_THAT(text, HasSubstr("12 recalls are remembered"));
    EXPECT_EQ(explained_list({{"kept", 0}, {"kept_max", 256}, {"complete", false}}),
              "0 recalls are remembered, at most 256; a shard was too busy to look\n");
}
TEST(ExplainPrint, LetsNoControlCharacterOfAMemoryReachTheTerminal) {
    auto answer = golden();
    first(answer)["message"] =
        "a\x1b[31m\n\xC2\x9B"
        "b";
    first(answer).at("candidates").as_array().at(0).as_object()["content"] = "c\x1b]0;d\x07\r\n";
    const auto text = explained_turn(answer) + explained_list(answer);
    EXPECT_THAT(text, Not(HasSubstr("\x1b")));
    EXPECT_THAT(text, Not(HasSubstr("\x07")));
    EXPECT_THAT(text, Not(HasSubstr("\xC2\x9B")));
    EXPECT_THAT(text, HasSubstr("[31m b"));
}
TEST(ExplainPrint, SaysThatAMessageRoutesNowhere) {
    auto answer = golden();
    auto& recall = first(answer);
    recall["scopes"] = boost::json::array();
    recall["reasons"] = boost::json::array();
    recall["trigger"] = "none";
    recall["waiting"] = "not_triggered";
    const auto text = explained_text(recall);
    EXPECT_THAT(text, HasSubstr("nowhere: no scope reaches the threshold of 0.50"));
    EXPECT_THAT(text, HasSubstr("none fired"));
    EXPECT_THAT(text, HasSubstr("not waited for"));
}
TEST(ExplainPrint, ReadsAnAnswerWithoutTheKeysItKnows) {
    const boost::json::object odd{{"recalls", {boost::json::object{{"scopes", {boost::json::object{}}}}}}};
    EXPECT_FALSE(explained_turn(odd).empty());
    EXPECT_FALSE(explained_list(odd).empty());
}

}  // namespace
}  // namespace wm::cli
