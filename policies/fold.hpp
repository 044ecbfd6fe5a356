#pragma once
// The text that every rule is matched against: lower-case, accents stripped, invisible characters gone, so that RE2's
// ASCII \b is a word boundary in Spanish, English and German, and "configuracion" is "configuración".

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace wm::policies {

struct Folded {
    std::string text;
    std::vector<std::uint32_t> origin;  // byte offset in the input of each folded byte; never decreases
};

// Folds UTF-8 in one pass. ñ→n ü→u ß→ss æ→ae ’→' –→- and the like, combining marks dropped, full-width forms and wide
// spaces → ASCII, zero-width, bidi and tag characters removed, each byte that is no UTF-8 → a space. Greek and Cyrillic
// are lower-cased; whatever else is not ASCII stays as it is. Idempotent; the result is valid UTF-8.
Folded fold(std::string_view utf8);

// The same text without the offsets, for those who only match.
std::string fold_text(std::string_view utf8);

// And with each run of blanks as one, so that a rule's space is any spacing: a line's end when it holds one, else a space.
std::string fold_spaced(std::string_view utf8);

// One code point of `text` from `at` on, which is moved behind it; an invalid byte gives `invalid` and moves by one.
inline constexpr char32_t invalid_code_point = 0xFFFFFFFF;
char32_t next_code_point(std::string_view text, std::size_t& at);

// Characters that draw nothing or reorder what is drawn: zero-width, bidi controls, variation selectors, tags.
bool is_invisible(char32_t code);

}  // namespace wm::policies
