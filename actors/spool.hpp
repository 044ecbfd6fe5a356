#pragma once
// The port to the durable queue of accepted batches (product rule 9). store/spool implements it; the gateway alone uses it.
//
// Thread: every call returns at once; the answer is delivered exactly once, from any thread. Calls take effect and are
// answered in the order they were made. `committed` means fsynced.

#include "policies/turn.hpp"
#include "policies/types.hpp"
#include "runtime/address.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace wm {

using SpoolId = std::uint64_t;  // position in the queue; grows

// A batch with what is needed to find its bank again after a restart: the bank itself is never stored, so that only the
// registry names one.
struct SpooledBatch {
    SpoolId id = 0;
    AgentId agent;
    UserId user;  // empty: nobody in particular
    RetainBatch batch;
    bool sent = false;  // the backend accepted it: poll first
};

struct TurnCommitted {
    AgentId agent;
    TurnId turn;
    enum class Status : std::uint8_t { committed, seen_before, full, failed };
    Status status = Status::failed;
    std::vector<SpoolId> ids;  // one a batch, in the order given; empty unless committed
};
struct SpoolLoaded {
    std::vector<SpooledBatch> batches;  // oldest first
    bool ok = false;
};

class Spool {
public:
    virtual ~Spool() = default;
    // One transaction: the batches and the mark that (agent, turn) has been judged. `batches` may be empty.
    virtual void commit(AgentId agent, TurnId turn, std::vector<SpooledBatch> batches,
                        Reply<TurnCommitted> reply_to) = 0;
    virtual void mark_sent(SpoolId id) = 0;
    virtual void erase(SpoolId id) = 0;                     // stored: the backend has it
    virtual void bury(SpoolId id, std::string reason) = 0;  // to the dead letters; reason is an enum's name
    virtual void load(Reply<SpoolLoaded> reply_to) = 0;     // once, at start
};

}  // namespace wm
