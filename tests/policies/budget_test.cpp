#include "policies/budget.hpp"

#include "policies/context.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <map>
#include <random>
#include <string>

namespace wm::policies {
namespace {

// A row of tests/data: a word, what real tokenizers count, the text.
struct Row {
    std::string kind;
    unsigned real = 0;
    std::string text;
};

std::string unescaped(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\\' || i + 1 == text.size()) out += text[i];
        else if (const char c = text[++i]; c == 'n') out += '\n';
        else out += c == 't' ? '\t' : c;
    }
    return out;
}
std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '\n') out += "\\n";
        else if (c == '\t') out += "\\t";
        else out += c == '\\' ? "\\\\" : std::string(1, c);
    }
    return out;
}

std::string path_of(const char* table) { return std::string(WM_SOURCE_DIR) + "/tests/data/" + table; }

std::vector<Row> rows_of(const char* table) {
    std::vector<Row> rows;
    std::ifstream in(path_of(table));
    for (std::string line; std::getline(in, line);) {
        if (line.empty() || line[0] == '#') continue;
        const auto first = line.find('\t'), second = line.find('\t', first + 1);
        rows.push_back({line.substr(0, first), static_cast<unsigned>(std::stoul(line.substr(first + 1))),
                        unescaped(line.substr(second + 1))});
    }
    return rows;
}

TEST(EstimateTokens, IsNeverBelowARealTokenizerAndNotFarAbove) {
    std::map<std::string, std::vector<double>> ratios;
    double real = 0, estimated = 0;
    for (const auto& row : rows_of("token_counts.tsv")) {
        const auto estimate = estimate_tokens(row.text);
        EXPECT_GE(estimate, row.real) << row.kind << ": " << row.text;
        ratios[row.kind].push_back(static_cast<double>(estimate) / row.real);
        real += row.real;
        estimated += estimate;
    }
    ASSERT_GT(real, 30000);
    for (auto& [kind, all] : ratios) {
        std::sort(all.begin(), all.end());
        std::printf("  %-8s %3zu texts, over-counts by %3.0f %% (median), %3.0f %% (most)\n", kind.c_str(), all.size(),
                    100 * (all[all.size() / 2] - 1), 100 * (all.back() - 1));
    }
    EXPECT_LT(estimated / real, 1.6);
}

// Blocks of memories of every kind of text, under budgets of all sizes: the same ones at every run.
std::vector<std::pair<std::uint32_t, std::string>> blocks() {
    const auto texts = rows_of("token_counts.tsv");
    const std::string header =
        "[Wetopi Memory Plane]\nThe following information comes from persistent Wetopi memory.\n";
    const ScopeName scopes[] = {ScopeName("platform"), ScopeName("business"), ScopeName("customer-acme")};
    std::mt19937 random(23);
    std::vector<std::pair<std::uint32_t, std::string>> all;
    while (all.size() < 60) {
        std::vector<Memory> memories;
        for (auto n = 1 + random() % 12; n > 0; --n) {
            const auto day = std::chrono::sys_days(std::chrono::year(2026) / 1 / 1) +
                             std::chrono::days(static_cast<int>(random() % 300));
            memories.push_back({scopes[random() % std::size(scopes)],
                                {texts[random() % texts.size()].text},
                                MemoryType::observation,
                                0,
                                WallTime(day.time_since_epoch()),
                                ""});
        }
        const std::uint32_t total = 60 + random() % 500;
        auto block = render_context(header, memories, {{scopes[0], total / 2}}, total);
        if (!block.text.empty()) all.emplace_back(total, std::move(block.text.text));
    }
    return all;
}

// What is counted is what is sent: the ceiling covers header, frames and lines, by a real tokenizer's count.
TEST(EstimateTokens, KeepsABlockWithinItsBudgetForARealTokenizerToo) {
    const auto made = blocks();
    if (std::getenv("WM_UPDATE") != nullptr) {
        std::ofstream out(path_of("context_blocks.tsv"));
        out << "# budget, the higher count of cl100k_base and o200k_base, the block; count_tokens.py fills the counts "
               "in\n";
        for (const auto& [budget, text] : made) out << budget << "\t0\t" << escaped(text) << "\n";
    }
    const auto counted = rows_of("context_blocks.tsv");
    ASSERT_EQ(counted.size(), made.size());
    double used = 0;
    for (std::size_t i = 0; i < made.size(); ++i) {
        const auto& [budget, text] = made[i];
        ASSERT_EQ(counted[i].text, text) << "the blocks have changed: WM_UPDATE=1, then tests/data/count_tokens.py "
                                            "tests/data/context_blocks.tsv";
        ASSERT_GT(counted[i].real, 0u) << "not counted: tests/data/count_tokens.py tests/data/context_blocks.tsv";
        EXPECT_LE(counted[i].real, estimate_tokens(text)) << text;
        EXPECT_LE(estimate_tokens(text), budget) << text;
        used += static_cast<double>(counted[i].real) / budget;
    }
    std::printf("  %zu blocks: a real tokenizer counts %.0f %% of the budget on average\n", made.size(),
                100 * used / static_cast<double>(made.size()));
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
