#include "policies/text_split.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

namespace wm::policies {

namespace {

constexpr std::size_t wrapped_line_min = 60;  // a shorter line of prose is not broken by a margin

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

std::string_view trim(std::string_view text) {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// KEY=value: configuration, not a statement.
bool is_assignment(std::string_view line) {
    std::size_t at = 0;
    while (at < line.size() && ((line[at] >= 'A' && line[at] <= 'Z') || is_digit(line[at]) || line[at] == '_')) ++at;
    return at >= 3 && at < line.size() && line[at] == '=';
}

// A line of a stack trace: "Traceback …", "File \"x\", line 9", "AttributeError: …", "at Foo.bar(Foo.java:3)".
bool is_trace(std::string_view line) {
    if (line.starts_with("Traceback (") || line.starts_with("File \"")) return true;
    if (line.starts_with("at ") && line.find('(') != std::string_view::npos && line.back() == ')') return true;
    const std::string_view head = line.substr(0, line.find(':'));
    return head.size() < line.size() && head.find(' ') == std::string_view::npos &&
           ((head.size() > 5 && head.ends_with("Error")) || (head.size() > 9 && head.ends_with("Exception")));
}

bool all_digits(std::string_view text) { return !text.empty() && std::all_of(text.begin(), text.end(), is_digit); }

// A line as a program logs it: "2026-10-07T03:12:44Z ERROR …", "Oct  7 03:12:44 host …", "[ 8123.551] usb …", "<4>…",
// "level=error msg=…".
bool is_log_line(std::string_view line) {
    static constexpr auto months = std::to_array<std::string_view>(
        {"Jan ", "Feb ", "Mar ", "Apr ", "May ", "Jun ", "Jul ", "Aug ", "Sep ", "Oct ", "Nov ", "Dec "});
    if (line.front() == '[' || line.front() == '<') {
        const std::size_t close = line.find_first_of("]>");
        if (close == std::string_view::npos || close < 2 || close > 40) return false;
        const std::string_view inside = line.substr(1, close - 1);
        return std::all_of(inside.begin(), inside.end(), [](char c) {
            return is_digit(c) || std::string_view(" .:-/TZ+,").find(c) != std::string_view::npos;
        });
    }
    const bool clock = line.size() > 18 && all_digits(line.substr(0, 4)) && line[4] == '-' && line[7] == '-' &&
                       (line[10] == 'T' || line[10] == ' ') && line[13] == ':';
    if (clock) return true;
    const bool month =
        std::any_of(months.begin(), months.end(), [&](std::string_view m) { return line.starts_with(m); });
    if (month && line.size() > 15 && line[9] == ':' && line[12] == ':') return true;
    return line.starts_with("level=") || line.starts_with("time=\"") || line.starts_with("ts=") ||
           line.starts_with("@@ ") || line.starts_with("+++ ") || line.starts_with("--- a/") ||
           line.starts_with("diff --git");
}

// Three blanks in a row from `at` on. Every third byte is looked at: in most places it is none.
std::size_t find_gap(std::string_view line, std::size_t at) {
    for (at += 2; at < line.size(); at += line[at] == ' ' ? 1 : 3)
        if (line[at] == ' ' && line[at - 1] == ' ' && line[at - 2] == ' ') return at - 2;
    return std::string_view::npos;
}

// Source or data, not a sentence: brackets and operators outweigh words, or the columns of a table.
bool is_source_line(std::string_view line) {
    if (line.starts_with("{\"") || line.starts_with("[{") || line.starts_with("#!/") || line.starts_with("</"))
        return true;
    if (line.ends_with(");") || line.ends_with("};") || line.ends_with("){") || line.ends_with(") {")) return true;
    const auto count = [&](std::string_view marks) {
        std::size_t sum = 0;
        for (const char mark : marks) sum += static_cast<std::size_t>(std::count(line.begin(), line.end(), mark));
        return sum;
    };
    if (line.find("=>") != std::string_view::npos && count("(){}") >= 2) return true;
    if (line.find(';') != std::string_view::npos && count("{}") >= 2) return true;
    std::size_t columns = 0;
    for (std::size_t at = find_gap(line, 0); at != std::string_view::npos; at = find_gap(line, at)) {
        ++columns;
        at = std::min(line.find_first_not_of(' ', at), line.size());
    }
    return columns >= 3;
}

// Length of "- ", "* ", "• ", "1. ", "2) " at the start of a line; 0 without one.
std::size_t list_mark(std::string_view line, bool& numbered) {
    numbered = false;
    if (line.starts_with("- ") || line.starts_with("* ")) return 2;
    if (line.starts_with("• ")) return std::string_view("• ").size();
    std::size_t digits = 0;
    while (digits < line.size() && digits < 3 && is_digit(line[digits])) ++digits;
    if (digits == 0 || digits + 1 >= line.size()) return 0;
    if ((line[digits] == '.' || line[digits] == ')') && line[digits + 1] == ' ') {
        numbered = true;
        return digits + 2;
    }
    return 0;
}

// "z. B.", "aprox. 3", "am 2. November": a dot that ends no sentence. `dot` is its offset.
bool is_inner_dot(std::string_view text, std::size_t dot) {
    std::size_t begin = dot;
    while (begin > 0 && !is_blank(text[begin - 1]) && text[begin - 1] != '(') --begin;
    const std::string_view word = text.substr(begin, dot - begin);
    static constexpr auto abbreviations = std::to_array<std::string_view>(
        {"ej",     "p.ej", "aprox", "etc", "Sr",  "Sra", "Dr", "Dra", "Mr",  "Mrs",  "vs",  "e.g", "i.e",
         "approx", "no",   "z.B",   "z",   "bzw", "ca",  "Nr", "d.h", "u.a", "evtl", "núm", "pág", "St"});
    constexpr std::size_t longest = 6;
    if (word.size() <= longest && std::ranges::find(abbreviations, word) != abbreviations.end()) return true;
    if (word == "B" && begin >= 3 && text.substr(begin - 3, 2) == "z.") return true;
    if (word.empty() || word.size() > 2 || !std::all_of(word.begin(), word.end(), is_digit)) return false;
    // "in this order: 1. drain it, 2. stop it": a number behind a colon or comma counts a step.
    const std::string_view before = trim(text.substr(0, begin));
    if (!before.empty() && std::string_view(":,;").find(before.back()) != std::string_view::npos) return true;
    static constexpr auto months =
        std::to_array<std::string_view>({"Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August",
                                         "September", "Oktober", "November", "Dezember"});
    const std::string_view rest = trim(text.substr(dot + 1));
    return std::any_of(months.begin(), months.end(), [&](std::string_view month) { return rest.starts_with(month); }) ||
           (!rest.empty() && rest.front() >= 'a' && rest.front() <= 'z');
}

bool ends_sentence(char c) { return c == '.' || c == '!' || c == '?'; }

// The next . ! or ? from `at` on, or the text's end. Most bytes are none, so eight are looked at together.
std::size_t find_end(std::string_view text, std::size_t at) {
    constexpr std::uint64_t ones = 0x0101010101010101, highs = 0x8080808080808080;
    const auto holds = [](std::uint64_t bytes, char c) {  // exactly when a byte of the difference is zero
        const auto difference = bytes ^ (ones * static_cast<unsigned char>(c));
        return (difference - ones) & ~difference & highs;
    };
    for (std::uint64_t eight = 0; at + sizeof eight <= text.size(); at += sizeof eight) {
        std::memcpy(&eight, text.data() + at, sizeof eight);
        if ((holds(eight, '.') | holds(eight, '!') | holds(eight, '?')) != 0) break;
    }
    while (at < text.size() && !ends_sentence(text[at])) ++at;
    return at;
}

class Splitter {
public:
    explicit Splitter(std::string_view text) : text_(text) {}

    std::vector<Sentence> run() {
        for (std::size_t at = 0; at < text_.size();) {
            const std::size_t end = std::min(text_.find('\n', at), text_.size());
            line(at, end);
            at = end + 1;
        }
        flush_prose();
        return std::move(out_);
    }

private:
    void line(std::size_t begin, std::size_t end) {
        const std::string_view raw = trim(text_.substr(begin, end - begin));
        if (raw.starts_with("```") || raw.starts_with("~~~")) {
            flush_prose();
            in_code_ = !in_code_;
            return;
        }
        if (in_code_) return push(raw, Block::code, false);
        if (raw.empty()) {
            flush_prose();
            if (!out_.empty() && out_.back().paragraph == paragraph_) ++paragraph_;
            return;
        }
        bool numbered = false;
        if (raw.front() == '|') return flush_and_push(raw, Block::row, false);
        if (raw.front() == '>') return flush_and_push(trim(raw.substr(1)), Block::quote, false);
        if (is_assignment(raw) || is_trace(raw) || is_log_line(raw) || is_source_line(raw) || raw.starts_with("$ ") ||
            raw.starts_with("-----"))
            return flush_and_push(raw, Block::code, false);
        if (const std::size_t mark = list_mark(raw, numbered); mark != 0) {
            return flush_and_push(trim(raw.substr(mark)), Block::item, numbered);
        }
        const auto start = static_cast<std::size_t>(raw.data() - text_.data());
        if (prose_end_ == 0) prose_begin_ = start;
        prose_end_ = start + raw.size();
        const char last = raw.back();
        const bool ended = last == '.' || last == '!' || last == '?' || last == ':';
        if (ended || raw.size() < wrapped_line_min) flush_prose();
    }

    void push(std::string_view text, Block block, bool numbered) {
        if (text.empty()) return;
        out_.push_back({text, block, paragraph_, static_cast<std::size_t>(text.data() - text_.data()), numbered});
    }

    void flush_and_push(std::string_view text, Block block, bool numbered) {
        flush_prose();
        push(text, block, numbered);
    }

    void flush_prose() {
        if (prose_end_ == 0) return;
        const std::string_view prose = text_.substr(prose_begin_, prose_end_ - prose_begin_);
        prose_end_ = 0;
        std::size_t start = 0;
        for (auto at = find_end(prose, 0); at < prose.size(); at = find_end(prose, at + 1)) {
            std::size_t next = at + 1;
            while (next < prose.size() &&
                   (ends_sentence(prose[next]) || prose[next] == ')' || prose[next] == '"' || prose[next] == '\'')) {
                ++next;
            }
            if (next < prose.size() && !is_blank(prose[next])) continue;
            if (prose[at] == '.' && is_inner_dot(prose, at)) continue;
            push(trim(prose.substr(start, next - start)), Block::prose, false);
            start = at = next;
        }
        push(trim(prose.substr(std::min(start, prose.size()))), Block::prose, false);
    }

    std::string_view text_;
    std::vector<Sentence> out_;
    std::size_t paragraph_ = 0;
    std::size_t prose_begin_ = 0;
    std::size_t prose_end_ = 0;  // 0: none open
    bool in_code_ = false;
};

// What starts a new statement inside a sentence. The break lies before the word, behind the comma.
constexpr auto clause_breaks = std::to_array<std::string_view>({"; ",
                                                                " - ",
                                                                " — ",
                                                                " – ",
                                                                ", y ",
                                                                ", e ",
                                                                ", pero ",
                                                                ", aunque ",
                                                                ", así que ",
                                                                ", asi que ",
                                                                ", and ",
                                                                ", but ",
                                                                ", so ",
                                                                ", though ",
                                                                ", although ",
                                                                ", aber ",
                                                                ", und ",
                                                                ", doch ",
                                                                ", obwohl ",
                                                                ", yo creo",
                                                                ", creo ",
                                                                ", I think",
                                                                ", i think",
                                                                ", maybe ",
                                                                ", quizá",
                                                                ", vielleicht",
                                                                ", échal",
                                                                ", echal",
                                                                ", mira ",
                                                                ", míralo",
                                                                ", please ",
                                                                ", bitte ",
                                                                ", can you ",
                                                                ", could you ",
                                                                ", puedes ",
                                                                ", dime ",
                                                                ", arrégl",
                                                                ", falls ",
                                                                ", por si ",
                                                                ", in case ",
                                                                ", weiß man",
                                                                ", have a look",
                                                                ", fix it",
                                                                ", súbela",
                                                                ", bórrala",
                                                                ", why",
                                                                ", what",
                                                                ", wieso",
                                                                ", warum",
                                                                ", qué",
                                                                ", por qué",
                                                                ", de momento no ",
                                                                ", compruéb",
                                                                ", revisa",
                                                                " y apunta",
                                                                " y anota",
                                                                " y recuerda",
                                                                " y ten en cuenta",
                                                                " and remember",
                                                                " and note that",
                                                                " and keep in mind",
                                                                " and make a note",
                                                                " und merk ",
                                                                " und merke ",
                                                                " und notier",
                                                                " und halt fest",
                                                                " und halte fest"});

// The letter by which a break is looked up: behind its comma and blank, or behind its blank.
std::size_t key_of(std::string_view mark) { return mark[0] == ',' ? 2 : 1; }

bool breaks(std::string_view rest) {
    using Row = std::vector<std::string_view>;
    static const auto by_key = [] {
        std::array<Row, 256> rows;
        for (const std::string_view mark : clause_breaks)
            rows[static_cast<unsigned char>(mark[key_of(mark)])].push_back(mark);
        return rows;
    }();
    const std::size_t at = key_of(rest);
    if (at >= rest.size()) return false;
    const Row& row = by_key[static_cast<unsigned char>(rest[at])];
    return std::any_of(row.begin(), row.end(), [&](std::string_view mark) { return rest.starts_with(mark); });
}

// Ends behind the conjunction's first byte: " and on which ", ", y cómo ".
const RE2& joined_question() {
    static const RE2 pattern(
        "(?i)([ ,;:])(?:y|e|and|und|sowie|además|also|außerdem|plus) "
        "(?:(?:de|en|con|a|por|para|on|in|at|with|for|to|auf|an|mit|bei|für|aus|seit|von) )?(?:el |la )?"
        "(?:qu[ée]|cu[áa]l|cu[áa]les|cu[áa]ntos?|c[óo]mo|qui[ée]n|qui[ée]nes|d[óo]nde|cu[áa]ndo|what|which|who|whom|"
        "how|where|"
        "when|why|whether|if|welch\\w*|was|wer|wem|wen|wie|wo|wohin|wann|warum|ob) ");
    return pattern;
}

}  // namespace

std::vector<Sentence> split_sentences(std::string_view text) { return Splitter(text).run(); }

std::vector<std::string_view> split_clauses(std::string_view sentence) {
    std::vector<std::string_view> clauses;
    std::size_t start = 0;
    int depth = 0;  // inside brackets nothing is cut
    bool quoted = false;
    for (std::size_t at = 0; at < sentence.size(); ++at) {
        const char c = sentence[at];
        if (c == '(') ++depth;
        if (c == ')' && depth > 0) --depth;
        if (c == '"') quoted = !quoted;
        if (depth > 0 || quoted || (c != ',' && c != ';' && c != ' ')) continue;
        const std::string_view rest = sentence.substr(at);
        if (!breaks(rest)) continue;
        const std::string_view clause = trim(sentence.substr(start, at - start));
        if (!clause.empty()) clauses.push_back(clause);
        std::size_t next = at + 1;
        while (next < sentence.size() && (is_blank(sentence[next]) || sentence[next] == '-')) ++next;
        if (sentence.substr(next).starts_with("— ") || sentence.substr(next).starts_with("– ")) next += 4;
        start = next;
        at = next - 1;
    }
    const std::string_view last = trim(sentence.substr(std::min(start, sentence.size())));
    if (!last.empty()) clauses.push_back(last);
    return clauses;
}

std::vector<std::string_view> split_matters(std::string_view text) {
    std::vector<std::string_view> matters;
    for (const Sentence& sentence : split_sentences(text))
        for (std::string_view rest : split_clauses(sentence.text)) {
            re2::StringPiece at;
            while (RE2::PartialMatch(re2::StringPiece(rest.data(), rest.size()), joined_question(), &at)) {
                const auto cut = static_cast<std::size_t>(at.data() - rest.data());
                if (cut > 0) matters.push_back(rest.substr(0, cut));
                rest.remove_prefix(cut + 1);
            }
            matters.push_back(rest);
        }
    return matters;
}

}  // namespace wm::policies
