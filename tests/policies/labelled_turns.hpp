#pragma once
// Labelled turns (tests/data/turns.jsonl), judged and scored: micro precision, recall and F1 over (turn, scope, type), the
// share of must_contain found, and the zero-tolerance hits. JSON stays in tests/ here.

#include "policies/batch.hpp"
#include "policies/learning.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace wm::testing_turns {

namespace json = boost::json;

struct LabelledTurn {
    std::string id;
    std::string language;
    Turn turn;
    std::set<std::pair<std::string, std::string>> expected;  // scope, type
    std::vector<std::string> reject;
    std::map<std::string, std::vector<std::string>> must_contain;
    std::vector<std::string> must_not_contain;
    bool rejects(std::string_view reason) const {
        return std::find(reject.begin(), reject.end(), reason) != reject.end();
    }
};

inline std::string text_of(const json::value& value) {
    return value.is_string() ? std::string(value.as_string()) : json::serialize(value);
}

inline std::vector<std::string> strings_of(const json::object& object, std::string_view key) {
    std::vector<std::string> out;
    if (const json::value* list = object.if_contains(key)) {
        for (const json::value& item : list->as_array()) out.push_back(text_of(item));
    }
    return out;
}

inline LabelledTurn read_turn(const json::object& object) {
    LabelledTurn labelled;
    labelled.id = text_of(object.at("id"));
    labelled.language = text_of(object.at("lang"));
    Turn& turn = labelled.turn;
    turn.agent = AgentId(text_of(object.at("agent")));
    turn.session = SessionId("s");
    turn.id = TurnId(labelled.id);
    turn.at = WallTime(std::chrono::milliseconds(1788688800000));
    turn.user_message.text = text_of(object.at("user_message"));
    turn.assistant_response.text = text_of(object.at("assistant_response"));
    for (const json::value& entry : object.at("tool_calls").as_array()) {
        const json::object& call = entry.as_object();
        ToolRun run;
        run.tool = text_of(call.at("tool"));
        run.result.text = text_of(call.at("result"));
        run.ok = call.at("ok").as_bool();
        run.call_id = "call-" + std::to_string(turn.tools.size());
        for (const auto& [key, value] : call.at("args").as_object())
            run.arguments.emplace_back(std::string(key), text_of(value));
        if (run.tool == "hindsight_retain")
            turn.intents.push_back({{text_of(call.at("args").as_object().at("content"))}, run.call_id, run.ok});
        turn.tools.push_back(std::move(run));
    }
    const json::object& expect = object.at("expect").as_object();
    for (const auto& [scope, types] : expect.at("retain").as_object()) {
        for (const json::value& type : types.as_array()) labelled.expected.emplace(std::string(scope), text_of(type));
    }
    labelled.reject = strings_of(expect, "reject");
    labelled.must_not_contain = strings_of(expect, "must_not_contain");
    for (const auto& [scope, needed] : expect.at("must_contain").as_object()) {
        for (const json::value& item : needed.as_array())
            labelled.must_contain[std::string(scope)].push_back(text_of(item));
    }
    return labelled;
}

// The mark ⁂ (U+2042) inside planted secrets is taken out before a line is parsed.
inline std::vector<LabelledTurn> read_turns(const std::string& path) {
    std::vector<LabelledTurn> turns;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        for (std::size_t at = 0; (at = line.find("\xE2\x81\x82", at)) != std::string::npos;) line.erase(at, 3);
        if (!line.empty()) turns.push_back(read_turn(json::parse(line).as_object()));
    }
    return turns;
}

struct Prediction {
    std::set<std::pair<std::string, std::string>> types;
    std::map<std::string, std::string> written;  // scope: all text of its batch
    policies::Judgement judgement;
};

inline Prediction predict(const LabelledTurn& labelled, const policies::JudgeContext& context) {
    Prediction prediction;
    prediction.judgement = policies::judge_turn(labelled.turn, context);
    for (const ScopedRecords& scoped : prediction.judgement.accepted) {
        for (const LearningRecord& record : scoped.records) {
            prediction.types.emplace(scoped.scope.str(), std::string(policies::type_name(record.type)));
        }
        for (const BatchItem& item : policies::make_batch(labelled.turn, scoped.scope, scoped.records, {}).items) {
            prediction.written[scoped.scope.str()] += item.content.text + "\n";
        }
    }
    return prediction;
}

struct Count {
    int hit = 0, extra = 0, missed = 0;
    double precision() const { return hit + extra == 0 ? 1 : double(hit) / (hit + extra); }
    double recall() const { return hit + missed == 0 ? 1 : double(hit) / (hit + missed); }
    double f1() const {
        const double p = precision(), r = recall();
        return p + r == 0 ? 0 : 2 * p * r / (p + r);
    }
};

struct Score {
    std::map<std::string, Count> by;  // "all", "lang:es", "scope:platform", "type:event"
    int needed = 0, found = 0, noise = 0, relevant = 0, with_record = 0;
    std::vector<std::string> leaks;         // ids with a secret or personal text in what was written
    std::vector<std::string> explanations;  // one line for each difference
};

inline std::string lower(std::string text) {  // as far as the labels need: ASCII and the Latin letters
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto c = static_cast<unsigned char>(text[i]);
        if (c >= 'A' && c <= 'Z') text[i] = static_cast<char>(c + 32);
        if (c == 0xC3 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) <= 0x9E)
            text[i + 1] = static_cast<char>(text[i + 1] + 0x20), ++i;
    }
    return text;
}

inline void score_turn(const LabelledTurn& labelled, const Prediction& prediction, Score& score) {
    const auto count = [&](const std::pair<std::string, std::string>& key, int Count::* field) {
        for (const std::string& name :
             {std::string("all"), "lang:" + labelled.language, "scope:" + key.first, "type:" + key.second})
            ++(score.by[name].*field);
    };
    std::string difference;
    for (const auto& key : prediction.types) {
        const bool right = labelled.expected.contains(key);
        count(key, right ? &Count::hit : &Count::extra);
        if (!right) difference += " +" + key.first + "/" + key.second;
    }
    for (const auto& key : labelled.expected) {
        if (prediction.types.contains(key)) continue;
        count(key, &Count::missed);
        difference += " -" + key.first + "/" + key.second;
    }
    std::string all;
    std::map<std::string, std::string> written;
    for (const auto& [scope, text] : prediction.written) all += written[scope] = lower(text);
    for (const auto& [scope, list] : labelled.must_contain) {
        for (const std::string& needed : list) {
            ++score.needed;
            const bool there = written[scope].find(lower(needed)) != std::string::npos;
            score.found += there ? 1 : 0;
            if (!there) difference += " lacks:" + needed;
        }
    }
    for (const std::string& banned : labelled.must_not_contain) {
        if (all.find(lower(banned)) == std::string::npos) continue;
        const bool zero_tolerance = labelled.rejects("secret") || labelled.rejects("personal_only");
        if (zero_tolerance) score.leaks.push_back(labelled.id);
        else ++score.noise;
        difference += (zero_tolerance ? " LEAK:" : " noise:") + banned;
    }
    const bool corporate = std::any_of(labelled.expected.begin(), labelled.expected.end(),
                                       [](const auto& key) { return key.first != "personal"; });
    score.relevant += corporate ? 1 : 0;
    score.with_record += corporate && !prediction.written.empty() ? 1 : 0;
    if (!difference.empty()) score.explanations.push_back(labelled.id + difference);
}

inline void print(const Score& score) {
    for (const auto& [name, count] : score.by) {
        std::printf("%-18s P %.3f R %.3f F1 %.3f (%d hit, %d extra, %d missed)\n", name.c_str(), count.precision(),
                    count.recall(), count.f1(), count.hit, count.extra, count.missed);
    }
    std::printf("must_contain %d of %d, noise %d, leaks %zu, relevant turns with a record %d of %d\n", score.found,
                score.needed, score.noise, score.leaks.size(), score.with_record, score.relevant);
}

}  // namespace wm::testing_turns
