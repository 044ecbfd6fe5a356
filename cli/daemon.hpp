#pragma once
// The daemon as one object: everything that serve() builds, in the order that it must be destroyed in reverse. Threads run
// inside run() only.

#include "config/rules.hpp"
#include "config/settings.hpp"
#include "policies/bank_plan.hpp"

#include <memory>
#include <optional>
#include <string>

namespace wm::cli {

class Daemon {
public:
    // `banks`: what a bank of Hindsight is made from when the first batch goes to it; none: as Hindsight makes it.
    Daemon(const config::Settings& settings, config::Rules rules,
           std::shared_ptr<const policies::BankCatalog> banks = nullptr);
    ~Daemon();

    // Takes the data directory, opens what is in it, listens. None: ready to run; else what is wrong and how to mend it.
    std::optional<std::string> prepare();
    // Blocks until SIGTERM or SIGINT, then drains. True: nothing was owed any more at the end.
    bool run();

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace wm::cli
