#include "policies/secrets_rules.hpp"
#include "policies/secrets_scan.hpp"
#include "policies/secrets_value.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace wm::policies::secrets {

namespace {

// A run of letters, digits, and . - _ inside; Latin letters beyond ASCII belong to it, CJK does not.
struct Word {
    std::size_t begin = 0;
    std::size_t end = 0;
};

constexpr auto name_bytes = [] {
    std::array<bool, 256> table{};
    for (std::size_t c = 0; c < table.size(); ++c)
        table[c] = in_alphabet(static_cast<unsigned char>(c), Alphabet::alnum) || c == '_' || c == '-' || c == '.' ||
                   (c >= 0xC3 && c <= 0xC5) || (c >= 0x80 && c <= 0xBF);
    return table;
}();
bool is_name_byte(unsigned char c) { return name_bytes[c]; }

bool is_key_tail(std::string_view tail) {
    static constexpr auto known = std::to_array<std::string_view>(
        {"",    "prod",   "production", "dev",     "test",      "staging", "stage",  "new",    "old",  "neu",
         "alt", "nueva",  "nuevo",      "root",    "admin",     "default", "value",  "plain",  "text", "plaintext",
         "b64", "base64", "raw",        "primary", "secondary", "live",    "backup", "string", "str"});
    if (!tail.empty() && (tail.front() == '_' || tail.front() == '-')) tail.remove_prefix(1);
    if (tail.size() <= 4 && std::all_of(tail.begin(), tail.end(), [](char c) { return c >= '0' && c <= '9'; }))
        return true;
    return std::find(known.begin(), known.end(), tail) != known.end();
}

// What stands around a key: its word, the one before, and those after it, as far as a sentence may reach.
class Surroundings {
public:
    Surroundings(std::string_view text, std::size_t key_end) : text_(text) {
        const auto window = key_end - std::min(key_end, before_bytes_max);
        begin_ = window;
        low_ = lower_latin(text.substr(window, key_end - window + after_bytes_max));
        collect(window, std::min(text.size(), key_end + after_bytes_max));
        while (key_ < words_.size() && words_[key_].end < key_end) ++key_;
        if (key_ == words_.size() || words_[key_].begin >= key_end) return;
        key_bytes_ = key_end - words_[key_].begin;
        found_ = is_key_tail(low(key_).substr(key_bytes_));
    }
    // The word that the key is, without what only tells one from the next: DB_PASSWORD_PROD, password2.
    std::string_view key_name() const { return low(key_).substr(0, key_bytes_); }
    bool has_key() const { return found_; }
    std::size_t key() const { return key_; }
    std::size_t size() const { return words_.size(); }
    const Word& operator[](std::size_t i) const { return words_[i]; }
    std::string_view low(std::size_t i) const {
        return std::string_view(low_).substr(words_[i].begin - begin_, words_[i].end - words_[i].begin);
    }

private:
    static constexpr std::size_t before_bytes_max = 96;
    static constexpr std::size_t after_bytes_max = 160;

    void collect(std::size_t at, std::size_t limit) {
        while (at < limit) {
            const auto c = static_cast<unsigned char>(text_[at]);
            if (c >= 0xE0) {  // a three- or four-byte letter separates
                at += c >= 0xF0 ? 4 : 3;
                continue;
            }
            if (!is_name_byte(c)) {
                ++at;
                continue;
            }
            std::size_t end = at;
            while (end < limit && is_name_byte(static_cast<unsigned char>(text_[end]))) ++end;
            Word word{at, end};
            while (word.begin < word.end && (text_[word.begin] == '-' || text_[word.begin] == '.')) ++word.begin;
            while (word.end > word.begin && (text_[word.end - 1] == '.' || text_[word.end - 1] == '-')) --word.end;
            if (word.begin < word.end) words_.push_back(word);
            at = end;
        }
    }

    std::string_view text_;
    std::size_t begin_ = 0, key_ = 0, key_bytes_ = 0;
    bool found_ = false;
    std::string low_;
    std::vector<Word> words_;
};

bool is_status_word(std::string_view value) {
    static constexpr auto words = std::to_array<std::string_view>(
        {"pendiente",  "rotada",  "rotado",  "cambiada",  "caducada",  "olvidada", "correcta",
         "incorrecta", "changed", "rotated", "expired",   "forgotten", "correct",  "wrong",
         "unknown",    "reset",   "ok",      "stored",    "hidden",    "geändert", "abgelaufen",
         "vergessen",  "falsch",  "richtig", "unbekannt", "ask",       "prompt",   "see",
         "siehe",      "ver",     "file",    "env",       "vault",     "infisical"});
    return std::find(words.begin(), words.end(), lower_latin(value)) != words.end();
}

bool all_digits(std::string_view value) {
    return !value.empty() && std::all_of(value.begin(), value.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// Words that mean other things too: tests pass, pins of a board, keys of a table.
bool is_weak(std::string_view key) {
    const auto cut = key.find_last_of("._-/");
    const auto last = cut == std::string_view::npos ? key : key.substr(cut + 1);
    return last == "pass" || last == "pin" || last == "pw" || last == "clave" || last == "llave";
}

bool is_credential(std::string_view value, const Value& how, KeyClass key, std::string_view key_name) {
    const bool weak = is_weak(key_name);
    if (value.empty() || is_placeholder(value) || is_reference(value)) return false;
    if (key == KeyClass::token) return looks_random(value) && !is_slug(value);
    if (all_digits(value))
        return value.size() >= 4 && (!weak || value.size() <= 8) && how.ends_line && key_name != "pass";
    if (weak) return looks_chosen(value) && !is_slug(value);
    if (!is_plain_word(value)) return value.size() >= 4;
    return value.size() >= 5 && how.ends_line && !is_status_word(value);
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> list) {
    return std::find(list.begin(), list.end(), word) != list.end();
}

bool ends_sentence(std::string_view between) {
    if (between.find_first_of("\n!?;") != std::string_view::npos) return true;
    const std::size_t dot = between.find('.');
    return dot != std::string_view::npos && dot + 1 < between.size() && between[dot + 1] == ' ';
}

// A value that a sentence gives; true when it was one.
bool take_spoken(std::string_view text, const Value& value, KeyClass cls, Spans& out) {
    const auto content = value.of(text);
    if (is_placeholder(content) || is_reference(content)) return false;
    const bool good =
        cls == KeyClass::password
            ? (looks_like_password(content) && looks_chosen(content)) || (value.quoted && content.size() >= 4)
            : (content.size() >= 12 && looks_random(content) && !is_slug(content)) ||
                  (content.size() >= 8 && looks_chosen(content) && looks_like_password(content) &&
                   content.find_first_of("!#$%&*?@") != std::string_view::npos);
    if (good) out.push_back({value.begin, value.end, cls == KeyClass::password ? "password" : "token"});
    return good;
}

// Of the words before a key, the one that ties a value to it; 0 when there is none. Between them may stand an article and
// whose password it is.
std::size_t tie_before(const Surroundings& words) {
    static constexpr auto articles =
        std::to_array<std::string_view>({"the", "my", "our", "la", "el", "mi", "das", "mein", "unser"});
    static constexpr auto ties = std::to_array<std::string_view>({"is", "es", "ist", "como", "as", "als"});
    const auto is_any = [&](std::size_t at, const auto& list) {
        return std::find(list.begin(), list.end(), words.low(at)) != list.end();
    };
    auto i = words.key();
    if (i < 2) return 0;
    --i;
    // "pon X de contraseña": without the verb it is "política de contraseña"
    if (i >= 2 && words.low(i) == "de")
        return is_one_of(words.low(i - 2), {"pon", "ponle", "poner", "puse", "usa", "usar", "uso", "mete"}) ? i : 0;
    if (i > 2 && !is_any(i, articles) && !is_any(i, ties) && is_any(i - 1, articles)) --i;
    if (i > 1 && is_any(i, articles)) --i;
    return is_any(i, ties) ? i : 0;
}

// "X is the password", "X como contraseña", "X as the sudo password", "X ist das Passwort"
void scan_spoken_before(std::string_view text, const Surroundings& words, KeyClass cls, Spans& out) {
    const auto i = tie_before(words);
    if (i == 0) return;
    auto end = words[i].begin;
    while (end > 0 && (text[end - 1] == ' ' || text[end - 1] == '"' || text[end - 1] == '\'' || text[end - 1] == '`'))
        --end;
    auto begin = end;
    while (begin > 0 && end - begin < 128 && text[begin - 1] != ' ' && text[begin - 1] != '\n' &&
           text[begin - 1] != '"' && text[begin - 1] != '\'' && text[begin - 1] != '`')
        --begin;
    if (end - begin >= 6) take_spoken(text, {begin, end, false, false}, cls, out);
}

// "la contraseña del root de pve02 es X", "the postgres password is now X", "Das Passwort für root ist übrigens X".
void scan_prose(std::string_view text, const Surroundings& words, KeyClass cls, Spans& out) {
    static constexpr std::size_t reach = 9;
    for (std::size_t i = words.key() + 1; i < words.size() && i <= words.key() + reach; ++i) {
        if (ends_sentence(text.substr(words[i - 1].end, words[i].begin - words[i - 1].end))) return;
        const std::string_view word = words.low(i);
        const auto gap = text.substr(words[i - 1].end, words[i].begin - words[i - 1].end);
        if (i > words.key() + 1 && gap.find_first_of(":=") != std::string_view::npos) {  // "clave del wifi: X"
            const auto value = value_at(text, words[i - 1].end + gap.find_first_of(":=") + 1, true, false);
            take_spoken(text, value, cls, out);
            return;
        }
        if (!is_one_of(word, {"heißt", "heisst", "como", "zu",   "es",    "is",    "ist",  "lautet", "era",  "was",
                              "war",   "sea",    "será", "to",   "a",     "auf",   "son",  "are",    "sind", "por",
                              "usa",   "use",    "con",  "with", "queda", "wurde", "puse", "set",    "nimm", "als"})) {
            continue;
        }
        std::size_t at = words[i].end;
        std::size_t next = i + 1;
        while (next < words.size() &&
               is_one_of(words.low(next),
                         {"ahora",    "now",       "jetzt",     "übrigens",  "nun",       "still", "todavía",
                          "actually", "aktuell",   "momentan",  "currently", "esta",      "this",  "the",
                          "la",       "to",        "a",         "auf",       "set",       "por",   "ya",
                          "already",  "weiterhin", "siguiente", "following", "folgendes", "ser"})) {
            at = words[next++].end;
        }
        at = skip_blanks(text, at);
        if (at < text.size() && (text[at] == ':' || text[at] == '=')) ++at;
        const Value value = value_at(text, at, true, false);
        if (take_spoken(text, value, cls, out)) return;
    }
}

// "X (password)"
void scan_named_after(std::string_view text, const Word& word, Spans& out) {
    if (word.begin < 3 || text[word.begin - 1] != '(' || word.end >= text.size() || text[word.end] != ')') return;
    std::size_t end = word.begin - 1;
    while (end > 0 && text[end - 1] == ' ') --end;
    std::size_t begin = end;
    while (begin > 0 && text[begin - 1] != ' ' && text[begin - 1] != '\n') --begin;
    const std::string_view value = text.substr(begin, end - begin);
    if (looks_like_password(value) && !is_placeholder(value) && !is_reference(value))
        out.push_back({begin, end, "password"});
}

// base64 of "user:password", as docker and Basic authentication write it.
bool is_basic_pair(std::string_view value) {
    if (value.size() < 8 || value.size() > 400) return false;
    const auto digits = value.substr(0, value.find('='));
    const bool plain =
        std::all_of(digits.begin(), digits.end(), [](unsigned char c) { return in_alphabet(c, Alphabet::base64); });
    return plain &&
           base64_text(digits, [](unsigned char c) { return c >= 0x20 && c <= 0x7E; }).find(':') != std::string::npos;
}

void scan_authorization(std::string_view text, std::string_view word, std::size_t end, Spans& out) {
    if (word == "auth") {
        const std::size_t separator = skip_key_close(text, end);
        if (separator >= text.size() || text[separator] != ':') return;
        const Value value = value_at(text, separator + 1, false, false);
        if (is_basic_pair(text.substr(value.begin, value.end - value.begin)))
            out.push_back({value.begin, value.end, "basic-auth"});
        return;
    }
    const Value value = value_at(text, end, false, false);
    const std::string_view content = text.substr(value.begin, value.end - value.begin);
    if (content.size() < 12 || is_placeholder(content)) return;
    if (word == "basic" ? is_basic_pair(content) : looks_random(content))
        out.push_back({value.begin, value.end, "authorization"});
}

// Where a ':' or '=' stands after a key, the value behind it; npos when there is none. "https://" is no separator.
std::size_t assigned(std::string_view text, std::size_t key_end) {
    std::size_t at = skip_key_close(text, key_end);
    if (at >= text.size()) return std::string_view::npos;
    if (text.substr(at).starts_with("：")) return at + std::string_view("：").size();
    if (text[at] == '>' && at == key_end) return at + 1;
    if (text.substr(at).starts_with("?=")) return at + 2;  // make: unless it is set
    if (text[at] != ':' && text[at] != '=') return std::string_view::npos;
    if (text.substr(at).starts_with("://")) return std::string_view::npos;
    ++at;
    while (at < text.size() && std::string_view("=:>*").find(text[at]) != std::string_view::npos) ++at;
    return at;
}

// Authorization: X, Authorization: <scheme> X
void scan_authorization_header(std::string_view text, std::size_t end, Spans& out) {
    const auto separator = assigned(text, end);
    if (separator == std::string_view::npos) return;
    auto value = value_at(text, separator, false, false);
    if (is_plain_word(value.of(text)) && value.end < text.size() && text[value.end] == ' ')
        value = value_at(text, value.end, false, false);
    const auto content = value.of(text);
    if (content.size() >= 12 && looks_random(content) && !is_placeholder(content) && !is_reference(content))
        out.push_back({value.begin, value.end, "authorization"});
}

// A PIN or PUK: a number of four to eight digits behind its word, or behind whose it is: "PUK der SIM im Router: X".
bool take_number(std::string_view text, const Surroundings& words, Spans& out) {
    static constexpr std::size_t reach = 12, digits_min = 4, digits_max = 8;
    bool tied = true;  // the word itself
    for (std::size_t i = words.key() + 1; i < words.size() && i <= words.key() + reach; ++i) {
        const auto gap = text.substr(words[i - 1].end, words[i].begin - words[i - 1].end);
        if (ends_sentence(gap)) return false;
        tied = tied || gap.find_first_of(":=") != std::string_view::npos;
        const std::string_view word = words.low(i);
        if (tied && all_digits(word)) {
            if (word.size() < digits_min || word.size() > digits_max) return false;
            out.push_back({words[i].begin, words[i].end, "password"});
            return true;
        }
        tied = is_one_of(word, {"is", "es", "ist", "lautet", "number", "code", "numero", "número", "nummer"});
    }
    return false;
}

bool is_option(std::string_view text, const Word& word) { return word.begin >= 1 && text[word.begin - 1] == '-'; }

// The first word of its line, as a setting is: what the line gives is the password then, be it a word or a number.
bool is_directive(std::string_view text, const Word& word) {
    auto begin = word.begin;
    while (begin > 0 && word.begin - begin < 64 && (text[begin - 1] == ' ' || text[begin - 1] == '\t')) --begin;
    return begin == 0 || text[begin - 1] == '\n';
}

void scan_word(std::string_view text, const Surroundings& words, Spans& out) {
    const auto i = words.key();
    const Word& at = words[i];
    const std::string_view word = words.key_name();
    if (word == "authorization") return scan_authorization_header(text, at.end, out);
    if (is_one_of(word, {"bearer", "basic", "auth"})) return scan_authorization(text, word, at.end, out);
    if (is_one_of(word, {"pin", "puk", "geheimzahl"}) && take_number(text, words, out)) return;
    KeyClass cls = classify_key(word);
    if (cls == KeyClass::none && word == "key" && i > 0 && at.begin - words[i - 1].end <= 1 &&
        is_key_qualifier(words.low(i - 1))) {
        cls = KeyClass::token;
    }
    if (word.ends_with("key-data") || word.ends_with("key_data")) cls = KeyClass::token;
    const bool in_query = at.begin > 0 && (text[at.begin - 1] == '?' || text[at.begin - 1] == '&');
    if (cls == KeyClass::none && in_query && is_one_of(word, {"sig", "signature", "key", "code", "auth"}))
        cls = KeyClass::token;
    const std::size_t separator = assigned(text, at.end);
    if (cls == KeyClass::none) return;
    scan_named_after(text, at, out);
    if (separator != std::string_view::npos) {
        const Value value = value_at(text, separator, cls == KeyClass::password, in_query);
        if (is_credential(value.of(text), value, cls, word)) {
            out.push_back({value.begin, value.end, cls == KeyClass::password ? "password" : "token"});
        }
        return;
    }
    if (text.substr(0, at.begin).ends_with("[REDACTED:")) return;
    auto after = at.end;
    while (after < text.size() && std::string_view("\"'`*").find(text[after]) != std::string_view::npos) ++after;
    after = skip_blanks(text, after);
    if (after < text.size() && (text[after] == '|' || text[after] == '(')) after = skip_blanks(text, after + 1);
    const Value value = value_at(text, after, cls == KeyClass::password, false);
    const std::string_view content = value.of(text);
    const bool option = is_option(text, at);
    if (word == "auth_pass" && is_directive(text, at) && value.ends_line && content.size() >= 4 &&
        !is_placeholder(content) && !is_reference(content)) {
        out.push_back({value.begin, value.end, "password"});
        return;
    }
    if (content.ends_with('?') && is_plain_word(content.substr(0, content.size() - 1)))
        return;  // "Passwort vergessen?"
    const bool good = cls == KeyClass::password
                          ? looks_like_password(content) && (option || looks_chosen(content)) && content.size() >= 4
                          : looks_random(content) && !is_slug(content) && (option || content.size() >= 12);
    if (good && value.begin > at.end && !is_placeholder(content) && !is_reference(content)) {
        out.push_back({value.begin, value.end, cls == KeyClass::password ? "password" : "token"});
        return;
    }
    scan_spoken_before(text, words, cls, out);
    scan_prose(text, words, cls, out);
}

}  // namespace

void scan_named_values(std::string_view text, const Cues& cues, Spans& out) {
    std::size_t last = std::string_view::npos;
    for (const auto end : cues.key_ends) {
        if (end == last) continue;
        last = end;
        // Most such words go on: tokens of tokenizer, pass of passenger.
        if (end < text.size() && text[end] >= 'a' && text[end] <= 'z') continue;
        const Surroundings words(text, end);
        if (words.has_key()) scan_word(text, words, out);
    }
}

// 密码为X, 令牌：X: no blanks between words, so the cue is searched as a string.
void scan_cjk(std::string_view text, Spans& out) {
    for (const std::string_view cue : cjk_cues()) {
        for (std::size_t at = text.find(cue); at != std::string_view::npos; at = text.find(cue, at + cue.size())) {
            std::size_t pos = at + cue.size();
            for (const std::string_view link : {"为", "是", "：", ":", "=", " "}) {
                if (text.substr(pos).starts_with(link)) pos += link.size();
            }
            const Value value = value_at(text, pos, true, false);
            const std::string_view content = text.substr(value.begin, value.end - value.begin);
            if (looks_like_password(content) && content.size() >= 6 && !is_placeholder(content))
                out.push_back({value.begin, value.end, "token"});
        }
    }
}

}  // namespace wm::policies::secrets
