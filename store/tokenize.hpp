#pragma once
// Text as terms, the same way for what is stored and for what is asked. Deterministic; any bytes.
//   words     runs of letters and digits, folded (policies/fold); ES, EN and DE endings cut from words without digits
//   names     pre-edit → pre, edit, preedit;  db-7 → db, 7, db7;  "node 3" → node, 3, node3
//   CJK       pairs of characters, a single one that stands alone; ASCII glued to them is split off
// A change here changes what is in the index: raise index_version, and the store makes its index anew.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace wm {

inline constexpr int index_version = 2;

struct Token {
    enum class Kind : std::uint8_t {
        word,    // one run
        joined,  // runs written with - _ . / : @ between them; stands before its runs
        spaced,  // a short word and the number after it
        cjk,
    };
    std::string text;  // folded, never empty, at most 48 bytes; letters and digits only
    Kind kind = Kind::word;
    bool digits = false;       // holds one
    bool letters = false;      // holds one
    bool part = false;         // of a joined name with digits, which says more than its parts
    bool name = false;         // written as a name: capitals alone, or a capital inside the word
    bool capitals = false;     // capitals alone
    bool capitalised = false;  // one capital, first, inside a sentence that is not German
    bool first = false;        // one capital, first, where a sentence begins: a name, or any word
    bool dotted = false;       // joined digits with dots alone: 26.1, 10.20.0.88
};

// Tokens in the order of the text, of its first `bytes_max` bytes.
std::vector<Token> tokenize(std::string_view text, std::size_t bytes_max);

// What stands for a token in the index: w + the word without its ending, or c + the CJK pair.
std::string index_term(const Token& token);

}  // namespace wm
