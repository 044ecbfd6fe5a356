#pragma once
// The packs of the binary and of routing.rules_dir, read and compiled by a worker.

#include "actors/rule_keeper.hpp"
#include "config/rules.hpp"
#include "config/settings.hpp"
#include "runtime/scheduler.hpp"

namespace wm::cli {

RuleSet rule_set(config::Rules rules);

class PackSource final : public RuleSource {
public:
    // `workers` run their last job before the source goes.
    PackSource(const config::Settings& settings, Workers& workers) : settings_(settings), workers_(workers) {}
    void load(Reply<RulesLoaded> reply_to) override;

private:
    const config::Settings& settings_;
    Workers& workers_;
};

}  // namespace wm::cli
