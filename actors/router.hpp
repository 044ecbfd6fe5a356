#pragma once
// Router: judges a sealed turn into records a scope, has them batched, and sees the turn made durable before it is
// acknowledged. One a shard.
//
//   in   TurnClosed   a sealed turn with its principal
//        RestWanted, RulesChanged
//   own  Batched, TurnKept
//   out  Keep → the scope's Batcher, Retain → Gateway, Kept → Batcher, Prefetch → Prefetcher, NamesLearned → Names,
//        Answer (ack) → front

#include "actors/audit.hpp"
#include "actors/batcher.hpp"
#include "actors/explainer.hpp"
#include "actors/gateway.hpp"
#include "actors/hooks.hpp"
#include "actors/metrics.hpp"
#include "actors/names.hpp"
#include "actors/prefetcher.hpp"
#include "config/settings.hpp"
#include "policies/learning.hpp"
#include "policies/route.hpp"
#include "runtime/actor.hpp"

#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

namespace wm {

struct TurnClosed {
    ConnectionId connection;
    FrameId frame;
    Principal principal;
    std::shared_ptr<const Turn> turn;
    std::string platform{};
    std::string task_kind{};
};

// A scope's batcher, as two rights: to ask, and to say that something is durable.
struct BatcherAddress {
    Address<Keep> keep;
    Reply<Kept> kept;
};
using Batchers = std::map<ScopeName, BatcherAddress>;

// What judging needs of the configuration, made once.
class Judge {
public:
    Judge(std::shared_ptr<const policies::RouteRules> rules, const config::Settings& settings);
    policies::JudgeContext context(const Principal& principal) const;
    void use(std::shared_ptr<const policies::RouteRules> rules) { rules_ = std::move(rules); }

private:
    std::shared_ptr<const policies::RouteRules> rules_;
    std::size_t scopes_max_;
    bool personal_by_plane_;
    std::map<std::string, policies::RetainPolicyRow> policy_;
};

class Router final : public Actor<Router, TurnClosed, Batched, TurnKept, RestWanted, RulesChanged> {
public:
    Router(Scheduler&, std::shared_ptr<const policies::RouteRules>, Batchers, Address<Retain> gateway,
           Address<Prefetch> prefetcher, Address<NamesLearned> names, Address<TurnJudged> explainer,
           Reply<Answer> front, Metrics&, const config::Settings&, Audit* audit = nullptr);
    void on(TurnClosed);
    void on(Batched);
    void on(TurnKept);
    void on(RestWanted);
    void on(RulesChanged);

private:
    struct Open {
        TurnClosed closed;
        std::size_t awaited = 0;  // batchers that have not answered
        bool refused = false;     // a queue was full: no acknowledgement, the plugin sends the turn again
        std::string rejected;     // the reasons, for the log
        std::vector<RetainBatch> batches;
        std::map<ScopeName, std::vector<Assertion>> statements;
        std::map<ScopeName, std::vector<std::string>> names;  // that the accepted records speak of
        std::unique_ptr<policies::JudgedTurn> judged;         // null: nothing is remembered for explain
    };
    policies::Judgement judge(const TurnClosed& m);
    void count(const TurnClosed& m, const policies::Judgement& judgement);
    std::unique_ptr<policies::JudgedTurn> remembered(const TurnClosed& m, policies::Judgement& judgement) const;
    void explain_later(Open& open, std::string_view status);
    void commit(std::uint64_t ticket);
    void drop(std::uint64_t ticket);
    void learn_names(Open& open);
    void prefetch(const TurnClosed& m);

    Judge judge_;
    Batchers batchers_;
    Address<Retain> gateway_;
    Address<Prefetch> prefetcher_;
    Address<NamesLearned> names_;
    Address<TurnJudged> explainer_;
    Reply<Answer> front_;
    Metrics& metrics_;
    const config::Settings& settings_;
    Audit* audit_;  // may be null
    std::uint64_t last_ticket_ = 0;
    std::unordered_map<std::uint64_t, Open> open_;
};

}  // namespace wm
