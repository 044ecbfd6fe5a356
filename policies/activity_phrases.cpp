// What the phrases of the tables say of a clause.

#include "policies/activity_reader.hpp"

#include <algorithm>
#include <array>

namespace wm::policies::activity {

void ActivityReader::read_phrases(const Lexicon& lexicon) {
    for (const PhraseHit& hit : lexicon.phrases(tokens_)) {
        const Signal signal = hit.row->signal;
        switch (signal) {
            case Signal::remember: read_remember(hit); break;
            case Signal::request:
                result_.writes = result_.writes || hit.row->attribute == "text";
                if (hit.begin <= start_ + 1 || tokens_[hit.begin].after_comma || hit.end - hit.begin > 1)
                    result_.set(signal);
                ordered_ = ordered_ || (hit.begin <= start_ && ends_with_clitic(tokens_[hit.begin].text));
                break;
            case Signal::chatter:
                if (hit.begin <= start_) result_.set(signal);
                result_.closes = result_.closes || (hit.begin == 0 && hit.row->attribute == "closing");
                break;
            case Signal::general:
                result_.compared = result_.compared || hit.row->attribute == "compared";
                result_.set(signal);
                break;
            case Signal::hedge:  // "nothing could be scheduled" is no guess
                if (!preceded(hit.begin, 1, true)) result_.set(signal);
                break;
            case Signal::question:
                if (hit.begin <= start_ || (hit.begin == start_ + 1 && tokens_[hit.end - 1].text != "es") ||
                    tokens_[hit.begin].after_comma)  // "Skonto gibt es": no question
                    result_.set(signal);
                break;
            case Signal::mutation:
            case Signal::occurrence:
                if (hit.row->attribute == "heads") {  // "Neukunde: …"
                    if (heads(hit)) complete(hit.begin, signal, "contract");
                } else {
                    complete(hit.begin, signal, hit.row->attribute);
                }
                break;
            case Signal::state: read_state(hit); break;
            case Signal::decision: read_decision(hit); break;
            case Signal::failure:  // "two weeks without a single failure"
                if (!preceded(hit.begin, 3, true)) result_.set(signal);
                break;
            case Signal::plan: {                                                  // "until tomorrow" bounds what is now
                if (tokens_[hit.begin].text == "wollen" && !rules_ourselves()) {  // what customers want is so
                    result_.set(Signal::fact);
                    break;
                }
                if (hit.begin == 0 || !(tokens_[hit.begin - 1].is(WordClass::bound) || is_morning(hit.begin)))
                    result_.set(signal);
                break;
            }
            case Signal::standing: read_standing(hit); break;
            case Signal::discovery:
                if (preceded(hit.begin, 2, true)) break;  // "nothing found"
                knows_why_ = knows_why_ || hit.row->attribute == "knows";
                result_.set(signal);
                break;
            case Signal::preference: read_preference(hit); break;
            case Signal::verified: read_verified(hit); break;
            case Signal::fact: read_fact(hit); break;
            default: result_.set(signal);
        }
    }
}

void ActivityReader::read_verified(const PhraseHit& hit) {
    if (preceded(hit.begin, 3, true) || preceded(hit.begin, 3, false)) return;
    if (is_word_of_others(hit)) {
        result_.attested = true;
        return;
    }
    result_.set(Signal::verified);
    result_.measured =
        result_.measured || hit.row->attribute == "method" || (leads_to_colon(hit) && hit.row->attribute.empty());
    result_.works = result_.works || hit.row->attribute == "works";
}

// It stands before a colon, and nothing before it: "Settled: …", "Nachgemessen: …".
bool ActivityReader::heads(const PhraseHit& hit) const {
    return hit.begin <= start_ && hit.end < tokens_.size() && colon_before(hit.end);
}

// "Confirmado con Marta": somebody's word, unless it was an instrument's.
bool ActivityReader::is_word_of_others(const PhraseHit& hit) const {
    const std::string_view first = tokens_[hit.begin].text;
    const std::string_view last = tokens_[hit.end - 1].text;
    const bool confirmed = first.starts_with("confirm") || first.starts_with("bestatigt");
    return confirmed && (last == "con" || last == "with" || last == "mit") && !by_instrument(hit.end);
}

// "Tested over a quarter: …"
bool ActivityReader::leads_to_colon(const PhraseHit& hit) const {
    if (hit.begin > start_ + 1) return false;
    for (std::size_t i = hit.end; i < tokens_.size(); ++i)
        if (colon_before(i)) return true;
    return false;
}

void ActivityReader::read_decision(const PhraseHit& hit) {
    if (hit.row->attribute == "heads") {
        if (!heads(hit)) return;
        heading_end_ = hit.end;
    }
    result_.set(preceded(hit.begin, 4, true) ? Signal::open : Signal::decision);
}

// "Their rep confirmed it to me" is their word for something; "they confirmed that it takes six weeks" says what.
void ActivityReader::read_fact(const PhraseHit& hit) {
    const std::string_view about = hit.row->attribute;
    if (about == "since") {
        result_.recent = true;
    } else if (about == "party") {
        result_.other_party = true;
    } else if (about == "terms") {
        terms_ = true;
    } else if (about == "strict") {
        strict_ = true;
    } else {
        const bool says_what =
            about == "attested" && hit.end < tokens_.size() && tokens_[hit.end].is(WordClass::complementizer);
        told_by_others_ = told_by_others_ || says_what;
        result_.attested = result_.attested || (about == "attested" && !says_what);
        result_.set(Signal::fact);
    }
}

// "de siempre", "wie immer", "as always" is how it has been, no wish. One that begins a clause stands before its verb.
void ActivityReader::read_standing(const PhraseHit& hit) {
    if (is_as_usual(hit.begin) || tells_past(hit.end)) return;
    // "I can never remember which", "siempre se me olvida": no habit that somebody keeps
    for (std::size_t i = hit.end; i < tokens_.size() && i < hit.end + 4; ++i)
        if (tokens_[i].is(WordClass::remembers)) return;
    result_.set(Signal::standing);
    forward_ = forward_ || hit.row->attribute == "forward";
    if (hit.begin > start_ || hit.end >= tokens_.size()) return;
    start_ = std::max(start_, hit.end);
    while (start_ + 1 < tokens_.size() && tokens_[start_].is(WordClass::filler)) ++start_;
}

void ActivityReader::read_preference(const PhraseHit& hit) {
    if (hit.row->attribute == "format") {
        result_.format = true;
    } else if (hit.row->attribute == "leads") {
        result_.own_matter = result_.own_matter || hit.begin <= start_ + 1;
    } else if (!tells_past(hit.end) || tokens_[hit.end - 1].text == "you") {  // "I'd rather you asked"
        result_.set(Signal::preference);
    }
}

// "Recuerda a los de cocina que …", "recuérdale a Paco": a message for somebody else.
bool ActivityReader::reminds_others(const PhraseHit& hit) const {
    const std::string_view word = tokens_[hit.begin].text;
    if (word.starts_with("recuerdale")) return true;
    if (word != "recuerda" || hit.end != hit.begin + 1 || hit.end + 1 >= tokens_.size()) return false;
    return tokens_[hit.end].text == "a" || tokens_[hit.end].text == "al";
}

void ActivityReader::read_remember(const PhraseHit& hit) {
    const bool leads = hit.begin <= start_ + 5;
    const bool closes = hit.end == tokens_.size();
    const bool dictated = hit.begin > 12;  // a text without a full stop: the wish stands where the speaker says it
    if (!leads && !closes && !dictated) return;
    if (preceded(hit.begin, 2, true)) return;  // "I can never remember"
    if (reminds_others(hit)) {
        result_.for_others = true;
        return result_.set(Signal::request);
    }
    result_.set(Signal::remember);
    if (closes && hit.begin <= start_) result_.statement_begin = raw_.size();  // nothing but the wish itself
    if (!leads || closes) return;
    const bool introduced =
        hit.end < tokens_.size() && (tokens_[hit.end].after_comma || tokens_[hit.end].is(WordClass::complementizer));
    if (introduced || tokens_[hit.end - 1].is(WordClass::complementizer)) result_.set(Signal::fact);
    std::size_t next = hit.end;
    while (next < tokens_.size() &&
           (tokens_[next].text == "que" || tokens_[next].text == "that" || tokens_[next].text == "dass" ||
            tokens_[next].text == "bitte" || tokens_[next].text == "please")) {
        ++next;
    }
    if (next < tokens_.size())
        result_.statement_begin = std::max<std::size_t>(result_.statement_begin, folded_.origin[tokens_[next].begin]);
}

void ActivityReader::read_state(const PhraseHit& hit) {
    if (hit.row->attribute.empty()) {
        if (hit.begin > 0 || hit.end - hit.begin > 1 || !tokens_[0].is(WordClass::inverted)) result_.set(Signal::fact);
        return;
    }
    read_status(hit.begin, hit.row->attribute);
}

}  // namespace wm::policies::activity
