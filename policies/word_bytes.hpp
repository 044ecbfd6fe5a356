#pragma once
// Where a word begins and ends in UTF-8, for who reads clauses: bytes by a table, and only of those beyond ASCII a second
// look, since a symbol there (¿ « » “ ” – € …) is none of a word's. Pure.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace wm::policies {

class WordBytes {
public:
    // `letters`: of ASCII, what a word is made of; `joints`: what may stand between two of them.
    constexpr WordBytes(bool (*letters)(char), std::string_view joints) {
        for (std::size_t c = 0; c < kinds_.size(); ++c)
            kinds_[c] = c >= 0x80 ? Kind::high : letters(static_cast<char>(c)) ? Kind::letter : Kind::other;
        for (const char c : joints) kinds_[static_cast<unsigned char>(c)] = Kind::joint;
    }

    // Bytes of the symbol at `at`; 0 when a letter or ASCII stands there.
    std::size_t symbol_at(std::string_view text, std::size_t at) const {
        if (kind_of(text[at]) != Kind::high) return 0;
        const auto lead = static_cast<unsigned char>(text[at]);
        const auto next = at + 1 < text.size() ? static_cast<unsigned char>(text[at + 1]) : 0U;
        if (lead == 0xC2) return std::min<std::size_t>(2, text.size() - at);
        return lead == 0xE2 && next >= 0x80 && next <= 0x8F ? std::min<std::size_t>(3, text.size() - at) : 0;
    }

    // The end of the word that begins at `at`, where no symbol stands; `at` when none begins there.
    std::size_t word_end(std::string_view text, std::size_t at) const {
        if (!is_letter(text[at])) return at;
        while (at < text.size() && goes_on(text, at)) ++at;
        return at;
    }

private:
    enum class Kind : std::uint8_t { other, letter, joint, high };
    Kind kind_of(char c) const { return kinds_[static_cast<unsigned char>(c)]; }
    bool is_letter(char c) const { return kind_of(c) == Kind::letter || kind_of(c) == Kind::high; }
    bool goes_on(std::string_view text, std::size_t at) const {
        switch (kind_of(text[at])) {
            case Kind::letter: return true;
            case Kind::joint: return at + 1 < text.size() && is_letter(text[at + 1]);
            case Kind::high: return symbol_at(text, at) == 0;
            case Kind::other: return false;
        }
        return false;
    }

    std::array<Kind, 256> kinds_{};
};

}  // namespace wm::policies
