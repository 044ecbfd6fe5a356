#pragma once
// Declared banks: from a YAML text to a catalog, or to every problem it has, each with its line, path and remedy. The
// format is described at the head of config/banks.yaml, which is in the binary. A file with a problem is refused whole,
// and so is one that holds anything that looks like a credential.

#include "config/report.hpp"
#include "config/settings.hpp"
#include "policies/bank_plan.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace wm::config {

struct BanksResult {
    std::string file;
    std::optional<policies::BankCatalog> catalog;  // only without problems
    std::vector<Problem> problems;                 // by line
    bool ok() const { return catalog.has_value(); }
};

BanksResult load_banks(std::string_view text, const std::string& file);  // pure; any thread
// An empty name: the banks in the binary.
BanksResult load_banks_file(const std::string& file);

// The texts in the binary: config/banks.yaml alone.
using BankTexts = std::vector<std::pair<std::string, std::string>>;
const BankTexts& built_in_bank_texts();
std::string_view built_in_banks_text();
inline constexpr std::string_view built_in_banks_name = "banks.yaml (built in)";

// Whether a scope lives in Hindsight: banks are of no other backend.
bool uses_hindsight(const Settings& settings);

// Every problem, a line each: "banks.yaml:12: banks.wetopi-platform.config.retain_mision: is not a setting; …"
std::string describe(const BanksResult& result);

}  // namespace wm::config
