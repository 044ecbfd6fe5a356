#pragma once
// Learned names on a simulated disk, which outlives the daemon.

#include "actors/names.hpp"
#include "tests/sim/world.hpp"

#include <algorithm>
#include <vector>

namespace wm::sim {

class SimNames final : public NameStore {
public:
    explicit SimNames(World& world) : world_(world) {}
    void load(Reply<NamesLoaded> reply_to) override {
        world_.call_at(world_.now() + Millis(world_.below(500)),
                       [rows = rows, reply_to] { reply_to.deliver(NamesLoaded{rows}); });
    }
    void save(policies::NamePlace place, policies::NameBook::Change change) override {
        for (auto& name : change.removed)
            std::erase_if(rows, [&](const auto& row) { return row.place == place && row.name == name; });
        for (auto& name : change.added) rows.push_back({place, std::move(name)});
    }
    std::vector<NamesLoaded::Row> rows;

private:
    World& world_;
};

}  // namespace wm::sim
