// What merge and render_context say about what they leave out.
#include "policies/context.hpp"
#include "policies/merge.hpp"

#include <gtest/gtest.h>

namespace wm::policies {
namespace {

const ScopeName platform("platform"), personal("personal");

Memory memory(const ScopeName& scope, std::string text, double score = 1) {
    return Memory{scope, Content{std::move(text)}, MemoryType::observation, score, {}, ""};
}

TEST(LeftOut, NamesTheDuplicateAndWhatItRepeats) {
    std::vector<LeftOut> left_out;
    const auto kept =
        merge({{memory(platform, "Ceph is the storage of the cluster", 3), memory(platform, "pve04 is off", 2),
                memory(platform, "the storage of the cluster is Ceph", 1)}},
              {}, &left_out);
    ASSERT_EQ(kept.size(), 2u);
    ASSERT_EQ(left_out.size(), 1u);
    EXPECT_EQ(left_out[0].why, LeftOutReason::duplicate);
    EXPECT_EQ(left_out[0].of, 0u);
    EXPECT_EQ(left_out[0].memory.text.text, "the storage of the cluster is Ceph");
}
TEST(LeftOut, HoldsWhatIsBeyondTheCount) {
    MergeOptions options;
    options.memories_max = 1;
    std::vector<LeftOut> left_out;
    const std::vector<std::vector<Memory>> answers{
        {memory(platform, "pve04 is off", 3), memory(platform, "pve05 is on", 2), memory(platform, "pve06 is new", 1)}};
    const auto kept = merge(answers, options, &left_out);
    EXPECT_EQ(kept.size(), 1u);
    ASSERT_EQ(left_out.size(), 2u);
    for (const auto& one : left_out) EXPECT_EQ(one.why, LeftOutReason::over_count);
    EXPECT_EQ(merge(answers, options).size(), 1u) << "the same without being asked";
}
TEST(LeftOut, TellsTheScopesCeilingFromTheWholeOne) {
    const std::vector<Memory> ranked{memory(platform, "pve04 is off"), memory(platform, std::string(400, 'x')),
                                     memory(personal, "a dark theme, please"), memory(personal, "\xE2\x80\x8B \n"),
                                     memory(platform, "pve04  is off")};
    std::vector<LeftOut> left_out;
    const auto within = render_context("", ranked, {{platform, 60}}, 3000, &left_out);
    EXPECT_EQ(within.lines.size(), 2u);
    ASSERT_EQ(left_out.size(), 3u);
    EXPECT_EQ(left_out[0].why, LeftOutReason::over_scope_budget);
    EXPECT_EQ(left_out[1].why, LeftOutReason::empty);
    EXPECT_EQ(left_out[2].why, LeftOutReason::duplicate);
    EXPECT_EQ(left_out[2].of, 0u);
    left_out.clear();
    const auto one = render_context("", ranked, {{platform, 1000}}, within.tokens - 10, &left_out);
    EXPECT_EQ(one.lines.size(), 1u);
    ASSERT_GE(left_out.size(), 2u);
    EXPECT_EQ(left_out[0].why, LeftOutReason::over_total_budget);
    EXPECT_EQ(left_out[1].why, LeftOutReason::over_total_budget);
}
TEST(LeftOut, IsWhatIsNoLine) {
    std::vector<Memory> ranked;
    for (int i = 0; i < 40; ++i)
        ranked.push_back(memory(i % 2 ? platform : personal, "host pve" + std::to_string(i) + " runs Debian 12"));
    std::vector<LeftOut> left_out;
    const auto out = render_context("", ranked, {{platform, 200}}, 400, &left_out);
    EXPECT_EQ(out.lines.size() + left_out.size(), ranked.size());
    EXPECT_EQ(render_context("", ranked, {{platform, 200}}, 400).text, out.text) << "the same without being asked";
}

}  // namespace
}  // namespace wm::policies
