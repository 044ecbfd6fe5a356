#include "policies/patterns.hpp"

#include "policies/substrings.hpp"

#include <re2/filtered_re2.h>
#include <re2/re2.h>
#include <re2/set.h>

#include <utility>

namespace wm::policies {
namespace {

constexpr int atom_bytes_min = 3;  // a shorter substring occurs in too many texts to tell them apart
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
    re2::FilteredRE2 filtered{atom_bytes_min};
    std::vector<Id> filtered_ids;
    Substrings atoms;
    RE2::Set set{options(set_bytes_max), RE2::UNANCHORED};
    std::vector<std::pair<Id, std::unique_ptr<RE2>>> in_set;  // each alone too, for when the set runs out of memory
};

Patterns::Patterns() : parts_(std::make_unique<Parts>()) {}
Patterns::~Patterns() = default;

std::string Patterns::add(const std::string& pattern, Id id) {
    auto alone = std::make_unique<RE2>(pattern, options(one_bytes_max));
    if (!alone->ok()) return "no RE2 pattern (" + alone->error() + ")";
    if (alone->Match("", 0, 0, RE2::UNANCHORED, nullptr, 0)) return "matches the empty text";
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

void Patterns::find(std::string_view folded, std::vector<std::uint8_t>& hits) const {
    const re2::StringPiece text(folded.data(), folded.size());
    std::vector<int> found, matched;
    if (!parts_->filtered_ids.empty()) {
        parts_->atoms.find(folded, found);
        if (!found.empty()) parts_->filtered.AllMatches(text, found, &matched);
        for (const int index : matched) hits[parts_->filtered_ids[static_cast<std::size_t>(index)]] = 1;
    }
    if (parts_->in_set.empty()) return;
    RE2::Set::ErrorInfo error{};
    matched.clear();
    if (parts_->set.Match(text, &matched, &error) || error.kind == RE2::Set::kNoError)
        for (const int index : matched) hits[parts_->in_set[static_cast<std::size_t>(index)].first] = 1;
    else
        for (const auto& [id, alone] : parts_->in_set) hits[id] = RE2::PartialMatch(text, *alone);
}

}  // namespace wm::policies
