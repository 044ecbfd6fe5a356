#include "cli/bootstrap.hpp"

#include "cli/commands.hpp"
#include "config/banks.hpp"
#include "config/load.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <iostream>

namespace wm::cli {
namespace {

namespace json = boost::json;

constexpr Millis request_within{10000};

int fault(const std::string& message, int code) {
    std::cerr << "wetopi-memory bootstrap: " << message << '\n';
    return code;
}

std::string joined(const std::vector<std::string>& words) {
    std::string all;
    for (const auto& word : words) all += (all.empty() ? "" : ", ") + word;
    return all;
}

json::array array_of(const std::vector<std::string>& words) {
    json::array out;
    for (const auto& word : words) out.emplace_back(word);
    return out;
}

json::value value_of(const std::optional<policies::BankValue>& value) {
    if (!value) return nullptr;
    if (const auto* text = std::get_if<std::string>(&value->data)) return json::string(*text);
    if (const auto* flag = std::get_if<bool>(&value->data)) return *flag;
    if (const auto* number = std::get_if<double>(&value->data)) return *number;
    return json::string(policies::describe(*value));
}

json::object outcome_of(const BankOutcome& outcome, bool dry_run) {
    const auto& change = outcome.change;
    json::array keys;
    for (const auto& key : change.keys) {
        json::object one{{"setting", key.key}};
        one["from"] = value_of(key.from);
        one["to"] = value_of(key.to);
        keys.push_back(std::move(one));
    }
    json::object out{{"bank", change.bank},
                     {"action", change.create    ? "create"
                                : change.empty() ? "none"
                                                 : "change"},
                     {"result", outcome.fault || !outcome.unkept.empty() ? "failed"
                                : change.empty()                         ? "equal"
                                : dry_run                                ? "planned"
                                                                         : "applied"}};
    out["changes"] = std::move(keys);
    if (!change.name_to.empty()) out["name"] = change.name_to;
    out["left_out"] = array_of(change.left_out);
    out["unmanaged"] = array_of(change.unmanaged);
    out["not_kept"] = array_of(outcome.unkept);
    if (outcome.fault) out["error"] = *outcome.fault;
    return out;
}

std::string summary(const BootstrapReport& report, bool dry_run) {
    const auto differing =
        std::ranges::count_if(report.banks, [](const auto& outcome) { return !outcome.change.empty(); });
    const auto all = std::to_string(report.banks.size());
    if (report.fault || report.failed()) return "failed: not every bank is as declared\n";
    if (differing == 0) return "nothing to do: " + all + " banks are as declared\n";
    const auto some = std::to_string(differing) + " of " + all + " banks ";
    return some +
           (dry_run ? "differ; nothing was changed (--dry-run)\n" : "made or mended, and read back as declared\n");
}

}  // namespace

std::string to_text(const BootstrapReport& report, bool dry_run, bool prune_report) {
    std::string out;
    if (!report.server.version.empty()) out += "Hindsight " + report.server.version + "\n";
    for (const auto& outcome : report.banks) {
        out += policies::describe(outcome.change);
        if (outcome.fault) out += "    failed: " + *outcome.fault + "\n";
        if (!outcome.unkept.empty()) out += "    failed: the server did not keep " + joined(outcome.unkept) + "\n";
    }
    if (prune_report) {
        out += report.extra.empty() ? "no bank is there that nobody declared\n" : "";
        for (const auto& bank : report.extra) out += "? " + bank + " (on the server, declared nowhere; it is left)\n";
    }
    return out + summary(report, dry_run);
}

std::string to_json(const BootstrapReport& report, bool dry_run, bool prune_report) {
    json::array banks;
    for (const auto& outcome : report.banks) banks.push_back(outcome_of(outcome, dry_run));
    json::object out{{"server", report.server.version}, {"dry_run", dry_run}, {"drift", report.drift()}};
    out["failed"] = report.failed();
    out["banks"] = std::move(banks);
    if (prune_report) out["extra"] = array_of(report.extra);
    out["notices"] = array_of(report.notices);
    if (report.fault) out["error"] = *report.fault;
    return json::serialize(out) + "\n";
}

int bootstrap(const BootstrapOptions& options) {
    if (options.print) {
        std::cout << config::built_in_banks_text();
        return done;
    }
    const auto loaded = config::load_file(options.config, config::process_environment());
    if (!loaded.ok()) {
        std::cerr << config::describe(loaded);
        return misunderstood;
    }
    const auto& settings = *loaded.settings;
    const auto file = options.banks.empty() ? settings.backend.banks_file : options.banks;
    const auto banks = config::load_banks_file(file);
    if (!banks.ok()) {
        std::cerr << config::describe(banks);
        return misunderstood;
    }
    if (!config::uses_hindsight(settings))
        return fault(options.config +
                         ": every scope lives in the embedded store, and banks to make are of Hindsight only; set "
                         "backend.type: hindsight and backend.url",
                     misunderstood);
    HindsightBanks server(settings.backend, request_within);
    const auto report = run_bootstrap({settings, *banks.catalog, !file.empty(), options.dry_run}, server);
    for (const auto& notice : report.notices) std::cerr << "notice: " << notice << '\n';
    if (report.fault) std::cerr << "wetopi-memory bootstrap: " << *report.fault << '\n';
    std::cout << (options.json ? to_json(report, options.dry_run, options.prune_report)
                               : to_text(report, options.dry_run, options.prune_report));
    if (report.failed()) return failed;
    return options.dry_run && report.drift() ? drift : done;
}

}  // namespace wm::cli
