#include "policies/pattern_gates.hpp"

#include "policies/regex_tree.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <optional>
#include <span>
#include <utility>

namespace wm::policies {
namespace {

using Kind = RegexNode::Kind;
using Nodes = std::span<const RegexNode>;

constexpr std::size_t texts_max = 256, bytes_max = 20, class_max = 12, ending_min = 3;
constexpr double rare = 0.00001;  // words as rare as this need no company: a cue costs less than a try in vain
constexpr double common = 1.6;    // words that nearly every sentence holds tell nothing
constexpr char edge = '\x01';     // of a word, in the texts below

constexpr bool is_letter(unsigned char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); }
constexpr bool is_word_class(unsigned char c) { return is_letter(c) || (c >= 'A' && c <= 'Z') || c == '_'; }  // \w
constexpr bool is_beyond_ascii(unsigned char c) { return c >= 0x80; }

// Whether some byte of the set is such a one; the bytes that are, are told once.
template <bool is(unsigned char)>
bool some(const ByteSet& set) {
    static const ByteSet all = [] {
        ByteSet out;
        for (std::size_t byte = 0; byte < out.size(); ++byte) out.set(byte, is(static_cast<unsigned char>(byte)));
        return out;
    }();
    return (set & all).any();
}

// What a part of a pattern may match, from its beginning on. What is `whole` may be gone on with.
struct Text {
    std::string bytes;
    bool whole = true;
    friend auto operator<=>(const Text&, const Text&) = default;
};
using Texts = std::vector<Text>;

Texts anything() { return {{"", false}}; }

void make_unique(Texts& texts) {
    std::ranges::sort(texts);
    texts.erase(std::unique(texts.begin(), texts.end()), texts.end());
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
    make_unique(out);
    return out;
}

Texts texts_of(const RegexNode& node);

// Of the parts of a sequence: `of(i)` gives what the i-th of them may match.
template <class Of>
Texts texts_from(std::size_t begin, std::size_t end, Of of) {
    Texts out{{"", true}};
    for (auto i = begin; i < end; ++i) {
        if (std::ranges::none_of(out, &Text::whole)) break;
        out = chained(std::move(out), of(i));
    }
    return out;
}

Texts texts_of(const RegexNode& node) {
    Texts out;
    switch (node.kind) {
        case Kind::edge: return {{std::string(1, edge), true}};
        case Kind::sequence:
            return texts_from(0, node.parts.size(), [&](std::size_t i) { return texts_of(node.parts[i]); });
        case Kind::bytes:
            if (node.bytes.count() > class_max || (node.bytes.count() > 1 && some<is_beyond_ascii>(node.bytes))) {
                if (some<is_letter>(node.bytes)) return anything();
                return {{std::string(1, edge), false}};  // no letter: so far one knows what it is
            }
            for (auto byte = node.bytes._Find_first(); byte < node.bytes.size(); byte = node.bytes._Find_next(byte))
                out.push_back({std::string(1, static_cast<char>(byte)), true});
            return out;
        case Kind::either:
            for (const auto& part : node.parts) std::ranges::move(texts_of(part), std::back_inserter(out));
            make_unique(out);
            return out.size() > texts_max ? anything() : out;
        case Kind::repeated:
            out = texts_of(node.parts.front());
            if (node.may_recur)
                for (auto& text : out) text.whole = false;
            if (!node.may_lack) return out;
            out.push_back({"", true});
            make_unique(out);
            return out;
    }
    return anything();
}

// Is a letter that follows the first of its word? keeps: if it was so before.
enum class Boundary : std::uint8_t { no, keeps, yes };

Boundary behind(const RegexNode& node) {
    auto out = Boundary::keeps;
    switch (node.kind) {
        case Kind::edge: return Boundary::yes;
        case Kind::bytes: return some<is_word_class>(node.bytes) ? Boundary::no : Boundary::yes;
        case Kind::sequence:
            for (const auto& part : node.parts)
                if (const auto last = behind(part); last != Boundary::keeps) out = last;
            return out;
        case Kind::either:
            out = Boundary::yes;
            for (const auto& part : node.parts) out = std::min(out, behind(part));
            return out;
        case Kind::repeated:
            out = behind(node.parts.front());
            return node.may_lack ? std::min(out, Boundary::keeps) : out;
    }
    return Boundary::no;
}

// The words that `bytes` begins with, or the word that it ends when it may begin inside of one.
std::optional<PatternWord> as_word(std::string_view bytes, bool boundary) {
    const auto begin = static_cast<std::size_t>(std::ranges::find_if(bytes, is_letter) - bytes.begin());
    boundary = boundary || begin > 0;
    bytes.remove_prefix(begin);
    PatternWord out;
    std::size_t at = 0;
    for (; at < bytes.size(); ++at) {
        if (is_letter(bytes[at])) out.word += bytes[at];
        else if (boundary && bytes[at] == ' ' && at > 0 && at + 1 < bytes.size() && is_letter(bytes[at + 1]))
            out.word += ' ';
        else break;
    }
    const bool goes_on = at == bytes.size();
    if (out.word.empty() || (!boundary && (goes_on || out.word.size() < ending_min))) return std::nullopt;
    if (goes_on) out.word += '*';
    else if (bytes[at] != edge) out.after = bytes[at];
    if (!boundary) out.word.insert(out.word.begin(), '*');
    return out;
}

std::vector<PatternWord> as_words(const Texts& texts, bool boundary) {
    std::vector<PatternWord> words;
    for (const auto& text : texts) {
        auto word = as_word(text.bytes, boundary);
        if (!word) return {};
        words.push_back(std::move(*word));
    }
    std::ranges::sort(words);
    words.erase(std::unique(words.begin(), words.end()), words.end());
    return words;
}

// How often such words may stand in a sentence, roughly: long ones seldom.
double frequency(const std::vector<PatternWord>& words) {
    double sum = 0;
    for (const auto& [word, after] : words) {
        const auto open = static_cast<std::size_t>(std::ranges::count(word, '*'));
        const auto letters = word.size() - open + (after != 0 && after != ' ' ? 3 : 0);
        sum += std::exp2(-1.5 * static_cast<double>(letters));
    }
    return sum;
}

bool is_one_letter(const RegexNode& node) {
    return node.kind == Kind::bytes && node.bytes.count() <= class_max && some<is_letter>(node.bytes);
}

// The rarest words of the parts, few enough to be soon met and telling enough together; in the order of the parts. The
// first word at or behind a part's beginning lies never before that of an earlier part, so words come in this order too.
void take_telling_words(Nodes nodes, Gate& gate) {
    struct List {
        double often = 0;
        std::size_t part = 0;
        std::vector<PatternWord> words;
    };
    std::vector<List> lists;
    std::vector<std::optional<Texts>> texts(nodes.size());  // of each part, read once
    const auto texts_at = [&](std::size_t i) -> const Texts& {
        if (!texts[i]) texts[i] = texts_of(nodes[i]);
        return *texts[i];
    };
    bool boundary = false;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const bool inside = !boundary && i > 0 && is_one_letter(nodes[i - 1]);  // of a word that was looked at whole
        auto words = inside ? std::vector<PatternWord>() : as_words(texts_from(i, nodes.size(), texts_at), boundary);
        if (const auto last = behind(nodes[i]); last != Boundary::keeps) boundary = last == Boundary::yes;
        if (const auto often = frequency(words); !words.empty() && often < common)
            lists.push_back({often, i, std::move(words)});
    }
    std::ranges::stable_sort(lists, {}, &List::often);
    std::vector<List> out;
    double together = 1;
    for (auto& list : lists) {
        if (out.size() == gate_words_max || together < rare) break;
        if (std::ranges::find(out, list.words, &List::words) != out.end()) continue;
        together *= list.often;
        out.push_back(std::move(list));
    }
    std::ranges::sort(out, {}, &List::part);
    const auto is_edge = [](const RegexNode& node) { return node.kind == Kind::edge; };
    gate.begins = !out.empty() && std::ranges::all_of(nodes.first(out.front().part), is_edge);
    for (auto& list : out) gate.words.push_back(std::move(list.words));
}

// Each kind of mark, as the bytes that are one.
constexpr std::array<std::string_view, 19> mark_bytes = {"0123456789", "?", "$", "%", "=", "&",    "(", "[", "^", ":",
                                                         "-",          "#", "@", "/", "+", "\"'`", ")", "*", ">"};
constexpr Marks beyond_ascii = Marks{1} << mark_bytes.size();

constexpr auto mark_table = [] {
    std::array<Marks, 256> table{};
    for (std::size_t kind = 0; kind < mark_bytes.size(); ++kind)
        for (const char byte : mark_bytes[kind]) table[static_cast<unsigned char>(byte)] = Marks{1} << kind;
    for (std::size_t byte = 0x80; byte < table.size(); ++byte) table[byte] = beyond_ascii;
    return table;
}();

Marks marks_of(const RegexNode& node) {
    Marks out = 0;
    switch (node.kind) {
        case Kind::edge: return 0;
        case Kind::bytes:
            out = ~Marks{0};
            for (auto byte = node.bytes._Find_first(); byte < node.bytes.size() && out != 0;
                 byte = node.bytes._Find_next(byte))
                out &= mark_table[byte];
            return out;
        case Kind::sequence:
            for (const auto& part : node.parts) out |= marks_of(part);
            return out;
        case Kind::either:
            out = ~Marks{0};
            for (const auto& part : node.parts) out &= marks_of(part);
            return out;
        case Kind::repeated: return node.may_lack ? 0 : marks_of(node.parts.front());
    }
    return 0;
}

// Whether a match may have words on both sides of a sentence's or a line's end.
class Reaching {
public:
    static Reach of(const RegexNode& node) { return of(node, false, false, {}); }

private:
    static bool has_letter(const RegexNode& node) {
        if (node.kind == Kind::bytes) return some<is_letter>(node.bytes);
        return std::ranges::any_of(node.parts, has_letter);
    }
    static bool may_be_empty(const RegexNode& node) {
        switch (node.kind) {
            case Kind::bytes: return false;
            case Kind::edge: return true;
            case Kind::sequence: return std::ranges::all_of(node.parts, may_be_empty);
            case Kind::either: return std::ranges::any_of(node.parts, may_be_empty);
            case Kind::repeated: return node.may_lack || may_be_empty(node.parts.front());
        }
        return true;
    }
    static ByteSet first_of(const RegexNode& node) {
        ByteSet out = node.bytes;
        for (const auto& part : node.parts) {
            out |= first_of(part);
            if (node.kind == Kind::sequence && !may_be_empty(part)) break;
        }
        return out;
    }
    // `before` and `after`: words may lie there; `next`: what may follow at once.
    static Reach of(const RegexNode& node, bool before, bool after, const ByteSet& next) {
        auto out = Reach::sentence;
        switch (node.kind) {
            case Kind::edge: return out;
            case Kind::bytes: {
                const auto& b = node.bytes;
                if (!before || !after) return out;
                if (b.test('\n')) return Reach::text;
                const bool mark = b.test('.') || b.test('!') || b.test('?');
                return mark && (next.test(' ') || next.test('\n')) ? Reach::line : out;
            }
            case Kind::either:
                for (const auto& part : node.parts) out = std::max(out, of(part, before, after, next));
                return out;
            case Kind::repeated: {
                const auto& part = node.parts.front();
                const bool again = node.may_recur && has_letter(part);
                return of(part, before || again, after || again, node.may_recur ? next | first_of(part) : next);
            }
            case Kind::sequence:
                for (std::size_t i = 0; i < node.parts.size(); ++i) {
                    ByteSet then;
                    bool letters = false, empty = true;  // what lies behind this part
                    for (std::size_t j = i + 1; j < node.parts.size(); ++j) {
                        letters = letters || has_letter(node.parts[j]);
                        if (empty) then |= first_of(node.parts[j]);
                        empty = empty && may_be_empty(node.parts[j]);
                    }
                    out = std::max(out, of(node.parts[i], before, after || letters, empty ? then | next : then));
                    before = before || has_letter(node.parts[i]);
                }
                return out;
        }
        return Reach::text;
    }
};

}  // namespace

Marks marks_in(std::string_view text) {
    Marks out = 0;
    for (const char byte : text) out |= mark_table[static_cast<unsigned char>(byte)];
    return out;
}

std::optional<Reach> end_in(std::string_view gap) {
    std::optional<Reach> out;
    for (std::size_t at = 0; at < gap.size(); ++at) {
        if (gap[at] == '\n') return Reach::line;
        const bool mark = gap[at] == '.' || gap[at] == '!' || gap[at] == '?';
        if (mark && at + 1 < gap.size() && gap[at + 1] == ' ') out = Reach::sentence;
    }
    return out;
}

std::vector<Gate> pattern_gates(std::string_view pattern) {
    const auto tree = read_regex(pattern);
    if (!tree) return {Gate{{}, false, 0, Reach::text}};
    std::vector<Gate> gates;
    const auto alternatives = tree->kind == Kind::either ? Nodes(tree->parts) : Nodes(&*tree, 1);
    for (const auto& one : alternatives) {
        const auto parts = one.kind == Kind::sequence ? Nodes(one.parts) : Nodes(&one, 1);
        auto& gate = gates.emplace_back(Gate{{}, false, marks_of(one), Reaching::of(one)});
        take_telling_words(parts, gate);
    }
    return gates;
}

}  // namespace wm::policies
