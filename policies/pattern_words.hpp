#pragma once
// Words that a pattern cannot match without, so that it is tried only where they stand: of
// `\bhow (?:\w+ ){0,3}(?:did|had) we\b` each match begins with "how" and holds "did we" or "had we".

#include <compare>
#include <string>
#include <string_view>
#include <vector>

namespace wm::policies {

struct PatternWord {
    std::string word;  // as Literals::add takes it
    char after = 0;    // the byte behind it, when that is known; 0: any
    friend auto operator<=>(const PatternWord&, const PatternWord&) = default;
};

// Empty: nothing is known. Never narrower than what RE2 matches in folded text; syntax that is not known ends what is.
struct PatternWords {
    std::vector<PatternWord> starts;  // every match begins with one
    std::vector<PatternWord> needs;   // every match holds one, at the beginning of a word
};
PatternWords pattern_words(std::string_view pattern);

}  // namespace wm::policies
