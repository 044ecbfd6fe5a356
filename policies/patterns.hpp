#pragma once
// Many RE2 patterns over one text. A pattern that cannot match without certain substrings is tried only where they
// occur; the few without run together in one RE2::Set, whose states would else multiply with all that a text matches.

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

    // Empty when taken, else why not: no RE2 pattern, or one that matches the empty text.
    std::string add(const std::string& pattern, Id id);
    // After the last add, before the first find. False: together they need too much memory.
    bool compile();
    // Sets hits[id] for each pattern that `folded` matches. Any thread.
    void find(std::string_view folded, std::vector<std::uint8_t>& hits) const;

private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace wm::policies
