#pragma once
// Names in a text: hosts, services, files, versions, products, companies; and what a statement is about. No dictionary:
// the shape of a word and its place beside a verb decide.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace wm::policies {

// pve04, osd.17, lb-wan-1, values.yaml, BookStack, "Kestrovane Outdoor", 16.4: as written, each once, in their order.
std::vector<std::string> find_entities(std::string_view text, std::size_t max = 16);

// The first word is a name by all that can be seen: a capital, no word that begins sentences, and a verb close behind it.
bool opens_with_name(std::string_view text);

// A word with letters and digits, a hyphen or a dot, as machines are named; not a version, a time or a size.
bool is_identifier(std::string_view word);

// The resource, product or person that a clause is about, folded; empty when nothing in it looks like one.
std::string find_subject(std::string_view clause);
std::string find_subject(std::string_view clause,
                         const std::vector<std::string>& entities);  // entities: find_entities(clause)

// Words of folded text that carry meaning: at least `length_min` bytes, no stop word. For overlap and topics.
std::vector<std::string> content_words(std::string_view text, std::size_t length_min = 3);

// The content words of a text, each once, sorted.
using WordSet = std::vector<std::string>;
WordSet word_set(std::string_view text);

// Share of the smaller text's content words that the other has too, 0..1.
double overlap(const WordSet& a, const WordSet& b);
double overlap(std::string_view a, std::string_view b);

}  // namespace wm::policies
