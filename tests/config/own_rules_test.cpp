// An operator's own packs: read from a folder, merged after those of the binary, every problem named.
#include "config/load.hpp"
#include "config/rule_folder.hpp"
#include "config/rules.hpp"
#include "config/tree.hpp"
#include "tests/config/reading.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace wm::config {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
namespace fs = std::filesystem;

const std::set<ScopeName> stores{ScopeName("personal"), ScopeName("business"), ScopeName("platform"),
                                 ScopeName("customer-acme"), ScopeName("security")};

RulesResult loaded(const RulePackTexts& own) { return load_rules(built_in_rule_texts(), own, stores); }

std::string problems_of(const RulePackTexts& own) {
    const auto result = loaded(own);
    const auto* problems = std::get_if<std::vector<RuleProblem>>(&result);
    return problems ? describe(*problems) : "";
}

std::vector<std::string> routed(const RulesResult& rules, const std::string& text, policies::HarnessFacts facts = {}) {
    std::vector<std::string> scopes;
    for (const auto& scope : std::get<Rules>(rules).compiled->route(text, facts, 5).scopes)
        scopes.push_back(scope.scope.str());
    return scopes;
}

std::string own(const std::string& rest) { return "version: 1\nscope: security\n" + rest; }

struct Folder {  // a folder of its own for each test
    fs::path path = fs::temp_directory_path() / ("wm-rules-" + std::to_string(getpid()) + "-" +
                                                 testing::UnitTest::GetInstance()->current_test_info()->name());
    Folder() { fs::create_directories(path); }
    ~Folder() { fs::remove_all(path); }
    void write(const std::string& name, const std::string& text) const { std::ofstream(path / name) << text; }
};

TEST(OwnRules, OfTheWorkedExampleRouteToScopesThatConfigurationAloneMade) {
    Settings settings;
    for (const auto& scope : stores) settings.stores[scope].bank = "corp-" + scope.str();
    settings.routing.rules_dir = source("tests/config/packs");
    const auto rules = load_rules(settings);
    ASSERT_TRUE(std::holds_alternative<Rules>(rules)) << describe(std::get<1>(rules));
    EXPECT_THAT(routed(rules, "¿quién lleva la cuenta de ACME logistics?"), testing::Contains("customer-acme"));
    EXPECT_THAT(routed(rules, "¿y el palet de Brennwald?"), ElementsAre("customer-acme"));
    EXPECT_THAT(routed(rules, "ACM-4711 is still open"), ElementsAre("customer-acme"));
    EXPECT_THAT(routed(rules, "Is acme-db01.example.com backed up?"), testing::Contains("customer-acme"));
    EXPECT_THAT(routed(rules, "The coyote ordered rockets from Acme"),
                testing::Not(testing::Contains("customer-acme")));
    EXPECT_THAT(routed(rules, "are we exposed to CVE-2026-12345?"), testing::Contains("security"));
    EXPECT_THAT(routed(rules, "what is the capital of France?"), ElementsAre());
}

TEST(OwnRules, CountANameAndItsAliasesOnce) {
    const auto rules =
        loaded({{"a.yaml", own("entities: [{name: Kestrovane, aliases: [Kestro, 'K & V'], weight: 0.7}]\n")}});
    EXPECT_THAT(routed(rules, "Kestrovane, Kestro, K & V"), ElementsAre()) << "0.7 once, below the threshold";
    const auto heavy = loaded({{"a.yaml", own("entities: [{name: Kestrovane, aliases: ['K & V'], weight: 1.2}]\n")}});
    EXPECT_THAT(routed(heavy, "mail to k & v today"), ElementsAre("security"));
    EXPECT_THAT(routed(heavy, "mail to ck & vb today"), ElementsAre()) << "whole names only";
}

TEST(OwnRules, WeighWhatTheHarnessKnows) {
    const auto rules = loaded({{"a.yaml", own("rules: [{id: a, weight: 0.7, words: [zugangsprufung]}]\n"
                                              "harness: [{fact: tool_namespace, value: vault, weight: 0.5}]\n")}});
    EXPECT_THAT(routed(rules, "zugangsprufung"), ElementsAre());
    EXPECT_THAT(routed(rules, "zugangsprufung", {{}, "", {"terminal", "vault"}, ""}), ElementsAre("security"));
    EXPECT_THAT(routed(rules, "hello", {{}, "", {"vault"}, ""}), ElementsAre()) << "never alone";
}

TEST(OwnRules, ChangeAndSwitchOffRulesOfOtherPacks) {
    const RulePackTexts base{{"base.yaml", own("rules:\n  - {id: a, weight: 1.5, words: [zorbing]}\n")}};
    EXPECT_THAT(routed(loaded(base), "zorbing"), ElementsAre("security"));
    const auto with = [&](const std::string& row) {
        auto packs = base;
        packs.emplace_back("over.yaml", "version: 1\nscope: any\noverrides:\n  - " + row + "\n");
        return loaded(packs);
    };
    EXPECT_THAT(routed(with("{rule: base/a, enabled: false}"), "zorbing"), ElementsAre());
    EXPECT_THAT(routed(with("{rule: base/a, weight: 0.5}"), "zorbing"), ElementsAre());
    EXPECT_LT(std::get<Rules>(with("{entity: Wetopi, enabled: false}")).pack.entities.size(),
              std::get<Rules>(loaded(base)).pack.entities.size());
}

TEST(OwnRules, HaveAFingerprintOfTheirTexts) {
    const auto one = loaded({{"a.yaml", own("rules: [{id: a, weight: 1, words: [zorbing]}]\n")}});
    const auto other = loaded({{"a.yaml", own("rules: [{id: a, weight: 2, words: [zorbing]}]\n")}});
    EXPECT_EQ(std::get<Rules>(one).fingerprint.size(), 16u);
    EXPECT_NE(std::get<Rules>(one).fingerprint, std::get<Rules>(other).fingerprint);
    EXPECT_EQ(std::get<Rules>(one).count, std::get<Rules>(loaded({})).count + 1);
}

TEST(OwnRules, NameEveryProblemWithFileLinePathAndRemedy) {
    struct Row {
        const char* what;
        std::string text;
        std::string says;
    };
    const std::string over = "overrides:\n  - ";
    const Row rows[] = {
        {"a scope without a store", "version: 1\nscope: support\n",
         "p/own.yaml:2: scope: is a scope without a store: nothing could be recalled from it; add stores.support"},
        {"an entity of such a scope", own("entities: [{name: X1, scope: support}]\n"),
         "p/own.yaml:3: entities[0].scope: is a scope without a store"},
        {"a kind nobody knows", own("entities: [{name: X1, kind: planet}]\n"),
         "entities[0].kind: is none of the kinds; write host, service,"},
        {"aliases that are no list", own("entities: [{name: X1, aliases: Y}]\n"), "entities[0].aliases: is not a list"},
        {"the same entity twice", own("entities: [{name: X1}, {name: X1}]\n"), "entities[1].name: is known already"},
        {"harness without weight", own("harness: [{fact: agent, value: x}]\n"), "harness[0].weight: is missing"},
        {"override of nothing", own(over + "{weight: 1}\n"),
         "p/own.yaml:4: overrides[0]: names no rule and no entity, or both"},
        {"override that changes nothing", own(over + "{rule: any/es.ours}\n"), "overrides[0]: changes nothing"},
        {"override of an unknown rule", own(over + "{rule: any/es.our, enabled: false}\n"),
         "p/own.yaml:4: overrides[0].rule: is in no pack, or switched off already; did you mean any/es.ours?"},
        {"override of an unknown entity", own(over + "{entity: Wetopy, enabled: false}\n"),
         "overrides[0].entity: is in no pack, or switched off already; did you mean Wetopi?"},
        {"override of itself", own("rules: [{id: a, weight: 1, words: [x1]}]\n" + over + "{rule: own/a, weight: 2}\n"),
         "overrides[0].rule: is a rule of this very pack; change its own row"},
        {"override neither on nor off", own(over + "{rule: any/es.ours, enabled: maybe}\n"),
         "overrides[0].enabled: is neither true nor false"},
        {"override too heavy", own(over + "{rule: any/es.ours, weight: 99}\n"), "overrides[0].weight: is not a number"},
        {"a language marker with an accent", own("languages: [{language: fr, words: [été]}]\n"),
         "p/own.yaml:3: languages[0].words: is matched against lower case without accents"},
    };
    for (const auto& row : rows) EXPECT_THAT(problems_of({{"p/own.yaml", row.text}}), HasSubstr(row.says)) << row.what;
    EXPECT_THAT(problems_of({{"p/platform.yaml", own("")}}),
                HasSubstr("p/platform.yaml: has the name of a pack in the binary; rename the file"));
    EXPECT_THAT(problems_of({{"a.yaml", own("threshold: 0.4\n")}, {"b.yaml", own("threshold: 0.6\n")}}),
                HasSubstr("b.yaml:3: threshold: is given by a.yaml already"));
    EXPECT_EQ(problems_of({{"a.yaml", own("threshold: 0.4\n")}}), "") << "the threshold of the binary may be replaced";
}

TEST(OwnRules, HaveALimitOverAllPacks) {
    RulePackTexts packs;
    for (int file = 0; file < 3; ++file) {
        std::string words;
        for (int i = 0; i < 7000; ++i) words += (i ? ", x" : "x") + std::to_string(file) + "z" + std::to_string(i);
        packs.emplace_back(std::to_string(file) + ".yaml",
                           own("rules: [{id: a, weight: 1, words: [" + words + "]}]\n"));
    }
    EXPECT_THAT(problems_of(packs), HasSubstr("the packs hold too many rules; keep at most 20000"));
}

TEST(RuleFolder, IsReadInTheOrderOfNamesAndLeavesOtherFilesAlone) {
    const Folder folder;
    folder.write("b.yaml", "b");
    folder.write("a.yaml", "a");
    folder.write("README.md", "x");
    folder.write(".hidden.yaml", "x");
    const auto packs = std::get<RulePackTexts>(read_rule_folder(folder.path.string()));
    ASSERT_EQ(packs.size(), 2u);
    EXPECT_EQ(packs[0].first, (folder.path / "a.yaml").string());
    EXPECT_EQ(packs[1].second, "b");
    EXPECT_TRUE(std::get<RulePackTexts>(read_rule_folder("")).empty());
}

std::string folder_problem(const fs::path& path) {
    return describe(std::get<std::vector<RuleProblem>>(read_rule_folder(path.string())));
}

TEST(RuleFolder, SaysWhatIsWrongWithItAndHowToMendIt) {
    const Folder folder;
    EXPECT_THAT(folder_problem(folder.path / "none"),
                HasSubstr("none: cannot be read (No such file or directory); make"));
    folder.write("a.yml", "x");
    EXPECT_THAT(folder_problem(folder.path), HasSubstr("a.yml: would not be read; rename it"));
    fs::remove(folder.path / "a.yml");
    fs::create_directory(folder.path / "c.yaml");
    EXPECT_THAT(folder_problem(folder.path), HasSubstr("c.yaml: cannot be read; make it a file"));
}

TEST(RuleFolder, HasALimitOfFilesAndOfBytes) {
    const Folder folder;
    for (std::size_t i = 0; i < 17; ++i) folder.write(std::to_string(i) + ".yaml", std::string(file_bytes_max, '#'));
    EXPECT_THAT(folder_problem(folder.path), HasSubstr("holds too much; keep the packs below 4 MiB"));
    for (std::size_t i = 0; i <= rule_files_max; ++i) folder.write("n" + std::to_string(i) + ".yaml", "");
    EXPECT_THAT(folder_problem(folder.path), HasSubstr("holds too many packs; keep at most 64"));
}

TEST(RuleFolder, IsBesideTheConfigurationFileUnlessItsPathIsWhole) {
    const Folder folder;
    folder.write("c.yaml", "routing: {rules_dir: rules}\n");
    folder.write("d.yaml", "routing: {rules_dir: /etc/rules}\n");
    EXPECT_EQ(load_file((folder.path / "c.yaml").string(), environment()).settings->routing.rules_dir,
              (folder.path / "rules").string());
    EXPECT_EQ(load_file((folder.path / "d.yaml").string(), environment()).settings->routing.rules_dir, "/etc/rules");
}

}  // namespace
}  // namespace wm::config
