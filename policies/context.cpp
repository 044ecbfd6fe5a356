#include "policies/context.hpp"

#include "policies/budget.hpp"
#include "policies/fold.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
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

// "- ", "* ", "• ": a mark of the list that the text once stood in.
void drop_list_marks(std::string& line) {
    constexpr std::string_view marks[] = {"- ", "* ", "• "};
    for (;;) {
        const auto mark = std::find_if(std::begin(marks), std::end(marks),
                                       [&](std::string_view one) { return line.starts_with(one); });
        if (mark == std::end(marks)) return;
        line.erase(0, mark->size());
        line.erase(0, line.find_first_not_of(' '));
    }
}

// Consolidated values are what a block holds; a single record says that it is one.
std::string_view record_kind(MemoryType type) {
    switch (type) {
        case MemoryType::observation: return {};
        case MemoryType::world: return "world";
        case MemoryType::experience: return "experience";
    }
    return {};
}

std::string date_of(WallTime at) {
    if (at == WallTime{}) return {};
    const auto days = std::chrono::floor<std::chrono::days>(at.time_since_epoch());
    const std::chrono::year_month_day date{std::chrono::sys_days{days}};
    const auto year = static_cast<int>(date.year());
    if (year < 1970 || year > 9999) return {};
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), "%04d-%02u-%02u", year, static_cast<unsigned>(date.month()) % 100,
                  static_cast<unsigned>(date.day()) % 100);
    return text.data();
}

// "2026-09-05: ", "2026-09-05 (world): ", "(world): ", or nothing.
std::string provenance(const Memory& memory) {
    auto out = date_of(memory.at);
    const auto kind = record_kind(memory.type);
    if (!kind.empty()) out.append(out.empty() ? "(" : " (").append(kind).append(")");
    if (!out.empty()) out += ": ";
    return out;
}

struct Frame {
    const ContextLine* first;
    std::uint32_t tokens = 0;  // of frame and lines
    std::vector<std::uint32_t> lines;
};
constexpr std::string_view frame_close = "</scope>\n";

}  // namespace

std::string neutralised(std::string_view text) {
    auto line = one_plain_line(text);
    drop_list_marks(line);
    defuse_roles(line);
    return line;
}

ContextLine context_line(const Memory& memory) {
    ContextLine line{memory.scope, neutralised(memory.text.text), {}, 0, {}, 0};
    if (line.statement.empty()) return line;
    line.text = "- " + provenance(memory) + line.statement + "\n";
    line.sixths = token_sixths(line.text);
    line.frame_open = "\n<scope name=\"" + tag_name(line.scope) + "\">\n";
    line.frame_sixths = token_sixths(line.frame_open);
    return line;
}

ContextHeader::ContextHeader(std::string_view header) : text(header) {
    if (!text.empty() && text.back() != '\n') text += '\n';
    sixths = token_sixths(text);
}

Block render_lines(const ContextHeader& header, std::span<const ContextLine* const> ranked,
                   const std::map<ScopeName, std::uint32_t>& scope_tokens_max, std::uint32_t total_tokens_max,
                   std::vector<LeftLine>* left_out) {
    std::vector<Frame> frames;
    std::uint64_t sixths = header.sixths;
    std::uint64_t total = tokens_of_sixths(sixths);
    std::size_t bytes = header.text.size();
    static const auto close_sixths = token_sixths(frame_close);
    Block out;
    const auto leave_out = [&](std::uint32_t at, LeftOutReason why, std::size_t of) {
        if (left_out) left_out->push_back({at, why, of});
    };
    for (std::uint32_t i = 0; i < ranked.size(); ++i) {
        const auto& line = *ranked[i];
        if (line.statement.empty()) {
            leave_out(i, LeftOutReason::empty, 0);
            continue;
        }
        auto frame =
            std::find_if(frames.begin(), frames.end(), [&](const Frame& f) { return f.first->scope == line.scope; });
        const bool is_new = frame == frames.end();
        if (!is_new) {
            const auto said = std::find_if(frame->lines.begin(), frame->lines.end(), [&](std::uint32_t other) {
                return ranked[other]->statement == line.statement;
            });
            if (said != frame->lines.end()) {
                const auto place = std::find(out.used.begin(), out.used.end(), *said);
                leave_out(i, LeftOutReason::duplicate, static_cast<std::size_t>(place - out.used.begin()));
                continue;
            }
        }
        const std::uint64_t cost = tokens_of_sixths(line.sixths) +
                                   (is_new ? tokens_of_sixths(line.frame_sixths) + tokens_of_sixths(close_sixths) : 0u);
        const auto ceiling = scope_tokens_max.find(line.scope);
        const bool over_scope =
            ceiling != scope_tokens_max.end() && (is_new ? 0 : frame->tokens) + cost > ceiling->second;
        if (over_scope || total + cost > total_tokens_max) {
            leave_out(i, over_scope ? LeftOutReason::over_scope_budget : LeftOutReason::over_total_budget, 0);
            continue;
        }
        bytes += line.text.size() + (is_new ? line.frame_open.size() + frame_close.size() : 0);
        if (is_new) frame = frames.insert(frames.end(), Frame{&line, 0, {}});
        frame->lines.push_back(i);
        frame->tokens += static_cast<std::uint32_t>(cost);
        total += cost;
        sixths += line.sixths + (is_new ? line.frame_sixths + close_sixths : 0);
        out.used.push_back(i);
    }
    if (frames.empty()) return out;
    auto& text = out.text.text;
    text.reserve(bytes);
    text += header.text;
    for (const auto& frame : frames) {
        text += frame.first->frame_open;
        for (const auto line : frame.lines) text += ranked[line]->text;
        text += frame_close;
        out.scopes.push_back(frame.first->scope);
    }
    out.tokens = tokens_of_sixths(sixths);
    return out;
}

Injection render_context(std::string_view header, std::span<const Memory> ranked,
                         const std::map<ScopeName, std::uint32_t>& scope_tokens_max, std::uint32_t total_tokens_max,
                         std::vector<LeftOut>* left_out) {
    std::vector<ContextLine> lines;
    std::vector<const ContextLine*> ready;
    lines.reserve(ranked.size());
    for (const auto& memory : ranked) ready.push_back(&lines.emplace_back(context_line(memory)));
    std::vector<LeftLine> left;
    auto block =
        render_lines(ContextHeader(header), ready, scope_tokens_max, total_tokens_max, left_out ? &left : nullptr);
    Injection out{std::move(block.text), std::move(block.scopes), block.tokens, {}};
    for (const auto used : block.used) out.lines.push_back(ranked[used]);
    for (const auto& line : left) left_out->push_back({ranked[line.at], line.why, line.at, line.of});
    return out;
}

}  // namespace wm::policies
