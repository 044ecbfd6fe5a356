#include "policies/secrets_rules.hpp"
#include "policies/secrets_scan.hpp"

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

std::vector<Word> words_of(std::string_view text) {
    std::vector<Word> words;
    words.reserve(text.size() / 5);
    for (std::size_t at = 0; at < text.size();) {
        const auto c = static_cast<unsigned char>(text[at]);
        if (c >= 0xE0) {  // a three- or four-byte letter separates
            at += c >= 0xF0 ? 4 : 3;
            continue;
        }
        if (!is_name_byte(c)) {
            ++at;
            continue;
        }
        std::size_t end = at;
        while (end < text.size() && is_name_byte(static_cast<unsigned char>(text[end]))) ++end;
        Word word{at, end};
        while (word.begin < word.end && (text[word.begin] == '-' || text[word.begin] == '.')) ++word.begin;
        while (word.end > word.begin && (text[word.end - 1] == '.' || text[word.end - 1] == '-')) --word.end;
        if (word.begin < word.end) words.push_back(word);
        at = end;
    }
    return words;
}

std::size_t skip_blanks(std::string_view text, std::size_t at) {
    while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) ++at;
    return at;
}

// Past the quote or bracket that closes a key: "password": x, `password`: x, ['password'] = x, \"password\": x
std::size_t skip_key_close(std::string_view text, std::size_t at) {
    while (at < text.size() && (text[at] == '"' || text[at] == '\'' || text[at] == '`' || text[at] == ']' ||
                                text[at] == '\\' || text[at] == '*')) {
        ++at;
    }
    return skip_blanks(text, at);
}

constexpr std::size_t value_bytes_max = 1024;  // keeps the work a constant for each key

struct Value {
    std::size_t begin = 0;
    std::size_t end = 0;
    bool quoted = false;
    bool ends_line = false;
};

// The value that starts at or after `at` on its line. `wide` values go to the next blank (passwords hold any sign).
Value value_at(std::string_view text, std::size_t at, bool wide, bool in_query) {
    Value value;
    value.begin = skip_blanks(text, at);
    if (value.begin < text.size() && text[value.begin] == '\\') ++value.begin;
    char quote = 0;
    if (value.begin < text.size() &&
        (text[value.begin] == '"' || text[value.begin] == '\'' || text[value.begin] == '`')) {
        quote = text[value.begin++];
        value.quoted = true;
    }
    for (const std::string_view wide_quote : {"«", "“", "„", "‘"}) {
        if (text.substr(value.begin).starts_with(wide_quote)) value.begin += wide_quote.size();
    }
    std::size_t end = value.begin;
    const std::size_t limit = std::min(text.size(), value.begin + value_bytes_max);
    static constexpr std::string_view narrow_stops = ",;\"'`<>)}]";
    for (; end < limit; ++end) {
        const char c = text[end];
        if (c == '\n' || c == '\r') break;
        if (quote != 0) {
            if (c == quote) break;
            continue;
        }
        if (c == ' ' || c == '\t' || (in_query && (c == '&' || c == '#'))) break;
        if (!wide && narrow_stops.find(c) != std::string_view::npos) break;
        if (static_cast<unsigned char>(c) >= 0xE2) break;  // full-width and typographic signs close a value
    }
    value.end = end;
    if (!value.quoted) {
        static constexpr std::string_view trailing = ".,;\"'`)}]";
        while (value.end > value.begin && trailing.find(text[value.end - 1]) != std::string_view::npos) --value.end;
    }
    if (value.quoted && value.end > value.begin && text[value.end - 1] == '\\') --value.end;
    const std::size_t next = text.find_first_not_of(" \t\"'`.,;)}]", end);
    value.ends_line = next == std::string_view::npos || text[next] == '\n' || text[next] == '\r' || text[next] == '\\';
    return value;
}

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

bool is_credential(std::string_view value, const Value& how, KeyClass key) {
    if (value.empty() || is_placeholder(value) || is_reference(value)) return false;
    if (key == KeyClass::token) return looks_random(value);
    if (all_digits(value)) return value.size() >= 4;
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

// "la contraseña del root de pve02 es X", "the postgres password is now X", "Das Passwort für root ist übrigens X".
void scan_prose(std::string_view text, const std::string& low, const std::vector<Word>& words, std::size_t key,
                KeyClass cls, Spans& out) {
    static constexpr std::size_t reach = 9;
    for (std::size_t i = key + 1; i < words.size() && i <= key + reach; ++i) {
        if (ends_sentence(text.substr(words[i - 1].end, words[i].begin - words[i - 1].end))) return;
        const std::string_view word = std::string_view(low).substr(words[i].begin, words[i].end - words[i].begin);
        if (!is_one_of(word, {"es",  "is",   "ist",   "lautet", "era",  "was",  "war",  "sea", "será",
                              "to",  "a",    "auf",   "son",    "are",  "sind", "por",  "usa", "use",
                              "con", "with", "queda", "wurde",  "puse", "set",  "nimm", "als"})) {
            continue;
        }
        std::size_t at = words[i].end;
        std::size_t next = i + 1;
        while (next < words.size() &&
               is_one_of(std::string_view(low).substr(words[next].begin, words[next].end - words[next].begin),
                         {"ahora",    "now",       "jetzt",     "übrigens",  "nun",      "still", "todavía",
                          "actually", "aktuell",   "momentan",  "currently", "esta",     "this",  "the",
                          "la",       "to",        "a",         "auf",       "set",      "por",   "ya",
                          "already",  "weiterhin", "siguiente", "following", "folgendes"})) {
            at = words[next++].end;
        }
        at = skip_blanks(text, at);
        if (at < text.size() && (text[at] == ':' || text[at] == '=')) ++at;
        const Value value = value_at(text, at, true, false);
        const std::string_view content = text.substr(value.begin, value.end - value.begin);
        const bool good = cls == KeyClass::password
                              ? looks_like_password(content) || (value.quoted && content.size() >= 4)
                              : content.size() >= 12 && looks_random(content);
        if (good && !is_placeholder(content) && !is_reference(content)) {
            out.push_back({value.begin, value.end, cls == KeyClass::password ? "password" : "token"});
            return;
        }
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
    std::uint32_t bits = 0;
    int have = 0;
    bool colon = false;
    for (const char c : value) {
        if (c == '=') break;
        const std::size_t digit =
            std::string_view("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/").find(c);
        if (digit == std::string_view::npos) return false;
        bits = (bits << 6) | static_cast<std::uint32_t>(digit);
        have += 6;
        if (have < 8) continue;
        have -= 8;
        const auto byte = static_cast<unsigned char>((bits >> have) & 0xFF);
        if (byte < 0x20 || byte > 0x7E) return false;
        colon = colon || byte == ':';
    }
    return colon;
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
    if (text[at] != ':' && text[at] != '=') return std::string_view::npos;
    if (text.substr(at).starts_with("://")) return std::string_view::npos;
    ++at;
    while (at < text.size() && (text[at] == '=' || text[at] == '>' || text[at] == '*')) ++at;
    return at;
}

bool is_option(std::string_view text, const Word& word) { return word.begin >= 1 && text[word.begin - 1] == '-'; }

// "--token X", "auth_pass X", "login ci password X", "community X RO"
bool takes_value_after_blank(std::string_view word, std::string_view text, const Word& at) {
    return is_option(text, at) ||
           is_one_of(word, {"auth_pass", "community", "requirepass", "masterauth", "password", "passwd", "passwort"});
}

void scan_mysql_option(std::string_view text, const std::string& low, Spans& out) {
    for (std::size_t at = low.find(" -p"); at != std::string::npos; at = low.find(" -p", at + 3)) {
        const std::size_t window = std::min<std::size_t>(at, 200);
        std::string_view before = std::string_view(low).substr(at - window, window);
        if (const std::size_t line = before.rfind('\n'); line != std::string_view::npos) before.remove_prefix(line);
        if (before.find("mysql") == std::string_view::npos && before.find("mariadb") == std::string_view::npos)
            continue;
        const Value value = value_at(text, at + 3, true, false);
        if (value.begin != at + 3 && !value.quoted) continue;
        const std::string_view content = text.substr(value.begin, value.end - value.begin);
        if (content.size() >= 3 && !is_placeholder(content) && content.find('=') == std::string_view::npos) {
            out.push_back({value.begin, value.end, "password"});
        }
    }
}

void scan_word(std::string_view text, const std::string& low, const std::vector<Word>& words, std::size_t i,
               Spans& out) {
    const Word& at = words[i];
    const std::string_view word = std::string_view(low).substr(at.begin, at.end - at.begin);
    if (is_one_of(word, {"bearer", "basic", "auth"})) return scan_authorization(text, word, at.end, out);
    KeyClass cls = classify_key(word);
    if (cls == KeyClass::none && word == "key" && i > 0 && at.begin - words[i - 1].end <= 1 &&
        is_key_qualifier(std::string_view(low).substr(words[i - 1].begin, words[i - 1].end - words[i - 1].begin))) {
        cls = KeyClass::token;
    }
    if (word.ends_with("key-data") || word.ends_with("key_data")) cls = KeyClass::token;
    const bool in_query = at.begin > 0 && (text[at.begin - 1] == '?' || text[at.begin - 1] == '&');
    if (cls == KeyClass::none && in_query && is_one_of(word, {"sig", "signature", "key", "code", "auth"}))
        cls = KeyClass::token;
    const std::size_t separator = assigned(text, at.end);
    if (word == "key" && cls == KeyClass::none && separator != std::string_view::npos) {  // a Ceph keyring
        const Value value = value_at(text, separator, false, false);
        if (value.end - value.begin == 40 && text.substr(value.begin).starts_with("AQ"))
            out.push_back({value.begin, value.end, "ceph-key"});
    }
    if (cls == KeyClass::none) return;
    scan_named_after(text, at, out);
    if (separator != std::string_view::npos) {
        const Value value = value_at(text, separator, cls == KeyClass::password, in_query);
        if (is_credential(text.substr(value.begin, value.end - value.begin), value, cls)) {
            out.push_back({value.begin, value.end, cls == KeyClass::password ? "password" : "token"});
        }
        return;
    }
    if (takes_value_after_blank(word, text, at)) {
        const Value value = value_at(text, at.end, cls == KeyClass::password, false);
        const std::string_view content = text.substr(value.begin, value.end - value.begin);
        const bool good = cls == KeyClass::password ? looks_like_password(content) : looks_random(content);
        if (good && value.begin > at.end && !is_placeholder(content) && !is_reference(content)) {
            out.push_back({value.begin, value.end, cls == KeyClass::password ? "password" : "token"});
            return;
        }
    }
    scan_prose(text, low, words, i, cls, out);
}

}  // namespace

std::string lower_latin(std::string_view text) {
    std::string low(text);
    constexpr std::size_t at_once = 16;  // a fixed number, so that the compiler does them together
    const auto lower = [](char& c) { c = static_cast<char>(c + (c >= 'A' && c <= 'Z' ? 32 : 0)); };
    std::size_t done = 0;
    for (; done + at_once <= low.size(); done += at_once)
        for (std::size_t i = 0; i < at_once; ++i) lower(low[done + i]);
    for (; done < low.size(); ++done) lower(low[done]);
    for (auto at = low.find('\xC3'); at != std::string::npos && at + 1 < low.size(); at = low.find('\xC3', at + 1)) {
        const auto next = static_cast<unsigned char>(low[at + 1]);
        if (next >= 0x80 && next <= 0x9E && next != 0x97) low[at + 1] = static_cast<char>(next + 0x20);
    }
    return low;
}

void scan_named_values(std::string_view text, const Cues& cues, Spans& out) {
    if (cues.key_ends.empty() && !cues.mysql) return;
    const std::string low = lower_latin(text);
    if (!cues.key_ends.empty()) {
        const std::vector<Word> words = words_of(text);
        auto end = cues.key_ends.begin();
        for (std::size_t i = 0; i < words.size() && end != cues.key_ends.end(); ++i) {
            while (end != cues.key_ends.end() && *end < words[i].end) ++end;
            if (end != cues.key_ends.end() && *end == words[i].end) scan_word(text, low, words, i, out);
        }
    }
    if (cues.mysql) scan_mysql_option(text, low, out);
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

void scan_urls(std::string_view text, Spans& out) {
    for (std::size_t at = text.find("://"); at != std::string_view::npos; at = text.find("://", at + 3)) {
        const std::size_t begin = at + 3;
        std::size_t end = begin;
        while (end < text.size() && end - begin < 300 &&
               std::string_view(" \t\r\n/\"'<>`").find(text[end]) == std::string_view::npos)
            ++end;
        const std::string_view authority = text.substr(begin, end - begin);
        const std::size_t host = authority.rfind('@');
        const std::size_t colon = authority.find(':');
        if (host == std::string_view::npos || colon == std::string_view::npos || colon > host) continue;
        const std::string_view password = authority.substr(colon + 1, host - colon - 1);
        if (password.empty() || is_placeholder(password) || authority.starts_with("[REDACTED")) continue;
        out.push_back({begin, begin + host, "url-password"});
    }
}

}  // namespace wm::policies::secrets
