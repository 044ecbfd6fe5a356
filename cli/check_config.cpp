#include "cli/commands.hpp"
#include "cli/own_secrets.hpp"
#include "config/banks.hpp"
#include "config/document.hpp"
#include "config/load.hpp"
#include "config/print.hpp"
#include "config/rules.hpp"

#include <cstdlib>
#include <filesystem>
#include <iostream>

namespace wm::cli {

std::string default_config_file() {
    if (const char* named = std::getenv("WETOPI_MEMORY_CONFIG"); named && *named) return named;
    for (const char* place : {"wetopi-memory.yaml", "/etc/wetopi-memory/config.yaml"})
        if (std::filesystem::exists(place)) return place;
    return "wetopi-memory.yaml";
}

int check_config(const std::string& config_file, bool quiet) {
    const auto loaded = config::load_file(config_file, config::process_environment());
    std::cerr << config::describe(loaded);
    if (!loaded.ok()) return misunderstood;
    const auto rules = config::load_rules(*loaded.settings);
    if (const auto* problems = std::get_if<std::vector<config::RuleProblem>>(&rules)) {
        std::cerr << config::describe(*problems);
        return misunderstood;
    }
    if (!own_secret_rules(loaded.settings->secret_rules_file)) return misunderstood;
    const auto banks = config::load_banks_file(loaded.settings->backend.banks_file);
    std::cerr << config::describe(banks);
    if (!banks.ok()) return misunderstood;
    if (!quiet) std::cout << config::print(*loaded.settings, loaded.origins);
    return done;
}

}  // namespace wm::cli
