#include "config/document.hpp"

#include "config/schema.hpp"
#include "tests/config/reading.hpp"

#include <gmock/gmock.h>

#include <cstdlib>
#include <set>

using namespace wm::config;

TEST(Document, TheCommittedPageIsTheOneThatTheTableMakes) {
    const auto file = source("docs/config.md");
    if (std::getenv("WM_UPDATE")) std::ofstream(file, std::ios::binary) << document();
    EXPECT_EQ(contents(file), document()) << "run with WM_UPDATE=1 to write docs/config.md anew";
}

TEST(Document, EveryKeyOfTheTableHasItsLine) {
    const auto text = document();
    for (const auto& row : rows()) EXPECT_THAT(text, testing::HasSubstr("| `" + row.path + "` | ")) << row.path;
    for (const auto& family : families()) EXPECT_THAT(text, testing::HasSubstr(family.path)) << family.path;
}

TEST(Schema, EveryRowSaysWhatItIsAndNoKeyComesTwice) {
    std::set<std::string> paths;
    for (const auto& row : rows()) {
        EXPECT_TRUE(paths.insert(row.path).second) << row.path;
        EXPECT_FALSE(row.text.empty() || row.type.empty() || row.allowed.empty()) << row.path;
        EXPECT_TRUE(row.put && row.get) << row.path;
        EXPECT_EQ(row.list, static_cast<bool>(row.clear)) << row.path;
    }
    EXPECT_EQ(places_of("max_inflight"), std::vector<std::string>{"backend.concurrency.max_inflight"});
    EXPECT_TRUE(places_of("wibble").empty());
}
