#pragma once
// Cuts a message into the pieces that are judged one by one: sentences, list items, table rows, code. Linear; the views
// point into the text given.

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace wm::policies {

enum class Block : std::uint8_t { prose, item, row, code, quote };  // item: of a list; quote: a line that starts with >

struct Sentence {
    std::string_view text;  // without list mark and surrounding space
    Block block = Block::prose;
    std::size_t paragraph = 0;  // counted from 0; an empty line ends one
    std::size_t begin = 0;      // byte offset of text in the message
    bool numbered = false;      // an item with "1." or "1)"
};

std::vector<Sentence> split_sentences(std::string_view text);

// Independent clauses of a sentence: cut at ';', dashes, and at conjunctions that start a new statement (", and",
// ". Y", ", aber"). A sentence without one gives itself.
std::vector<std::string_view> split_clauses(std::string_view sentence);

// What a message may be about one after the other: the clauses of its sentences, cut also where a further question is
// joined ("… and on which host", "… y cómo", "… und wer").
std::vector<std::string_view> split_matters(std::string_view text);

}  // namespace wm::policies
