#pragma once
// The tables of the embedded store, and each step from one version of them to the next. A step is never changed once it was
// released: files of every earlier version are brought forward by the rest of them.

#include "store/sqlite.hpp"

namespace wm {

inline constexpr std::uint32_t memory_store_id = 0x776d7374;  // "wmst", what tells the file from others

const Schema& memory_schema();

}  // namespace wm
