#pragma once
// Many words and phrases found in one pass over folded text: a trie walked from the beginning of each word, laid out as a
// double array so that it stays in the cache. It finds the beginnings of patterns in the same pass (policies/patterns).

#include "policies/hits.hpp"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace wm::policies {

class Literals {
public:
    using Id = std::uint32_t;
    // What patterns wait for.
    struct Start {
        Id id = 0;
        std::uint32_t at = 0;  // byte offset in the text
    };
    struct Words {
        std::vector<Start> starts;  // of what add_start took, each place
        std::vector<Id> needs;      // of what add_need took, perhaps more than once
    };

    // Words of a-z and 0-9 with one of " -_/.'" between them, `*` at the very end for any ending. False: not of this form.
    bool add(std::string_view literal, Id id) { return add(literal, id, Kind::rule); }
    bool add_start(std::string_view literal, Id id) { return add(literal, id, Kind::start); }
    bool add_need(std::string_view literal, Id id) { return add(literal, id, Kind::need); }
    // After the last add, before the first find. False: too many.
    bool compile();

    // Sets each literal that `folded` holds, and appends to `words`. Any thread.
    void find(std::string_view folded, Hits& hits, Words& words) const;

private:
    enum class Kind : std::uint8_t { rule, start, need };
    // a-z, 0-9: 1 to 36; then what stands between words; then the ends that a whole word and an open one have.
    static constexpr std::uint32_t gap = 37, whole_end = 38, open_end = 39, symbols = 40;
    struct
        Node {  // while rules are added; the index of each child, or at the two ends that of a chain in ends_; 0: none
        std::array<std::uint32_t, symbols> next{};
    };
    // A compiled node, four bytes: where its children are (the child by a symbol at base + symbol; bases are unique), the
    // symbol that leads to it, and whether it has an open end. At an end: the chain.
    using Cell = std::uint32_t;
    static constexpr Cell base_mask = (1U << 24) - 1, open_bit = 1U << 31;
    static constexpr std::uint32_t symbol_shift = 24, symbol_mask = 63;
    struct End {
        Id id = 0;
        std::uint32_t more = 0;
        Kind kind = Kind::rule;
    };
    struct Found {
        Hits& hits;
        Words& words;
    };
    bool add(std::string_view literal, Id id, Kind kind);
    bool place(std::uint32_t node, std::uint32_t cell, std::vector<bool>& bases, std::size_t& first_free);
    Cell child(Cell cell, std::uint32_t symbol) const {  // 0: none
        const auto found = cells_[(cell & base_mask) + symbol];
        return (found >> symbol_shift & symbol_mask) == symbol ? found : 0;
    }
    void end(Cell cell, std::uint32_t symbol, std::size_t begin, Found& found) const;
    std::size_t walk(std::string_view folded, std::size_t begin, Found& found) const;
    void walk_on(std::string_view folded, std::size_t at, Cell cell, std::size_t begin, Found& found) const;

    std::vector<Node> nodes_{1};
    std::vector<Cell> cells_ = std::vector<Cell>(symbols, 0);
    std::vector<End> ends_{1};
};

}  // namespace wm::policies
