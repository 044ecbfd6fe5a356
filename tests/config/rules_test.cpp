#include "config/rules.hpp"

#include "policies/route.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace wm::config {
namespace {

using testing::HasSubstr;

std::string problems_of(const std::string& text) {
    const auto result = load_rule_packs({{"own/pack.yaml", text}});
    if (!std::holds_alternative<std::vector<RuleProblem>>(result)) return "";
    std::string all;
    for (const auto& problem : std::get<std::vector<RuleProblem>>(result)) all += describe(problem) + "\n";
    return all;
}

const std::string good =
    "version: 1\n"
    "scope: support\n"
    "threshold: 0.4\n"
    "rules:\n"
    "  - id: es.tickets\n"
    "    language: es\n"
    "    weight: 1.2\n"
    "    why: what support speaks of\n"
    "    words: [ticket|tickets]\n"
    "    phrases: [numero de caso]\n"
    "    patterns: ['\\binc-\\d+']\n"
    "  - id: against\n"
    "    weight: -0.5\n"
    "    words: [tombola]\n"
    "entities:\n"
    "  - {name: Zendesk, kind: service, weight: 1.1}\n"
    "harness:\n"
    "  - {fact: agent, value: helper, weight: 0.3}\n"
    "languages:\n"
    "  - {language: es, words: [el, la]}\n";

TEST(Rules, ReadAPackOfAScopeThatNobodyKnewBefore) {
    const auto result = load_rule_packs({{"own/pack.yaml", good}});
    ASSERT_TRUE(std::holds_alternative<policies::RulePack>(result)) << problems_of(good);
    const auto& pack = std::get<policies::RulePack>(result);
    EXPECT_DOUBLE_EQ(pack.threshold, 0.4);
    ASSERT_EQ(pack.scopes.size(), 1u);
    EXPECT_EQ(pack.scopes[0].scope, ScopeName("support"));
    ASSERT_EQ(pack.scopes[0].rules.size(), 4u);
    EXPECT_EQ(pack.scopes[0].rules[0].name, "pack/es.tickets: ticket|tickets");
    EXPECT_EQ(pack.scopes[0].rules[2].name, "pack/es.tickets: /\\binc-\\d+/");
    EXPECT_DOUBLE_EQ(pack.scopes[0].rules[3].weight, -0.5);
    EXPECT_EQ(pack.entities[0].scope, ScopeName("support"));
    const auto rules = std::get<0>(policies::RouteRules::compile(pack));
    EXPECT_EQ(rules->route("Zendesk", {}, 3).scopes.at(0).scope, ScopeName("support"));
}

TEST(Rules, JoinPacksOfTheSameScopeAndOfOthers) {
    const std::string more = "version: 1\nscope: support\nrules:\n  - {id: more, weight: 1, words: [escalado]}\n";
    const std::string memory = "version: 1\nscope: memory\nrules:\n  - {id: m, weight: 1, phrases: [te acuerdas]}\n";
    const std::string any = "version: 1\nscope: any\nrules:\n  - {id: a, weight: 0.5, words: [nuestro]}\n";
    const auto result = load_rule_packs({{"a.yaml", good}, {"b.yaml", more}, {"c.yaml", memory}, {"d.yaml", any}});
    ASSERT_TRUE(std::holds_alternative<policies::RulePack>(result));
    const auto& pack = std::get<policies::RulePack>(result);
    ASSERT_EQ(pack.scopes.size(), 1u);
    EXPECT_EQ(pack.scopes[0].rules.size(), 5u);
    EXPECT_EQ(pack.memory_requests.size(), 1u);
    EXPECT_EQ(pack.context.size(), 1u);
}

TEST(Rules, NameEveryProblemWithFileLinePathAndRemedy) {
    struct Row {
        const char* what;
        std::string text;
        std::string says;
    };
    const std::string head = "version: 1\nscope: support\nrules:\n";
    const Row rows[] = {
        {"no YAML", "version: [1\n", "own/pack.yaml:"},
        {"no section", "- a\n", "own/pack.yaml:1: is not a section of keys; write its keys as key: value"},
        {"no version", "scope: support\n", "own/pack.yaml:1: version: is missing; write version: 1"},
        {"other version", "version: 2\nscope: support\n", "own/pack.yaml:1: version: is none that is known here"},
        {"no scope", "version: 1\n", "scope: is missing; name the scope, any or memory"},
        {"bad scope", "version: 1\nscope: My Team\n", "own/pack.yaml:2: scope: is no scope name"},
        {"unknown key", head + "  - {id: a, weight: 1, words: [x], wordz: [y]}\n",
         "own/pack.yaml:4: rules[0].wordz: is not a key here; write one of id,"},
        {"double key", "version: 1\nversion: 1\nscope: support\n", "own/pack.yaml:2: version: is given twice"},
        {"no id", head + "  - {weight: 1, words: [x]}\n", "own/pack.yaml:4: rules[0].id: is missing"},
        {"same id", head + "  - {id: a, weight: 1, words: [x]}\n  - {id: a, weight: 1, words: [y]}\n",
         "own/pack.yaml:5: rules[1].id: is taken"},
        {"no weight", head + "  - {id: a, words: [x]}\n", "rules[0].weight: is missing"},
        {"weight no number", head + "  - {id: a, weight: heavy, words: [x]}\n",
         "rules[0].weight: is not a number in its range; write a number between -10 and 10"},
        {"weight too high", head + "  - {id: a, weight: 11, words: [x]}\n",
         "rules[0].weight: is not a number in its range"},
        {"threshold", "version: 1\nscope: a\nthreshold: 1\n",
         "own/pack.yaml:3: threshold: is not a number in its range"},
        {"nothing to match", head + "  - {id: a, weight: 1}\n", "rules[0]: matches nothing"},
        {"no list", head + "  - {id: a, weight: 1, words: x}\n", "rules[0].words: is not a list"},
        {"two words", head + "  - id: a\n    weight: 1\n    words: [x, 'y z']\n",
         "own/pack.yaml:6: rules[0].words[1]: is more than one word; write it under phrases"},
        {"accents", head + "  - id: a\n    weight: 1\n    words: [clúster]\n",
         "own/pack.yaml:6: rules[0].words[0]: is matched against lower case without accents"},
        {"bad pattern", head + "  - id: a\n    weight: 1\n    patterns:\n      - 'ok'\n      - '(a'\n",
         "own/pack.yaml:8: rules[0].patterns[1]: no RE2 pattern (missing ): (a)"},
        {"lookahead", head + "  - {id: a, weight: 1, patterns: ['a(?=b)']}\n", "no RE2 pattern (invalid perl operator"},
        {"matches nothing at all", head + "  - {id: a, weight: 1, patterns: ['x*']}\n", "matches the empty text"},
        {"twice the same", head + "  - {id: a, weight: 1, words: [x, x]}\n",
         "rules[0].words[1]: stands in this row already"},
        {"harness", "version: 1\nscope: a\nharness: [{fact: moon, value: full, weight: 1}]\n",
         "harness[0].fact: is none that the harness tells"},
        {"harness of any", "version: 1\nscope: any\nharness: [{fact: agent, value: x, weight: 1}]\n",
         "harness[0]: says nothing here"},
        {"entity without name", "version: 1\nscope: a\nentities: [{kind: host}]\n", "entities[0].name: is missing"},
        {"language without words", "version: 1\nscope: a\nlanguages: [{language: es}]\n",
         "languages[0].words: is not a list"},
    };
    for (const auto& row : rows) EXPECT_THAT(problems_of(row.text), HasSubstr(row.says)) << row.what;
}

TEST(Rules, TellAllProblemsAtOnceAndRefuseTheWhole) {
    const auto all =
        problems_of("version: 3\nscope: A B\nrules:\n  - {id: a, words: [x]}\n  - {id: b, weight: no, words: y}\n");
    EXPECT_EQ(std::count(all.begin(), all.end(), '\n'), 6);
    const auto result = load_rule_packs({{"good.yaml", good}, {"bad.yaml", "version: 1\n"}});
    EXPECT_TRUE(std::holds_alternative<std::vector<RuleProblem>>(result));
}

TEST(Rules, OfTheBinaryAreSoundAndCoverTheThreeScopes) {
    const auto result = load_rule_packs(built_in_rule_texts());
    if (const auto* problems = std::get_if<std::vector<RuleProblem>>(&result))
        for (const auto& problem : *problems) ADD_FAILURE() << describe(problem);
    ASSERT_GE(built_in_rule_texts().size(), 5u);
    std::set<std::string> scopes;
    for (const auto& group : built_in_rule_packs().scopes) scopes.insert(group.scope.str());
    EXPECT_EQ(scopes, (std::set<std::string>{"business", "personal", "platform"}));
    EXPECT_FALSE(built_in_rule_packs().memory_requests.empty());
}

}  // namespace
}  // namespace wm::config
