#include "policies/access.hpp"

#include <algorithm>

namespace wm {
namespace {

constexpr std::string_view user_slot = "{internal_user_id}";

}  // namespace

StoreRegistry::StoreRegistry(const std::vector<StoreRow>& rows) {
    for (const auto& row : rows) rows_.emplace(row.scope, row);
}

std::optional<BankId> StoreRegistry::bank(const ScopeName& scope, const UserId& user) const {
    const auto it = rows_.find(scope);
    if (it == rows_.end()) return std::nullopt;
    if (it->second.bank_template.empty()) return BankId(it->second.bank);
    const auto at = it->second.bank_template.find(user_slot);
    if (user.empty() || at == std::string::npos) return std::nullopt;
    return BankId(std::string(it->second.bank_template).replace(at, user_slot.size(), user.str()));
}

bool StoreRegistry::is_private(const ScopeName& scope) const {
    const auto it = rows_.find(scope);
    return it != rows_.end() && !it->second.bank_template.empty();
}

std::vector<ScopeName> StoreRegistry::scopes() const {
    std::vector<ScopeName> out;
    for (const auto& [scope, row] : rows_) out.push_back(scope);
    return out;
}

bool Principal::may(const ScopeName& scope) const {
    return std::binary_search(data_->scopes.begin(), data_->scopes.end(), scope);
}

std::optional<BankId> Principal::bank(const ScopeName& scope) const {
    const auto it = data_->banks.find(scope);
    return it == data_->banks.end() ? std::nullopt : std::optional(it->second);
}

std::string listed(const std::vector<ScopeName>& scopes) {
    std::string out;
    for (const auto& scope : scopes) out += (out.empty() ? "" : ", ") + scope.str();
    return out.empty() ? "none" : out;
}

}  // namespace wm
