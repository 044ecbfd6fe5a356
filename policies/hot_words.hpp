#pragma once
// What an entry of a hot file is about, and how it is said in fewer words, without a model: sentences are taken or left
// out, never written.

#include <cstddef>
#include <set>
#include <string>
#include <string_view>

namespace wm::policies::hot {

std::set<std::string> words_of(std::string_view text);  // telling words, folded and stemmed; names and CJK bigrams too

// Two entries of one subject as one: the first, and what only the second says.
std::string merged(const std::string& a, const std::string& b);
// The sentences that tell what to do, else the first, within so many characters; empty: not one fits.
std::string compressed(std::string_view text, std::size_t characters_max);
// "→ " and the words it is about, in the order of the text: what memory can be searched for. Empty: none fits.
std::string stub_of(std::string_view text, std::size_t characters_max);

}  // namespace wm::policies::hot
