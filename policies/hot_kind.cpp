#include "policies/hot_kind.hpp"

#include "policies/fold.hpp"
#include "policies/hot_file.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace wm::policies::hot {
namespace {

constexpr std::size_t stale_characters_max = 60;

// Folded. A word that ends with '*' is a beginning; Chinese has no word edges, so its words are looked for anywhere.
constexpr auto behaviour_words = std::to_array<std::string_view>({"prefer*",     "prefier*",
                                                                  "bevorzug*",   "likes",
                                                                  "dislikes",    "le gusta",
                                                                  "no le gusta", "mag",
                                                                  "always",      "siempre",
                                                                  "immer",       "never",
                                                                  "nunca",       "jamas",
                                                                  "nie",         "niemals",
                                                                  "must",        "debe",
                                                                  "deben",       "muss",
                                                                  "should",      "soll",
                                                                  "do not",      "don't",
                                                                  "no uses",     "no hagas",
                                                                  "nicht",       "rule",
                                                                  "regla",       "regel",
                                                                  "correct*",    "correg*",
                                                                  "korrigier*",  "instead of",
                                                                  "en vez de",   "statt",
                                                                  "from now on", "a partir de ahora",
                                                                  "ab jetzt",    "偏好",
                                                                  "总是",        "永远",
                                                                  "必须",        "不要"});
constexpr auto red_line_words = std::to_array<std::string_view>(
    {"red line", "linea roja", "rote linie", "under no circumstance*", "bajo ningun concepto", "auf keinen fall",
     "forbidden", "prohibid*", "verboten", "红线", "严禁", "禁止"});
constexpr auto precept_words = std::to_array<std::string_view>(
    {"answer*", "respond*", "reply",   "antwort*", "tone",   "tono",  "ton",    "style",  "estilo",
     "stil",    "write",    "escrib*", "schreib*", "tutea*", "duze*", "formal", "format", "language",
     "idioma",  "sprache",  "greet*",  "saluda*",  "回答",   "语气",  "风格"});
constexpr auto completion_words = std::to_array<std::string_view>(
    {"decided",    "decidido",  "decidimos",   "entschieden", "configured", "configurad*", "konfiguriert", "completed",
     "completad*", "erledigt",  "finished",    "terminad*",   "fertig",     "fixed",       "arreglad*",    "behoben",
     "installed",  "instalad*", "installiert", "deployed",    "desplegad*", "migrated",    "migrad*",      "migriert",
     "拍板",       "已配置",    "已完成",      "已修复",      "已决定",     "已部署"});
constexpr auto stale_words =
    std::to_array<std::string_view>({"fixed", "arreglado", "arreglada", "behoben", "done", "hecho", "resuelto",
                                     "erledigt", "resolved", "已修复", "已解决", "已完成"});

bool is_word_byte(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || static_cast<unsigned char>(c) >= 0x80;
}

bool holds(std::string_view folded, std::string_view word) {
    const bool chinese = static_cast<unsigned char>(word.front()) >= 0x80;
    const bool beginning = word.ends_with('*');
    if (beginning) word.remove_suffix(1);
    for (auto at = folded.find(word); at != std::string_view::npos; at = folded.find(word, at + 1)) {
        const auto end = at + word.size();
        const bool begins = at == 0 || !is_word_byte(folded[at - 1]);
        const bool ends = beginning || end == folded.size() || !is_word_byte(folded[end]);
        if (chinese || (begins && ends)) return true;
    }
    return false;
}

template <std::size_t N>
int count(std::string_view folded, const std::array<std::string_view, N>& words) {
    return static_cast<int>(std::ranges::count_if(words, [&](std::string_view word) { return holds(folded, word); }));
}

bool digits_at(std::string_view text, std::size_t at, std::size_t how_many) {
    if (at + how_many > text.size()) return false;
    return std::ranges::all_of(text.substr(at, how_many), [](char c) { return c >= '0' && c <= '9'; });
}

// 2026-05-28, 28/05/2026, 28.5.2026, 5月28日
bool names_a_day(std::string_view text) {
    if (text.find("月") != std::string_view::npos && text.find("日") != std::string_view::npos) return true;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (at > 0 && digits_at(text, at - 1, 1)) continue;
        if (digits_at(text, at, 4) && at + 10 <= text.size() && text[at + 4] == '-' && digits_at(text, at + 5, 2) &&
            text[at + 7] == '-' && digits_at(text, at + 8, 2))
            return true;
        const auto day = digits_at(text, at, 2) ? 2u : digits_at(text, at, 1) ? 1u : 0u;
        if (day == 0 || at + day >= text.size()) continue;
        const char separator = text[at + day];
        if (separator != '/' && separator != '.') continue;
        const auto second = at + day + 1;
        const auto month = digits_at(text, second, 2) ? 2u : digits_at(text, second, 1) ? 1u : 0u;
        if (month > 0 && second + month < text.size() && text[second + month] == separator &&
            digits_at(text, second + month + 1, 4))
            return true;
    }
    return false;
}

}  // namespace

Signs signs_of(std::string_view text) {
    const auto folded = fold_text(text);
    Signs signs;
    signs.red_line = count(folded, red_line_words) > 0;
    signs.behaviour = signs.red_line || count(folded, behaviour_words) > 0;
    signs.precept = signs.behaviour && count(folded, precept_words) > 0;
    signs.date = names_a_day(folded);
    signs.completions = count(folded, completion_words);
    signs.stale =
        !signs.behaviour && !signs.date && characters(text) <= stale_characters_max && count(folded, stale_words) > 0;
    return signs;
}

Kind kind_of(const Signs& signs) { return !signs.behaviour && signs.completions > 0 ? Kind::state : Kind::rule; }

Place place_of(const Signs& signs, std::optional<double> importance, double hot_from) {
    const bool finished = signs.date && signs.completions > 0 && !signs.behaviour;
    if (finished) return Place::cold;  // a record of what was decided or done never goes where every turn reads it
    if (signs.behaviour || (importance && *importance >= hot_from)) return Place::hot;
    return signs.stale ? Place::dropped : Place::cold;
}

}  // namespace wm::policies::hot
