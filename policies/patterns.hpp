#pragma once
// Many RE2 patterns over one text. Each is tried on a sentence alone, and only where the words and marks stand that no
// match can do without (policies/pattern_gates): few are tried, and each on few bytes.

#include "policies/hits.hpp"
#include "policies/literals.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace wm::policies {

class Patterns {
public:
    using Id = std::uint32_t;

    Patterns();
    ~Patterns();

    // Those of one language, which are left out where nobody speaks it. 0: of none; else 1 to 31.
    using Group = std::uint8_t;
    using Groups = std::uint32_t;  // a bit each
    static constexpr Groups all_groups = ~Groups{0};

    // Empty when taken, else why not: no RE2 pattern, or one that matches the empty text. Its words go to `literals`.
    std::string add(const std::string& pattern, Id id, Literals& literals, Group group = 0);
    // After the last add, before the first find. False: together they need too much memory.
    bool compile();
    // Sets each pattern of the groups that the text matches. `cues`: what Literals::find gave for the same text. Any thread.
    void find(const TextWords& text, const std::vector<Literals::Cue>& cues, Hits& hits,
              Groups groups = all_groups) const;

private:
    struct Parts;
    class Search;
    std::unique_ptr<Parts> parts_;
};

}  // namespace wm::policies
