#pragma once
// Identity: makes the principal of every message, from the directory alone (A9). One a process.
//
//   in   Resolve    a hook that needs to know who speaks
//        RestWanted
//   out  Resolved   to the Sessions shard that asked, with the hook it gave

#include "actors/hooks.hpp"
#include "actors/metrics.hpp"
#include "actors/rest.hpp"
#include "config/settings.hpp"
#include "policies/identity.hpp"
#include "runtime/actor.hpp"

#include <variant>

namespace wm {

struct Resolved {
    HookArrived hook;
    std::variant<Principal, Denial> who;
};
struct Resolve {
    HookArrived hook;
    Reply<Resolved> reply_to;
};

class Identity final : public Actor<Identity, Resolve, RestWanted> {
public:
    Identity(Scheduler&, const StoreRegistry&, Metrics&, const config::Settings&);
    void on(Resolve);
    void on(RestWanted);

private:
    IdentityResolver resolver_;
    Metrics& metrics_;
};

std::vector<StoreRow> store_rows(const config::Settings& settings);

}  // namespace wm
