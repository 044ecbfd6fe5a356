#pragma once
// The words that are grammar and not vocabulary: negators, conditions, auxiliaries, persons, step markers; and the cutting
// of a clause into words, each with its classes. Everything is folded: lower case, no accents.

#include "policies/fold.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace wm::policies::activity {

enum class WordClass : std::uint8_t {
    filler,          // may stand before the first word that counts: "oye", "so", "und"
    negator,         // no, never, nicht
    condition,       // if, cuando, sobald
    auxiliary,       // Spanish and English, close before a participle
    wide_auxiliary,  // German, anywhere in the clause
    resulting,       // a copula: "está apagado" tells how it is
    has_been,        // "ha apagado": tells that it happened
    already,         // "ya está migrado": it happened, too
    complementizer,  // opens what shall be remembered: que, that, dass
    just_done,       // "acabo de", "had to": makes an infinitive a report
    habit,           // before a past form: it is no report
    frequency,       // always, nunca, immer
    determiner,      // before a participle: an adjective
    past_time,       // ayer, hoy, hace
    asker,           // begins a question
    accented_asker,  // begins one when it carries its accent
    modal,           // before a change: not done yet
    perfect,         // behind "never": a report, no habit
    bound,           // "until tomorrow" bounds what is now
    inverted,        // a verb that asks when it begins the clause
    speaker,         // the speaker as subject: I, ich, yo, "quiero"
    speaker_object,  // me, mir, my
    want,            // a wish of the speaker
    step_first,      // opens a sequence of steps
    step,            // goes on with it
    calendar,        // behind "until": a date, no condition
    order_object,    // behind an imperative: it, the, ihn
    month,
    we,           // the company as subject: we, wir, nosotros
    finite,       // a verb that makes a participle beside it an adjective: "is", "va", "lauft"
    idle,         // past forms that tell of no change by themselves: seen, said, thought, hit, kept
    trouble,      // what goes wrong: failures, drops, Hänger
    stems_from,   // behind trouble: "was", "venían", "kamen"
    fine,         // how what was mended is since: stable, sauber, fino
    since,        // since when
    chief,        // who decides: board, dirección, Leitung
    past_copula,  // "was offline for an hour" happened; "is offline" is
    remembers,    // remember, forget: "I can never remember" is no habit
    count_
};
static_assert(static_cast<unsigned>(WordClass::count_) <= 64, "Token keeps them in 64 bits");

// A word of folded text. The apostrophe separates; '-', '.', '/', '_' inside do not.
struct Token {
    std::string_view text;
    std::size_t begin = 0;      // byte offset in the folded text
    bool after_comma = false;   // a comma or colon or bracket stands before it
    bool accented_end = false;  // its last letter had an accent before folding
    bool accented = false;      // any letter had one
    std::uint64_t classes = 0;
    bool is(WordClass wanted) const { return (classes >> static_cast<unsigned>(wanted)) & 1U; }
};

// `raw` is the text that `folded` was made of. The views point into `folded`.
std::vector<Token> tokenize(const Folded& folded, std::string_view raw);

bool is_word(WordClass wanted, std::string_view word);

}  // namespace wm::policies::activity
