#include "cli/hermes_home.hpp"

#include <cstdlib>

namespace wm::cli {

std::filesystem::path hermes_home(const std::string& named, const std::string& profile) {
    std::filesystem::path home = named;
    if (home.empty())
        if (const char* told = std::getenv("HERMES_HOME"); told && *told) home = told;
    if (home.empty()) {
        const char* user = std::getenv("HOME");
        home = std::filesystem::path(user ? user : "/root") / ".hermes";
    }
    return profile.empty() || profile == "default" ? home : home / "profiles" / profile;
}

}  // namespace wm::cli
