#include "policies/activity.hpp"

#include "policies/activity_lexicon.hpp"
#include "policies/activity_view.hpp"

#include <algorithm>
#include <array>

namespace wm::policies {

namespace {

using activity::Form;
using activity::Lexicon;
using activity::PhraseHit;
using activity::Token;
using activity::VerbForm;
using activity::VerbKind;
using activity::WordClass;

class Reader : private activity::ClauseView {
public:
    explicit Reader(std::string_view clause) : ClauseView(clause) {}

    // Of all signals these three: a question, what is asked to be remembered, what is asked from memory.
    Activity read_wish() {
        if (tokens_.empty()) return {};
        read_phrases(Lexicon::wishes());
        read_question();
        if (result_.has(Signal::recall)) result_.clear(Signal::remember);
        return result_;
    }

    Activity read() {
        if (tokens_.empty()) return {};
        read_phrases(Lexicon::instance());
        for (std::size_t i = 0; i < tokens_.size(); ++i) read_verb(i);
        read_persons();
        read_question();
        settle();
        result_.attribute = std::string(!state_attribute_.empty() ? state_attribute_ : change_attribute_);
        return result_;
    }

private:
    void read_phrases(const Lexicon& lexicon) {
        for (const PhraseHit& hit : lexicon.phrases(tokens_)) {
            const Signal signal = hit.row->signal;
            switch (signal) {
                case Signal::remember: read_remember(hit); break;
                case Signal::request:
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
                    if (hit.begin <= start_ + 1 || tokens_[hit.begin].after_comma) result_.set(signal);
                    break;
                case Signal::mutation:
                case Signal::occurrence: complete(hit.begin, signal, hit.row->attribute); break;
                case Signal::state: read_state(hit); break;
                case Signal::decision:
                    result_.set(preceded(hit.begin, 4, true) ? Signal::open : Signal::decision);
                    break;
                case Signal::plan: {  // "until tomorrow" bounds what is now
                    if (hit.begin == 0 || !tokens_[hit.begin - 1].is(WordClass::bound)) result_.set(signal);
                    break;
                }
                case Signal::standing: read_standing(hit); break;
                case Signal::preference: read_preference(hit); break;
                case Signal::verified:
                    if (preceded(hit.begin, 3, true) || preceded(hit.begin, 3, false)) break;
                    result_.set(signal);
                    result_.measured = result_.measured || hit.row->attribute == "method";
                    result_.works = result_.works || hit.row->attribute == "works";
                    break;
                case Signal::fact:
                    result_.attested = result_.attested || hit.row->attribute == "attested";
                    result_.set(signal);
                    break;
                default: result_.set(signal);
            }
        }
    }

    // "de siempre", "wie immer", "as always" is how it has been, no wish. One that begins a clause stands before its verb.
    void read_standing(const PhraseHit& hit) {
        static constexpr auto usual = std::to_array<std::string_view>(
            {"de", "como", "wie", "as", "like", "desde", "than", "almost", "casi", "fast"});
        const bool as_usual =
            hit.begin > 0 && std::find(usual.begin(), usual.end(), tokens_[hit.begin - 1].text) != usual.end();
        if (as_usual || tells_past(hit.end)) return;
        result_.set(Signal::standing);
        if (hit.begin > start_ || hit.end >= tokens_.size()) return;
        start_ = hit.end;
        while (start_ + 1 < tokens_.size() && tokens_[start_].is(WordClass::filler)) ++start_;
    }

    void read_preference(const PhraseHit& hit) {
        if (hit.row->attribute == "format") {
            result_.format = true;
        } else if (hit.row->attribute == "leads") {
            result_.own_matter = result_.own_matter || hit.begin <= start_ + 1;
        } else if (!tells_past(hit.end)) {
            result_.set(Signal::preference);
        }
    }

    void read_remember(const PhraseHit& hit) {
        const bool leads = hit.begin <= start_ + 5;
        const bool closes = hit.end == tokens_.size();
        const bool dictated = hit.begin > 12;  // a text without a full stop: the wish stands where the speaker says it
        if (!leads && !closes && !dictated) return;
        result_.set(Signal::remember);
        if (closes && hit.begin <= start_) result_.statement_begin = raw_.size();  // nothing but the wish itself
        if (!leads || closes) return;
        const bool introduced = hit.end < tokens_.size() &&
                                (tokens_[hit.end].after_comma || tokens_[hit.end].is(WordClass::complementizer));
        if (introduced || tokens_[hit.end - 1].is(WordClass::complementizer)) result_.set(Signal::fact);
        std::size_t next = hit.end;
        while (next < tokens_.size() &&
               (tokens_[next].text == "que" || tokens_[next].text == "that" || tokens_[next].text == "dass" ||
                tokens_[next].text == "bitte" || tokens_[next].text == "please")) {
            ++next;
        }
        if (next < tokens_.size())
            result_.statement_begin =
                std::max<std::size_t>(result_.statement_begin, folded_.origin[tokens_[next].begin]);
    }

    void read_state(const PhraseHit& hit) {
        if (hit.row->attribute.empty()) {
            if (hit.begin > 0 || hit.end - hit.begin > 1 || !tokens_[0].is(WordClass::inverted))
                result_.set(Signal::fact);
            return;
        }
        read_status(hit.begin, hit.row->attribute);
    }

    void read_status(std::size_t at, std::string_view attribute) {
        if (preceded(at, 4, false)) return;
        result_.set(Signal::state);
        if (state_attribute_.empty()) state_attribute_ = attribute;
    }

    void complete(std::size_t at, Signal signal, std::string_view attribute) {
        if (preceded(at, 5, true)) {
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

    bool is_done(std::size_t i, const VerbForm& verb) const {
        switch (verb.form) {
            case Form::past:
                return i == 0 || (!tokens_[i - 1].is(WordClass::determiner) && !tokens_[i - 1].is(WordClass::habit));
            case Form::past_if_accented:  // "creo" is what somebody believes
                return tokens_[i].accented_end || (has_past_time() && i > start_ && tokens_[i].text != "creo") ||
                       (i <= start_ && reports_result(i));
            case Form::participle:  // "ya desplegado": behind a comma it needs no auxiliary
                return i <= start_ || tokens_[i].after_comma || has_auxiliary(i) ||
                       (i > 0 && tokens_[i - 1].is(WordClass::already) && tokens_[i - 1].after_comma);
            case Form::base:
            case Form::imperative: return is_just_done(i);
            case Form::future: return false;
        }
        return false;
    }

    void read_verb(std::size_t i) {
        const auto forms = Lexicon::instance().verb(tokens_[i].text);
        bool ordered = false;
        bool done = false;
        for (const VerbForm& verb : forms) {
            const bool behind_comma = tokens_[i].after_comma && i + 1 < tokens_.size() &&
                                      tokens_[i + 1].is(WordClass::order_object) && forms.size() == 2;
            const bool leads =
                i <= start_ || behind_comma || (i == start_ + 1 && tokens_[start_].is(WordClass::frequency));
            ordered = ordered || (verb.form == Form::imperative && leads);
            if (verb.form == Form::future) result_.set(Signal::plan);
            if (!is_done(i, verb)) continue;
            done = true;
            if (verb.row->kind == VerbKind::act) continue;
            // A contract that is signed has been signed: it is told as news.
            const bool settles = verb.row->attribute == "contract" || verb.row->attribute == "payment";
            if (is_resulting(i)) read_status(i, verb.row->attribute);
            result_.outcome = result_.outcome || (is_resulting(i) && verb.row->kind == VerbKind::mutation);
            if (!is_resulting(i) || settles) {
                complete(i, verb.row->kind == VerbKind::mutation ? Signal::mutation : Signal::occurrence,
                         verb.row->attribute);
            }
        }
        if (forms.empty() && tells_unknown_past(i) && !preceded(i, 5, true) && !preceded(i, 5, false))
            result_.set(Signal::past);
        // "schicken Sie mir", "don't ask me"
        const std::string_view word = tokens_[i].text;
        const std::string_view next = i + 1 < tokens_.size() ? tokens_[i + 1].text : "";
        ordered =
            ordered || (i <= start_ && ((word.ends_with("en") && next == "sie") || (word == "don" && next == "t") ||
                                        (word == "do" && next == "not") || word == "stop" || word == "avoid" ||
                                        (word.ends_with("e") && (next == "mir" || next == "mich" || next == "uns"))));
        const bool colon = i + 1 < tokens_.size() &&
                           folded_.text.substr(tokens_[i].begin, tokens_[i + 1].begin - tokens_[i].begin).find(':') !=
                               std::string::npos;
        if ((ordered && !done && !colon && !is_noun(i)) || (is_clitic_order(i, forms) && !done)) {
            result_.set(Signal::request);
            ordered_ = true;
        }
    }

    // "enséñame", "ponmelos": an order wherever it stands.
    bool is_clitic_order(std::size_t i, std::span<const VerbForm> forms) {
        const std::string_view word = tokens_[i].text;
        bool clitic = false;
        for (const std::string_view ending : {"melo", "mela", "melos", "melas"})
            clitic = clitic || (word.size() >= ending.size() + 2 && word.ends_with(ending));
        const bool imperative =
            std::any_of(forms.begin(), forms.end(), [](const VerbForm& verb) { return verb.form == Form::imperative; });
        clitic = clitic || (imperative && word.size() > 5 && word.ends_with("me"));
        if (clitic) result_.addresses_speaker = true;
        return clitic;
    }

    void read_persons() {
        for (std::size_t i = 0; i < tokens_.size(); ++i) {
            const Token& token = tokens_[i];
            if (token.is(WordClass::speaker)) result_.set(Signal::speaker);
            if (token.is(WordClass::speaker_object)) result_.addresses_speaker = true;
            const auto speaks = [&](std::size_t at) {
                return at < tokens_.size() && tokens_[at].is(WordClass::speaker);
            };
            if (token.is(WordClass::want) &&
                (speaks(i) || (i > 0 && speaks(i - 1)) || (i > 1 && speaks(i - 2)) || speaks(i + 1)))
                result_.wants = true;
            if (token.is(WordClass::step) || token.is(WordClass::step_first)) ++result_.steps;
            if (token.is(WordClass::step_first)) result_.first_step = true;
            const bool cause = token.text == "por" && i + 1 < tokens_.size() && tokens_[i + 1].text == "que";
            result_.asks_why = result_.asks_why || cause || token.text == "why" || token.text == "warum" ||
                               token.text == "wieso" || token.text == "weshalb" || token.text == "woran";
            if (is_subjunctive(token)) result_.set(Signal::open);
            if ((token.text == "asi" || token.text == "como") && i + 1 < tokens_.size() &&
                tokens_[i + 1].text.ends_with("mos"))
                result_.set(Signal::procedure);  // "así cambiamos un disco"
            if (token.text == "he" && i + 1 < tokens_.size() &&
                (tokens_[i + 1].text.ends_with("ado") || tokens_[i + 1].text.ends_with("ido")))
                result_.set(Signal::speaker);
        }
    }

    void read_question() {
        std::string_view tail = raw_;
        while (!tail.empty() && std::string_view(" \n\t\"')*_").find(tail.back()) != std::string_view::npos)
            tail.remove_suffix(1);
        bool asks = (!tail.empty() && tail.back() == '?') || raw_.find("¿") != std::string_view::npos;
        for (std::size_t i = first_; i < tokens_.size() && i <= first_ + 1; ++i)
            asks = asks || (tokens_[i].accented && tokens_[i].is(WordClass::accented_asker));
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

    // What the signals mean together.
    void settle() {
        result_.compares = std::count(raw_.begin(), raw_.end(), '%') >= 2;
        for (std::size_t i = 0; i < tokens_.size(); ++i) {
            if (preceded(i + 1 < tokens_.size() ? i + 1 : i, 1, true)) result_.set(Signal::denial);
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
        if (result_.attested) result_.clear(Signal::verified);
        if (result_.has(Signal::recall)) result_.clear(Signal::remember);
        if (result_.has(Signal::remember)) result_.clear(Signal::request);
    }

    Activity result_;
    std::string_view state_attribute_;
    std::string_view change_attribute_;
    bool completed_ = false;
    bool ordered_ = false;  // it begins with an imperative
};

}  // namespace

Activity detect_activity(std::string_view clause) { return Reader(clause).read(); }
Activity detect_wish(std::string_view clause) { return Reader(clause).read_wish(); }

}  // namespace wm::policies
