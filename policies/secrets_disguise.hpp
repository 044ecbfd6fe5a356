#pragma once
// Texts in which a secret is written otherwise than it is used: full-width letters, signs without width in between,
// lines that go on, strings glued together, escapes of JSON, HTML and addresses. Each reading is linear in the text.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wm::policies::secrets {

struct Reading {
    std::string text;
    std::vector<std::size_t> at;  // where each byte of it, and its end, stands in the text that was read
};

// All disguises taken off at once; none where nothing changed.
std::optional<Reading> undisguised(std::string_view text);

}  // namespace wm::policies::secrets
