// What judging a full turn costs: eight tool calls with 20 KB of output between them and 4 KB of text.
//   retain_bench [--rounds N] [--budget MICROS] [--output FILE]… FILE.jsonl…
// The turns are made of the labelled ones in FILE; --output names captured tool output, which is put around their results.

#include "config/rules.hpp"
#include "policies/batch.hpp"
#include "policies/evidence.hpp"
#include "policies/learning.hpp"
#include "policies/route.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace wm::bench {
namespace {

constexpr std::size_t calls_a_turn = 8;
constexpr std::size_t output_a_turn = 20 * 1024;
constexpr std::size_t text_a_turn = 4 * 1024;

double cpu_micros() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) / 1e3;
}

struct Material {
    std::vector<std::string> asked;
    std::vector<std::string> answered;
    std::vector<ToolRun> runs;
    std::string output;
};

std::string whole(const std::string& path) {
    std::ifstream file(path);
    if (!file) std::fprintf(stderr, "%s: cannot be read\n", path.c_str()), std::exit(1);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::string text_of(const boost::json::value& value) {
    return value.is_string() ? std::string(value.as_string()) : boost::json::serialize(value);
}

void read_turns(const std::string& path, Material& material) {
    std::ifstream file(path);
    if (!file) std::fprintf(stderr, "%s: cannot be read\n", path.c_str()), std::exit(1);
    for (std::string line; std::getline(file, line);) {
        for (std::size_t at = 0; (at = line.find("\xE2\x81\x82", at)) != std::string::npos;) line.erase(at, 3);
        boost::system::error_code ec;
        const auto turn = boost::json::parse(line, ec);
        if (ec || !turn.is_object()) continue;
        material.asked.push_back(text_of(turn.at("user_message")));
        material.answered.push_back(text_of(turn.at("assistant_response")));
        const auto* calls = turn.as_object().if_contains("tool_calls");
        for (const auto& call : calls ? calls->as_array() : boost::json::array()) {
            ToolRun run;
            run.tool = text_of(call.at("tool"));
            run.result = {text_of(call.at("result"))};
            run.ok = true;
            for (const auto& [key, value] : call.at("args").as_object())
                run.arguments.emplace_back(std::string(key), text_of(value));
            material.runs.push_back(std::move(run));
        }
    }
}

// Texts one after the other, each a paragraph, up to `bytes`.
std::string joined(const std::vector<std::string>& texts, std::size_t& next, std::size_t bytes) {
    std::string out;
    while (out.size() < bytes) out += texts[next++ % texts.size()] + "\n\n";
    std::size_t end = std::min(out.rfind(' ', bytes), out.size());
    return out.substr(0, end);
}

std::vector<Turn> turns_of(const Material& material, std::size_t count) {
    std::vector<Turn> turns;
    std::size_t asked = 0, answered = 0, run = 0, at = 0;
    for (std::size_t i = 0; i < count; ++i) {
        Turn turn;
        turn.agent = AgentId("bench");
        turn.session = SessionId("bench");
        turn.id = TurnId(std::to_string(i));
        turn.user_message = {joined(material.asked, asked, text_a_turn / 2)};
        turn.assistant_response = {joined(material.answered, answered, text_a_turn / 2)};
        for (std::size_t k = 0; k < calls_a_turn; ++k) {
            ToolRun one = material.runs[run++ % material.runs.size()];
            one.call_id = "call-" + std::to_string(k);
            const std::size_t fill = output_a_turn / calls_a_turn / 2;
            if (at + 2 * fill > material.output.size()) at = 0;
            if (material.output.size() >= 2 * fill)
                one.result.text = material.output.substr(at, fill) + "\n" + one.result.text + "\n" +
                                  material.output.substr(at + fill, fill);
            at += 2 * fill;
            turn.tools.push_back(std::move(one));
        }
        turns.push_back(std::move(turn));
    }
    return turns;
}

int run(int rounds, double budget, const Material& material) {
    auto compiled = policies::RouteRules::compile(config::built_in_rule_packs());
    const auto rules = std::get<std::shared_ptr<const policies::RouteRules>>(compiled);
    const std::vector<ScopeName> scopes{ScopeName("personal"), ScopeName("business"), ScopeName("platform")};
    policies::JudgeContext context{scopes, true,
                                   [&](std::string_view sentence) {
                                       std::vector<std::pair<ScopeName, double>> out;
                                       for (const auto& routed : rules->route(sentence, {}, scopes.size()).scopes)
                                           out.emplace_back(routed.scope, routed.confidence);
                                       return out;
                                   },
                                   policies::default_retain_policy()};
    const auto turns = turns_of(material, 200);
    std::vector<double> judged, evidence, batched;
    std::size_t records = 0, candidates = 0;
    for (int round = 0; round <= rounds; ++round) {  // the first one warms up
        for (const auto& turn : turns) {
            double from = cpu_micros();
            const auto judgement = policies::judge_turn(turn, context);
            const double took = cpu_micros() - from;
            from = cpu_micros();
            const auto runs = policies::judge_runs(turn.tools);
            const double for_runs = cpu_micros() - from;
            from = cpu_micros();
            for (const auto& scoped : judgement.accepted)
                records += policies::make_batch(turn, scoped.scope, scoped.records, {}).items.size();
            if (round == 0) continue;
            batched.push_back(cpu_micros() - from);
            judged.push_back(took);
            evidence.push_back(for_runs);
            candidates += judgement.candidates + (runs.empty() ? 1 : 0);
        }
    }
    const auto print = [](const char* what, std::vector<double> took) {
        std::ranges::sort(took);
        const double p50 = took[took.size() / 2];
        std::printf("%-32s p50 %7.0f  p99 %7.0f microseconds\n", what, p50, took[took.size() * 99 / 100]);
        return p50;
    };
    const double cost = print("judge_turn", judged);
    print("of it, the tool calls", evidence);
    print("make_batch, all scopes", batched);
    std::printf(
        "candidates a turn: %.1f, documents a turn: %.1f\n",
        static_cast<double>(candidates) / static_cast<double>(judged.size()),
        static_cast<double>(records) / static_cast<double>(turns.size() * (static_cast<std::size_t>(rounds) + 1)));
    if (budget > 0 && cost > budget) return std::fprintf(stderr, "over the budget of %.0f\n", budget), 1;
    return 0;
}

}  // namespace
}  // namespace wm::bench

int main(int count, char** words) {
    int rounds = 5;
    double budget = 0;
    wm::bench::Material material;
    for (int i = 1; i < count; ++i) {
        const std::string_view word = words[i];
        if (word == "--rounds" && i + 1 < count) rounds = std::atoi(words[++i]);
        else if (word == "--budget" && i + 1 < count) budget = std::atof(words[++i]);
        else if (word == "--output" && i + 1 < count) material.output += wm::bench::whole(words[++i]);
        else wm::bench::read_turns(words[i], material);
    }
    if (material.runs.empty()) return std::fprintf(stderr, "give a file of labelled turns\n"), 1;
    return wm::bench::run(rounds, budget, material);
}
