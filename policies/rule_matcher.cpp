#include "policies/rule_matcher.hpp"

#include "policies/fold.hpp"
#include "policies/parts.hpp"

#include <algorithm>
#include <array>
#include <cassert>

namespace wm::policies {
namespace {

constexpr const char* german = "de";

// In a pattern \W and \B mean something else than \w and \b, so only what stands outside an escape must be folded.
std::string outside_escapes(const Rule& rule) {
    std::string plain;
    for (std::size_t i = 0; i < rule.match.size(); ++i)
        if (rule.form == RuleForm::pattern && rule.match[i] == '\\') ++i;
        else plain += rule.match[i];
    return plain;
}

}  // namespace

Patterns::Group RuleMatcher::language_number(const std::string& language) {
    if (language.empty()) return 0;
    auto found = std::find(languages_.begin(), languages_.end(), language);
    if (found == languages_.end()) found = languages_.insert(found, language);
    return static_cast<Patterns::Group>(found - languages_.begin() + 1);
}

bool RuleMatcher::add_literals(const Rule& rule) {
    bool sound = true;
    for (const auto* forms : {&rule.match, &rule.endings})
        if (!forms->empty())
            each_part(*forms, '|', [&](std::string_view form) {
                sound = sound && literals_.add(form, static_cast<Id>(languages_of_.size()));
            });
    return sound;
}

// The words of a rule, so that one with a slip of the keyboard, or a German one without its umlaut, is known again. Of a
// pattern: its runs of letters outside escapes; but no slip is mended in those that go on or whose last letter may be missing.
void RuleMatcher::learn_words(const Rule& rule) {
    const auto is_letter = [](char c) { return c >= 'a' && c <= 'z'; };
    const std::string_view match = rule.match;
    const bool umlauts_in = rule.language.empty() || rule.language == german;
    for (std::size_t at = 0; at < match.size();) {
        if (match[at] == '\\') {
            at += 2;
            continue;
        }
        const auto begin = at;
        while (at < match.size() && is_letter(match[at])) ++at;
        const char next = at < match.size() ? match[at] : ' ';
        const bool whole = next != '*' && next != '?' && next != '\\' && next != '[' && next != '(';
        if (at > begin && whole) slips_.learn(match.substr(begin, at - begin));
        if (at > begin && umlauts_in) umlauts_.learn(match.substr(begin, at - begin), next == '*');
        if (at == begin) ++at;
    }
}

std::vector<std::string> RuleMatcher::add(const Rule& rule) {
    std::vector<std::string> problems;
    const auto plain = outside_escapes(rule);
    if (fold_text(plain) != plain)
        problems.push_back(rule.name + ": is matched against lower case without accents; write it so");
    if (!rule.language.empty() && languages_.size() == languages_max &&
        !std::ranges::count(languages_, rule.language)) {
        problems.push_back(rule.name + ": its language is one too many");
        return problems;
    }
    const auto language = language_number(rule.language);
    if (rule.form != RuleForm::pattern) {
        if (!add_literals(rule))
            problems.push_back(rule.name + ": a word or phrase has letters and digits only; write a pattern");
    } else if (const auto fault = patterns_.add(rule.match, static_cast<Id>(languages_of_.size()), literals_, language);
               !fault.empty()) {
        problems.push_back(rule.name + ": " + fault);
    }
    learn_words(rule);
    languages_of_.push_back(language);
    return problems;
}

std::vector<std::string> RuleMatcher::add_mark(const Rule& rule) {
    assert(marks_ == languages_of_.size() && "marks come first");
    auto problems = add(rule);
    marks_ = static_cast<std::uint32_t>(languages_of_.size());
    return problems;
}

std::string RuleMatcher::compile() {
    if (!patterns_.compile()) return "the patterns together need too much memory; write fewer or simpler ones";
    slips_.compile(literals_.vocabulary());
    literals_.compile();
    return {};
}

RuleMatcher::Found RuleMatcher::find(std::string_view folded) const {
    auto words = literals_.vocabulary().read(folded);
    auto text = slips_.mended(words);
    if (!text.empty()) words = literals_.vocabulary().read(text);
    Found found{Hits(languages_of_.size())};
    std::vector<Literals::Cue> cues;
    literals_.find(words, found.hits, cues);
    found.spoken = spoken(found.hits);
    if (speaks(german, found.spoken)) {
        if (text.empty()) text = folded;
        if (umlauts_.mend(text)) {
            words = literals_.vocabulary().read(text);
            found.hits = Hits(languages_of_.size());
            cues.clear();
            literals_.find(words, found.hits, cues);
            found.spoken = spoken(found.hits);
        }
    }
    patterns_.find(words, cues, found.hits, found.spoken);
    return found;
}

// All, unless one has at least two marks and another less than half of them.
Patterns::Groups RuleMatcher::spoken(const Hits& hits) const {
    std::array<int, languages_max + 1> marks{};
    for (Id id = 0; id < marks_; ++id)
        if (hits.has(id)) ++marks[languages_of_[id]];
    const int most = *std::max_element(marks.begin(), marks.end());
    auto spoken = Patterns::all_groups;
    for (std::size_t i = 1; i < marks.size(); ++i)
        if (most >= 2 && 2 * marks[i] < most) spoken &= ~(Patterns::Groups{1} << i);
    return spoken;
}

bool RuleMatcher::speaks(std::string_view language, Patterns::Groups spoken) const {
    const auto found = std::find(languages_.begin(), languages_.end(), language);
    return found != languages_.end() && (spoken >> (found - languages_.begin() + 1) & 1) != 0;
}

}  // namespace wm::policies
