#include "policies/admission_dedupe.hpp"

#include "policies/access.hpp"

#include <gtest/gtest.h>

namespace wm::policies {
namespace {

using namespace std::chrono_literals;

BankId bank(const std::string& name) {
    return *StoreRegistry({{ScopeName("any"), name, {}}}).bank(ScopeName("any"), UserId());
}
const std::vector<Memory> one{{ScopeName("platform"), {"pve04 is offline"}, MemoryType::observation, 1, {}, "d"}};

struct Dedupe : testing::Test {
    Instant now{10s};
    RecallDedupe dedupe{1000ms, 2};
};

TEST_F(Dedupe, SharesWhatIsUnderWayAndFreesItsKeyAtTheEnd) {
    dedupe.started("k", bank("b"), 7);
    EXPECT_EQ(dedupe.under_way("k"), std::optional<CallId>(7));
    EXPECT_EQ(dedupe.under_way("other"), std::nullopt);
    dedupe.ended(7, nullptr, now);
    EXPECT_EQ(dedupe.under_way("k"), std::nullopt);
    EXPECT_EQ(dedupe.answered("k", now), nullptr) << "a failure is no answer";
    EXPECT_TRUE(dedupe.at_rest());
}

TEST_F(Dedupe, ServesAnAnswerForTheWindowAndNotAMomentLonger) {
    dedupe.started("k", bank("b"), 7);
    dedupe.ended(7, &one, now);
    ASSERT_NE(dedupe.answered("k", now + 999ms), nullptr);
    EXPECT_EQ(dedupe.answered("k", now + 999ms)->size(), 1u);
    EXPECT_EQ(dedupe.answered("k", now + 1000ms), nullptr);
}

TEST_F(Dedupe, ARetainToTheBankEndsWhatWasReadThere) {
    dedupe.started("k", bank("b"), 7);
    dedupe.ended(7, &one, now);
    dedupe.started("running", bank("b"), 8);
    dedupe.written(bank("elsewhere"));
    EXPECT_NE(dedupe.answered("k", now), nullptr);
    EXPECT_NE(dedupe.under_way("running"), std::nullopt);
    dedupe.written(bank("b"));
    EXPECT_EQ(dedupe.answered("k", now), nullptr);
    EXPECT_EQ(dedupe.under_way("running"), std::nullopt) << "it may have read before the retain";
    dedupe.ended(8, &one, now);
    EXPECT_EQ(dedupe.answered("running", now), nullptr);
    EXPECT_TRUE(dedupe.at_rest());
}

TEST_F(Dedupe, KeepsABoundedNumberOfAnswersTheOldestGoFirst) {
    for (CallId call = 1; call <= 3; ++call) {
        dedupe.started(std::to_string(call), bank("b"), call);
        dedupe.ended(call, &one, now);
    }
    EXPECT_EQ(dedupe.answered("1", now), nullptr);
    EXPECT_NE(dedupe.answered("2", now), nullptr);
    EXPECT_NE(dedupe.answered("3", now), nullptr);
}

TEST_F(Dedupe, RemembersNothingWithoutAWindow) {
    RecallDedupe none(0ms);
    none.started("k", bank("b"), 1);
    none.ended(1, &one, now);
    EXPECT_EQ(none.answered("k", now), nullptr);
}

}  // namespace
}  // namespace wm::policies
