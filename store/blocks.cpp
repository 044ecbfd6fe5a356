#include "store/blocks.hpp"

#include <algorithm>
#include <charconv>

namespace wm {
namespace {

constexpr std::size_t category_bytes_max = 64;
constexpr std::uint32_t days_max = 36500;

constexpr std::string_view names[] = {
    "unknown",    "state",           "event",         "decision",        "procedure",           "learning",
    "preference", "user_preference", "project_state", "learned_pattern", "entity_relationship", "procedural"};
static_assert(std::size(names) == block_kinds);

std::optional<std::uint32_t> number(std::string_view text, std::uint32_t most) {
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value > most) return std::nullopt;
    return value;
}

std::optional<std::string_view> after(std::string_view tag, std::string_view begin) {
    return tag.starts_with(begin) ? std::optional(tag.substr(begin.size())) : std::nullopt;
}

}  // namespace

std::string_view name_of(BlockKind kind) { return names[static_cast<std::size_t>(kind)]; }

std::optional<BlockKind> block_kind(std::string_view name) {
    const auto* found = std::ranges::find(names, name);
    if (found == std::end(names) || found == names) return std::nullopt;
    return static_cast<BlockKind>(found - names);
}

BlockFacts block_facts(const std::vector<std::string>& tags) {
    BlockFacts facts;
    std::optional<BlockKind> said, bare;
    bool several = false;
    for (const auto& tag : tags) {
        if (const auto type = after(tag, "type:")) {
            if (!said) said = block_kind(*type);
        } else if (const auto category = after(tag, "category:")) {
            facts.category = category->substr(0, category_bytes_max);
        } else if (const auto days = after(tag, "ttl:")) {
            facts.ttl_days = number(*days, days_max);
        } else if (const auto percent = after(tag, "confidence:")) {
            if (const auto value = number(*percent, 100)) facts.confidence = *value / 100.0;
        } else if (const auto kind = block_kind(tag)) {
            several = several || (bare && bare != kind);
            bare = kind;
        }
    }
    if (said) facts.kind = *said;
    else if (bare && !several) facts.kind = *bare;
    return facts;
}

std::optional<WallTime> end_of_life(const BlockFacts& facts, const BlockLives& lives, WallTime said) {
    const auto days = facts.ttl_days.value_or(lives.of(facts.kind));
    if (days == 0) return std::nullopt;
    return said + std::chrono::days(days);
}

}  // namespace wm
