#pragma once
// Dates of the wire: RFC 3339 with an offset, nothing looser.

#include "policies/instant.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace wm {

// "2026-09-06T10:00:00.123+02:00". Years 1970 to 9999; a fraction of any length, cut to milliseconds; a leap second
// counts as the next second. None: not such a date.
std::optional<WallTime> parse_rfc3339(std::string_view text);

std::string format_rfc3339(WallTime when);  // in UTC with milliseconds: "2026-09-06T08:00:00.123Z"

}  // namespace wm
