#include "cli/commands.hpp"
#include "cli/daemon.hpp"
#include "cli/own_secrets.hpp"
#include "config/banks.hpp"
#include "config/load.hpp"
#include "config/rules.hpp"
#include "policies/secrets.hpp"
#include "runtime/log.hpp"

#include <iostream>
#include <memory>
#include <utility>

namespace wm::cli {
namespace {

Level level_of(config::LogLevel level) {
    switch (level) {
        case config::LogLevel::debug: return Level::debug;
        case config::LogLevel::info: return Level::info;
        case config::LogLevel::warning: return Level::warning;
        case config::LogLevel::error: return Level::error;
    }
    return Level::info;
}

}  // namespace

int serve(const std::string& config_file) {
    const auto loaded = config::load_file(config_file, config::process_environment());
    std::cerr << config::describe(loaded);
    if (!loaded.ok()) return misunderstood;
    auto rules = config::load_rules(*loaded.settings);
    if (const auto* problems = std::get_if<std::vector<config::RuleProblem>>(&rules)) {
        std::cerr << config::describe(*problems);
        return misunderstood;
    }
    const auto secret_rules = own_secret_rules(loaded.settings->secret_rules_file);
    if (!secret_rules) return misunderstood;
    policies::use_own_secret_rules(*secret_rules);
    auto banks = config::load_banks_file(loaded.settings->backend.banks_file);
    std::cerr << config::describe(banks);
    if (!banks.ok()) return misunderstood;
    log_level(level_of(loaded.settings->log_level));
    Daemon daemon(*loaded.settings, std::get<config::Rules>(std::move(rules)),
                  std::make_shared<const policies::BankCatalog>(std::move(*banks.catalog)));
    if (const auto fault = daemon.prepare()) {
        std::cerr << "wetopi-memory serve: " << *fault << '\n';
        return failed;
    }
    return daemon.run() ? done : failed;
}

}  // namespace wm::cli
