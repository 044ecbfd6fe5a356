#pragma once
// Explainer: keeps the latest recalls and judgements of a shard as they were made, and says why they came out so when an
// operator asks.
// In memory only, bounded by number and bytes; holds content, so it is never logged.
//
//   in   RecallSeen      one recall, after its answer went out
//        TurnJudged      what was judged of one turn, after its acknowledgement
//        ExplainWanted   goes from shard to shard and is answered by the last
//   out  Explained → front

#include "config/settings.hpp"
#include "policies/explanation.hpp"
#include "policies/judged_turn.hpp"
#include "runtime/actor.hpp"

#include <concepts>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <type_traits>
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
    std::vector<policies::Explanation> recalls;                       // latest first
    std::vector<std::shared_ptr<const policies::JudgedTurn>> judged;  // of one turn, latest first; none in a list
    std::size_t kept = 0;                                             // recalls that are remembered now, all shards
    std::size_t kept_max = 0;                                         // at most, all shards
    bool complete = true;                                             // false: a shard was too busy to look
};
struct ExplainWanted {
    Explained so_far;  // the question, and what the shards before this one had
    Reply<Explained> reply_to;
};
struct TurnJudged {
    std::shared_ptr<const policies::JudgedTurn> turn;
};
struct RecallSeen {
    std::shared_ptr<const policies::RecallRecord> record;
};

struct ExplainerAddress {  // the rights of who recalls and judges
    template <class Target>
        requires(!std::same_as<std::remove_cv_t<Target>, ExplainerAddress>)
    ExplainerAddress(Target& target) : recall(target), judged(target) {}
    ExplainerAddress(Address<RecallSeen> of_recalls, Address<TurnJudged> of_judgements)
        : recall(of_recalls), judged(of_judgements) {}
    Address<RecallSeen> recall;
    Address<TurnJudged> judged;
};

class Explainer final : public Actor<Explainer, RecallSeen, TurnJudged, ExplainWanted> {
public:
    Explainer(Scheduler&, const config::Settings&);
    void continue_with(Explainer& next);  // wiring: the next shard's
    void on(RecallSeen);
    void on(TurnJudged);
    void on(ExplainWanted);

private:
    void trim();
    policies::Explanation explained(const policies::RecallRecord&, bool whole) const;

    const config::Settings& settings_;
    std::map<ScopeName, std::uint32_t> scope_tokens_;
    Explainer* next_ = nullptr;
    std::deque<std::shared_ptr<const policies::RecallRecord>> records_;  // the oldest first
    std::deque<std::shared_ptr<const policies::JudgedTurn>> judged_;     // the oldest first
    std::size_t bytes_ = 0;                                              // of both
};

}  // namespace wm
