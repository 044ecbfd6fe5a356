#include "config/secret_rules.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace wm::config {
namespace {

using policies::secrets::OwnSecretRule;
using testing::HasSubstr;

std::vector<OwnSecretRule> good(std::string_view text) {
    auto result = read_secret_rules(text, "own.yaml");
    if (const auto* problems = std::get_if<std::vector<RuleProblem>>(&result)) {
        ADD_FAILURE() << describe(*problems);
        return {};
    }
    return std::get<std::vector<OwnSecretRule>>(result);
}
std::string fault(std::string_view text) {
    const auto result = read_secret_rules(text, "own.yaml");
    const auto* problems = std::get_if<std::vector<RuleProblem>>(&result);
    return problems != nullptr ? describe(*problems) : "";
}

TEST(SecretRules, AreReadWithTheirKeywordAndEntropy) {
    const auto rules = good(
        "rules:\n"
        "  - {id: acme-badge, pattern: 'ACME-(\\d{4})', keyword: acme-}\n"
        "  - id: gate\n    pattern: 'gate:[a-z]{8}'\n    keyword: 'gate:'\n    entropy: 2.5\n");
    ASSERT_EQ(rules.size(), 2u);
    EXPECT_EQ(rules[0], (OwnSecretRule{"acme-badge", "ACME-(\\d{4})", "acme-", 0}));
    EXPECT_EQ(rules[1], (OwnSecretRule{"gate", "gate:[a-z]{8}", "gate:", 2.5}));
    EXPECT_TRUE(good("rules: []\n").empty());
}
TEST(SecretRules, NameWhatIsWrongWhereAndHowToMendIt) {
    EXPECT_THAT(fault("- a\n"), HasSubstr("own.yaml:1: is no list of rules"));
    EXPECT_THAT(fault("rules:\n  - {id: a, pattern: 'x{3}', keyword: xxx}\n  - hm\n"),
                HasSubstr("own.yaml:3: rules[1]: is not a rule"));
    EXPECT_THAT(fault("rules:\n  - {id: a, pattern: 'x{3}'}\n"), HasSubstr("rules[0].keyword: is missing"));
    EXPECT_THAT(fault("rules:\n  - {id: a, pattern: '(', keyword: xxx}\n"), HasSubstr("its pattern is no RE2"));
    EXPECT_THAT(fault("rules:\n  - {id: a, pattern: 'x*', keyword: xxx}\n"), HasSubstr("matches where nothing is"));
    EXPECT_THAT(fault("rules:\n  - {id: a, pattern: 'x{3}', keyword: xxx, weight: 2}\n"),
                HasSubstr("write one of id, pattern"));
    EXPECT_THAT(fault("rules:\n  - {id: a, pattern: 'x{3}', keyword: xxx, entropy: 9}\n"),
                HasSubstr("between 0 and 8"));
    EXPECT_THAT(
        fault("rules:\n  - {id: a, pattern: 'x{3}', keyword: xxx}\n  - {id: a, pattern: 'y{3}', keyword: yyy}\n"),
        HasSubstr("rules[1].id: is another rule's too"));
}
TEST(SecretRules, AreReadFromTheFileThatIsNamed) {
    const auto file = testing::TempDir() + "/own_secret_rules.yaml";
    std::ofstream(file) << "rules:\n  - {id: acme, pattern: 'acme_[a-z]{8}', keyword: acme_}\n";
    EXPECT_EQ(std::get<std::vector<OwnSecretRule>>(load_secret_rules(file)).size(), 1u);
    EXPECT_TRUE(std::get<std::vector<OwnSecretRule>>(load_secret_rules("")).empty());
    const auto missing = load_secret_rules(file + ".no");
    EXPECT_THAT(describe(std::get<std::vector<RuleProblem>>(missing)), HasSubstr("cannot be read"));
}

}  // namespace
}  // namespace wm::config
