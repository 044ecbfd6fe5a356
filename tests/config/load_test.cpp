#include "config/load.hpp"

#include "config/defaults.hpp"

#include <gmock/gmock.h>

#include <fstream>
#include <sstream>

using namespace wm;
using namespace wm::config;

namespace {

EnvLookup no_environment() {
    return [](const std::string&) { return std::nullopt; };
}
EnvLookup environment(std::map<std::string, std::string> variables) {
    return [variables = std::move(variables)](const std::string& name) -> std::optional<std::string> {
        const auto found = variables.find(name);
        return found == variables.end() ? std::nullopt : std::optional(found->second);
    };
}
LoadResult read(std::string_view text) { return load(text, "c.yaml", no_environment()); }
std::string said(std::string_view text) { return describe(read(text)); }
Settings good(std::string_view text) {
    const auto result = read(text);
    EXPECT_TRUE(result.ok()) << describe(result);
    return result.settings.value_or(Settings{});
}
std::string source(const std::string& path) { return std::string(WM_SOURCE_DIR) + "/" + path; }

}  // namespace

TEST(Load, AnEmptyFileIsTheDefaults) {
    EXPECT_EQ(good(""), good("version: 1"));
    auto expected = default_settings();
    EXPECT_EQ(good(""), expected);
}

TEST(Load, TheCommentedDefaultFileHasNoProblemAndNoNotice) {
    const auto result = load_file(source("config/wetopi-memory.yaml"), no_environment());
    ASSERT_TRUE(result.ok()) << describe(result);
    EXPECT_EQ(describe(result), "");
    auto expected = default_settings();
    expected.identity = result.settings->identity;
    EXPECT_EQ(*result.settings, expected);
    EXPECT_EQ(result.settings->identity.users.at(UserId("u_1234")).accounts.at(0).id, "42");
}

TEST(Load, TheHindsightExampleLoadsWithItsVariablesAndNamesThemWithout) {
    const auto result = load_file(source("config/hindsight.example.yaml"),
                                  environment({{"HINDSIGHT_API_URL", "http://127.0.0.1:8888"}, {"HINDSIGHT_API_KEY", "k"}}));
    ASSERT_TRUE(result.ok()) << describe(result);
    EXPECT_EQ(describe(result), "");
    EXPECT_EQ(result.settings->backend.url, "http://127.0.0.1:8888");
    EXPECT_EQ(result.settings->backend.api_key, Secret("k"));
    EXPECT_EQ(result.settings->stores.at(ScopeName("scratch")).backend, BackendType::embedded);

    const auto without = describe(load_file(source("config/hindsight.example.yaml"), no_environment()));
    EXPECT_THAT(without, testing::HasSubstr(":9: backend.url: needs the environment variable HINDSIGHT_API_URL"));
    EXPECT_THAT(without, testing::HasSubstr(":10: backend.api_key: needs the environment variable HINDSIGHT_API_KEY"));
}

TEST(Load, SaysEveryProblemAtOnceByLine) {
    EXPECT_EQ(said("versoin: 1\n"
                   "backend:\n"
                   "  type: postgres\n"
                   "  concurrency: {max_inflight: 100}\n"
                   "  retry:\n"
                   "    enabled: yes\n"
                   "listen:\n"
                   "  port: 010\n"),
              "c.yaml:1: versoin: is not a key here; did you mean version?\n"
              "c.yaml:3: backend.type: \"postgres\" is none of the words allowed; write embedded, hindsight\n"
              "c.yaml:4: backend.concurrency.max_inflight: \"100\" is too large; allowed is 1 … 64\n"
              "c.yaml:6: backend.retry.enabled: \"yes\" is neither true nor false; write true or false\n"
              "c.yaml:8: listen.port: \"010\" has a leading zero, which YAML readers take for octal (010 is 8); write the "
              "number without leading zeros\n");
}
