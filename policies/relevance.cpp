#include "policies/relevance.hpp"

#include "policies/fold.hpp"
#include "policies/stop_words.hpp"

#include <algorithm>
#include <array>
#include <set>

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
bool is_digit(char32_t c) { return c >= '0' && c <= '9'; }

// Endings of ES, EN, DE; the longest that leaves four letters goes.
std::string_view stem(std::string_view word) {
    static constexpr std::array<std::string_view, 42> endings = {
        "aciones", "amiento", "imiento", "amente", "ationen", "ingen", "acion", "ation", "iendo", "ungen", "mente",
        "ando",    "ados",    "adas",    "idos",   "idas",    "amos",  "emos",  "imos",  "ung",   "ing",   "ado",
        "ada",     "ido",     "ida",     "ies",    "ern",     "est",   "ed",    "es",    "en",    "er",    "em",
        "os",      "as",      "ar",      "ir",     "s",       "a",     "o",     "e",     "n"};
    for (const auto ending : endings)
        if (word.size() >= ending.size() + 4 && word.ends_with(ending))
            return word.substr(0, word.size() - ending.size());
    return word;
}

struct Words {
    std::vector<std::string> all;  // folded, in order
    std::vector<std::string> cjk;  // bigrams, or one character that stands alone
};

void end_cjk(std::vector<std::string>& run, Words& words) {
    if (run.size() == 1) words.cjk.push_back(run[0]);
    for (std::size_t i = 0; i + 1 < run.size(); ++i) words.cjk.push_back(run[i] + run[i + 1]);
    run.clear();
}

// A word is letters and digits; - . _ : / join them only inside a name that has a digit (lb-wan-1, 8.3).
Words words_of(std::string_view utf8) {
    const auto text = fold_text(utf8.substr(0, text_bytes_max));
    Words words;
    std::string word;
    std::vector<std::string> run;
    const auto end_word = [&] {
        while (!word.empty() && !is_letter(static_cast<unsigned char>(word.back())) &&
               !is_digit(static_cast<unsigned char>(word.back())))
            word.pop_back();
        if (word.find_first_of("0123456789") != std::string::npos) {
            words.all.push_back(word);
        } else {
            for (std::size_t at = 0; at < word.size();) {
                const auto end = std::min(word.find_first_of("-._", at), word.size());
                if (end > at) words.all.push_back(word.substr(at, end - at));
                at = end + 1;
            }
        }
        word.clear();
    };
    for (std::size_t at = 0; at < text.size();) {
        const auto from = at;
        const auto code = next_code_point(text, at);
        if (code != invalid_code_point && is_cjk(code)) {
            end_word();
            run.push_back(text.substr(from, at - from));
            continue;
        }
        end_cjk(run, words);
        const bool joins = (code == '-' || code == '.' || code == '_') && !word.empty() && word.size() < 64;
        if (code != invalid_code_point && (is_letter(code) || is_digit(code) || joins))
            word.append(text, from, at - from);
        else end_word();
    }
    end_word();
    end_cjk(run, words);
    return words;
}

bool has_digit(std::string_view word) { return word.find_first_of("0123456789") != std::string_view::npos; }

std::vector<std::string> terms_of(const Words& words) {
    std::vector<std::string> terms = words.cjk;
    for (const auto& word : words.all) {
        if (is_stop_word(word) || is_chatter(word) || (word.size() == 1 && !has_digit(word))) continue;
        terms.emplace_back(has_digit(word) ? std::string_view(word) : stem(word));
    }
    return terms;
}

struct Topic {
    std::set<std::string, std::less<>> telling, generic;
};

Topic topic_of(std::string_view text) {
    const auto words = words_of(text);
    Topic topic;
    for (const auto& bigram : words.cjk) topic.telling.insert(bigram);
    for (const auto& word : words.all) {
        if (is_stop_word(word) || is_chatter(word) || word.size() == 1) continue;
        const bool bare_number = word.find_first_not_of("0123456789.") == std::string::npos;
        if (is_generic_word(word) || bare_number) topic.generic.emplace(stem(word));
        else topic.telling.emplace(has_digit(word) ? std::string_view(word) : stem(word));
    }
    return topic;
}

// One telling word in common suffices; generic ones only where the message has nothing better.
bool concerns(const Topic& memory, const Topic& message) {
    std::size_t generic = 0;
    for (const auto& term : message.telling)
        if (memory.telling.contains(term)) return true;
    for (const auto& term : message.generic) generic += memory.generic.contains(term);
    return message.telling.empty() && generic > 0 && 2 * generic >= message.generic.size();
}

}  // namespace

std::vector<std::string> content_terms(std::string_view text) { return terms_of(words_of(text)); }

bool is_follow_up(std::string_view message) {
    const auto words = words_of(message);
    if (!words.cjk.empty() || words.all.empty() || words.all.size() > 12) return false;
    bool back = false;
    for (const auto& word : words.all) {
        back |= points_back(word);
        if (!is_stop_word(word) && !is_chatter(word) && !is_generic_word(word) && !points_back(word) && word.size() > 1)
            return false;
    }
    const auto& first = words.all.front();
    return back || first == "y" || first == "and" || first == "und";
}

std::vector<Memory> relevant(std::span<const Memory> memories, std::string_view message, std::string_view previous) {
    const auto now = topic_of(message);
    const bool follows = is_follow_up(message);
    const auto before = follows ? topic_of(previous) : Topic{};
    std::vector<Memory> kept;
    for (const auto& memory : memories) {
        const auto topic = topic_of(memory.text.text);
        if (concerns(topic, now) || (follows && (previous.empty() || concerns(topic, before)))) kept.push_back(memory);
    }
    return kept;
}

}  // namespace wm::policies
