// Clauses that leave something out: reports without a verb, orders in words that no table has, pronouns for what was named
// before. Grammar alone.

#include "policies/activity_view.hpp"

#include <algorithm>
#include <array>

namespace wm::policies::activity {

namespace {

template <std::size_t N>
bool contains(const std::array<std::string_view, N>& list, std::string_view word) {
    return std::find(list.begin(), list.end(), word) != list.end();
}

// What may stand before the noun's participle and makes it an attribute, or another construction.
constexpr auto governors = std::to_array<std::string_view>(
    {"tres",    "dos",  "cuatro", "cinco", "seis", "varios", "zwei",  "drei", "vier", "mehrere", "two", "three",
     "several", "de",   "del",    "por",   "para", "con",    "sin",   "muy",  "mas",  "el",      "la",  "los",
     "las",     "un",   "una",    "lo",    "no",   "zu",     "der",   "die",  "das",  "dem",     "den", "des",
     "ein",     "eine", "wie",    "als",   "von",  "mit",    "durch", "que",  "y",    "o",       "und", "to",
     "and",     "or",   "the",    "a",     "an",   "by",     "with",  "of",   "ser",  "estar"});
// What may follow a participle that ends a report.
constexpr auto followers = std::to_array<std::string_view>(
    {"a",  "al",  "en",   "hoy", "ayer", "anoche",        "esta",    "desde", "con", "por",
     "y",  "auf", "nach", "von", "seit", "heute",         "gestern", "und",   "am",  "im",
     "in", "mit", "bis",  "fur", "para", "correctamente", "sin",     "ohne"});

// Participles that are nouns by now.
constexpr auto nouns_by_now = std::to_array<std::string_view>(
    {"llamada",     "llamadas",     "entrada",    "entradas", "salida",    "salidas", "parada",    "paradas",
     "llegada",     "subida",       "subidas",    "bajada",   "bajadas",   "caida",   "caidas",    "medida",
     "medidas",     "partida",      "partidas",   "pedido",   "pedidos",   "puesto",  "puestos",   "cableado",
     "certificado", "certificados", "contratado", "empleado", "empleados", "mercado", "resultado", "estado",
     "visitas",     "ajustado",     "acabado",    "tirada",   "retirada",  "mudada"});

bool has_digit(std::string_view word) { return word.find_first_of("0123456789") != std::string_view::npos; }

// getauscht, umgestellt, hochgezogen: no form of the present looks like it.
bool is_ge_participle(std::string_view word) {
    const std::size_t at = word.find("ge");
    return at != std::string_view::npos && at < 8 && word.size() > at + 4 &&
           (word.ends_with("t") || word.ends_with("en"));
}

}  // namespace

bool ClauseView::is_telegram(std::size_t at) const {
    std::size_t begin = at;
    while (begin > 0 && !tokens_[begin].after_comma) --begin;
    if (begin < start_ && start_ <= at) begin = start_;
    std::size_t end = at + 1;
    while (end < tokens_.size() && !tokens_[end].after_comma) ++end;
    if (at == begin || at - begin > 7 || contains(nouns_by_now, tokens_[at].text) ||
        contains(governors, tokens_[at - 1].text))
        return false;
    for (std::size_t i = begin; i < end; ++i) {
        static constexpr auto others =
            std::to_array<WordClass>({WordClass::modal, WordClass::asker, WordClass::negator, WordClass::condition,
                                      WordClass::want, WordClass::speaker_object});
        if (is_finite(i) || std::any_of(others.begin(), others.end(), [&](WordClass c) { return tokens_[i].is(c); }))
            return false;
    }
    if (at + 1 == end) return true;
    // "Firma ersetzt auf Anfrage": the present of a verb without ge- looks the same.
    const std::string_view word = tokens_[at].text;
    const bool spanish = word.ends_with("do") || word.ends_with("da") || word.ends_with("dos") || word.ends_with("das");
    return contains(followers, tokens_[at + 1].text) && (spanish || is_ge_participle(word));
}

bool ClauseView::is_intransitive(std::size_t at) const {
    static constexpr auto verbs = std::to_array<std::string_view>({"dropped", "stopped", "rebooted", "restarted"});
    static constexpr auto adverbs = std::to_array<std::string_view>(
        {"twice", "again", "out", "off", "overnight", "several", "briefly", "by", "itself", "on", "three", "repeatedly",
         "randomly", "unexpectedly", "without", "mid", "during"});
    // "se reinició solo", "restarted itself"
    static constexpr auto alone =
        std::to_array<std::string_view>({"solo", "sola", "solos", "solas", "itself", "themselves"});
    if (at + 1 < tokens_.size() && contains(alone, tokens_[at + 1].text)) return true;
    return contains(verbs, tokens_[at].text) && at > start_ && at + 1 < tokens_.size() &&
           contains(adverbs, tokens_[at + 1].text);
}

bool ClauseView::is_german_perfect(std::size_t at) const {
    const bool ends = at + 1 == tokens_.size() || tokens_[at + 1].after_comma || tokens_[at + 1].text == "und";
    return ends && is_ge_participle(tokens_[at].text) &&
           std::any_of(tokens_.begin(), tokens_.begin() + static_cast<std::ptrdiff_t>(at),
                       [](const Token& token) { return token.text == "ist" || token.text == "sind"; });
}

bool ClauseView::leads_somewhere(std::size_t at) const {
    static constexpr auto ways = std::to_array<std::string_view>({"a", "to", "auf", "al", "into", "nach", "onto"});
    const std::string_view word = tokens_[at].text;
    const bool german = is_ge_participle(word) && at + 1 == tokens_.size();
    const std::size_t from = german ? 0 : at + 1;
    const std::size_t until = german ? at : std::min(tokens_.size(), at + 8);
    for (std::size_t i = from; i + 1 < until; ++i) {
        if (!contains(ways, tokens_[i].text)) continue;
        for (std::size_t k = i + 1; k < until && k <= i + 2; ++k)
            if (has_digit(tokens_[k].text) && tokens_[k].text.find(':') == std::string_view::npos) return true;
    }
    return false;
}

bool ClauseView::orders_in_unknown_word(std::size_t at) const {
    static constexpr auto objects =
        std::to_array<std::string_view>({"the", "me", "us", "it", "them", "my", "our", "all", "every"});
    static constexpr auto no_verbs = std::to_array<std::string_view>(
        {"with",   "from",    "about",  "after",  "before",   "during",  "since",   "for",     "over",  "under",
         "per",    "via",     "into",   "onto",   "within",   "through", "despite", "besides", "than",  "half",
         "both",   "because", "while",  "though", "although", "here",    "there",   "such",    "quite", "rather",
         "even",   "around",  "behind", "below",  "above",    "between", "across",  "against", "along", "beside",
         "except", "given",   "near",   "toward", "upon",     "unlike",  "until",   "where",   "who",   "whose",
         "all",    "half",    "twice",  "once",   "not",      "only",    "today",   "tonight", "later", "earlier",
         "same",   "next",    "last",   "first",  "maybe",    "perhaps", "yep",     "nope",    "yeah",  "man",
         "dude",   "mate",    "sir",    "well",   "right",    "actually"});
    const std::string_view word = tokens_[at].text;
    if (tokens_[at].classes != 0 || word.size() < 3 || at + 1 >= tokens_.size()) return false;
    const bool letters = std::all_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; });
    if (!letters) return false;
    const std::string_view next = tokens_[at + 1].text;
    if (next == "mal") {
        static constexpr auto times = std::to_array<std::string_view>(
            {"noch", "erst", "wieder", "manches", "jedes", "kein", "zwei", "drei", "vier", "halt", "sag"});
        return word.size() > 3 && !contains(times, word);
    }
    static constexpr auto nouns = std::to_array<std::string_view>({"derrame", "enjambre", "sistema", "poema", "tema"});
    if ((word.ends_with("ame") || word.ends_with("eme")) && word.size() > 5 && !contains(nouns, word) && next != "is")
        return true;
    const bool inflected = word.ends_with("ed") || word.ends_with("s") || word.ends_with("ing") || word.ends_with("ly");
    return !inflected && contains(objects, next) && !tokens_[at + 1].after_comma && !contains(no_verbs, word);
}

bool ClauseView::finishes_change() const {
    static constexpr auto changes = std::to_array<std::string_view>(
        {"wechsel", "tausch",     "austausch",       "update",       "upgrade",   "umzug",         "migration",
         "umbau",   "neustart",   "umstellung",      "rollback",     "failover",  "rollout",       "einbau",
         "ausbau",  "abbau",      "neuinstallation", "cambio",       "migracion", "actualizacion", "traslado",
         "mudanza", "despliegue", "instalacion",     "sustitucion",  "limpieza",  "ampliacion",    "switchover",
         "cutover", "restore",    "install",         "installation", "swap",      "move",          "deployment",
         "cleanup", "changeover", "decommissioning", "replacement"});
    static constexpr auto done = std::to_array<std::string_view>(
        {"gemacht", "durchgefuhrt", "erledigt",  "abgeschlossen", "gelaufen", "durch",      "vollzogen",  "hecho",
         "hecha",   "terminado",    "terminada", "acabado",       "acabada",  "completado", "completada", "did",
         "done",    "finished",     "completed", "hice",          "hicimos",  "termine",    "terminamos"});
    bool noun = false;
    bool finished = false;
    for (const Token& token : tokens_) {
        noun = noun || std::any_of(changes.begin(), changes.end(), [&](std::string_view change) {
                   return token.text.ends_with(change) && token.text.size() <= change.size() + 14;
               });
        finished = finished || contains(done, token.text);
    }
    return noun && finished;
}

bool ClauseView::orders_by_form(std::size_t at) const {
    const std::string_view word = tokens_[at].text;
    const std::string_view next = at + 1 < tokens_.size() ? tokens_[at + 1].text : "";
    return (word.ends_with("en") && next == "sie") || (word == "don" && next == "t") ||
           (word == "do" && next == "not") || word == "stop" || word == "avoid" ||
           (word.ends_with("e") && (next == "mir" || next == "mich" || next == "uns"));
}

bool ClauseView::orders_by_clitic(std::string_view word, bool imperative) {
    for (const std::string_view ending : {"melo", "mela", "melos", "melas"})
        if (word.size() >= ending.size() + 2 && word.ends_with(ending)) return true;
    static constexpr auto bare = std::to_array<std::string_view>(
        {"imprime", "suprime", "consume", "asume", "presume", "exprime", "confirme", "firme"});
    return imperative && word.size() > 5 && word.ends_with("me") && !contains(bare, word);
}

bool ClauseView::colon_before(std::size_t at) const {
    const std::size_t from = tokens_[at - 1].begin + tokens_[at - 1].text.size();
    return folded_.text.substr(from, tokens_[at].begin - from).find(':') != std::string::npos;
}

bool ClauseView::forbids_speaker(std::size_t at) const {
    // "me lo das", "nos las pones"
    static constexpr auto things = std::to_array<std::string_view>({"lo", "la", "los", "las"});
    const bool told = at + 2 < tokens_.size() && (tokens_[at].text == "me" || tokens_[at].text == "nos") &&
                      contains(things, tokens_[at + 1].text);
    if (told) {
        const std::string_view verb = tokens_[at + 2].text;
        return verb.size() > 2 && (verb.ends_with("as") || verb.ends_with("es"));
    }
    if (tokens_[at].text != "no" || at + 2 >= tokens_.size()) return false;
    const std::string_view whom = tokens_[at + 1].text;
    const std::string_view word = tokens_[at + 2].text;
    return (whom == "me" || whom == "nos") && word.size() > 4 && (word.ends_with("es") || word.ends_with("as"));
}

bool ClauseView::refers_back() const {
    static constexpr auto pronouns =
        std::to_array<std::string_view>({"lo", "la", "los", "las", "it", "them", "ihn", "sie", "es"});
    const std::size_t reach = std::min(tokens_.size(), start_ + 3);
    for (std::size_t i = start_; i < reach; ++i) {
        if (!contains(pronouns, tokens_[i].text)) continue;
        const bool article = i + 1 < tokens_.size() && tokens_[i].text != "lo" && tokens_[i].text != "it" &&
                             tokens_[i].text != "them" && tokens_[i].text != "ihn" && i == start_;
        if (!article) return true;
    }
    return false;
}

}  // namespace wm::policies::activity
