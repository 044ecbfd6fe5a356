#include "actors/rule_keeper.hpp"

#include "tests/actors/inbox.hpp"
#include "tests/actors/rules.hpp"
#include "tests/sim/world.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>

namespace wm {
namespace {

struct Source final : RuleSource {
    void load(Reply<RulesLoaded> reply_to) override {
        EXPECT_FALSE(open) << "one load at a time";
        ++loads;
        open = reply_to;
    }
    void give(RulesLoaded loaded) { std::exchange(open, std::nullopt)->deliver(std::move(loaded)); }
    std::optional<Reply<RulesLoaded>> open;
    int loads = 0;
};

struct RuleKeeperTest : testing::Test {
    sim::World world{1};
    MetricsRegistry registry;
    Metrics metrics{registry};
    Source source;
    Inbox<RulesChanged> prefetcher, router;
    Inbox<ReloadDone> asker;
    RuleKeeper keeper{world, &source, RuleSet(small_rules(), 5, "old"), {prefetcher, router}, metrics};

    void ask(std::uint64_t ticket) {
        ASSERT_EQ(keeper.tell(ReloadWanted{ticket, asker}), Delivery::accepted);
        world.settle();
    }
    void give(RulesLoaded loaded) {
        source.give(std::move(loaded));
        world.settle();
    }
    std::shared_ptr<const policies::RouteRules> other_rules() {
        return std::get<0>(policies::RouteRules::compile(policies::RulePack{}));
    }
    double reloads(const char* status) {
        return registry.value("wetopi_memory_rules_reload_total", {{Label::status, status}});
    }
};

TEST_F(RuleKeeperTest, HandsNewRulesToEverybodyWhoRoutes) {
    ask(7);
    EXPECT_TRUE(asker.got.empty());
    const auto fresh = other_rules();
    give({RuleSet(fresh, 9, "new")});
    ASSERT_EQ(prefetcher.got.size(), 1u);
    EXPECT_EQ(prefetcher.got[0].rules, fresh);
    EXPECT_EQ(router.got.at(0).rules, fresh);
    ASSERT_EQ(asker.got.size(), 1u);
    EXPECT_EQ(asker.got[0].ticket, 7u);
    EXPECT_EQ(asker.got[0].status, ReloadStatus::reloaded);
    EXPECT_EQ(asker.got[0].generation, 2u);
    EXPECT_EQ(asker.got[0].count, 9u);
    EXPECT_EQ(asker.got[0].fingerprint, "new");
    EXPECT_EQ(reloads("reloaded"), 1);
    EXPECT_EQ(registry.value("wetopi_memory_rules_generation"), 2);
    EXPECT_EQ(registry.value("wetopi_memory_rules_in_force"), 9);
}

TEST_F(RuleKeeperTest, KeepsTheOldRulesWhenAPackIsInvalidAndSaysWhatIsWrong) {
    ask(1);
    give({RuleProblems{"a.yaml:3: rules[0].weight: is missing; say what a match weighs"}});
    EXPECT_TRUE(prefetcher.got.empty());
    ASSERT_EQ(asker.got.size(), 1u);
    EXPECT_EQ(asker.got[0].status, ReloadStatus::refused);
    EXPECT_EQ(asker.got[0].generation, 1u);
    EXPECT_EQ(asker.got[0].fingerprint, "old");
    EXPECT_EQ(asker.got[0].problems.size(), 1u);
    EXPECT_EQ(reloads("refused"), 1);
    EXPECT_EQ(registry.value("wetopi_memory_rules_generation"), 1);
}

TEST_F(RuleKeeperTest, DisturbsNobodyWhenNothingHasChanged) {
    ask(1);
    give({RuleSet(other_rules(), 5, "old")});
    EXPECT_TRUE(prefetcher.got.empty());
    EXPECT_EQ(asker.got.at(0).status, ReloadStatus::unchanged);
    EXPECT_EQ(asker.got[0].generation, 1u);
}

TEST_F(RuleKeeperTest, ReadsAnewForWhoAsksWhileItIsReading) {
    ask(1);
    ask(2);
    ask(3);
    EXPECT_EQ(source.loads, 1);
    give({RuleSet(other_rules(), 5, "new")});
    EXPECT_EQ(asker.got.size(), 1u) << "the files may have changed after they were read";
    EXPECT_EQ(source.loads, 2);
    give({RuleSet(other_rules(), 5, "newer")});
    ASSERT_EQ(asker.got.size(), 3u);
    EXPECT_EQ(asker.got[2].generation, 3u);
    EXPECT_FALSE(source.open);
}

TEST_F(RuleKeeperTest, TurnsAwayWhoAsksWhenTooManyWait) {
    for (std::uint64_t ticket = 1; ticket <= 34; ++ticket) ask(ticket);
    ASSERT_EQ(asker.got.size(), 1u);
    EXPECT_EQ(asker.got[0].ticket, 34u);
    EXPECT_EQ(asker.got[0].status, ReloadStatus::busy);
}

TEST_F(RuleKeeperTest, RefusesWithoutASource) {
    RuleKeeper fixed(world, nullptr, small_rules(), {prefetcher}, metrics);
    ASSERT_EQ(fixed.tell(ReloadWanted{1, asker}), Delivery::accepted);
    world.settle();
    EXPECT_EQ(asker.got.at(0).status, ReloadStatus::refused);
}

TEST_F(RuleKeeperTest, OwesAnAnswerWhileItReads) {
    Inbox<Rested> drain;
    const auto rested = [&] {
        EXPECT_EQ(keeper.tell(RestWanted{drain}), Delivery::accepted);
        world.settle();
        return drain.got.back().at_rest;
    };
    EXPECT_TRUE(rested());
    ask(1);
    EXPECT_FALSE(rested());
    give({RuleProblems{}});
    EXPECT_TRUE(rested());
}

}  // namespace
}  // namespace wm
