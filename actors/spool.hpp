#pragma once
// The port to the durable queue of accepted batches (product rule 9). store/spool implements it; the gateway alone uses it.
//
// Thread: every call returns at once; the answer is delivered exactly once, from any thread. Calls take effect and are
// answered in the order they were made. `committed` means fsynced.

#include "policies/turn.hpp"
#include "policies/types.hpp"
#include "runtime/address.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
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

// A batch that no backend took, kept for the operator.
struct DeadLetter {
    SpoolId id = 0;  // of the dead letter; a batch that is replayed gets a new position in the queue
    std::string reason;
    WallTime at{};
    std::size_t bytes = 0;
    bool readable = false;  // else damaged: `spooled` says only what the row still tells
    SpooledBatch spooled;
};
struct DeadLetterWork {
    enum class What : std::uint8_t { list, show, fix, replay, drop };
    std::uint64_t ticket = 0;
    What what = What::list;
    std::vector<SpoolId> ids;  // which; none: all (list, replay, drop)
    std::size_t most = 100;    // list: the latest so many
    std::size_t item = 0;      // fix: which item gets `text`; without text it is taken out of the batch
    Content text;
};
struct DeadLettersAnswered {
    std::uint64_t ticket = 0;
    enum class Status : std::uint8_t { done, unknown_letter, unreadable_letter, unknown_item, full, failed };
    Status status = Status::failed;     // anything but done: nothing was changed
    std::vector<DeadLetter> letters;    // list, show, fix
    std::vector<SpooledBatch> revived;  // replay: they wait in the queue again
    std::size_t changed = 0;            // fix, replay, drop
};
std::string_view name_of(DeadLettersAnswered::Status status);

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
    virtual void dead_letters(DeadLetterWork work, Reply<DeadLettersAnswered> reply_to) = 0;
};

}  // namespace wm
