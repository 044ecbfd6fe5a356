#include "policies/secrets_cues.hpp"

#include "policies/parts.hpp"
#include "policies/secrets_rules.hpp"
#include "policies/secrets_scan.hpp"

#include <algorithm>
#include <cstdlib>

namespace wm::policies::secrets {
namespace {

constexpr std::size_t body_bytes_max = 256;         // what RE2 looks at behind an anchor; the run is taken to its end
constexpr std::size_t long_body_bytes_max = 16384;  // of keys that go over lines
constexpr std::size_t own_window_bytes = 512;       // around the keyword of an operator's rule
constexpr std::size_t first_look_bytes = 6;         // of a body, in the first stage

// The literal for Vectorscan; a Latin letter beyond ASCII in both cases.
std::string literal(std::string_view text) {
    static constexpr char hex[] = "0123456789abcdef";
    const auto byte = [](unsigned char c) { return std::string("\\x") + hex[c >> 4] + hex[c & 15]; };
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto c = static_cast<unsigned char>(text[i]);
        if (is_word_byte(c)) out += static_cast<char>(c);
        else if (c >= 0xA0 && i > 0 && text[i - 1] == '\xC3')
            out += "[" + byte(c) + byte(static_cast<unsigned char>(c - 0x20)) + "]";
        else out += byte(c);
    }
    return out;
}

struct FirstClass {
    std::string text;
    std::size_t least = 0;
};
// [0-9a-f]{32,} → [0-9a-f], 32; nothing when the pattern begins otherwise.
FirstClass first_class(std::string_view pattern) {
    if (!pattern.starts_with('[')) return {};
    const auto close = pattern.find("]{");
    if (close == std::string_view::npos) return {};
    return {std::string(pattern.substr(0, close + 1)),
            static_cast<std::size_t>(std::strtoul(pattern.data() + close + 2, nullptr, 10))};
}

// The most bytes that a lead can have: its classes count as often as they say, all else once.
std::size_t most_bytes(std::string_view lead) {
    std::size_t bytes = 0;
    for (std::size_t i = 0; i < lead.size(); ++i) {
        if (lead[i] == '[') i = lead.find(']', i);
        std::size_t times = 1;
        if (i + 1 < lead.size() && lead[i + 1] == '{') {
            const auto close = lead.find('}', i);
            const auto comma = lead.find(',', i);
            times = std::strtoul(lead.data() + (comma < close ? comma + 1 : i + 2), nullptr, 10);
            i = close;
        }
        bytes += times;
    }
    return bytes;
}

bool ends_exactly(std::string_view body) {
    return body.empty() || (body.back() == '}' && body.substr(body.rfind('{')).find(',') == std::string_view::npos);
}

// A word goes on to the left of `at`; not when what stands there is an escape (\n, %3D).
bool glued(std::string_view text, std::size_t at) {
    if (at == 0 || !is_word_byte(static_cast<unsigned char>(text[at - 1]))) return false;
    if (at >= 2 && text[at - 2] == '\\') return false;
    return !(at >= 3 && text[at - 3] == '%' && in_alphabet(static_cast<unsigned char>(text[at - 2]), Alphabet::hex) &&
             in_alphabet(static_cast<unsigned char>(text[at - 1]), Alphabet::hex));
}

re2::StringPiece piece(std::string_view text) { return {text.data(), text.size()}; }

std::unique_ptr<re2::RE2> compile(const std::string& pattern) {
    re2::RE2::Options options(re2::RE2::Latin1);
    options.set_log_errors(false);
    options.set_dot_nl(true);
    return std::make_unique<re2::RE2>(pattern, options);
}

}  // namespace

std::string fault_of(const OwnSecretRule& rule) {
    if (rule.id.empty() || rule.id.size() > 40 || !std::all_of(rule.id.begin(), rule.id.end(), [](char c) {
            return in_alphabet(static_cast<unsigned char>(c), Alphabet::lower_digits) || c == '-';
        }))
        return "its id must be 1 to 40 lower case letters, digits and hyphens";
    const auto compiled = compile(rule.pattern);
    if (!compiled->ok()) return "its pattern is no RE2: " + compiled->error();
    if (rule.pattern.empty() || re2::RE2::FullMatch("", *compiled)) return "its pattern matches where nothing is";
    if (compiled->NumberOfCapturingGroups() > 1) return "its pattern has more than one group; (?:…) groups nothing";
    if (rule.keyword.size() < 3) return "its keyword must have at least 3 bytes";
    return {};
}

void Scanner::add(const Sight& sight, std::string expression, bool any_case) {
    expressions_.push_back({std::move(expression), any_case});
    sights_.push_back(sight);
}

void Scanner::add_words(Kind kind, std::initializer_list<std::string_view> words) {
    for (const auto word : words) add({kind, 0, 0, 0}, literal(word), true);
}

void Scanner::add_row(const SecretRule& row) {
    Rule rule;
    rule.id = row.id;
    rule.row = &row;
    rule.body = compile(std::string(row.body));
    if (!row.lead.empty()) rule.lead = compile("(?:" + std::string(row.lead) + ")\\z");
    rule.lead_bytes = most_bytes(row.lead);
    rule.entropy_min = row.entropy_min;
    rule.exact = ends_exactly(row.body);
    rule.long_body = row.body.find("\\s") != std::string_view::npos && row.entropy_min == 0 && row.body.front() == '[';
    const auto index = static_cast<std::uint32_t>(rules_.size());
    const auto first = first_class(row.body);
    const auto least = rule.long_body ? 0 : std::min(first.least, first_look_bytes);
    each_part(row.anchors, ' ', [&](std::string_view anchor) {
        auto expression = literal(anchor);
        if (least > 0) expression += first.text + "{" + std::to_string(least) + "}";
        add({Kind::anchor, index, anchor.size(), least}, expression, false);
    });
    rules_.push_back(std::move(rule));
}

Scanner::Scanner(const std::vector<OwnSecretRule>& own) : own_(own) {
    for (const auto rows : {service_rules(), platform_rules()})
        for (const auto& row : rows) add_row(row);
    for (const auto& rule : own_) {
        Rule mine;
        mine.id = rule.id;
        mine.body = compile(rule.pattern);
        mine.entropy_min = rule.entropy_min;
        add({Kind::own, static_cast<std::uint32_t>(rules_.size()), rule.keyword.size(), 0}, literal(rule.keyword),
            true);
        rules_.push_back(std::move(mine));
    }
    for (const auto word : key_cues()) add({Kind::key, 0, 0, 0}, literal(word), true);
    for (const auto word : login_cues()) add({Kind::login, 0, 0, 0}, literal(word), true);
    for (const auto& command : command_options()) add({Kind::command, 0, 0, 0}, literal(command.name), true);
    for (const auto cue : recovery_cues()) add({Kind::recovery, 0, 0, 0}, literal(cue), true);
    for (const auto cue : cjk_cues()) add({Kind::cjk, 0, 0, 0}, literal(cue), false);
    add_words(Kind::pem, {"private key", "openvpn static key", "putty-user-key-file"});
    add_words(Kind::manifest, {"kind: secret", "kind: \"secret", "kind: 'secret"});
    add({Kind::url, 0, 0, 0}, "://[^\\s/@]{0,80}:", false);
    add({Kind::jwt, 0, 0, 0}, "eyJ[0-9A-Za-z_-]{6}", false);
    // Zero-width and bidirectional signs, soft hyphens, no-break blanks, full-width forms, a backslash that ends a line,
    // letters written as escapes.
    for (const auto* sign :
         {"\\xe2\\x80[\\x8b-\\x8f\\xaa-\\xaf]", "\\xe2\\x81[\\xa0-\\xaf]", "\\xef\\xbb\\xbf", "\\xc2[\\xad\\xa0]",
          "\\xef\\xbc[\\x81-\\xbf]", "\\xef\\xbd[\\x80-\\x9e]", "\\\\\\r?\\n", "\\\\u00[2-7][0-9a-fA-F]",
          "[\"'] ?[+.&] ?[\"']", "&#x?[0-9a-fA-F]{2,3};", "%[46][0-9a-fA-F]", "\\xcd\\x8f", "\\xe1\\xa0\\x8e",
          "\\xf3\\xa0[\\x80\\x81]", "\\xf0\\x9d[\\x90-\\x9f]"})
        add({Kind::disguise, 0, 0, 0}, sign, false);
    first_stage_ = std::make_unique<MultiMatch>(expressions_);
}

void Scanner::note(Cues& cues, const Sight& sight, std::size_t end) const {
    switch (sight.kind) {
        case Kind::anchor:
        case Kind::own: {
            const auto anchor_end = end - sight.beyond_bytes;
            cues.anchors.push_back({sight.rule, anchor_end - sight.anchor_bytes, anchor_end});
            break;
        }
        case Kind::key: cues.key_ends.push_back(end); break;
        case Kind::login: cues.login_ends.push_back(end); break;
        case Kind::command: cues.commands.push_back(end); break;
        case Kind::jwt: cues.tokens.push_back(end - 9); break;
        case Kind::pem: cues.pem = true; break;
        case Kind::url: cues.url = true; break;
        case Kind::manifest: cues.manifest = true; break;
        case Kind::recovery: cues.recovery = true; break;
        case Kind::cjk: cues.cjk = true; break;
        case Kind::disguise: cues.disguised = true; break;
    }
}

Cues Scanner::cues(std::string_view text) const {
    thread_local std::vector<MultiMatch::Hit> hits;  // keeps its room between texts
    first_stage_->find(text, hits);
    Cues cues;
    for (const auto& hit : hits) note(cues, sights_[hit.expression], hit.end);
    return cues;
}

bool Scanner::confirm_own(std::string_view text, const Rule& rule, std::size_t at, std::vector<SecretSpan>& out) const {
    const auto begin = at > own_window_bytes ? at - own_window_bytes : 0;
    const auto window = text.substr(begin, 2 * own_window_bytes);
    re2::StringPiece found[2];
    const int groups = rule.body->NumberOfCapturingGroups() + 1;
    if (!rule.body->Match(piece(window), 0, window.size(), re2::RE2::UNANCHORED, found, groups)) return false;
    const auto& taken = groups > 1 && found[1].data() != nullptr ? found[1] : found[0];
    if (taken.empty() || entropy({taken.data(), taken.size()}) < rule.entropy_min) return false;
    const auto from = static_cast<std::size_t>(taken.data() - text.data());
    out.push_back({from, from + taken.size(), rule.id});
    return true;
}

bool Scanner::confirm(std::string_view text, const Cues::Anchor& at, std::vector<SecretSpan>& out) const {
    const auto& rule = rules_[at.rule];
    if (rule.row == nullptr) return confirm_own(text, rule, at.begin, out);
    auto begin = at.begin;
    if (rule.lead) {
        const auto window = text.substr(begin - std::min(begin, rule.lead_bytes), std::min(begin, rule.lead_bytes));
        re2::StringPiece lead;
        if (!rule.lead->Match(piece(window), 0, window.size(), re2::RE2::UNANCHORED, &lead, 1)) return false;
        begin = static_cast<std::size_t>(lead.data() - text.data());
    }
    if (is_word_byte(static_cast<unsigned char>(text[begin])) && glued(text, begin)) return false;
    const auto behind = text.substr(at.end, rule.long_body ? long_body_bytes_max : body_bytes_max);
    re2::StringPiece body;
    if (!rule.body->Match(piece(behind), 0, behind.size(), re2::RE2::ANCHOR_START, &body, 1)) return false;
    auto end = at.end + body.size();
    if (rule.exact && end < text.size() && is_word_byte(static_cast<unsigned char>(text[end]))) return false;
    const auto looked_at = rule.lead ? text.substr(begin, end - begin) : std::string_view(body.data(), body.size());
    if (is_placeholder(looked_at)) return false;
    if (rule.entropy_min > 0 && entropy(looked_at) < rule.entropy_min) return false;
    while (end < text.size() && in_alphabet(static_cast<unsigned char>(text[end]), Alphabet::url)) ++end;
    while (end > begin && (text[end - 1] == '.' || text[end - 1] == '\n' || text[end - 1] == ' ')) --end;
    out.push_back({begin, end, rule.id});
    return true;
}

void Scanner::scan_formats(std::string_view text, const Cues& cues, std::vector<SecretSpan>& out) const {
    std::size_t done = 0;  // an anchor inside what was found is a part of it
    for (const auto& at : cues.anchors)
        if (at.begin >= done && confirm(text, at, out)) done = std::max(done, out.back().end);
}

}  // namespace wm::policies::secrets
