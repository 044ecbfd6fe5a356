#pragma once
// The security boundary (A8, A9): identity → allowed scopes → registry → bank. A Principal is made by policies/identity
// alone, a BankId by StoreRegistry alone, so no text of an agent can name either.

#include "policies/types.hpp"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace wm {

struct StoreRow {  // one configured scope
    ScopeName scope;
    std::string bank;           // a shared bank, or
    std::string bank_template;  // holds {internal_user_id}: one bank a user
};

// Which scope lives where. Immutable; any thread.
class StoreRegistry {
public:
    explicit StoreRegistry(const std::vector<StoreRow>& rows);

    // Empty for an unknown scope, and for a private scope without a user.
    std::optional<BankId> bank(const ScopeName& scope, const UserId& user) const;
    bool is_private(const ScopeName& scope) const;  // one bank a user
    std::vector<ScopeName> scopes() const;          // in name order

private:
    std::map<ScopeName, StoreRow> rows_;
};

// "business, platform"; "none" for no scope. For people: answers and log lines.
std::string listed(const std::vector<ScopeName>& scopes);

// Who is speaking in this one message, and what is theirs. Two words to copy; immutable; any thread.
class Principal {
public:
    const UserId& user() const noexcept { return data_->user; }  // empty: nobody in particular, so nothing private
    const AgentId& agent() const noexcept { return data_->agent; }
    const std::vector<ScopeName>& scopes() const noexcept { return data_->scopes; }  // in name order
    bool may(const ScopeName& scope) const;
    // The one way to a bank: a scope outside the ACL has none.
    std::optional<BankId> bank(const ScopeName& scope) const;

private:
    friend class IdentityResolver;
    struct Data {
        UserId user;
        AgentId agent;
        std::vector<ScopeName> scopes;
        std::map<ScopeName, BankId> banks;
    };
    explicit Principal(std::shared_ptr<const Data> data) : data_(std::move(data)) {}
    std::shared_ptr<const Data> data_;
};

}  // namespace wm
