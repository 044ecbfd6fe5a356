#pragma once
// Rule packs: from YAML texts to rules in force, or to every problem they have, each with file, line, path and remedy. A
// pack with a problem is refused whole, and the others with it. The packs of config/rules/ are in the binary, so the
// daemon needs no file; an operator's own are read after them from routing.rules_dir. Format and meaning: docs/rules.md.

#include "config/report.hpp"
#include "config/settings.hpp"
#include "policies/route.hpp"
#include "policies/rule_pack.hpp"

#include <cstddef>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace wm::config {

struct RuleProblem {
    std::string file;
    Problem problem;
};

using RulePackTexts = std::vector<std::pair<std::string, std::string>>;  // name of the file, its text
using RulePackResult = std::variant<policies::RulePack, std::vector<RuleProblem>>;

struct Rules {
    std::shared_ptr<const policies::RouteRules> compiled;
    policies::RulePack pack;  // what they were compiled from
    std::size_t count = 0;    // rules and entities
    std::string fingerprint;  // of the packs' names and texts, 16 hex digits
};
using RulesResult = std::variant<Rules, std::vector<RuleProblem>>;

// What routes by these settings: the packs in the binary, then those of routing.rules_dir in the order of their names.
// Reads files; takes some milliseconds, so off the strands. Any thread.
RulesResult load_rules(const Settings& settings);
// The same from texts. `stores`: the scopes that the operator's own packs may speak of.
RulesResult load_rules(const RulePackTexts& built_in, const RulePackTexts& own, const std::set<ScopeName>& stores);

// Reads the packs together; their order decides nothing but the order of reasons. Checks that the rules compile too.
RulePackResult load_rule_packs(const RulePackTexts& packs);

// The packs in the binary, by name: what load_rule_packs takes, and the pack made of them. They are sound (a test says so).
const RulePackTexts& built_in_rule_texts();
const policies::RulePack& built_in_rule_packs();

// "platform.yaml:12: rules[3].weight: is not a number; write a number between -10 and 10"
std::string describe(const RuleProblem& problem);
std::string describe(const std::vector<RuleProblem>& problems);  // a line each

}  // namespace wm::config
