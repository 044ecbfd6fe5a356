#pragma once
// What a memory is beside its text: its kind, its category, how long it holds, how sure it is. Told by the tags of what was
// kept: `type:<kind>`, `category:<name>`, `ttl:<days>`, `confidence:<percent>`, or the bare name of a record's type as
// policies/learning writes it. Pure.

#include "policies/instant.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wm {

// Stored as numbers: append only.
enum class BlockKind : std::uint8_t {
    unknown,
    state,
    event,
    decision,
    procedure,
    learning,
    preference,
    user_preference,
    project_state,
    learned_pattern,
    entity_relationship,
    procedural,
};
inline constexpr std::size_t block_kinds = 12;
std::string_view name_of(BlockKind kind);
std::optional<BlockKind> block_kind(std::string_view name);  // not of unknown

// Days that a kind holds unless it is said again; 0: until something newer replaces it.
struct BlockLives {
    std::array<std::uint32_t, block_kinds> days{0, 0, 0, 0, 0, 0, 0, 365, 90, 180, 365, 180};
    std::uint32_t of(BlockKind kind) const { return days[static_cast<std::size_t>(kind)]; }
};

struct BlockFacts {
    BlockKind kind = BlockKind::unknown;
    std::string category;
    std::optional<std::uint32_t> ttl_days;  // of its own; 0: it does not expire
    std::optional<double> confidence;
};
// Tags that name several kinds are those of a list of statements: of an unknown kind.
BlockFacts block_facts(const std::vector<std::string>& tags);

// When it ends that was said at `said`; nothing: it does not.
std::optional<WallTime> end_of_life(const BlockFacts& facts, const BlockLives& lives, WallTime said);

}  // namespace wm
