#include "config/load.hpp"

#include "config/defaults.hpp"
#include "config/tree.hpp"
#include "tests/config/reading.hpp"

#include <gmock/gmock.h>

#include <cstdlib>

using namespace wm;
using namespace wm::config;
using testing::HasSubstr;

TEST(Load, AnEmptyFileIsTheDefaults) {
    EXPECT_EQ(good(""), default_settings());
    EXPECT_EQ(good("# nothing\n"), default_settings());
    EXPECT_EQ(good("version: 1\nbackend:\nstores:\nidentity:\n  users:\n"),
              default_settings());  // all keys commented out
}

TEST(Load, TheCommentedDefaultFileHasNoProblemAndNoNotice) {
    const auto result = load_file(source("config/wetopi-memory.yaml"), environment());
    ASSERT_TRUE(result.ok()) << describe(result);
    EXPECT_EQ(describe(result), "");
    auto expected = default_settings();
    expected.identity = result.settings->identity;
    EXPECT_EQ(*result.settings, expected);
    EXPECT_EQ(result.settings->identity.users.at(UserId("u_1234")).accounts.at(0).id, "42");
}

TEST(Load, TheHindsightExampleLoadsWithItsVariablesAndNamesThemWithout) {
    const auto result =
        load_file(source("config/hindsight.example.yaml"),
                  environment({{"HINDSIGHT_API_URL", "http://127.0.0.1:8888"}, {"HINDSIGHT_API_KEY", "k"}}));
    ASSERT_TRUE(result.ok()) << describe(result);
    EXPECT_EQ(describe(result), "");
    EXPECT_EQ(result.settings->backend.url, "http://127.0.0.1:8888");
    EXPECT_EQ(result.settings->backend.api_key, Secret("k"));
    EXPECT_EQ(result.settings->stores.at(ScopeName("scratch")).backend, BackendType::embedded);

    const auto without = describe(load_file(source("config/hindsight.example.yaml"), environment()));
    EXPECT_THAT(without, HasSubstr(":9: backend.url: needs the environment variable HINDSIGHT_API_URL"));
    EXPECT_THAT(without, HasSubstr(":10: backend.api_key: needs the environment variable HINDSIGHT_API_KEY"));
}

TEST(Load, SaysEveryProblemAtOnceByLine) {
    EXPECT_EQ(
        said("versoin: 1\n"
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

TEST(Load, NothingOfAFileWithAProblemBecomesLive) {
    const auto result = read("backend: {timeout_seconds: 3}\nwibble: 1\n");
    EXPECT_FALSE(result.ok());
    EXPECT_FALSE(result.settings.has_value());
    EXPECT_EQ(result.problems.size(), 1U);
}

TEST(Load, TheSeedsExampleLoadsAndHearsOfItsSupersededKey) {
    const auto result =
        load_file(source("tests/config/seeds.yaml"),
                  environment({{"HINDSIGHT_API_URL", "http://127.0.0.1:8888"}, {"HINDSIGHT_API_KEY", "k"}}));
    ASSERT_TRUE(result.ok()) << describe(result);
    auto expected = default_settings();
    expected.backend.type = BackendType::hindsight;
    expected.backend.url = "http://127.0.0.1:8888";
    expected.backend.api_key = Secret("k");
    for (auto& [scope, store] : expected.stores) store.backend = BackendType::hindsight;
    EXPECT_EQ(*result.settings, expected);
    const auto notices = describe(result);
    EXPECT_THAT(notices, HasSubstr("retain.require_durable: is superseded by memory_policy"));
    EXPECT_THAT(notices, HasSubstr("identity.agents: lists no agent"));
    EXPECT_EQ(result.notices.size(), 2U);
}

TEST(Load, RefusesToLogContentAndSaysWhy) {
    EXPECT_THAT(said("observability: {include_content_in_logs: true}"),
                HasSubstr("c.yaml:1: observability.include_content_in_logs: \"true\" is refused: logs are kept, copied "
                          "and read by others"));
    EXPECT_THAT(said("observability: {include_content_in_logs: maybe}"), HasSubstr("is neither true nor false"));
    EXPECT_TRUE(read("observability: {include_content_in_logs: false}").ok());
}

TEST(Load, AValueFromTheEnvironmentIsCheckedButNeverRepeated) {
    const auto variables =
        environment({{"PORT", "hunter2"}, {"URL", "hunter2"}, {"BAD", "a\x01"}, {"KEY", "line\nline"}});
    const auto text = describe(
        load("listen: {port: \"${PORT}\"}\nbackend: {url: \"${URL}\", api_key: \"${KEY}\"}\ndata_dir: ${BAD}\n",
             "c.yaml", variables));
    EXPECT_EQ(
        text,
        "c.yaml:1: listen.port: the value from the environment is not a whole number; write digits only, 0 … 65535\n"
        "c.yaml:2: backend.url: the value is not a URL; write http://host:port or https://host:port, with a path "
        "behind it if need be\n"
        "c.yaml:2: backend.api_key: the value holds a line break; give the key alone; a file's last line break does "
        "not belong to it\n"
        "c.yaml:3: data_dir: holds a control character or bytes that are not UTF-8; give a text that can be printed\n");
}

TEST(Load, ANumberFromTheEnvironmentMayStandInQuotesAndAnOtherMayNot) {
    const auto result = load("listen: {port: \"${PORT}\"}", "c.yaml", environment({{"PORT", "8080"}}));
    ASSERT_TRUE(result.ok()) << describe(result);
    EXPECT_EQ(result.settings->listen.port, 8080);
    EXPECT_EQ(result.origins.at("listen.port"), Origin::environment);
    EXPECT_THAT(said("listen: {port: \"8080\"}"), HasSubstr("is a text in quotes, but its type is integer"));
}

TEST(Load, ASecretWrittenInTheFileIsReported) {
    const auto result = read("backend: {api_key: hunter2}");
    EXPECT_TRUE(result.ok());
    EXPECT_THAT(describe(result), HasSubstr("c.yaml:1: backend.api_key: is a secret written in the file"));
    EXPECT_THAT(describe(result), testing::Not(HasSubstr("hunter2")));
}

TEST(Load, TakesAnyScopeNameByConfigurationAlone) {
    const auto settings = good(
        "stores:\n  security: {bank: s}\n  customer-42: {bank: c}\n  project-apollo: {bank_template: "
        "\"p-{internal_user_id}\"}\n");
    ASSERT_EQ(settings.stores.size(), 3U);  // the section replaces the default scopes
    EXPECT_EQ(settings.stores.at(ScopeName("security")).retain_policy, "platform");
    EXPECT_EQ(settings.stores.at(ScopeName("project-apollo")).retain_policy, "personal");
    EXPECT_EQ(settings.stores.at(ScopeName("customer-42")).recall_tokens_max, 1000U);
}

TEST(Load, AScopeOfTheSeedsKeepsWhatIsNotSaid) {
    const auto settings = good(
        "stores:\n  personal: {}\n  platform: {recall: {budget: high}}\n  business: {bank_template: "
        "\"b-{internal_user_id}\"}\n");
    EXPECT_EQ(settings.stores.at(ScopeName("personal")), default_store(ScopeName("personal")));
    EXPECT_EQ(settings.stores.at(ScopeName("platform")).bank, "wetopi-platform");
    EXPECT_EQ(settings.stores.at(ScopeName("platform")).recall_budget, RecallBudget::high);
    EXPECT_EQ(settings.stores.at(ScopeName("business")).bank, "");  // a private scope now
    EXPECT_EQ(good("stores: {personal: {bank: p}}").stores.at(ScopeName("personal")).bank_template, "");
}

TEST(Load, KeepsToItsBounds) {
    EXPECT_THAT(said(std::string(file_bytes_max + 1, '#')), HasSubstr("c.yaml:1: is larger than 256 KiB"));
    std::string deep;
    for (std::size_t level = 0; level < 100; ++level) deep += std::string(level, ' ') + "a:\n";
    EXPECT_THAT(said(deep), HasSubstr("is nested deeper than 16 levels"));
    EXPECT_THAT(said("a: " + std::string(100, '[') + std::string(100, ']')),
                HasSubstr("is nested deeper than 16 levels"));
    EXPECT_THAT(said("a: " + std::string(100000, '[')), HasSubstr("c.yaml:1: "));
    std::string many = "tools: {expose: [";
    for (std::size_t i = 0; i <= nodes_max; ++i) many += "a,";
    EXPECT_THAT(said(many + "]}"), HasSubstr("holds more than 50000 values"));
    std::string wrong;
    for (int i = 0; i < 150; ++i) wrong += "k" + std::to_string(i) + ": 1\n";
    const auto result = read(wrong);
    ASSERT_EQ(result.problems.size(), problems_max + 1);
    EXPECT_EQ(result.problems.back().message, "50 more problems are not listed");
}

TEST(Load, RefusesWhatYamlReadersDisagreeOn) {
    EXPECT_THAT(said("a: &x 1\nb: *x\n"), HasSubstr("c.yaml:1: uses an anchor or alias"));
    EXPECT_THAT(said("data_dir: *x\n"), HasSubstr("c.yaml:1: "));
    EXPECT_THAT(said("data_dir: !!binary eA==\n"), HasSubstr("c.yaml:1: uses a tag"));
    EXPECT_THAT(said("version: 1\n---\nversion: 1\n"), HasSubstr("c.yaml:2: has a second document"));
    EXPECT_THAT(said("? [a]\n: b\n"), HasSubstr("has a key that is not a word"));
    EXPECT_THAT(said("%YAML 9.0\n---\na: 1\n"), HasSubstr("is not YAML"));
    EXPECT_THAT(said("data_dir: \"./x\nbackend: {}\n"),
                HasSubstr("c.yaml:1: has a quote on this line, or not far below, that is never closed"));
    EXPECT_THAT(said("backend:\n\ttype: embedded\n"), HasSubstr("c.yaml:2: is indented with a tab"));
    EXPECT_THAT(said("backend:\n  type: a\n x: 1\n"), HasSubstr("c.yaml:3: is not YAML: "));
    EXPECT_THAT(said("- version: 1\n"), HasSubstr("c.yaml:1: is a list, but must be a section of keys"));
    EXPECT_THAT(said("version 1\n"), HasSubstr("c.yaml:1: is a single value, but must be a section of keys"));
    EXPECT_THAT(said(": 1\n"), HasSubstr("c.yaml:1: \"\": is not a key here"));
    EXPECT_TRUE(read("version: 1\n...\n").ok());
    EXPECT_TRUE(read("\xef\xbb\xbfversion: 1\r\n").ok());
}

TEST(Load, RefusesBytesThatAreNoText) {
    for (const std::string bytes : {"\xff", "\x80", "\xc0\xaf", "\xc3", "\xe0\x80\x80", "\xed\xa0\x80", "\xe2\x82",
                                    "\xf0\x80\x80\x80", "\xf4\x90\x80\x80", "\xf0\x9f\x98", "\xf8", "\x01", "\x7f"})
        EXPECT_THAT(said("version: 1\n# " + bytes),
                    HasSubstr("c.yaml:2: holds a control character or bytes that are not UTF-8"));
    for (const std::string text : {"é", "€", "\xed\x9f\xbf", "😀", "\xf4\x8f\xbf\xbf"})
        EXPECT_TRUE(read("# " + text).ok()) << text;
    EXPECT_THAT(said("data_dir: \"a\\x01\"\n"), HasSubstr("data_dir: holds a control character"));
    EXPECT_THAT(said(std::string("a\0b", 3)), HasSubstr("holds a control character"));
}

TEST(Load, SaysWhatASectionLacksOrIs) {
    EXPECT_THAT(said("stores: none"),
                HasSubstr("stores: is a single value, but must be a section of keys; write one <scope>: a line"));
    EXPECT_THAT(said("identity: {users: {a: {accounts: 42, allowed_scopes: []}}}"),
                HasSubstr("accounts: is a single value, but must be a list"));
    EXPECT_THAT(said("identity: {users: {a: {accounts: [], allowed_scopes:}}}"),
                HasSubstr("allowed_scopes: has no value"));
    EXPECT_THAT(said("identity: {profiles: {night: {}}}"),
                HasSubstr("identity.profiles.night: lacks owner; add owner (one of identity.users)"));
    EXPECT_THAT(said("identity: {profiles: {a/b/c: {}}}"), HasSubstr("is not a profile"));
    EXPECT_THAT(said("recall: {automatic: {types: []}}"),
                HasSubstr("recall.automatic.types: is empty; list at least one"));
    EXPECT_TRUE(read("tools: {expose: []}\nidentity: {users: {a: {accounts:, allowed_scopes: []}}}").ok());
    EXPECT_THAT(said("tools: {expose: [\"" + std::string(80, 'x') + "\"]}"),
                HasSubstr("\"" + std::string(60, 'x') + "…\" is none"));
}

TEST(Load, AMissingFileAndAFolderAreProblems) {
    EXPECT_EQ(describe(load_file("/nowhere/c.yaml", environment())),
              "/nowhere/c.yaml: cannot be opened; name a file that exists and that this user may read\n");
    EXPECT_EQ(describe(load_file(source("tests"), environment())),
              source("tests") + ": cannot be read; name a file, not a folder, that this user may read\n");
}

TEST(Load, ReadsTheEnvironmentOfTheProcess) {
    ASSERT_EQ(setenv("WM_CONFIG_TEST", "value", 1), 0);
    EXPECT_EQ(process_environment()("WM_CONFIG_TEST"), "value");
    ASSERT_EQ(unsetenv("WM_CONFIG_TEST"), 0);
    EXPECT_EQ(process_environment()("WM_CONFIG_TEST"), std::nullopt);
}
