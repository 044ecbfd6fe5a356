#pragma once
// The operator's own rules of the secret scanner (secrets.rules_file), from YAML to rules that can be used, or to every
// problem they have. Format and meaning: docs/secrets.md. Bounded; nothing is thrown. Any thread.
//
//   rules:
//     - {id: acme-badge, pattern: 'ACME-\d{4}-\d{4}', keyword: ACME-, entropy: 2}

#include "config/rules.hpp"
#include "policies/secrets_table.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace wm::config {

inline constexpr std::size_t secret_rules_max = 500;

using SecretRulesResult = std::variant<std::vector<policies::secrets::OwnSecretRule>, std::vector<RuleProblem>>;

SecretRulesResult read_secret_rules(std::string_view text, const std::string& file);
SecretRulesResult load_secret_rules(const std::string& file);  // reads the file; an empty name: no rules

}  // namespace wm::config
