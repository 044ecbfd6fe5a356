#pragma once
// German typed without umlauts: "Stoerung", "ueberpruefen". Folded text and rules know them as "storung", "uberprufen", so
// a word that no rule knows is read with a, o, u for ae, oe, ue when a rule knows it then, whole or as a part of a compound.

#include <string>
#include <string_view>
#include <unordered_set>

namespace wm::policies {

class Umlauts {
public:
    // A word of a-z of a rule; its beginning when `open`, with any ending.
    void learn(std::string_view word, bool open = false);
    // Puts such words of `folded` right; false: there was none. Any thread.
    bool mend(std::string& folded) const;

private:
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view word) const { return std::hash<std::string_view>{}(word); }
    };
    using Words = std::unordered_set<std::string, Hash, std::equal_to<>>;

    bool knows(std::string_view word) const;

    Words words_, beginnings_;
};

}  // namespace wm::policies
