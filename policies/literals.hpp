#pragma once
// Many words and phrases found in one pass over folded text: a trie walked from the beginning of each word. Beside the
// patterns' RE2::Set because that one's states multiply with the words that a text happens to hold (measured: docs).

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace wm::policies {

class Literals {
public:
    using Id = std::uint32_t;

    // Words of a-z and 0-9 with one of " -_/.'" between them, `*` at the very end for any ending. False: not of this form.
    bool add(std::string_view literal, Id id);

    // Sets hits[id] for each literal that `folded` holds; hits is as long as the highest id asks for.
    void find(std::string_view folded, std::vector<std::uint8_t>& hits) const;

private:
    static constexpr std::uint32_t gap = 36, symbols = 37;
    struct Node {
        std::array<std::uint32_t, symbols> next{};
        std::uint32_t whole = 0;  // heads of chains in ends_, 0: none
        std::uint32_t open = 0;
    };
    struct End {
        Id id = 0;
        std::uint32_t more = 0;
    };
    void mark(std::uint32_t head, std::vector<std::uint8_t>& hits) const;
    void walk(std::string_view folded, std::size_t at, std::vector<std::uint8_t>& hits) const;

    std::vector<Node> nodes_{1};
    std::vector<End> ends_{1};
};

}  // namespace wm::policies
