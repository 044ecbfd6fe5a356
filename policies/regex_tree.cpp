#include "policies/regex_tree.hpp"

#include "policies/fold.hpp"

#include <charconv>
#include <utility>

namespace wm::policies {
namespace {

constexpr std::size_t depth_max = 20;
using Kind = RegexNode::Kind;

ByteSet range(unsigned char first, unsigned char last) {
    ByteSet set;
    for (std::size_t byte = first; byte <= last; ++byte) set.set(byte);
    return set;
}
ByteSet one(char byte) { return range(static_cast<unsigned char>(byte), static_cast<unsigned char>(byte)); }

const ByteSet digits = range('0', '9'), beyond_ascii = range(0x80, 0xFF);
const ByteSet word = digits | range('a', 'z') | range('A', 'Z') | one('_');
const ByteSet blanks = one(' ') | one('\t') | one('\n') | one('\f') | one('\r');

RegexNode node(ByteSet bytes) { return {Kind::bytes, bytes, false, false, {}}; }
RegexNode node(Kind kind, std::vector<RegexNode> parts = {}) { return {kind, {}, false, false, std::move(parts)}; }

class Reader {
public:
    explicit Reader(std::string_view pattern) : rest_(pattern) {}

    std::optional<RegexNode> read() {
        auto all = either(0);
        if (lost_ || !rest_.empty()) return std::nullopt;
        return all;
    }

private:
    bool take(std::string_view what) {
        if (!rest_.starts_with(what)) return false;
        rest_.remove_prefix(what.size());
        return true;
    }
    RegexNode lose() {
        lost_ = true;
        return {};
    }

    RegexNode either(std::size_t depth) {
        std::vector<RegexNode> parts;
        do parts.push_back(sequence(depth));
        while (!lost_ && take("|"));
        return parts.size() == 1 ? std::move(parts.front()) : node(Kind::either, std::move(parts));
    }

    RegexNode sequence(std::size_t depth) {
        std::vector<RegexNode> parts;
        while (!lost_ && !rest_.empty() && rest_.front() != '|' && rest_.front() != ')')
            parts.push_back(repeated(atom(depth)));
        return node(Kind::sequence, std::move(parts));
    }

    // ? * + {…}; of a lazy form its second mark reads as another repetition, which only says less.
    RegexNode repeated(RegexNode part) {
        while (!lost_ && !rest_.empty()) {
            bool may_lack = false, may_recur = true;
            if (take("?")) {
                may_lack = true, may_recur = false;
            } else if (take("*")) {
                may_lack = true;
            } else if (rest_.front() == '{') {
                const auto end = rest_.find('}');
                if (end == std::string_view::npos || rest_[1] < '0' || rest_[1] > '9') return lose();
                may_lack = rest_[1] == '0';
                rest_.remove_prefix(end + 1);
            } else if (!take("+")) {
                break;
            }
            std::vector<RegexNode> parts;
            parts.push_back(std::move(part));
            part = {Kind::repeated, {}, may_lack, may_recur, std::move(parts)};
        }
        return part;
    }

    RegexNode atom(std::size_t depth) {
        const char c = rest_.front();
        if (c == '(') return group(depth + 1);
        if (c == '[') return char_class();
        if (c == '*' || c == '+' || c == '?' || c == '{') return lose();
        if (c == '\\') {
            if (rest_.size() > 1 && rest_[1] == 'b') return rest_.remove_prefix(2), node(Kind::edge);
            const auto set = escape();
            return set ? node(*set) : lose();
        }
        std::size_t bytes = 0;
        next_code_point(rest_, bytes);
        const auto character = rest_.substr(0, bytes);
        rest_.remove_prefix(bytes);
        if (c == '.') return node(~one('\n'));
        if (c == '^' || c == '$') return node(Kind::edge);
        if (bytes == 1) return node(one(c));
        std::vector<RegexNode> all;
        for (const char byte : character) all.push_back(node(one(byte)));
        return node(Kind::sequence, std::move(all));
    }

    RegexNode group(std::size_t depth) {
        rest_.remove_prefix(1);
        if (depth > depth_max || (!take("?:") && rest_.starts_with('?'))) return lose();  // flags, names
        auto inside = either(depth);
        return take(")") ? inside : lose();
    }

    // The set that an escape stands for, which is taken; none when it is another kind of escape.
    std::optional<ByteSet> escape() {
        if (rest_.size() < 2 || rest_[1] < 0) return std::nullopt;
        const char c = rest_[1];
        rest_.remove_prefix(2);
        switch (c) {
            case 'd': return digits;
            case 'D': return ~digits;
            case 'w': return word;
            case 'W': return ~word;
            case 's': return blanks;
            case 'S': return ~blanks;
            case 'n': return one('\n');
            case 't': return one('\t');
            case 'r': return one('\r');
            case 'x': return hexadecimal();
            default: break;
        }
        if (word.test(static_cast<unsigned char>(c))) return std::nullopt;
        return one(c);
    }

    std::optional<ByteSet> hexadecimal() {  // two digits, of ASCII
        unsigned value = 0x80;
        const auto text = rest_.substr(0, 2);
        const auto end = std::from_chars(text.data(), text.data() + text.size(), value, 16).ptr;
        if (text.size() != 2 || end != text.data() + 2 || value >= 0x80) return std::nullopt;
        rest_.remove_prefix(2);
        return one(static_cast<char>(value));
    }

    RegexNode char_class() {
        rest_.remove_prefix(1);
        const bool not_these = take("^");
        ByteSet set;
        for (bool first = true; !rest_.empty() && (first || rest_.front() != ']'); first = false) {
            const auto item = class_item();
            if (!item) return lose();
            set |= *item;
        }
        if (!take("]")) return lose();
        if (not_these) set = ~set | beyond_ascii;
        return node(set);
    }

    std::optional<ByteSet> class_item() {
        if (rest_.front() == '[') return std::nullopt;  // [:alpha:]
        if (rest_.front() == '\\') return escape();
        std::size_t bytes = 0;
        next_code_point(rest_, bytes);
        const char first = rest_.front();
        rest_.remove_prefix(bytes);
        if (rest_.size() < 2 || rest_[0] != '-' || rest_[1] == ']') return bytes > 1 ? beyond_ascii : one(first);
        const char last = rest_[1];
        if (first < 0 || last < first || last == '\\') return std::nullopt;
        rest_.remove_prefix(2);
        return range(static_cast<unsigned char>(first), static_cast<unsigned char>(last));
    }

    std::string_view rest_;
    bool lost_ = false;
};

}  // namespace

std::optional<RegexNode> read_regex(std::string_view pattern) { return Reader(pattern).read(); }

}  // namespace wm::policies
