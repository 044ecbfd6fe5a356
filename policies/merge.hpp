#pragma once
// The answers of several stores as one ranked list: scores made comparable, duplicates and paraphrases dropped (A15).

#include "policies/left_out.hpp"
#include "policies/turn.hpp"

#include <cstddef>
#include <map>
#include <string_view>
#include <vector>

namespace wm::policies {

struct MergeOptions {
    bool deduplicate = true;
    std::size_t memories_max = 50;
    std::size_t text_bytes_max = 4000;        // a longer text is compared by its beginning
    std::map<ScopeName, double> confidences;  // of the route; a scope not named here counts as 1
};

// Each store's scores are min-max normalised, whatever their scale (cosine, BM25, reciprocal ranks), then weighted with
// the scope's confidence. Deterministic: equal scores keep newest first, then by scope, text. Scores are 0..1 after.
// What is left out is added to `left_out`, when there is one: for explain.
std::vector<Memory> merge(std::vector<std::vector<Memory>> per_scope, const MergeOptions&,
                          std::vector<LeftOut>* left_out = nullptr);

// The same statement in other words. A number, a negation, a name or an opposite (on/off) that differs keeps both.
bool same_statement(std::string_view a, std::string_view b);

}  // namespace wm::policies
