// What makes a clause a rule of the company: dates from which it holds, amounts, obligations, "we". Grammar alone.

#include "policies/activity_view.hpp"

#include <algorithm>
#include <array>

namespace wm::policies::activity {

namespace {

template <std::size_t N>
bool contains(const std::array<std::string_view, N>& list, std::string_view word) {
    return std::find(list.begin(), list.end(), word) != list.end();
}

}  // namespace

bool ClauseView::is_new(std::string_view word) {
    static constexpr auto words = std::to_array<std::string_view>(
        {"new", "nuevo", "nueva", "nuevos", "nuevas", "neu", "neue", "neuer", "neues", "neuen"});
    return contains(words, word);
}

bool ClauseView::is_ours(std::string_view word) {
    return word == "our" || word == "ours" || word.starts_with("unser") || word.starts_with("nuestr");
}

bool ClauseView::is_as_usual(std::size_t at) const {
    static constexpr auto usual =
        std::to_array<std::string_view>({"de", "como", "wie", "as", "like", "desde", "than", "almost", "casi", "fast"});
    return at > 0 && contains(usual, tokens_[at - 1].text);
}

bool ClauseView::names_cause() const {
    static constexpr auto articles = std::to_array<std::string_view>(
        {"el", "la", "los", "las", "un", "una", "der", "die", "das", "ein", "eine", "the", "a", "an"});
    // "War übrigens das Netzteil", "Era el cable": what was looked for.
    for (std::size_t k = first_ + 1; k < tokens_.size() && k <= first_ + 2; ++k) {
        const bool copula = tokens_[first_].text == "era" || tokens_[first_].text == "eran" ||
                            tokens_[first_].text == "war" || tokens_[first_].text == "waren";
        if (copula && contains(articles, tokens_[k].text) && raw_.find('?') == std::string_view::npos) return true;
    }
    static constexpr auto others = std::to_array<std::string_view>(
        {"resuelto", "resueltos", "solved",   "fixed",    "gone",  "over",      "weg",   "behoben", "gelost", "up",
         "down",     "back",      "detected", "reported", "today", "yesterday", "heute", "gestern", "ayer",   "hoy"});
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
        if (!tokens_[i].is(WordClass::trouble)) continue;
        for (std::size_t k = i + 1; k + 1 < tokens_.size() && k <= i + 7; ++k) {
            if (tokens_[k].after_comma) break;
            if (!tokens_[k].is(WordClass::stems_from)) continue;
            const Token& next = tokens_[k + 1];
            if (!next.is(WordClass::negator) && !contains(others, next.text) && !preceded(k, 2, true)) return true;
        }
    }
    return false;
}

bool ClauseView::was_so(std::size_t at) const {
    if (at + 1 < tokens_.size() && tokens_[at + 1].is(WordClass::past_copula)) return true;
    for (std::size_t back = 0; back <= 8 && back <= at; ++back) {
        if (tokens_[at - back].is(WordClass::past_copula)) return true;
        if (tokens_[at - back].after_comma) return false;
    }
    return false;
}

bool ClauseView::is_morning(std::size_t at) const {
    static constexpr auto days =
        std::to_array<std::string_view>({"heute", "gestern", "am", "jeden", "guten", "diesen"});
    return tokens_[at].text == "morgen" && at > 0 && contains(days, tokens_[at - 1].text);
}

bool ClauseView::denied_behind(std::size_t at) const {
    if (at > start_ || at + 1 >= tokens_.size() || !tokens_[at + 1].is(WordClass::wide_auxiliary)) return false;
    for (std::size_t i = at + 1; i < tokens_.size() && !tokens_[i].after_comma; ++i)
        if (tokens_[i].text == "nicht" || tokens_[i].text == "nie") return true;
    return false;
}

bool ClauseView::has_held() const {
    const auto holds = [&](WordClass wanted) {
        return std::any_of(tokens_.begin(), tokens_.end(), [&](const Token& token) { return token.is(wanted); });
    };
    return holds(WordClass::since) && holds(WordClass::fine) && !holds(WordClass::negator);
}

bool ClauseView::is_by_a_chief() const {
    for (std::size_t i = first_; i < tokens_.size() && i < first_ + 3; ++i)
        if (tokens_[i].is(WordClass::chief)) return true;
    return false;
}

bool ClauseView::went_on() const {
    for (std::size_t i = 0; i + 1 < tokens_.size(); ++i) {
        const std::string_view word = tokens_[i].text;
        const std::string_view next = tokens_[i + 1].text;
        if ((word == "estuvo" || word == "estuvieron") && next.ends_with("ndo")) return true;
        if (word == "kept" && next.ends_with("ing")) return true;
    }
    return false;
}

bool ClauseView::by_instrument(std::size_t at) const {
    static constexpr auto instruments = std::to_array<std::string_view>(
        {"tcpdump", "iperf",     "iperf3",  "curl",     "dig",     "ping",       "mtr",        "traceroute", "fio",
         "pgbench", "wireshark", "nmap",    "openssl",  "strace",  "htop",       "logs",       "log",        "datos",
         "data",    "numeros",   "numbers", "metricas", "metrics", "grafana",    "test",       "tests",      "prueba",
         "pruebas", "script",    "explain", "smartctl", "k6",      "sysbench",   "perf",       "crm",        "cuentas",
         "cifras",  "figures",   "daten",   "zahlen",   "tester",  "multimetro", "multimeter", "messgerat",  "export",
         "captura", "capture",   "csv",     "excel",    "query"});
    for (std::size_t i = at; i < tokens_.size() && i < at + 4; ++i)
        if (contains(instruments, tokens_[i].text)) return true;
    return false;
}

bool ClauseView::denies() const {
    return std::any_of(tokens_.begin(), tokens_.end(), [](const Token& token) { return token.is(WordClass::negator); });
}

bool ClauseView::tells_when() const {
    static constexpr auto times = std::to_array<std::string_view>(
        {"zweimal", "dreimal", "mehrmals", "mehrfach", "kurz", "gestern", "nachts", "nacht", "vorhin", "kurzzeitig"});
    return std::any_of(tokens_.begin(), tokens_.end(), [](const Token& token) { return contains(times, token.text); });
}

bool ClauseView::holds_amount() const {
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
        const std::string_view word = tokens_[i].text;
        if (word.front() < '0' || word.front() > '9') continue;
        const auto month = [&](std::size_t at) { return at < tokens_.size() && tokens_[at].is(WordClass::month); };
        const bool near_month = month(i + 1) || month(i + 2) || (i > 0 && month(i - 1));
        const bool year = word.size() == 4 && (word.starts_with("20") || word.starts_with("19"));
        if (!near_month && !year) return true;
    }
    return false;
}

bool ClauseView::is_dated() const {
    static constexpr auto from =
        std::to_array<std::string_view>({"desde", "partir", "from", "as", "starting", "effective", "ab", "zum", "per"});
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
        if (!contains(from, tokens_[i].text)) continue;
        for (std::size_t next = i + 1; next < tokens_.size() && next <= i + 4; ++next) {
            const bool day = tokens_[next].is(WordClass::calendar) && next == i + 1;
            if (tokens_[next].is(WordClass::month) || day) return true;
        }
    }
    return false;
}

bool ClauseView::names_every() const {
    static constexpr auto every = std::to_array<std::string_view>(
        {"all", "every", "each", "todo", "toda", "todos", "todas", "cada", "alle", "jede", "jeder", "jedes"});
    return std::any_of(tokens_.begin(), tokens_.end(), [](const Token& token) { return contains(every, token.text); });
}

bool ClauseView::obliges() const {
    static constexpr auto words = std::to_array<std::string_view>(
        {"need",   "needs", "must", "requires", "require", "debe",     "deben",  "requiere", "requieren",
         "tienen", "tiene", "muss", "mussen",   "braucht", "brauchen", "darf",   "durfen",   "goes",
         "go",     "only",  "solo", "nur",      "pasan",   "van",      "laufen", "lauft"});
    return std::any_of(tokens_.begin(), tokens_.end(), [](const Token& token) { return contains(words, token.text); });
}

bool ClauseView::rules_ourselves() const {
    return std::any_of(tokens_.begin(), tokens_.end(), [](const Token& token) {
        return token.is(WordClass::we) || (token.text.size() > 5 && token.text.ends_with("mos"));
    });
}

bool ClauseView::chooses() const {
    const std::size_t size = tokens_.size();
    if (size > 3 && tokens_[size - 1].text == "is" && tokens_[size - 2].text == "it") return true;
    static constexpr auto lasting = std::to_array<std::string_view>(
        {"seeing", "getting", "using", "having", "running", "losing", "doing", "being", "receiving", "aware", "working",
         "making", "hearing", "finding", "sending", "going", "missing"});
    for (std::size_t i = 0; i + 3 < size; ++i) {
        const bool not_ing = tokens_[i].text == "we" && (tokens_[i + 1].text == "re" || tokens_[i + 1].text == "are") &&
                             tokens_[i + 2].text == "not" && tokens_[i + 3].text.ends_with("ing");
        if (not_ing && !contains(lasting, tokens_[i + 3].text)) return true;
    }
    return false;
}

bool ClauseView::ends_a_custom() const {
    const std::string_view first = tokens_[first_].text;
    return tokens_[first_].is(WordClass::negator) || first == "schluss" || first == "adios";
}

bool ClauseView::is_finite(std::size_t at) const {
    static constexpr auto times = std::to_array<std::string_view>({"noche", "tarde", "manana", "semana", "vez"});
    const bool this_time =
        tokens_[at].text == "esta" && at + 1 < tokens_.size() && contains(times, tokens_[at + 1].text);
    return tokens_[at].is(WordClass::finite) && !this_time;
}

}  // namespace wm::policies::activity
