#pragma once
// Rule packs: from YAML texts to one RulePack, or to every problem they have, each with file, line, path and remedy. A
// pack with a problem is refused whole. The packs of config/rules/ are in the binary, so the daemon needs no file.
//
//   version: 1
//   scope: platform          # a scope; any: weighs on every scope with evidence; memory: what asks for memory
//   threshold: 0.5           # once over all packs
//   rules:
//     - id: es.clear         # with the pack's name it is what explain shows
//       language: es         # rests in texts that are plainly in another language; left out: any
//       weight: 1.2          # below 0: speaks against; the scope is recalled when 1 - 2^-sum reaches the threshold
//       why: names of infrastructure software
//       words: [ceph, desplieg*]
//       phrases: [argo cd]
//       patterns: ['\bosd\.\d+']
//   entities: [{name: Wetopi, kind: company, weight: 0.6}]            # scope: any → company context
//   harness: [{fact: agent, value: wetopi-build, weight: 0.2}]        # agent, platform, tool_namespace, task_kind
//   languages: [{language: es, words: [el, que]}]                     # small words that give a language away

#include "config/report.hpp"
#include "policies/rule_pack.hpp"

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

// Reads the packs together; their order decides nothing but the order of reasons. Checks that the rules compile too.
RulePackResult load_rule_packs(const RulePackTexts& packs);

// The packs in the binary, by name: what load_rule_packs takes, and the pack made of them. They are sound (a test says so).
const RulePackTexts& built_in_rule_texts();
const policies::RulePack& built_in_rule_packs();

// "platform.yaml:12: rules[3].weight: is not a number; write a number between -10 and 10"
std::string describe(const RuleProblem& problem);

}  // namespace wm::config
