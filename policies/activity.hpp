#pragma once
// What a clause does, in Spanish, English or German: reports a change, a state, a decision, a finding; asks, orders,
// guesses, plans, denies. Tables (policies/lexicon) read by one linear pass; no scope, no evidence, no policy here.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace wm::policies {

enum class Signal : std::uint8_t {
    mutation,    // a change that is done: "he apagado", "was migrated", "ist ausgerollt"
    occurrence,  // something that happened by itself: "se cayó", "lost both PSUs"
    past,        // told in the past with a verb that no table knows
    state,       // how something is now, in words of status: "esta apagado", "is degraded"
    fact,        // weaker: "tiene", "is the", "nutzt"
    decision,    // explicit words of a choice
    discovery,   // cause, gotcha, constraint found
    verified,    // said to be checked: "comprobado", "it worked every time"
    procedure,   // announces steps
    preference,  // a standing wish of the speaker
    remember,    // "recuerda que", "for the record", "merk dir"
    recall,      // asks for what is remembered
    question,
    request,      // an order or wish
    hedge,        // maybe, I guess
    plan,         // not yet done
    negated,      // the change did not happen
    denial,       // a negation stands somewhere in it
    discarded,    // a hypothesis thrown away
    open,         // under discussion, nothing agreed
    duplicate,    // "as I said", "unchanged"
    chatter,      // greetings, thanks, private life
    instruction,  // commands the agent or the memory
    failure,      // a report of something that did not work
    pending,      // still to be done, known as such
    temporary,    // for now, for maintenance
    one_off,      // for this answer only
    personal,     // speaks of the speaker's own life or body
    general,      // how one thing brings another about or compares with it: a learning once it is verified
    standing,     // for always: "siempre", "from now on", "freitags"
    speaker,      // the speaker is its subject: "yo", "I", "ich", "prefiero"
    count_
};
static_assert(static_cast<unsigned>(Signal::count_) <= 32, "Activity keeps them in 32 bits");

struct Activity {
    std::uint32_t bits = 0;
    std::string attribute;            // of the state or change: power, deployment, version, …; empty: unknown
    std::size_t statement_begin = 0;  // byte offset behind "remember that", "heads up -"; 0 without such words
    std::uint8_t steps = 0;           // words that go from one step to the next: "primero", "then", "danach"
    bool first_step = false;          // one of them opens a sequence
    bool wants = false;               // it says a wish of the speaker
    bool measured = false;            // verified, and it names how: "medido con", "confirmed with", "nachgerechnet"
    bool works = false;               // verified as a way to do something: "it works", "klappt so", "y funciona"
    bool asks_why = false;            // it asks for a cause
    bool outcome = false;             // a state in the words of the change that led there: "ist eingerichtet"
    bool compared = false;            // more or less than something else: "twice as", "la mitad", "halb so"
    bool attested = false;            // somebody else confirmed it
    bool closes = false;              // the formula that ends a letter
    bool compares = false;            // it sets two shares against each other: "4 % … 8 %"
    bool own_matter = false;          // it begins with the speaker: "conmigo", "for me", "bei mir"
    bool format = false;              // it speaks of the form of answers: bullets, a table, one line
    bool addresses_speaker = false;   // me, mir, mis: it is about what the speaker gets or has
    bool amount = false;              // a number stands in it that is no date: "60 días", "83 %", "3 TB"
    bool ours = false;                // it speaks of the company as of itself: our, unser, nuestro
    bool other_party = false;         // a customer or supplier stands in it, whose terms are no decision of ours
    bool recent = false;              // and since when: "since this morning", "desde ayer", "seit heute früh"
    bool fresh = false;               // what it speaks of is new: "the new runner"
    bool writes = false;              // it orders a text: translate, draft, proofread
    bool orders_change = false;       // it orders to change a resource: "kill the job", "nimm srv-3 raus"
    bool now = false;                 // "ya forma parte", "now points to": it has become so
    bool for_others = false;          // a message for somebody else: "recuérdale a Paco que …"
    bool refers_back = false;         // it begins with what was named before: "lo bajé", "hab ihn", "set it to"
    bool has(Signal signal) const { return (bits >> static_cast<unsigned>(signal)) & 1U; }
    void set(Signal signal) { bits |= 1U << static_cast<unsigned>(signal); }
    void clear(Signal signal) { bits &= ~(1U << static_cast<unsigned>(signal)); }
};

Activity detect_activity(std::string_view clause);

// The same for three signals alone, question, recall and remember, at a fraction of the cost. Others mean nothing in it.
Activity detect_wish(std::string_view clause);

}  // namespace wm::policies
