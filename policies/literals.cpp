#include "policies/literals.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace wm::policies {
namespace {

constexpr std::size_t gap_bytes_max = 3, places_max = 100;

constexpr auto symbol_table = [] {
    std::array<std::uint8_t, 256> table{};
    for (std::size_t c = 'a'; c <= 'z'; ++c) table[c] = static_cast<std::uint8_t>(c - 'a' + 1);
    for (std::size_t c = '0'; c <= '9'; ++c) table[c] = static_cast<std::uint8_t>(c - '0' + 27);
    return table;
}();

std::uint32_t symbol_of(char c) { return symbol_table[static_cast<unsigned char>(c)]; }

bool joins(char c) { return c == ' ' || c == '-' || c == '_' || c == '/' || c == '.' || c == '\''; }

// Where the next word begins when no sentence or clause ends before it; else `at` itself.
std::size_t behind_gap(std::string_view text, std::size_t at) {
    auto end = at;
    for (; end < text.size() && end - at < gap_bytes_max && symbol_of(text[end]) == 0; ++end) {
        const char c = text[end];
        const bool blank_next = end + 1 < text.size() && (text[end + 1] == ' ' || text[end + 1] == '\n');
        if (c == '?' || c == '!' || c == ';' || ((c == '.' || c == ',' || c == ':') && blank_next)) return at;
    }
    return end < text.size() && symbol_of(text[end]) != 0 ? end : at;
}

}  // namespace

bool Literals::add(std::string_view literal, Id id, Kind kind) {
    const bool open = literal.ends_with('*');
    if (open) literal.remove_suffix(1);
    bool word = false;  // inside one
    for (const char c : literal) {
        if (symbol_of(c) == 0 && !(joins(c) && word)) return false;
        word = symbol_of(c) != 0;
    }
    if (!word) return false;
    std::uint32_t node = 0;
    for (const char c : literal) {
        const auto symbol = symbol_of(c) == 0 ? gap : symbol_of(c);
        if (nodes_[node].next[symbol] == 0) {
            nodes_[node].next[symbol] = static_cast<std::uint32_t>(nodes_.size());
            nodes_.emplace_back();
        }
        node = nodes_[node].next[symbol];
    }
    auto& head = nodes_[node].next[open ? open_end : whole_end];
    ends_.push_back(End{id, head, kind});
    head = static_cast<std::uint32_t>(ends_.size() - 1);
    return true;
}

// The children of `node`, whose cell is `cell`, to the first free cells that take them all.
bool Literals::place(std::uint32_t node, std::uint32_t cell, std::vector<bool>& bases, std::size_t& first_free) {
    const auto& next = nodes_[node].next;
    std::array<std::uint32_t, symbols> children{};
    std::size_t count = 0;
    for (std::uint32_t s = 1; s < symbols; ++s)
        if (next[s] != 0) children[count++] = s;
    while (first_free < cells_.size() && cells_[first_free] != 0) ++first_free;
    std::size_t base = first_free > children[0] ? first_free - children[0] : 0;
    const auto fits = [&] {
        if (bases[base]) return false;
        for (std::size_t i = 0; i < count; ++i)
            if (cells_[base + children[i]] != 0) return false;
        return true;
    };
    for (std::size_t tries = 0;; ++base) {
        if (++tries == places_max) base = std::max(base, cells_.size() - symbols);  // as good, and sooner found
        if (base > base_mask) return false;
        if (cells_.size() < base + symbols) cells_.resize(base + symbols, 0), bases.resize(base + symbols);
        if (fits()) break;
    }
    bases[base] = true;
    cells_[cell] |= static_cast<Cell>(base) | (next[open_end] != 0 ? open_bit : 0);
    for (std::size_t i = 0; i < count; ++i) {
        const auto s = children[i];
        cells_[base + s] = s << symbol_shift | (s >= whole_end ? next[s] : 0);
    }
    return true;
}

// Breadth first, so that what every word begins with lies together.
bool Literals::compile() {
    if (ends_.size() > base_mask) return false;
    cells_.assign(symbols, 0);
    std::vector<bool> bases(symbols);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> queue{{0, 0}};  // a node and its cell
    std::size_t first_free = 1;
    for (std::size_t head = 0; head < queue.size(); ++head) {
        const auto [node, cell] = queue[head];
        if (!place(node, cell, bases, first_free)) return false;
        for (std::uint32_t s = 1; s < whole_end; ++s)
            if (nodes_[node].next[s] != 0) queue.emplace_back(nodes_[node].next[s], (cells_[cell] & base_mask) + s);
    }
    nodes_ = {};
    return true;
}

void Literals::end(Cell cell, std::uint32_t symbol, std::size_t begin, Found& found) const {
    for (auto at = child(cell, symbol) & base_mask; at != 0; at = ends_[at].more) {
        const auto& [id, more, kind] = ends_[at];
        if (kind == Kind::rule) found.hits.set(id);
        else if (kind == Kind::need) found.words.needs.push_back(id);
        else found.words.starts.push_back({id, static_cast<std::uint32_t>(begin)});
    }
}

// Behind the first word of a phrase.
void Literals::walk_on(std::string_view text, std::size_t at, Cell cell, std::size_t begin, Found& found) const {
    while (true) {
        cell = child(cell, gap);
        const auto next = cell == 0 ? at : behind_gap(text, at);
        if (next == at) return;
        for (at = next; at < text.size(); ++at) {
            const auto symbol = symbol_of(text[at]);
            if (symbol == 0) break;
            cell = child(cell, symbol);
            if (cell == 0) return;
            if ((cell & open_bit) != 0) end(cell, open_end, begin, found);
        }
        end(cell, whole_end, begin, found);
    }
}

// From the first letter of a word to its end, which is returned.
std::size_t Literals::walk(std::string_view text, std::size_t begin, Found& found) const {
    Cell cell = cells_[0];
    auto at = begin;
    for (; at < text.size(); ++at) {
        const auto symbol = symbol_of(text[at]);
        if (symbol == 0) break;
        cell = child(cell, symbol);
        if (cell == 0) {
            while (at < text.size() && symbol_of(text[at]) != 0) ++at;
            return at;
        }
        if ((cell & open_bit) != 0) end(cell, open_end, begin, found);
    }
    end(cell, whole_end, begin, found);
    walk_on(text, at, cell, begin, found);
    return at;
}

void Literals::find(std::string_view text, Hits& hits, Words& words) const {
    Found found{hits, words};
    for (std::size_t at = 0; at < text.size();) {
        if (symbol_of(text[at]) == 0) ++at;
        else at = walk(text, at, found);
    }
}

}  // namespace wm::policies
