#pragma once
// Labelled texts of tests/data, and how well the built-in rules route them.

#include "config/rules.hpp"
#include "policies/route.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace wm::config {

struct Labelled {
    std::string id, language, message;
    std::set<std::string> scopes;
    bool memory_request = false;
};

// The string that begins behind the quote at `at`, with JSON's escapes undone (the data has no surrogates in \u).
inline std::string json_string(const std::string& line, std::size_t at) {
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
inline std::size_t value_of(const std::string& line, const std::string& key) {
    auto at = line.find("\"" + key + "\":");
    EXPECT_NE(at, std::string::npos) << key;
    at += key.size() + 3;
    while (line[at] == ' ') ++at;
    return at;
}

inline std::vector<Labelled> labelled(const std::string& file) {
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

inline const policies::RouteRules& rules() {
    static const auto compiled = std::get<0>(policies::RouteRules::compile(built_in_rule_packs()));
    return *compiled;
}

struct Score {
    int texts = 0, exact = 0, hits = 0, false_alarms = 0, misses = 0;
    double exact_rate() const { return texts ? static_cast<double>(exact) / texts : 1; }
    double f1() const { return hits + false_alarms + misses ? 2.0 * hits / (2.0 * hits + false_alarms + misses) : 1; }
};

// By language and "all"; prints the figures, and with `names` which texts differ.
inline std::map<std::string, Score> scores(const std::vector<Labelled>& texts, const std::string& title,
                                           bool names = true) {
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
        if (names && (scopes != text.scopes || route.memory_request != text.memory_request))
            std::printf("  differs: %s\n", text.id.c_str());
    }
    for (const auto& [language, score] : by_language)
        std::printf("  %s %-3s scopes exact %3d/%3d %.3f, memory request F1 %.3f\n", title.c_str(), language.c_str(),
                    score.exact, score.texts, score.exact_rate(), score.f1());
    return by_language;
}

}  // namespace wm::config
