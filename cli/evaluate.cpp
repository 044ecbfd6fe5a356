// `wetopi-memory evaluate`: judges labelled turns as if each had just happened in a fresh private session of a known user who
// owns three scopes, and writes what it decided, a line a turn. Nothing is stored; tests/data/score_turns.py scores the lines.
#include "actors/identity.hpp"
#include "actors/router.hpp"
#include "cli/commands.hpp"
#include "cli/evaluate_score.hpp"
#include "cli/tool_output.hpp"
#include "config/defaults.hpp"
#include "config/rules.hpp"
#include "policies/batch.hpp"
#include "policies/context.hpp"
#include "policies/evidence.hpp"
#include "policies/identity.hpp"
#include "policies/secrets.hpp"
#include "policies/utf8.hpp"

#include <boost/json.hpp>

#include <fstream>
#include <iostream>

namespace wm::cli {
namespace {

namespace json = boost::json;

std::string text_of(const json::value& value) {
    return value.is_string() ? std::string(value.as_string()) : json::serialize(value);
}
std::string text_at(const json::object& object, std::string_view key) {
    const auto* value = object.if_contains(key);
    return value && !value->is_null() ? text_of(*value) : std::string();
}

// Secrets in labelled files carry the mark ⁂ (U+2042), so that no scanner of repositories trips over them.
void drop_marks(std::string& line) {
    for (std::size_t at = 0; (at = line.find("\xE2\x81\x82", at)) != std::string::npos;) line.erase(at, 3);
}

void add_call(Turn& turn, const json::object& call) {
    ToolRun run;
    run.tool = text_at(call, "tool");
    run.result = {text_at(call, "result")};
    const auto* ok = call.if_contains("ok");
    run.ok = !ok || !ok->is_bool() || ok->as_bool();
    run.call_id = "call-" + std::to_string(turn.tools.size() + 1);
    if (const auto* args = call.if_contains("args"); args && args->is_object())
        for (const auto& [key, value] : args->as_object()) run.arguments.emplace_back(std::string(key), text_of(value));
    if (run.tool == "hindsight_retain")
        for (const auto& [key, value] : run.arguments)
            if (key == "content") turn.intents.push_back({{value}, run.call_id, run.ok});
    turn.tools.push_back(std::move(run));
}

Turn turn_of(const json::object& object) {
    Turn turn;
    turn.agent = AgentId(text_at(object, "agent"));
    turn.session = SessionId("evaluate-" + text_at(object, "id"));
    turn.id = TurnId(text_at(object, "id"));
    turn.user_message = policies::strip_context({text_at(object, "user_message")});
    turn.assistant_response = policies::strip_context({text_at(object, "assistant_response")});
    if (const auto* calls = object.if_contains("tool_calls"); calls && calls->is_array())
        for (const auto& call : calls->as_array())
            if (call.is_object()) add_call(turn, call.as_object());
    return turn;
}

class Evaluator {
public:
    Evaluator(std::shared_ptr<const policies::RouteRules> rules, std::optional<ToolOutput> output,
              std::size_t output_bytes)
        : settings_(config::default_settings()),
          rules_(rules),
          judge_(rules, settings_),
          stores_(store_rows(settings_)),
          output_(std::move(output)),
          output_bytes_(output_bytes) {}

    json::object judged(const json::object& labelled, std::size_t number) const {
        auto turn = turn_of(labelled);
        for (std::size_t i = 0; i < turn.tools.size(); ++i) cover(turn.tools[i], number + i);
        const auto route = rules_->route(text_at(labelled, "user_message"), {turn.agent, "cli", {}, {}},
                                         settings_.routing.scopes_per_recall_max);
        json::array scopes;
        for (const auto& routed : route.scopes) scopes.emplace_back(routed.scope.str());
        json::object retain, written;
        for (const auto& scoped : policies::judge_turn(turn, judge_.context(speaker(turn.agent))).accepted) {
            std::set<std::string> types;
            for (const auto& record : scoped.records) types.emplace(policies::type_name(record.type));
            std::string text;
            for (const auto& item : policies::make_batch(turn, scoped.scope, scoped.records, {}).items)
                text += policies::redact(item.content).text.text + "\n";
            retain[scoped.scope.str()] = json::array(types.begin(), types.end());
            written[scoped.scope.str()] = json::array{text};
        }
        return {{"id", text_at(labelled, "id")},
                {"recall_scopes", std::move(scopes)},
                {"memory_request", route.memory_request},
                {"retain", std::move(retain)},
                {"written", std::move(written)}};
    }

private:
    // What the daemon keeps of a result that is longer than its limit.
    void cover(ToolRun& run, std::size_t number) const {
        auto& text = run.result.text;
        if (output_ && !policies::is_native_memory_tool(run.tool) && !policies::is_own_tool(run.tool))
            text = output_->around(text, output_bytes_, number);
        text = policies::cut_middle(text, settings_.limits.evidence_bytes_max);
    }

    // A known user who owns every scope, alone with the agent.
    Principal speaker(const AgentId& agent) const {
        Directory directory;
        directory.users = {{UserId("u_evaluate"), {}, stores_.scopes()}};
        directory.agents = {{agent, stores_.scopes(), {}}};
        directory.profile_owners = {{"default", UserId("u_evaluate")}};
        const auto who =
            IdentityResolver(std::move(directory), stores_).resolve({agent, "cli", "", "", "default", true});
        return std::get<Principal>(who);
    }

    config::Settings settings_;
    std::shared_ptr<const policies::RouteRules> rules_;
    Judge judge_;
    StoreRegistry stores_;
    std::optional<ToolOutput> output_;
    std::size_t output_bytes_;
};

// {"platform": ["event", "state"]}, as labels and predictions have it.
ScopedTypes types_of(const json::object& retain) {
    ScopedTypes types;
    for (const auto& [scope, list] : retain)
        if (list.is_array())
            for (const auto& type : list.as_array()) types.emplace(std::string(scope), text_of(type));
    return types;
}

// What is asked of the text written to a scope, and of all that is written. Letters of both cases are alike in ASCII, as
// the labels need.
void score_texts(const json::object& expect, const json::object& written, EvaluateScore& score) {
    const auto lower = [](std::string text) {
        for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        return text;
    };
    const auto text_in = [&](std::string_view scope) {
        const auto* texts = written.if_contains(scope);
        return texts ? lower(json::value_to<std::string>(texts->as_array().at(0))) : std::string();
    };
    if (const auto* wanted = expect.if_contains("must_contain"); wanted && wanted->is_object())
        for (const auto& [scope, list] : wanted->as_object())
            for (const auto& part : list.as_array())
                score.add_wanted(text_in(scope).find(lower(text_of(part))) != std::string::npos);
    const auto* banned = expect.if_contains("must_not_contain");
    if (!banned || !banned->is_array()) return;
    for (const auto& part : banned->as_array())
        for (const auto& [scope, texts] : written)
            if (text_in(scope).find(lower(text_of(part))) != std::string::npos) score.add_banned();
}

void score_turn(const json::object& labelled, const json::object& judged, EvaluateScore& score) {
    const auto* expect = labelled.if_contains("expect");
    if (!expect || !expect->is_object()) return;
    const auto* retain = expect->as_object().if_contains("retain");
    if (!retain || !retain->is_object()) return;
    score.add(text_at(labelled, "lang"), types_of(retain->as_object()), types_of(judged.at("retain").as_object()));
    score_texts(expect->as_object(), judged.at("written").as_object(), score);
}

int fault(const std::string& message) {
    std::cerr << "wetopi-memory evaluate: " << message << '\n';
    return failed;
}

}  // namespace

int evaluate(const EvaluateOptions& options) {
    std::ifstream in(options.turns);
    if (!in) return fault(options.turns + ": cannot be read");
    std::ofstream out(options.predictions);
    if (!out) return fault(options.predictions + ": cannot be written");
    auto compiled = policies::RouteRules::compile(config::built_in_rule_packs());
    std::optional<ToolOutput> output;
    if (!options.tool_output.empty() && !(output = ToolOutput::read(options.tool_output)))
        return fault(options.tool_output + ": holds no .txt file that can be read");
    const Evaluator evaluator(std::get<std::shared_ptr<const policies::RouteRules>>(compiled), std::move(output),
                              options.output_bytes);
    EvaluateScore score;
    int turns = 0;
    std::string line;
    for (int number = 1; std::getline(in, line); ++number) {
        drop_marks(line);
        if (line.empty()) continue;
        boost::system::error_code ec;
        const auto labelled = json::parse(line, ec);
        if (ec || !labelled.is_object())
            return fault(options.turns + ":" + std::to_string(number) + ": not a JSON object");
        const auto judged = evaluator.judged(labelled.as_object(), static_cast<std::size_t>(number));
        out << json::serialize(judged) << '\n';
        score_turn(labelled.as_object(), judged, score);
        ++turns;
    }
    out.close();
    if (!out) return fault(options.predictions + ": could not be written to the end");
    std::cout << turns << " turns judged, predictions in " << options.predictions << '\n';
    score.print(std::cout);
    return done;
}

}  // namespace wm::cli
