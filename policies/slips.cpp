#include "policies/slips.hpp"

#include <algorithm>
#include <array>

namespace wm::policies {
namespace {

constexpr std::size_t letters_min = 6;
constexpr std::size_t letters_min_to_miss_one = 9;  // of a shorter one another word is left: Schulden, Schulen

constexpr bool is_letter(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool is_word_byte(char c) {
    return is_letter(c) || (c >= '0' && c <= '9') || c == '_' || (static_cast<unsigned char>(c) & 0x80) != 0;
}

// splitmix64 of the letter: sums of these tell sets of letters apart.
constexpr auto letter_values = [] {
    std::array<std::uint64_t, 26> values{};
    for (std::size_t i = 0; i < values.size(); ++i) {
        std::uint64_t z = (i + 1) * 0x9e3779b97f4a7c15ull;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
        values[i] = z ^ (z >> 31);
    }
    return values;
}();
std::uint64_t value(char letter) { return letter_values[static_cast<std::size_t>(letter - 'a')]; }

bool one_slip_away(std::string_view word, std::string_view known) {
    if (word.front() != known.front()) return false;
    std::size_t at = 0;
    while (at < word.size() && word[at] == known[at]) ++at;
    if (word.size() == known.size())
        return at + 1 < word.size() && word[at] == known[at + 1] && word[at + 1] == known[at] &&
               word.substr(at + 2) == known.substr(at + 2);
    return at < word.size() && word.size() + 1 == known.size() && word.substr(at) == known.substr(at + 1);
}

}  // namespace

void Slips::learn(std::string_view word) {
    if (word.size() >= letters_min && std::all_of(word.begin(), word.end(), is_letter)) words_.emplace_back(word);
}

void Slips::compile(Vocabulary& vocabulary) {
    std::sort(words_.begin(), words_.end());
    words_.erase(std::unique(words_.begin(), words_.end()), words_.end());
    for (const auto& word : words_) {
        const auto id = vocabulary.add(word);
        if (known_.size() <= id) known_.resize(id + 1);
        known_[id] = true;
    }
    std::size_t entries = words_.size();
    for (const auto& word : words_) entries += word.size() - 2;
    std::size_t size = 16;
    while (size < 2 * entries) size *= 2;
    table_.assign(size, {});
    const auto insert = [&](std::uint64_t letters, std::uint32_t word) {
        auto at = letters & (size - 1);
        for (; table_[at].word != 0; at = (at + 1) & (size - 1))
            if (table_[at].letters == letters && table_[at].word == word) return;
        table_[at] = {letters, word};
    };
    for (std::uint32_t i = 0; i < words_.size(); ++i) {
        std::uint64_t letters = 0;
        for (const char c : words_[i]) letters += value(c);
        insert(letters, i + 1);
        if (words_[i].size() < letters_min_to_miss_one) continue;
        for (std::size_t at = 1; at + 1 < words_[i].size(); ++at) insert(letters - value(words_[i][at]), i + 1);
    }
}

// The known word that `word` was meant to be; nullptr: it is one itself, or near none.
const std::string* Slips::meant(std::string_view word) const {
    if (table_.empty()) return nullptr;
    std::uint64_t letters = 0;
    for (const char c : word) {
        if (!is_letter(c)) return nullptr;
        letters += value(c);
    }
    const std::string* found = nullptr;
    const auto mask = table_.size() - 1;
    for (auto at = letters & mask; table_[at].word != 0; at = (at + 1) & mask) {
        if (table_[at].letters != letters) continue;
        const auto& known = words_[table_[at].word - 1];
        if (known == word) return nullptr;
        if (!found && one_slip_away(word, known)) found = &known;
    }
    return found;
}

std::string Slips::mended(const TextWords& words) const {
    std::string out;
    std::size_t taken = 0;  // of the text
    const auto text = words.text;
    for (std::size_t i = 0; i < words.count(); ++i) {
        const auto begin = words.begin(i), end = words.end(i);
        if (end - begin < letters_min || (words.ids[i] < known_.size() && known_[words.ids[i]])) continue;
        if ((begin > 0 && is_word_byte(text[begin - 1])) || (end < text.size() && is_word_byte(text[end]))) continue;
        const auto* known = meant(words.word(i));
        if (!known) continue;
        out.append(text.substr(taken, begin - taken)).append(*known);
        taken = end;
    }
    return out.empty() ? out : out.append(text.substr(taken));
}

}  // namespace wm::policies
