#pragma once
// What the search is measured against in the same run: plain FTS5 with its Porter stemmer and BM25, the words of the
// question joined by OR without stop words, and each turn lifted by its neighbours.

#include "cli/locomo.hpp"
#include "store/sqlite.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace wm::cli {

class LocomoGate {
public:
    // `folder`: an empty one of its own.
    static std::variant<LocomoGate, StoreError> open(const std::string& folder);

    // Rows get the ids 1, 2, … in the order they are added; `neighbour`: goes on from the one before.
    bool add(std::string_view text, bool neighbour);
    bool finish();

    std::vector<std::int64_t> find(std::string_view question, std::size_t rows_max);  // best first

private:
    explicit LocomoGate(Database db);

    Database db_;
    Statement insert_, find_;
    std::vector<bool> goes_on_;  // of row id - 1
};

}  // namespace wm::cli
