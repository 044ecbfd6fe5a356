#include "policies/retain_signals.hpp"

#include <algorithm>
#include <array>

namespace wm::policies {

namespace {

using enum Strength;

constexpr auto rows = std::to_array<RetainSignal>({
    {"intent", very_high, "the model kept it with the native hindsight_retain"},
    {"remember", very_high, "the user asked for it to be remembered"},
    {"executed_change", very_high, "a successful call changed a resource, and the agent reports it"},
    {"change", high, "the user says that something was changed"},
    {"state", high, "the user says how something is, in words of status"},
    {"decision", high, "explicit words of a choice"},
    {"learning", high, "a cause, constraint or comparison, and the words or the check that confirm it"},
    {"standing_wish", high, "a wish of the speaker for always"},
    {"procedure", medium_high, "steps, announced, and said or shown to work"},
    {"checked_state", medium_high, "a successful look reports how something is"},
    {"explicit_tool", medium_high, "memory_retain handed it in"},
    {"statement", medium, "an ordinary statement about something named"},
    {"unverified", low, "nothing in the turn confirms it"},
    {"speculation", low, "a guess, or thrown away"},
    {"brainstorm", low, "under discussion, or a plan"},
    {"personal_only", low, "a matter of the person alone"},
    {"no_scope", low, "no scope of the writer is about it"},
    {"policy", low, "memory_policy keeps no such record"},
    {"question", zero, "it asks"},
    {"request", zero, "an order that the turn does not report as done"},
    {"chatter", zero, "small talk"},
    {"duplicate", zero, "said before"},
    {"raw_output", zero, "output of a tool"},
    {"switched_off", zero, "the scope's retain.mode is off"},
    {"recalled", zero, "a block that the plane injected came back"},
    {"own_tool", zero, "the plane's own tools brought it back"},
    {"secret", hard_reject, "a credential stands in it"},
    {"instruction", hard_reject, "it commands the agent or the memory"},
});

}  // namespace

std::span<const RetainSignal> retain_signals() { return rows; }

Strength strength_of(std::string_view rule) {
    const auto row = std::find_if(rows.begin(), rows.end(), [&](const RetainSignal& r) { return r.rule == rule; });
    return row == rows.end() ? zero : row->strength;
}

std::string_view strength_name(Strength strength) {
    switch (strength) {
        case zero: return "zero";
        case low: return "low";
        case medium: return "medium";
        case medium_high: return "medium_high";
        case high: return "high";
        case very_high: return "very_high";
        case hard_reject: return "hard_reject";
    }
    return "zero";
}

double confidence_of(Strength strength) {
    switch (strength) {
        case medium: return 0.8;
        case medium_high: return 0.85;
        case high: return 0.9;
        case very_high: return 0.95;
        default: return 0;
    }
}

}  // namespace wm::policies
