#pragma once
// Scores judged turns against their labels: precision, recall and F1 over (turn, scope, type), per language, scope and
// type; which type was taken for which; how many backend calls a turn takes. The same counting as tests/data/score_turns.py.

#include <array>
#include <cstddef>
#include <iosfwd>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace wm::cli {

using ScopedTypes = std::set<std::pair<std::string, std::string>>;  // scope, type

class EvaluateScore {
public:
    void add(const std::string& language, const ScopedTypes& expected, const ScopedTypes& judged);
    void add_wanted(bool found);  // one string of must_contain
    void add_banned();            // one string of must_not_contain that was written
    void print(std::ostream& out) const;

private:
    struct Count {
        std::size_t hit = 0, extra = 0, missed = 0;
    };
    // Columns of the confusion table beside the types.
    static constexpr std::string_view nothing = "nothing", other_scope = "other scope";

    void confuse(ScopedTypes missed, ScopedTypes extra);
    std::map<std::string, Count> counts_;                                   // "all", "language es", "scope platform", …
    std::map<std::pair<std::string, std::string>, std::size_t> confusion_;  // expected, judged
    std::size_t turns_ = 0, batches_ = 0, batches_max_ = 0, relevant_ = 0, with_record_ = 0;
    std::size_t wanted_ = 0, found_ = 0, banned_ = 0;
};

}  // namespace wm::cli
