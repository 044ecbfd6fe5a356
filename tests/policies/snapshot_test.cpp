#include "policies/snapshot.hpp"

#include "policies/budget.hpp"
#include "policies/identity.hpp"

#include <gtest/gtest.h>

namespace wm::policies {
namespace {

const ScopeName platform("platform"), business("business");

struct SnapshotTest : testing::Test {
    StoreRegistry stores{{{platform, "corp-platform", {}}, {business, "corp-business", {}}}};
    ContextLimits limits{"[memory]\n", {}, 3000};

    Principal agent(std::vector<ScopeName> scopes) {
        const IdentityResolver resolver({{}, {{AgentId("build"), std::move(scopes), {}}}, {}, {}, true}, stores);
        return std::get<Principal>(resolver.resolve({AgentId("build"), "cli", {}, {}, "default", true, {}}));
    }
    static Memory memory(const ScopeName& scope, std::string text) {
        return {scope, {std::move(text)}, MemoryType::observation, 1, {}, "m"};
    }
    Snapshot two() {
        return Snapshot({memory(platform, "pve04 is offline"), memory(business, "the invoice of pve04 is paid")},
                        "pve04?", limits);
    }
};

TEST_F(SnapshotTest, GivesTheBlockItHasReadyWhenEverythingConcernsTheMessage) {
    const auto found = two();
    const auto all = found.concerning("what about pve04?", agent({platform, business}));
    EXPECT_EQ(all, (std::vector<std::uint32_t>{0, 1}));
    EXPECT_EQ(found.block(all, limits), found.whole()) << "the very same bytes, not equal ones";
}

TEST_F(SnapshotTest, RendersAPartOfItAsIfTheRestHadNeverBeenFound) {
    const auto found = two();
    const auto some = found.concerning("is the invoice paid?", agent({platform, business}));
    ASSERT_EQ(some, (std::vector<std::uint32_t>{1}));
    const auto block = found.block(some, limits);
    EXPECT_EQ(block->text.text, render_context(limits.header, std::vector{found.memories()[1]}, {}, 3000).text.text);
    EXPECT_EQ(block->tokens, estimate_tokens(block->text.text));
    EXPECT_EQ(block->scopes, std::vector{business});
    EXPECT_EQ(block->used, (std::vector<std::uint32_t>{1})) << "a position in the snapshot, not in the part";
}

TEST_F(SnapshotTest, LeavesOutWhatThePrincipalMayNoLongerSee) {
    const auto found = two();
    EXPECT_EQ(found.concerning("what about pve04?", agent({platform})),
              (std::vector<std::uint32_t>{0}));
}

TEST_F(SnapshotTest, HoldsNoSecretInAnyOfItsForms) {
    const std::string key = "ghp_" + std::string("16C7e42F292c6912E7710c838347Ae178B4a");
    const Snapshot found({memory(platform, "the token of pve04 is " + key), memory(platform, "pve05 is up")}, "",
                         limits);
    EXPECT_EQ(found.memories()[0].text.text.find(key), std::string::npos);
    EXPECT_EQ(found.whole()->text.text.find(key), std::string::npos);
    EXPECT_EQ(found.block({0}, limits)->text.text.find(key), std::string::npos);
}

TEST_F(SnapshotTest, IsByteStableForEqualRecalls) {
    EXPECT_EQ(two().whole()->text, two().whole()->text);
    EXPECT_EQ(two().block({1}, limits)->text, two().block({1}, limits)->text);
}

TEST_F(SnapshotTest, LetsALineInThatHadNoRoomInTheWhole) {
    limits.total_tokens_max = 40;
    const Snapshot found({memory(platform, "pve04 " + std::string(60, 'x')), memory(platform, "pve05 is up")}, "",
                         limits);
    EXPECT_LE(found.whole()->tokens, 40u);
    EXPECT_NE(found.block({1}, limits)->text.text.find("pve05"), std::string::npos);
}

TEST_F(SnapshotTest, IsEmptyWhenNothingWasFound) {
    const Snapshot found({}, "x", limits);
    EXPECT_TRUE(found.whole()->text.empty());
    EXPECT_TRUE(found.concerning("pve04", agent({platform})).empty());
}

TEST_F(SnapshotTest, SaysWhatItTakesInMemory) {
    const Snapshot small({memory(platform, "pve04")}, "", limits);
    const Snapshot large({memory(platform, std::string(10000, 'x'))}, "", limits);
    EXPECT_GT(large.bytes(), small.bytes() + 20000u) << "the text, its line, and perhaps the block";
}

}  // namespace
}  // namespace wm::policies
