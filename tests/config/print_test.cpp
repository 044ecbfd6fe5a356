#include "config/print.hpp"

#include "config/defaults.hpp"
#include "config/schema.hpp"
#include "tests/config/reading.hpp"

#include <gmock/gmock.h>

using namespace wm;
using namespace wm::config;
using testing::HasSubstr;
using testing::Not;

namespace {

LoadResult full() { return load_file(source("tests/config/full.yaml"), environment({{"WM_TEST_KEY", "hunter2"}})); }

// The settings as a reader of the printed text sees them: secrets are gone.
Settings without_secrets(Settings settings) {
    if (!settings.backend.api_key.empty()) settings.backend.api_key = Secret("***");
    if (!settings.spool.key.empty()) settings.spool.key = Secret("***");
    return settings;
}

}  // namespace

TEST(Print, TheDefaultsComeBackAsTheyWere) { EXPECT_EQ(good(print(default_settings())), default_settings()); }

TEST(Print, EveryKeyComesBackAsItWasApartFromSecrets) {
    const auto result = full();
    ASSERT_TRUE(result.ok()) << describe(result);
    const auto again = load(print(*result.settings), "printed", environment());
    ASSERT_TRUE(again.ok()) << describe(again);
    EXPECT_EQ(*again.settings, without_secrets(*result.settings));
    EXPECT_EQ(print(*again.settings), print(*result.settings));
}

TEST(Print, TheFullFileGivesEveryRowOfTheTable) {
    const auto result = full();
    for (const auto& row : rows()) {
        auto path = row.path;
        for (const auto& [placeholder, word] : {std::pair<std::string, std::string>{"<scope>", "personal"},
                                                {"<type>", "state"},
                                                {"<user>", "u_1234"},
                                                {"<agent>", "wetopi-build"},
                                                {"<profile>", "default"},
                                                {"[]", "[0]"}})
            if (const auto at = path.find(placeholder); at != std::string::npos)
                path.replace(at, placeholder.size(), word);
        if (path == "stores.personal.bank") path = "stores.customer-42.bank";
        EXPECT_TRUE(result.origins.contains(path)) << path;
    }
}

TEST(Print, TheFullFileLeavesNoDefaultInPlace) {
    const auto changed = print(*full().settings);
    const std::vector<std::string> pinned{"version: 1",
                                          "mode: rules",
                                          "key: query_hash",
                                          "fail_open: true",
                                          "backend.retain.batching: true",
                                          "recall.parallel: true",
                                          "retain.async: true",
                                          "reject_secrets: true",
                                          "reject_raw_tool_output: true",
                                          "reject_unverified_hypotheses: true",
                                          "batching: per_turn_per_scope",
                                          "include_content_in_logs: false"};
    for (const auto& row : rows()) {
        if (row.path.find('<') != std::string::npos) continue;
        const auto before = row.get(default_settings(), {});
        const auto after = row.get(*full().settings, {});
        const bool may_be_equal = std::any_of(pinned.begin(), pinned.end(), [&](const std::string& line) {
            return row.path.ends_with(line.substr(0, line.find(':'))) &&
                   before->front() == line.substr(line.find(' ') + 1);
        });
        EXPECT_TRUE(before != after || may_be_equal) << row.path;
    }
    EXPECT_THAT(changed, HasSubstr("require_durable: false"));
}

TEST(Print, ASecretIsNeverShown) {
    const auto result = full();
    const auto text = print(*result.settings, result.origins);
    EXPECT_THAT(text, Not(HasSubstr("hunter2")));
    EXPECT_THAT(text, HasSubstr("api_key: \"***\"  # environment\n"));
}

TEST(Print, SaysWhereEachValueIsFrom) {
    const auto result = load("backend:\n  timeout_seconds: 3\ndata_dir: ${D}\n", "c.yaml", environment({{"D", "/d"}}));
    ASSERT_TRUE(result.ok()) << describe(result);
    const auto text = print(*result.settings, result.origins);
    EXPECT_THAT(text, HasSubstr("  timeout_seconds: 3  # file\n"));
    EXPECT_THAT(text, HasSubstr("data_dir: \"/d\"  # environment\n"));
    EXPECT_THAT(text, HasSubstr("  max_total_tokens: 3000  # default\n"));
    EXPECT_EQ(load(text, "printed", environment()).settings, result.settings);
}

TEST(Print, ASupersededKeyIsShownOnlyWhenItWasChanged) {
    EXPECT_THAT(print(good("retain: {require_durable: true}")), Not(HasSubstr("require_durable")));
    EXPECT_THAT(print(good("retain: {require_durable: false}")), HasSubstr("  require_durable: false\n"));
}

TEST(Print, QuotesWhatAnotherReaderWouldTakeForSomethingElse) {
    EXPECT_EQ(yaml_text("wetopi-platform"), "wetopi-platform");
    EXPECT_EQ(yaml_text("wetopi-build/default"), "wetopi-build/default");
    for (const auto* word :
         {"true", "No", "NULL", "off", "y", "", "42", "-x", "a b", "a:b", "a#b", "étoile", "*a", "{a}"})
        EXPECT_EQ(yaml_text(word), '"' + std::string(word) + '"');
    EXPECT_EQ(yaml_text("a\"b\\c\nd\te\rf"), R"("a\"b\\c\nd\te\rf")");
    EXPECT_EQ(yaml_text("${HOME} $${x}"), "\"$${HOME} $$${x}\"");
}
