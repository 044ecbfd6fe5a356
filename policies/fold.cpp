#include "policies/fold.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace wm::policies {
namespace {

// U+00C0–U+00FF and U+0100–U+017F, upper and lower case alike; "" keeps the character.
constexpr const char* latin_1[64] = {
    "a", "a", "a", "a", "a", "a", "ae", "c", "e", "e", "e", "e", "i", "i", "i",  "i",   // À–Ï
    "d", "n", "o", "o", "o", "o", "o",  "",  "o", "u", "u", "u", "u", "y", "th", "ss",  // Ð–ß, × stays
    "a", "a", "a", "a", "a", "a", "ae", "c", "e", "e", "e", "e", "i", "i", "i",  "i",   // à–ï
    "d", "n", "o", "o", "o", "o", "o",  "",  "o", "u", "u", "u", "u", "y", "th", "y"};  // ð–ÿ, ÷ stays
constexpr const char* latin_extended_a[128] = {
    "a", "a", "a",  "a",  "a", "a", "c", "c", "c", "c", "c", "c", "c", "c", "d", "d",   // Ā–ď
    "d", "d", "e",  "e",  "e", "e", "e", "e", "e", "e", "e", "e", "g", "g", "g", "g",   // Đ–ğ
    "g", "g", "g",  "g",  "h", "h", "h", "h", "i", "i", "i", "i", "i", "i", "i", "i",   // Ġ–į
    "i", "i", "ij", "ij", "j", "j", "k", "k", "k", "l", "l", "l", "l", "l", "l", "l",   // İ–Ŀ
    "l", "l", "l",  "n",  "n", "n", "n", "n", "n", "n", "n", "n", "o", "o", "o", "o",   // ŀ–ŏ
    "o", "o", "oe", "oe", "r", "r", "r", "r", "r", "r", "s", "s", "s", "s", "s", "s",   // Ő–ş
    "s", "s", "t",  "t",  "t", "t", "t", "t", "u", "u", "u", "u", "u", "u", "u", "u",   // Š–ů
    "u", "u", "u",  "u",  "w", "w", "y", "y", "y", "z", "z", "z", "z", "z", "z", "s"};  // Ű–ſ

bool is_combining(char32_t c) {
    return (c >= 0x300 && c <= 0x36F) || (c >= 0x1AB0 && c <= 0x1AFF) || (c >= 0x1DC0 && c <= 0x1DFF) ||
           (c >= 0x20D0 && c <= 0x20FF) || (c >= 0xFE20 && c <= 0xFE2F);
}

bool is_wide_space(char32_t c) {
    return c == 0xA0 || (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F ||
           c == 0x3000 || c == 0x85;
}

// Latin Extended Additional (ạ ẽ ỳ …): by pairs of upper and lower case, U+1E00–U+1EFF.
const char* latin_additional(char32_t c) {
    struct Run {
        char32_t last;
        const char* letter;
    };
    static constexpr Run runs[] = {
        {0x1E01, "a"}, {0x1E07, "b"}, {0x1E09, "c"},  {0x1E13, "d"}, {0x1E1D, "e"}, {0x1E1F, "f"}, {0x1E21, "g"},
        {0x1E2B, "h"}, {0x1E2F, "i"}, {0x1E35, "k"},  {0x1E3D, "l"}, {0x1E43, "m"}, {0x1E4B, "n"}, {0x1E53, "o"},
        {0x1E57, "p"}, {0x1E5F, "r"}, {0x1E69, "s"},  {0x1E71, "t"}, {0x1E7B, "u"}, {0x1E7F, "v"}, {0x1E89, "w"},
        {0x1E8D, "x"}, {0x1E8F, "y"}, {0x1E95, "z"},  {0x1E96, "h"}, {0x1E97, "t"}, {0x1E98, "w"}, {0x1E99, "y"},
        {0x1E9A, "a"}, {0x1E9D, "s"}, {0x1E9E, "ss"}, {0x1E9F, ""},  {0x1EB7, "a"}, {0x1EC7, "e"}, {0x1ECB, "i"},
        {0x1EE3, "o"}, {0x1EF1, "u"}, {0x1EF9, "y"},  {0x1EFF, ""}};
    for (const auto& run : runs)
        if (c <= run.last) return run.letter;
    return "";
}

const char* punctuation(char32_t c) {
    switch (c) {
        case 0x2018:
        case 0x2019:
        case 0x201A:
        case 0x201B:
        case 0x2032:
        case 0xB4: return "'";
        case 0x201C:
        case 0x201D:
        case 0x201E:
        case 0x201F:
        case 0x2033:
        case 0xAB:
        case 0xBB: return "\"";
        case 0x2010:
        case 0x2011:
        case 0x2012:
        case 0x2013:
        case 0x2014:
        case 0x2015:
        case 0x2212: return "-";
        case 0xAA: return "a";
        case 0xBA: return "o";
        default: return "";
    }
}

// What stands for `c` in ASCII; "" when the character has no such form.
const char* ascii_form(char32_t c) {
    if (c >= 0xC0 && c <= 0xFF) return latin_1[c - 0xC0];
    if (c >= 0x100 && c <= 0x17F) return latin_extended_a[c - 0x100];
    if (c >= 0x1E00 && c <= 0x1EFF) return latin_additional(c);
    if (is_wide_space(c)) return " ";
    return punctuation(c);
}

char32_t lower_greek_or_cyrillic(char32_t c) {
    if (c >= 0x391 && c <= 0x3A9 && c != 0x3A2) return c + 32;
    if (c >= 0x410 && c <= 0x42F) return c + 32;
    if (c >= 0x400 && c <= 0x40F) return c + 80;
    return c;
}

constexpr auto lower_ascii = [] {
    std::array<char, 128> table{};
    for (std::size_t c = 0; c < table.size(); ++c)
        table[c] = static_cast<char>(c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c);
    return table;
}();

bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }
char lower(char c) { return lower_ascii[static_cast<unsigned char>(c)]; }

constexpr std::uint64_t ones = 0x0101010101010101, highs = 0x8080808080808080;

// The high bit of each of the eight bytes, all ASCII, that lies from `first` to `last`.
constexpr std::uint64_t within(std::uint64_t ascii, unsigned char first, unsigned char last) {
    return (ascii + ones * (0x80u - first)) & ~(ascii + ones * (0x7Fu - last)) & highs;
}

// Eight bytes of ASCII at once to lower case; false when one of them is beyond.
bool lower_eight(const char* in, char* out) {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, in, sizeof bytes);
    if ((bytes & highs) != 0) return false;
    bytes |= within(bytes, 'A', 'Z') >> 2;
    std::memcpy(out, &bytes, sizeof bytes);
    return true;
}

// The folded form of the character at `at`, which is beyond ASCII, to `out`, and `at` behind it. No longer than it was.
char* fold_wide(std::string_view in, std::size_t& at, char* out) {
    const auto from = at;
    const auto c = next_code_point(in, at);
    if (c == invalid_code_point) return *out = ' ', out + 1;
    if (c >= 0xC0 && c <= 0x17F) {  // the letters of our languages, first
        if (const char* form = ascii_form(c); *form) {
            for (; *form; ++form) *out++ = *form;
            return out;
        }
    }
    if (is_invisible(c) || is_combining(c)) return out;
    if (c >= 0xFF01 && c <= 0xFF5E) return *out = lower(static_cast<char>(c - 0xFF01 + '!')), out + 1;
    if (const char* form = ascii_form(c); *form) {
        for (; *form; ++form) *out++ = *form;
        return out;
    }
    if (const auto small = lower_greek_or_cyrillic(c); small != c) {  // both have two bytes
        *out++ = static_cast<char>(0xC0 | (small >> 6));
        *out++ = static_cast<char>(0x80 | (small & 0x3F));
        return out;
    }
    for (auto byte = from; byte < at; ++byte) *out++ = in[byte];
    return out;
}

// Eight bytes, `last` before them: no blank but single spaces and line ends, nothing that falls.
bool is_spaced(std::uint64_t bytes, char last) {
    const auto ascii = bytes & ~highs;
    const auto line = within(ascii, '\n', '\n') & ~bytes, space = within(ascii, ' ', ' ') & ~bytes;
    const auto other = (within(ascii, '\t', '\t') | within(ascii, '\r', '\r')) & ~bytes;
    const std::uint64_t blank_before = last == ' ' || last == '\n' ? 0x80 : 0;
    const auto blank = line | space;
    return (other | (blank & (blank << 8 | blank_before))) == 0;
}

}  // namespace

char32_t next_code_point(std::string_view text, std::size_t& at) {
    const auto lead = static_cast<unsigned char>(text[at]);
    const auto start = at++;
    if (lead < 0x80) return lead;
    int more = 0;
    char32_t code = 0, least = 0;
    if (lead >= 0xC2 && lead <= 0xDF) more = 1, code = lead & 0x1F, least = 0x80;
    else if (lead >= 0xE0 && lead <= 0xEF) more = 2, code = lead & 0x0F, least = 0x800;
    else if (lead >= 0xF0 && lead <= 0xF4) more = 3, code = lead & 0x07, least = 0x10000;
    else return invalid_code_point;
    auto next = start + 1;
    for (; more > 0; --more, ++next) {
        if (next >= text.size()) return invalid_code_point;
        const auto byte = static_cast<unsigned char>(text[next]);
        if ((byte & 0xC0) != 0x80) return invalid_code_point;
        code = (code << 6) | (byte & 0x3F);
    }
    if (code < least || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) return invalid_code_point;
    at = next;
    return code;
}

bool is_invisible(char32_t c) {
    return (c >= 0x200B && c <= 0x200F) || (c >= 0x202A && c <= 0x202E) || (c >= 0x2060 && c <= 0x206F) ||
           c == 0xFEFF || c == 0xAD || c == 0x34F || c == 0x61C || (c >= 0x180B && c <= 0x180F) ||
           (c >= 0xFE00 && c <= 0xFE0F) || (c >= 0xFFF9 && c <= 0xFFFB) || c == 0x115F || c == 0x1160 || c == 0x3164 ||
           c == 0xFFA0 || (c >= 0xE0000 && c <= 0xE0FFF);
}

Folded fold(std::string_view utf8) {
    Folded out;
    out.text.resize(utf8.size());
    out.origin.resize(utf8.size());
    char* const begin = out.text.data();
    char* end = begin;
    for (std::size_t at = 0; at < utf8.size();) {
        if (at + 8 <= utf8.size() && lower_eight(utf8.data() + at, end)) {
            std::uint32_t* const origin = out.origin.data() + (end - begin);
            for (std::uint32_t i = 0; i < 8; ++i) origin[i] = static_cast<std::uint32_t>(at) + i;
            at += 8, end += 8;
            continue;
        }
        const auto from = at;
        char* const start = end;
        if (is_ascii(utf8[at])) *end++ = lower(utf8[at++]);
        else end = fold_wide(utf8, at, end);
        for (const char* byte = start; byte < end; ++byte) out.origin[byte - begin] = static_cast<std::uint32_t>(from);
    }
    out.text.resize(static_cast<std::size_t>(end - begin));
    out.origin.resize(out.text.size());
    return out;
}

std::string fold_text(std::string_view utf8) {
    std::string out(utf8.size(), '\0');
    char* end = out.data();
    for (std::size_t at = 0; at < utf8.size();) {
        if (at + 8 <= utf8.size() && lower_eight(utf8.data() + at, end)) at += 8, end += 8;
        else if (is_ascii(utf8[at])) *end++ = lower(utf8[at++]);
        else end = fold_wide(utf8, at, end);
    }
    out.resize(static_cast<std::size_t>(end - out.data()));
    return out;
}

std::string fold_spaced(std::string_view utf8) {
    auto text = fold_text(utf8);
    char* const bytes = text.data();
    std::size_t kept = 0;
    char last = 'x';  // of what is kept
    for (std::size_t at = 0; at < text.size();) {
        std::uint64_t eight = 0;
        if (at + sizeof eight <= text.size()) {
            std::memcpy(&eight, bytes + at, sizeof eight);
            if (is_spaced(eight, last)) {
                std::memcpy(bytes + kept, &eight, sizeof eight);
                kept += sizeof eight, at += sizeof eight;
                last = bytes[kept - 1];
                continue;
            }
        }
        for (const auto end = std::min(at + sizeof eight, text.size()); at < end; ++at) {
            const char c = bytes[at];
            const bool line = c == '\n', blank = c == ' ' || c == '\t' || c == '\r';
            const bool falls = (blank || line) && (last == ' ' || last == '\n');
            if (falls && !line) continue;
            if (falls) --kept;  // the line's end takes the place of the blank before it
            bytes[kept++] = last = blank ? ' ' : c;
        }
    }
    text.resize(kept);
    return text;
}

}  // namespace wm::policies
