#pragma once
// The sidecar of a hot memory file: MEMORY.meta.json beside MEMORY.md. What is known of each entry, by the SHA-256 of its
// text:
//
//   {"version": 1, "entries": {"<64 hex digits>": {"kind": "state", "since": "2026-05-28T10:00:00.000Z",
//                                                  "importance": 0.9, "stub": true}}}

#include "policies/hot_plan.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace wm::cli {

// Nothing: it is no sidecar. An entry that cannot be read is left out, so that it is typed anew; a missing file is "".
std::optional<policies::hot::Sidecar> read_sidecar(std::string_view text);
std::string write_sidecar(const policies::hot::Sidecar& sidecar);

}  // namespace wm::cli
