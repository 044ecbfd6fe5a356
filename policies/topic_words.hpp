#pragma once
// The words of a text as policies/relevance weighs them: folded, cut to their stems, told apart into those that say what the
// text is about, those that say little, and those that name one thing.

#include "policies/fold.hpp"
#include "policies/stop_words.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace wm::policies {

// A text read once: words in order, and the CJK terms. Of a longer text its first 8,000 bytes speak.
struct Reading {
    explicit Reading(std::string_view text);
    Reading(const Reading&) = delete;
    Reading& operator=(const Reading&) = delete;

    std::string_view original;
    Folded folded;
    std::vector<std::string_view> words, cjk;  // of folded.text
};

inline bool has_digit(std::string_view word) {  // find_first_of looks for each byte among ten by a call
    for (const char c : word)
        if (c >= '0' && c <= '9') return true;
    return false;
}
std::string_view stem(std::string_view word);  // the longest ending of ES, EN, DE that leaves four letters is gone
bool names_one_thing(std::string_view word);   // pve04, INC-4711, or a version; k8s is a kind
bool is_version(std::string_view word);        // 26.1, 10.20.0.88; 4.800 is an amount

// Gives the terms of a text to `telling`, `generic` and `identifier`, a term as often as it stands there.
template <class Telling, class Generic, class Identifier>
void each_term(const Reading& text, Telling telling, Generic generic, Identifier identifier) {
    for (const auto bigram : text.cjk) telling(bigram);
    std::string_view last;
    for (const auto word : text.words) {
        const auto before = std::exchange(last, word);
        const auto kind = word_kind(word);
        if (kind.stop || kind.chatter || word.size() == 1) continue;
        const bool digits = has_digit(word);
        const bool bare_number = digits && word.find_first_not_of("0123456789.") == std::string_view::npos;
        if (digits && names_one_thing(word)) identifier(word);
        if (kind.generic || bare_number) generic(stem(word));
        else telling(digits ? word : stem(word));
        if (bare_number && word.size() <= 4 && before.size() >= 2 && !has_digit(before) && !is_stop_word(before))
            telling(std::string(before).append(word));  // pve 04
    }
}

// Words that are written as names, folded.
struct Names {
    std::vector<std::string> certain;  // inside a sentence: Brennwald
    std::vector<std::string> likely;   // GitOps, an acronym
    std::vector<std::string> first;    // any word that begins a sentence
};

Names names_of(const Reading& text);

}  // namespace wm::policies
