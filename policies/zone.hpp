#pragma once
// A place's clocks as a value: how far they are from UTC, and when that changes. Whoever holds the zone data makes one
// (store/zones); nothing here knows the host's zone.

#include "policies/instant.hpp"

#include <cstdint>
#include <vector>

namespace wm::policies {

class Zone {
public:
    struct Change {
        std::int64_t at = 0;      // seconds since 1970 in UTC
        std::int32_t offset = 0;  // from then on, seconds east of UTC
    };

    Zone() : Zone(0) {}
    explicit Zone(std::int32_t offset) : changes_{{0, offset}} {}  // an event's own offset: it never changes
    explicit Zone(std::vector<Change> changes);  // in order; empty: UTC. The first holds before it too

    std::int32_t offset_at(WallTime when) const;

    // When a clock there shows so many seconds since 1970-01-01T00:00 local. What it shows twice is the first time; what
    // it never shows (the hour that is left out) is as long after the change as it is told after the gap's beginning.
    WallTime from_local(std::int64_t seconds) const;
    std::int64_t to_local(WallTime when) const;  // rounded down

private:
    std::vector<Change> changes_;
};

// Where a speaker's days begin: in his own zone while its clocks agree with the offset that his message bears, else (he
// travels) at that offset.
Zone zone_of(std::int32_t offset, const Zone* own, WallTime when);

}  // namespace wm::policies
