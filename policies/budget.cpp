#include "policies/budget.hpp"

#include "policies/fold.hpp"

#include <algorithm>

namespace wm::policies {
namespace {

// Rates in sixths of a token, each on the safe side of what cl100k and o200k need (tests/data/token_counts.tsv).
constexpr std::uint32_t whole = 6;

enum class Kind : std::uint8_t { lower, upper, digit, space, newline, mark, wide };

Kind kind_of(unsigned char c) {
    if (c >= 'a' && c <= 'z') return Kind::lower;
    if (c >= 'A' && c <= 'Z') return Kind::upper;
    if (c >= '0' && c <= '9') return Kind::digit;
    if (c == ' ') return Kind::space;
    if (c == '\n' || c == '\r' || c == '\t') return Kind::newline;
    return c >= 0x80 ? Kind::wide : Kind::mark;
}

// A character beyond ASCII that stands alone. Letters of Latin words are counted with their word.
std::uint32_t wide_cost(char32_t c, std::size_t bytes) {
    if (c == invalid_code_point) return whole;
    if (c >= 0x370 && c < 0x590) return whole + 1;                                     // Greek, Cyrillic, Armenian
    if (c >= 0x590 && c < 0x700) return 9;                                             // Hebrew, Arabic
    if ((c >= 0x3000 && c < 0x3100) || (c >= 0xFF00 && c < 0xFFF0)) return 9;          // kana, full-width
    if ((c >= 0x4E00 && c < 0xA000) || (c >= 0xAC00 && c < 0xD7B0)) return 2 * whole;  // Han, Hangul
    return static_cast<std::uint32_t>(bytes) * whole;
}

bool latin_letter(char32_t c) { return c >= 0xC0 && c < 0x250 && c != 0xD7 && c != 0xF7; }

// A run of letters and digits, as the text has them.
struct Run {
    std::uint32_t letters = 0, digits = 0, accents = 0, changes = 0, capitals = 0, vowels = 0, streak = 0, hard = 0;
    Kind last = Kind::space;
    bool number_first = false;

    void add(Kind kind, char letter) {
        // lower→Upper, letter→digit and back: what words do rarely and keys all the time
        const auto n = letters + digits;
        if (n > 0 && kind != last && !(last == Kind::upper && kind == Kind::lower && letters == 1)) ++changes;
        (kind == Kind::digit ? digits : letters) += 1;
        capitals += kind == Kind::upper;
        const bool vowel = std::string_view("aeiouyAEIOUY").find(letter) != std::string_view::npos;
        vowels += vowel;
        streak = vowel || kind == Kind::digit ? 0 : streak + 1;
        hard += streak > 3;  // the fourth consonant in a row and on: what no vocabulary holds
        last = kind;
        number_first |= n == 0 && kind == Kind::digit;
    }
    std::uint32_t cost() const {
        const auto n = letters + digits;
        if (n == 0) return 0;
        if ((changes * 5 > n && n > 3) || n > 24) return n * 5 + 3;  // base64, hex, keys: 0.83 a character
        std::uint32_t cost = accents * 4 + changes * 3 + hard * 4 + (digits + 2) / 3 * whole;
        if (letters == 0) return cost;
        if (vowels == 0 && letters > 2) return cost + letters * 5;
        if (capitals > 1) return cost + letters * 3 + 3;                // OSD, MASTER, camelCase
        if (capitals == 1) return cost + std::max(whole, letters * 3);  // names, German nouns
        return cost + (letters <= 3 ? whole : letters <= 5 ? 8 : letters * 2 + 1);
    }
};

}  // namespace

std::uint64_t token_sixths(std::string_view utf8) {
    std::uint64_t sixths = 0;
    Run run;
    bool after_blank = false;
    const auto close = [&] {
        sixths += run.cost();
        if (after_blank && run.number_first)
            sixths += whole;  // a word takes the blank before it along, a number does not
        after_blank = false;
        run = Run{};
    };
    for (std::size_t at = 0; at < utf8.size();) {
        const auto from = at;
        const auto kind = kind_of(static_cast<unsigned char>(utf8[at]));
        if (kind == Kind::lower || kind == Kind::upper || kind == Kind::digit) {
            run.add(kind, utf8[at++]);
            continue;
        }
        if (kind == Kind::wide) {
            const auto code = next_code_point(utf8, at);
            if (latin_letter(code)) {
                run.add(Kind::lower, 'a');
                ++run.accents;
                continue;
            }
            close();
            sixths += wide_cost(code, at - from);
            continue;
        }
        close();
        if (kind == Kind::mark) {
            sixths += whole;
            ++at;
            continue;
        }
        while (at < utf8.size() && kind_of(static_cast<unsigned char>(utf8[at])) == kind) ++at;
        if (kind == Kind::newline) sixths += whole * (at - from);
        else if (at - from > 1) sixths += whole * (1 + (at - from) / 16);
        after_blank = kind == Kind::space;
    }
    close();
    return sixths;
}

std::uint32_t tokens_of_sixths(std::uint64_t sixths) {
    return static_cast<std::uint32_t>(std::min<std::uint64_t>((sixths + whole - 1) / whole, UINT32_MAX));
}

std::uint32_t estimate_tokens(std::string_view utf8) { return tokens_of_sixths(token_sixths(utf8)); }

}  // namespace wm::policies
