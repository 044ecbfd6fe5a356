#pragma once
// A file of ours as text, bounded: what read_tree takes and refuses when there is more than file_bytes_max of it.

#include <optional>
#include <string>

namespace wm::config {

// Nothing: it cannot be opened or read, or is a folder. At most one byte more than is allowed.
std::optional<std::string> read_text(const std::string& file);

}  // namespace wm::config
