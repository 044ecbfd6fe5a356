// How well the built-in rules route texts: the labelled turns (tests/data/turns.jsonl) and texts written afterwards.
#include "policies/fold.hpp"
#include "tests/config/labelled_texts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <random>
#include <set>
#include <sstream>

namespace wm::config {
namespace {

TEST(RuleQuality, ReachesItsTargetsOnTheLabelledTurns) {
    for (const auto& [language, score] : scores(labelled("turns.jsonl"), "labelled")) {
        EXPECT_GE(score.exact_rate(), 0.97) << language;
        EXPECT_GE(score.f1(), 0.98) << language;
    }
}

TEST(RuleQuality, HoldsOnTextsWrittenAfterwards) {
    const auto all = scores(labelled("recall_fresh.jsonl"), "fresh").at("all");
    EXPECT_GE(all.texts, 40);
    EXPECT_GE(all.exact_rate(), 0.95);
    EXPECT_GE(all.f1(), 0.93);
}

// Turns whose writers knew the labelling rules and no routing rule; they have been read since.
TEST(RuleQuality, HoldsOnTurnsOfOtherWriters) {
    const std::pair<const char*, double> floors[] = {{"fresh_turns.jsonl", 0.90},   {"fresh_turns_2.jsonl", 0.94},
                                                     {"fresh_turns_3.jsonl", 0.94}, {"fresh_turns_4.jsonl", 0.95},
                                                     {"fresh_turns_5.jsonl", 0.92}, {"fresh_turns_6.jsonl", 0.87},
                                                     {"fresh_turns_7.jsonl", 0.87}};
    for (const auto& [file, exact] : floors) {
        const auto all = scores(labelled(file), file).at("all");
        EXPECT_GE(all.texts, 90);
        EXPECT_GE(all.exact_rate(), exact) << file;
        EXPECT_GE(all.f1(), 0.97) << file;
    }
}

std::vector<std::string> words_of(const std::string& text) {
    std::vector<std::string> words(1);
    for (const char c : policies::fold_text(text)) {
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) words.back() += c;
        else if (!words.back().empty()) words.emplace_back();
    }
    if (words.back().empty()) words.pop_back();
    return words;
}

TEST(RuleQuality, ComesFromTheLanguageNotFromTheFile) {
    std::map<std::string, std::string> runs;  // four words in a row of a labelled message → its id
    // fresh_turns_2 was written when the idioms of the rules stood: what they share is the language's.
    for (const char* file : {"turns.jsonl", "recall_fresh.jsonl", "retain_fresh.jsonl", "fresh_turns.jsonl",
                             "fresh_turns_3.jsonl", "fresh_turns_4.jsonl"})
        for (const auto& text : labelled(file)) {
            const auto words = words_of(text.message);
            for (std::size_t i = 0; i + 4 <= words.size(); ++i)
                runs.emplace(words[i] + " " + words[i + 1] + " " + words[i + 2] + " " + words[i + 3], text.id);
        }
    ASSERT_GT(runs.size(), 3000u);
    const auto check = [&](const policies::Rule& rule) {
        std::istringstream forms(rule.match);
        for (std::string form; std::getline(forms, form, '|');) {  // the forms of a phrase, the branches of a pattern
            const auto words = words_of(form);
            for (std::size_t i = 0; i + 4 <= words.size(); ++i) {
                const auto run = words[i] + " " + words[i + 1] + " " + words[i + 2] + " " + words[i + 3];
                EXPECT_FALSE(runs.contains(run)) << rule.name << " holds \"" << run << "\" of " << runs[run];
            }
        }
    };
    const auto& pack = built_in_rule_packs();
    for (const auto& group : pack.scopes) std::for_each(group.rules.begin(), group.rules.end(), check);
    std::for_each(pack.context.begin(), pack.context.end(), check);
    std::for_each(pack.memory_requests.begin(), pack.memory_requests.end(), check);
}

// Names of the labelled turns' invented companies, people and places would be learnt by heart.
TEST(RuleQuality, HoldsNoNameOfTheLabelledTexts) {
    const std::set<std::string> names = {
        "velarga",  "vallombria", "altavoria",  "solsticio",  "ibarluz", "kestrovane", "quillmarsh", "brennwald",
        "nordvelt", "fibrandel",  "datenhafen", "marta",      "aina",    "lluis",      "nerea",      "priya",
        "nandra",   "brandvold",  "paterna",    "turmalina",  "galerna", "falkenau",   "tannert",    "corvane",
        "marlow",   "penarroya",  "thistle",    "distelmann", "alcudia", "fenwick",    "osterholt",  "iruna",
        "boxwell",  "wiesner",    "lumbreras",  "marenda",    "friolog", "moncayo",    "aneto",      "zorzal",
        "grulla",   "kuhlwerk",   "nordback",   "sensotek",   "talvera", "velacom",    "dunmore",    "brightholme",
        "harrow",   "valdeon",    "urrutia",    "habicht",    "kestrel", "oksana",     "maite"};
    const auto check = [&](const policies::Rule& rule) {
        for (const auto& word : words_of(rule.match))
            EXPECT_FALSE(names.contains(word)) << rule.name << " holds the name " << word;
    };
    const auto& pack = built_in_rule_packs();
    for (const auto& group : pack.scopes) std::for_each(group.rules.begin(), group.rules.end(), check);
    std::for_each(pack.context.begin(), pack.context.end(), check);
    std::for_each(pack.memory_requests.begin(), pack.memory_requests.end(), check);
}

// What is answered without routing must ask for nothing: also in texts with slips, joined and cut ones.
TEST(RuleQuality, NoMemoryRequestIsMissedByTheFewRulesThatAsk) {
    std::mt19937 random(12);
    std::vector<std::string> texts;
    for (const char* file : {"turns.jsonl", "recall_fresh.jsonl", "fresh_turns.jsonl", "fresh_turns_2.jsonl"})
        for (const auto& text : labelled(file)) texts.push_back(text.message);
    std::size_t asked = 0, passed = 0;
    const auto check = [&](const std::string& text) {
        const bool may = rules().may_ask_for_memory(text), asks = rules().route(text, {}, 3).memory_request;
        EXPECT_TRUE(may || !asks) << text;
        asked += asks;
        passed += !may;
    };
    for (const auto& text : texts) {
        check(text);
        check(policies::fold_text(text) + "\n" + texts[random() % texts.size()]);
        auto slipped = text;
        for (int slips = 0; slips < 3 && text.size() > 2; ++slips) {
            const auto at = random() % (text.size() - 1);
            if (slipped[at] > 0 && slipped[at + 1] > 0) std::swap(slipped[at], slipped[at + 1]);
        }
        check(slipped);
    }
    EXPECT_GT(asked, 100u);
    EXPECT_GT(passed, texts.size()) << "most messages ask for nothing";
}

TEST(RuleQuality, RoutesTheQuestionWhereAServiceRunsThoughItsNameMeansMore) {
    for (const char* text :
         {"¿Dónde corre harbor?", "Where does harbor run?", "Wo läuft harbor?", "en qué nodo corre quay"})
        EXPECT_EQ(rules().route(text, {}, 3).scopes.size(), 1u) << text;
    for (const char* text : {"¿Dónde corre la gente cuando llueve?", "Where does the sun rise?", "Wo läuft der Film?"})
        EXPECT_EQ(rules().route(text, {}, 3).scopes.size(), 0u) << text;
}

TEST(RuleQuality, CostsMicrosecondsAText) {
    const auto texts = labelled("turns.jsonl");
    std::size_t bytes = 0, scopes = 0;
    for (const auto& text : texts) bytes += text.message.size();
    double best = 1e9;
    for (int round = 0; round < 7; ++round) {
        const auto start = std::chrono::steady_clock::now();
        for (const auto& text : texts) scopes += rules().route(text.message, {}, 3).scopes.size();
        best =
            std::min(best, std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count());
    }
    std::printf("  route: %.1f us a KB, %.1f us a message (%zu scopes)\n", best * 1024 / static_cast<double>(bytes),
                best / static_cast<double>(texts.size()), scopes);
    EXPECT_LT(best * 1024 / static_cast<double>(bytes), 10000)
        << "far above what even a debug build on a busy machine needs";
}

}  // namespace
}  // namespace wm::config
