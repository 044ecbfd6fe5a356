#pragma once
// Declared banks beside what a server has of them: what to do, and whether it then holds (seeds A12, §26). Pure; any
// thread. Values are JSON's, without JSON: what a setting may be is said in config/bank_keys.
//
//   read the bank → plan_bank → apply it → read again → unkept: anything left there is an error

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace wm::policies {

struct BankValue;
using BankList = std::vector<BankValue>;
using BankMap = std::map<std::string, BankValue>;
struct BankValue {
    std::variant<std::monostate, bool, double, std::string, BankList, BankMap> data;
    friend bool operator==(const BankValue&, const BankValue&);
};

struct DesiredBank {
    std::string bank;
    std::string name;                // a label for people; empty: whatever it is
    BankMap config;                  // settings that must hold
    std::vector<std::string> unset;  // settings that the bank must not have of its own
    friend bool operator==(const DesiredBank&, const DesiredBank&) = default;
};

struct BankTemplate {
    std::vector<std::string> patterns;  // bank names with one * each, such as user-*
    DesiredBank bank;                   // its bank is empty
};

// The declared banks. A bank has its own block, or else the template whose pattern says most about its name.
class BankCatalog {
public:
    BankCatalog() = default;
    BankCatalog(std::vector<DesiredBank> banks, std::vector<BankTemplate> templates)
        : banks_(std::move(banks)), templates_(std::move(templates)) {}

    std::optional<DesiredBank> find(std::string_view bank) const;
    const std::vector<DesiredBank>& banks() const { return banks_; }
    const std::vector<BankTemplate>& templates() const { return templates_; }

private:
    std::vector<DesiredBank> banks_;
    std::vector<BankTemplate> templates_;
};

// Whether one * in the pattern can stand for some characters (at least one) so that it is the name.
bool matches_bank(std::string_view pattern, std::string_view bank);

struct BankState {  // as read from the server
    bool exists = false;
    std::string name;
    BankMap overrides;            // the bank's own settings
    std::set<std::string> known;  // settings that this server has at all; empty: not known
};

struct KeyChange {
    std::string key;
    std::optional<BankValue> from;  // none: the bank has no setting of its own
    std::optional<BankValue> to;    // none: take its own setting away
};
struct BankChange {
    std::string bank;
    bool create = false;
    std::string name_from, name_to;      // name_to empty: the name stays
    std::vector<KeyChange> keys;         // in name order
    std::size_t equal = 0;               // settings that hold already
    std::vector<std::string> left_out;   // declared, but this server does not know them: they are not sent
    std::vector<std::string> unmanaged;  // set on the server and not declared: they stay as they are
    bool empty() const { return !create && name_to.empty() && keys.empty(); }
};

BankChange plan_bank(const DesiredBank& desired, const BankState& state);

// What was declared and the server does not have, after it said that it took it: names of settings, or "name".
std::vector<std::string> unkept(const DesiredBank& desired, const BankState& state);

// Banks that are on the server, and neither declared nor of the configuration.
std::vector<std::string> extra_banks(const std::set<std::string>& on_server, const std::set<std::string>& wanted);

// For people. A value on one line; a change as lines, a long text with only its differing lines and their neighbours.
std::string describe(const BankValue& value);
std::string describe(const BankChange& change);

}  // namespace wm::policies
