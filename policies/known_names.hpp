#pragma once
// Learned names: hosts, services, customers, products, people that accepted memories speak of, so that a message about
// one of them is routed to the scope that knows it (docs/rules.md, "Learned names"). Kept apart for each bank: a message
// is compared with the names of those banks alone that its speaker may read (A8). Pure.

#include "policies/access.hpp"
#include "policies/turn.hpp"
#include "policies/types.hpp"

#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace wm::policies {

inline constexpr std::size_t name_bytes_max = 64;
inline constexpr std::size_t name_words_max = 4;
inline constexpr std::size_t names_of_turn_max = 16;

// The names that the records speak of: folded, their words one blank apart, each once. A name is a host with a digit, an
// acronym, a word in quotes or with a capital in the middle of a sentence; never a stop word, a day, a month, a language,
// a country, or a technology that everybody uses. What a person likes (a preference) names nothing.
std::vector<std::string> names_in(const std::vector<LearningRecord>& records);

// A message as words, once for all indexes.
struct MessageWords {
    explicit MessageWords(std::string_view folded);
    struct Word {
        std::string_view text;
        std::uint64_t hash = 0;
    };
    std::vector<Word> words;
};

// The names of one bank. Immutable; any thread.
class NameIndex {
public:
    NameIndex(ScopeName scope, const std::vector<std::string>& names);  // as names_in() gives them
    const ScopeName& scope() const { return scope_; }
    std::size_t size() const { return count_; }

    // The first name that the message holds, nullptr when it holds none. One is enough: they all speak for one scope.
    const std::string* find(const MessageWords& message) const;

private:
    bool may_hold(std::uint64_t hash) const { return (bits_[hash / 64 % bits_.size()] >> (hash % 64)) & 1; }

    ScopeName scope_;
    std::size_t count_ = 0;
    std::vector<std::uint64_t> bits_;  // of first words: most words of a message are none
    std::unordered_map<std::uint64_t, std::vector<std::string>> by_first_;
};
using NameIndexes = std::vector<std::shared_ptr<const NameIndex>>;

// The scopes for which a name of the message speaks, each with that name.
std::vector<std::pair<ScopeName, std::string>> find_names(const NameIndexes& indexes, std::string_view folded);

// Whose memory it is: a scope, and of a private one the user. Where it lives is for the registry alone to say.
struct NamePlace {
    ScopeName scope;
    UserId user;  // empty: a shared scope
    friend auto operator<=>(const NamePlace&, const NamePlace&) = default;
};

// What a learned name weighs for its scope: enough alone, never enough for a second scope when it is a single word.
double weight_of_name(std::string_view name);

// Which names each place has, the longest unheard of first to go. For the one who keeps them.
class NameBook {
public:
    explicit NameBook(std::size_t names_of_a_place_max) : max_(names_of_a_place_max) {}
    struct Change {
        std::vector<std::string> added, removed;
    };
    // Empty when all were known: then they are only heard again.
    Change learn(const NamePlace& place, const std::vector<std::string>& names);
    std::vector<std::string> names(const NamePlace& place) const;
    std::size_t size() const { return size_; }

private:
    struct Known {
        std::list<std::string> names;  // the longest unheard of first
        std::unordered_map<std::string_view, std::list<std::string>::iterator> places;
    };
    std::size_t max_;
    std::size_t size_ = 0;
    std::map<NamePlace, Known> places_;
};

// Where a router finds the indexes of whoever speaks.
class ReadableNames {
public:
    void put(const BankId& bank, std::shared_ptr<const NameIndex> index) { by_bank_[bank] = std::move(index); }
    // Of the principal's own banks alone.
    NameIndexes of(const Principal& principal) const;

private:
    std::unordered_map<BankId, std::shared_ptr<const NameIndex>> by_bank_;
};

}  // namespace wm::policies
