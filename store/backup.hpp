#pragma once
// A copy of the memory store, while its daemon runs and writes (SQLite's backup interface): one file, as of one moment,
// checked before it takes its name.

#include "store/sqlite.hpp"

#include <optional>
#include <string>

namespace wm {

// From <data_dir>/memory.db to `file` (0600), which must not exist yet; beside it <file>.partial is written meanwhile, and
// is gone whatever happens. Writers are not held up; what they commit meanwhile is not in the copy. Blocks.
std::optional<StoreError> back_up(const std::string& data_dir, const std::string& file);

}  // namespace wm
