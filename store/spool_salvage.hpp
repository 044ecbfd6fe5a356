#pragma once
// What can still be read of a spool whose file is damaged, in a file of its own; the damaged one is kept beside it, for the
// operator. Blocks: for the start of the daemon.

#include "store/sqlite.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

namespace wm {

struct Salvaged {
    std::uint64_t batches = 0, dead_letters = 0, turns = 0;  // taken over
    std::string damaged;                                     // where the damaged file is now
};
// <path> is replaced by a file with all rows that could be read, <path>.damaged-<n> is what it was. A crash in the middle
// leaves either the one or the other in place: finish_salvage() completes what was begun, and is called at every start.
std::variant<Salvaged, StoreError> salvage_spool(const std::string& path, const Schema& schema);
std::optional<StoreError> finish_salvage(const std::string& path);

}  // namespace wm
