#include "store/zones.hpp"

#include <date/tz.h>

#include <exception>

namespace wm {

std::optional<policies::Zone> zone_named(const std::string& name) {
    constexpr date::sys_seconds last = date::sys_days(date::year(2100) / 1 / 1);
    try {
        const auto* zone = date::locate_zone(name);
        std::vector<policies::Zone::Change> changes;
        for (date::sys_seconds at{}; at < last;) {
            const auto info = zone->get_info(at);
            changes.push_back({at.time_since_epoch().count(), static_cast<std::int32_t>(info.offset.count())});
            at = info.end;
        }
        return policies::Zone(std::move(changes));
    } catch (const std::exception&) {
        return std::nullopt;
    }
}

}  // namespace wm
