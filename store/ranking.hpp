#pragma once
// Which memories come first, and why: BM25 over forms, the date asked for, the neighbours of a memory (what was said right
// before and after it), and the whole of what was said together. Each part is divided by its largest over the candidates
// and added by a fixed share. Pure.

#include "policies/instant.hpp"
#include "store/dates.hpp"
#include "store/forms.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace wm {

struct AskedTerm {
    std::vector<std::uint32_t> forms;  // any of them is the term
    std::uint16_t exact = 0;
    std::uint64_t rows = 0;  // of the bank that hold it
    bool weak = false;       // says little by itself
    bool name = false;
};

struct Candidate {
    std::int64_t id = 0;
    std::int64_t group = 0;  // what was written together, in the order of their ids
    WallTime at{};
    std::vector<Form> forms;
};

struct ScoreParts {  // 0..1 each
    double words = 0, neighbours = 0, together = 0, date = 0, substance = 0;
    double score = 0;
};

struct RankingShares {
    double k1 = 0.9, b = 0.3;
    double inexact = 0.7;        // the same word with another ending
    double weak = 0.6;           // of a weak term's weight
    double named_in_text = 0.5;  // of a name that is asked for and is not the subject, where subjects are given
    double before = 0.25, after = 0.2, further = 0.15;  // of a neighbour's words
    double answer = 0.35;                               // more, when the one before asks
    double near_pair = 0.1;                             // two terms of the question side by side
    double together = 0.6, date = 1.3;
    double substance = 0.2;  // of how much a memory says at all: decides between those that hold the same
};

// One entry a candidate, in their order. `candidates`: by rising id. `rows`: of the bank.
std::vector<ScoreParts> rank(const std::vector<AskedTerm>& terms, const std::vector<AskedDate>& dates,
                             const std::vector<Candidate>& candidates, std::uint64_t rows,
                             const RankingShares& shares = {});

}  // namespace wm
