#pragma once
// Times that a text names, in English, Spanish and German: when "yesterday", "el mes pasado", "vor drei Tagen" were for
// whoever said so. The one reader of dates; store/dates ranks by what it finds.
//
//   days, weeks      from Monday; "3 days ago" is that whole day, "3 weeks ago" the day, "2 months ago" that month
//   last 3 days      the time that long, up to the moment it is said
//   a month, a day and a weekday without more: the latest that has begun; after until, the next to come
//   7/5/2026         the day first, as in Europe, unless only the other order is a date
//   in the morning   6–12, afternoon 12–18, evening 18–24, night 20–6
//
// Pure: when it is said and whose clocks count are handed over. Every interval is half-open.

#include "policies/zone.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace wm::policies {

enum class TimeUnit : std::uint8_t { none, second, minute, hour, day, week, month, quarter, year, weekend };

struct TimeExpression {
    enum class Kind : std::uint8_t {
        span,       // then: from and until
        since,      // from, up to when it was said
        until,      // up to `until`; no from
        after,      // from on; no until
        duration,   // so long: count and unit
        recurring,  // every `count` units, or on `weekday`
    };
    Kind kind = Kind::span;
    std::size_t at = 0, end = 0;  // bytes of the text as folded (policies/fold)
    std::optional<WallTime> from, until;
    int count = 0;
    TimeUnit unit = TimeUnit::none;
    int weekday = 0;         // 1 Monday … 7 Sunday; 0: none
    int second_of_day = -1;  // of a recurring one; -1: not said
};

inline constexpr std::size_t times_max = 16;          // of one text
inline constexpr std::size_t timed_bytes_max = 4096;  // of it that are read

std::vector<TimeExpression> times_in(std::string_view text, WallTime said, const Zone& zone);

// The dates alone, as far as they are named and without a reckoning: "im Mai", "May 7th, 2023", "2023-05-07".
struct NamedDate {  // at least one is given; a day never without its month
    std::optional<int> year;
    std::optional<unsigned> month, day;
};
std::vector<NamedDate> named_dates(std::string_view text, std::size_t most);

}  // namespace wm::policies
