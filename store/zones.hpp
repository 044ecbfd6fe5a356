#pragma once
// The zone data of the system (tzdata), by name. Never the host's own zone.

#include "policies/zone.hpp"

#include <optional>
#include <string>

namespace wm {

// "Europe/Madrid". Its changes from 1970 to 2100. None: there is no such zone, or no zone data.
std::optional<policies::Zone> zone_named(const std::string& name);

}  // namespace wm
