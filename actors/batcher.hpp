#pragma once
// Batcher: makes the one retain of its scope of a turn (A6). One a scope.
//
//   in   Keep        the accepted records of a turn for this scope
//        Kept        they are durable: from now on a restatement in the same session is no news
//        RestWanted
//   out  Batched     to the Router that asked; without a batch when nothing new is left

#include "actors/metrics.hpp"
#include "actors/rest.hpp"
#include "config/settings.hpp"
#include "policies/turn.hpp"
#include "runtime/actor.hpp"

#include <cstdint>
#include <list>
#include <memory>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

namespace wm {

struct Batched {
    std::uint64_t ticket;
    ScopeName scope;
    std::optional<RetainBatch> batch;
    std::vector<std::uint64_t> statements;  // what Kept is to say once the batch is durable
};
struct Keep {
    std::uint64_t ticket;
    std::shared_ptr<const Turn> turn;
    std::vector<LearningRecord> records;
    Reply<Batched> reply_to;
};
struct Kept {
    SessionId session;
    std::vector<std::uint64_t> statements;
};

class Batcher final : public Actor<Batcher, Keep, Kept, RestWanted> {
public:
    Batcher(Scheduler&, ScopeName scope, Metrics&, const config::Settings&);
    void on(Keep);
    void on(Kept);
    void on(RestWanted);

private:
    ScopeName scope_;
    Metrics& metrics_;
    const config::LimitSettings& limits_;
    // What each session has retained: bounded, the session longest silent is forgotten first.
    std::unordered_map<SessionId, std::set<std::uint64_t>> said_;
    std::list<SessionId> sessions_;
};

}  // namespace wm
