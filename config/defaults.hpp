#pragma once
// The settings of an empty file: the seeds' three scopes and the ADR's memory policy on top of the finite defaults of
// settings.hpp. Pure; any thread.

#include "config/settings.hpp"

#include <string_view>
#include <vector>

namespace wm::config {

Settings default_settings();

// What a scope starts from: the seeds' values for personal, business and platform, else StoreSettings{}.
StoreSettings default_store(const ScopeName& scope);

// The types that memory_policy has a row for, in the order in which they are shown (ADR §9).
const std::vector<std::string_view>& policy_types();

}  // namespace wm::config
