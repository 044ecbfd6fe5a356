#pragma once
// Identity: makes the principal of every message, from the directory alone (A9). No actor: what it reads never changes
// while it lives, so Sessions asks it in the same turn, and no message waits for a speaker to be known (docs/adr/0008).

#include "actors/audit.hpp"
#include "actors/hooks.hpp"
#include "actors/metrics.hpp"
#include "config/settings.hpp"
#include "policies/identity.hpp"

#include <variant>

namespace wm {

class Identity {
public:
    // `audit`: where denials are accounted for; null: nowhere.
    Identity(const StoreRegistry&, Metrics&, const config::Settings&, Audit* audit = nullptr);
    // Any thread. A denial is counted, accounted for and told to the log.
    std::variant<Principal, Denial> who(const HookArrived& hook) const;

private:
    IdentityResolver resolver_;
    Metrics& metrics_;
    Audit* audit_;
};

std::vector<StoreRow> store_rows(const config::Settings& settings);

}  // namespace wm
