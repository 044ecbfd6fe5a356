#pragma once
// Many words and phrases found in one pass over the words of a folded text, and the words that tell where a pattern may
// match (policies/patterns). Each word of the text was looked up once (policies/vocabulary); phrases go on from word to
// word in a second table, and what has an open end is told by its first or its last three letters.

#include "policies/hits.hpp"
#include "policies/vocabulary.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace wm::policies {

class Literals {
public:
    using Id = std::uint32_t;
    struct Cue {  // of what add_cue took
        Id id = 0;
        std::uint32_t word = 0;  // the place of its first word in the text
    };

    // Words of a-z and 0-9 with one of " -_/.'" between them, `*` at the very end for any ending.
    static bool is_literal(std::string_view text);

    // False: not of this form.
    bool add(std::string_view literal, Id id) { return is_literal(literal) && add(literal, End{id, false, 0}); }
    // Also a single word with `*` before it for any beginning; at least three letters. `after`: the byte that must follow
    // the last word; 0: any.
    bool add_cue(std::string_view literal, Id id, char after = 0);
    // More words to know, and after compile() what is read with.
    Vocabulary& vocabulary() { return vocabulary_; }
    const Vocabulary& vocabulary() const { return vocabulary_; }
    // After the last add, before the first find.
    void compile();

    // Sets each literal that the text holds, and appends its cues in the order of their first words. Any thread.
    void find(const TextWords& text, Hits& hits, std::vector<Cue>& cues) const;

private:
    struct End {
        Id id = 0;
        bool cue = false;
        char after = 0;
    };
    struct Range {  // of indices
        std::uint32_t begin = 0, end = 0;
    };
    struct Open {  // a word with any ending, or with any beginning
        std::string letters;
        Range ends;
    };
    // Open words by a few letters that all that match them share.
    class OpenWords {
    public:
        void add(Open open) { all_.push_back(std::move(open)); }
        void compile(bool at_end);  // whether the letters are a word's last ones
        template <class Work>
        void each(std::string_view word, Work work) const;

    private:
        static constexpr std::size_t shared = 3;
        std::size_t bucket(std::string_view letters) const;
        bool at_end_ = false;
        std::vector<Open> all_;                     // by bucket
        std::array<std::uint16_t, 4097> begins_{};  // of the buckets; what is shorter than is shared lies in none
        std::size_t shorter_ = 0;                   // where those begin
    };
    struct Node {  // behind words that literals begin with
        Range ends, opens;
        bool goes_on = false;
    };
    struct Draft {  // a node while literals are added
        std::vector<End> ends;
        std::map<WordId, std::uint32_t> next;
        std::map<std::string, std::vector<End>, std::less<>> opens;
    };
    struct Search;

    bool add(std::string_view literal, const End& end);
    Range keep(const std::vector<End>& ends);
    void compile_root();
    std::uint32_t next_of(std::uint32_t node, WordId word) const;
    void act(const Range& ends, std::size_t end, Search& search) const;
    void follow(std::size_t first, Search& search) const;

    Vocabulary vocabulary_;
    std::vector<Draft> drafts_ = std::vector<Draft>(1);
    std::map<std::string, std::vector<End>, std::less<>> endings_;

    std::vector<End> ends_;
    std::vector<Node> nodes_;
    std::vector<Open> opens_;  // of nodes behind the first word
    struct First {
        Range ends;
        std::uint32_t node = 0;  // 0: no literal goes on
    };
    std::vector<First> firsts_;  // by the number of the word
    struct Step {
        std::uint64_t from = 0;  // node and word; 0: free
        std::uint32_t node = 0;
    };
    std::vector<Step> steps_ = std::vector<Step>(1);
    OpenWords open_ends_, open_begins_;
};

}  // namespace wm::policies
