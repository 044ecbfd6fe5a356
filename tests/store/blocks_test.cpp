#include "store/blocks.hpp"

#include <gtest/gtest.h>

namespace wm::test {
namespace {

constexpr WallTime said{Wall::duration(1'780'000'000'000)};

TEST(Blocks, KnowsEveryKindByItsName) {
    for (std::size_t i = 1; i < block_kinds; ++i) {
        const auto kind = static_cast<BlockKind>(i);
        EXPECT_EQ(block_kind(name_of(kind)), kind);
    }
    EXPECT_EQ(block_kind("unknown"), std::nullopt);
    EXPECT_EQ(block_kind("Preference"), std::nullopt);
}

TEST(Blocks, ReadsWhatTheTagsSay) {
    const auto facts = block_facts(
        {"personal", "preference", "type:user_preference", "category:formatting", "ttl:30", "confidence:95"});
    EXPECT_EQ(facts.kind, BlockKind::user_preference);
    EXPECT_EQ(facts.category, "formatting");
    EXPECT_EQ(facts.ttl_days, 30u);
    EXPECT_EQ(facts.confidence, 0.95);
}

TEST(Blocks, TakesTheTypeOfTheOnlyRecord) {
    EXPECT_EQ(block_facts({"platform", "state", "pve04"}).kind, BlockKind::state);
    EXPECT_EQ(block_facts({"platform", "event", "decision"}).kind, BlockKind::unknown);
    EXPECT_EQ(block_facts({"platform", "event", "event"}).kind, BlockKind::event);
}

TEST(Blocks, LeavesOutWhatIsNoNumber) {
    for (const auto* tag : {"ttl:soon", "ttl:-1", "ttl:99999999", "ttl:", "ttl:3 "})
        EXPECT_EQ(block_facts({tag}).ttl_days, std::nullopt) << tag;
    EXPECT_EQ(block_facts({"confidence:101"}).confidence, std::nullopt);
}

TEST(Blocks, EndWhenTheirKindSaysOrTheyThemselves) {
    const BlockLives lives;
    const auto days_of = [&](const std::vector<std::string>& tags) {
        const auto end = end_of_life(block_facts(tags), lives, said);
        return end ? std::chrono::floor<std::chrono::days>(*end - said).count() : 0;
    };
    EXPECT_EQ(days_of({"type:user_preference"}), 365);
    EXPECT_EQ(days_of({"type:project_state"}), 90);
    EXPECT_EQ(days_of({"type:learned_pattern"}), 180);
    EXPECT_EQ(days_of({"type:entity_relationship"}), 365);
    EXPECT_EQ(days_of({"type:procedural"}), 180);
    EXPECT_EQ(days_of({"type:project_state", "ttl:7"}), 7);
    EXPECT_EQ(days_of({"type:project_state", "ttl:0"}), 0);
    EXPECT_EQ(days_of({"state"}), 0);
}

}  // namespace
}  // namespace wm::test
