#pragma once
// Words that a pattern cannot match without, so that it is tried only where they stand: of
// `\bhow (?:\w+ ){0,3}(?:did|had) we\b` each match begins with "how" and holds "did we" or "had we".

#include <string>
#include <string_view>
#include <vector>

namespace wm::policies {

// Each as Literals::add takes it, one of each list. Empty: nothing is known. Never narrower than what RE2 matches in
// folded text; syntax that is not known ends what is known.
struct PatternWords {
    std::vector<std::string> starts;  // every match begins with one
    std::vector<std::string> needs;   // every match holds one, at the beginning of a word
};
PatternWords pattern_words(std::string_view pattern);

}  // namespace wm::policies
