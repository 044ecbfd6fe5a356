#pragma once
// What no match of a pattern can do without: words, and marks such as a digit or a question mark, all of them in one
// sentence unless the pattern reaches further. Where they are not, it need not be searched for.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wm::policies {

// Words of a-z and 0-9, perhaps with one blank between them; `*` at the end or, of a single word, at the beginning:
// whatever goes on or goes before. `after`: the byte that follows them, if it is told.
struct PatternWord {
    std::string word;
    char after = 0;
    friend auto operator<=>(const PatternWord&, const PatternWord&) = default;
};

using Marks = std::uint32_t;  // a bit each
Marks marks_in(std::string_view text);

// How far the words of one match may lie apart.
enum class Reach : std::uint8_t { sentence, line, text };
// What ends between two words between which `gap` lies: a sentence at . ! ? with a blank behind, a line at its end.
// None: they are words of one sentence.
std::optional<Reach> end_in(std::string_view gap);

struct Gate {
    // Of each list one stands there, none before that of the list before it; at most `gate_words_max` lists.
    std::vector<std::vector<PatternWord>> words;
    bool begins = false;            // the first list's word is the match's first one
    Marks marks = 0;                // all of them stand there
    Reach reach = Reach::sentence;  // there: in one of these
};
inline constexpr std::size_t gate_words_max = 3;

// One for each alternative at the top of the pattern: every match fulfils one of them.
std::vector<Gate> pattern_gates(std::string_view pattern);

}  // namespace wm::policies
