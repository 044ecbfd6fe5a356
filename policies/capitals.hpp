#pragma once
// How words were capitalised: what folding took away, looked up in the original. Tells a name from a word, as far as
// capitals can: not at the beginning of a sentence, and not in German, where every noun has one.

#include "policies/fold.hpp"

#include <cstddef>
#include <optional>
#include <string_view>

namespace wm::policies {

struct Written {
    bool capitals = false;     // capitals alone: NAS
    bool inner = false;        // capitals alone, or one inside the word: GitOps
    bool capitalised = false;  // one capital, first, inside a sentence that is not German
    bool first = false;        // one capital, first, where a sentence begins: a name, or any word
};

class Capitals {
public:
    // Both outlive it; `folded` is fold(original).
    Capitals(std::string_view original, const Folded& folded);

    // Of the word at [begin, end) of the folded text.
    Written of(std::size_t begin, std::size_t end) const;

private:
    bool capital(std::size_t at) const;
    bool inside_sentence(std::size_t at) const;

    std::string_view original_;
    const Folded& folded_;
    mutable std::optional<bool> german_;  // looked at when a capital makes it matter; so one thread
};

}  // namespace wm::policies
