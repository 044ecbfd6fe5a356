// What `evaluate` prints of its own judging.
#include "cli/evaluate_score.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace wm::cli {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;

std::string printed(const EvaluateScore& score) {
    std::ostringstream out;
    score.print(out);
    return out.str();
}

TEST(EvaluateScore, CountsByLanguageScopeAndType) {
    EvaluateScore score;
    score.add("es", {{"platform", "event"}, {"platform", "state"}}, {{"platform", "event"}});
    score.add("en", {}, {{"business", "decision"}});
    const auto text = printed(score);
    EXPECT_THAT(text, ContainsRegex("all +precision 0.500  recall 0.500  F1 0.500  .1 hit, 1 extra, 1 missed"));
    EXPECT_THAT(text, ContainsRegex("language es +precision 1.000  recall 0.500"));
    EXPECT_THAT(text, ContainsRegex("scope business +precision 0.000"));
    EXPECT_THAT(text, ContainsRegex("type state +precision 1.000  recall 0.000"));
}

TEST(EvaluateScore, SaysWhichTypeWasTakenForWhichAndWhichScope) {
    EvaluateScore score;
    score.add("es", {{"platform", "learning"}}, {{"platform", "state"}});
    score.add("es", {{"business", "decision"}}, {{"platform", "decision"}});
    const auto text = printed(score);
    EXPECT_THAT(text, ContainsRegex("learning +1 +0 +0 +0 +0 +0 +0 +0\n"));
    EXPECT_THAT(text, ContainsRegex("decision +0 +0 +0 +0 +0 +0 +0 +1\n"));
}

TEST(EvaluateScore, SaysHowManyCallsATurnTakesAndHowManyTurnsGiveARecord) {
    EvaluateScore score;
    score.add("es", {{"platform", "event"}}, {{"platform", "event"}, {"business", "state"}});
    score.add("es", {{"platform", "event"}}, {});
    const auto text = printed(score);
    EXPECT_THAT(text, HasSubstr("give a record: 1 of 2"));
    EXPECT_THAT(text, HasSubstr("retain calls a turn: 1.000 on average, 2 at most"));
}

TEST(EvaluateScore, SaysHowMuchOfWhatMustBeWrittenIsAndWhatMustNotBe) {
    EvaluateScore score;
    score.add("es", {}, {});
    score.add_wanted(true);
    score.add_wanted(false);
    score.add_banned();
    EXPECT_THAT(printed(score), HasSubstr("must_contain found: 0.500 (1 of 2), must_not_contain written: 1"));
}

TEST(EvaluateScore, PrintsNothingOfTurnsWithoutLabels) { EXPECT_EQ(printed(EvaluateScore()), ""); }

}  // namespace
}  // namespace wm::cli
