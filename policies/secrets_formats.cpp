#include "policies/secrets_rules.hpp"
#include "policies/secrets_scan.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace wm::policies::secrets {

namespace {

// Ends of maximal runs. A run's end is the same from every byte inside it, so each byte is read once an alphabet even
// when a text repeats a prefix without end.
class RunEnds {
public:
    explicit RunEnds(std::string_view text) : text_(text) {}
    std::size_t operator()(std::size_t at, Alphabet alphabet) {
        std::size_t& end = end_[static_cast<std::size_t>(alphabet)];
        std::size_t& begin = begin_[static_cast<std::size_t>(alphabet)];
        if (at >= begin && at < end) return end;
        begin = end = at;
        while (end < text_.size() && in_alphabet(static_cast<unsigned char>(text_[end]), alphabet)) ++end;
        return end;
    }

private:
    std::string_view text_;
    std::array<std::size_t, 7> begin_{};
    std::array<std::size_t, 7> end_{};
};

// The prefixes by their first byte, so that most bytes of a text cost one look-up.
struct FormatIndex {
    std::array<std::vector<const Format*>, 128> by_first;
    FormatIndex() {
        for (const Format& format : formats())
            by_first[static_cast<unsigned char>(format.prefix.front())].push_back(&format);
    }
};

// header.payload.signature, the first two being base64 of a JSON object.
std::size_t jwt_end(std::string_view text, std::size_t at, RunEnds& run_end) {
    std::size_t end = at;
    for (int part = 0; part < 3; ++part) {
        const std::size_t start = end;
        end = run_end(start, Alphabet::url);
        if (end - start < 8) return part == 2 && end == start ? start : at;  // an unsigned JWT ends in its dot
        if (part == 2) return end;
        if (end >= text.size() || text[end] != '.') return at;
        ++end;
    }
    return end;
}

// $6$salt$hash and its kin in /etc/shadow and htpasswd.
std::size_t crypt_end(std::string_view text, std::size_t at) {
    for (const std::string_view scheme : crypt_schemes()) {
        if (!text.substr(at).starts_with(scheme)) continue;
        std::size_t end = at + scheme.size();
        while (end < text.size() && (in_alphabet(static_cast<unsigned char>(text[end]), Alphabet::token) ||
                                     text[end] == '$' || text[end] == ',')) {
            ++end;
        }
        return end - at >= scheme.size() + 20 ? end : at;
    }
    return at;
}

// K10<ca hash>::server:<secret>, what joins a node to RKE2 or k3s.
std::size_t node_token_end(std::string_view text, std::size_t at, RunEnds& run_end) {
    const std::size_t hash = run_end(at + 3, Alphabet::hex);
    if (hash - at < 40 || text.substr(hash, 2) != "::") return at;
    std::size_t end = hash + 2;
    while (end < text.size() && (in_alphabet(static_cast<unsigned char>(text[end]), Alphabet::url) || text[end] == ':'))
        ++end;
    return end;
}

// A token that carries its mark in the middle: <id>.atlasv1.<secret>, <id>8Q~<secret>.
void scan_marked(std::string_view text, std::string_view mark, std::string_view kind, std::size_t before,
                 std::size_t after, Spans& out) {
    for (std::size_t at = text.find(mark); at != std::string_view::npos; at = text.find(mark, at + mark.size())) {
        std::size_t begin = at;
        while (begin > 0 && at - begin < 64 && in_alphabet(static_cast<unsigned char>(text[begin - 1]), Alphabet::url))
            --begin;
        std::size_t end = at + mark.size();
        while (end < text.size() && (in_alphabet(static_cast<unsigned char>(text[end]), Alphabet::url) ||
                                     text[end] == '~' || text[end] == '.')) {
            ++end;
        }
        if (at - begin >= before && end - at >= after + mark.size()) out.push_back({begin, end, kind});
    }
}

bool is_pem_body(unsigned char c) {
    return in_alphabet(c, Alphabet::base64) || c == '\n' || c == '\r' || c == ' ' || c == '\t' || c == '\\';
}

}  // namespace

void scan_formats(std::string_view text, Spans& out) {
    static const FormatIndex index;
    RunEnds run_end(text);
    for (std::size_t at = 0; at < text.size(); ++at) {
        const auto first = static_cast<unsigned char>(text[at]);
        if (first >= 128 || (at > 0 && is_word_byte(static_cast<unsigned char>(text[at - 1])))) continue;
        std::size_t end = at;
        std::string_view kind;
        if (first == 'e' && text.substr(at).starts_with("eyJ")) {
            end = jwt_end(text, at, run_end);
            kind = "jwt";
        } else if (first == '$') {
            end = crypt_end(text, at);
            kind = "password-hash";
        } else if (first == 'K' && text.substr(at).starts_with("K10")) {
            end = node_token_end(text, at, run_end);
            kind = "node-token";
        }
        for (const Format* format : index.by_first[first]) {
            if (end != at) break;
            if (!text.substr(at).starts_with(format->prefix)) continue;
            const std::size_t body = at + format->prefix.size();
            const std::size_t stop = run_end(body, format->alphabet);
            if (stop - body < format->length || is_placeholder(text.substr(at, std::min<std::size_t>(stop - at, 256))))
                continue;
            if (entropy(text.substr(body, std::min<std::size_t>(stop - body, 256))) < 2.5) continue;
            end = stop;
            kind = format->kind;
        }
        if (end == at) continue;
        std::size_t begin = at;
        if (text.substr(at, end - at).find('/') != std::string_view::npos) {  // a webhook: its whole address
            while (begin > 0 && at - begin < 80 && static_cast<unsigned char>(text[begin - 1]) > ' ' &&
                   text[begin - 1] != '"' && text[begin - 1] != '\'' && text[begin - 1] != '(' &&
                   text[begin - 1] != '=') {
                --begin;
            }
        }
        out.push_back({begin, end, kind});
        at = end - 1;
    }
    scan_marked(text, ".atlasv1.", "terraform", 10, 40, out);
    scan_marked(text, "Q~", "azure", 3, 30, out);
}

void scan_keys_in_pem(std::string_view text, Spans& out) {
    static constexpr std::string_view opening = "-----BEGIN ";
    for (std::size_t at = text.find(opening); at != std::string_view::npos;) {
        const std::size_t label = at + opening.size();
        const std::size_t dashes = text.find("-----", label);
        if (dashes == std::string_view::npos) return;
        const std::string_view name = text.substr(label, dashes - label);
        if (name.size() > 60 || name.find("PRIVATE KEY") == std::string_view::npos) {
            at = text.find(opening, label);
            continue;
        }
        const std::size_t next = text.find(opening, dashes);
        const std::size_t closing = text.find("-----END ", dashes);
        std::size_t end = dashes + 5;
        if (closing != std::string_view::npos && (next == std::string_view::npos || closing < next)) {
            const std::size_t tail = text.find("-----", closing + 9);
            end = tail == std::string_view::npos ? text.size() : tail + 5;
        } else {  // cut short: as far as the body goes
            while (end < text.size() && is_pem_body(static_cast<unsigned char>(text[end]))) ++end;
        }
        const std::string_view body = text.substr(dashes + 5, end - dashes - 5);
        const auto payload =
            std::count_if(body.begin(), body.end(), [](unsigned char c) { return in_alphabet(c, Alphabet::base64); });
        if (payload >= 24) out.push_back({at, end, "private-key"});
        at = text.find(opening, std::max(end, label));
    }
}

void scan_manifests(std::string_view text, Spans& out) {
    std::size_t kind = text.find("kind: Secret");
    while (kind != std::string_view::npos && kind + 12 < text.size() && text[kind + 12] != '\n' &&
           text[kind + 12] != '\r') {
        kind = text.find("kind: Secret", kind + 12);
    }
    if (kind == std::string_view::npos) return;
    std::size_t block_indent = std::string_view::npos;  // of the data: line while inside its block
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t line_end = std::min(text.find('\n', at), text.size());
        const std::string_view line = text.substr(at, line_end - at);
        const std::size_t indent = line.find_first_not_of(' ');
        if (indent != std::string_view::npos) {
            const std::string_view trimmed = line.substr(indent);
            if (trimmed.starts_with("data:") || trimmed.starts_with("stringData:")) {
                block_indent = indent;
            } else if (block_indent != std::string_view::npos && indent <= block_indent) {
                block_indent = std::string_view::npos;
            } else if (const std::size_t colon = line.find(": ");
                       block_indent != std::string_view::npos && colon != std::string_view::npos) {
                const std::size_t value = line.find_first_not_of(" \"'", colon + 1);
                if (value != std::string_view::npos && !is_placeholder(line.substr(value))) {
                    out.push_back({at + value, line_end, "kubernetes-secret"});
                }
            }
        }
        at = line_end + 1;
    }
}

void scan_recovery_words(std::string_view text, Spans& out) {
    const std::string low = lower_latin(text);
    for (const std::string_view cue : recovery_cues()) {
        for (std::size_t at = low.find(cue); at != std::string::npos; at = low.find(cue, at + cue.size())) {
            // The longest run of lower-case words of 3 to 8 letters that starts within the next 60 bytes.
            std::size_t pos = at + cue.size();
            const std::size_t limit = std::min(text.size(), pos + 60);
            std::size_t begin = 0;
            std::size_t words = 0;
            while (pos < text.size()) {
                std::size_t end = pos;
                while (end < text.size() && text[end] >= 'a' && text[end] <= 'z') ++end;
                const bool word = end - pos >= 3 && end - pos <= 8;
                if (word && words++ == 0) begin = pos;
                const bool goes_on = word && end + 1 < text.size() && (text[end] == ' ' || text[end] == '\n');
                if (goes_on) {
                    pos = end + 1;
                    continue;
                }
                if (words >= 11) {
                    out.push_back({begin, end, "recovery-words"});
                    break;
                }
                words = 0;
                pos = std::max(end, pos + 1);
                if (pos > limit) break;
            }
        }
    }
}

}  // namespace wm::policies::secrets
