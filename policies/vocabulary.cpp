#include "policies/vocabulary.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace wm::policies {
namespace {

constexpr std::size_t number_bytes = sizeof(std::uint64_t), key_bytes = 2 * number_bytes;

std::uint64_t hash_of(const WordKey& key) {
    auto hash = (key.head ^ std::rotl(key.tail, 31) ^ key.length) * 0x9E3779B97F4A7C15;
    hash ^= hash >> 32;
    return hash * 0xD6E8FEB86659FD93;
}

std::uint8_t tag_of(std::uint64_t hash) { return static_cast<std::uint8_t>(hash >> 56 | 1); }

}  // namespace

WordKey word_key(std::string_view text, std::size_t begin, std::size_t end) {
    WordKey key;
    key.length = static_cast<std::uint32_t>(end - begin);
    if (key.length > number_bytes) {
        std::memcpy(&key.head, text.data() + begin, number_bytes);
        std::memcpy(&key.tail, text.data() + end - number_bytes, number_bytes);
    } else if (begin + number_bytes <= text.size() && key.length > 0) {
        std::memcpy(&key.head, text.data() + begin, number_bytes);
        key.head &= ~std::uint64_t{0} >> (8 * (number_bytes - key.length));
    } else {
        std::memcpy(&key.head, text.data() + begin, key.length);
    }
    return key;
}

WordId Vocabulary::add(std::string_view word) {
    const auto [at, fresh] = ids_.try_emplace(std::string(word), static_cast<WordId>(words_.size()));
    if (fresh) words_.emplace_back(word);
    return at->second;
}

void Vocabulary::compile() {
    const auto size = std::bit_ceil(2 * words_.size());
    tags_.assign(size, 0);
    slots_.assign(size, {});
    for (WordId id = 1; id < words_.size(); ++id) {
        const auto key = word_key(words_[id], 0, words_[id].size());
        const auto hash = hash_of(key);
        auto at = hash & (size - 1);
        while (tags_[at] != 0) at = (at + 1) & (size - 1);
        tags_[at] = tag_of(hash);
        slots_[at] = {key, id};
    }
}

WordId Vocabulary::find(const WordKey& key, std::string_view word) const {
    const auto hash = hash_of(key);
    const auto tag = tag_of(hash);
    for (auto at = hash & (tags_.size() - 1); tags_[at] != 0; at = (at + 1) & (tags_.size() - 1)) {
        const auto& slot = slots_[at];
        if (tags_[at] == tag && slot.key.head == key.head && slot.key.tail == key.tail &&
            slot.key.length == key.length && (key.length <= key_bytes || words_[slot.id] == word))
            return slot.id;
    }
    return unknown_word;
}

WordId Vocabulary::find(std::string_view word) const { return find(word_key(word, 0, word.size()), word); }

TextWords Vocabulary::read(std::string_view text) const {
    TextWords words{text, WordEdges(text), {}};
    const auto count = words.edges.count();
    words.ids.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        const auto begin = words.edges.begin(i), end = words.edges.end(i);
        words.ids[i] = find(word_key(text, begin, end), text.substr(begin, end - begin));
    }
    return words;
}

}  // namespace wm::policies
