#include "policies/budget.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <random>
#include <string>

namespace wm::policies {
namespace {

std::string unescaped(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\\' || i + 1 == text.size()) out += text[i];
        else if (const char c = text[++i]; c == 'n') out += '\n';
        else out += c == 't' ? '\t' : c;
    }
    return out;
}

TEST(EstimateTokens, IsNeverBelowARealTokenizerAndNotFarAbove) {
    std::ifstream in(std::string(WM_SOURCE_DIR) + "/tests/data/token_counts.tsv");
    ASSERT_TRUE(in);
    struct Sum {
        double real = 0, estimate = 0;
    };
    std::map<std::string, Sum> sums;
    Sum all;
    for (std::string line; std::getline(in, line);) {
        if (line.empty() || line[0] == '#') continue;
        const auto first = line.find('\t'), second = line.find('\t', first + 1);
        const auto kind = line.substr(0, first);
        const auto real = static_cast<unsigned>(std::stoul(line.substr(first + 1)));
        const auto text = unescaped(line.substr(second + 1));
        const auto estimate = estimate_tokens(text);
        EXPECT_GE(estimate, real) << kind << ": " << text;
        for (auto* sum : {&sums[kind], &all}) sum->real += real, sum->estimate += estimate;
    }
    ASSERT_GT(all.real, 3000);
    for (const auto& [kind, sum] : sums)
        std::printf("  %-7s over-counts by %3.0f %%\n", kind.c_str(), 100 * (sum.estimate / sum.real - 1));
    EXPECT_LT(all.estimate / all.real, 1.6);
}

TEST(EstimateTokens, OfNothingIsNothing) {
    EXPECT_EQ(estimate_tokens(""), 0u);
    EXPECT_EQ(estimate_tokens("a"), 1u);
}

TEST(EstimateTokens, ReadsAnyBytesAndIsNearlyAdditive) {
    std::mt19937 random(5);
    for (int round = 0; round < 2000; ++round) {
        std::string text;
        for (auto n = random() % 60; n > 0; --n) text += static_cast<char>(random());
        const auto whole = estimate_tokens(text);
        EXPECT_LE(whole, 4 * text.size() + 1);
        std::string twice = text + "\n" + text;
        EXPECT_GE(estimate_tokens(twice) + 1, 2 * whole) << "a text does not get cheaper beside another";
        EXPECT_LE(estimate_tokens(twice), 2 * whole + 1);
    }
}

}  // namespace
}  // namespace wm::policies
