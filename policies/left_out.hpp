#pragma once
// What did not make it from a store's answer into the context, and why: filled by merge and render_context when asked,
// for `explain`.

#include "policies/turn.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace wm::policies {

enum class LeftOutReason : std::uint8_t {
    duplicate,          // says the same as one that is ranked higher: LeftOut::of
    over_count,         // beyond MergeOptions::memories_max
    over_scope_budget,  // its scope's ceiling of tokens
    over_total_budget,  // the ceiling of the whole context
    empty,              // nothing is left of its text once it is neutral
};

struct LeftOut {
    Memory memory;
    LeftOutReason why = LeftOutReason::duplicate;
    std::size_t at = 0;  // its place in the ranking, from 0
    std::size_t of = 0;  // of a duplicate: the place in the result of what it repeats, from 0
};

}  // namespace wm::policies
