#include "store/tokenize.hpp"

#include "policies/capitals.hpp"
#include "policies/fold.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace wm {
namespace {

constexpr std::size_t token_bytes_max = 48;
constexpr std::size_t joined_runs_max = 6;
constexpr std::size_t tokens_max = 1 << 15;

enum class Class : std::uint8_t { gap, letter, digit, cjk };

struct Range {
    char32_t first, last;
};

// Scripts that write no spaces between words.
constexpr Range unspaced[] = {{0x0E00, 0x0EFF}, {0x1000, 0x109F}, {0x1780, 0x17FF}, {0x3005, 0x3007},
                              {0x3040, 0x30FF}, {0x31F0, 0x31FF}, {0x3400, 0x4DBF}, {0x4E00, 0x9FFF},
                              {0xAC00, 0xD7A3}, {0xF900, 0xFAFF}, {0xFF66, 0xFF9D}, {0x20000, 0x323AF}};
// Signs, symbols, private use and pictures: whatever else lies beyond ASCII is taken for a letter.
constexpr Range signs[] = {{0x80, 0xA9},       {0xAB, 0xB4},       {0xB6, 0xB9},     {0xBB, 0xBF},     {0xD7, 0xD7},
                           {0xF7, 0xF7},       {0x2000, 0x2BFF},   {0x2E00, 0x2E7F}, {0x3000, 0x3004}, {0x3008, 0x303F},
                           {0x30FB, 0x30FB},   {0xD800, 0xF8FF},   {0xFE00, 0xFE6F}, {0xFF00, 0xFF65}, {0xFFE0, 0xFFFF},
                           {0x1F000, 0x1FAFF}, {0xE0000, 0x10FFFF}};

template <std::size_t n>
bool within(const Range (&ranges)[n], char32_t c) {
    return std::ranges::any_of(ranges, [c](const Range& range) { return c >= range.first && c <= range.last; });
}

Class class_of(char32_t c) {
    if (c >= 'a' && c <= 'z') return Class::letter;
    if (c >= '0' && c <= '9') return Class::digit;
    if (c < 0x80 || c == policies::invalid_code_point || within(signs, c)) return Class::gap;
    return within(unspaced, c) ? Class::cjk : Class::letter;
}

bool joins(char c) { return std::string_view("-_./:@").find(c) != std::string_view::npos; }

// A piece of folded text between gaps.
struct Run {
    std::size_t begin, end;
    bool cjk;
    bool digits, letters;
};

std::vector<Run> runs_of(std::string_view folded) {
    std::vector<Run> runs;
    for (std::size_t at = 0; at < folded.size();) {
        const auto from = at;
        const auto kind = class_of(policies::next_code_point(folded, at));
        if (kind == Class::gap) continue;
        const bool cjk = kind == Class::cjk;
        if (runs.empty() || runs.back().end != from || runs.back().cjk != cjk) {
            if (runs.size() == tokens_max) break;
            runs.push_back({from, from, cjk, false, false});
        }
        auto& run = runs.back();
        run.end = at;
        run.digits |= kind == Class::digit;
        run.letters |= kind != Class::digit;
    }
    return runs;
}

class Tokens {
public:
    explicit Tokens(std::string_view text) : folded_(policies::fold(text)), capitals_(text, folded_) {}

    std::vector<Token> all() && {
        const auto runs = runs_of(folded_.text);
        for (std::size_t i = 0; i < runs.size() && out_.size() < tokens_max; ++i) {
            if (runs[i].cjk) {
                pairs(runs[i]);
                continue;
            }
            if (i == 0 || !joined(runs[i - 1], runs[i])) join(runs, i);
            add(slice(runs[i]), Token::Kind::word, runs[i].digits, runs[i].letters);
            const auto written = capitals_.of(runs[i].begin, runs[i].end);
            out_.back().capitals = written.capitals;
            out_.back().name = written.inner;
            out_.back().capitalised = written.capitalised;
            out_.back().first = written.first;
            out_.back().part = i < parts_end_;
            if (i + 1 < runs.size()) space(runs[i], runs[i + 1]);
        }
        return std::move(out_);
    }

private:
    std::string_view slice(const Run& run) const {
        return std::string_view(folded_.text).substr(run.begin, run.end - run.begin);
    }
    bool joined(const Run& a, const Run& b) const {
        return !a.cjk && !b.cjk && b.begin == a.end + 1 && joins(folded_.text[a.end]);
    }

    void add(std::string_view text, Token::Kind kind, bool digits, bool letters) {
        if (text.size() > token_bytes_max) {
            std::size_t size = 0;  // cut before the code point that crosses the limit
            for (std::size_t next = 0; next <= token_bytes_max;) {
                size = next;
                policies::next_code_point(text, next);
            }
            text = text.substr(0, size);
        }
        out_.push_back({.text = std::string(text), .kind = kind, .digits = digits, .letters = letters});
    }

    void join(const std::vector<Run>& runs, std::size_t first) {
        std::string text(slice(runs[first]));
        bool digits = runs[first].digits, letters = runs[first].letters, dotted = true;
        auto last = first;
        for (; last + 1 < runs.size() && joined(runs[last], runs[last + 1]); ++last) {
            text += slice(runs[last + 1]);
            dotted &= folded_.text[runs[last].end] == '.';
            digits |= runs[last + 1].digits;
            letters |= runs[last + 1].letters;
        }
        const auto count = last - first + 1;
        if (count < 2 || count > joined_runs_max || text.size() > token_bytes_max) return;
        add(text, Token::Kind::joined, digits, letters);
        const bool thousands = count == 2 && runs[last].end - runs[last].begin == 3;  // 4.800
        out_.back().dotted = dotted && !letters && !thousands;
        if (digits) parts_end_ = last + 1;
    }

    void space(const Run& word, const Run& number) {
        if (word.cjk || word.digits || word.end - word.begin > 12 || word.end - word.begin < 2) return;
        if (number.cjk || number.letters || number.end - number.begin > 4) return;
        if (number.begin != word.end + 1 || folded_.text[word.end] != ' ') return;
        add(std::string(slice(word)).append(slice(number)), Token::Kind::spaced, true, true);
    }

    void pairs(const Run& run) {
        const auto text = slice(run);
        std::size_t previous = 0, at = 0;
        policies::next_code_point(text, at);
        if (at == text.size()) add(text, Token::Kind::cjk, false, true);
        while (at < text.size() && out_.size() < tokens_max) {
            auto next = at;
            policies::next_code_point(text, next);
            add(text.substr(previous, next - previous), Token::Kind::cjk, false, true);
            previous = std::exchange(at, next);
        }
    }

    policies::Folded folded_;
    policies::Capitals capitals_;
    std::vector<Token> out_;
    std::size_t parts_end_ = 0;  // of the runs of the last joined name
};

// The longest ending that leaves four letters goes, again and again (servidores, servidor), then a doubled last
// consonant (planning, plan).
std::string_view without_ending(std::string_view word) {
    static constexpr std::array<std::string_view, 50> endings = {
        "aciones", "amiento", "imiento", "amente", "ationen", "iciones", "acion", "ation", "icion", "iendo",
        "ungen",   "mente",   "iones",   "ando",   "ados",    "adas",    "idos",  "idas",  "amos",  "emos",
        "imos",    "ador",    "ments",   "ment",   "ung",     "ing",     "ado",   "ada",   "ido",   "ida",
        "ion",     "ies",     "ern",     "ed",     "es",      "en",      "er",    "em",    "os",    "as",
        "ar",      "ir",      "or",      "s",      "a",       "o",       "e",     "n",     "y",     "i"};
    const auto cuts = [&](std::string_view ending) {
        return word.back() == ending.back() && word.size() >= ending.size() + 4 && word.ends_with(ending);
    };
    for (auto ending = std::ranges::find_if(endings, cuts); ending != endings.end();
         ending = std::ranges::find_if(endings, cuts)) {
        word.remove_suffix(ending->size());
    }
    if (word.size() > 4 && word.back() == word[word.size() - 2]) word.remove_suffix(1);
    return word;
}

}  // namespace

std::vector<Token> tokenize(std::string_view text, std::size_t bytes_max) {
    return Tokens(text.substr(0, bytes_max)).all();
}

std::string index_term(const Token& token) {
    if (token.kind == Token::Kind::cjk) return "c" + token.text;
    if (token.digits) return "w" + token.text;
    return "w" + std::string(without_ending(token.text));
}

}  // namespace wm
