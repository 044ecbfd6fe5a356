#include "policies/pattern_words.hpp"

#include "policies/fold.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace wm::policies {
namespace {

constexpr std::size_t texts_max = 64, bytes_max = 20, depth_max = 20, class_max = 12;
constexpr double rare = 0.004;      // words as rare as this are as good as any
constexpr double too_common = 0.2;  // words that nearly every text holds tell little,
constexpr double everywhere = 1.2;  // and not even where to begin
constexpr char edge = '\x01';       // a \b, in the texts below

// What a part of a pattern may match, from its beginning on. What is `whole` may be gone on with.
struct Text {
    std::string bytes;
    bool whole = true;
    friend auto operator<=>(const Text&, const Text&) = default;
};
using Texts = std::vector<Text>;

// Is a word character that follows the part the first of its word? keeps: if it was so before the part.
enum class Boundary : std::uint8_t { no, keeps, yes };

struct Part {
    Texts texts;
    Boundary behind = Boundary::no;
    bool zero_width = false;
};

Texts anything() { return {{"", false}}; }

void add_up(Texts& to, const Texts& more) {
    to.insert(to.end(), more.begin(), more.end());
    std::ranges::sort(to);
    to.erase(std::unique(to.begin(), to.end()), to.end());
}

// `first`, then `next`. Where that would be too many, it is known up to `first` only.
Texts chained(Texts first, const Texts& next) {
    Texts out;
    const auto wholes = static_cast<std::size_t>(std::ranges::count_if(first, &Text::whole));
    const bool fits = first.size() - wholes + wholes * next.size() <= texts_max;
    for (auto& text : first) {
        if (!text.whole || !fits || text.bytes.size() >= bytes_max) {
            out.push_back({std::move(text.bytes), false});
            continue;
        }
        for (const auto& more : next) out.push_back({text.bytes + more.bytes, more.whole});
    }
    add_up(out, {});
    return out;
}

Texts chained(const std::vector<Part>& parts, std::size_t from) {
    Texts out{{"", true}};
    for (; from < parts.size() && std::ranges::any_of(out, &Text::whole); ++from)
        out = chained(std::move(out), parts[from].texts);
    return out;
}

bool is_word(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); }
bool is_word_class(char c) { return is_word(c) || (c >= 'A' && c <= 'Z') || c == '_'; }  // \w

// Words with a blank between them, as far as the text goes on like that; `*` when its last word may go on.
std::optional<PatternWord> as_word(std::string_view bytes) {
    while (bytes.starts_with(edge)) bytes.remove_prefix(1);
    PatternWord out;
    std::size_t at = 0;
    for (; at < bytes.size(); ++at) {
        if (is_word(bytes[at])) out.word += bytes[at];
        else if (bytes[at] == ' ' && at > 0 && at + 1 < bytes.size() && is_word(bytes[at + 1])) out.word += ' ';
        else break;
    }
    if (out.word.empty()) return std::nullopt;
    if (at == bytes.size()) out.word += '*';
    else if (bytes[at] != edge) out.after = bytes[at];
    return out;
}

std::vector<PatternWord> as_words(const Texts& texts) {
    std::vector<PatternWord> words;
    for (const auto& text : texts) {
        auto word = as_word(text.bytes);
        if (!word) return {};
        words.push_back(std::move(*word));
    }
    std::ranges::sort(words);
    words.erase(std::unique(words.begin(), words.end()), words.end());
    return words;
}

// How often such words may stand in a text, roughly: long ones seldom.
double frequency(const std::vector<PatternWord>& words) {
    double sum = 0;
    for (const auto& [word, after] : words) {
        const auto letters = word.size() - word.ends_with('*') + (after != 0 && after != ' ' ? 3 : 0);
        sum += std::exp2(-1.5 * static_cast<double>(letters));
    }
    return sum;
}

// RE2 syntax, as far as rules use it. What is beyond gives `lost`, and then nothing is known.
class Parser {
public:
    explicit Parser(std::string_view pattern) : rest_(pattern) {}

    // The alternatives at the top, each as its parts; none when the pattern is beyond.
    std::vector<std::vector<Part>> read() {
        std::vector<std::vector<Part>> out{sequence(0)};
        while (!lost_ && take("|")) out.push_back(sequence(0));
        if (lost_ || !rest_.empty()) out.clear();
        return out;
    }

private:
    bool take(std::string_view what) {
        if (!rest_.starts_with(what)) return false;
        rest_.remove_prefix(what.size());
        return true;
    }

    Part lose() {
        lost_ = true;
        return {anything()};
    }

    std::vector<Part> sequence(std::size_t depth) {
        std::vector<Part> parts;
        while (!lost_ && !rest_.empty() && rest_.front() != '|' && rest_.front() != ')')
            parts.push_back(repeated(atom(depth)));
        return parts;
    }

    // ?, *, +, {…} and their lazy forms.
    Part repeated(Part part) {
        while (!lost_ && !rest_.empty()) {
            bool none = false, more = true;
            if (take("?")) {
                none = true, more = false;
            } else if (take("*")) {
                none = true;
            } else if (rest_.front() == '{') {
                const auto end = rest_.find('}');
                if (end == std::string_view::npos || rest_[1] < '0' || rest_[1] > '9') return lose();
                none = rest_[1] == '0';
                rest_.remove_prefix(end + 1);
            } else if (!take("+")) {
                break;
            }
            for (auto& text : part.texts) text.whole &= !more;
            if (!none) continue;
            add_up(part.texts, {{"", true}});
            part.zero_width = false;
            if (part.behind == Boundary::yes) part.behind = Boundary::keeps;
        }
        return part;
    }

    Part atom(std::size_t depth) {
        const char c = rest_.front();
        if (c == '(') return group(depth + 1);
        if (c == '[') return char_class();
        if (c == '\\') return escape();
        if (c == '*' || c == '+' || c == '?' || c == '{') return lose();
        std::size_t at = 0;
        next_code_point(rest_, at);
        const std::string character(rest_.substr(0, at));
        rest_.remove_prefix(at);
        if (c == '.') return {anything()};
        if (c == '^' || c == '$') return {{{"", true}}, Boundary::yes, true};
        return {{{character, true}}, is_word_class(c) ? Boundary::no : Boundary::yes};
    }

    Part group(std::size_t depth) {
        rest_.remove_prefix(1);
        if (depth > depth_max || (!take("?:") && rest_.starts_with('?'))) return lose();  // flags, names
        Part out{{}, Boundary::yes};
        do {
            const auto parts = sequence(depth);
            auto behind = Boundary::keeps;
            for (const auto& part : parts)
                if (part.behind != Boundary::keeps) behind = part.behind;
            out.behind = std::min(out.behind, behind);
            add_up(out.texts, chained(parts, 0));
        } while (!lost_ && take("|"));
        if (!take(")")) return lose();
        if (out.texts.size() > texts_max) out.texts = anything();
        return out;
    }

    // Single characters and ranges of ASCII; others, and what it leaves out, are any character.
    Part char_class() {
        std::size_t end = 1;
        for (; end < rest_.size() && (rest_[end] != ']' || end == 1); ++end) {
            if (rest_[end] == '[') return lose();  // [:alpha:]
            end += rest_[end] == '\\';
        }
        if (end >= rest_.size()) return lose();
        const auto inside = rest_.substr(1, end - 1);
        if (inside == "^") return lose();  // [^]…]
        rest_.remove_prefix(end + 1);
        if (inside.front() == '^') return {anything(), inside.starts_with("^\\w") ? Boundary::yes : Boundary::no};
        Part out{{}, Boundary::yes};
        for (std::size_t i = 0; i < inside.size(); ++i) {
            if (inside[i] == '\\') {  // of the escapes only those that are no word character keep the boundary
                const bool mark = std::string_view("nrtsW").find(inside[i + 1]) != std::string_view::npos ||
                                  !is_word_class(inside[i + 1]);
                return {anything(),
                        mark && out.behind == Boundary::yes && ++i + 1 == inside.size() ? Boundary::yes : Boundary::no};
            }
            const bool range = i + 2 < inside.size() && inside[i + 1] == '-';
            const char first = inside[i], last = range ? inside[i + 2] : first;
            if (first < 0 || last < 0 || last - first > 26) return {anything()};
            for (int c = first; c <= last; ++c) {
                out.texts.push_back({std::string(1, static_cast<char>(c)), true});
                if (is_word_class(static_cast<char>(c))) out.behind = Boundary::no;
            }
            i += range ? 2 : 0;
        }
        if (out.texts.size() > class_max) out.texts = anything();  // it would be found everywhere
        return out;
    }

    Part escape() {
        if (rest_.size() < 2 || rest_[1] < 0) return lose();
        const char c = rest_[1];
        rest_.remove_prefix(2);
        if (c == 'b') return {{{std::string(1, edge), true}}, Boundary::yes, true};
        if (c == 's' || c == 'W') return {anything(), Boundary::yes};
        if (c == 'd') {
            Part digits;
            for (char digit = '0'; digit <= '9'; ++digit) digits.texts.push_back({std::string(1, digit), true});
            return digits;
        }
        if (c == 'D' || c == 'w' || c == 'S') return {anything()};
        if (c == 'n' || c == 't' || c == 'r')
            return {{{c == 'n' ? "\n" : c == 't' ? "\t" : "\r", true}}, Boundary::yes};
        if (is_word_class(c)) return lose();
        return {{{std::string(1, c), true}}, Boundary::yes};
    }

    std::string_view rest_;
    bool lost_ = false;
};

struct Best {
    std::vector<PatternWord> words;
    double frequency = too_common;
};

// The rarest words that stand in each match of these parts, behind the first `from` of them.
Best rarest(const std::vector<Part>& parts) {
    Best best;
    bool boundary = false;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (parts[i].behind != Boundary::keeps) boundary = parts[i].behind == Boundary::yes;
        if (!boundary) continue;
        auto words = as_words(chained(parts, i + 1));
        if (words.empty()) continue;
        const double often = frequency(words);
        if (often < best.frequency) best = {std::move(words), often};
    }
    return best;
}

void append(std::vector<PatternWord>& to, const std::vector<PatternWord>& more, bool& known) {
    known = known && !more.empty();
    to.insert(to.end(), more.begin(), more.end());
}

}  // namespace

PatternWords pattern_words(std::string_view pattern) {
    PatternWords out;
    bool starts = true, needs = true;
    for (const auto& parts : Parser(pattern).read()) {
        std::size_t first = 0;  // what is not of zero width
        while (first < parts.size() && parts[first].zero_width) ++first;
        append(out.starts, first == 0 ? std::vector<PatternWord>() : as_words(chained(parts, first)), starts);
        append(out.needs, rarest(parts).words, needs);
    }
    if (!needs) out.needs.clear();
    if (!starts || (out.needs.empty() && frequency(out.starts) > everywhere)) out.starts.clear();
    if ((!out.starts.empty() && frequency(out.starts) < rare) || out.needs == out.starts) out.needs.clear();
    return out;
}

}  // namespace wm::policies
