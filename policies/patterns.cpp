#include "policies/patterns.hpp"

#include "policies/pattern_words.hpp"
#include "policies/substrings.hpp"

#include <re2/filtered_re2.h>
#include <re2/re2.h>
#include <re2/set.h>

#include <utility>

namespace wm::policies {
namespace {

constexpr int atom_bytes_min = 3;       // a shorter substring occurs in too many texts to tell them apart
constexpr std::uint8_t tries_max = 12;  // from one word each; then the rest of the text once, so that all stays linear
constexpr std::int64_t one_bytes_max = 4 << 20, set_bytes_max = 8 << 20;  // of the automata, which grow as texts come

RE2::Options options(std::int64_t bytes_max) {
    RE2::Options o;
    o.set_log_errors(false);
    o.set_max_mem(bytes_max);
    return o;
}

// Could match a text that holds none of the substrings which the filter looks for.
bool needs_no_substring(const std::string& pattern) {
    re2::FilteredRE2 alone(atom_bytes_min);
    int index = 0;
    if (alone.Add(pattern, options(one_bytes_max), &index) != RE2::NoError) return true;
    std::vector<std::string> atoms;
    alone.Compile(&atoms);
    if (atoms.empty()) return true;
    std::vector<int> possible;
    alone.AllPotentials({}, &possible);
    return !possible.empty();
}

}  // namespace

struct Patterns::Parts {
    struct Worded {
        Id id = 0;
        std::unique_ptr<RE2> alone;
        bool starts = false, needs = false;
    };
    std::vector<Worded> worded;
    re2::FilteredRE2 filtered{atom_bytes_min};
    std::vector<Id> filtered_ids;
    Substrings atoms;
    RE2::Set set{options(set_bytes_max), RE2::UNANCHORED};
    std::vector<std::pair<Id, std::unique_ptr<RE2>>> in_set;  // each alone too, for when the set runs out of memory

    void find_worded(re2::StringPiece text, const Literals::Words& words, Hits& hits) const;
};

Patterns::Patterns() : parts_(std::make_unique<Parts>()) {}
Patterns::~Patterns() = default;

std::string Patterns::add(const std::string& pattern, Id id, Literals& literals) {
    auto alone = std::make_unique<RE2>(pattern, options(one_bytes_max));
    if (!alone->ok()) return "no RE2 pattern (" + alone->error() + ")";
    if (alone->Match("", 0, 0, RE2::UNANCHORED, nullptr, 0)) return "matches the empty text";
    if (const auto [starts, needs] = pattern_words(pattern); !starts.empty() || !needs.empty()) {
        const auto index = static_cast<Id>(parts_->worded.size());
        for (const auto& [word, after] : starts) literals.add_start(word, index, after);
        for (const auto& [word, after] : needs) literals.add_need(word, index, after);
        parts_->worded.push_back({id, std::move(alone), !starts.empty(), !needs.empty()});
        return {};
    }
    if (needs_no_substring(pattern)) {
        if (parts_->set.Add(pattern, nullptr) < 0) return "no pattern for a set";
        parts_->in_set.emplace_back(id, std::move(alone));
        return {};
    }
    int index = 0;
    parts_->filtered.Add(pattern, options(one_bytes_max), &index);
    parts_->filtered_ids.push_back(id);
    return {};
}

bool Patterns::compile() {
    std::vector<std::string> atoms;
    if (!parts_->filtered_ids.empty()) parts_->filtered.Compile(&atoms);
    parts_->atoms = Substrings(atoms);
    return parts_->in_set.empty() || parts_->set.Compile();
}

void Patterns::Parts::find_worded(re2::StringPiece text, const Literals::Words& words, Hits& hits) const {
    std::vector<std::uint8_t> tries(worded.size());
    std::vector<bool> met(worded.size());
    for (const auto index : words.needs) {
        if (met[index]) continue;
        met[index] = true;
        const auto& one = worded[index];
        if (!one.starts && one.alone->Match(text, 0, text.size(), RE2::UNANCHORED, nullptr, 0)) hits.set(one.id);
    }
    for (const auto& [index, at] : words.starts) {
        const auto& one = worded[index];
        if ((one.needs && !met[index]) || tries[index] > tries_max || hits.has(one.id)) continue;
        const auto anchor = tries[index]++ < tries_max ? RE2::ANCHOR_START : RE2::UNANCHORED;
        if (one.alone->Match(text, at, text.size(), anchor, nullptr, 0)) hits.set(one.id);
    }
}

void Patterns::find(std::string_view folded, const Literals::Words& words, Hits& hits) const {
    const re2::StringPiece text(folded.data(), folded.size());
    parts_->find_worded(text, words, hits);
    std::vector<int> found, matched;
    if (!parts_->filtered_ids.empty()) {
        parts_->atoms.find(folded, found);
        if (!found.empty()) parts_->filtered.AllMatches(text, found, &matched);
        for (const int index : matched) hits.set(parts_->filtered_ids[static_cast<std::size_t>(index)]);
    }
    if (parts_->in_set.empty()) return;
    RE2::Set::ErrorInfo error{};
    matched.clear();
    if (parts_->set.Match(text, &matched, &error) || error.kind == RE2::Set::kNoError) {
        for (const int index : matched) hits.set(parts_->in_set[static_cast<std::size_t>(index)].first);
    } else {
        for (const auto& [id, alone] : parts_->in_set)
            if (RE2::PartialMatch(text, *alone)) hits.set(id);
    }
}

}  // namespace wm::policies
