#include "policies/literals.hpp"

#include <cstddef>

namespace wm::policies {
namespace {

constexpr std::uint32_t no_symbol = 99;
constexpr std::size_t gap_bytes_max = 3;

constexpr std::uint32_t symbol_of(char c) {
    if (c >= 'a' && c <= 'z') return static_cast<std::uint32_t>(c - 'a');
    if (c >= '0' && c <= '9') return static_cast<std::uint32_t>(c - '0' + 26);
    return no_symbol;
}

bool joins(char c) { return c == ' ' || c == '-' || c == '_' || c == '/' || c == '.' || c == '\''; }

// Where the next word begins when no sentence or clause ends before it; else `at` itself.
std::size_t behind_gap(std::string_view text, std::size_t at) {
    auto end = at;
    for (; end < text.size() && end - at < gap_bytes_max && symbol_of(text[end]) == no_symbol; ++end) {
        const char c = text[end];
        const bool blank_next = end + 1 < text.size() && (text[end + 1] == ' ' || text[end + 1] == '\n');
        if (c == '?' || c == '!' || c == ';' || ((c == '.' || c == ',' || c == ':') && blank_next)) return at;
    }
    return end < text.size() && symbol_of(text[end]) != no_symbol ? end : at;
}

}  // namespace

bool Literals::add(std::string_view literal, Id id) {
    const bool open = literal.ends_with('*');
    if (open) literal.remove_suffix(1);
    bool word = false;  // inside one
    for (const char c : literal) {
        if (symbol_of(c) == no_symbol && !(joins(c) && word)) return false;
        word = symbol_of(c) != no_symbol;
    }
    if (!word) return false;
    std::uint32_t node = 0;
    for (const char c : literal) {
        const auto symbol = symbol_of(c) == no_symbol ? gap : symbol_of(c);
        if (nodes_[node].next[symbol] == 0) {
            nodes_[node].next[symbol] = static_cast<std::uint32_t>(nodes_.size());
            nodes_.emplace_back();
        }
        node = nodes_[node].next[symbol];
    }
    auto& head = open ? nodes_[node].open : nodes_[node].whole;
    ends_.push_back(End{id, head});
    head = static_cast<std::uint32_t>(ends_.size() - 1);
    return true;
}

void Literals::mark(std::uint32_t head, std::vector<std::uint8_t>& hits) const {
    for (; head != 0; head = ends_[head].more) hits[ends_[head].id] = 1;
}

void Literals::walk(std::string_view text, std::size_t at, std::vector<std::uint8_t>& hits) const {
    std::uint32_t node = 0;
    while (true) {
        for (; at < text.size(); ++at) {
            const auto symbol = symbol_of(text[at]);
            if (symbol == no_symbol) break;
            node = nodes_[node].next[symbol];
            if (node == 0) return;
            if (nodes_[node].open != 0) mark(nodes_[node].open, hits);
        }
        if (nodes_[node].whole != 0) mark(nodes_[node].whole, hits);
        node = nodes_[node].next[gap];
        const auto next = behind_gap(text, at);
        if (node == 0 || next == at) return;
        at = next;
    }
}

void Literals::find(std::string_view text, std::vector<std::uint8_t>& hits) const {
    for (std::size_t at = 0; at < text.size();) {
        while (at < text.size() && symbol_of(text[at]) == no_symbol) ++at;
        if (at == text.size()) return;
        walk(text, at, hits);
        while (at < text.size() && symbol_of(text[at]) != no_symbol) ++at;
    }
}

}  // namespace wm::policies
