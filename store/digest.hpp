#pragma once
// What memory_reflect says on the embedded store: no model, a digest by subject in which every line has its date and
// the id of the memory it comes from (design.md §10).

#include "store/memories.hpp"

#include <cstdint>
#include <span>
#include <string>

namespace wm {

// "2026-09-06 10:00 UTC"
std::string date_of(WallTime at);

// How a row is told: a value that no longer holds says until when it did.
std::string told(const FoundRow& row);

// `rows`: best first. Subjects in the order of their best row; within one, what holds first, then newest first. Empty
// for no rows. Lines that exceed `tokens_max` are left out whole.
std::string digest(std::span<const FoundRow> rows, std::uint32_t tokens_max);

}  // namespace wm
