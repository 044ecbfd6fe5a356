#pragma once
// The operator's folder of rule packs (routing.rules_dir): its *.yaml files as texts. Bounded; nothing is thrown.

#include "config/rules.hpp"

#include <cstddef>
#include <string>
#include <variant>
#include <vector>

namespace wm::config {

inline constexpr std::size_t rule_files_max = 64;  // each of at most file_bytes_max
inline constexpr std::size_t rule_folder_bytes_max = 4u << 20;

// In the order of their names; what begins with a dot and what is no YAML by its name is left alone. An empty name: none.
std::variant<RulePackTexts, std::vector<RuleProblem>> read_rule_folder(const std::string& folder);

}  // namespace wm::config
