#include "cli/commands.hpp"
#include "cli/daemon.hpp"
#include "config/load.hpp"

#include <iostream>

namespace wm::cli {

int serve(const std::string& config_file) {
    const auto loaded = config::load_file(config_file, config::process_environment());
    std::cerr << config::describe(loaded);
    if (!loaded.ok()) return misunderstood;
    Daemon daemon(*loaded.settings);
    if (const auto fault = daemon.prepare()) {
        std::cerr << "wetopi-memory serve: " << *fault << '\n';
        return failed;
    }
    return daemon.run() ? done : failed;
}

}  // namespace wm::cli
