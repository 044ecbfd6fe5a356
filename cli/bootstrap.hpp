#pragma once
// wetopi-memory bootstrap: the declared banks of a Hindsight server, made, mended and verified. Split from the printing
// so that tests can run it against a stand-in.

#include "config/settings.hpp"
#include "net/hindsight_banks.hpp"
#include "policies/bank_plan.hpp"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace wm::cli {

struct BankOutcome {
    policies::BankChange change;      // what differed
    std::vector<std::string> unkept;  // what the server did not keep after it had taken it
    std::optional<std::string> fault;
    bool applied = false;
};
struct BootstrapReport {
    hindsight::ServerVersion server;
    std::vector<BankOutcome> banks;  // in name order
    std::vector<std::string> extra;  // banks of the server that are neither declared nor configured
    std::vector<std::string> notices;
    std::optional<std::string> fault;  // nothing else is known then

    bool drift() const;   // something differed
    bool failed() const;  // something is not as declared now, though it was to be
};

struct BootstrapTask {
    const config::Settings& settings;
    const policies::BankCatalog& catalog;
    bool own_file = false;  // the operator's: every block in it is made. Of the built-in ones only what is configured
    bool dry_run = false;
};
BootstrapReport run_bootstrap(const BootstrapTask& task, HindsightBanks& server);

std::string to_text(const BootstrapReport& report, bool dry_run, bool prune_report);
std::string to_json(const BootstrapReport& report, bool dry_run, bool prune_report);

}  // namespace wm::cli
