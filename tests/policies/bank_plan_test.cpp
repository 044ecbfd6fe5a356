#include "policies/bank_plan.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace wm::policies {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

BankValue text(std::string value) { return {std::move(value)}; }
BankValue number(double value) { return {value}; }
BankValue flag(bool value) { return {value}; }

DesiredBank desired() {
    DesiredBank bank{"wetopi-platform", "", {}, {}};
    bank.config = {{"enable_observations", flag(true)},
                   {"recall_max_tokens", number(2500)},
                   {"retain_mission", text("keep states")}};
    return bank;
}
BankState held() {
    BankState state{true, "wetopi-platform", desired().config, {}};
    state.known = {"enable_observations", "recall_max_tokens", "retain_mission", "retain_chunk_size"};
    return state;
}

TEST(BankPlan, DoesNothingWhereEverySettingHolds) {
    const auto change = plan_bank(desired(), held());
    EXPECT_TRUE(change.empty());
    EXPECT_EQ(change.equal, 3u);
    EXPECT_THAT(unkept(desired(), held()), IsEmpty());
    EXPECT_EQ(describe(change), "= wetopi-platform (3 settings hold)\n");
}

TEST(BankPlan, CreatesAMissingBankWithAllItsSettings) {
    const auto change = plan_bank(desired(), {});
    EXPECT_TRUE(change.create);
    ASSERT_EQ(change.keys.size(), 3u);
    EXPECT_EQ(change.keys[0].key, "enable_observations");
    EXPECT_FALSE(change.keys[0].from);
    EXPECT_THAT(describe(change),
                HasSubstr("+ wetopi-platform (missing)\n    enable_observations: (not set) → true\n"));
    EXPECT_THAT(unkept(desired(), {}),
                ElementsAre("the bank itself", "enable_observations", "recall_max_tokens", "retain_mission"));
}

TEST(BankPlan, ChangesWhatDiffersAndOnlyThat) {
    auto state = held();
    state.overrides["recall_max_tokens"] = number(2048);
    state.overrides.erase("enable_observations");
    const auto change = plan_bank(desired(), state);
    EXPECT_FALSE(change.create);
    EXPECT_EQ(change.equal, 1u);
    ASSERT_EQ(change.keys.size(), 2u);
    EXPECT_EQ(change.keys[1].from, number(2048));
    EXPECT_EQ(change.keys[1].to, number(2500));
    EXPECT_THAT(
        describe(change),
        HasSubstr(
            "~ wetopi-platform\n    enable_observations: (not set) → true\n    recall_max_tokens: 2048 → 2500\n"));
}

TEST(BankPlan, LeavesOutWhatTheServerDoesNotKnow) {
    auto wanted = desired();
    wanted.config["recall_prefer_observations"] = flag(true);
    const auto change = plan_bank(wanted, held());
    EXPECT_TRUE(change.empty());
    EXPECT_THAT(change.left_out, ElementsAre("recall_prefer_observations"));
    EXPECT_THAT(describe(change), HasSubstr("left out, this server does not know: recall_prefer_observations"));
    EXPECT_THAT(unkept(wanted, held()), IsEmpty());
    auto blind = held();
    blind.known.clear();
    EXPECT_EQ(plan_bank(wanted, blind).keys.size(), 1u);
}

TEST(BankPlan, ShowsForeignSettingsAndTakesAwayOnlyWhatMustNotBeSet) {
    auto state = held();
    state.overrides["retain_chunk_size"] = number(9);
    EXPECT_TRUE(plan_bank(desired(), state).empty());
    EXPECT_THAT(plan_bank(desired(), state).unmanaged, ElementsAre("retain_chunk_size"));
    auto wanted = desired();
    wanted.unset = {"retain_chunk_size"};
    const auto change = plan_bank(wanted, state);
    EXPECT_THAT(change.unmanaged, IsEmpty());
    ASSERT_EQ(change.keys.size(), 1u);
    EXPECT_FALSE(change.keys[0].to);
    EXPECT_THAT(describe(change), HasSubstr("retain_chunk_size: 9 → (not set)"));
    EXPECT_THAT(unkept(wanted, state), ElementsAre("retain_chunk_size"));
}

TEST(BankPlan, RenamesOnlyWhereANameIsDeclared) {
    auto wanted = desired();
    EXPECT_TRUE(plan_bank(wanted, held()).name_to.empty());
    wanted.name = "Wetopi Platform";
    EXPECT_EQ(plan_bank(wanted, held()).name_to, "Wetopi Platform");
    EXPECT_THAT(unkept(wanted, held()), ElementsAre("name"));
}

TEST(BankPlan, ShowsTheLinesOfAMissionThatDriftedAndTheirNeighbours) {
    auto wanted = desired(), was = desired();
    wanted.config["retain_mission"] = text("a\nb\nc\nd\ne\nnew\nf");
    was.config["retain_mission"] = text("a\nb\nc\nd\ne\nold\nf");
    auto state = held();
    state.overrides = was.config;
    EXPECT_EQ(describe(plan_bank(wanted, state)),
              "~ wetopi-platform\n    retain_mission:\n        …\n        e\n      - old\n      + new\n        f\n");
    state.overrides.erase("retain_mission");
    EXPECT_THAT(describe(plan_bank(wanted, state)),
                AllOf(HasSubstr("      + a\n      + b\n"), Not(HasSubstr("      -"))));
}

TEST(BankPlan, ShowsValuesOfEveryKindOnOneLine) {
    const BankMap map{{"enabled", flag(true)}, {"rules", {BankList{text("a\nb"), number(0.25), {}}}}};
    EXPECT_EQ(describe(BankValue{map}), R"({enabled: true, rules: ["a…", 0.25, null]})");
    EXPECT_NE(number(1), flag(true));
}

TEST(BankCatalog, PrefersABlockToATemplateAndTheLongerPattern) {
    BankTemplate people{{"user-*"}, desired()}, guests{{"user-guest-*", "guest-*"}, desired()};
    guests.bank.config["retain_mission"] = text("nothing");
    auto own = desired();
    own.bank = "user-guest-1";
    own.config.clear();
    const BankCatalog catalog({own}, {people, guests});
    EXPECT_TRUE(catalog.find("user-guest-1")->config.empty());
    EXPECT_EQ(catalog.find("user-guest-2")->config.at("retain_mission"), text("nothing"));
    EXPECT_EQ(catalog.find("user-guest-2")->bank, "user-guest-2");
    EXPECT_EQ(catalog.find("user-u_1")->config.at("retain_mission"), text("keep states"));
    EXPECT_FALSE(catalog.find("user-"));
    EXPECT_FALSE(catalog.find("wetopi-platform"));
}

TEST(BankPlan, CallsABankExtraThatNobodyWants) {
    EXPECT_THAT(extra_banks({"a", "b", "c"}, {"b", "d"}), ElementsAre("a", "c"));
}

}  // namespace
}  // namespace wm::policies
