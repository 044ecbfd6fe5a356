#pragma once
// A question as a query, and whether a memory answers it. The question's text never reaches FTS5: its terms do,
// quoted, and they hold letters and digits alone (BR-14). Pure: what the bank holds is told by the caller.

#include "store/tokenize.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace wm {

class Query {
public:
    struct Term {
        std::string index;              // as in the index
        std::vector<std::string> also;  // its stems by the rules of each language, where they differ
        std::string word;               // as asked, folded
        bool weak = false;              // generic or a part of a name: ranks, but admits nothing by itself
        bool identifier = false;        // pve04, db-7: names one thing
        bool name = false;              // an identifier, or written as a name
        bool numbered = false;          // ticket 4711, node 3: one of many
        bool version = false;           // 26.1
        bool doubtful = false;          // a stop word in capitals (IT): meant only where the memory has capitals too
        bool pair = false;              // of characters of a script without spaces
        std::uint64_t rows = 0;         // of the bank that hold it
        double weight = 0;              // its share of what was asked: rare words more
    };
    struct Verdict {
        bool relevant = false;
        double score = 0;  // 0..1
    };

    // Stop words are left out; a text without anything to look for has no term. Bounded whatever the text's length.
    // Deep: whatever says something in the question's language is a term, courtesy and generic words as weak ones.
    enum class Reading : std::uint8_t { strict, deep };
    explicit Query(std::string_view text, Reading reading = Reading::strict);

    std::vector<Term>& terms() { return terms_; }
    const std::vector<Term>& terms() const { return terms_; }

    // Once each term's `rows` is set. `rows`: of the bank. Gives the terms to look up: at most eight, rarest first,
    // common ones only when there is nothing else, none that the bank does not hold.
    std::vector<const Term*> plan(std::uint64_t rows);

    // For a deep search: every term that the bank holds, rarest first, as long as all of them together are on no more
    // rows than `reads_max`; the rarest in any case.
    std::vector<const Term*> plan_deep(std::uint64_t rows, std::uint64_t reads_max);

    // After plan(). `subject`: what the memory is about, when it says so. A memory that lacks what the question names is
    // an answer only when it is about nothing else by name and shares most of the rest.
    Verdict judge(std::string_view text, std::string_view subject) const;

private:
    struct Seen;     // what a memory holds of the question, and what it names beside
    struct Overlap;  // how much that is
    void add(const Token& token);
    double weight_of(const Term& term) const;
    bool is_foreign_thing(const Token& token) const;
    bool may_be_asked(std::string_view folded) const;
    void look(Seen& seen, std::string_view part, bool is_subject) const;
    Overlap overlap_of(const Seen& seen) const;
    bool answers(const Seen& seen, const Overlap& overlap) const;

    std::vector<Term> terms_;
    std::uint64_t rows_ = 0;
    double asked_ = 0;   // weight of all terms
    double strong_ = 0;  // weight of those that are not weak
    double rest_ = 0;    // weight of the strong ones that name nothing
    bool identified_ = false, numbered_ = false, versioned_ = false, named_ = false;  // what kind of name was asked for
};

}  // namespace wm
