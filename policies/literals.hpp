#pragma once
// Many words and phrases found in one pass over folded text: each word is looked up whole in one hash table, phrases go
// on from word to word in the same table. It finds the words of patterns in the same pass (policies/patterns).

#include "policies/hits.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
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
    bool add(std::string_view literal, Id id) { return add(literal, id, {Kind::rule}); }
    // `after`: the byte that must follow the last word; 0: any.
    bool add_start(std::string_view literal, Id id, char after = 0) { return add(literal, id, {Kind::start, after}); }
    bool add_need(std::string_view literal, Id id, char after = 0) { return add(literal, id, {Kind::need, after}); }
    // After the last add, before the first find.
    void compile();

    // Sets each literal that `folded` holds, and appends to `words`. Any thread.
    void find(std::string_view folded, Hits& hits, Words& words) const;

private:
    enum class Kind : std::uint8_t { rule, start, need };
    struct What {
        Kind kind = Kind::rule;
        char after = 0;
    };
    struct End {  // of a literal; those of one place are a chain
        Id id = 0;
        std::uint32_t more = 0;  // index in ends_; 0: none
        What what;
    };
    struct Node {  // behind a word
        std::uint32_t ends = 0;
        bool goes_on = false;
    };
    // A word of the text, or of a literal: its first eight bytes as a number, and all of it.
    struct Word {
        std::uint64_t head = 0;
        std::string_view bytes;
    };
    // A word behind a node; or, with `open` letters, where the endings of those words begin that share them.
    struct Slot {
        std::uint64_t head = 0;
        std::uint32_t node = 0;
        std::uint16_t length = 0;
        std::uint16_t open = 0;
        std::uint32_t tail = 0;    // index in tails_, of what is longer than the head
        std::uint32_t target = 0;  // a node; an index in opens_
    };
    struct Open {  // a word with any ending
        std::uint64_t head = 0, mask = 0;
        std::uint32_t length = 0;
        std::uint32_t tail = 0;
        std::uint32_t ends = 0;
        bool last = false;  // of those that begin alike
    };
    struct Walk;

    bool add(std::string_view literal, Id id, What what);
    void insert(const Slot& slot);
    std::uint32_t keep_tail(std::string_view word);
    bool has_tail(std::string_view word, std::uint32_t tail, std::size_t length) const;
    const Slot* slot_of(std::uint64_t head, std::uint32_t node, std::uint16_t length, std::uint16_t open,
                        std::string_view word) const;
    void end(std::uint32_t head, std::size_t end, Walk& walk) const;
    void find_open(std::uint32_t node, const Word& word, Walk& walk) const;
    void follow(Walk& walk, std::size_t first) const;

    // While rules are added: words and open words behind a node.
    std::map<std::pair<std::uint32_t, std::string>, std::uint32_t> edges_, open_edges_;
    std::vector<Node> nodes_{1};
    std::vector<End> ends_{1};

    std::vector<std::uint8_t> tags_ = {0};  // of each slot some bits of its hash; 0: free
    std::vector<Slot> slots_ = std::vector<Slot>(1);
    std::vector<Open> opens_;
    std::string tails_;
    bool open_letters_[4] = {};  // some open word is told by as many letters
};

}  // namespace wm::policies
