#pragma once
// A rule pack as plain values: what config/rules reads from YAML and policies/route compiles. Meaning of the scopes and
// of a memory request: docs/rules.md; format: config/rules.hpp.

#include "policies/types.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace wm::policies {

// word: letters and digits of one word, `*` at its end for any ending. phrase: words in a row, the last one perhaps with
// `*`; a blank or a mark inside a sentence lies between them. `a|b` are forms of one word or phrase that count once.
// pattern: RE2 syntax. All are matched against folded text (policies/fold), so they are written in lower case without
// accents; others could never match and are refused.
enum class RuleForm : std::uint8_t { word, phrase, pattern };

struct Rule {
    std::string name;      // what `explain` shows: platform/es.clear: ceph
    std::string language;  // es, en, de: rests when the text is plainly in another one; empty: any
    RuleForm form = RuleForm::word;
    std::string match;
    double weight = 0;         // below 0: a negative rule, which speaks against the scope
    std::string endings = {};  // further forms of the words, `a|b`, that nobody wrote down (policies/endings)
};

struct ScopeRules {
    ScopeName scope;
    std::vector<Rule> rules;
};

// Small words that give a language away.
struct LanguageMarkers {
    std::string language;
    std::vector<std::string> words;
};

// A name that says where a text belongs: a host, service, product, customer, supplier, person, company.
struct KnownEntity {
    std::string name;  // as people write it; folded before it is matched
    std::string kind;
    ScopeName scope;  // empty: no scope of its own, but company context for those that have evidence
    double weight = 1.0;
    std::vector<std::string> aliases;  // other names of the same; with the name they count once
};

// The rule that finds it: whole names only.
Rule rule_of(const KnownEntity& entity);

enum class HarnessFact : std::uint8_t { agent, platform, tool_namespace, task_kind };

// What the surroundings say. Weighs in for a scope that the text itself speaks of; never alone.
struct HarnessRule {
    HarnessFact fact = HarnessFact::agent;
    std::string value;
    ScopeName scope;
    double weight = 0;
};

struct RulePack {
    std::vector<ScopeRules> scopes;
    std::vector<Rule> context;          // weight on every scope that has evidence of its own: "our", "translate this"
    std::vector<Rule> memory_requests;  // a sum of 1 or more makes a memory request; negative rows: "remember that …"
    std::vector<LanguageMarkers> languages;
    std::vector<KnownEntity> entities;
    std::vector<HarnessRule> harness;
    double threshold = 0.5;  // confidence below which a scope is not recalled, 0..1
};

}  // namespace wm::policies
