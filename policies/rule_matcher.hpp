#pragma once
// Many rules found in one folded text: words and phrases, patterns, slips of the keyboard and German umlauts that were
// typed as two letters put right before; and which languages the text may be in. Immutable after compile: any thread.

#include "policies/hits.hpp"
#include "policies/literals.hpp"
#include "policies/patterns.hpp"
#include "policies/rule_pack.hpp"
#include "policies/slips.hpp"
#include "policies/umlauts.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace wm::policies {

class RuleMatcher {
public:
    using Id = std::uint32_t;  // of a rule: how many were added before

    // What is wrong with the form of the rule, if anything.
    std::vector<std::string> add(const Rule& rule);
    // A small word that gives its language away; a rule as well.
    std::vector<std::string> add_mark(const Rule& rule);
    // After the last add, before the first find. Empty, or what is wrong with all of them together.
    std::string compile();

    struct Found {
        Hits hits;
        Patterns::Groups spoken = Patterns::all_groups;  // languages that the text may be in
    };
    // Patterns of a language that is not spoken are left out.
    Found find(std::string_view folded) const;
    // A hit that says something: no mark, and of a language that is spoken.
    bool counts(Id id, Patterns::Groups spoken) const { return id >= marks_ && (spoken >> languages_of_[id] & 1) != 0; }

private:
    static constexpr std::size_t languages_max = 31;

    Patterns::Group language_number(const std::string& language);
    bool add_literals(const Rule& rule);
    void learn_words(const Rule& rule);
    Patterns::Groups spoken(const Hits& hits) const;
    bool speaks(std::string_view language, Patterns::Groups spoken) const;

    std::vector<std::string> languages_;
    std::vector<Patterns::Group> languages_of_;  // a number each; 0: of none
    std::uint32_t marks_ = 0;                    // how many rules, the first ones, give a language away
    Literals literals_;
    Patterns patterns_;
    Slips slips_;
    Umlauts umlauts_;
};

}  // namespace wm::policies
