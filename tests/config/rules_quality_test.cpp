// How well the built-in rules route texts: the labelled turns (tests/data/turns.jsonl) and texts written afterwards.
#include "config/rules.hpp"
#include "policies/fold.hpp"
#include "policies/route.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <functional>
#include <map>
#include <set>
#include <sstream>

namespace wm::config {
namespace {

struct Labelled {
    std::string id, language, message;
    std::set<std::string> scopes;
    bool memory_request = false;
};

// The string that begins behind the quote at `at`, with JSON's escapes undone (the data has no surrogates in \u).
std::string json_string(const std::string& line, std::size_t at) {
    std::string out;
    for (++at; at < line.size() && line[at] != '"'; ++at) {
        if (line[at] != '\\') out += line[at];
        else if (const char c = line[++at]; c == 'n') out += '\n';
        else if (c == 't') out += '\t';
        else if (c == 'u') at += 4, out += '?';
        else out += c;
    }
    return out;
}
std::size_t value_of(const std::string& line, const std::string& key) {
    auto at = line.find("\"" + key + "\":");
    EXPECT_NE(at, std::string::npos) << key;
    at += key.size() + 3;
    while (line[at] == ' ') ++at;
    return at;
}

std::vector<Labelled> labelled(const std::string& file) {
    std::ifstream in(std::string(WM_SOURCE_DIR) + "/tests/data/" + file);
    EXPECT_TRUE(in) << file;
    std::vector<Labelled> all;
    for (std::string line; std::getline(in, line);) {
        for (auto at = line.find("\u2042"); at != std::string::npos; at = line.find("\u2042")) line.erase(at, 3);
        if (line.empty()) continue;
        Labelled one{json_string(line, value_of(line, "id")),
                     json_string(line, value_of(line, "lang")),
                     json_string(line, value_of(line, "user_message")),
                     {},
                     false};
        const auto scopes = value_of(line, "recall_scopes"), end = line.find(']', scopes);
        for (auto at = line.find('"', scopes); at < end; at = line.find('"', line.find('"', at + 1) + 1))
            one.scopes.insert(json_string(line, at));
        one.memory_request = line.compare(value_of(line, "memory_request"), 4, "true") == 0;
        all.push_back(std::move(one));
    }
    return all;
}

const policies::RouteRules& rules() {
    static const auto compiled = std::get<0>(policies::RouteRules::compile(built_in_rule_packs()));
    return *compiled;
}

struct Score {
    int texts = 0, exact = 0, hits = 0, false_alarms = 0, misses = 0;
    double exact_rate() const { return texts ? static_cast<double>(exact) / texts : 1; }
    double f1() const { return hits + false_alarms + misses ? 2.0 * hits / (2.0 * hits + false_alarms + misses) : 1; }
};

std::map<std::string, Score> scores(const std::vector<Labelled>& texts, const std::string& title) {
    std::map<std::string, Score> by_language;
    for (const auto& text : texts) {
        const auto route = rules().route(text.message, {}, 3);
        std::set<std::string> scopes;
        for (const auto& scope : route.scopes) scopes.insert(scope.scope.str());
        for (const auto& key : {text.language, std::string("all")}) {
            auto& score = by_language[key];
            ++score.texts;
            score.exact += scopes == text.scopes;
            score.hits += route.memory_request && text.memory_request;
            score.false_alarms += route.memory_request && !text.memory_request;
            score.misses += !route.memory_request && text.memory_request;
        }
        if (scopes != text.scopes || route.memory_request != text.memory_request)
            std::printf("  differs: %s\n", text.id.c_str());
    }
    for (const auto& [language, score] : by_language)
        std::printf("  %s %-3s scopes exact %3d/%3d %.3f, memory request F1 %.3f\n", title.c_str(), language.c_str(),
                    score.exact, score.texts, score.exact_rate(), score.f1());
    return by_language;
}

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

// Folding makes accents and case no matter; what people put around a sentence should be none either.
TEST(RuleQuality, DependsLittleOnTheManner) {
    const auto plain = labelled("turns.jsonl");
    const auto base = scores(plain, "plain").at("all").exact_rate();
    const std::vector<std::pair<std::string, std::function<std::string(const Labelled&)>>> manners = {
        {"folded", [](const Labelled& t) { return policies::fold_text(t.message); }},
        {"polite",
         [](const Labelled& t) {
             return t.language == "es"   ? "Hola, cuando puedas: " + t.message + " Gracias de antemano."
                    : t.language == "en" ? "Hi, when you have a minute: " + t.message + " Thanks in advance."
                                         : "Hallo, wenn du Zeit hast: " + t.message + " Danke im Voraus.";
         }},
        {"spaced",
         [](const Labelled& t) {
             std::string out;
             for (const char c : t.message) out += c == ' ' ? std::string("  ") : std::string(1, c);
             return out;
         }},
        {"unsigned",  // without question and exclamation marks, as people type
         [](const Labelled& t) {
             std::string out;
             for (const char c : t.message)
                 if (c != '?' && c != '!') out += c;
             return out;
         }}};
    for (const auto& [name, change] : manners) {
        auto changed = plain;
        for (auto& text : changed) text.message = change(text);
        EXPECT_GE(scores(changed, name).at("all").exact_rate(), base - 0.02) << name;
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
    for (const auto& text : labelled("turns.jsonl")) {
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
    EXPECT_LT(best * 1024 / static_cast<double>(bytes), 10000) << "far above what even a debug build on a busy machine needs";
}

}  // namespace
}  // namespace wm::config
