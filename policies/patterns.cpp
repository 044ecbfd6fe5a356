#include "policies/patterns.hpp"

#include "policies/pattern_gates.hpp"

#include <re2/re2.h>
#include <re2/set.h>

#include <algorithm>
#include <array>
#include <utility>

namespace wm::policies {
namespace {

constexpr std::int64_t one_bytes_max = 4 << 20, set_bytes_max = 8 << 20;  // of the automata, which grow as texts come
constexpr std::size_t reaches = 3;
constexpr std::uint32_t list_bits = 2;  // of a cue's number: which list of words
static_assert(gate_words_max <= 1U << list_bits);

RE2::Options options(std::int64_t bytes_max) {
    RE2::Options o;
    o.set_log_errors(false);
    o.set_max_mem(bytes_max);
    return o;
}

std::size_t index_of(Reach reach) { return static_cast<std::size_t>(reach); }

struct One {
    Patterns::Id id = 0;
    Patterns::Groups group = 1;
    std::unique_ptr<RE2> alone;
};

struct Door {  // a gate, ready
    std::uint32_t pattern = 0;
    Marks marks = 0;
    Patterns::Groups group = 1;
    std::uint8_t words = 0;  // how many lists of words
    bool begins = false;     // the first list's word is the match's first one
    Reach reach = Reach::sentence;
};

// Patterns that are told by marks alone run together as one automaton, where one of them may match.
struct Marked {
    std::vector<Door> doors;
    RE2::Set set{options(set_bytes_max), RE2::UNANCHORED};
    std::vector<std::uint32_t> patterns;  // of the set
};

struct Window {  // bytes of a text
    std::size_t begin = 0, end = 0;
};

}  // namespace

struct Patterns::Parts {
    std::vector<One> all;
    std::vector<Door> doors;  // that need words
    std::array<Marked, reaches> marked;
};

// One text's way through the patterns: sentence by sentence, and what reaches further where a line or the text ends.
class Patterns::Search {
public:
    Search(const Parts& parts, const TextWords& words, Hits& hits, Groups groups)
        : parts_(parts), words_(words), hits_(hits), groups_(groups), passed_(parts.doors.size()) {}

    void run(const std::vector<Literals::Cue>& cues) {
        std::size_t word = 0, cue = 0;
        do {
            std::optional<Reach> ended;
            for (++word; word < words_.count() && !ended; ++word) ended = end_before(word);
            word -= ended.has_value();
            while (cue < cues.size() && cues[cue].word < word) meet(cues[cue++]);
            const auto last = word < words_.count() ? *ended : Reach::text;
            for (std::size_t i = 0; i <= index_of(last); ++i) close(level_[i], parts_.marked[i], word);
        } while (word < words_.count());
    }

private:
    struct Level {                          // a sentence, a line, the text
        std::size_t begin = 0;              // its first word
        std::vector<std::uint32_t> met;     // doors with a word met
        std::vector<std::uint32_t> opened;  // doors with all of them met
        Marks marks = 0;                    // of what lies in it
    };
    struct Passed {                // how far one has come through a door
        std::uint8_t lists = 0;    // of which a word was met, one list after the other
        std::uint8_t at_word = 0;  // a bit for each list that `word` is of
        std::uint32_t word = 0;
        std::uint32_t first = 0;  // by which the first list was met
    };

    std::optional<Reach> end_before(std::size_t word) const {
        const auto begin = words_.end(word - 1), end = words_.begin(word);
        if (end - begin == 1 && words_.text[begin] != '\n') return std::nullopt;
        return end_in(words_.text.substr(begin, end - begin));
    }

    void meet(const Literals::Cue& cue) {
        const auto number = cue.id >> list_bits, list = cue.id & ((1U << list_bits) - 1);
        auto& passed = passed_[number];
        if (list < passed.lists) return;
        const auto& door = parts_.doors[number];
        if ((door.group & groups_) == 0) return;
        // A word may be of several lists, and its cues come in no order.
        if (passed.word != cue.word) passed.word = cue.word, passed.at_word = 0;
        passed.at_word |= static_cast<std::uint8_t>(1U << list);
        auto& level = level_[index_of(door.reach)];
        for (; passed.lists < door.words && (passed.at_word >> passed.lists & 1) != 0; ++passed.lists)
            if (passed.lists == 0) passed.first = cue.word, level.met.push_back(number);
        if (passed.lists == door.words) level.opened.push_back(number);
    }

    // Where what belongs to a word may begin: behind the word before it.
    std::size_t before(std::size_t word) const { return word == 0 ? 0 : words_.end(word - 1); }

    // The words up to `end`, and all that is no word on both sides of them.
    void close(Level& level, const Marked& marked, std::size_t end) {
        const Window where{before(level.begin), end < words_.count() ? words_.begin(end) : words_.text.size()};
        if (&level == level_.data()) level.marks = marks_in(words_.text.substr(where.begin, where.end - where.begin));
        const auto marks = std::exchange(level.marks, 0);
        if (&level != &level_.back()) (&level)[1].marks |= marks;
        const auto open = [&](const Door& door) {
            return (marks & door.marks) == door.marks && (door.group & groups_) != 0 &&
                   !hits_.has(parts_.all[door.pattern].id);
        };
        for (const auto number : level.opened)
            if (const auto& door = parts_.doors[number]; open(door))
                try_one(door.pattern, {door.begins ? before(passed_[number].first) : where.begin, where.end});
        if (std::ranges::any_of(marked.doors, open)) try_together(marked, where);
        for (const auto number : level.met) passed_[number].lists = 0;
        level.met.clear();
        level.opened.clear();
        level.begin = end;
    }

    void try_one(std::uint32_t pattern, Window where) {
        const auto& [id, group, alone] = parts_.all[pattern];
        if ((group & groups_) == 0) return;  // it came with others
        const re2::StringPiece text(words_.text.data(), words_.text.size());
        if (alone->Match(text, where.begin, where.end, RE2::UNANCHORED, nullptr, 0)) hits_.set(id);
    }

    // With a byte on both sides, so that the set sees where a word begins or ends; each alone knows what lies around.
    void try_together(const Marked& marked, Window where) {
        const auto begin = where.begin - (where.begin > 0), end = std::min(where.end + 1, words_.text.size());
        RE2::Set::ErrorInfo error{};
        matched_.clear();
        const bool some = marked.set.Match({words_.text.data() + begin, end - begin}, &matched_, &error);
        if (some || error.kind == RE2::Set::kNoError) {
            for (const int index : matched_) try_one(marked.patterns[static_cast<std::size_t>(index)], where);
        } else {  // out of memory
            for (const auto pattern : marked.patterns) try_one(pattern, where);
        }
    }

    const Parts& parts_;
    const TextWords& words_;
    Hits& hits_;
    Groups groups_;
    std::vector<Passed> passed_;  // of each door
    std::array<Level, reaches> level_;
    std::vector<int> matched_;
};

Patterns::Patterns() : parts_(std::make_unique<Parts>()) {}
Patterns::~Patterns() = default;

std::string Patterns::add(const std::string& pattern, Id id, Literals& literals, Group group) {
    auto alone = std::make_unique<RE2>(pattern, options(one_bytes_max));
    if (!alone->ok()) return "no RE2 pattern (" + alone->error() + ")";
    if (alone->Match("", 0, 0, RE2::UNANCHORED, nullptr, 0)) return "matches the empty text";
    auto& parts = *parts_;
    const auto index = static_cast<std::uint32_t>(parts.all.size());
    const auto bit = Groups{1} << group;
    parts.all.push_back({id, bit, std::move(alone)});
    for (const auto& gate : pattern_gates(pattern)) {
        const Door door{index, gate.marks, bit, static_cast<std::uint8_t>(gate.words.size()), gate.begins, gate.reach};
        if (gate.words.empty()) {
            auto& marked = parts.marked[index_of(gate.reach)];
            marked.doors.push_back(door);
            if (!marked.patterns.empty() && marked.patterns.back() == index) continue;  // of another alternative
            if (marked.set.Add(pattern, nullptr) < 0) return "no pattern for a set";
            marked.patterns.push_back(index);
            continue;
        }
        const auto number = static_cast<Literals::Id>(parts.doors.size()) << list_bits;
        for (std::size_t list = 0; list < gate.words.size(); ++list)
            for (const auto& [word, after] : gate.words[list])
                literals.add_cue(word, number | static_cast<Literals::Id>(list), after);
        parts.doors.push_back(door);
    }
    return {};
}

bool Patterns::compile() {
    return std::ranges::all_of(parts_->marked,
                               [](Marked& marked) { return marked.patterns.empty() || marked.set.Compile(); });
}

void Patterns::find(const TextWords& text, const std::vector<Literals::Cue>& cues, Hits& hits, Groups groups) const {
    Search(*parts_, text, hits, groups).run(cues);
}

}  // namespace wm::policies
