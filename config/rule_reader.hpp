#pragma once
// One rule pack from YAML into what has been read of the packs before it. Used by config/rules alone.

#include "config/rules.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace wm::config {

// Where each rule stands, to lead a problem of its compilation back to a line.
struct RulePlace {
    std::string file, path;
    int line = 0;
};

// A row that changes rules of another pack: all that a row of it matches, or an entity.
struct RuleOverride {
    RulePlace place;
    std::string target;  // the beginning of the rules' names: "platform/es.clear: "; of an entity its name
    bool entity = false;
    bool enabled = true;
    std::optional<double> weight;
};

struct ReadRules {
    policies::RulePack pack;
    std::vector<RuleProblem> problems;
    std::map<std::string, RulePlace> places;  // by the name of the rule
    std::vector<RuleOverride> overrides;
    std::string threshold_from;  // the operator's pack that gave it
};

// `stores`: the scopes that an operator's pack may speak of; null: any, as the packs in the binary may.
void read_rule_pack(ReadRules& out, const std::string& file, const std::string& text,
                    const std::set<ScopeName>* stores);

// "platform" of ".../platform.yaml": what its rules' names begin with.
std::string rule_pack_name(const std::string& file);

}  // namespace wm::config
