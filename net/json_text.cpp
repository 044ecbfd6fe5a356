#include "net/json_text.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace wm::json_text {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";  // U+FFFD

bool plain(unsigned char c) { return c >= 0x20 && c < 0x80 && c != '"' && c != '\\'; }

// Eight bytes that all go out as they are. May say no to such ones, never yes to others.
bool plain_eight(const char* at) {
    constexpr std::uint64_t ones = 0x0101010101010101, highs = 0x8080808080808080;
    const auto zero_byte = [](std::uint64_t v) { return (v - ones) & ~v & highs; };
    std::uint64_t v = 0;
    std::memcpy(&v, at, sizeof v);
    const auto controls = (v - ones * 0x20) & ~v & highs;
    return ((v & highs) | controls | zero_byte(v ^ (ones * '"')) | zero_byte(v ^ (ones * '\\'))) == 0;
}

void append_escape(std::string& out, unsigned char c) {
    static constexpr std::string_view hex = "0123456789abcdef";
    switch (c) {
        case '"': out += "\\\""; return;
        case '\\': out += "\\\\"; return;
        case '\b': out += "\\b"; return;
        case '\f': out += "\\f"; return;
        case '\n': out += "\\n"; return;
        case '\r': out += "\\r"; return;
        case '\t': out += "\\t"; return;
        default: break;
    }
    out += "\\u00";
    out += hex[c >> 4];
    out += hex[c & 15];
}

bool follows(std::string_view text, std::size_t at, unsigned char low, unsigned char high) {
    if (at >= text.size()) return false;
    const auto c = static_cast<unsigned char>(text[at]);
    return c >= low && c <= high;
}

// Bytes of the well-formed character that begins at `at` with a byte ≥ 0x80; 0 when there is none (Unicode, table 3-7).
std::size_t character_bytes(std::string_view text, std::size_t at) {
    const auto c = static_cast<unsigned char>(text[at]);
    if (c >= 0xC2 && c <= 0xDF) return follows(text, at + 1, 0x80, 0xBF) ? 2 : 0;
    if (c >= 0xE0 && c <= 0xEF) {
        const unsigned char low = c == 0xE0 ? 0xA0 : 0x80;
        const unsigned char high = c == 0xED ? 0x9F : 0xBF;  // no surrogates
        return follows(text, at + 1, low, high) && follows(text, at + 2, 0x80, 0xBF) ? 3 : 0;
    }
    if (c >= 0xF0 && c <= 0xF4) {
        const unsigned char low = c == 0xF0 ? 0x90 : 0x80;
        const unsigned char high = c == 0xF4 ? 0x8F : 0xBF;
        return follows(text, at + 1, low, high) && follows(text, at + 2, 0x80, 0xBF) &&
                       follows(text, at + 3, 0x80, 0xBF)
                   ? 4
                   : 0;
    }
    return 0;
}

template <class Number>
void append_number(std::string& out, Number value) {
    std::array<char, 32> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    out.append(digits.data(), end);
}

}  // namespace

void append_string(std::string& out, std::string_view text) {
    out.reserve(out.size() + text.size() + 2);
    out += '"';
    std::size_t begun = 0, at = 0;  // what lies between them goes out as it is
    const auto flush = [&] { out.append(text, begun, at - begun); };
    while (at < text.size()) {
        if (at + 8 <= text.size() && plain_eight(text.data() + at)) {
            at += 8;
            continue;
        }
        const auto c = static_cast<unsigned char>(text[at]);
        const auto bytes = plain(c) ? 1 : c < 0x80 ? 0 : character_bytes(text, at);
        if (bytes > 0) {
            at += bytes;
            continue;
        }
        flush();
        if (c < 0x80) append_escape(out, c);
        else out += replacement;
        begun = ++at;
    }
    flush();
    out += '"';
}

void append_key(std::string& out, std::string_view key) {
    if (!out.empty() && out.back() != '{' && out.back() != '[') out += ',';
    append_string(out, key);
    out += ':';
}

void append_unsigned(std::string& out, std::uint64_t value) { append_number(out, value); }
void append_signed(std::string& out, std::int64_t value) { append_number(out, value); }

void append_ratio(std::string& out, double value) {
    if (!std::isfinite(value)) value = 0;
    append_number(out, std::round(value * 1000) / 1000);
}

}  // namespace wm::json_text
