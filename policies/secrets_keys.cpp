#include "policies/secrets_rules.hpp"
#include "policies/secrets_scan.hpp"

#include <algorithm>

namespace wm::policies::secrets {
namespace {

constexpr std::size_t label_bytes_max = 60;
constexpr std::size_t body_letters_min = 24;  // fewer are an omission: "-----BEGIN … ----- ... (omitted)"

bool is_body(unsigned char c) {
    return in_alphabet(c, Alphabet::base64) || c == '\n' || c == '\r' || c == ' ' || c == '\t' || c == '\\' ||
           c == '"' || c == '>' || c == '|' || c == ':' || c == ',' || c == '-';
}

bool names_a_secret(std::string_view label) {
    return label.size() <= label_bytes_max &&
           (label.find("PRIVATE KEY") != std::string_view::npos || label.find("Static key") != std::string_view::npos);
}

std::size_t letters(std::string_view body) {
    return static_cast<std::size_t>(
        std::count_if(body.begin(), body.end(), [](unsigned char c) { return in_alphabet(c, Alphabet::base64); }));
}

// The end of a base64 body that begins at `at` and is never closed: lines of letters without blanks between words.
std::size_t open_end(std::string_view text, std::size_t at) {
    auto end = at;
    while (end < text.size() && is_body(static_cast<unsigned char>(text[end]))) {
        const auto line = std::min(text.find('\n', end), text.size());
        const auto words = text.substr(end, line - end);
        // A line of prose ends the body.
        if (end > at && words.find(' ') != std::string_view::npos && words.find_first_not_of(' ') < words.rfind(' ') &&
            words.find(": ") == std::string_view::npos)
            break;
        while (end < line && is_body(static_cast<unsigned char>(text[end]))) ++end;
        if (end < line) break;
        end = std::min(line + 1, text.size());
    }
    return end;
}

struct Mark {
    std::size_t begin = 0, end = 0;  // of -----BEGIN X----- as a whole
    std::string_view label;
};

// The next mark at or after `from`; begin is npos when there is none.
Mark next_mark(std::string_view text, std::string_view word, std::size_t from) {
    for (auto at = text.find(word, from); at != std::string_view::npos; at = text.find(word, at + word.size())) {
        const auto label = at + word.size();
        const auto dashes = text.substr(label, label_bytes_max + 5).find("----");
        if (dashes == std::string_view::npos) continue;
        auto begin = at, end = label + dashes;
        while (begin > 0 && (text[begin - 1] == '-' || (text[begin - 1] == ' ' && begin > 1 && text[begin - 2] == '-')))
            --begin;
        while (end < text.size() && text[end] == '-') ++end;
        return {begin, end, text.substr(label, dashes)};
    }
    return {std::string_view::npos, std::string_view::npos, {}};
}

// What a text begins with that was cut out of the middle of a key: lines of base64, then -----END.
std::size_t body_before(std::string_view text, std::size_t from, std::size_t mark) {
    auto begin = mark;
    while (begin > from && (in_alphabet(static_cast<unsigned char>(text[begin - 1]), Alphabet::base64) ||
                            text[begin - 1] == '\n' || text[begin - 1] == '\r' || text[begin - 1] == '\\'))
        --begin;
    return begin;
}

// PuTTY-User-Key-File-3: …, Private-Lines: n, then n lines.
void scan_putty(std::string_view text, Spans& out) {
    constexpr std::string_view mark = "Private-Lines:";
    for (auto at = text.find(mark); at != std::string_view::npos; at = text.find(mark, at + mark.size())) {
        const auto body = text.find('\n', at);
        if (body == std::string_view::npos) return;
        const auto end = open_end(text, body + 1);
        if (letters(text.substr(body, end - body)) >= body_letters_min) out.push_back({body + 1, end, "private-key"});
    }
}

}  // namespace

void scan_keys_in_pem(std::string_view text, Spans& out) {
    scan_putty(text, out);
    std::size_t done = 0;
    auto end_mark = next_mark(text, "--END ", 0);
    auto mark = next_mark(text, "--BEGIN ", 0);
    if (mark.begin == std::string_view::npos) mark = next_mark(text, "-- BEGIN ", 0);
    while (mark.begin != std::string_view::npos || end_mark.begin != std::string_view::npos) {
        if (end_mark.begin < mark.begin) {  // its beginning is not in this text
            const auto begin = body_before(text, done, end_mark.begin);
            if (names_a_secret(end_mark.label) &&
                letters(text.substr(begin, end_mark.begin - begin)) >= body_letters_min)
                out.push_back({begin, end_mark.end, "private-key"});
            done = end_mark.end;
            end_mark = next_mark(text, "--END ", done);
            continue;
        }
        const auto next = next_mark(text, "--BEGIN ", mark.end);
        const bool closed = end_mark.begin != std::string_view::npos && end_mark.begin < next.begin;
        const auto body_end = closed ? end_mark.begin : open_end(text.substr(0, next.begin), mark.end);
        if (names_a_secret(mark.label) && letters(text.substr(mark.end, body_end - mark.end)) >= body_letters_min)
            out.push_back({mark.begin, closed ? end_mark.end : body_end, "private-key"});
        done = closed ? end_mark.end : mark.end;
        if (closed) end_mark = next_mark(text, "--END ", done);
        mark = next;
    }
}

}  // namespace wm::policies::secrets
