#pragma once
// The words that rules know, numbered, and which of them a text holds: one look-up a word, in a table that fits the
// processor's caches.

#include "policies/word_edges.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace wm::policies {

using WordId = std::uint32_t;
inline constexpr WordId unknown_word = 0;

// A word as two numbers that tell it apart: all of it up to sixteen bytes.
struct WordKey {
    std::uint64_t head = 0, tail = 0;  // its first eight bytes; its last eight, of a longer one
    std::uint32_t length = 0;
};
WordKey word_key(std::string_view text, std::size_t begin, std::size_t end);

// A text's words and their numbers.
struct TextWords {
    std::string_view text;
    WordEdges edges;
    std::vector<WordId> ids;

    std::size_t count() const { return ids.size(); }
    std::size_t begin(std::size_t word) const { return edges.begin(word); }
    std::size_t end(std::size_t word) const { return edges.end(word); }
    std::string_view word(std::size_t i) const { return text.substr(begin(i), end(i) - begin(i)); }
};

class Vocabulary {
public:
    // Numbers from 1 on, the same for the same word; of a-z and 0-9.
    WordId add(std::string_view word);
    // After the last add, before the first read.
    void compile();

    std::size_t size() const { return words_.size(); }  // and one more than the highest number
    const std::string& word(WordId id) const { return words_[id]; }
    WordId find(std::string_view word) const;  // unknown_word: not known
    TextWords read(std::string_view text) const;

private:
    struct Slot {
        WordKey key;
        WordId id = unknown_word;
    };
    WordId find(const WordKey& key, std::string_view word) const;

    std::vector<std::string> words_{{}};
    std::unordered_map<std::string, WordId> ids_;
    std::vector<std::uint8_t> tags_ = {0};  // of each slot some bits of its hash; 0: free
    std::vector<Slot> slots_ = std::vector<Slot>(1);
};

}  // namespace wm::policies
