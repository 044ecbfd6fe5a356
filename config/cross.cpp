#include "config/cross.hpp"

#include "config/checks.hpp"
#include "config/defaults.hpp"
#include "config/names.hpp"

#include <algorithm>
#include <utility>

namespace wm::config {

namespace {

std::string quoted(const std::string& name) { return '"' + name + '"'; }

std::string store_path(const ScopeName& scope) { return "stores." + scope.str(); }

// --- what follows ---

void settle_timeouts(BackendSettings& backend, const Report& report) {
    if (!report.given("backend.timeouts.recall")) backend.timeouts.recall = backend.timeout;
    if (!report.given("backend.timeouts.retain_ack")) backend.timeouts.retain_ack = backend.timeout;
}

void settle_stores(Settings& settings, Report& report) {
    for (auto& [scope, store] : settings.stores) {
        const auto path = store_path(scope);
        if (scope.str() == "any" || scope.str() == "memory")
            report.problem_at(path, "is a word of the rule files, so no scope can be called so",
                              "choose another name, such as team-" + scope.str());
        const bool bank = report.given(path + ".bank");
        const bool bank_template = report.given(path + ".bank_template");
        if (bank && bank_template)
            report.problem_at(path + ".bank_template", "stands beside bank",
                              "keep bank for a shared scope or bank_template for a private one");
        // A scope that comes with defaults and is given the other kind of bank.
        if (bank && !bank_template) store.bank_template.clear();
        if (bank_template && !bank) store.bank.clear();
        if (store.bank.empty() && store.bank_template.empty() && report.sound({path}))
            report.problem_at(path, "has neither bank nor bank_template",
                              "give bank: wetopi-" + scope.str() +
                                  " for a shared scope, or a bank_template with {internal_user_id} for a private one");
        if (report.given("retain.mode") && !report.given(path + ".retain.mode"))
            store.retain_mode = settings.retain.mode;
        if (store.retain_policy.empty()) store.retain_policy = !store.bank_template.empty() ? "personal" : "platform";
    }
}

template <class Name>
void leave(std::vector<ScopeName>& scopes, const Name& owned) {
    scopes.erase(std::remove_if(scopes.begin(), scopes.end(), owned), scopes.end());
}

// ADR, mixed architecture: the native provider owns every private bank, so nobody reaches one through this daemon.
void settle_owner(Settings& settings, Report& report) {
    if (settings.personal_owner != PersonalOwner::native) return;
    const auto owned = [&](const ScopeName& scope) {
        const auto found = settings.stores.find(scope);
        return found != settings.stores.end() && !found->second.bank_template.empty();
    };
    std::string names;
    for (const auto& [scope, store] : settings.stores)
        if (owned(scope)) names += (names.empty() ? "" : ", ") + scope.str();
    if (names.empty()) return;
    for (auto& [id, user] : settings.identity.users) leave(user.allowed_scopes, owned);
    for (auto& [id, agent] : settings.identity.agents) leave(agent.allowed_scopes, owned);
    leave(settings.identity.default_agent_scopes, owned);
    report.notice_at(
        "personal.owner",
        "is native: " + names + " left every allowed_scopes, since the native provider owns the private banks",
        "nothing, if that is meant; plane gives them to this daemon");
}

// Said only of a value that differs from what the judge does anyway, so that a file with the ADR's table hears nothing.
void report_temporal(const Settings& settings, Report& report) {
    const auto usual = default_settings().memory_policy;
    for (const auto& [type, row] : settings.memory_policy) {
        const auto path = "memory_policy." + type + ".temporal";
        const auto found = usual.find(type);
        if (found != usual.end() && row.temporal != found->second.temporal && report.given(path))
            report.notice_at(path, "has no effect: a statement's own words say whether it is temporary",
                             "leave it out");
    }
}

// --- what must hold ---

BackendType backend_of(const Settings& settings, const StoreSettings& store) {
    return store.backend.value_or(settings.backend.type);
}

void check_backend(const Settings& settings, Report& report) {
    const auto& backend = settings.backend;
    if (backend.url.empty() && report.sound({"backend.url", "backend.type", "stores"})) {
        auto where = backend.type == BackendType::hindsight ? std::string("backend.type") : std::string();
        for (const auto& [scope, store] : settings.stores)
            if (where.empty() && backend_of(settings, store) == BackendType::hindsight)
                where = store_path(scope) + ".backend";
        if (!where.empty())
            report.problem(report.line_of(where), "backend.url", "is missing, and a scope lives in Hindsight",
                           "give the server's URL, such as ${HINDSIGHT_API_URL}, or use the embedded store");
    }
    if (report.sound({"backend.concurrency"}) && backend.reserved_sync >= backend.inflight_max)
        report.problem_at("backend.concurrency.reserved_sync",
                          "leaves nothing of max_inflight (" + std::to_string(backend.inflight_max) + ")",
                          "give less than max_inflight, or raise that one");
}

void check_banks(const Settings& settings, Report& report) {
    struct Lived {
        const ScopeName* scope;
        BackendType backend;
        const std::string* bank;
        const char* key;
    };
    std::vector<Lived> lived;
    for (const auto& [scope, store] : settings.stores) {
        if (!report.sound({store_path(scope), "backend.type"})) continue;
        const bool shared = !store.bank.empty();
        const Lived here{&scope, backend_of(settings, store), shared ? &store.bank : &store.bank_template,
                         shared ? ".bank" : ".bank_template"};
        for (const auto& other : lived)
            if (other.backend == here.backend && banks_may_meet(*here.bank, *other.bank)) {
                report.problem_at(store_path(scope) + here.key,
                                  "can be the same bank as that of scope " + quoted(other.scope->str()),
                                  "give each scope a bank of its own: one bank, one scope");
                break;
            }
        lived.push_back(here);
    }
}

void check_scopes(const Settings& settings, Report& report, const std::string& path,
                  const std::vector<ScopeName>& scopes) {
    if (!report.reached("stores")) return;
    std::vector<std::string> known;
    for (const auto& [scope, store] : settings.stores) known.push_back(scope.str());
    for (std::size_t i = 0; i < scopes.size(); ++i) {
        if (settings.stores.contains(scopes[i])) continue;
        const auto near = nearest(scopes[i].str(), known);
        report.problem_at(path + "[" + std::to_string(i) + "]", quoted(scopes[i].str()) + " is no scope of stores",
                          near.empty() ? "add it under stores, or take it out here"
                                       : "did you mean " + near + "? Or add it under stores");
    }
}

void check_accounts(const IdentitySettings& identity, Report& report) {
    std::map<std::pair<std::string, std::string>, std::string> owners;
    for (const auto& [user, settings] : identity.users)
        for (std::size_t i = 0; i < settings.accounts.size(); ++i) {
            const auto path = "identity.users." + user.str() + ".accounts[" + std::to_string(i) + "]";
            const auto& account = settings.accounts[i];
            if (!report.sound({path})) continue;
            const auto [owner, fresh] = owners.emplace(std::pair(account.platform, account.id), user.str());
            if (!fresh)
                report.problem_at(path, "is an account that " + quoted(owner->second) + " has already",
                                  "give each account to one person, once");
        }
}

void check_profiles(const IdentitySettings& identity, Report& report) {
    for (const auto& [profile, settings] : identity.profiles) {
        const auto path = "identity.profiles." + profile;
        if (!identity.users.contains(settings.owner) && report.reached("identity.users") &&
            report.sound({path + ".owner"}) && report.given(path + ".owner"))
            report.problem_at(path + ".owner", quoted(settings.owner.str()) + " is no user of identity.users",
                              "add the person there, or name one who is");
        const auto slash = profile.find('/');
        if (slash != std::string::npos && report.reached("identity.agents") &&
            !identity.agents.contains(AgentId(profile.substr(0, slash))))
            report.problem_at(path, "names an agent that identity.agents does not list",
                              "add the agent there, or write the profile alone");
    }
}

void check_identity(const Settings& settings, Report& report) {
    const auto& identity = settings.identity;
    check_scopes(settings, report, "identity.default_agent_scopes", identity.default_agent_scopes);
    for (const auto& [id, user] : identity.users)
        check_scopes(settings, report, "identity.users." + id.str() + ".allowed_scopes", user.allowed_scopes);
    for (const auto& [id, agent] : identity.agents)
        check_scopes(settings, report, "identity.agents." + id.str() + ".allowed_scopes", agent.allowed_scopes);
    check_accounts(identity, report);
    check_profiles(identity, report);
    if (identity.agents.empty() && identity.default_agent_scopes.empty() && report.reached("identity.agents"))
        report.notice_at("identity.agents", "lists no agent, so every agent is denied",
                         "add the agents that have a token");
}

void check_listen(const ListenSettings& listen, Report& report) {
    if (!report.sound({"listen"})) return;
    if (listen.tls_certificate.empty() != listen.tls_key.empty()) {
        const std::string missing = listen.tls_certificate.empty() ? "certificate" : "key";
        report.problem_at("listen.tls." + missing, "is missing beside the other of the two",
                          "give both files, or none");
        return;
    }
    if (!listen.tls_client_ca.empty() && listen.tls_certificate.empty())
        report.problem_at("listen.tls.client_ca", "asks for certificates where there is no TLS",
                          "give listen.tls.certificate and listen.tls.key, or leave it out");
    if (!is_loopback(listen.address) && listen.tls_certificate.empty() && !listen.allow_plaintext)
        report.problem_at("listen.address", "is beyond loopback, and there is no TLS",
                          "give listen.tls.certificate and listen.tls.key; if something else encrypts, write "
                          "listen.allow_plaintext: true");
}

void check_mcp(const Settings& settings, Report& report) {
    const auto& scope = settings.mcp.memorycore_scope;
    if (scope.empty() || !report.reached("stores") || settings.stores.contains(ScopeName(scope))) return;
    report.problem_at("mcp.memorycore_scope", "is no scope of stores", "name one that is, or leave it empty");
}

void check_hot(const HotSettings& hot, Report& report) {
    if (!report.sound({"hot"})) return;
    if (hot.target_percent <= hot.soft_percent && hot.soft_percent <= hot.hard_percent) return;
    report.problem_at("hot.target_percent", "is at odds: target_percent, soft_percent and hard_percent must rise in this order",
                      "lower target_percent or raise hard_percent");
}

void check_limits(const LimitSettings& limits, Report& report) {
    const auto no_more = [&](const char* small, auto small_value, const char* large, auto large_value) {
        const auto below = std::string("limits.") + small;
        const auto above = std::string("limits.") + large;
        if (small_value > large_value && report.sound({below, above}))
            report.problem_at(report.given(below) ? below : above,
                              std::string("is at odds: ") + small + " is larger than " + large,
                              "lower " + below + " or raise " + above);
    };
    no_more("backoff_first", limits.backoff_first, "backoff_max", limits.backoff_max);
    no_more("evidence_bytes_max", limits.evidence_bytes_max, "turn_bytes_max", limits.turn_bytes_max);
    no_more("evidence_bytes_max", limits.evidence_bytes_max, "frame_bytes_max", limits.frame_bytes_max);
    no_more("batch_bytes_max", limits.batch_bytes_max, "spool_bytes_max", limits.spool_bytes_max);
    no_more("query_bytes_max", limits.query_bytes_max, "frame_bytes_max", limits.frame_bytes_max);
}

}  // namespace

void settle(Settings& settings, Report& report) {
    settle_timeouts(settings.backend, report);
    settle_stores(settings, report);
    check_backend(settings, report);
    check_banks(settings, report);
    check_identity(settings, report);
    check_listen(settings.listen, report);
    check_mcp(settings, report);
    check_hot(settings.hot, report);
    check_limits(settings.limits, report);
    if (settings.routing.semantic_fallback)
        report.notice_at("routing.semantic_fallback.enabled",
                         "is true, but this version has no semantic router: the rules alone route", "leave it out");
    report_temporal(settings, report);
    settle_owner(settings, report);
}

}  // namespace wm::config
