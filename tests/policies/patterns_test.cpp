#include "policies/patterns.hpp"

#include "config/rules.hpp"
#include "policies/fold.hpp"
#include "policies/pattern_gates.hpp"
#include "policies/substrings.hpp"

#include <gtest/gtest.h>
#include <re2/re2.h>
#include <boost/json.hpp>

#include <algorithm>
#include <fstream>
#include <random>
#include <utility>

namespace wm::policies {
namespace {

TEST(Substrings, FindEachStringOnceWhereverItStands) {
    const Substrings set({"he", "she", "hers", "s", "xyz"});
    std::vector<int> found;
    set.find("ushers she", found);
    std::sort(found.begin(), found.end());
    EXPECT_EQ(found, (std::vector<int>{0, 1, 2, 3}));
    found.clear();
    set.find("", found);
    EXPECT_TRUE(found.empty());
}

TEST(Substrings, AgreeWithASlowSearchOnRandomStrings) {
    std::mt19937 random(6);
    const auto text = [&](std::size_t most) {
        std::string out;
        for (auto n = 1 + random() % most; n > 0; --n) out += "ab\xC3"[random() % 3];
        return out;
    };
    for (int round = 0; round < 2000; ++round) {
        std::vector<std::string> wanted;
        for (int i = 0; i < 6; ++i)
            if (auto one = text(5); std::find(wanted.begin(), wanted.end(), one) == wanted.end()) wanted.push_back(one);
        const auto in = text(30);
        std::vector<int> found, slow;
        Substrings(wanted).find(in, found);
        std::sort(found.begin(), found.end());
        for (std::size_t i = 0; i < wanted.size(); ++i)
            if (in.find(wanted[i]) != std::string::npos) slow.push_back(static_cast<int>(i));
        ASSERT_EQ(found, slow) << in;
    }
}

// A gate as text: lists of words, then marks and reach.
std::string shown(const Gate& gate) {
    std::string out;
    for (const auto& list : gate.words) {
        out += '[';
        for (const auto& [word, after] : list) {
            if (out.back() != '[') out += '|';
            out += after == 0 ? word : word + after;
        }
        out += ']';
    }
    for (const char mark : {'7', '?', '$', '='})
        if ((gate.marks & marks_in({&mark, 1})) != 0) out += mark;
    return out + (gate.reach == Reach::sentence ? "" : gate.reach == Reach::line ? " line" : " text");
}

TEST(PatternGates, AreWhatEachMatchHoldsInOneSentence) {
    struct Row {
        const char* pattern;
        std::vector<std::string> gates;
    };
    const Row rows[] = {
        {R"(\bosd\.\d+)", {"[osd.]7"}},
        {R"(\bpro(?:gram)?s?\b)", {"[pro|program|programs|pros]"}},
        {R"(\bdeploy\w*)", {"[deploy*]"}},
        {R"(\bhow (?:does|do) it\b)", {"[how do it|how does it][do it|does it]"}},
        {R"(\bwas(?: \w+){0,3} beschlossen\b)", {"[was |was beschlossen][beschlossen]"}},
        {R"((?:^|[.!?:\n]\s*)resuelve(?:me)?\b)", {"[resuelve|resuelveme]"}},
        {R"(\bsincos\(|\bcosinus\()", {"[sincos(]", "[cosinus(]"}},
        {R"([a-z]{2,}(?:server|cluster)\b)", {"[*cluster|*server]"}},
        {R"(server\b)", {"[*server]"}},
        {R"(\b\w+ server\b)", {"[server]"}},
        {R"(\bcafé? solo\b)", {"[caf\xC3|caf solo][solo]"}},
        {R"(\b[a-z]{2,5}\d{2}\b)", {"7"}},
        {R"(\d ?(?:€|\$|eur))", {"7"}},
        {R"(\bwhat .{2,60}\bagain\?)", {"[what ][again?]? line"}},
        {R"(\bwhat\W+again\b)", {"[what][again] text"}},
        {R"(\bwhat.s up\b)", {"[what*][up]"}},
        {R"((?:^|\W)que\b|\bx=\d\?)", {"[que]", "[x=][0?|1?|2?|3?|4?|5?|6?|7?|8?|9?]7?="}},
        {R"((?i)\bserver\b)", {" text"}},
        {R"(\b?server\b)", {"[*server|server][*server]"}},
        {R"([^x]+)", {" text"}},
    };
    for (const auto& row : rows) {
        std::vector<std::string> gates;
        for (const auto& gate : pattern_gates(row.pattern)) gates.push_back(shown(gate));
        EXPECT_EQ(gates, row.gates) << row.pattern;
    }
}

TEST(PatternGates, SayWhatEndsBetweenTwoWords) {
    EXPECT_EQ(end_in(" "), std::nullopt);
    EXPECT_EQ(end_in(".-?"), std::nullopt);
    EXPECT_EQ(end_in(". "), Reach::sentence);
    EXPECT_EQ(end_in("? - "), Reach::sentence);
    EXPECT_EQ(end_in(". \n"), Reach::line);
}

class Matcher {
public:
    explicit Matcher(const std::vector<std::string>& all) {
        for (const auto& pattern : all) {
            EXPECT_EQ(patterns_.add(pattern, static_cast<Patterns::Id>(alone_.size()), literals_), "") << pattern;
            alone_.push_back(std::make_unique<RE2>(pattern, RE2::Quiet));
        }
        EXPECT_TRUE(patterns_.compile());
        literals_.compile();
    }
    void expect_as_each_alone(const std::string& text) const {
        Hits hits(alone_.size());
        std::vector<Literals::Cue> cues;
        const auto words = literals_.vocabulary().read(text);
        literals_.find(words, hits, cues);
        patterns_.find(words, cues, hits);
        for (std::size_t i = 0; i < alone_.size(); ++i)
            ASSERT_EQ(hits.has(static_cast<std::uint32_t>(i)), RE2::PartialMatch(text, *alone_[i]))
                << alone_[i]->pattern() << " on " << text;
    }

private:
    Literals literals_;
    Patterns patterns_;
    std::vector<std::unique_ptr<RE2>> alone_;
};

TEST(Patterns, MatchInTheOrderOfTheirWordsAsEachAloneWould) {
    const Matcher matcher({R"(\bwho\b[^.!?\n]*\bdecided\b)", R"(\bdecided\b[^.!?\n]*\bwho\b)", R"(\b?server\b)",
                           R"([a-z]{2,}ver\b(?: \w+){0,2} server\b)", R"((?:^|[^\w ]\s*)what\b.*\bagain\b)",
                           R"(\b\w* ?who\b[^.!?\n]*\bagain\b[^.!?\n]*\bdecided\b)", R"(who(?:ever)?\b.*\bdecided)"});
    const std::vector<std::string> words = {"who",   "decided", "server",  "mailserver", "what",
                                            "again", "over",    "whoever", ". ",         ", ",
                                            "\n",    "? ",      "_",       "",           "it"};
    std::mt19937 random(5);
    for (int i = 0; i < 4000; ++i) {
        std::string text;
        for (auto left = random() % 9; left > 0; --left) text += words[random() % words.size()] + " ";
        if (random() % 2 == 0 && !text.empty()) text.pop_back();
        ASSERT_NO_FATAL_FAILURE(matcher.expect_as_each_alone(text));
    }
}

TEST(Patterns, SayWhyOneIsRefused) {
    Patterns patterns;
    Literals literals;
    EXPECT_EQ(patterns.add("(", 0, literals), "no RE2 pattern (missing ): ()");
    EXPECT_EQ(patterns.add("a?", 0, literals), "matches the empty text");
    EXPECT_EQ(patterns.add("a+", 0, literals), "");
    EXPECT_TRUE(patterns.compile());
}

TEST(Patterns, MatchWithAndWithoutSubstringsAsEachAloneWould) {
    const std::vector<std::string> all = {R"(\bosd\.\d+)",
                                          R"(\b[a-z]{2,5}\d{2}\b)",
                                          R"(\bque (?:habiamos|hemos) (?:decid|acord)\w*)",
                                          R"(\d ?(?:€|eur\b))",
                                          R"(^ab)",
                                          R"(\bwhat(?: \w+){0,3} did we\b)",
                                          R"((?:^|[^\w ]\s*)te acuerdas\b)",
                                          R"(x{3})",
                                          R"(\bprice?(?: \w+)? did\b)",
                                          R"(\b(?:osd|pve|what)+\b ?\d)",
                                          R"((?:\bab|\bx+)(?:7|12)\b)",
                                          R"(\b(?:que|what)\b.{0,9}\?)",
                                          R"([.? ]price\b)",
                                          R"([^\w.]hemos \w)",
                                          R"(\bpri[a-c]e [d-x]id\b)",
                                          R"(\bprice\n?\s+did\b|(?:€ ?)+7\b)",
                                          R"(\bx*(?:ab)?7)",
                                          R"(\bosd\b[^.!?\n]*\bpve\b)",
                                          R"(price .{2,9}ab\?)",
                                          R"(\bab\W+(?:12|x))",
                                          R"(ve\b|[a-z]sd\b)",
                                          R"((?:^|[.!?\n]\s*)(?:x|what) (?:ab|pve)(?:\W|$))",
                                          R"(\bpve.?7\b)",
                                          R"(= ?\d)"};
    const Matcher matcher(all);
    std::mt19937 random(8);
    static const char* pieces[] = {"osd.",        "7",  "que ",  "hemos ", "decidido", "€",  "12",
                                   "pve",         "ab", "what ", "price ", "did we",   " ",  "? ",
                                   "te acuerdas", "x",  "\xFF",  ". ",     "\n",       "= ", "_"};
    for (int round = 0; round < 3000; ++round) {
        std::string text;
        for (auto n = random() % 10; n > 0; --n) text += pieces[random() % std::size(pieces)];
        matcher.expect_as_each_alone(text);
    }
}

// Each rule of ours, on all that was said in the labelled turns: no word that it waits for may be narrower than the rule.
TEST(Patterns, OfTheRulePacksMatchTheLabelledTurnsAsEachAloneWould) {
    std::vector<std::string> all;
    const auto add = [&](const Rule& rule) {
        if (rule.form == RuleForm::pattern) all.push_back(rule.match);
    };
    const auto& pack = config::built_in_rule_packs();
    for (const auto& scope : pack.scopes) std::ranges::for_each(scope.rules, add);
    std::ranges::for_each(pack.context, add);
    std::ranges::for_each(pack.memory_requests, add);
    ASSERT_GT(all.size(), 100u);
    const Matcher matcher(all);
    std::string together;
    for (const char* name : {"turns", "recall_fresh", "retain_fresh"}) {
        std::ifstream file(std::string(WM_SOURCE_DIR "/tests/data/") + name + ".jsonl");
        ASSERT_TRUE(file);
        for (std::string line; std::getline(file, line);) {
            const auto turn = boost::json::parse(line).as_object();
            for (const char* key : {"user_message", "assistant_response"}) {
                if (!turn.contains(key) || !turn.at(key).is_string()) continue;
                const auto text = fold_spaced(std::string(turn.at(key).as_string()));
                matcher.expect_as_each_alone(text);
                together += text + "\n";
                if (together.size() > 2000) matcher.expect_as_each_alone(std::exchange(together, ""));
            }
        }
    }
}

}  // namespace
}  // namespace wm::policies
