#pragma once
// Of policies/times: days as numbers since 1970-01-01, and what a calendar does with them.

#include "policies/time_reader.hpp"

#include <algorithm>

namespace wm::policies {

inline constexpr std::int64_t day_seconds = 86'400;

inline std::int64_t days_of(std::chrono::year_month_day date) {
    return std::chrono::sys_days(date).time_since_epoch().count();
}
inline std::chrono::year_month_day date_of(std::int64_t days) { return std::chrono::sys_days(std::chrono::days(days)); }
inline std::int64_t monday_of(std::int64_t day) { return day - ((day + 3) % 7 + 7) % 7; }  // 1970-01-01 was a Thursday

inline Period whole_days(std::int64_t from, std::int64_t until, std::size_t first, std::size_t next) {
    return {from * day_seconds, until * day_seconds, false, first, next};
}

inline std::int64_t months_on(std::int64_t day, int count) {  // the same day of the month, or its last
    const auto date = date_of(day);
    const auto month = std::chrono::year_month(date.year(), date.month()) + std::chrono::months(count);
    const auto last = month / std::chrono::last;
    return days_of(month / std::min(date.day(), last.day()));
}

}  // namespace wm::policies
