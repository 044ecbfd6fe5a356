#include "actors/rule_keeper.hpp"

#include "runtime/log.hpp"

#include <utility>

namespace wm {
namespace {

constexpr std::size_t waiting_max = 32;

}  // namespace

std::string_view name_of(ReloadStatus status) {
    constexpr std::string_view names[] = {"reloaded", "unchanged", "refused", "busy"};
    return names[static_cast<std::size_t>(status)];
}

RuleKeeper::RuleKeeper(Scheduler& scheduler, RuleSource* source, RuleSet at_start,
                       std::vector<Reply<RulesChanged>> routers, Metrics& metrics)
    : Actor(scheduler, waiting_max),
      source_(source),
      in_force_(std::move(at_start)),
      routers_(std::move(routers)),
      metrics_(metrics) {
    metrics_.rules_generation.set(static_cast<double>(generation_));
    metrics_.rules_in_force.set(static_cast<double>(in_force_.count));
}

void RuleKeeper::on(ReloadWanted m) {
    std::vector<ReloadWanted> alone{m};
    if (!source_) return answer(alone, ReloadStatus::refused, {"this daemon has no rules to read anew"});
    if (waiting_.size() >= waiting_max) return answer(alone, ReloadStatus::busy, {});
    waiting_.push_back(m);
    if (!loading_) load();
}

void RuleKeeper::load() {
    loading_ = true;
    asked_ = std::exchange(waiting_, {});
    source_->load(*this);
}

void RuleKeeper::on(RulesLoaded m) {
    loading_ = false;
    if (auto* rules = std::get_if<RuleSet>(&m.result)) {
        const bool changed = rules->fingerprint != in_force_.fingerprint;
        if (changed) take(std::move(*rules));
        answer(asked_, changed ? ReloadStatus::reloaded : ReloadStatus::unchanged, {});
    } else {
        const auto& problems = std::get<RuleProblems>(m.result);
        log(Level::warning, "rules refused", {{"problems", problems.size()}, {"generation", generation_}});
        answer(asked_, ReloadStatus::refused, problems);
    }
    if (!waiting_.empty()) load();
}

void RuleKeeper::take(RuleSet rules) {
    in_force_ = std::move(rules);
    ++generation_;
    for (const auto& router : routers_) router.deliver({in_force_.compiled});
    metrics_.rules_generation.set(static_cast<double>(generation_));
    metrics_.rules_in_force.set(static_cast<double>(in_force_.count));
    log(Level::info, "rules reloaded",
        {{"generation", generation_}, {"rules", in_force_.count}, {"fingerprint", in_force_.fingerprint}});
}

void RuleKeeper::answer(std::vector<ReloadWanted>& askers, ReloadStatus status, const RuleProblems& problems) {
    for (const auto& asker : std::exchange(askers, {})) {
        metrics_.rules_reload_total.add({{Label::status, name_of(status)}});
        asker.reply_to.deliver({asker.ticket, status, generation_, in_force_.count, in_force_.fingerprint, problems});
    }
}

void RuleKeeper::on(RestWanted m) { m.reply_to.deliver({!loading_}); }

}  // namespace wm
