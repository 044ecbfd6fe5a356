#pragma once
// Cutting text without cutting a character.

#include <string>
#include <string_view>

namespace wm::policies {

// The longest beginning of at most `bytes` that does not end inside a UTF-8 sequence.
inline std::string_view cut(std::string_view text, std::size_t bytes) {
    if (text.size() <= bytes) return text;
    while (bytes > 0 && (static_cast<unsigned char>(text[bytes]) & 0xc0) == 0x80) --bytes;
    return text.substr(0, bytes);
}

// Both ends of a longer text, at most `bytes` of it, and a line that says so between them: how a tool's output began and
// how it ended. Needs `bytes` >= 16.
inline std::string cut_middle(std::string_view text, std::size_t bytes) {
    static constexpr std::string_view gap = "\n[...]\n";
    if (text.size() <= bytes || bytes < gap.size()) return std::string(cut(text, bytes));
    const std::size_t half = (bytes - gap.size()) / 2;
    std::size_t end = text.size() - half;
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) ++end;
    return std::string(cut(text, half)).append(gap).append(text.substr(end));
}

}  // namespace wm::policies
