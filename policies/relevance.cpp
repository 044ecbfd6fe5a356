#include "policies/relevance.hpp"

#include "policies/capitals.hpp"
#include "policies/fold.hpp"
#include "policies/stop_words.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

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
    std::set<std::string, std::less<>> identifiers;  // of the telling: pve04, 26.1
};

// pve04, INC-4711, 26.1: names one thing. A number alone counts, and k8s is a kind.
bool is_identifier(std::string_view word) {
    if (!has_digit(word) || word.size() < 3) return false;
    if (word.front() >= 'a' && word.front() <= 'z') return !is_kind_word(word);
    return word.find_first_not_of("0123456789.") == std::string_view::npos && word.find('.') != std::string_view::npos;
}

Topic topic_of(std::string_view text) {
    const auto words = words_of(text);
    Topic topic;
    std::string before;
    for (const auto& bigram : words.cjk) topic.telling.insert(bigram);
    for (const auto& word : words.all) {
        const auto last = std::exchange(before, word);
        if (is_stop_word(word) || is_chatter(word) || word.size() == 1) continue;
        const bool bare_number = word.find_first_not_of("0123456789.") == std::string::npos;
        if (is_identifier(word)) topic.identifiers.insert(word);
        if (is_generic_word(word) || bare_number) topic.generic.emplace(stem(word));
        else topic.telling.emplace(has_digit(word) ? std::string_view(word) : stem(word));
        if (bare_number && word.size() <= 4 && last.size() >= 2 && !has_digit(last) && !is_stop_word(last))
            topic.telling.insert(last + word);  // pve 04
    }
    return topic;
}

// Words that are written as names, folded.
struct Names {
    std::vector<std::string> certain;  // inside a sentence: Brennwald
    std::vector<std::string> likely;   // GitOps, an acronym
    std::vector<std::string> first;    // any word that begins a sentence
};

Names names_of(std::string_view text) {
    text = text.substr(0, text_bytes_max);
    const auto folded = fold(text);
    const Capitals capitals(text, folded);
    Names names;
    std::size_t words = 0, shouted = 0;
    const auto is_word = [&](std::size_t at) {
        const auto c = static_cast<unsigned char>(folded.text[at]);
        return (c >= 'a' && c <= 'z') || is_digit(c);
    };
    for (std::size_t at = 0; at < folded.text.size(); ++at) {
        if (!is_word(at)) continue;
        const auto begin = at;
        while (at < folded.text.size() && is_word(at)) ++at;
        const auto written = capitals.of(begin, at);
        ++words, shouted += written.capitals;
        auto word = folded.text.substr(begin, at - begin);
        if (has_digit(word) || is_stop_word(word) || is_generic_word(word) || is_chatter(word)) continue;
        if (written.capitalised) names.certain.push_back(std::move(word));
        else if (written.inner) names.likely.push_back(std::move(word));
        else if (written.first) names.first.push_back(std::move(word));
    }
    if (2 * shouted > words) return {};
    return names;
}

// What a message asks for.
struct Wanted {
    explicit Wanted(std::string_view message) : topic(topic_of(message)) {
        auto written = names_of(message);
        names = std::move(written.certain);
        names.insert(names.end(), written.likely.begin(), written.likely.end());
        for (const auto& term : topic.telling) rest += !names_something(term);
    }
    // The term stands for a name or an identifier of the message.
    bool names_something(std::string_view term) const {
        return has_digit(term) ||
               std::any_of(names.begin(), names.end(), [&](const std::string& name) { return stem(name) == term; });
    }

    Topic topic;
    std::vector<std::string> names;  // written as such
    std::size_t rest = 0;            // telling terms that name nothing
};

// nas59, and what ends with it: ceph-osd55 is osd55.
bool holds(const Topic& memory, std::string_view identifier) {
    return std::any_of(memory.telling.begin(), memory.telling.end(),
                       [&](const std::string& term) {
                           return term == identifier ||
                                  (term.size() > identifier.size() && term.ends_with(identifier) &&
                                   term[term.size() - identifier.size() - 1] == '-');
                       }) ||
           memory.identifiers.contains(identifier);
}

// Peter is not Petersen; Marta's is Marta.
bool names_it(const std::vector<std::string>& words, std::string_view name) {
    return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
        return word == name || (word.size() == name.size() + 1 && word.ends_with('s') && word.starts_with(name)) ||
               (name.size() == word.size() + 1 && name.ends_with('s') && name.starts_with(word));
    });
}

// Which of the things that the message names the memory is not about, and whether it is about others.
enum class Naming : std::uint8_t { holds, lacks, lacks_and_may_name_another, names_another };

Naming naming(const Topic& memory, std::string_view text, const Wanted& wanted) {
    const auto& asked = wanted.topic.identifiers;
    if (!asked.empty()) {
        if (std::any_of(asked.begin(), asked.end(), [&](const std::string& one) { return holds(memory, one); }))
            return Naming::holds;
        return memory.identifiers.empty() ? Naming::lacks : Naming::names_another;
    }
    if (wanted.names.empty()) return Naming::holds;
    const auto words = words_of(text).all;
    if (std::any_of(wanted.names.begin(), wanted.names.end(),
                    [&](const std::string& name) { return names_it(words, name); }))
        return Naming::holds;
    const auto names = names_of(text);
    if (!names.certain.empty()) return Naming::names_another;
    const auto unasked = [&](const std::string& word) { return !wanted.topic.telling.contains(stem(word)); };
    const bool other = std::any_of(names.likely.begin(), names.likely.end(), unasked) ||
                       std::any_of(names.first.begin(), names.first.end(), unasked);
    return other ? Naming::lacks_and_may_name_another : Naming::lacks;
}

// One telling word in common suffices, as long as the memory does not speak of another thing than the message names;
// generic words only where the message has nothing better.
bool concerns(const Memory& memory, const Wanted& wanted) {
    const auto& text = memory.text.text;
    const auto topic = topic_of(text);
    std::size_t telling = 0, rest = 0, generic = 0;
    for (const auto& term : wanted.topic.telling) {
        if (!topic.telling.contains(term)) continue;
        ++telling;
        rest += !wanted.names_something(term);
    }
    for (const auto& term : wanted.topic.generic) generic += topic.generic.contains(term);
    if (telling == 0 && (!wanted.topic.telling.empty() || generic == 0 || 2 * generic < wanted.topic.generic.size())) {
        const auto& asked = wanted.topic.identifiers;  // osd55 of ceph-osd55
        return std::any_of(asked.begin(), asked.end(), [&](const std::string& one) { return holds(topic, one); });
    }
    const bool most = 5 * rest >= 3 * wanted.rest;  // of what names nothing
    switch (naming(topic, text, wanted)) {
        case Naming::holds: return true;
        case Naming::lacks: return rest >= 2 && most;
        case Naming::lacks_and_may_name_another: return rest >= 4 && most;
        case Naming::names_another: return false;
    }
    return false;
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
    const Wanted now(message);
    const bool follows = is_follow_up(message);
    const Wanted before(follows ? previous : std::string_view());
    std::vector<Memory> kept;
    for (const auto& memory : memories)
        if (concerns(memory, now) || (follows && (previous.empty() || concerns(memory, before))))
            kept.push_back(memory);
    return kept;
}

}  // namespace wm::policies
