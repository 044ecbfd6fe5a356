#pragma once
// Which Hermes home a command means.

#include <filesystem>
#include <string>

namespace wm::cli {

// --home, else $HERMES_HOME, else ~/.hermes; of a profile other than "default" its folder in there.
std::filesystem::path hermes_home(const std::string& home, const std::string& profile);

}  // namespace wm::cli
