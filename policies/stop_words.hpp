#pragma once
// Words that name no subject, folded: articles, pronouns, auxiliaries, courtesy (ES, EN, DE), and the words that say
// too little to tie a memory to a message on their own.

#include <string_view>

namespace wm::policies {

struct WordKind {
    bool stop = false, generic = false, negation = false, points_back = false, chatter = false, kind = false;
};
WordKind word_kind(std::string_view folded);  // all at once, for one look-up

bool is_stop_word(std::string_view folded);     // carries nothing
bool is_generic_word(std::string_view folded);  // server, cluster, client, thursday: needs company
bool is_negation(std::string_view folded);      // no, not, kein
bool points_back(std::string_view folded);      // it, eso, das: stands for what was said before
bool is_chatter(std::string_view folded);       // thanks, hola, ok
bool is_kind_word(std::string_view folded);     // k8s, ipv6, sha256: letters and digits, but no name of one thing

}  // namespace wm::policies
