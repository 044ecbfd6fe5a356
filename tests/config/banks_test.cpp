#include "config/banks.hpp"

#include "config/bank_keys.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace wm::config {
namespace {

using policies::BankList;
using policies::BankMap;
using policies::BankValue;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

std::string problems_of(const std::string& text) { return describe(load_banks(text, "banks.yaml")); }

// One setting of one bank.
std::string with(const std::string& setting) { return "banks:\n  b:\n    config:\n      " + setting + "\n"; }

TEST(Banks, TheOnesInTheBinaryAreSoundAndHoldTheMissionsOfTheSeeds) {
    const auto result = load_banks_file("");
    ASSERT_TRUE(result.ok()) << describe(result);
    struct Row {
        const char* bank;
        std::vector<const char*> retain, observations;
    };
    const Row rows[] = {
        {"wetopi-platform",
         {"Extract concise operational knowledge about the Wetopi platform.", "online/offline/degraded/maintenance",
          "Retain LEARNINGS:", "(pve04 online kills pve04 offline)", "credentials and secrets"},
         {"Do not elevate transient incidents"}},
        {"wetopi-business",
         {"about Wetopi as a business", "product decisions", "unconfirmed plans", "credentials or secrets"},
         {"Distinguish confirmed decisions from ideas under discussion."}},
        {"user-u_carlos",
         {"Retain durable context specific to this individual.", "belong in shared organizational memory."},
         {"Do not turn one-off comments into durable preferences."}},
        {"wetopi-customer-42", {"this one customer"}, {"what is contracted"}},
        {"wetopi-project-apollo", {"this one project"}, {"where the project stands"}},
    };
    for (const auto& row : rows) {
        const auto bank = result.catalog->find(row.bank);
        ASSERT_TRUE(bank) << row.bank;
        EXPECT_EQ(bank->config.at("retain_extraction_mode"), BankValue{std::string("concise")}) << row.bank;
        EXPECT_EQ(bank->config.at("enable_observations"), BankValue{true}) << row.bank;
        for (const auto* part : row.retain)
            EXPECT_THAT(std::get<std::string>(bank->config.at("retain_mission").data), HasSubstr(part)) << row.bank;
        for (const auto* part : row.observations)
            EXPECT_THAT(std::get<std::string>(bank->config.at("observations_mission").data), HasSubstr(part));
    }
    EXPECT_FALSE(result.catalog->find("wetopi-security"));
    for (const auto& bank : result.catalog->banks())
        for (const auto& [key, value] : bank.config) EXPECT_FALSE(bank_key(key)->since_1_1) << key;
}

TEST(Banks, ReadTheFileOfTheSeedsAsItStands) {
    const auto result = load_banks(
        "banks:\n\n  wetopi-platform:\n    name: Wetopi Platform\n    config:\n      retain_extraction_mode: concise\n"
        "      enable_observations: true\n      recall_max_tokens: 2500\n",
        "banks.yaml");
    ASSERT_TRUE(result.ok()) << describe(result);
    const auto bank = result.catalog->find("wetopi-platform");
    EXPECT_EQ(bank->name, "Wetopi Platform");
    EXPECT_EQ(bank->config.at("recall_max_tokens"), BankValue{2500.0});
}

TEST(Banks, ReadSettingsOfEveryKind) {
    const auto result = load_banks(
        "version: 1\nbanks:\n  b:\n    unset: [reflect_mission]\n    config:\n      retain_mission: |\n        one\n   "
        "     two\n"
        "      max_observations_per_scope: -1\n      recall_budget_adaptive_low: 0.05\n      mcp_enabled_tools: "
        "[recall]\n"
        "      memory_defense: {enabled: true, rules: [{on: sensitive_data, action: redact, weight: 2}]}\n",
        "banks.yaml");
    ASSERT_TRUE(result.ok()) << describe(result);
    const auto bank = *result.catalog->find("b");
    EXPECT_EQ(bank.config.at("retain_mission"),
              BankValue{std::string("one\ntwo")});  // without the block's last line break
    EXPECT_EQ(bank.config.at("max_observations_per_scope"), BankValue{-1.0});
    EXPECT_EQ(bank.config.at("recall_budget_adaptive_low"), BankValue{0.05});
    EXPECT_EQ(bank.config.at("mcp_enabled_tools"), BankValue{BankList{{std::string("recall")}}});
    const BankMap rule{{"on", {std::string("sensitive_data")}}, {"action", {std::string("redact")}}, {"weight", {2.0}}};
    const BankMap defense{{"enabled", {true}}, {"rules", {BankList{{rule}}}}};
    EXPECT_EQ(bank.config.at("memory_defense"), BankValue{defense});
    EXPECT_THAT(bank.unset, ElementsAre("reflect_mission"));
}

TEST(Banks, NameEveryProblemWithLinePathAndRemedy) {
    const std::pair<std::string, std::string> rows[] = {
        {"banks: [a", "banks.yaml:"},
        {"- a\n", "banks.yaml:1: is not a section of keys"},
        {"version: 2\n", "banks.yaml:1: version: is none that is known here; write version: 1"},
        {"bank: {}\n", "banks.yaml:1: bank: is not a key here; did you mean banks?"},
        {"banks: [a]\n", "banks: is not a section of keys; write a name and its block for each"},
        {"banks:\n  b: 1\n", "banks.yaml:2: banks.b: is not a section of keys"},
        {"banks:\n  b: {}\n  b: {}\n", "banks.yaml:3: banks.b: is given twice"},
        {"banks:\n  a/b: {}\n", "banks.yaml:2: banks.a/b: "},
        {"banks:\n  b: {name: [x]}\n", "banks.b.name: is not a text"},
        {"banks:\n  b: {configg: {}}\n", "banks.b.configg: is not a key here; did you mean config?"},
        {with("retain_mision: x"),
         "banks.yaml:4: banks.b.config.retain_mision: is not a key here; did you mean retain_mission?"},
        {with("retain_mission:"), "banks.yaml:4: banks.b.config.retain_mission: has no value; write a text"},
        {with("retain_mission: \"\""), "retain_mission: is empty; write a text, or list the setting under unset"},
        {with("retain_mission: [a]"), "retain_mission: is not a single value"},
        {with("retain_mission: " + std::string(16385, 'x')), "retain_mission: is longer than 16 KiB; shorten it"},
        {with("retain_extraction_mode: nope"),
         "retain_extraction_mode: is none of the words allowed (Hindsight would take it, and ignore it); write "
         "concise, "
         "verbose, custom, verbatim, chunks"},
        {with("enable_observations: yes"), "enable_observations: is neither true nor false; write true, false"},
        {with("enable_observations: \"true\""), "enable_observations: is a text in quotes; write true, false"},
        {with("disposition_empathy: 6"), "disposition_empathy: is too large; write a whole number, "},
        {with("recall_max_tokens: -1"), "recall_max_tokens: "},
        {with("recall_budget_adaptive_low: 0"),
         "recall_budget_adaptive_low: is not above 0; write a number between 0 and 1"},
        {with("mcp_enabled_tools: recall"), "mcp_enabled_tools: is not a list"},
        {with("retain_custom_instructions: x"),
         "retain_custom_instructions: has no effect unless retain_extraction_mode is custom"},
        {with("recall_budget_min: 9\n      recall_budget_max: 8"), "recall_budget_min: is more than recall_budget_max"},
        {"banks:\n  b: {unset: [nope]}\n", "banks.b.unset: names something that is not a setting of a bank"},
        {"banks:\n  b: {config: {retain_mission: x}, unset: [retain_mission]}\n",
         "banks.b.unset.retain_mission: stands in config too"},
        {"templates:\n  t: {}\n",
         "banks.yaml:2: templates.t.banks: is missing; write the names of the banks it is for"},
        {"templates:\n  t: {banks: [user]}\n",
         "templates.t.banks: holds a pattern that is not part of a bank's name and one *"},
        {"templates:\n  t: {banks: [\"*\"]}\n", "holds a pattern"},
        {"templates:\n  t: {banks: [\"u*-*\"]}\n", "holds a pattern"},
        {"templates:\n  t: {banks: [\"u-*\"], name: x}\n", "templates.t.name: is not a key here"},
    };
    for (const auto& [text, says] : rows) {
        EXPECT_THAT(problems_of(text), HasSubstr(says)) << text.substr(0, 100);
        EXPECT_FALSE(load_banks(text, "b").ok());
    }
}

TEST(Banks, RefuseCredentialsWhereverTheyStandAndNeverRepeatThem) {
    const std::string key = std::string("gh") + "p_" + "x7Gq2LmZ9rT4vB8nK1" + "cY6wP3sD5hJ0fA2eQu";
    const std::string texts[] = {
        "api_key: " + key + "\n",
        "banks:\n  b: {api_key: " + key + "}\n",
        with("api_key: " + key),
        with("hindsight_token: " + key),
        with("retain_mission: use " + key + " for everything"),
        with("memory_defense: {authorization: " + key + "}"),
        with("memory_defense: {rules: [" + key + "]}"),
        "banks:\n  b: {name: " + key + "}\n",
    };
    for (const auto& text : texts) {
        EXPECT_THAT(problems_of(text), HasSubstr("looks like a credential, and no credential stands in this file"))
            << text;
        EXPECT_THAT(problems_of(text), Not(HasSubstr(key)));
    }
}

TEST(Banks, SayThatAFileCannotBeRead) {
    EXPECT_THAT(describe(load_banks_file("no/such/banks.yaml")),
                HasSubstr("no/such/banks.yaml: cannot be read; name a file"));
}

TEST(BankKeys, AreThoseOfTheTwoServers) {
    EXPECT_EQ(bank_keys_of("1.1.0").size(), bank_keys().size());
    EXPECT_EQ(bank_keys().size(), 57u);
    EXPECT_FALSE(bank_keys_of("0.9.2").contains("recall_prefer_observations"));
    EXPECT_TRUE(bank_keys_of("0.9.2").contains("retain_mission"));
    EXPECT_EQ(bank_key("no_such"), nullptr);
}

}  // namespace
}  // namespace wm::config
