#include "policies/umlauts.hpp"

namespace wm::policies {
namespace {

constexpr std::size_t part_letters_min = 6;  // of a compound: shorter ones stand inside too many words
constexpr std::size_t beginning_letters_min = 4;

bool is_letter(char c) { return c >= 'a' && c <= 'z'; }
bool is_vowel(char c) { return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u'; }

bool may_make_umlaut(std::string_view text, std::size_t at) {
    return at > 0 && text[at] == 'e' && (text[at - 1] == 'a' || text[at - 1] == 'o' || text[at - 1] == 'u');
}

// Whether `e` at `at` makes an umlaut of the vowel before it: not in "neue", "Mauer", "quer", but in "geuebt", "geaendert".
bool makes_umlaut(std::string_view word, std::size_t at) {
    if (!may_make_umlaut(word, at)) return false;
    if (at == 1) return true;
    const char before = word[at - 2];
    if (before == 'e') return word[at - 1] != 'u' || at == 3;
    return before != 'q' && !is_vowel(before);
}

std::string without_e(std::string_view word) {
    std::string out;
    for (std::size_t i = 0; i < word.size(); ++i)
        if (!makes_umlaut(word, i)) out += word[i];
    return out;
}

}  // namespace

void Umlauts::learn(std::string_view word, bool open) {
    if (!open) words_.emplace(word);
    else if (word.size() >= beginning_letters_min) beginnings_.emplace(word);
}

bool Umlauts::knows(std::string_view word) const {
    if (words_.contains(word)) return true;
    for (auto length = beginning_letters_min; length <= word.size(); ++length)
        if (beginnings_.contains(word.substr(0, length))) return true;
    for (auto length = part_letters_min; length < word.size(); ++length)
        if (words_.contains(word.substr(0, length)) || words_.contains(word.substr(word.size() - length))) return true;
    return false;
}

bool Umlauts::mend(std::string& folded) const {
    bool mended = false;
    for (std::size_t at = folded.find('e'); at != std::string::npos; at = folded.find('e', at + 1)) {
        if (!may_make_umlaut(folded, at)) continue;
        auto begin = at, end = at;
        while (begin > 0 && is_letter(folded[begin - 1])) --begin;
        while (end < folded.size() && is_letter(folded[end])) ++end;
        const auto word = std::string_view(folded).substr(begin, end - begin);
        const auto meant = without_e(word);
        at = end - 1;
        if (meant == word || words_.contains(word) || !knows(meant)) continue;
        folded.replace(begin, end - begin, meant);
        at = begin + meant.size() - 1;
        mended = true;
    }
    return mended;
}

}  // namespace wm::policies
