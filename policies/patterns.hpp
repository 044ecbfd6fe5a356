#pragma once
// Many RE2 patterns over one text. One that cannot match without certain words is tried only where they stand
// (policies/pattern_words), one without certain substrings only where they occur; the few others run together in one
// RE2::Set, whose states would else multiply with all that a text matches.

#include "policies/hits.hpp"
#include "policies/literals.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace wm::policies {

class Patterns {
public:
    using Id = std::uint32_t;

    Patterns();
    ~Patterns();

    // Empty when taken, else why not: no RE2 pattern, or one that matches the empty text. Its words go to `literals`.
    std::string add(const std::string& pattern, Id id, Literals& literals);
    // After the last add, before the first find. False: together they need too much memory.
    bool compile();
    // Sets each pattern that `folded` matches. `words`: what Literals::find gave for the same text. Any thread.
    void find(std::string_view folded, const Literals::Words& words, Hits& hits) const;

private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace wm::policies
