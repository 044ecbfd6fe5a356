#include "cli/load_turns.hpp"

#include "net/rfc3339.hpp"

#include <boost/json.hpp>

#include <fstream>

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

LoadTurn turn_of(const json::object& object) {
    LoadTurn turn{text_at(object, "user_message"), {}, text_at(object, "assistant_response")};
    const auto* calls = object.if_contains("tool_calls");
    if (!calls || !calls->is_array()) return turn;
    for (const auto& value : calls->as_array()) {
        if (!value.is_object()) continue;
        const auto& row = value.as_object();
        LoadCall call{text_at(row, "tool"), {}, text_at(row, "result"), true};
        if (call.tool.starts_with("hindsight_") || call.tool.starts_with("memory_")) continue;
        if (const auto* ok = row.if_contains("ok")) call.ok = !ok->is_bool() || ok->as_bool();
        if (const auto* args = row.if_contains("args"); args && args->is_object())
            for (const auto& [key, argument] : args->as_object())
                call.arguments.emplace_back(std::string(key), text_of(argument));
        turn.calls.push_back(std::move(call));
    }
    return turn;
}

void put_number(std::string& text, const std::string& number) {
    for (auto at = text.find('@'); at != std::string::npos; at = text.find('@', at + number.size()))
        text.replace(at, 1, number);
}

// What every message says of its speaker: one person in a private session of the local terminal.
json::object message(const char* type, std::int64_t id, const std::string& session, WallTime at) {
    return {{"type", type},
            {"id", id},
            {"ts", format_rfc3339(at)},
            {"session", {{"id", session}, {"platform", "cli"}, {"kind", "private"}, {"profile", "default"}}}};
}

LoadCall shell(std::string command, std::string result) {
    return {"terminal", {{"command", std::move(command)}}, std::move(result), true};
}

}  // namespace

std::variant<std::vector<LoadTurn>, std::string> read_load_turns(const std::string& file) {
    std::ifstream in(file);
    if (!in) return file + ": cannot be read";
    std::vector<LoadTurn> turns;
    std::string line;
    for (int number = 1; std::getline(in, line); ++number) {
        if (line.empty()) continue;
        boost::system::error_code ec;
        const auto value = json::parse(line, ec);
        if (ec || !value.is_object() || text_at(value.as_object(), "user_message").empty())
            return file + ":" + std::to_string(number) + ": not a JSON object with a user_message";
        turns.push_back(turn_of(value.as_object()));
    }
    if (turns.empty()) return file + ": holds no turn";
    return turns;
}

const std::vector<LoadTurn>& built_in_load_turns() {
    static const std::vector<LoadTurn> turns = {
        {"How is node-@ doing after last night's upgrade, and which version does it run?",
         {shell("ssh node-@ uname -r", "6.1.0-28-amd64"), shell("systemctl is-active node-exporter", "active")},
         "node-@ is up and runs kernel 6.1.0-28-amd64."},
        {"Restart the ingress on edge-@, it answers with 502.",
         {shell("kubectl -n ingress rollout restart deploy/edge-@", "deployment.apps/edge-@ restarted"),
          shell("kubectl -n ingress rollout status deploy/edge-@", "deployment \"edge-@\" successfully rolled out")},
         "The ingress edge-@ is restarted and answers again."},
        {"We decided that offer @ goes out at 4,900 EUR a year. Keep that.", {}, "Noted: offer @ at 4,900 EUR a year."},
        {"What had we agreed with customer @ about the support hours?", {}, "Let me look at what is kept."},
        {"Thanks, that was quick!", {}, "You are welcome."},
        {"He movido la máquina virtual app-@ al nodo pve04 y ya responde.", {}, "Entendido: app-@ está en pve04."},
        {"¿Por qué va lenta la base de datos del clúster db-@?",
         {shell("psql -h db-@ -c 'select count(*) from pg_stat_activity'", "97"),
          shell("psql -h db-@ -c 'show max_connections'", "100")},
         "La causa es que db-@ tiene 97 de 100 conexiones ocupadas."},
        {"El cliente @ ha firmado la renovación por dos años.", {}, "Anotado."},
        {"Prüf bitte, ob die Sicherung von fs-@ heute Nacht durchgelaufen ist.",
         {shell("restic -r /srv/fs-@ snapshots --latest 1", "1 snapshots 03:12")},
         "Die Sicherung von fs-@ ist um 03:12 durchgelaufen."},
        {"Der Speicher an Knoten @ ist getauscht, er läuft seit 14 Uhr wieder.", {}, "Vermerkt."},
    };
    return turns;
}

SpokenTurn::SpokenTurn(const LoadTurn& turn, std::uint64_t number, std::size_t tools, std::size_t result_bytes)
    : turn_(turn), name_("turn-" + std::to_string(number)) {
    const auto spoken = std::to_string(number);
    if (tools > 0) {
        if (turn_.calls.empty()) turn_.calls.push_back(shell("kubectl get nodes", "NAME STATUS\nnode-@ Ready"));
        const auto own = turn_.calls;
        while (turn_.calls.size() < tools) turn_.calls.push_back(own[turn_.calls.size() % own.size()]);
        turn_.calls.resize(tools);
    }
    put_number(turn_.user_message, spoken);
    put_number(turn_.assistant_response, spoken);
    for (auto& call : turn_.calls) {
        for (auto& [key, value] : call.arguments) put_number(value, spoken);
        put_number(call.result, spoken);
        static constexpr std::string_view filler = "\nkube-system  coredns-6799fbcd5-x2k9l  1/1  Running  0  41d";
        while (call.result.size() < result_bytes) call.result += filler;
    }
}

std::string SpokenTurn::session_start(std::int64_t id, const std::string& session, WallTime at) const {
    auto made = message("hook", id, session, at);
    made["hook"] = "on_session_start";
    return json::serialize(made);
}

std::string SpokenTurn::question(std::int64_t id, const std::string& session, WallTime at) const {
    auto made = message("hook", id, session, at);
    made["hook"] = "pre_llm_call";
    made["turn"] = name_;
    made["data"] = {{"user_message", turn_.user_message}};
    return json::serialize(made);
}

std::string SpokenTurn::call(std::int64_t id, const std::string& session, WallTime at, std::size_t which) const {
    const auto& call = turn_.calls[which];
    json::object arguments;
    for (const auto& [key, value] : call.arguments) arguments[key] = value;
    auto made = message("hook", id, session, at);
    made["hook"] = "post_tool_call";
    made["turn"] = name_;
    made["data"] = {{"tool", call.tool},
                    {"args", std::move(arguments)},
                    {"result", call.result},
                    {"status", call.ok ? "ok" : "error"},
                    {"call_id", "call-" + std::to_string(which + 1)}};
    return json::serialize(made);
}

std::string SpokenTurn::answer(std::int64_t id, const std::string& session, WallTime at) const {
    auto made = message("hook", id, session, at);
    made["hook"] = "post_llm_call";
    made["turn"] = name_;
    made["data"] = {{"user_message", turn_.user_message}, {"assistant_response", turn_.assistant_response}};
    return json::serialize(made);
}

std::string SpokenTurn::search(std::int64_t id, const std::string& session, WallTime at) const {
    auto made = message("tool", id, session, at);
    made["tool"] = "memory_search";
    made["turn"] = name_;
    made["args"] = {{"query", turn_.user_message}};
    return json::serialize(made);
}

}  // namespace wm::cli
