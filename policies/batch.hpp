#pragma once
// All accepted records of one scope of one turn as one backend call (A6): a compact event document (ADR §14), and a
// replaceable document for each new state of a subject and attribute (design.md §6).

#include "policies/turn.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace wm::policies {

struct BatchLimits {
    std::size_t items_max = 64;         // documents
    std::size_t item_bytes_max = 8192;  // of one document
    std::size_t batch_bytes_max = 65536;
};

// Deterministic: the same turn, scope and records give the same ids, through retries and restarts. With no record the
// batch has no item and must not be sent. `items` is cut to the limits, states last; `left_out` is filled with the
// positions in `records`, in their order, of those that are not in the batch whole for that reason: they are not kept.
RetainBatch make_batch(const Turn& turn, const ScopeName& scope, const std::vector<LearningRecord>& records,
                       const BatchLimits& limits, std::vector<std::size_t>* left_out = nullptr);

// BLAKE2b-256 of what the batch says, in hex. The operation id is bound to it (a used id with other content is silently
// dropped by Hindsight).
std::string content_hash(const RetainBatch& batch);

// An operator mended a refused batch: item `item` says `text` now, or is taken out when there is none. What is new has an
// operation id of its own. False: there is no such item, or none would be left; nothing was changed.
bool mend(RetainBatch& batch, std::size_t item, const Content& text);

}  // namespace wm::policies
