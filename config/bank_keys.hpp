#pragma once
// The settings that a Hindsight bank can have of its own: name, type, bounds, and since which server. Hindsight 1.1.0
// refuses a whole request for one unknown setting, and takes any word as an extraction mode: so both are checked here.
// Pure; any thread.

#include "config/scalar.hpp"

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace wm::config {

enum class BankKeyType : std::uint8_t { text, choice, flag, integer, fraction, texts, tree };

struct BankKey {
    std::string_view name;
    BankKeyType type;
    Range range{};                          // integer
    std::vector<std::string_view> words{};  // choice
    bool since_1_1 = false;                 // 0.9.2 does not have it
};

const std::vector<BankKey>& bank_keys();
const BankKey* bank_key(std::string_view name);  // null: there is no such setting

// Those that a server of this version has; a version that is no number counts as the newest known.
std::set<std::string> bank_keys_of(std::string_view version);

std::string allowed_text(const BankKey& key);  // "a whole number, 1 … 5", "concise, verbose"

}  // namespace wm::config
