#include "actors/names.hpp"

#include "actors/prefetcher.hpp"
#include "policies/fold.hpp"
#include "tests/actors/inbox.hpp"
#include "tests/actors/people.hpp"
#include "tests/actors/rules.hpp"
#include "tests/sim/world.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>

namespace wm {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;

struct Shelf final : NameStore {
    void load(Reply<NamesLoaded> reply_to) override { asked = reply_to; }
    void save(policies::NamePlace place, policies::NameBook::Change change) override {
        saved.emplace_back(std::move(place), std::move(change));
    }
    std::optional<Reply<NamesLoaded>> asked;
    std::vector<std::pair<policies::NamePlace, policies::NameBook::Change>> saved;
};

struct NamesTest : testing::Test {
    config::Settings settings = small_company();
    sim::World world{1};
    MetricsRegistry registry;
    Metrics metrics{registry};
    StoreRegistry stores{store_rows(settings)};
    Shelf shelf;
    Inbox<Recall> gateway;
    Inbox<Answer> front;
    Inbox<ContextGiven> sessions;
    Inbox<RecallSeen> explainer;
    Prefetcher prefetcher{world, world, small_rules(), gateway, explainer, front, metrics, settings};
    Inbox<NamesChanged> watcher;
    std::optional<Names> names;

    void SetUp() override { start(); }
    void start() {
        names.emplace(world, &shelf, stores, metrics, settings);
        names->tell_of_changes({prefetcher, watcher});
        names->begin();
    }
    Principal ana() { return principal_of(settings, stores, "42"); }
    Principal ben() { return principal_of(settings, stores, "43"); }
    void learn(const Principal& who, const ScopeName& scope, std::vector<std::string> heard) {
        ASSERT_EQ(names->tell(NamesLearned{who, scope, std::move(heard)}), Delivery::accepted);
        world.settle();
    }
    void found_on_disk(std::vector<NamesLoaded::Row> rows) {
        shelf.asked->deliver(NamesLoaded{std::move(rows)});
        world.settle();
    }
    // The scopes that a message of this person is recalled from.
    std::vector<ScopeName> recalled(const Principal& who, const std::string& text) {
        gateway.got.clear();
        ++frame;
        EXPECT_EQ(prefetcher.tell(ContextWanted{1,
                                                frame,
                                                who,
                                                SessionId("s" + std::to_string(frame)),
                                                "telegram",
                                                {text},
                                                world.now() + 300ms,
                                                sessions}),
                  Delivery::accepted);
        world.settle();
        std::vector<ScopeName> scopes;
        for (const auto& recall : gateway.got) scopes.push_back(recall.scope);
        return scopes;
    }
    FrameId frame = 0;
};

TEST_F(NamesTest, RouteAQuestionToTheScopeThatKnowsTheName) {
    EXPECT_THAT(recalled(ana(), "who looks after Brennwald?"), ElementsAre());
    learn(ana(), business_scope, {"brennwald"});
    EXPECT_THAT(recalled(ana(), "who looks after Brennwald?"), ElementsAre(business_scope));
    EXPECT_EQ(registry.value("wetopi_memory_learned_names"), 1);
}

TEST_F(NamesTest, OfAPrivateScopeNeverRouteForAnotherPerson) {
    learn(ana(), personal_scope, {"zurutuza"});
    EXPECT_THAT(recalled(ana(), "what about Zurutuza?"), ElementsAre(personal_scope));
    EXPECT_THAT(recalled(ben(), "what about Zurutuza?"), ElementsAre());
    EXPECT_EQ(watcher.got.at(0).bank.str(), "user-u_ana");
}

TEST_F(NamesTest, OfAScopeRouteOnlyForThoseWhoMayReadIt) {
    learn(ana(), business_scope, {"brennwald"});
    EXPECT_THAT(recalled(ben(), "who looks after Brennwald?"), ElementsAre()) << "ben has no business memory";
    learn(ana(), platform_scope, {"pve04"});
    EXPECT_THAT(recalled(ben(), "is pve04 up?"), ElementsAre(platform_scope))
        << "learnt from one, known to all of them";
}

TEST_F(NamesTest, AreNotLearntForAScopeThatIsNotTheSpeakers) {
    learn(ben(), business_scope, {"brennwald"});
    EXPECT_TRUE(watcher.got.empty());
    EXPECT_TRUE(shelf.saved.empty());
}

TEST_F(NamesTest, AreSavedOnceAndTakenUpAfterARestart) {
    learn(ana(), business_scope, {"brennwald", "pve04"});
    learn(ana(), business_scope, {"brennwald"});
    ASSERT_EQ(shelf.saved.size(), 1u);
    EXPECT_EQ(shelf.saved[0].first, (policies::NamePlace{business_scope, UserId{}}));
    EXPECT_THAT(shelf.saved[0].second.added, ElementsAre("brennwald", "pve04"));
    start();
    EXPECT_THAT(recalled(ana(), "who looks after Kestrovane?"), ElementsAre());
    found_on_disk({{{business_scope, UserId{}}, "kestrovane"}, {{personal_scope, UserId("u_ana")}, "zurutuza"}});
    EXPECT_THAT(recalled(ana(), "who looks after Kestrovane?"), ElementsAre(business_scope));
    EXPECT_THAT(recalled(ben(), "what about Zurutuza?"), ElementsAre());
}

TEST_F(NamesTest, OfAScopeThatIsNoLongerThereRest) {
    found_on_disk({{{ScopeName("gone"), UserId{}}, "kestrovane"}, {{personal_scope, UserId{}}, "zurutuza"}});
    EXPECT_TRUE(watcher.got.empty()) << "and neither has a bank what was shared before it became private";
}

TEST_F(NamesTest, AreBoundedAndTheOldestIsForgottenOnDiskToo) {
    settings.routing.learned_names_max = 2;
    start();
    learn(ana(), business_scope, {"brennwald", "pve04"});
    learn(ana(), business_scope, {"kestrovane"});
    EXPECT_THAT(shelf.saved.back().second.removed, ElementsAre("brennwald"));
    EXPECT_THAT(recalled(ana(), "who looks after Brennwald?"), ElementsAre());
    EXPECT_EQ(registry.value("wetopi_memory_learned_names"), 2);
}

TEST_F(NamesTest, AreNotLearntWhenTheyAreSwitchedOff) {
    settings.routing.learned_names = false;
    shelf.asked.reset();
    start();
    learn(ana(), business_scope, {"brennwald"});
    EXPECT_TRUE(watcher.got.empty());
    EXPECT_FALSE(shelf.asked);
}

}  // namespace
}  // namespace wm
