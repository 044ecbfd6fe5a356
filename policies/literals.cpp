#include "policies/literals.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <memory>

namespace wm::policies {
namespace {

constexpr std::size_t gap_bytes_max = 3, head_bytes = 8, open_letters = 3, literal_bytes_max = 60'000;

constexpr auto is_letter_table = [] {
    std::array<std::uint8_t, 256> table{};
    for (std::size_t c = 'a'; c <= 'z'; ++c) table[c] = 1;
    for (std::size_t c = '0'; c <= '9'; ++c) table[c] = 1;
    return table;
}();

bool is_letter(char c) { return is_letter_table[static_cast<unsigned char>(c)] != 0; }
bool joins(char c) { return c == ' ' || c == '-' || c == '_' || c == '/' || c == '.' || c == '\''; }

// Between two words of a phrase: a blank or a mark inside a sentence, no end of a sentence or clause.
bool is_gap(std::string_view text, std::size_t begin, std::size_t end) {
    if (end - begin > gap_bytes_max) return false;
    for (auto at = begin; at < end; ++at) {
        const char c = text[at];
        const bool blank_next = text[at + 1] == ' ' || text[at + 1] == '\n';
        if (c == '?' || c == '!' || c == ';' || ((c == '.' || c == ',' || c == ':') && blank_next)) return false;
    }
    return true;
}

std::uint64_t head_of(std::string_view word) {
    std::uint64_t head = 0;
    std::memcpy(&head, word.data(), std::min(word.size(), head_bytes));
    return head;
}

// The first `count` bytes of a head, in the order of memory.
std::uint64_t mask_of(std::size_t count) {
    if (count >= head_bytes) return ~std::uint64_t{0};
    std::array<unsigned char, head_bytes> bytes{};
    std::fill_n(bytes.begin(), count, static_cast<unsigned char>(0xFF));
    std::uint64_t mask = 0;
    std::memcpy(&mask, bytes.data(), head_bytes);
    return mask;
}

constexpr std::size_t masks_count = head_bytes + 1;
const std::array<std::uint64_t, masks_count>& masks() {
    static const auto all = [] {
        std::array<std::uint64_t, masks_count> out{};
        for (std::size_t i = 0; i < out.size(); ++i) out[i] = mask_of(i);
        return out;
    }();
    return all;
}

std::uint64_t hash_of(std::uint64_t head, std::uint32_t node, std::uint16_t length, std::uint16_t open) {
    auto hash = (head ^ (std::uint64_t{node} << 32 | std::uint64_t{open} << 16 | length) * 0x9E3779B97F4A7C15) *
                0xD6E8FEB86659FD93;
    hash ^= hash >> 32;
    return hash * 0xD6E8FEB86659FD93;
}

std::uint8_t tag_of(std::uint64_t hash) { return static_cast<std::uint8_t>(hash >> 56 | 1); }

// Where words begin and end, in turn: each byte's class as a bit, sixty-four at once, and where the bits change.
class Edges {
public:
    explicit Edges(std::string_view text) : at_(new std::uint32_t[text.size() + 2]) {
        std::uint64_t before = 0;
        for (std::size_t from = 0; from < text.size(); from += 64) {
            const auto count = std::min<std::size_t>(64, text.size() - from);
            std::uint64_t letters = 0;
            for (std::size_t i = 0; i < count; ++i)
                letters |= std::uint64_t{is_letter_table[static_cast<unsigned char>(text[from + i])]} << i;
            for (auto changes = letters ^ (letters << 1 | before); changes != 0; changes &= changes - 1)
                at_[count_++] =
                    static_cast<std::uint32_t>(from) + static_cast<std::uint32_t>(std::countr_zero(changes));
            before = letters >> 63;
        }
        if (count_ % 2 != 0) at_[count_++] = static_cast<std::uint32_t>(text.size());
    }
    std::size_t words() const { return count_ / 2; }
    std::size_t begin(std::size_t word) const { return at_[2 * word]; }
    std::size_t end(std::size_t word) const { return at_[2 * word + 1]; }

private:
    std::unique_ptr<std::uint32_t[]> at_;
    std::size_t count_ = 0;
};

}  // namespace

struct Literals::Walk {
    std::string_view text;
    Edges edges;
    const std::array<std::uint64_t, masks_count>& masks;
    std::size_t begin = 0;  // of the first word
    Hits& hits;
    Words& words;

    Word word(std::size_t index) const {
        const auto from = edges.begin(index), to = edges.end(index);
        const auto bytes = text.substr(from, to - from);
        if (from + head_bytes > text.size()) return {head_of(bytes), bytes};
        std::uint64_t head = 0;
        std::memcpy(&head, bytes.data(), head_bytes);
        return {head & masks[std::min(bytes.size(), head_bytes)], bytes};
    }
};

bool Literals::add(std::string_view literal, Id id, What what) {
    const bool open = literal.ends_with('*');
    if (open) literal.remove_suffix(1);
    bool word = false;  // inside one
    for (const char c : literal) {
        if (!is_letter(c) && !(joins(c) && word)) return false;
        word = is_letter(c);
    }
    if (!word || literal.size() > literal_bytes_max) return false;
    std::uint32_t node = 0;
    for (std::size_t at = 0; at < literal.size();) {
        auto end = at;
        while (end < literal.size() && is_letter(literal[end])) ++end;
        const bool last = end == literal.size();
        std::pair key{node, std::string(literal.substr(at, end - at))};
        if (last && open) {
            auto& head = open_edges_[std::move(key)];
            ends_.push_back({id, head, what});
            head = static_cast<std::uint32_t>(ends_.size() - 1);
            return true;
        }
        auto& child = edges_[std::move(key)];
        if (child == 0) child = static_cast<std::uint32_t>(nodes_.size()), nodes_.emplace_back();
        node = child;
        nodes_[node].goes_on |= !last;
        at = end + 1;
    }
    ends_.push_back({id, nodes_[node].ends, what});
    nodes_[node].ends = static_cast<std::uint32_t>(ends_.size() - 1);
    return true;
}

std::uint32_t Literals::keep_tail(std::string_view word) {
    const auto at = static_cast<std::uint32_t>(tails_.size());
    if (word.size() > head_bytes) tails_ += word.substr(head_bytes);
    return at;
}

bool Literals::has_tail(std::string_view word, std::uint32_t tail, std::size_t length) const {
    return length <= head_bytes ||
           std::memcmp(word.data() + head_bytes, tails_.data() + tail, length - head_bytes) == 0;
}

void Literals::insert(const Slot& slot) {
    const auto hash = hash_of(slot.head, slot.node, slot.length, slot.open);
    auto at = hash & (tags_.size() - 1);
    while (tags_[at] != 0) at = (at + 1) & (tags_.size() - 1);
    tags_[at] = tag_of(hash);
    slots_[at] = slot;
}

void Literals::compile() {
    const auto size = std::bit_ceil(2 * (edges_.size() + open_edges_.size()) + 2);
    tags_.assign(size, 0);
    slots_.assign(size, {});
    for (const auto& [key, child] : edges_) {
        const auto& [node, word] = key;
        insert({head_of(word), node, static_cast<std::uint16_t>(word.size()), 0, keep_tail(word), child});
    }
    const std::string* before = nullptr;  // the map brings those together that begin alike
    std::uint32_t node_before = 0;
    for (const auto& [key, ends] : open_edges_) {
        const auto& [node, word] = key;
        const auto letters = static_cast<std::uint16_t>(std::min(word.size(), open_letters));
        open_letters_[letters] = true;
        const bool alike = before && node == node_before && std::min(before->size(), open_letters) == letters &&
                           before->compare(0, letters, word, 0, letters) == 0;
        if (alike) opens_.back().last = false;
        else insert({head_of(word.substr(0, letters)), node, 0, letters, 0, static_cast<std::uint32_t>(opens_.size())});
        opens_.push_back({head_of(word), mask_of(word.size()), static_cast<std::uint32_t>(word.size()), keep_tail(word),
                          ends, true});
        before = &word, node_before = node;
    }
    edges_.clear();
    open_edges_.clear();
}

const Literals::Slot* Literals::slot_of(std::uint64_t head, std::uint32_t node, std::uint16_t length,
                                        std::uint16_t open, std::string_view word) const {
    const auto hash = hash_of(head, node, length, open);
    const auto tag = tag_of(hash);
    for (auto at = hash & (tags_.size() - 1); tags_[at] != 0; at = (at + 1) & (tags_.size() - 1)) {
        const auto& slot = slots_[at];
        if (tags_[at] == tag && slot.head == head && slot.node == node && slot.length == length && slot.open == open &&
            has_tail(word, slot.tail, length))
            return &slot;
    }
    return nullptr;
}

void Literals::end(std::uint32_t head, std::size_t end, Walk& walk) const {
    for (; head != 0; head = ends_[head].more) {
        const auto& [id, more, what] = ends_[head];
        if (what.after != 0 && (end == walk.text.size() || walk.text[end] != what.after)) continue;
        if (what.kind == Kind::rule) walk.hits.set(id);
        else if (what.kind == Kind::need) walk.words.needs.push_back(id);
        else walk.words.starts.push_back({id, static_cast<std::uint32_t>(walk.begin)});
    }
}

void Literals::find_open(std::uint32_t node, const Word& word, Walk& walk) const {
    for (std::uint16_t letters = 1; letters <= open_letters; ++letters) {
        if (!open_letters_[letters] || word.bytes.size() < letters) continue;
        const auto* slot = slot_of(word.head & walk.masks[letters], node, 0, letters, {});
        if (!slot) continue;
        for (auto open = opens_.begin() + slot->target;; ++open) {
            if ((word.head & open->mask) == open->head && word.bytes.size() >= open->length &&
                has_tail(word.bytes, open->tail, open->length))
                end(open->ends, static_cast<std::size_t>(word.bytes.data() - walk.text.data()) + open->length, walk);
            if (open->last) break;
        }
    }
}

// From a word on, and to the next as long as phrases go on.
void Literals::follow(Walk& walk, std::size_t first) const {
    walk.begin = walk.edges.begin(first);
    std::uint32_t node = 0;
    for (auto index = first;; ++index) {
        const auto word = walk.word(index);
        find_open(node, word, walk);
        if (word.bytes.size() > literal_bytes_max) return;
        const auto* slot = slot_of(word.head, node, static_cast<std::uint16_t>(word.bytes.size()), 0, word.bytes);
        if (!slot) return;
        node = slot->target;
        if (nodes_[node].ends != 0) end(nodes_[node].ends, walk.edges.end(index), walk);
        if (!nodes_[node].goes_on || index + 1 == walk.edges.words() ||
            !is_gap(walk.text, walk.edges.end(index), walk.edges.begin(index + 1)))
            return;
    }
}

void Literals::find(std::string_view text, Hits& hits, Words& words) const {
    Walk walk{text, Edges(text), masks(), 0, hits, words};
    for (std::size_t i = 0; i < walk.edges.words(); ++i) follow(walk, i);
}

}  // namespace wm::policies
