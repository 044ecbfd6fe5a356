#pragma once
// A source file as the rules see it: raw lines, and the same lines split into code and comments. In `code` the inside of
// strings and all comments are blanks, so that a word in a text is not mistaken for the thing.

#include <cctype>
#include <cstddef>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace wm::tidy {

struct Source {
    std::string path;  // relative to the tree's root, '/' between parts
    std::vector<std::string> raw, code, comments;
};

inline bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// Where `what` stands in `text` as a whole word, not as a part of a longer one; _x is the end of any word.
inline std::size_t find_word(std::string_view text, std::string_view what, std::size_t from = 0) {
    for (auto at = text.find(what, from); at != std::string_view::npos; at = text.find(what, at + 1)) {
        const auto end = at + what.size();
        const bool left = at == 0 || what.front() == '_' || !is_word(text[at - 1]) || !is_word(what.front());
        const bool right = end == text.size() || !is_word(text[end]) || !is_word(what.back());
        if (left && right) return at;
    }
    return std::string_view::npos;
}
inline bool has_word(std::string_view text, std::string_view what) {
    return find_word(text, what) != std::string_view::npos;
}

inline std::vector<std::string> words(std::string_view line) {
    std::vector<std::string> found;
    for (std::size_t i = 0; i < line.size();) {
        const auto start = i;
        while (i < line.size() && is_word(line[i])) ++i;
        if (i > start) found.emplace_back(line.substr(start, i - start));
        else ++i;
    }
    return found;
}

inline std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

// Walks C++ text and decides for each character whether it is code, comment or the inside of a literal.
class Splitter {
public:
    explicit Splitter(const std::string& text) : text_(text), code_(text.size(), ' '), comments_(text.size(), ' ') {}

    Source split(std::string path) {
        while (at_ < text_.size()) step();
        for (std::size_t i = 0; i < text_.size(); ++i)
            if (text_[i] == '\n') code_[i] = comments_[i] = '\n';
        return {std::move(path), lines_of(text_), lines_of(code_), lines_of(comments_)};
    }

private:
    bool next_is(std::string_view what) const { return text_.compare(at_, what.size(), what) == 0; }

    void step() {
        if (next_is("//")) return comment("\n", 0);
        if (next_is("/*")) return comment("*/", 2);
        const char before = at_ > 0 ? text_[at_ - 1] : ' ';
        if (next_is("R\"") && !is_word(before)) return raw_string();
        if (next_is("\"")) return literal('"');
        if (next_is("'") && !std::isalnum(static_cast<unsigned char>(before))) return literal('\'');  // not 1'000
        code_[at_] = text_[at_];
        ++at_;
    }
    void comment(std::string_view end, std::size_t tail) {
        auto stop = text_.find(end, at_ + 2);
        stop = stop == std::string::npos ? text_.size() : stop + tail;
        for (; at_ < stop; ++at_) comments_[at_] = text_[at_];
    }
    void literal(char quote) {
        code_[at_++] = quote;
        while (at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n') at_ += text_[at_] == '\\' ? 2 : 1;
        if (at_ < text_.size() && text_[at_] == quote) code_[at_++] = quote;
    }
    void raw_string() {
        const auto open = text_.find('(', at_);
        if (open == std::string::npos) {
            at_ = text_.size();
            return;
        }
        const auto end = ")" + text_.substr(at_ + 2, open - at_ - 2) + "\"";
        const auto close = text_.find(end, open);
        code_[at_ + 1] = '"';
        at_ = close == std::string::npos ? text_.size() : close + end.size();
        code_[at_ - 1] = '"';
    }

    const std::string& text_;
    std::string code_, comments_;
    std::size_t at_ = 0;
};

inline Source read_source(std::string path, const std::string& text) { return Splitter(text).split(std::move(path)); }

}  // namespace wm::tidy
