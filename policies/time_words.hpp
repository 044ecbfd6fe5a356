#pragma once
// Of policies/times: its words and numbers, of all three languages at once, and dates and clocks written in digits.

#include "policies/times.hpp"

#include <chrono>
#include <string>

namespace wm::policies {

enum class DayPart : std::uint8_t { none, morning, noon, afternoon, evening, night };

struct TimeToken {
    std::string_view text;  // of the folded text
    std::size_t at = 0, end = 0;
    std::optional<int> number;  // in digits or words
    bool digits = false, ordinal = false;
    bool dot_behind = false;  // "7."
    TimeUnit unit = TimeUnit::none;
    unsigned month = 0;
    int weekday = 0;      // 1 Monday
    bool plural = false;  // of a weekday: montags, mondays
    DayPart part = DayPart::none;
    std::optional<NamedDate> date;     // 2026-09-06, 6.9.2026, 6/9/2026
    std::optional<int> second_of_day;  // 10:30, 10am
    std::optional<WallTime> moment;    // an RFC 3339 date with its own offset
    bool minute_grain = true;
};

// `folded` lives as long as the tokens.
std::vector<TimeToken> time_tokens(std::string_view folded);

bool is_year(const TimeToken& token);
bool is_day(const TimeToken& token);

struct ReadDate {
    NamedDate date;
    std::size_t from = 0, next = 0;  // tokens
};
// The date whose month's or year's name, or all of it, is at `i`.
std::optional<ReadDate> date_around(const std::vector<TimeToken>& tokens, std::size_t i);

}  // namespace wm::policies
