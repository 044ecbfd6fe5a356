#include "cli/own_secrets.hpp"

#include "config/secret_rules.hpp"

#include <iostream>
#include <utility>

namespace wm::cli {

std::optional<std::vector<policies::secrets::OwnSecretRule>> own_secret_rules(const std::string& file) {
    auto rules = config::load_secret_rules(file);
    if (auto* loaded = std::get_if<std::vector<policies::secrets::OwnSecretRule>>(&rules)) return std::move(*loaded);
    std::cerr << config::describe(std::get<std::vector<config::RuleProblem>>(rules));
    return std::nullopt;
}

}  // namespace wm::cli
