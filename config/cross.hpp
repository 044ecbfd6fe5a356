#pragma once
// The rules that more than one key takes part in, and what follows from one key for others. Used by config/load alone.

#include "config/report.hpp"
#include "config/settings.hpp"

namespace wm::config {

// Fills what another key decides (timeouts, retain policies, scopes that the native provider owns) and reports every
// broken rule whose keys were sound by themselves.
void settle(Settings& settings, Report& report);

}  // namespace wm::config
