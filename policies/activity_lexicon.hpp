#pragma once
// The words behind policies/activity: phrases and verbs of three languages as tables, and one matcher for all of them.
// Everything is matched against folded text, so the tables are written in lower case without accents.

#include "policies/activity.hpp"
#include "policies/activity_words.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace wm::policies::activity {

// `phrases`: alternatives separated by '|', words by blanks. "word*" takes any ending, "_" is any one word, "~" up to
// three words. `attribute` is what a state or change is about.
struct PhraseRow {
    Signal signal;
    std::string_view attribute;
    std::string_view phrases;
};

enum class VerbKind : std::uint8_t {
    mutation,    // somebody changes a resource: an event, and a new state
    occurrence,  // it happens: an event
    act          // looks, asks, says: matters only as an order
};
enum class Form : std::uint8_t { past, past_if_accented, participle, base, imperative, future };

// `conjugation` a, e, i: Spanish regular of that class; r, d: English regular, d doubles its last consonant; '-': only the
// forms given. `stems`: one or more, separated by blanks. `past`, `participle`, `imperative` (or base): further forms, separated by blanks.
struct VerbRow {
    char conjugation;
    VerbKind kind;
    std::string_view attribute;
    std::string_view stems;
    std::string_view past = {};
    std::string_view participle = {};
    std::string_view imperative = {};
};

std::span<const PhraseRow> spanish_phrases();
std::span<const PhraseRow> english_phrases();
std::span<const PhraseRow> german_phrases();
std::span<const PhraseRow> finding_phrases();  // what was found out, checked and proven, in all three
std::span<const PhraseRow> company_phrases();  // what becomes of companies, contracts and lines, in all three
std::span<const PhraseRow> idiom_phrases();    // turns of phrase, in all three
std::span<const PhraseRow> outcome_phrases();  // how a choice ends and a repair proves itself, in all three
std::span<const PhraseRow> report_phrases();   // changes and states told in passing, in all three
std::span<const VerbRow> spanish_verbs();
std::span<const VerbRow> english_verbs();
std::span<const VerbRow> german_verbs();

struct PhraseHit {
    const PhraseRow* row = nullptr;
    std::size_t begin = 0;  // tokens [begin, end)
    std::size_t end = 0;
};

struct VerbForm {
    const VerbRow* row = nullptr;
    Form form = Form::base;
};

class Lexicon {
public:
    static const Lexicon& instance();
    static const Lexicon& wishes();  // the phrases alone that detect_wish looks for
    std::vector<PhraseHit> phrases(const std::vector<Token>& tokens) const;
    std::span<const VerbForm> verb(std::string_view word) const;

private:
    struct Phrase {
        const PhraseRow* row;
        std::vector<std::string_view> words;
        char second = 0;  // first byte of the second word; 0: it has none, or any word may stand there
    };
    explicit Lexicon(std::span<const Signal> signals);  // phrases of these alone, and no verbs
    Lexicon();
    void add(std::span<const PhraseRow> rows, std::span<const Signal> signals = {});
    void add(std::span<const VerbRow> rows);
    void add_form(std::string word, const VerbRow& row, Form form);
    void add_forms(std::string_view words, const VerbRow& row, Form form);
    void add_spanish(const VerbRow& row, std::string_view stem);
    void add_english(const VerbRow& row, std::string_view stem);

    std::vector<Phrase> all_;
    std::unordered_map<std::string_view, std::vector<std::uint32_t>> by_word_;   // first word, whole
    std::unordered_map<std::string_view, std::vector<std::uint32_t>> by_start_;  // first word, its first three letters
    struct WordHash {
        using is_transparent = void;
        std::size_t operator()(std::string_view word) const { return std::hash<std::string_view>()(word); }
    };
    std::unordered_map<std::string, std::vector<VerbForm>, WordHash, std::equal_to<>> verbs_;
};

}  // namespace wm::policies::activity
