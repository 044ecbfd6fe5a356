#include "actors/names.hpp"

#include <utility>

namespace wm {

Names::Names(Scheduler& scheduler, NameStore* store, const StoreRegistry& stores, Metrics& metrics,
             const config::Settings& settings)
    : Actor(scheduler, settings.limits.mailbox_max),
      store_(store),
      stores_(stores),
      metrics_(metrics),
      settings_(settings.routing),
      book_(settings.routing.learned_names_max) {}

void Names::begin() {
    if (!store_ || !settings_.learned_names) return;
    loading_ = true;
    store_->load(*this);
}

void Names::on(NamesLearned m) {
    if (!settings_.learned_names || !m.principal.may(m.scope)) return;
    const policies::NamePlace place{m.scope, stores_.is_private(m.scope) ? m.principal.user() : UserId{}};
    auto change = book_.learn(place, m.names);
    if (change.added.empty() && change.removed.empty()) return;
    publish(place);
    if (store_) store_->save(place, std::move(change));
}

void Names::on(NamesLoaded m) {
    loading_ = false;
    std::set<policies::NamePlace> places;
    for (auto& row : m.rows) {
        auto change = book_.learn(row.place, {row.name});
        places.insert(row.place);
        if (!change.removed.empty())
            store_->save(row.place, {{}, std::move(change.removed)});  // the limit is lower now
    }
    for (const auto& place : places) publish(place);
}

// A scope that is configured no more, or is private now, has no bank for the place: its names rest.
void Names::publish(const policies::NamePlace& place) {
    metrics_.learned_names.set(static_cast<double>(book_.size()));
    if (place.user.empty() == stores_.is_private(place.scope)) return;
    const auto bank = stores_.bank(place.scope, place.user);
    if (!bank) return;
    const auto index = std::make_shared<const policies::NameIndex>(place.scope, book_.names(place));
    for (const auto& router : routers_) router.deliver({*bank, index});
}

void Names::on(RestWanted m) { m.reply_to.deliver({!loading_}); }

}  // namespace wm
