// `wetopi-memory explain`: why a recent turn recalled what it did, asked of the daemon; or how a text is routed by the
// configured rules, without one.
#include "actors/identity.hpp"
#include "cli/asking.hpp"
#include "cli/commands.hpp"
#include "cli/explain_print.hpp"
#include "config/defaults.hpp"
#include "config/load.hpp"
#include "config/rules.hpp"
#include "net/client.hpp"
#include "net/explain_page.hpp"
#include "policies/explanation.hpp"
#include "policies/identity.hpp"

#include <boost/json.hpp>

#include <filesystem>
#include <iostream>

namespace wm::cli {
namespace {

namespace json = boost::json;

int fault(const std::string& message, Exit code = failed) {
    std::cerr << "wetopi-memory explain: " << message << '\n';
    return code;
}

std::string encoded(std::string_view text) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string out;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        const bool plain = (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') ||
                           (byte >= 'a' && byte <= 'z') || byte == '-' || byte == '.' || byte == '_' || byte == '~';
        if (plain) out += c;
        else out.append(1, '%').append(1, digits[byte >> 4]).append(1, digits[byte & 15]);
    }
    return out;
}

std::string path_of(const ExplainOptions& options) {
    std::string query;
    const auto add = [&](std::string_view key, const std::string& value) {
        if (!value.empty()) query.append(query.empty() ? "?" : "&").append(key).append("=").append(encoded(value));
    };
    add("turn", options.turn);
    add("session", options.session);
    add("agent", options.agent);
    if (options.turn.empty()) add("last", std::to_string(options.last));
    return "/v1/admin/explain" + query;
}

int ask_daemon(const ExplainOptions& options) {
    const auto fetched = fetch(options.url, path_of(options), token_from(options.token), Millis(10000));
    if (const auto* error = std::get_if<ClientError>(&fetched)) return fault(error->message);
    const auto& page = std::get<Page>(fetched);
    if (page.status != 200) return fault(refusal_of(page), page.status == 400 ? misunderstood : failed);
    if (options.json) {
        std::cout << page.body;
        return done;
    }
    boost::system::error_code ec;
    const auto answer = json::parse(page.body, ec);
    if (ec || !answer.is_object()) return fault(options.url + ": this is not the answer of a wetopi-memory daemon");
    std::cout << (options.turn.empty() ? explained_list(answer.as_object()) : explained_turn(answer.as_object()));
    return done;
}

// Somebody with every scope that the agent may use, alone with it.
Principal speaker(const config::Settings& settings, const AgentId& agent, const std::vector<ScopeName>& allowed) {
    const StoreRegistry stores(store_rows(settings));
    Directory directory;
    directory.users = {{UserId("u_somebody"), {}, stores.scopes()}};
    directory.agents = {{agent, allowed, {}}};
    directory.profile_owners = {{"default", UserId("u_somebody")}};
    const auto who = IdentityResolver(std::move(directory), stores).resolve({agent, "cli", "", "", "default", true});
    return std::get<Principal>(who);
}

std::optional<Principal> speaker_of(const config::Settings& settings, const std::string& agent) {
    const auto& agents = settings.identity.agents;
    if (const auto known = agents.find(AgentId(agent)); known != agents.end())
        return speaker(settings, AgentId(agent), known->second.allowed_scopes);
    if (!agents.empty() && !agent.empty()) return std::nullopt;
    return speaker(settings, AgentId(agent.empty() ? "agent" : agent), StoreRegistry(store_rows(settings)).scopes());
}

policies::Explanation explained(const config::Settings& settings, Principal who,
                                std::shared_ptr<const policies::RouteRules> rules, const std::string& text) {
    policies::RecallRecord record;
    record.principal = std::move(who);
    record.text = {text};
    record.rules = std::move(rules);
    const std::map<ScopeName, std::uint32_t> no_budgets;
    policies::ExplainOptions options{{}, no_budgets};
    options.scopes_max = settings.routing.scopes_per_recall_max;
    options.recalled = [&](const ScopeName& scope) {
        const auto store = settings.stores.find(scope);
        return store != settings.stores.end() && store->second.recall_mode != config::RecallMode::off;
    };
    options.candidates = false;
    auto out = policies::explain(record, options);
    // As in a session whose cache holds nothing: what would earn a synchronous recall?
    policies::Route route;
    route.memory_request = out.memory_request;
    for (const auto& scope : out.scopes)
        if (scope.confidence > 0) route.scopes.push_back({scope.scope, scope.confidence});
    out.trigger = policies::trigger(route, false);
    if (out.trigger != policies::Trigger::none) out.waiting = policies::Waiting::synchronous;
    if (out.trigger == policies::Trigger::high_confidence_cache_miss && policies::only_stores(text)) {
        out.trigger = policies::Trigger::none;
        out.waiting = policies::Waiting::only_stores;
    }
    return out;
}

int explain_text(const ExplainOptions& options) {
    auto settings = config::default_settings();
    if (options.config_given || std::filesystem::exists(options.config)) {
        const auto loaded = config::load_file(options.config, config::process_environment());
        if (!loaded.ok()) {
            std::cerr << config::describe(loaded);
            return misunderstood;
        }
        settings = *loaded.settings;
    }
    auto loaded = config::load_rules(settings);
    if (const auto* problems = std::get_if<std::vector<config::RuleProblem>>(&loaded)) {
        std::cerr << config::describe(*problems);
        return misunderstood;
    }
    auto who = speaker_of(settings, options.agent);
    if (!who) {
        std::string known;
        for (const auto& [agent, row] : settings.identity.agents) known += (known.empty() ? "" : ", ") + agent.str();
        return fault(options.agent + " is not in identity.agents of " + options.config + ": " + known, misunderstood);
    }
    Explained answer;
    answer.query.turn = TurnId("text");
    answer.recalls = {explained(settings, std::move(*who), std::get<config::Rules>(loaded).compiled, options.text)};
    const auto parsed = json::parse(encode(answer));
    const auto& recall = parsed.at("recalls").at(0).as_object();
    if (options.json) {
        json::object routing;
        for (const auto* key : {"memory_request", "threshold", "scopes", "trigger", "waiting", "reasons"})
            routing[key] = recall.at(key);
        std::cout << json::serialize(routing) << '\n';
    } else {
        std::cout << explained_text(recall);
    }
    return done;
}

}  // namespace

int explain(const ExplainOptions& options) {
    const bool offline = options.text_given;
    if (offline && (!options.turn.empty() || !options.session.empty()))
        return fault("--text routes a text without a daemon; leave TURN and --session out", misunderstood);
    if (offline && options.text.empty()) return fault("--text is empty; write the message to route", misunderstood);
    return offline ? explain_text(options) : ask_daemon(options);
}

}  // namespace wm::cli
