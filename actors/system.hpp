#pragma once
// System: builds every actor from the settings, wires them, drains them. The owner of all of them: destroyed after the
// threads that run its schedulers have ended.
//
// Construct (no side effects) → begin() → tell(hook)… → drain(): nothing new is let in, and `done` is called once nothing
// is owed any more, or when the grace period is over (P14); its argument says that nothing can be lost.

#include "actors/batcher.hpp"
#include "actors/evidence.hpp"
#include "actors/explainer.hpp"
#include "actors/gateway.hpp"
#include "actors/hooks.hpp"
#include "actors/identity.hpp"
#include "actors/metrics.hpp"
#include "actors/names.hpp"
#include "actors/prefetcher.hpp"
#include "actors/router.hpp"
#include "actors/rule_keeper.hpp"
#include "actors/sessions.hpp"
#include "actors/tools.hpp"
#include "config/settings.hpp"
#include "runtime/random.hpp"
#include "runtime/time.hpp"

#include <atomic>
#include <functional>
#include <memory>
#include <vector>

namespace wm {

struct DrainWanted {
    Instant until;
};
struct DrainDue {};

// Asks every actor, in the order of the turn's path, until all have said twice in a row that they are at rest.
class Drainer final : public Actor<Drainer, DrainWanted, DrainDue, Rested> {
public:
    Drainer(Scheduler&, Time&, std::vector<Address<RestWanted>> path, std::function<void(bool safe)> done);
    void on(DrainWanted);
    void on(DrainDue);
    void on(Rested);

private:
    void ask();

    Time& time_;
    std::vector<Address<RestWanted>> path_;
    std::function<void(bool)> done_;
    Instant until_{};
    std::size_t next_ = 0;
    bool all_ = true;
    bool safe_ = true;
    int rounds_at_rest_ = 0;
};

// Sends work to the gateway of its scope's backend. Immutable after the wiring; any thread.
class GatewayChooser {
public:
    GatewayChooser(Gateway& first, Gateway* other, std::set<ScopeName> elsewhere)
        : first_(first), other_(other), elsewhere_(std::move(elsewhere)) {}
    Delivery tell(Recall m) { return of(m.scope).tell(std::move(m)); }
    Delivery tell(Reflect m) { return of(m.scope).tell(std::move(m)); }
    Delivery tell(Retain m) { return first_.tell(std::move(m)); }
    Delivery tell(GatewayStatusWanted m) { return first_.tell(std::move(m)); }

private:
    Gateway& of(const ScopeName& scope) { return other_ && elsewhere_.contains(scope) ? *other_ : first_; }
    Gateway& first_;
    Gateway* other_;
    std::set<ScopeName> elsewhere_;
};

// The scopes whose store is of the other type than backend.type.
std::set<ScopeName> scopes_elsewhere(const config::Settings& settings);

class System {
public:
    struct Ports {
        Time& time;
        Random& random;
        Backend& backend;  // of backend.type
        Backend* other;    // of the other type, when a scope lives there (stores.<scope>.backend); else null
        Spool& spool;
        MetricsRegistry& metrics;
        Reply<Answer> front;
        RuleSource* rule_source = nullptr;  // null: the rules of the start stay
        NameStore* name_store = nullptr;    // null: names are learnt for the time of this run
        MakeReady make_ready{};             // empty: nothing is encoded ahead
        Audit* audit = nullptr;             // null: denials are counted alone
    };
    // One scheduler a shard; the first also runs what there is one of. `settings` outlives the system.
    System(std::vector<Scheduler*> shards, Ports ports, const RuleSet& rules, const config::Settings& settings);

    void begin();
    Delivery tell(HookArrived hook);      // any thread
    Delivery tell(ExplainWanted wanted);  // any thread
    void drain(std::function<void(bool at_rest)> done);
    Address<GatewayStatusWanted> status() { return gateway_; }
    Address<DeadLettersWanted> dead_letters() { return gateway_; }
    Address<ReloadWanted> reload() { return *rule_keeper_; }

private:
    struct Shard {
        Shard(Scheduler&, System&, Explainer&, std::shared_ptr<const policies::RouteRules>);
        Prefetcher prefetcher;
        Router router;
        EvidenceKeeper evidence;
        Sessions sessions;
    };
    std::unique_ptr<Gateway> make_other_gateway();
    static std::vector<std::unique_ptr<Explainer>> make_explainers(const std::vector<Scheduler*>&,
                                                                   const config::Settings&);
    Batchers batchers();
    std::vector<Reply<RulesChanged>> routers();
    std::vector<Address<RestWanted>> path();

    Ports ports_;
    const config::Settings& settings_;
    Metrics metrics_;
    StoreRegistry stores_;
    Scheduler& first_;
    Gateway gateway_;
    std::unique_ptr<Gateway> other_gateway_;
    GatewayChooser gateways_;
    std::map<ScopeName, std::unique_ptr<Batcher>> batchers_;
    Identity identity_;
    std::vector<std::unique_ptr<Explainer>> explainers_;  // one a shard
    Names names_;
    Tools tools_;
    std::vector<std::unique_ptr<Shard>> shards_;
    std::unique_ptr<RuleKeeper> rule_keeper_;  // last: it hands its rules to all of the above
    std::unique_ptr<Drainer> drainer_;
    std::atomic<bool> draining_{false};
};

}  // namespace wm
