// Where the relevance floor of store/query stands: a question about something known finds it first, an unrelated one
// finds nothing. The shares are printed, and bounded below.

#include "store/memories.hpp"
#include "tests/store/questions.hpp"
#include "tests/store/support.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

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

}  // namespace
}  // namespace wm::test
