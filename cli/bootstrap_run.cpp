// What bootstrap does to a server; what is typed and printed is in cli/bootstrap.cpp.
#include "cli/bootstrap.hpp"

#include "config/bank_keys.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace wm::cli {
namespace {

using policies::BankState;
using policies::DesiredBank;

// What of the configuration lives in Hindsight.
struct Configured {
    std::map<std::string, std::string> shared;  // bank → scope
    std::vector<std::string> private_patterns;  // one bank a person: user-*
    bool is_private(std::string_view bank) const {
        return std::ranges::any_of(private_patterns,
                                   [&](const auto& pattern) { return policies::matches_bank(pattern, bank); });
    }
};

Configured configured_banks(const config::Settings& settings) {
    constexpr std::string_view slot = "{internal_user_id}";
    Configured found;
    for (const auto& [scope, store] : settings.stores) {
        if (store.backend.value_or(settings.backend.type) != config::BackendType::hindsight) continue;
        if (!store.bank.empty()) found.shared.emplace(store.bank, scope.str());
        const auto at = store.bank_template.find(slot);
        if (at != std::string::npos)
            found.private_patterns.push_back(std::string(store.bank_template).replace(at, slot.size(), "*"));
    }
    return found;
}

class Bootstrap {
public:
    Bootstrap(const BootstrapTask& task, HindsightBanks& server)
        : task_(task),
          server_(server),
          configured_(configured_banks(task.settings)),
          native_(task.settings.personal_owner == config::PersonalOwner::native) {}

    BootstrapReport run() {
        auto version = server_.version();
        if (auto* fault = std::get_if<BanksFault>(&version)) return failed(fault->message);
        report_.server = std::move(std::get<hindsight::ServerVersion>(version));
        if (!list()) return std::move(report_);
        const auto wanted = choose();
        for (const auto& [bank, desired] : wanted)
            if (!compare(desired)) return std::move(report_);
        if (!task_.dry_run && !apply(wanted)) return std::move(report_);
        find_extra(wanted);
        tell_of_logs();
        return std::move(report_);
    }

private:
    using Wanted = std::map<std::string, DesiredBank>;

    BootstrapReport failed(std::string message) {
        report_.fault = std::move(message);
        return std::move(report_);
    }

    bool list() {
        auto listed = server_.list();
        if (auto* fault = std::get_if<BanksFault>(&listed)) return report_.fault = fault->message, false;
        names_.clear();
        for (auto& [bank, name] : std::get<std::vector<hindsight::ListedBank>>(listed))
            names_.emplace(std::move(bank), std::move(name));
        return true;
    }

    // Blocks, configured banks with a template, and the people's banks that are there already.
    Wanted choose() {
        Wanted wanted;
        const auto want = [&](const std::string& bank) {
            if (auto desired = task_.catalog.find(bank)) wanted.emplace(bank, std::move(*desired));
        };
        for (const auto& block : task_.catalog.banks()) {
            const bool of_a_person = configured_.is_private(block.bank);
            if (of_a_person && native_)
                report_.notices.push_back(block.bank +
                                          " is left alone: personal.owner is native, and a bank has one writer");
            else if (task_.own_file || of_a_person || configured_.shared.contains(block.bank)) want(block.bank);
        }
        for (const auto& [bank, scope] : configured_.shared) {
            want(bank);
            if (!wanted.contains(bank))
                report_.notices.push_back("scope " + scope + ": its bank " + bank +
                                          " is not declared; the first retain makes it without a mission");
        }
        if (!native_)
            for (const auto& [bank, name] : names_)
                if (configured_.is_private(bank)) want(bank);
        return wanted;
    }

    std::optional<BankState> read(const std::string& bank) {
        auto answered = server_.read(bank);
        if (auto* fault = std::get_if<BanksFault>(&answered)) return report_.fault = fault->message, std::nullopt;
        auto state = std::move(std::get<BankState>(answered));
        const auto listed = names_.find(bank);
        state.exists = listed != names_.end();
        state.name = state.exists ? listed->second : "";
        if (state.known.empty()) state.known = config::bank_keys_of(report_.server.version);
        return state;
    }

    bool compare(const DesiredBank& desired) {
        const auto state = read(desired.bank);
        if (!state) return false;
        report_.banks.push_back({policies::plan_bank(desired, *state), {}, {}, false});
        const auto audit = state->overrides.find("audit_log_enabled");
        if (audit != state->overrides.end() && audit->second == policies::BankValue{true})
            audited_.push_back(desired.bank);
        return true;
    }

    // Every bank for itself: one that is refused does not keep the others from being mended.
    bool apply(const Wanted& wanted) {
        bool any = false;
        for (auto& outcome : report_.banks) {
            if (outcome.change.empty()) continue;
            any = true;
            if (auto fault = apply_one(wanted.at(outcome.change.bank), outcome)) {
                if (fault->http_status == 0 || fault->http_status == 401 || fault->http_status == 403)
                    return report_.fault = fault->message, false;
                outcome.fault = fault->message;
            }
        }
        if (!any) return true;
        if (!list()) return false;
        for (auto& outcome : report_.banks) {
            if (outcome.change.empty() || outcome.fault) continue;
            const auto& desired = wanted.at(outcome.change.bank);
            const auto state = read(desired.bank);
            if (!state) return false;
            outcome.unkept = policies::unkept(desired, *state);
            outcome.applied = outcome.unkept.empty();
        }
        return true;
    }

    std::optional<BanksFault> apply_one(const DesiredBank& desired, BankOutcome& outcome) {
        auto& change = outcome.change;
        if (change.create || !change.name_to.empty())
            if (auto fault = server_.put(desired.bank, desired.name)) return fault;
        if (change.create) {  // now it says which settings it knows
            auto answered = server_.read(desired.bank);
            if (auto* fault = std::get_if<BanksFault>(&answered)) return std::move(*fault);
            auto fresh = policies::plan_bank(desired, std::get<BankState>(answered));
            change.keys = std::move(fresh.keys);
            change.left_out = std::move(fresh.left_out);
        }
        if (change.keys.empty()) return std::nullopt;
        return server_.patch(desired.bank, change.keys);
    }

    void find_extra(const Wanted& wanted) {
        std::set<std::string> on_server, ours;
        for (const auto& [bank, name] : names_)
            if (!configured_.is_private(bank)) on_server.insert(bank);
        for (const auto& [bank, desired] : wanted) ours.insert(bank);
        for (const auto& [bank, scope] : configured_.shared) ours.insert(bank);
        report_.extra = policies::extra_banks(on_server, ours);
    }

    // The retention itself is a setting of the server's own, which it tells nobody (design: erasure needs a limit).
    void tell_of_logs() {
        if (report_.server.audit_log)
            report_.notices.emplace_back(
                "Hindsight's audit log is on: it keeps the whole text of every request, for ever unless "
                "HINDSIGHT_API_AUDIT_LOG_RETENTION_DAYS of the server says otherwise; what is forgotten stays in it");
        for (const auto& bank : audited_)
            report_.notices.push_back(bank +
                                      " has audit_log_enabled: the audit log keeps its texts, for ever unless "
                                      "HINDSIGHT_API_AUDIT_LOG_RETENTION_DAYS of the server says otherwise");
        if (report_.server.llm_trace)
            report_.notices.emplace_back(
                "Hindsight's LLM trace is on: it keeps every prompt and reply, a day unless "
                "HINDSIGHT_API_LLM_TRACE_RETENTION_DAYS of the server says otherwise (-1 is for ever); "
                "HINDSIGHT_API_LLM_TRACE_ENABLED=false turns it off");
    }

    const BootstrapTask& task_;
    HindsightBanks& server_;
    Configured configured_;
    bool native_;
    std::map<std::string, std::string> names_;  // banks of the server
    std::vector<std::string> audited_;
    BootstrapReport report_;
};

}  // namespace

bool BootstrapReport::drift() const {
    return std::ranges::any_of(banks, [](const auto& outcome) { return !outcome.change.empty(); });
}

bool BootstrapReport::failed() const {
    return fault ||
           std::ranges::any_of(banks, [](const auto& outcome) { return outcome.fault || !outcome.unkept.empty(); });
}

BootstrapReport run_bootstrap(const BootstrapTask& task, HindsightBanks& server) {
    return Bootstrap(task, server).run();
}

}  // namespace wm::cli
