#pragma once
// The effective configuration as YAML that load() takes again: every key with its value, secrets as ***. Pure; any
// thread.

#include "config/load.hpp"
#include "config/settings.hpp"

#include <string>
#include <string_view>

namespace wm::config {

std::string print(const Settings& settings);

// Each line says in a comment where its value is from: default, file or environment.
std::string print(const Settings& settings, const Origins& origins);

// A text as one YAML scalar, in quotes unless it can do without; ${ is escaped.
std::string yaml_text(std::string_view text);

}  // namespace wm::config
