#include "policies/learning_names.hpp"

#include "policies/fold.hpp"
#include "policies/word_bytes.hpp"

#include <algorithm>
#include <array>
#include <unordered_set>

namespace wm::policies {

namespace {

template <std::size_t N>
bool contains(const std::array<std::string_view, N>& list, std::string_view word) {
    return std::find(list.begin(), list.end(), word) != list.end();
}

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
constexpr WordBytes bytes([](char c) { return is_digit(c) || is_lower(c) || is_upper(c) || c == '_'; }, "-./@*");

// À–Þ in UTF-8: 0xC3 0x80–0x9E.
bool starts_upper(std::string_view word) {
    if (word.empty()) return false;
    if (is_upper(word[0])) return true;
    return word.size() > 1 && static_cast<unsigned char>(word[0]) == 0xC3 &&
           static_cast<unsigned char>(word[1]) >= 0x80 && static_cast<unsigned char>(word[1]) <= 0x9E;
}

constexpr auto hyphenated_words = std::to_array<std::string_view>(
    {"read-only",   "kick-off", "in-house",   "e-mail",    "heads-up",  "follow-up",  "roll-out",   "set-up",
     "back-up",     "dry-run",  "up-to-date", "real-time", "long-term", "short-term", "end-to-end", "live-migrated",
     "post-mortem", "add-on",   "opt-in",     "opt-out",   "check-in",  "so-called"});

constexpr auto stop_words = std::to_array<std::string_view>(
    {"the",     "and",    "for",   "with",   "that",  "this",    "from",    "was",        "were",    "are",
     "has",     "have",   "had",   "not",    "but",   "its",     "now",     "our",        "his",     "her",
     "they",    "you",    "your",  "all",    "been",  "into",    "onto",    "then",       "than",    "there",
     "here",    "what",   "when",  "which",  "will",  "would",   "should",  "also",       "again",   "please",
     "they",    "them",   "it",    "is",     "on",    "in",      "at",      "of",         "to",      "we",
     "un",      "una",    "unos",  "unas",   "el",    "la",      "los",     "las",        "de",      "del",
     "que",     "con",    "por",   "para",   "sin",   "esta",    "este",    "esto",       "estan",   "ese",
     "esa",     "eso",    "como",  "pero",   "mas",   "muy",     "ya",      "y",          "se",      "lo",
     "al",      "su",     "sus",   "nos",    "hay",   "han",     "hemos",   "he",         "ha",      "fue",
     "son",     "ser",    "era",   "todo",   "toda",  "todos",   "todas",   "ahora",      "hoy",     "ayer",
     "tambien", "porque", "der",   "die",    "das",   "den",     "dem",     "des",        "ein",     "eine",
     "einen",   "und",    "oder",  "aber",   "mit",   "fur",     "von",     "vom",        "zum",     "zur",
     "auf",     "aus",    "bei",   "ist",    "sind",  "war",     "hat",     "haben",      "wird",    "wurde",
     "nicht",   "auch",   "noch",  "nur",    "wir",   "ich",     "sie",     "er",         "es",      "im",
     "am",      "an",     "ab",    "wieder", "jetzt", "heute",   "gestern", "everything", "nothing", "something",
     "nada",    "algo",   "ellos", "ella",   "both",  "ambos",   "still",   "todavia",    "aun",     "just",
     "only",    "any",    "some",  "my",     "mi",    "tu",      "yo",      "i",          "a",       "an",
     "no",      "si",     "ok",    "o",      "u",     "en",      "e",       "as",         "so",      "if",
     "be",      "by",     "he",    "she",    "alles", "everyone"});

bool is_stop_word(std::string_view word) {
    static const std::unordered_set<std::string_view> index(stop_words.begin(), stop_words.end());
    return index.contains(word);
}

constexpr auto copulas = std::to_array<std::string_view>(
    {"esta",  "estan",   "queda",    "quedan", "quedo",   "sigue",  "siguen",  "vuelve",   "tiene",   "usa",
     "corre", "va",      "responde", "vence",  "factura", "cierra", "is",      "are",      "has",     "runs",
     "uses",  "remains", "stays",    "serves", "lives",   "closes", "bills",   "was",      "were",    "ist",
     "sind",  "hat",     "lauft",    "sirve",  "cobra",   "paga",   "exige",   "pide",     "ofrece",  "trabaja",
     "pays",  "wants",   "charges",  "takes",  "ships",   "zahlt",  "liefert", "verlangt", "bekommt", "nimmt",
     "macht", "bleibt",  "nutzt",    "steht",  "meldet",  "wurde",  "fue",     "ha",       "es",      "son"});

struct Word {
    std::string_view text;
    std::size_t begin = 0;
    bool opens = false;  // first of a sentence
};

std::vector<Word> words_of(std::string_view text) {
    std::vector<Word> words;
    words.reserve(text.size() / 5 + 1);
    bool opens = true;
    for (std::size_t at = 0; at < text.size();) {
        if (const std::size_t symbol = bytes.symbol_at(text, at); symbol != 0) {
            at += symbol;
            continue;
        }
        const std::size_t end = bytes.word_end(text, at);
        if (end == at) {
            if (text[at] == '.' || text[at] == '!' || text[at] == '?' || text[at] == '\n' || text[at] == ':')
                opens = true;
            ++at;
            continue;
        }
        words.push_back({text.substr(at, end - at), at, opens});
        opens = false;
        at = end;
    }
    return words;
}

bool is_version(std::string_view word) {
    if (word.size() > 1 && word.front() == 'v' && is_digit(word[1])) word.remove_prefix(1);
    const bool shape = std::all_of(word.begin(), word.end(), [](char c) { return is_digit(c) || c == '.'; });
    return shape && word.find('.') != std::string_view::npos && std::count_if(word.begin(), word.end(), is_digit) >= 2;
}

bool has_inner_upper(std::string_view word) {
    bool lower = false;
    for (const char c : word) {
        if (is_upper(c) && lower) return true;
        lower = lower || is_lower(c);
    }
    return false;
}

bool is_acronym(std::string_view word) {
    return word.size() >= 2 && word.size() <= 8 &&
           std::all_of(word.begin(), word.end(), [](char c) { return is_upper(c) || is_digit(c); }) &&
           is_upper(word.front());
}

// German writes every noun with a capital, so that a capital alone names nothing there.
bool reads_german(std::string_view folded) {
    static constexpr auto marks = std::to_array<std::string_view>(
        {" der ", " die ", " das ", " und ", " ist ", " nicht ", " ich ", " wir ", " mit ", " fur ", " auf ", " von ",
         " zum ", " dem ", " den ", " bitte ", " dass "});
    return std::count_if(marks.begin(), marks.end(),
                         [&](std::string_view mark) { return folded.find(mark) != std::string_view::npos; }) >= 2;
}

}  // namespace

bool is_identifier(std::string_view word) {
    if (word.size() < 3 || is_version(word)) return false;
    const bool letter = std::any_of(word.begin(), word.end(), [](char c) { return is_lower(c) || is_upper(c); });
    const bool digit = std::any_of(word.begin(), word.end(), is_digit);
    const bool joined = word.find_first_of("-._/") != std::string_view::npos;
    if (!letter) return false;
    if (is_digit(word.front())) {  // 24x7, 16GB, 10s: an amount; 3par-1 is rare enough
        return joined && word.find('-') != std::string_view::npos && !is_digit(word.back()) && word.size() > 6;
    }
    if (digit) return true;
    if (!joined || contains(hyphenated_words, fold_text(word))) return false;
    const std::size_t join = word.find_first_of("-._/");
    return join >= 2 && word.size() - join > 2 && !starts_upper(word.substr(join + 1));
}

std::vector<std::string> find_entities(std::string_view text, std::size_t max) {
    std::vector<std::string> entities;
    const bool german = reads_german(fold_text(text));
    const std::vector<Word> words = words_of(text);
    const auto push = [&](std::string_view name) {
        if (entities.size() < max && std::find(entities.begin(), entities.end(), name) == entities.end())
            entities.emplace_back(name);
    };
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string_view word = words[i].text;
        if (is_identifier(word) || is_version(word)) {
            push(word);
            continue;
        }
        if (!starts_upper(word) || word.size() < 2) continue;
        std::size_t last = i;  // a name of several words: all capitalised, one blank between
        while (last + 1 < words.size() && starts_upper(words[last + 1].text) && !words[last + 1].opens &&
               words[last + 1].begin == words[last].begin + words[last].text.size() + 1 &&
               text[words[last + 1].begin - 1] == ' ') {
            ++last;
        }
        const bool several = last > i;
        const bool marked = has_inner_upper(word) || is_acronym(word);
        if (marked || (several && !german) || (!words[i].opens && !german)) {
            push(text.substr(words[i].begin, words[last].begin + words[last].text.size() - words[i].begin));
            i = last;
        }
    }
    return entities;
}

bool opens_with_name(std::string_view text) {
    const std::vector<Word> words = words_of(text);
    if (words.size() < 3 || !starts_upper(words[0].text) || words[0].text.size() < 4) return false;
    const std::string folded = fold_text(text);
    const std::vector<Word> plain = words_of(folded);
    if (is_stop_word(plain[0].text)) return false;
    for (std::size_t i = 1; i < plain.size() && i <= 3; ++i)
        if (contains(copulas, plain[i].text)) return true;
    return false;
}

std::string find_subject(std::string_view clause) { return find_subject(clause, find_entities(clause)); }

std::string find_subject(std::string_view clause, const std::vector<std::string>& entities) {
    for (const std::string& entity : entities) {
        if (is_identifier(entity)) return fold_text(entity);
    }
    const auto named =
        std::find_if(entities.begin(), entities.end(), [](const std::string& entity) { return !is_version(entity); });
    if (named != entities.end()) return fold_text(*named);
    // A plain name: what stands before "is" or its kin.
    const std::string folded = fold_text(clause);
    const std::vector<Word> words = words_of(folded);
    for (std::size_t i = 1; i < words.size(); ++i) {
        if (!contains(copulas, words[i].text)) continue;
        const std::string_view before = words[i - 1].text;
        if (before.size() >= 3 && !is_stop_word(before)) return std::string(before);
    }
    return {};
}

std::vector<std::string> content_words(std::string_view text, std::size_t length_min) {
    std::vector<std::string> out;
    const std::string folded = fold_text(text);
    for (const Word& word : words_of(folded)) {
        if (word.text.size() >= length_min && !is_stop_word(word.text)) out.emplace_back(word.text);
    }
    return out;
}

WordSet word_set(std::string_view text) {
    WordSet words = content_words(text);
    std::sort(words.begin(), words.end());
    words.erase(std::unique(words.begin(), words.end()), words.end());
    return words;
}

double overlap(const WordSet& a, const WordSet& b) {
    const std::size_t smaller = std::min(a.size(), b.size());
    if (smaller == 0) return 0;
    std::size_t common = 0;
    for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
        const auto order = a[i] <=> b[j];
        common += order == 0 ? 1 : 0;
        i += order <= 0 ? 1 : 0;
        j += order >= 0 ? 1 : 0;
    }
    return static_cast<double>(common) / static_cast<double>(smaller);
}

double overlap(std::string_view a, std::string_view b) { return overlap(word_set(a), word_set(b)); }

}  // namespace wm::policies
