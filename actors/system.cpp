#include "actors/system.hpp"

#include "runtime/log.hpp"

#include <functional>

namespace wm {
namespace {

constexpr Millis drain_round{10};

std::string name_of(config::BackendType type) {
    return type == config::BackendType::hindsight ? "hindsight" : "embedded";
}
config::BackendType other_than(config::BackendType type) {
    return type == config::BackendType::hindsight ? config::BackendType::embedded : config::BackendType::hindsight;
}

}  // namespace

std::set<ScopeName> scopes_elsewhere(const config::Settings& settings) {
    std::set<ScopeName> out;
    for (const auto& [scope, store] : settings.stores)
        if (store.backend.value_or(settings.backend.type) != settings.backend.type) out.insert(scope);
    return out;
}

Drainer::Drainer(Scheduler& scheduler, Time& time, std::vector<Address<RestWanted>> path,
                 std::function<void(bool)> done)
    : Actor(scheduler, 4), time_(time), path_(std::move(path)), done_(std::move(done)) {}

void Drainer::on(DrainWanted m) {
    until_ = m.until;
    ask();
}

void Drainer::ask() {
    if (path_[next_].tell({*this}) == Delivery::full) on(Rested{false});  // busy is not at rest
}

void Drainer::on(Rested m) {
    all_ = all_ && m.at_rest;
    safe_ = safe_ && m.safe;
    if (++next_ < path_.size()) return ask();
    rounds_at_rest_ = all_ ? rounds_at_rest_ + 1 : 0;
    next_ = 0;
    const bool safe = std::exchange(safe_, true);
    all_ = true;
    if (rounds_at_rest_ >= 2 || time_.now() >= until_) return done_(safe);
    time_.call_at(time_.now() + drain_round, [this] { deliver(DrainDue{}); });
}

void Drainer::on(DrainDue) { ask(); }

System::Shard::Shard(Scheduler& scheduler, System& s, Explainer& explainer,
                     std::shared_ptr<const policies::RouteRules> rules)
    : prefetcher(scheduler, s.ports_.time, rules, s.gateways_, explainer, s.ports_.front, s.metrics_, s.settings_,
                 s.ports_.make_ready),
      router(scheduler, rules, s.batchers(), s.gateways_, prefetcher, s.names_, explainer, s.ports_.front, s.metrics_,
             s.settings_, s.ports_.audit),
      evidence(scheduler, router, s.metrics_, s.settings_),
      sessions(scheduler, s.ports_.time, s.identity_, evidence, prefetcher, s.tools_, s.ports_.front, s.metrics_,
               s.settings_) {}

System::System(std::vector<Scheduler*> shards, Ports ports, const RuleSet& rules, const config::Settings& settings)
    : ports_(ports),
      settings_(settings),
      metrics_(ports.metrics),
      stores_(store_rows(settings)),
      first_(*shards.front()),
      gateway_(first_, ports.time, ports.random, ports.backend, name_of(settings.backend.type), ports.spool, stores_,
               metrics_, settings, ports.audit),
      other_gateway_(make_other_gateway()),
      gateways_(gateway_, other_gateway_.get(), scopes_elsewhere(settings)),
      identity_(stores_, metrics_, settings, ports.audit),
      explainers_(make_explainers(shards, settings)),
      names_(first_, ports.name_store, stores_, metrics_, settings),
      tools_(first_, ports.time, rules.compiled, gateways_, names_, *explainers_.front(), ports.front, metrics_,
             settings, ports.audit) {
    if (other_gateway_) gateway_.share_with(*other_gateway_, scopes_elsewhere(settings));
    for (const auto& [scope, store] : settings.stores)
        batchers_.emplace(scope, std::make_unique<Batcher>(first_, scope, metrics_, settings));
    for (std::size_t i = 0; i < shards.size(); ++i)
        shards_.push_back(std::make_unique<Shard>(*shards[i], *this, *explainers_[i], rules.compiled));
    std::vector<Reply<NamesChanged>> knowing{tools_};
    for (auto& shard : shards_) knowing.push_back(shard->prefetcher);
    names_.tell_of_changes(std::move(knowing));
    rule_keeper_ = std::make_unique<RuleKeeper>(first_, ports.rule_source, rules, routers(), metrics_);
}

std::vector<std::unique_ptr<Explainer>> System::make_explainers(const std::vector<Scheduler*>& shards,
                                                                const config::Settings& settings) {
    std::vector<std::unique_ptr<Explainer>> out;
    for (auto* scheduler : shards) out.push_back(std::make_unique<Explainer>(*scheduler, settings));
    for (std::size_t i = 0; i + 1 < out.size(); ++i) out[i]->continue_with(*out[i + 1]);
    return out;
}

std::unique_ptr<Gateway> System::make_other_gateway() {
    if (!ports_.other) return nullptr;
    return std::make_unique<Gateway>(first_, ports_.time, ports_.random, *ports_.other,
                                     name_of(other_than(settings_.backend.type)), ports_.spool, stores_, metrics_,
                                     settings_, ports_.audit);
}

Batchers System::batchers() {
    Batchers out;
    for (auto& [scope, batcher] : batchers_) out.emplace(scope, BatcherAddress{*batcher, *batcher});
    return out;
}

std::vector<Reply<RulesChanged>> System::routers() {
    std::vector<Reply<RulesChanged>> out{tools_};
    for (auto& shard : shards_) {
        out.push_back(shard->prefetcher);
        out.push_back(shard->router);
    }
    return out;
}

void System::begin() {
    names_.begin();
    gateway_.begin();
}

Delivery System::tell(HookArrived hook) {
    if (draining_.load(std::memory_order_relaxed)) return Delivery::full;
    const auto shard = std::hash<SessionId>()(hook.speaker.session) % shards_.size();
    return shards_[shard]->sessions.tell(std::move(hook));
}

Delivery System::tell(ExplainWanted wanted) { return explainers_.front()->tell(std::move(wanted)); }

std::vector<Address<RestWanted>> System::path() {
    std::vector<Address<RestWanted>> out;
    for (auto& shard : shards_) out.push_back(shard->sessions);
    for (auto& shard : shards_) out.push_back(shard->evidence);
    for (auto& shard : shards_) out.push_back(shard->router);
    for (auto& [scope, batcher] : batchers_) out.push_back(*batcher);
    for (auto& shard : shards_) out.push_back(shard->prefetcher);
    out.push_back(tools_);
    out.push_back(*rule_keeper_);
    out.push_back(names_);
    out.push_back(gateway_);
    if (other_gateway_) out.push_back(*other_gateway_);
    return out;
}

void System::drain(std::function<void(bool)> done) {
    draining_ = true;
    drainer_ = std::make_unique<Drainer>(first_, ports_.time, path(), std::move(done));
    if (drainer_->tell(DrainWanted{ports_.time.now() + settings_.limits.drain}) == Delivery::full)
        log(Level::error, "drain could not begin", {});
}

}  // namespace wm
