#include "policies/activity_lexicon.hpp"

#include <algorithm>
#include <array>

namespace wm::policies::activity {

namespace {

constexpr std::size_t start_letters = 3;  // a "word*" that begins a phrase has at least these
constexpr std::size_t gap_max = 3;        // words that "~" skips

template <class Each>
void split(std::string_view text, char separator, Each each) {
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find(separator, at), text.size());
        if (end > at) each(text.substr(at, end - at));
        at = end + 1;
    }
}

bool fits(std::string_view pattern, std::string_view word) {
    if (pattern == "_") return true;
    if (!pattern.empty() && pattern.back() == '*') return word.starts_with(pattern.substr(0, pattern.size() - 1));
    return pattern == word;
}

// Where the phrase ends when it begins at `at`; 0 when it does not.
std::size_t matched_end(const std::vector<std::string_view>& words, std::size_t index, const std::vector<Token>& tokens,
                        std::size_t at) {
    for (; index < words.size(); ++index, ++at) {
        if (words[index] == "~") {
            for (std::size_t skip = 0; skip <= gap_max && at + skip < tokens.size(); ++skip) {
                if (const std::size_t end = matched_end(words, index + 1, tokens, at + skip); end != 0) return end;
            }
            return 0;
        }
        if (at >= tokens.size() || !fits(words[index], tokens[at].text)) return 0;
    }
    return at;
}

}  // namespace

const Lexicon& Lexicon::instance() {
    static const Lexicon lexicon;
    return lexicon;
}

const Lexicon& Lexicon::wishes() {
    static constexpr std::array signals{Signal::remember, Signal::recall, Signal::question, Signal::duplicate,
                                        Signal::standing};
    static const Lexicon lexicon(signals);
    return lexicon;
}

Lexicon::Lexicon(std::span<const Signal> signals) {
    add(spanish_phrases(), signals);
    add(english_phrases(), signals);
    add(german_phrases(), signals);
    add(finding_phrases(), signals);
    add(company_phrases(), signals);
    add(idiom_phrases(), signals);
}

Lexicon::Lexicon() {
    add(spanish_phrases());
    add(english_phrases());
    add(german_phrases());
    add(finding_phrases());
    add(company_phrases());
    add(idiom_phrases());
    add(outcome_phrases());
    add(report_phrases());
    add(spanish_verbs());
    add(english_verbs());
    add(german_verbs());
}

void Lexicon::add(std::span<const PhraseRow> rows, std::span<const Signal> signals) {
    for (const PhraseRow& row : rows) {
        if (!signals.empty() && std::ranges::find(signals, row.signal) == signals.end()) continue;
        split(row.phrases, '|', [&](std::string_view phrase) {
            while (!phrase.empty() && phrase.back() == ':') phrase.remove_suffix(1);
            Phrase made{&row, {}, 0};
            split(phrase, ' ', [&](std::string_view word) { made.words.push_back(word); });
            if (made.words.size() > 1 && made.words[1] != "_" && made.words[1] != "~") made.second = made.words[1][0];
            const std::string_view first = made.words.front();
            const auto index = static_cast<std::uint32_t>(all_.size());
            if (first.back() == '*') {
                by_start_[first.substr(0, start_letters)].push_back(index);
            } else {
                by_word_[first].push_back(index);
            }
            all_.push_back(std::move(made));
        });
    }
}

void Lexicon::add(std::span<const VerbRow> rows) {
    for (const VerbRow& row : rows) {
        split(row.stems, ' ', [&](std::string_view stem) {
            if (row.conjugation == 'a' || row.conjugation == 'e' || row.conjugation == 'i') add_spanish(row, stem);
            if (row.conjugation == 'r' || row.conjugation == 'd') add_english(row, stem);
        });
        add_forms(row.past, row, Form::past);
        add_forms(row.participle, row, Form::participle);
        add_forms(row.imperative, row, Form::imperative);
    }
}

void Lexicon::add_form(std::string word, const VerbRow& row, Form form) {
    verbs_[std::move(word)].push_back({&row, form});
}

void Lexicon::add_forms(std::string_view words, const VerbRow& row, Form form) {
    split(words, ' ', [&](std::string_view word) { add_form(std::string(word), row, form); });
}

void Lexicon::add_spanish(const VerbRow& row, std::string_view given) {
    const std::string stem(given);
    std::string soft = stem;  // before e: apagu-e, saqu-e, cruc-e
    if (row.conjugation == 'a') {
        if (stem.back() == 'g') soft += 'u';
        if (stem.back() == 'c') soft.replace(soft.size() - 1, 1, "qu");
        if (stem.back() == 'z') soft.back() = 'c';
    }
    const bool first = row.conjugation == 'a';
    const std::string vowel(1, row.conjugation);
    for (const char* ending : {"o", "a", "os", "as"})
        add_form(stem + (first ? "ad" : "id") + ending, row, Form::participle);
    add_form((first ? soft + "e" : stem + "i"), row, Form::past_if_accented);
    add_form(stem + (first ? "o" : "io"), row, Form::past_if_accented);
    for (const char* ending : first ? std::array{"amos", "aron", "aste"} : std::array{"imos", "ieron", "iste"}) {
        add_form(stem + ending, row, Form::past);
    }
    for (const char* clitic :
         {"", "lo", "la", "los", "las", "le", "les", "me", "melo", "mela", "melos", "melas", "nos", "se"}) {
        add_form(stem + vowel + "r" + clitic, row, Form::base);
        add_form(stem + (first ? "a" : "e") + clitic, row, Form::imperative);
        add_form(stem + vowel + "d" + clitic, row, Form::imperative);
    }
    for (const char* ending : {"e", "a", "emos", "an"}) add_form(stem + vowel + "r" + ending, row, Form::future);
    for (const char* clitic : {"", "n", "lo", "la", "me"})
        add_form(first ? soft + "e" + clitic : stem + "a" + clitic, row, Form::imperative);
}

void Lexicon::add_english(const VerbRow& row, std::string_view given) {
    const std::string stem(given);
    std::string root = stem;
    if (row.conjugation == 'd') root += stem.back();
    if (stem.back() == 'e') root.pop_back();
    if (stem.back() == 'y' && std::string_view("aeiou").find(stem[stem.size() - 2]) == std::string_view::npos)
        root.back() = 'i';
    add_form(root + "ed", row, Form::past);
    add_form(root + "ed", row, Form::participle);
    if (row.kind != VerbKind::occurrence) add_form(stem, row, Form::imperative);  // nobody orders a crash; "die"
    add_form(stem, row, Form::base);
}

std::vector<PhraseHit> Lexicon::phrases(const std::vector<Token>& tokens) const {
    std::vector<PhraseHit> hits;
    const auto try_all = [&](const auto& index, std::string_view key, std::size_t at) {
        const auto found = index.find(key);
        if (found == index.end()) return;
        const char next = at + 1 < tokens.size() ? tokens[at + 1].text[0] : 0;
        for (const std::uint32_t id : found->second) {
            if (all_[id].second != 0 && all_[id].second != next) continue;
            if (const std::size_t end = matched_end(all_[id].words, 0, tokens, at); end != 0)
                hits.push_back({all_[id].row, at, end});
        }
    };
    for (std::size_t at = 0; at < tokens.size(); ++at) {
        try_all(by_word_, tokens[at].text, at);
        if (tokens[at].text.size() >= start_letters) try_all(by_start_, tokens[at].text.substr(0, start_letters), at);
    }
    return hits;
}

std::span<const VerbForm> Lexicon::verb(std::string_view word) const {
    const auto found = verbs_.find(word);
    return found == verbs_.end() ? std::span<const VerbForm>() : std::span<const VerbForm>(found->second);
}

}  // namespace wm::policies::activity
