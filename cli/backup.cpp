// `wetopi-memory backup FILE`: the memory store in one file, while the daemon runs.
#include "cli/commands.hpp"

#include "config/load.hpp"
#include "store/backup.hpp"

#include <filesystem>
#include <iostream>

namespace wm::cli {

int backup(const BackupOptions& options) {
    const auto loaded = config::load_file(options.config, config::process_environment());
    if (!loaded.ok()) {
        std::cerr << config::describe(loaded);
        return misunderstood;
    }
    if (const auto error = back_up(loaded.settings->data_dir, options.file)) {
        std::cerr << "wetopi-memory backup: " << error->message << '\n';
        return failed;
    }
    std::error_code ignored;
    std::cout << options.file << ": " << std::filesystem::file_size(options.file, ignored)
              << " bytes, whole and checked\n";
    return done;
}

}  // namespace wm::cli
