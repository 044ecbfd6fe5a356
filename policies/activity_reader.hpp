#pragma once
// Reads one clause for policies/activity: first the phrases of the tables, then the verbs, persons and the question, and at
// last what they mean together. Built for one clause and thrown away.

#include "policies/activity.hpp"
#include "policies/activity_lexicon.hpp"
#include "policies/activity_view.hpp"

#include <cstddef>
#include <span>
#include <string_view>

namespace wm::policies::activity {

class ActivityReader : private ClauseView {
public:
    explicit ActivityReader(std::string_view clause) : ClauseView(clause) {}

    // Of all signals these three: a question, what is asked to be remembered, what is asked from memory.
    Activity read_wish();
    Activity read();

private:
    void read_phrases(const Lexicon& lexicon);
    bool heads(const PhraseHit& hit) const;
    bool is_word_of_others(const PhraseHit& hit) const;
    bool leads_to_colon(const PhraseHit& hit) const;
    void read_decision(const PhraseHit& hit);
    void read_verified(const PhraseHit& hit);
    void read_fact(const PhraseHit& hit);
    void read_standing(const PhraseHit& hit);
    void read_preference(const PhraseHit& hit);
    bool reminds_others(const PhraseHit& hit) const;
    void read_remember(const PhraseHit& hit);
    void read_state(const PhraseHit& hit);
    void read_status(std::size_t at, std::string_view attribute);
    void complete(std::size_t at, Signal signal, std::string_view attribute);
    bool is_done(std::size_t i, const VerbForm& verb) const;
    void read_verb(std::size_t i);
    bool is_clitic_order(std::size_t i, std::span<const VerbForm> forms);
    void read_persons();
    void read_question();
    void read_policy();
    void settle();

    Activity result_;
    std::string_view state_attribute_;
    std::string_view change_attribute_;
    bool completed_ = false;
    bool names_change_ = false;    // in the infinitive
    bool forward_ = false;         // from now on
    bool terms_ = false;           // prices, deliveries, guarantees
    bool strict_ = false;          // "no exceptions"
    bool told_by_others_ = false;  // somebody confirmed that …
    bool knows_why_ = false;       // "ya sé por qué fallaba"
    std::size_t heading_end_ = 0;  // tokens of a heading that decides: "cerrado:"
    bool ordered_ = false;         // it begins with an imperative
};

}  // namespace wm::policies::activity
