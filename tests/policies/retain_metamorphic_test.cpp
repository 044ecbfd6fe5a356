// The same turns in other words: names swapped, accents dropped, typos, sentences in another order, polite frames. What is
// retained of them may change by two points of F1 at most.

#include "tests/policies/judge_support.hpp"
#include "tests/policies/labelled_turns.hpp"

#include "policies/fold.hpp"
#include "policies/learning_names.hpp"
#include "policies/text_split.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <set>
#include <string>

namespace wm::policies {
namespace {

using testing_judge::context;

using testing_turns::LabelledTurn;
using testing_turns::Score;

constexpr double points_lost_max = 0.02;

std::vector<LabelledTurn> turns() {
    return testing_turns::read_turns(std::string(WM_SOURCE_DIR) + "/tests/data/turns.jsonl");
}

Score score(const std::vector<LabelledTurn>& labelled) {
    Score result;
    const JudgeContext judge = context();
    for (const LabelledTurn& turn : labelled)
        testing_turns::score_turn(turn, testing_turns::predict(turn, judge), result);
    return result;
}

// Judges the turns as they are and after `change`, which returns how many of them it touched.
void expect_alike(const char* name, const std::function<bool(LabelledTurn&)>& change) {
    std::vector<LabelledTurn> labelled = turns();
    static const Score clean = score(labelled);
    std::size_t touched = 0;
    for (LabelledTurn& turn : labelled) touched += change(turn) ? 1 : 0;
    const Score other = score(labelled);
    std::printf("%-18s F1 %.3f, was %.3f; %zu turns changed\n", name, other.by.at("all").f1(), clean.by.at("all").f1(),
                touched);
    for (const std::string& line : other.explanations) std::printf("  %s\n", line.c_str());
    EXPECT_GE(touched, labelled.size() / 8) << "too few to say anything";
    EXPECT_GE(other.by.at("all").f1(), clean.by.at("all").f1() - points_lost_max);
    EXPECT_TRUE(other.leaks.empty());
}

void replace_all(std::string& text, const std::string& from, const std::string& to) {
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
}

std::string without_accents(std::string_view text) {
    static const std::map<std::string, std::string> letters{
        {"á", "a"},  {"é", "e"}, {"í", "i"}, {"ó", "o"}, {"ú", "u"}, {"ü", "u"}, {"ñ", "n"}, {"ä", "a"}, {"ö", "o"},
        {"ß", "ss"}, {"Á", "A"}, {"É", "E"}, {"Í", "I"}, {"Ó", "O"}, {"Ú", "U"}, {"Ü", "U"}, {"Ä", "A"}, {"Ö", "O"}};
    std::string out(text);
    for (const auto& [from, to] : letters) replace_all(out, from, to);
    return out;
}

// Two letters in the middle of every tenth long lower-case word change places.
std::string with_typos(std::string_view text, std::size_t& count) {
    std::string out(text);
    for (std::size_t at = 0; at < out.size();) {
        std::size_t end = at;
        while (end < out.size() && out[end] >= 'a' && out[end] <= 'z') ++end;
        const bool whole = (at == 0 || out[at - 1] == ' ') && (end == out.size() || out[end] == ' ' || out[end] == ',');
        if (whole && end - at >= 7 && ++count % 10 == 0) std::swap(out[at + 4], out[at + 5]);
        at = end + 1;
    }
    return out;
}

TEST(RetainMetamorphic, OtherNamesOfMachinesChangeNothing) {
    expect_alike("names", [](LabelledTurn& turn) {
        std::set<std::string> names;
        const auto collect = [&](const std::string& text) {
            for (const std::string& name : find_entities(text, 64)) {
                const bool machine = is_identifier(name) && name.size() >= 4 && name.find('.') == std::string::npos &&
                                     name.find('/') == std::string::npos && fold_text(name) == name;
                const std::size_t digit = name.find_first_of("0123456789");
                if (machine && digit != std::string::npos && digit >= 2) names.insert(name);
            }
        };
        collect(turn.turn.user_message.text);
        collect(turn.turn.assistant_response.text);
        for (const std::string& name : names) {
            std::string other = name;  // the letters before the first digit, turned: pve04 → fdt04
            for (std::size_t i = 0; i < name.find_first_of("0123456789"); ++i) {
                if (other[i] >= 'a' && other[i] <= 'z') other[i] = "xvkfdtgbnzpqmhwsrljcyiouae"[other[i] - 'a'];
            }
            const auto rename = [&](std::string& text) { replace_all(text, name, other); };
            rename(turn.turn.user_message.text);
            rename(turn.turn.assistant_response.text);
            for (ToolRun& run : turn.turn.tools) {
                rename(run.result.text);
                for (auto& [key, value] : run.arguments) rename(value);
            }
            for (MemoryIntent& intent : turn.turn.intents) rename(intent.content.text);
            for (auto& [scope, list] : turn.must_contain) {
                for (std::string& needed : list) rename(needed);
            }
        }
        return !names.empty();
    });
}

TEST(RetainMetamorphic, DroppedAccentsChangeNothing) {
    expect_alike("accents", [](LabelledTurn& turn) {
        const std::string before = turn.turn.user_message.text;
        turn.turn.user_message.text = without_accents(before);
        turn.turn.assistant_response.text = without_accents(turn.turn.assistant_response.text);
        for (auto& [scope, list] : turn.must_contain) {
            for (std::string& needed : list) needed = without_accents(needed);
        }
        return turn.turn.user_message.text != before;
    });
}

TEST(RetainMetamorphic, TyposChangeLittle) {
    std::size_t count = 0;
    expect_alike("typos", [&](LabelledTurn& turn) {
        const std::size_t before = count / 10;
        turn.turn.user_message.text = with_typos(turn.turn.user_message.text, count);
        turn.turn.assistant_response.text = with_typos(turn.turn.assistant_response.text, count);
        return count / 10 != before;
    });
}

TEST(RetainMetamorphic, TheLastSentenceFirstChangesLittle) {
    expect_alike("order", [](LabelledTurn& turn) {
        std::string& text = turn.turn.user_message.text;
        const std::vector<Sentence> sentences = split_sentences(text);
        const bool plain = sentences.size() >= 2 &&
                           std::all_of(sentences.begin(), sentences.end(),
                                       [](const Sentence& s) { return s.block == Block::prose && s.paragraph == 0; });
        // What leans on the sentence before it ("lo", "it") means another thing elsewhere; the user's message alone counts.
        if (!plain || turn.rejects("duplicate")) return false;
        std::string turned(sentences.back().text);
        if (turned.find_last_of(".!?") != turned.size() - 1) turned += '.';
        for (std::size_t i = 0; i + 1 < sentences.size(); ++i) turned += " " + std::string(sentences[i].text);
        text = turned;
        return true;
    });
}

TEST(RetainMetamorphic, PoliteFramesChangeNothing) {
    expect_alike("frames", [](LabelledTurn& turn) {
        std::string& text = turn.turn.user_message.text;
        const bool german = turn.language == "de";
        const bool english = turn.language == "en";
        text = (german    ? "Hallo zusammen, "
                : english ? "Hi there, "
                          : "Hola, buenos días. ") +
               text +
               (german    ? "\n\nVielen Dank!"
                : english ? "\n\nThanks a lot!"
                          : "\n\n¡Muchas gracias!");
        return true;
    });
}

}  // namespace
}  // namespace wm::policies
