#include "policies/capitals.hpp"

#include <algorithm>
#include <iterator>

namespace wm::policies {
namespace {

bool is_word_byte(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || static_cast<unsigned char>(c) >= 0x80;
}

bool has_word_that_begins(std::string_view folded, std::string_view with) {
    for (auto at = folded.find(with); at != std::string_view::npos; at = folded.find(with, at + 1))
        if (at == 0 || !is_word_byte(folded[at - 1])) return true;
    return false;
}

bool is_german(std::string_view folded) {
    constexpr std::string_view words[] = {"der ", "die ", "das ",   "und ", "ist ", "den ", "dem ",  "wird ", "nicht ",
                                          "fur ", "auf ", "bitte ", "sie ", "ich ", "ein ", "eine ", "von ",  "mit "};
    return std::count_if(std::begin(words), std::end(words),
                         [&](std::string_view word) { return has_word_that_begins(folded, word); }) >= 2;
}

}  // namespace

Capitals::Capitals(std::string_view original, const Folded& folded) : original_(original), folded_(folded) {}

Written Capitals::of(std::size_t begin, std::size_t end) const {
    std::size_t capitals = 0, letters = 0;
    for (auto at = begin; at < end; ++at) {
        const char c = folded_.text[at];
        if (c >= 'a' && c <= 'z') ++letters, capitals += capital(at);
    }
    if (capitals == 0 || letters < 2) return {};
    const bool first_alone = capitals == 1 && capital(begin);
    const bool inside = inside_sentence(begin);
    if (first_alone && inside && !german_) german_ = is_german(folded_.text);
    return {.capitals = capitals == letters,
            .inner = !first_alone,
            .capitalised = first_alone && inside && !*german_,
            .first = first_alone && !inside};
}

bool Capitals::capital(std::size_t at) const {
    const auto from = folded_.origin[at];
    const auto c = static_cast<unsigned char>(original_[from]);
    if (c == 0xC3 && from + 1 < original_.size()) return static_cast<unsigned char>(original_[from + 1]) < 0x9F;
    return c >= 'A' && c <= 'Z';
}

bool Capitals::inside_sentence(std::size_t at) const {
    while (at > 0 && folded_.text[at - 1] == ' ') --at;
    if (at == 0) return false;
    const auto before = static_cast<unsigned char>(folded_.text[at - 1]);
    return (before >= 'a' && before <= 'z') || (before >= '0' && before <= '9') || before == ',' || before == ')';
}

}  // namespace wm::policies
