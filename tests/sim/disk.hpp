#pragma once
// A spool over a simulated disk: what was committed survives a crash, what was not may or may not.

#include "actors/spool.hpp"
#include "tests/sim/faults.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <vector>

namespace wm::sim {

struct Disk {  // outlives the daemon
    std::map<SpoolId, SpooledBatch> queue;
    std::map<SpoolId, std::pair<SpooledBatch, std::string>> dead;
    std::set<std::pair<AgentId, TurnId>> judged;
    std::vector<SpooledBatch> committed;  // every batch that was ever durable
    SpoolId last = 0;
};

class SimSpool final : public Spool {
public:
    SimSpool(World& world, Faults& faults, Disk& disk) : world_(world), faults_(faults), disk_(disk) {}

    void commit(AgentId agent, TurnId turn, std::vector<SpooledBatch> batches, Reply<TurnCommitted> reply_to) override {
        const auto pause =
            faults_.strikes(Fault::spool_slow, 30) ? Millis(world_.below(3000)) : Millis(world_.below(4));
        free_at_ = std::max(free_at_, world_.now()) + pause;  // one after the other
        world_.call_at(free_at_, [=, this] { reply_to.deliver(apply(agent, turn, batches)); });
    }
    void mark_sent(SpoolId id) override {
        if (const auto it = disk_.queue.find(id); it != disk_.queue.end()) it->second.sent = true;
    }
    void erase(SpoolId id) override { EXPECT_EQ(disk_.queue.erase(id), 1u) << "a batch is done once"; }
    void bury(SpoolId id, std::string reason) override {
        const auto it = disk_.queue.find(id);
        ASSERT_NE(it, disk_.queue.end());
        disk_.dead.emplace(id, std::pair(it->second, std::move(reason)));
        disk_.queue.erase(it);
    }
    void load(Reply<SpoolLoaded> reply_to) override {
        world_.call_at(world_.now() + Millis(world_.below(20)), [this, reply_to] {
            SpoolLoaded out{{}, true};
            for (const auto& [id, batch] : disk_.queue)
                if (id <= at_start_) out.batches.push_back(batch);
            reply_to.deliver(std::move(out));
        });
    }
    std::uint64_t answered_batches() const { return answered_batches_; }

private:
    TurnCommitted apply(const AgentId& agent, const TurnId& turn, const std::vector<SpooledBatch>& batches) {
        TurnCommitted out{agent, turn, TurnCommitted::Status::committed, {}};
        if (disk_.judged.contains({agent, turn})) out.status = TurnCommitted::Status::seen_before;
        else if (faults_.strikes(Fault::spool_full, 10)) out.status = TurnCommitted::Status::full;
        else if (faults_.strikes(Fault::spool_failed, 10)) out.status = TurnCommitted::Status::failed;
        if (out.status != TurnCommitted::Status::committed) return out;
        disk_.judged.emplace(agent, turn);
        for (auto batch : batches) {
            batch.id = ++disk_.last;
            out.ids.push_back(batch.id);
            disk_.committed.push_back(batch);
            disk_.queue.emplace(batch.id, std::move(batch));
            ++answered_batches_;
        }
        return out;
    }

    World& world_;
    Faults& faults_;
    Disk& disk_;
    Instant free_at_{};
    SpoolId at_start_ = disk_.last;  // what an earlier life left; the rest is this one's own
    std::uint64_t answered_batches_ = 0;
};

}  // namespace wm::sim
