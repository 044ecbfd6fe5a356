#pragma once
// What the search reads of a memory instead of its text: each word's forms, hashed, in the order of the text. Derived, and
// made anew with the index.

#include "policies/instant.hpp"
#include "policies/language.hpp"
#include "store/tokenize.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace wm {

struct Form {
    std::uint32_t rough = 0, stem = 0;  // of the index terms; the same when the word has but one
    std::uint16_t exact = 0;            // of the word as written, folded
    std::uint8_t about = 0;             // 1: of the subject, not of the text
    std::uint8_t kind = 0;              // 1: counts for the length (words, CJK pairs); 2: asks (a mark of a question)
};

std::uint32_t hash_of_term(std::string_view term);
inline std::uint16_t exact_of(std::uint32_t hash) { return static_cast<std::uint16_t>(hash ^ (hash >> 16)); }

// The index terms of a word in a text of this language: one, or two when the library's stem differs from our own.
std::vector<std::string> index_terms(const Token& token, policies::Language language);

// The words that say nothing are those of three languages; some of them say something in another ("son", "sea", "war").
bool says_nothing_in(policies::Language language, std::string_view folded);

struct IndexedText {
    std::vector<std::string> terms;  // without a bank, dates included
    std::vector<Form> forms;         // without the words that say nothing
};
// `at`: when it was said; its date is found too.
IndexedText index_text(std::string_view text, std::string_view subject, WallTime at);

std::string_view packed(const std::vector<Form>& forms);  // as a blob of this machine's byte order
std::vector<Form> unpacked(std::string_view blob);        // a damaged tail is left out

}  // namespace wm
