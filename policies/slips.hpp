#pragma once
// Slips of the keyboard in words that the rules know: two neighbouring letters that changed places, or, in a long word, an
// inner letter left out. Such a word is put right before it is matched, so that one slip costs no rule. One look-up for each
// word that is not known.

#include "policies/vocabulary.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace wm::policies {

class Slips {
public:
    // A word of a-z; a shorter one than six letters is too near to others to be mended.
    void learn(std::string_view word);
    // After the last learn, before the first mended. The words become part of `vocabulary`, which is not compiled yet.
    void compile(Vocabulary& vocabulary);
    // The text of `words`, with each word that is no known one, but one slip away from it, put right; empty when there is
    // none. Any thread.
    std::string mended(const TextWords& words) const;

private:
    struct Entry {
        std::uint64_t letters = 0;  // the sum of the letters' values, whatever their order
        std::uint32_t word = 0;     // index + 1 of words_; 0: free
    };
    const std::string* meant(std::string_view word) const;

    std::vector<std::string> words_;
    std::vector<bool> known_;   // by the number of the word
    std::vector<Entry> table_;  // open addressing, a power of two
};

}  // namespace wm::policies
