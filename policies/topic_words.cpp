#include "policies/topic_words.hpp"

#include "policies/capitals.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

namespace wm::policies {
namespace {

constexpr std::size_t text_bytes_max = 8000;  // of a longer text its beginning speaks

bool is_cjk(char32_t c) {
    return (c >= 0x3040 && c < 0x3100) || (c >= 0x3400 && c < 0xA000) || (c >= 0xAC00 && c < 0xD7B0) ||
           (c >= 0xF900 && c < 0xFB00);
}
bool is_letter(char32_t c) {
    return (c >= 'a' && c <= 'z') || (c >= 0xC0 && c != 0xD7 && c != 0xF7 && !(c >= 0x2000 && c < 0x2C00) &&
                                      !(c >= 0x3000 && c < 0x3040) && c < 0x1F000);
}

// Endings of ES, EN, DE; the longest that leaves four letters goes. By their last letter, longest first.
std::span<const std::string_view> endings_with(char last) {
    static constexpr std::string_view s[] = {"aciones", "ados", "adas", "idos", "idas", "amos", "emos",
                                             "imos",    "ies",  "es",   "os",   "as",   "s"};
    static constexpr std::string_view o[] = {"amiento", "imiento", "iendo", "ando", "ado", "ido", "o"};
    static constexpr std::string_view e[] = {"amente", "mente", "e"};
    static constexpr std::string_view n[] = {"ationen", "ingen", "ungen", "acion", "ation", "ern", "en", "n"};
    static constexpr std::string_view g[] = {"ung", "ing"};
    static constexpr std::string_view a[] = {"ada", "ida", "a"};
    static constexpr std::string_view t[] = {"est"};
    static constexpr std::string_view d[] = {"ed"};
    static constexpr std::string_view r[] = {"er", "ar", "ir"};
    static constexpr std::string_view m[] = {"em"};
    switch (last) {
        case 's': return s;
        case 'o': return o;
        case 'e': return e;
        case 'n': return n;
        case 'g': return g;
        case 'a': return a;
        case 't': return t;
        case 'd': return d;
        case 'r': return r;
        case 'm': return m;
        default: return {};
    }
}

enum class ByteKind : std::uint8_t { other, letter, digit, joiner, wide };
constexpr auto byte_kinds = [] {
    std::array<ByteKind, 256> kinds{};
    for (int c = 'a'; c <= 'z'; ++c) kinds[static_cast<std::size_t>(c)] = ByteKind::letter;
    for (int c = '0'; c <= '9'; ++c) kinds[static_cast<std::size_t>(c)] = ByteKind::digit;
    for (const char c : {'-', '.', '_'}) kinds[static_cast<std::size_t>(c)] = ByteKind::joiner;
    for (std::size_t c = 0x80; c < 256; ++c) kinds[c] = ByteKind::wide;
    return kinds;
}();
ByteKind kind_of(char c) { return byte_kinds[static_cast<unsigned char>(c)]; }

// Gives each word of a folded text to `put(word, is_cjk)`, in order. A word is letters and digits; - . _ join them only
// inside a name that has a digit (lb-wan-1, 8.3). Of CJK it is each bigram, or one character that stands alone; those of a
// run come when it ends.
template <class Put>
class WordReader {
public:
    WordReader(std::string_view text, Put& put) : text_(text), put_(put) {}

    void read() {
        for (std::size_t at = 0; at < text_.size();) {
            const auto from = at;
            switch (kind_of(text_[at])) {
                case ByteKind::letter:
                case ByteKind::digit:
                    end_run();
                    add_plain(at);
                    break;
                case ByteKind::joiner:
                    ++at;
                    if (size_ > 0 && size_ < 64) add(from, at), joined_ = true;
                    else end_word(), end_run();
                    break;
                case ByteKind::other:
                    ++at;
                    end_word();
                    end_run();
                    break;
                case ByteKind::wide: read_wide(at);
            }
        }
        end_word();
        end_run();
    }

private:
    void add(std::size_t from, std::size_t end) {
        if (size_ == 0) begin_ = from;
        size_ = end - begin_;
    }
    void add_plain(std::size_t& at) {  // letters and digits as far as they go
        const auto from = at;
        for (; at < text_.size(); ++at) {
            const auto kind = kind_of(text_[at]);
            if (kind == ByteKind::digit) digits_ = true;
            else if (kind != ByteKind::letter) break;
        }
        add(from, at);
    }
    void read_wide(std::size_t& at) {
        const auto from = at;
        const auto code = next_code_point(text_, at);
        if (code != invalid_code_point && is_cjk(code)) {
            end_word();
            return add_to_run(from, at);
        }
        end_run();
        if (code != invalid_code_point && is_letter(code)) add(from, at);
        else end_word();
    }
    void end_word() {
        if (size_ == 0) return;
        auto word = text_.substr(begin_, std::exchange(size_, 0));
        const bool digits = std::exchange(digits_, false), joined = std::exchange(joined_, false);
        if (!joined) return put_(word, false);
        while (!word.empty() && (word.back() == '-' || word.back() == '.' || word.back() == '_')) word.remove_suffix(1);
        if (word.empty()) return;
        if (digits) return put_(word, false);
        for (std::size_t at = 0; at < word.size();) {
            const auto end = std::min(word.find_first_of("-._", at), word.size());
            if (end > at) put_(word.substr(at, end - at), false);
            at = end + 1;
        }
    }
    void add_to_run(std::size_t from, std::size_t end) {
        if (run_characters_++ > 0) put_(text_.substr(last_, end - last_), true);
        last_ = from;
        run_end_ = end;
    }
    void end_run() {
        if (std::exchange(run_characters_, 0) == 1) put_(text_.substr(last_, run_end_ - last_), true);
    }

    std::string_view text_;
    Put& put_;
    std::size_t begin_ = 0, size_ = 0;      // of the word that is open
    bool digits_ = false, joined_ = false;  // it has a digit; a mark that may join
    std::size_t run_characters_ = 0, last_ = 0, run_end_ = 0;
};

template <class Put>
void each_word(std::string_view folded, Put put) {
    WordReader<Put>(folded, put).read();
}

}  // namespace

std::string_view stem(std::string_view word) {
    for (const auto ending : word.size() < 5 ? std::span<const std::string_view>() : endings_with(word.back()))
        if (word.size() >= ending.size() + 4 && word.ends_with(ending))
            return word.substr(0, word.size() - ending.size());
    return word;
}

Reading::Reading(std::string_view text) : original(text.substr(0, text_bytes_max)), folded(fold(original)) {
    words.reserve(original.size() / 5);
    each_word(folded.text, [this](std::string_view word, bool is_cjk) { (is_cjk ? cjk : words).push_back(word); });
}

// A number alone counts.
bool is_version(std::string_view word) {
    const auto dot = word.find('.');
    if (dot == std::string_view::npos || word.find_first_not_of("0123456789.") != std::string_view::npos) return false;
    return word.find('.', dot + 1) != std::string_view::npos || word.size() - dot != 4;
}

bool names_one_thing(std::string_view word) {
    if (!has_digit(word) || word.size() < 3) return false;
    return word.front() >= 'a' && word.front() <= 'z' ? !is_kind_word(word) : is_version(word);
}

Names names_of(const Reading& text) {
    const auto& folded = text.folded;
    const Capitals capitals(text.original, folded);
    Names names;
    std::size_t shouted = 0;
    const auto is_word = [&](std::size_t at) {
        const auto kind = kind_of(folded.text[at]);
        return kind == ByteKind::letter || kind == ByteKind::digit;
    };
    // From capital to capital: few words have one.
    for (std::size_t from = 0; from < text.original.size(); ++from) {
        const auto c = static_cast<unsigned char>(text.original[from]);
        if ((c < 'A' || c > 'Z') && c != 0xC3) continue;
        const auto origin = std::lower_bound(folded.origin.begin(), folded.origin.end(), from);
        if (origin == folded.origin.end() || *origin != from) continue;
        auto begin = static_cast<std::size_t>(origin - folded.origin.begin()), end = begin;
        if (!is_word(begin)) continue;
        while (begin > 0 && is_word(begin - 1)) --begin;
        while (end < folded.text.size() && is_word(end)) ++end;
        from = (end < folded.text.size() ? folded.origin[end] : text.original.size()) - 1;
        const auto written = capitals.of(begin, end);
        shouted += written.capitals;
        if (!written.capitalised && !written.inner && !written.first) continue;
        const auto word = std::string_view(folded.text).substr(begin, end - begin);
        const auto kind = word_kind(word);
        if (has_digit(word) || kind.stop || kind.generic || kind.chatter) continue;
        (written.capitalised ? names.certain : written.inner ? names.likely : names.first).emplace_back(word);
    }
    if (shouted == 0) return names;
    std::size_t words = 0;
    for (std::size_t at = 0; at < folded.text.size(); ++at) words += is_word(at) && (at == 0 || !is_word(at - 1));
    if (2 * shouted > words) return {};
    return names;
}

}  // namespace wm::policies
