#include "policies/zone.hpp"

#include <algorithm>

namespace wm::policies {
namespace {

std::int64_t seconds_of(WallTime when) {
    return std::chrono::floor<std::chrono::seconds>(when.time_since_epoch()).count();
}

}  // namespace

Zone::Zone(std::vector<Change> changes) : changes_(std::move(changes)) {
    if (changes_.empty()) changes_.push_back({});
}

std::int32_t Zone::offset_at(WallTime when) const {
    const auto next = std::ranges::upper_bound(changes_, seconds_of(when), {}, &Change::at);
    return next == changes_.begin() ? next->offset : std::prev(next)->offset;
}

WallTime Zone::from_local(std::int64_t seconds) const {
    // The offset in force before any change that is near: right for what is shown twice, and for what never is.
    constexpr std::int64_t day = 86'400;
    const auto at = [](std::int64_t utc) { return WallTime(Wall::duration(utc * 1000)); };
    const auto before = seconds - offset_at(at(seconds - day));
    const auto after = seconds - offset_at(at(seconds + day));
    if (to_local(at(before)) == seconds || to_local(at(after)) != seconds) return at(before);
    return at(after);
}

std::int64_t Zone::to_local(WallTime when) const { return seconds_of(when) + offset_at(when); }

Zone zone_of(std::int32_t offset, const Zone* own, WallTime when) {
    return own && own->offset_at(when) == offset ? *own : Zone(offset);
}

}  // namespace wm::policies
