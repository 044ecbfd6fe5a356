// Where the relevance floor of store/query stands: a question about something known finds it first, an unrelated one
// finds nothing. The shares are printed, and bounded below.

#include "store/memories.hpp"
#include "tests/store/questions.hpp"
#include "tests/store/support.hpp"
#include "tests/store/unknown_names.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <span>

namespace wm::test {
namespace {

MemoryTable filled(const std::string& folder, const BankId& bank) {
    auto table = std::get<MemoryTable>(MemoryTable::open(folder));
    int number = 0;
    for (const auto& one : known) {
        const auto name = std::to_string(++number);
        RetainBatch batch{ScopeName("platform"), OperationId("op-" + name), at_millis(1'780'000'000'000 + number), {}};
        batch.items.push_back({DocumentId("doc-" + name), {one.text}, "", {}, one.subject, one.attribute});
        EXPECT_EQ(table.retain(bank, batch, at_millis(1'780'000'100'000)), 1u);
    }
    return table;
}

TEST(Relevance, FindsWhatWasAskedForAndNothingForTheRest) {
    TempDir folder;
    const auto platform = bank("platform");
    auto table = filled(folder.path(), platform);
    std::size_t first = 0, found = 0, silent = 0;
    for (const auto& [question, answer] : asked) {
        const auto rows = *table.find(platform, question, {MemoryType::observation}, 5);
        const auto holds = [&](const FoundRow& row) { return row.text.find(answer) != std::string::npos; };
        const bool hit = std::ranges::any_of(rows, holds), best = hit && holds(rows.front());
        found += hit;
        first += best;
        if (!best)
            std::printf("missed%s: %s (%zu rows%s%s)\n", hit ? " as first" : "", question, rows.size(),
                        rows.empty() ? "" : ", first: ", rows.empty() ? "" : rows.front().text.c_str());
    }
    for (const auto* question : unrelated) {
        const auto rows = *table.find(platform, question, {MemoryType::observation}, 5);
        silent += rows.empty();
        if (!rows.empty()) std::printf("not silent: %s → %s\n", question, rows.front().text.c_str());
    }
    std::printf("found %zu of %zu (first %zu), silent %zu of %zu\n", found, std::size(asked), first, silent,
                std::size(unrelated));
    EXPECT_GE(first, std::size(asked) * 95 / 100);
    EXPECT_GE(found, std::size(asked) * 97 / 100);
    EXPECT_EQ(silent, std::size(unrelated));
}

MemoryTable filled_with_what_is_alike(const std::string& folder, const BankId& bank) {
    auto table = std::get<MemoryTable>(MemoryTable::open(folder));
    int number = 0;
    for (const auto* text : alike) {
        const auto name = std::to_string(++number);
        RetainBatch batch{ScopeName("platform"), OperationId("op-" + name), at_millis(1'780'000'000'000 + number), {}};
        batch.items.push_back({DocumentId("doc-" + name), {text}, "", {}, "", ""});
        EXPECT_EQ(table.retain(bank, batch, at_millis(1'780'000'100'000)), 1u);
    }
    return table;
}

struct Counted {
    std::size_t wrong = 0, found = 0;
};
Counted counted(MemoryTable& table, const BankId& bank, std::span<const char* const> unknown,
                std::span<const OtherWords> known_otherwise) {
    Counted out;
    for (const auto* question : unknown) {
        const auto rows = *table.find(bank, question, {MemoryType::observation}, 5);
        out.wrong += !rows.empty();
        if (!rows.empty()) std::printf("another's: %s → %s\n", question, rows.front().text.c_str());
    }
    for (const auto& [question, answer] : known_otherwise) {
        const auto rows = *table.find(bank, question, {MemoryType::observation}, 3);
        const bool hit =
            std::ranges::any_of(rows, [&](const FoundRow& row) { return row.text.find(answer) != std::string::npos; });
        out.found += hit;
        if (!hit)
            std::printf("missed: %s (%zu rows%s%s)\n", question, rows.size(),
                        rows.empty() ? "" : ", first: ", rows.empty() ? "" : rows.front().text.c_str());
    }
    std::printf("another thing's fact for %zu of %zu, found in other words %zu of %zu\n", out.wrong, unknown.size(),
                out.found, known_otherwise.size());
    return out;
}

TEST(Relevance, GivesNothingAboutAnotherThingThanTheQuestionNames) {
    TempDir folder;
    const auto platform = bank("platform");
    auto table = filled_with_what_is_alike(folder.path(), platform);
    const auto of_another = counted(table, platform, about_the_unknown, in_other_words);
    EXPECT_EQ(of_another.wrong, 0u);
    EXPECT_EQ(of_another.found, std::size(in_other_words));
    const auto fresh = counted(table, platform, about_the_unknown_at_first_sight, in_other_words_at_first_sight);
    EXPECT_EQ(fresh.wrong, 0u);
    EXPECT_EQ(fresh.found, std::size(in_other_words_at_first_sight));
}

}  // namespace
}  // namespace wm::test
