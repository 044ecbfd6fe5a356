#pragma once
// Cutting text without cutting a character.

#include <string_view>

namespace wm::policies {

// The longest beginning of at most `bytes` that does not end inside a UTF-8 sequence.
inline std::string_view cut(std::string_view text, std::size_t bytes) {
    if (text.size() <= bytes) return text;
    while (bytes > 0 && (static_cast<unsigned char>(text[bytes]) & 0xc0) == 0x80) --bytes;
    return text.substr(0, bytes);
}

}  // namespace wm::policies
