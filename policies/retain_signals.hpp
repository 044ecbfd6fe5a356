#pragma once
// How strongly each signal asks for retention (ADR §10), as data: what a candidate rests on, and what speaks against one.

#include <cstdint>
#include <span>
#include <string_view>

namespace wm::policies {

enum class Strength : std::uint8_t { zero, low, medium, medium_high, high, very_high, hard_reject };

struct RetainSignal {
    std::string_view rule;  // of a candidate, or the reason of a rejection in the labelling rules
    Strength strength;
    std::string_view meaning;  // one line, for explain
};

std::span<const RetainSignal> retain_signals();

// zero for a rule that has no row.
Strength strength_of(std::string_view rule);

std::string_view strength_name(Strength strength);

// What a candidate needs at least before its type's policy is asked.
inline constexpr Strength least_strength = Strength::medium;

// 0..1, of a record that rests on a signal of this strength.
double confidence_of(Strength strength);

}  // namespace wm::policies
