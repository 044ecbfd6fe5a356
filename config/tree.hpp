#pragma once
// A YAML text as a plain tree that knows its lines. Bounded on purpose: 256 KiB, 16 levels, one document, no anchors,
// no tags. The only reader of YAML; nothing is thrown. Pure; any thread.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace wm::config {

inline constexpr std::size_t file_bytes_max = 256 * 1024;
inline constexpr std::size_t depth_max = 16;
inline constexpr std::size_t nodes_max = 50000;

struct TreeEntry;

struct TreeNode {
    enum class Kind : std::uint8_t { null, scalar, list, map };
    Kind kind = Kind::null;
    int line = 1;         // counted from 1
    std::string text;     // of a scalar
    bool quoted = false;  // in quotes or a block: a text, whatever it looks like
    std::vector<TreeNode> items;
    std::vector<TreeEntry> entries;  // in the order of the file; a key may come twice
};
struct TreeEntry {
    TreeNode key;  // always a scalar
    TreeNode value;
};

// Why a text is no tree. The message never holds more than a key of the file.
struct Unreadable {
    int line = 1;
    std::string message;
    std::string remedy;
};

// Where a text stops being printable UTF-8 (tabs and line breaks are); npos when it never does.
std::size_t unprintable_at(std::string_view text);

std::variant<TreeNode, Unreadable> read_tree(std::string_view text);

}  // namespace wm::config
