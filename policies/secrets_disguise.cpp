#include "policies/secrets_disguise.hpp"

#include "policies/secrets_rules.hpp"

#include <array>
#include <charconv>

namespace wm::policies::secrets {
namespace {

// What stands at a place: how many bytes of the text, and what they read as.
struct Piece {
    std::size_t bytes = 0;  // 0: an ordinary byte
    std::string_view plain;
};

constexpr auto ascii = [] {
    std::array<char, 128> letters{};
    for (std::size_t c = 0; c < letters.size(); ++c) letters[c] = static_cast<char>(c);
    return letters;
}();
std::string_view plain_letter(unsigned code) { return {&ascii[code & 127], 1}; }

Piece number(std::string_view digits, int base, std::size_t bytes) {
    unsigned code = 0;
    const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), code, base);
    if (error != std::errc() || stop != digits.data() + digits.size() || code < 0x20 || code > 0x7E) return {};
    return {bytes, plain_letter(code)};
}

// \u0067, \x67, a backslash that ends a line (with the indent of the next), \/
Piece escape(std::string_view rest) {
    if (rest.size() >= 6 && rest[1] == 'u') return number(rest.substr(2, 4), 16, 6);
    if (rest.size() >= 4 && rest[1] == 'x') return number(rest.substr(2, 2), 16, 4);
    if (rest.starts_with("\\/")) return {2, "/"};
    std::size_t at = 1;
    if (at < rest.size() && rest[at] == '\r') ++at;
    if (at >= rest.size() || rest[at] != '\n') return {};
    ++at;
    while (at < rest.size() && at < 64 && (rest[at] == ' ' || rest[at] == '\t')) ++at;
    return {at, ""};
}

Piece entity(std::string_view rest) {
    const auto end = rest.substr(0, 8).find(';');
    if (!rest.starts_with("&#") || end == std::string_view::npos || end < 3) return {};
    const bool hex = rest[2] == 'x';
    return number(rest.substr(hex ? 3 : 2, end - (hex ? 3 : 2)), hex ? 16 : 10, end + 1);
}

// "abc" + "def", 'abc' 'def': the quotes and what is between them.
Piece joint(std::string_view rest) {
    const char quote = rest[0];
    std::size_t at = 1;
    bool glue = false;
    for (; at < rest.size() && at < 48; ++at) {
        const char c = rest[at];
        if (c == '+' || c == '.' || c == '&') glue = true;
        else if (c == quote) return glue ? Piece{at + 1, ""} : Piece{};
        else if (c != ' ' && c != '\n' && c != '\r' && c != '\t' && c != '\\') return {};
    }
    return {};
}

// Signs of three bytes that show nothing, and full-width forms.
Piece wide(std::string_view rest) {
    if (rest.size() < 2) return {};
    const auto a = static_cast<unsigned char>(rest[0]), b = static_cast<unsigned char>(rest[1]);
    if (a == 0xC2 && b == 0xAD) return {2, ""};
    if (a == 0xC2 && b == 0xA0) return {2, " "};
    if (a == 0xCD && b == 0x8F) return {2, ""};
    if (rest.size() < 3) return {};
    const auto c = static_cast<unsigned char>(rest[2]);
    if (a == 0xE2 && b == 0x80 && (c == 0xAF || (c >= 0x80 && c <= 0x8A))) return {3, " "};
    if (a == 0xE2 && b == 0x80 && ((c >= 0x8B && c <= 0x8F) || (c >= 0xAA && c <= 0xAE))) return {3, ""};
    if (a == 0xE2 && b == 0x81 && c >= 0xA0) return {3, ""};
    if (a == 0xEF && b == 0xBB && c == 0xBF) return {3, ""};
    if (a == 0xE1 && b == 0xA0 && c == 0x8E) return {3, ""};
    if (a == 0xEF && b == 0xBC && c >= 0x81) return {3, plain_letter(c - 0x80U + 0x20U)};
    if (a == 0xEF && b == 0xBD && c <= 0x9E) return {3, plain_letter(c - 0x80U + 0x60U)};
    if (rest.size() < 4) return {};
    if (a == 0xF3 && b == 0xA0) return {4, ""};  // tags and variation selectors
    return {};
}

Piece piece_at(std::string_view rest) {
    switch (rest[0]) {
        case '\\': return rest.size() > 1 ? escape(rest) : Piece{};
        case '&': return entity(rest);
        case '%':
            return rest.size() >= 3 && in_alphabet(static_cast<unsigned char>(rest[1]), Alphabet::hex)
                       ? number(rest.substr(1, 2), 16, 3)
                       : Piece{};
        case '"':
        case '\'': return joint(rest);
        default: return static_cast<unsigned char>(rest[0]) >= 0xC2 ? wide(rest) : Piece{};
    }
}

}  // namespace

std::optional<Reading> undisguised(std::string_view text) {
    Reading reading;
    reading.text.reserve(text.size());
    reading.at.reserve(text.size() + 1);
    for (std::size_t i = 0; i < text.size();) {
        const auto piece = piece_at(text.substr(i));
        if (piece.bytes == 0) {
            reading.at.push_back(i);
            reading.text += text[i++];
            continue;
        }
        for (const char c : piece.plain) {
            reading.at.push_back(i);
            reading.text += c;
        }
        i += piece.bytes;
    }
    if (reading.text == text) return std::nullopt;
    reading.at.push_back(text.size());
    return reading;
}

}  // namespace wm::policies::secrets
