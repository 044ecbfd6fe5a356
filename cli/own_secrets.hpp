#pragma once
// The operator's own rules of the secret scanner, for a command.

#include "policies/secrets_table.hpp"

#include <optional>
#include <string>
#include <vector>

namespace wm::cli {

// Of a file, empty for none; nothing when it has a fault, which is on standard error then.
std::optional<std::vector<policies::secrets::OwnSecretRule>> own_secret_rules(const std::string& file);

}  // namespace wm::cli
