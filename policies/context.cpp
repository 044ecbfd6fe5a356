#include "policies/context.hpp"

#include "policies/budget.hpp"
#include "policies/fold.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <set>
#include <utility>

namespace wm::policies {
namespace {

constexpr std::string_view open_guillemet = "\u2039", close_guillemet = "\u203A";

// Words that make a bracket or a colon look like a turn of the conversation.
constexpr std::string_view roles[] = {"system", "assistant",   "user",         "human", "developer",
                                      "inst",   "instruction", "instructions", "tool",  "sys",
                                      "admin",  "wetopi",      "memory",       "note",  "important"};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// The word at `at`, folded; leading blanks, slashes and marks skipped.
std::string word_at(std::string_view text, std::size_t at) {
    while (at < text.size() &&
           (text[at] == ' ' || text[at] == '/' || text[at] == '*' || text[at] == '#' || text[at] == '_'))
        ++at;
    auto end = at;
    while (end < text.size() && end - at < 16 && is_letter(text[end])) ++end;
    return fold_text(text.substr(at, end - at));
}

bool is_role(std::string_view word) { return std::find(std::begin(roles), std::end(roles), word) != std::end(roles); }

std::string_view angle(char32_t c) {
    switch (c) {
        case '<':
        case 0xFF1C:
        case 0xFE64:
        case 0x2329:
        case 0x27E8:
        case 0x3008: return open_guillemet;
        case '>':
        case 0xFF1E:
        case 0xFE65:
        case 0x232A:
        case 0x27E9:
        case 0x3009: return close_guillemet;
        default: return {};
    }
}

bool is_blank(char32_t c) {
    return c <= 0x20 || (c >= 0x7F && c <= 0xA0) || c == 0x2028 || c == 0x2029 || c == 0x3000 ||
           c == invalid_code_point;
}

// One line: every character that draws nothing gone, every blank or control one space, no markup.
std::string one_plain_line(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const auto from = at;
        const auto code = next_code_point(text, at);
        if (code != invalid_code_point && is_invisible(code)) continue;
        if (is_blank(code)) {
            if (!out.empty() && out.back() != ' ') out += ' ';
        } else if (const auto mark = angle(code); !mark.empty()) {
            out += mark;
        } else if (code == 0xFF3B || code == 0xFF3D) {  // full-width [ and ]
            out += code == 0xFF3B ? '[' : ']';
        } else if (code == '`') {
            out += '\'';  // a fence would swallow what follows
        } else {
            out += text.substr(from, at - from);
        }
    }
    while (!out.empty() && out.back() == ' ') out.pop_back();
    return out;
}

// "[System note: …]" becomes "(System note: …)", "System: …" becomes "System - …".
void defuse_roles(std::string& line) {
    for (std::size_t at = line.find('['); at != std::string::npos; at = line.find('[', at + 1)) {
        if (!is_role(word_at(line, at + 1))) continue;
        line[at] = '(';
        if (const auto close = line.find(']', at); close != std::string::npos) line[close] = ')';
    }
    std::size_t start = 0;
    while (start < line.size() && !is_letter(line[start])) ++start;
    const auto word = word_at(line, start);
    const auto colon = start + word.size();
    if (colon < line.size() && line[colon] == ':' && is_role(word)) line.replace(colon, 1, " -");
}

std::string tag_name(const ScopeName& scope) {
    std::string name;
    for (const char c : scope.str())
        name += is_letter(c) || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.' ? c : '_';
    return name;
}

std::string date_prefix(WallTime at) {
    if (at == WallTime{}) return {};
    const auto days = std::chrono::floor<std::chrono::days>(at.time_since_epoch());
    const std::chrono::year_month_day date{std::chrono::sys_days{days}};
    const auto year = static_cast<int>(date.year());
    if (year < 1970 || year > 9999) return {};
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), "%04d-%02u-%02u: ", year, static_cast<unsigned>(date.month()) % 100,
                  static_cast<unsigned>(date.day()) % 100);
    return text.data();
}

struct Frame {
    ScopeName scope;
    std::string open;
    std::string lines;
    std::uint32_t tokens = 0;  // of frame and lines
    std::set<std::string> seen;
};
constexpr std::string_view frame_close = "</scope>\n";

// Which of the lines says `text`, neutral, in `scope`.
std::size_t line_of(const std::vector<Memory>& lines, const ScopeName& scope, std::string_view text) {
    const auto found = std::find_if(lines.begin(), lines.end(), [&](const Memory& line) {
        return line.scope == scope && neutralised(line.text.text) == text;
    });
    return static_cast<std::size_t>(found - lines.begin());
}

}  // namespace

std::string neutralised(std::string_view text) {
    auto line = one_plain_line(text);
    defuse_roles(line);
    return line;
}

Injection render_context(std::string_view header, std::span<const Memory> ranked,
                         const std::map<ScopeName, std::uint32_t>& scope_tokens_max, std::uint32_t total_tokens_max,
                         std::vector<LeftOut>* left_out) {
    std::string head(header);
    if (!head.empty() && head.back() != '\n') head += '\n';
    std::vector<Frame> frames;
    std::uint64_t total = estimate_tokens(head);
    Injection out;
    const auto leave_out = [left_out, ranked](const Memory& memory, LeftOutReason why, std::size_t of = 0) {
        if (left_out) left_out->push_back({memory, why, static_cast<std::size_t>(&memory - ranked.data()), of});
    };
    for (const auto& memory : ranked) {
        const auto text = neutralised(memory.text.text);
        if (text.empty()) {
            leave_out(memory, LeftOutReason::empty);
            continue;
        }
        auto frame =
            std::find_if(frames.begin(), frames.end(), [&](const Frame& f) { return f.scope == memory.scope; });
        Frame fresh{memory.scope, "\n<scope name=\"" + tag_name(memory.scope) + "\">\n", {}, 0, {}};
        const bool is_new = frame == frames.end();
        if (!is_new && frame->seen.contains(text)) {
            if (left_out) leave_out(memory, LeftOutReason::duplicate, line_of(out.lines, memory.scope, text));
            continue;
        }
        const auto line = "- " + date_prefix(memory.at) + text + "\n";
        const std::uint64_t cost =
            estimate_tokens(line) + (is_new ? estimate_tokens(fresh.open) + estimate_tokens(frame_close) : 0u);
        const auto ceiling = scope_tokens_max.find(memory.scope);
        const bool over_scope =
            ceiling != scope_tokens_max.end() && (is_new ? 0 : frame->tokens) + cost > ceiling->second;
        if (over_scope || total + cost > total_tokens_max) {
            leave_out(memory, over_scope ? LeftOutReason::over_scope_budget : LeftOutReason::over_total_budget);
            continue;
        }
        if (is_new) frame = frames.insert(frames.end(), std::move(fresh));
        frame->lines += line;
        frame->tokens += static_cast<std::uint32_t>(cost);
        frame->seen.insert(text);
        total += cost;
        out.lines.push_back(memory);
    }
    if (frames.empty()) return out;
    out.text.text = std::move(head);
    for (const auto& frame : frames) {
        out.text.text.append(frame.open).append(frame.lines).append(frame_close);
        out.scopes.push_back(frame.scope);
    }
    out.tokens = estimate_tokens(out.text.text);
    return out;
}

}  // namespace wm::policies
