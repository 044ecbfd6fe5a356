// The retain policy scored on the labelled turns with the rule packs of the binary, beside noise, and on further statements.

#include "tests/policies/judge_support.hpp"
#include "tests/policies/labelled_turns.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace wm::policies {
namespace {

using testing_judge::context;

using testing_turns::LabelledTurn;
using testing_turns::Score;

std::vector<LabelledTurn> turns(const std::string& name) {
    return testing_turns::read_turns(std::string(WM_SOURCE_DIR) + "/tests/data/" + name);
}

Score score(const std::vector<LabelledTurn>& labelled) {
    Score result;
    const JudgeContext judge = context();
    for (const LabelledTurn& turn : labelled)
        testing_turns::score_turn(turn, testing_turns::predict(turn, judge), result);
    return result;
}

void show(const Score& result) {
    testing_turns::print(result);
    for (const std::string& line : result.explanations) std::printf("  %s\n", line.c_str());
}

// What kubectl, a journal and Ansible really printed, `bytes` of whole lines from another place each time.
std::string captured(std::size_t bytes, std::size_t number) {
    static const std::vector<std::string> texts = [] {
        std::vector<std::string> read;
        for (const char* name : {"ansible", "journal", "kubectl"}) {
            std::ifstream file(std::string(WM_SOURCE_DIR) + "/tests/data/tool_output/" + name + ".txt");
            read.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
        }
        return read;
    }();
    const std::string& text = texts[number % texts.size()];
    std::size_t at = text.find('\n', number * 7919 % (text.size() / 2)) + 1;
    std::string out;
    while (out.size() < bytes) {
        if (at >= text.size()) at = 0;
        const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
        out.append(text, at, end - at);
        at = end;
    }
    return out;
}

TEST(RetainTurns, ReachTheAskedQualityAndLeakNothing) {
    const std::vector<LabelledTurn> labelled = turns("turns.jsonl");
    ASSERT_EQ(labelled.size(), 200U);
    const Score result = score(labelled);
    show(result);
    EXPECT_GE(result.by.at("all").f1(), 0.92);
    EXPECT_GE(result.by.at("scope:platform").f1(), 0.90);
    EXPECT_GE(result.by.at("scope:business").f1(), 0.90);
    for (const char* language : {"lang:es", "lang:en", "lang:de"})
        EXPECT_GE(result.by.at(language).f1(), 0.88) << language;
    EXPECT_GE(result.found, 0.97 * result.needed);
    EXPECT_TRUE(result.leaks.empty());
    EXPECT_GE(result.with_record, 0.9 * result.relevant);
}

TEST(RetainTurns, LoseAtMostAPointWhenToolResultsDrownInOutput) {
    std::vector<LabelledTurn> labelled = turns("turns.jsonl");
    const double clean = score(labelled).by.at("all").f1();
    std::size_t number = 0;
    for (LabelledTurn& turn : labelled) {
        for (ToolRun& run : turn.turn.tools) {
            number += 2;
            run.result.text = captured(10'000, number) + run.result.text + "\n" + captured(10'000, number + 1);
        }
    }
    const Score drowned = score(labelled);
    testing_turns::print(drowned);
    EXPECT_GE(drowned.by.at("all").f1(), clean - 0.01);
    EXPECT_TRUE(drowned.leaks.empty());
}

TEST(RetainTurns, JudgeFreshStatementsWithoutFalseRecords) {
    const Score result = score(turns("retain_fresh.jsonl"));
    show(result);
    EXPECT_GE(result.by.at("all").f1(), 0.85);
    EXPECT_GE(result.by.at("all").precision(), 0.95);
}

// What later writers wrote and the rules were widened by since; tests/data/README.md says what first sight was.
TEST(RetainTurns, KeepTheirLevelOnTurnsOfLaterWriters) {
    const std::pair<const char*, double> floors[] = {{"fresh_turns.jsonl", 0.97},   {"fresh_turns_2.jsonl", 0.97},
                                                     {"fresh_turns_3.jsonl", 0.97}, {"fresh_turns_4.jsonl", 0.97},
                                                     {"fresh_turns_5.jsonl", 0.94}, {"fresh_turns_6.jsonl", 0.92},
                                                     {"fresh_turns_7.jsonl", 0.89}};
    for (const auto& [file, floor] : floors) {
        const Score result = score(turns(file));
        EXPECT_GE(result.by.at("all").f1(), floor) << file;
        EXPECT_TRUE(result.leaks.empty()) << file;
    }
}

}  // namespace
}  // namespace wm::policies
