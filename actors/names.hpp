#pragma once
// Names: what the accepted memories of each bank speak of, as indexes for those who route. One a process.
//
//   in   NamesLearned   of a turn that is durable; refused, they are learnt when they are heard again
//        RestWanted
//   own  NamesLoaded
//   out  NamesChanged → Prefetchers, Tools
//   port NameStore
//
// A name is learnt for the bank of its scope and reaches a router under that bank, which only the registry names and only
// a principal with a right to the scope can ask for (A8).

#include "actors/metrics.hpp"
#include "actors/name_store.hpp"
#include "actors/rest.hpp"
#include "config/settings.hpp"
#include "policies/access.hpp"
#include "policies/known_names.hpp"
#include "runtime/actor.hpp"

#include <memory>
#include <set>
#include <string>
#include <vector>

namespace wm {

struct NamesLearned {
    Principal principal;
    ScopeName scope;
    std::vector<std::string> names;  // as policies::names_in gives them
};
struct NamesChanged {
    BankId bank;
    std::shared_ptr<const policies::NameIndex> index;
};
class Names final : public Actor<Names, NamesLearned, NamesLoaded, RestWanted> {
public:
    // `store` null: names are kept while the daemon runs.
    Names(Scheduler&, NameStore* store, const StoreRegistry&, Metrics&, const config::Settings&);

    // Wiring, before begin().
    void tell_of_changes(std::vector<Reply<NamesChanged>> routers) { routers_ = std::move(routers); }
    void begin();  // once: takes up what an earlier run learnt

    void on(NamesLearned);
    void on(NamesLoaded);
    void on(RestWanted);

private:
    void publish(const policies::NamePlace& place);

    NameStore* store_;
    const StoreRegistry& stores_;
    Metrics& metrics_;
    const config::RoutingSettings& settings_;
    policies::NameBook book_;
    std::vector<Reply<NamesChanged>> routers_;
    bool loading_ = false;
};

}  // namespace wm
