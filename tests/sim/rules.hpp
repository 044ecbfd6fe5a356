#pragma once
// A source of rules whose packs an operator keeps changing, some of them broken; and the operator who has them reloaded.

#include "actors/rule_keeper.hpp"
#include "tests/sim/faults.hpp"

#include <gtest/gtest.h>

#include <set>

namespace wm::sim {

class SimRules final : public RuleSource {
public:
    SimRules(World& world, Faults& faults, std::shared_ptr<const policies::RouteRules> rules)
        : world_(world), faults_(faults), rules_(std::move(rules)) {}

    void load(Reply<RulesLoaded> reply_to) override {
        world_.call_at(world_.now() + Millis(world_.below(300)), [this, reply_to] {
            if (faults_.strikes(Fault::broken_rules, 40)) return reply_to.deliver({RuleProblems{"a.yaml:1: broken"}});
            if (world_.chance(70)) ++version_;
            reply_to.deliver({RuleSet(rules_, 7, "v" + std::to_string(version_))});
        });
    }
    void deliver(ReloadDone done) {
        EXPECT_EQ(open_.erase(done.ticket), 1u) << "one answer to a reload";
        EXPECT_EQ(done.status == ReloadStatus::refused, !done.problems.empty());
        EXPECT_GE(done.generation, generation_) << "rules never go back";
        generation_ = done.generation;
    }
    void ask(Address<ReloadWanted> keeper) {
        const auto ticket = ++last_;
        open_.emplace(ticket);
        if (keeper.tell({ticket, *this}) == Delivery::full) open_.erase(ticket);
    }
    void forget() {  // the daemon died, and began anew with the rules of the start
        open_.clear();
        generation_ = 1;
    }
    std::size_t unanswered() const { return open_.size(); }

private:
    World& world_;
    Faults& faults_;
    std::shared_ptr<const policies::RouteRules> rules_;
    std::uint64_t last_ = 0, generation_ = 1;
    int version_ = 0;
    std::set<std::uint64_t> open_;
};

}  // namespace wm::sim
