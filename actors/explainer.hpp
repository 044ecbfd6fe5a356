#pragma once
// Explainer: keeps the latest recalls of a shard as they were made, and says why they came out so when an operator asks.
// In memory only, bounded by number and bytes; holds content, so it is never logged.
//
//   in   RecallSeen      one recall, after its answer went out
//        ExplainWanted   goes from shard to shard and is answered by the last
//   out  Explained → front

#include "config/settings.hpp"
#include "policies/explanation.hpp"
#include "runtime/actor.hpp"

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace wm {

struct ExplainQuery {
    TurnId turn;        // every recall of this turn, whole; empty: a list, the latest first, without memories
    SessionId session;  // as the agent names it; empty: any
    AgentId agent;      // empty: any
    std::size_t last = 20;
};
struct Explained {
    ConnectionId connection = 0;
    FrameId frame = 0;
    ExplainQuery query;
    std::vector<policies::Explanation> recalls;  // latest first
    std::size_t kept = 0;                        // recalls that are remembered now, all shards
    std::size_t kept_max = 0;                    // at most, all shards
    bool complete = true;                        // false: a shard was too busy to look
};
struct ExplainWanted {
    Explained so_far;  // the question, and what the shards before this one had
    Reply<Explained> reply_to;
};
struct RecallSeen {
    std::shared_ptr<const policies::RecallRecord> record;
};

class Explainer final : public Actor<Explainer, RecallSeen, ExplainWanted> {
public:
    Explainer(Scheduler&, const config::Settings&);
    void continue_with(Explainer& next);  // wiring: the next shard's
    void on(RecallSeen);
    void on(ExplainWanted);

private:
    policies::Explanation explained(const policies::RecallRecord&, bool whole) const;

    const config::Settings& settings_;
    std::map<ScopeName, std::uint32_t> scope_tokens_;
    Explainer* next_ = nullptr;
    std::deque<std::shared_ptr<const policies::RecallRecord>> records_;  // the oldest first
    std::size_t bytes_ = 0;
};

}  // namespace wm
