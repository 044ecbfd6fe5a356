#include "cli/rule_source.hpp"

#include <utility>

namespace wm::cli {

RuleSet rule_set(config::Rules rules) { return {std::move(rules.compiled), rules.count, std::move(rules.fingerprint)}; }

void PackSource::load(Reply<RulesLoaded> reply_to) {
    workers_.run([this, reply_to] {
        auto loaded = config::load_rules(settings_);
        if (auto* rules = std::get_if<config::Rules>(&loaded)) return reply_to.deliver({rule_set(std::move(*rules))});
        RuleProblems problems;
        for (const auto& problem : std::get<std::vector<config::RuleProblem>>(loaded))
            problems.push_back(config::describe(problem));
        reply_to.deliver({std::move(problems)});
    });
}

}  // namespace wm::cli
