// What the verbs, the persons and the form of a clause say of it, and what all that means together.

#include "policies/activity_reader.hpp"

#include <algorithm>
#include <array>

namespace wm::policies::activity {

Activity ActivityReader::read_wish() {
    if (tokens_.empty()) return {};
    read_phrases(Lexicon::wishes());
    read_question();
    if (result_.has(Signal::recall)) result_.clear(Signal::remember);
    return result_;
}

Activity ActivityReader::read() {
    if (tokens_.empty()) return {};
    read_phrases(Lexicon::instance());
    for (std::size_t i = 0; i < tokens_.size(); ++i) read_verb(i);
    read_persons();
    read_question();
    result_.refers_back = refers_back();
    settle();
    result_.attribute = std::string(!state_attribute_.empty() ? state_attribute_ : change_attribute_);
    return result_;
}

void ActivityReader::read_status(std::size_t at, std::string_view attribute) {
    if (preceded(at, 4, false)) return;
    if ((attribute == "power" || attribute == "health") && was_so(at))
        return complete(at, Signal::occurrence, attribute);
    result_.set(Signal::state);
    if (state_attribute_.empty()) state_attribute_ = attribute;
}

void ActivityReader::complete(std::size_t at, Signal signal, std::string_view attribute) {
    if (preceded(at, 5, true) || denied_behind(at)) {
        result_.set(Signal::negated);
        return;
    }
    if (is_habitual(at)) {
        result_.set(Signal::general);
        return;
    }
    if (preceded(at, 5, false) || (preceded_by_modal(at) && !is_just_done(at))) {
        result_.set(Signal::plan);
        return;
    }
    result_.set(signal);
    if (change_attribute_.empty()) change_attribute_ = attribute;
    completed_ = true;
}

bool ActivityReader::is_done(std::size_t i, const VerbForm& verb) const {
    switch (verb.form) {
        case Form::past:
            if (tokens_[i].text == "cut" && i > 0 && tokens_[i - 1].text == "power") return false;
            return i == 0 || (!tokens_[i - 1].is(WordClass::determiner) && !tokens_[i - 1].is(WordClass::habit));
        case Form::past_if_accented:  // "creo" is what somebody believes
            return tokens_[i].accented_end || (has_past_time() && i > start_ && tokens_[i].text != "creo") ||
                   (i <= start_ && reports_result(i));
        case Form::participle:  // "ya desplegado": behind a comma it needs no auxiliary
            return i <= start_ || tokens_[i].after_comma || has_auxiliary(i) || is_telegram(i) ||
                   (i > 0 && tokens_[i - 1].is(WordClass::already) && tokens_[i - 1].after_comma);
        case Form::base:
        case Form::imperative:  // "set it to 30s and memory has been flat since"
            return is_just_done(i) || (i <= start_ && tokens_[i].is(WordClass::idle) &&
                                       (reports_result(i) || result_.has(Signal::verified)));
        case Form::future: return false;
    }
    return false;
}

void ActivityReader::read_verb(std::size_t i) {
    if (i < heading_end_) return;
    const auto forms = Lexicon::instance().verb(tokens_[i].text);
    bool ordered = false;
    bool done = false;
    for (const VerbForm& verb : forms) {
        const bool behind_comma = tokens_[i].after_comma && i + 1 < tokens_.size() &&
                                  tokens_[i + 1].is(WordClass::order_object) && forms.size() == 2;
        const bool leads = i <= start_ || behind_comma || (i == start_ + 1 && tokens_[start_].is(WordClass::frequency));
        ordered = ordered || (verb.form == Form::imperative && leads);
        const bool change = verb.row->kind == VerbKind::mutation;
        result_.orders_change = result_.orders_change || (change && verb.form == Form::imperative && leads);
        names_change_ = names_change_ || (change && verb.form == Form::base && !preceded(i, 14, false));
        if (verb.form == Form::future) result_.set(Signal::plan);
        if (!is_done(i, verb)) continue;
        done = true;
        if (verb.row->kind == VerbKind::act) continue;
        // A contract that is signed has been signed: it is told as news.
        const bool settles = verb.row->attribute == "contract" || verb.row->attribute == "payment";
        const bool befell = verb.row->kind == VerbKind::occurrence && is_german_perfect(i);
        if (befell) {
            complete(i, Signal::occurrence, verb.row->attribute);
            if (tells_when()) continue;
        }
        if (is_resulting(i)) read_status(i, verb.row->attribute);
        result_.outcome = result_.outcome || (is_resulting(i) && verb.row->kind == VerbKind::mutation);
        if (!is_resulting(i) || settles) {
            const bool changes = verb.row->kind == VerbKind::mutation && !is_intransitive(i);
            complete(i, changes ? Signal::mutation : Signal::occurrence, verb.row->attribute);
        }
    }
    if (forms.empty() && tells_unknown_past(i) && !preceded(i, 5, true) && !preceded(i, 5, false)) {
        if (leads_somewhere(i)) complete(i, Signal::mutation, "configuration");
        result_.set(Signal::past);
    }
    ordered = ordered || (i <= start_ && orders_by_form(i));
    const bool colon = i + 1 < tokens_.size() && colon_before(i + 1);
    const bool unknown_order = i == start_ && forms.empty() && orders_in_unknown_word(i);
    if ((ordered && !done && !colon && !is_noun(i)) || (is_clitic_order(i, forms) && !done) || unknown_order) {
        result_.set(Signal::request);
        ordered_ = true;
    }
}

// "enséñame", "ponmelos": an order wherever it stands.
bool ActivityReader::is_clitic_order(std::size_t i, std::span<const VerbForm> forms) {
    const bool imperative =
        std::any_of(forms.begin(), forms.end(), [](const VerbForm& verb) { return verb.form == Form::imperative; });
    const bool clitic = orders_by_clitic(tokens_[i].text, imperative);
    if (clitic) result_.addresses_speaker = true;
    return clitic;
}

void ActivityReader::read_persons() {
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
        const Token& token = tokens_[i];
        if (token.is(WordClass::speaker)) result_.set(Signal::speaker);
        if (token.is(WordClass::speaker_object)) result_.addresses_speaker = true;
        const auto speaks = [&](std::size_t at) { return at < tokens_.size() && tokens_[at].is(WordClass::speaker); };
        if (token.is(WordClass::want) &&
            (speaks(i) || (i > 0 && speaks(i - 1)) || (i > 1 && speaks(i - 2)) || speaks(i + 1)))
            result_.wants = true;
        if (token.is(WordClass::step) || token.is(WordClass::step_first)) ++result_.steps;
        if (token.is(WordClass::step_first)) result_.first_step = true;
        if (token.is(WordClass::step_first) && i > 0 && colon_before(i)) result_.set(Signal::procedure);
        result_.now = result_.now || token.is(WordClass::already) || token.text == "ahora" || token.text == "jetzt";
        const bool cause = token.text == "por" && i + 1 < tokens_.size() && tokens_[i + 1].text == "que";
        result_.asks_why = result_.asks_why || cause || token.text == "why" || token.text == "warum" ||
                           token.text == "wieso" || token.text == "weshalb" || token.text == "woran";
        if (is_subjunctive(token)) result_.set(Signal::open);
        if (forbids_speaker(i)) {
            result_.set(Signal::request);
            result_.addresses_speaker = true;
        }
        result_.ours = result_.ours || is_ours(token.text);
        result_.fresh = result_.fresh || (i <= start_ + 3 && is_new(token.text));
        if ((token.text == "asi" || token.text == "como") && i + 1 < tokens_.size() &&
            tokens_[i + 1].text.ends_with("mos"))
            result_.set(Signal::procedure);  // "así cambiamos un disco"
        if (token.text == "he" && i + 1 < tokens_.size() &&
            (tokens_[i + 1].text.ends_with("ado") || tokens_[i + 1].text.ends_with("ido")))
            result_.set(Signal::speaker);
    }
}

void ActivityReader::read_question() {
    bool asks = asks_by_mark();
    // "What's filling the disk is the log", "how we renew it: …" tell.
    const bool marked = asks;
    const bool tells = result_.has(Signal::discovery) || result_.has(Signal::procedure);
    asks = asks || (tokens_[first_].is(WordClass::asker) && !tells);
    for (const Token& token : tokens_)  // "no lo encuentro: qué precio les dimos"
        asks = asks || (token.after_comma && token.accented && token.is(WordClass::accented_asker) && !tells);
    const std::string_view last = tokens_.back().text;  // "…, ok?" asks for nothing
    const bool tag = tokens_.size() > 3 && (last == "ok" || last == "okay" || last == "vale" || last == "gell");
    asks = asks && !(!marked && result_.works);
    asks = asks && !(tag && raw_.find("¿") == std::string_view::npos && !tokens_[first_].is(WordClass::asker));
    if (asks && !result_.has(Signal::duplicate)) result_.set(Signal::question);
}

// Prices and terms that hold from a date, and what "we" do from now on, are decided: there is no other way to say so.
void ActivityReader::read_policy() {
    const bool doubtful = result_.has(Signal::question) || result_.has(Signal::hedge) || result_.has(Signal::open) ||
                          result_.has(Signal::request) || result_.has(Signal::recall) || result_.wants;
    if (doubtful || result_.other_party || told_by_others_ || result_.addresses_speaker) return;
    if (strict_ && ((terms_ && result_.amount) || denies())) result_.set(Signal::decision);
    if (chooses()) result_.set(Signal::decision);
    if (result_.has(Signal::occurrence) || (result_.has(Signal::mutation) && !terms_)) return;
    const bool dated = is_dated();
    const bool ours = rules_ourselves();
    if ((dated && terms_ && (result_.amount || ours)) || (dated && names_every() && obliges()) ||
        (forward_ && (ours || obliges() || ends_a_custom())))
        result_.set(Signal::decision);
}

// What the signals mean together.
void ActivityReader::settle() {
    result_.amount = holds_amount();
    result_.compares = std::count(raw_.begin(), raw_.end(), '%') >= 2;
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
        const std::string_view word = tokens_[i].text;
        const bool aside = word == "sin" || word == "ohne" || word == "without";  // "sin sorpresas" denies nothing
        if (!aside && preceded(i + 1 < tokens_.size() ? i + 1 : i, 1, true)) result_.set(Signal::denial);
    }
    const bool conditional = start_ + 1 < tokens_.size() && tokens_[start_].is(WordClass::condition) &&
                             !tokens_[start_].accented_end && !tokens_[start_ + 1].after_comma;  // "Sí, existe"
    if (conditional && !completed_) result_.set(Signal::plan);
    if (completed_) {
        result_.clear(Signal::plan);
        if (!ordered_) result_.clear(Signal::request);
    }
    for (const std::string_view guess : {"creo", "supongo", "glaub", "vermutlich", "guess", "maybe", "igual"}) {
        if (tokens_.back().text == guess && tokens_.size() > 2) result_.set(Signal::hedge);
    }
    const bool cleft = tokens_[first_].text == "what" && raw_.find('?') == std::string_view::npos;
    if (cleft && result_.has(Signal::discovery)) result_.clear(Signal::question);
    if (result_.attested || told_by_others_) result_.clear(Signal::verified);
    if (knows_why_ && raw_.find('?') == std::string_view::npos) result_.clear(Signal::question);
    read_policy();
    if (has_held()) result_.set(Signal::verified);
    if (went_on() && !completed_) complete(tokens_.size() - 1, Signal::occurrence, "");
    if (result_.has(Signal::mutation) && is_by_a_chief() && !result_.has(Signal::question)) {
        result_.clear(Signal::mutation);
        result_.set(Signal::decision);
    }
    if (finishes_change() && !completed_ && !result_.has(Signal::question))
        complete(tokens_.size() - 1, Signal::mutation, "deployment");
    if (names_change_ && result_.has(Signal::request)) result_.orders_change = true;
    if (names_cause() && !result_.has(Signal::discarded)) result_.set(Signal::discovery);
    if (result_.has(Signal::recall)) result_.clear(Signal::remember);
    if (result_.has(Signal::remember)) result_.clear(Signal::request);
}

}  // namespace wm::policies::activity

namespace wm::policies {

Activity detect_activity(std::string_view clause) { return activity::ActivityReader(clause).read(); }
Activity detect_wish(std::string_view clause) { return activity::ActivityReader(clause).read_wish(); }

}  // namespace wm::policies
