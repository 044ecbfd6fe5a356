#include "policies/activity.hpp"

#include "policies/activity_lexicon.hpp"
#include "policies/fold.hpp"

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

template <std::size_t N>
bool contains(const std::array<std::string_view, N>& list, std::string_view word) {
    return std::find(list.begin(), list.end(), word) != list.end();
}

constexpr auto fillers = std::to_array<std::string_view>(
    {"oye",      "anda",  "eh",     "ah",    "y",    "pues", "bueno", "ok",    "vale", "hey", "so",    "and",
     "then",     "also",  "please", "bitte", "dann", "und",  "ya",    "hola",  "hi",   "por", "favor", "venga",
     "entonces", "luego", "just",   "now",   "mal",  "de",   "paso",  "porfa", "pls",  "e",   "oh",    "quick"});
constexpr auto negators = std::to_array<std::string_view>(
    {"no",     "ni",      "nunca",   "tampoco", "ningun",  "ninguna", "nada",   "nadie", "not",  "never",
     "nor",    "nothing", "nobody",  "none",    "neither", "didn",    "hasn",   "haven", "wasn", "weren",
     "isn",    "aren",    "don",     "doesn",   "won",     "cannot",  "couldn", "nicht", "kein", "keine",
     "keinen", "nie",     "niemals", "nichts",  "without", "sin",     "ohne"});
constexpr auto conditions =
    std::to_array<std::string_view>({"si", "cuando", "if", "when", "once", "wenn", "falls", "sobald", "unless",
                                     "whether", "ob", "hasta", "until", "bis", "before", "antes", "bevor"});
constexpr auto auxiliaries = std::to_array<std::string_view>(
    {"he",     "hemos", "ha",       "han",    "has",    "habia",  "habeis", "esta", "estan",  "queda",
     "quedan", "quedo", "quedaron", "fue",    "fueron", "sido",   "era",    "eran", "estaba", "estaban",
     "vuelve", "sigue", "siguen",   "vuelto", "sale",   "dejado", "tengo",  "deje", "dejo",   "dejamos"});
constexpr auto wide_auxiliaries =
    std::to_array<std::string_view>({"habe", "haben", "hat", "ist", "sind", "wurde", "wurden", "war", "waren", "hatte",
                                     "hatten", "bin", "worden", "ich", "wir"});
constexpr auto resulting =
    std::to_array<std::string_view>({"esta", "estan", "queda", "quedan", "sigue", "siguen", "sale", "salen", "is",
                                     "are", "s", "remains", "stays", "ist", "sind", "bleibt"});
constexpr auto has_been =
    std::to_array<std::string_view>({"ha", "han", "he", "hemos", "has", "have", "been", "worden", "got", "just"});
constexpr auto already = std::to_array<std::string_view>({"ya", "already", "now"});
constexpr auto complementizers =
    std::to_array<std::string_view>({"que", "that", "dass", "record", "fyi", "info", "mind"});
constexpr auto just_done =
    std::to_array<std::string_view>({"acabo", "acaba", "acabamos", "acaban", "tenido", "tuve", "tuvo", "tuvimos", "had",
                                     "vuelto", "volvi", "volvio", "volvimos"});
constexpr auto habits = std::to_array<std::string_view>({"le", "les", "siempre", "normalmente", "always", "usually"});
constexpr auto frequencies =
    std::to_array<std::string_view>({"always", "never", "siempre", "nunca", "immer", "nie", "niemals"});
constexpr auto determiners =
    std::to_array<std::string_view>({"the", "a", "an", "our", "their", "its", "your", "my", "this", "that", "any",
                                     "some", "newly", "freshly", "be", "to", "get", "getting"});
constexpr auto past_times =
    std::to_array<std::string_view>({"ayer", "anoche", "hoy", "anteayer", "hace", "esta", "lunes", "martes",
                                     "miercoles", "jueves", "viernes", "sabado", "domingo", "ya", "acabo", "pasado"});
constexpr auto questioners_accented = std::to_array<std::string_view>(
    {"que", "como", "cual", "cuales", "donde", "cuando", "cuanto", "cuantos", "cuanta", "cuantas", "quien", "quienes"});
constexpr auto questioners = std::to_array<std::string_view>(
    {"what",    "how", "why", "which", "who",  "whose",  "warum", "wieso",  "weshalb", "welche", "welcher",
     "welches", "wer", "wo",  "wie",   "cual", "cuales", "donde", "cuanto", "cuantos", "quien"});

// Bytes of a punctuation or symbol beyond ASCII at `at`: ¿ « » “ ” – € …; 0 when a letter or ASCII stands there.
std::size_t symbol_length(std::string_view text, std::size_t at) {
    const auto lead = static_cast<unsigned char>(text[at]);
    const auto next = at + 1 < text.size() ? static_cast<unsigned char>(text[at + 1]) : 0U;
    if (lead == 0xC2) return std::min<std::size_t>(2, text.size() - at);
    return lead == 0xE2 && next >= 0x80 && next <= 0x8F ? std::min<std::size_t>(3, text.size() - at) : 0;
}

bool is_token_byte(unsigned char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c >= 0x80 || c == '_' || c == '%';
}

std::vector<Token> tokenize(const Folded& folded, std::string_view raw) {
    std::vector<Token> tokens;
    const std::string_view text = folded.text;
    bool comma = false;
    for (std::size_t at = 0; at < text.size();) {
        if (const std::size_t symbol = symbol_length(text, at); symbol != 0) {
            at += symbol;
            continue;
        }
        if (!is_token_byte(static_cast<unsigned char>(text[at]))) {
            comma = comma || std::string_view(",:;()").find(text[at]) != std::string_view::npos;
            ++at;
            continue;
        }
        std::size_t end = at;
        const auto inner = [&](std::size_t i) {
            return std::string_view("-./@").find(text[i]) != std::string_view::npos && i + 1 < text.size() &&
                   is_token_byte(static_cast<unsigned char>(text[i + 1]));
        };
        while (end < text.size() && symbol_length(text, end) == 0 &&
               (is_token_byte(static_cast<unsigned char>(text[end])) || inner(end)))
            ++end;
        const std::size_t last = folded.origin[end - 1];
        const bool accent = last < raw.size() && static_cast<unsigned char>(raw[last]) >= 0x80;
        tokens.push_back({text.substr(at, end - at), at, comma, accent});
        comma = false;
        at = end;
    }
    return tokens;
}

class Reader {
public:
    explicit Reader(std::string_view clause) : raw_(clause), folded_(fold(clause)), tokens_(tokenize(folded_, clause)) {
        while (start_ < tokens_.size() && start_ < 4 && contains(fillers, tokens_[start_].text)) ++start_;
        if (start_ == tokens_.size()) start_ = 0;
    }

    Activity read() {
        if (tokens_.empty()) return {};
        read_phrases();
        for (std::size_t i = 0; i < tokens_.size(); ++i) read_verb(i);
        read_question();
        settle();
        result_.attribute = std::string(!state_attribute_.empty() ? state_attribute_ : change_attribute_);
        return result_;
    }

private:
    // A negation, or a condition, before token `at` in the same comma segment. "No longer" and its kin are a state.
    bool preceded(std::size_t at, std::size_t reach, bool negation) const {
        for (std::size_t back = 1; back <= reach && back <= at; ++back) {
            if (tokens_[at - back + 1].after_comma) return false;
            const std::string_view word = tokens_[at - back].text;
            if (negation) {
                const std::string_view next = at - back + 1 < tokens_.size() ? tokens_[at - back + 1].text : "";
                const bool neutral = (word == "no" && (next == "longer" || next == "solo")) ||
                                     (word == "not" && next == "only") ||
                                     (word == "nicht" && (next == "mehr" || next == "nur")) ||
                                     (word == "no" && at - back > 0 && tokens_[at - back - 1].text == "ya");
                if (contains(negators, word) && !neutral) return true;
            } else if (contains(conditions, word)) {
                return true;
            }
        }
        return false;
    }

    void read_phrases() {
        for (const PhraseHit& hit : Lexicon::instance().phrases(tokens_)) {
            const Signal signal = hit.row->signal;
            switch (signal) {
                case Signal::remember: read_remember(hit); break;
                case Signal::request:
                    if (hit.begin <= start_ + 1 || tokens_[hit.begin].after_comma || hit.end - hit.begin > 1)
                        result_.set(signal);
                    break;
                case Signal::chatter:
                    if (hit.begin <= start_) result_.set(signal);
                    break;
                case Signal::mutation:
                case Signal::occurrence: complete(hit.begin, signal, hit.row->attribute); break;
                case Signal::state: read_state(hit); break;
                case Signal::decision:
                    result_.set(preceded(hit.begin, 4, true) ? Signal::open : Signal::decision);
                    break;
                case Signal::plan: {  // "until tomorrow" bounds what is now
                    static constexpr auto bounds =
                        std::to_array<std::string_view>({"bis", "until", "till", "hasta", "through"});
                    if (hit.begin == 0 || !contains(bounds, tokens_[hit.begin - 1].text)) result_.set(signal);
                    break;
                }
                case Signal::preference:
                    if (!tells_past(hit.end)) result_.set(signal);
                    break;
                case Signal::verified:
                    if (!preceded(hit.begin, 3, true) && !preceded(hit.begin, 3, false)) result_.set(signal);
                    break;
                default: result_.set(signal);
            }
        }
    }

    // "I never opened it", "yo nunca he …": no habit
    bool tells_past(std::size_t at) const {
        static constexpr auto perfects =
            std::to_array<std::string_view>({"he", "habia", "have", "had", "ve", "habe", "hatte"});
        for (std::size_t i = at; i < tokens_.size() && i < at + 2; ++i) {
            if (contains(perfects, tokens_[i].text) || (tokens_[i].text.ends_with("ed") && tokens_[i].text.size() > 4))
                return true;
        }
        return false;
    }

    void read_remember(const PhraseHit& hit) {
        const bool leads = hit.begin <= start_ + 5;
        const bool closes = hit.end == tokens_.size();
        if (!leads && !closes) return;
        result_.set(Signal::remember);
        if (closes && hit.begin <= start_) result_.statement_begin = raw_.size();  // nothing but the wish itself
        if (!leads || closes) return;
        const bool introduced = hit.end < tokens_.size() &&
                                (tokens_[hit.end].after_comma || contains(complementizers, tokens_[hit.end].text));
        if (introduced || contains(complementizers, tokens_[hit.end - 1].text)) result_.set(Signal::fact);
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
            static constexpr auto askers =
                std::to_array<std::string_view>({"is", "are", "has", "have", "ist", "sind", "hat", "haben"});
            if (hit.begin > 0 || hit.end - hit.begin > 1 || !contains(askers, tokens_[0].text))
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
        if (preceded(at, 5, false) || (preceded_by_modal(at) && !is_just_done(at))) {
            result_.set(Signal::plan);
            return;
        }
        result_.set(signal);
        if (change_attribute_.empty()) change_attribute_ = attribute;
        completed_ = true;
    }

    bool preceded_by_modal(std::size_t at) const {
        static constexpr auto modals = std::to_array<std::string_view>(
            {"will", "should", "would", "could", "might", "may", "must", "can", "shall", "ll", "to", "would", "werden",
             "soll", "sollte", "muss", "kann", "konnte", "wurden"});
        for (std::size_t back = 1; back <= 3 && back <= at; ++back) {
            const std::string_view word = tokens_[at - back].text;
            if (word == "wurden") continue;
            if (contains(modals, word)) return true;
        }
        return false;
    }

    bool has_past_time() const {
        return std::any_of(tokens_.begin(), tokens_.end(),
                           [](const Token& token) { return contains(past_times, token.text); });
    }

    bool has_auxiliary(std::size_t at) const {
        for (std::size_t back = 1; back <= 4 && back <= at; ++back) {
            if (contains(auxiliaries, tokens_[at - back].text)) return true;
        }
        return std::any_of(tokens_.begin(), tokens_.end(),
                           [](const Token& token) { return contains(wide_auxiliaries, token.text); });
    }

    // "está apagado", "is deployed": how it is. "Ya está migrado" tells that it happened, too.
    bool is_resulting(std::size_t at) const {
        for (std::size_t back = 1; back <= 3 && back <= at; ++back) {
            if (contains(has_been, tokens_[at - back].text)) return false;
            if (!contains(resulting, tokens_[at - back].text)) continue;
            const bool just = at > back && contains(already, tokens_[at - back - 1].text);
            return !just;
        }
        return false;
    }

    // "se llenó", "leaked", "ist vollgelaufen": a verb that no table has, in a form that only tells what was.
    bool tells_unknown_past(std::size_t i) const {
        const std::string_view word = tokens_[i].text;
        if (word.size() < 5) return false;
        const std::string_view before = i > 0 ? tokens_[i - 1].text : "";
        if (word.ends_with("o") && tokens_[i].accented_end) return true;
        if (word.ends_with("aron") || word.ends_with("ieron")) return true;
        if (word.ends_with("ado") || word.ends_with("ido"))
            return before == "ha" || before == "han" || before == "hemos" || before == "he";
        if (word.ends_with("ed")) return i > 0 && !contains(determiners, before) && !contains(resulting, before);
        static constexpr auto arrived = std::to_array<std::string_view>({"ist", "sind"});
        const bool participle = word.find("ge") != std::string_view::npos && word.find("ge") < 6 &&
                                (word.ends_with("en") || word.ends_with("t"));
        return participle && i + 1 == tokens_.size() &&
               std::any_of(tokens_.begin(), tokens_.end(),
                           [](const Token& token) { return contains(arrived, token.text); });
    }

    // The infinitive of something that has just been done: "acabo de reiniciar", "tuvimos que reiniciar", "had to reboot".
    bool is_just_done(std::size_t at) const {
        return at >= 2 && contains(just_done, tokens_[at - 2].text) &&
               (tokens_[at - 1].text == "de" || tokens_[at - 1].text == "que" || tokens_[at - 1].text == "to" ||
                tokens_[at - 1].text == "a");
    }

    bool is_done(std::size_t i, const VerbForm& verb) const {
        switch (verb.form) {
            case Form::past:
                return i == 0 ||
                       (!contains(determiners, tokens_[i - 1].text) && !contains(habits, tokens_[i - 1].text));
            case Form::past_if_accented: return tokens_[i].accented_end || (has_past_time() && i > start_);
            case Form::participle: return i <= start_ || tokens_[i].after_comma || has_auxiliary(i);
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
            const bool leads = i <= start_ || (i == start_ + 1 && contains(frequencies, tokens_[start_].text));
            ordered = ordered || (verb.form == Form::imperative && leads);
            if (verb.form == Form::future) result_.set(Signal::plan);
            if (!is_done(i, verb)) continue;
            done = true;
            if (verb.row->kind == VerbKind::act) continue;
            if (is_resulting(i)) {
                read_status(i, verb.row->attribute);
            } else {
                complete(i, verb.row->kind == VerbKind::mutation ? Signal::mutation : Signal::occurrence,
                         verb.row->attribute);
            }
        }
        if (forms.empty() && tells_unknown_past(i) && !preceded(i, 5, true) && !preceded(i, 5, false))
            result_.set(Signal::past);
        if (ordered && !done) {
            result_.set(Signal::request);
            ordered_ = true;
        }
    }

    void read_question() {
        std::string_view tail = raw_;
        while (!tail.empty() && std::string_view(" \n\t\"')*_").find(tail.back()) != std::string_view::npos)
            tail.remove_suffix(1);
        bool asks = (!tail.empty() && tail.back() == '?') || raw_.find("¿") != std::string_view::npos;
        for (std::size_t i = start_; i < tokens_.size() && i <= start_ + 1; ++i) {
            const std::size_t begin = folded_.origin[tokens_[i].begin];
            const std::size_t end = begin + tokens_[i].text.size() + 1;
            const std::string_view word = raw_.substr(begin, end - begin);
            const bool accented =
                std::any_of(word.begin(), word.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
            asks = asks || (accented && contains(questioners_accented, tokens_[i].text));
        }
        asks = asks || contains(questioners, tokens_[start_].text);
        if (asks && !result_.has(Signal::duplicate)) result_.set(Signal::question);
    }

    // What the signals mean together.
    void settle() {
        for (std::size_t i = 0; i < tokens_.size(); ++i) {
            if (preceded(i + 1 < tokens_.size() ? i + 1 : i, 1, true)) result_.set(Signal::denial);
        }
        const bool conditional = start_ + 1 < tokens_.size() && contains(conditions, tokens_[start_].text) &&
                                 !tokens_[start_].accented_end && !tokens_[start_ + 1].after_comma;  // "Sí, existe"
        if (conditional && !completed_) result_.set(Signal::plan);
        if (completed_) {
            result_.clear(Signal::plan);
            if (!ordered_) result_.clear(Signal::request);
        }
        if (result_.has(Signal::recall)) result_.clear(Signal::remember);
        if (result_.has(Signal::remember)) result_.clear(Signal::request);
    }

    std::string_view raw_;
    Folded folded_;
    std::vector<Token> tokens_;
    std::size_t start_ = 0;
    Activity result_;
    std::string_view state_attribute_;
    std::string_view change_attribute_;
    bool completed_ = false;
    bool ordered_ = false;  // it begins with an imperative
};

}  // namespace

Activity detect_activity(std::string_view clause) { return Reader(clause).read(); }

}  // namespace wm::policies
