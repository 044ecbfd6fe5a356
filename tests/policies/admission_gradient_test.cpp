#include "policies/admission_gradient.hpp"

#include "policies/admission.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace wm::policies {
namespace {

using namespace std::chrono_literals;

// A backend that takes `capacity` calls at once at 20 ms each, and queues the rest.
Duration latency_of(std::size_t inflight, std::size_t capacity) {
    return 20ms * static_cast<int>(std::max<std::size_t>(1, (inflight + capacity - 1) / capacity));
}

std::size_t settled(ConcurrencyGradient& gradient, std::size_t capacity, int answers) {
    for (int i = 0; i < answers; ++i) gradient.answered(latency_of(gradient.limit(), capacity), gradient.limit());
    return gradient.limit();
}

TEST(Gradient, StaysAtTheMostWhileTheBackendKeepsUp) {
    ConcurrencyGradient gradient(16);
    EXPECT_EQ(settled(gradient, 64, 500), 16u);
}

TEST(Gradient, ComesDownToWhatTheBackendTakesAndUpAgainWhenItTakesMore) {
    ConcurrencyGradient gradient(16);
    settled(gradient, 64, 50);
    const auto loaded = settled(gradient, 4, 300);
    EXPECT_LE(loaded, 5u);
    EXPECT_GE(loaded, 1u);
    EXPECT_GE(settled(gradient, 64, 500), 15u);
}

TEST(Gradient, HalvesWhenTheBackendRefusesAndNeverGoesBelowOne) {
    ConcurrencyGradient gradient(16);
    gradient.overloaded();
    EXPECT_EQ(gradient.limit(), 8u);
    for (int i = 0; i < 20; ++i) gradient.overloaded();
    EXPECT_EQ(gradient.limit(), 1u);
}

TEST(Gradient, DoesNotGrowOnIdleSlots) {
    ConcurrencyGradient gradient(16);
    gradient.overloaded();
    for (int i = 0; i < 500; ++i) gradient.answered(20ms, 1);
    EXPECT_EQ(gradient.limit(), 8u);
}

TEST(Admission, OpensNoMoreThanTheGradientAllows) {
    Admission admission({.inflight_max = 8, .adaptive = true});
    for (int i = 0; i < 3; ++i) admission.overloaded();
    for (CallId call = 1; call <= 8; ++call)
        (void)admission.submit({call, Lane::interactive, Instant(60s), {}}, Instant(1s));
    EXPECT_EQ(admission.inflight(), 1u);
    EXPECT_EQ(admission.limit(), 1u);
}

// All calls fail at once: after what a quiet time had saved up, a fifth of the calls is tried again.
TEST(Admission, RetriesAtMostAFifthOfTheCalls) {
    Admission admission({.inflight_max = 1, .attempts_max = 3, .backoff_first = 0ms, .breaker_failures = 1 << 30});
    int attempts = 0;
    Instant now(1s);
    const auto perform = [&](auto& self, const Actions& actions) -> void {
        for (const auto& action : actions)
            if (const auto* start = std::get_if<Start>(&action)) {
                ++attempts;
                self(self, admission.failed(start->call, FailureClass::transient, std::nullopt, now, 0));
            }
    };
    for (CallId call = 1; call <= 1000; ++call) {
        now += 1ms;
        perform(perform, admission.submit({call, Lane::interactive, now + 60s, {}}, now));
        perform(perform, admission.tick(now));
    }
    EXPECT_GE(attempts, 1150);
    EXPECT_LE(attempts, 1000 + 200 + 10);
    EXPECT_TRUE(admission.at_rest());
}

// A batch is never given up: beyond the budget it waits at a fixed pace.
TEST(Admission, TriesABatchOnAtAFixedPaceWhenTheBudgetIsSpent) {
    Admission admission(
        {.backoff_first = 0ms, .backoff_max = 0ms, .breaker_failures = 1 << 30, .breaker_pause = 5000ms});
    Instant now(1s);
    int attempts = 0;
    const auto perform = [&](auto& self, const Actions& actions) -> void {
        for (const auto& action : actions)
            if (std::holds_alternative<Start>(action)) {
                ++attempts;
                self(self, admission.failed(1, FailureClass::transient, std::nullopt, now, 0));
            }
    };
    perform(perform, admission.submit({1, Lane::retain, std::nullopt, {}}, now));
    for (; now < Instant(1s) + 600s; now += 100ms) perform(perform, admission.tick(now));
    EXPECT_GE(attempts, 100);
    EXPECT_LE(attempts, 150);
}

}  // namespace
}  // namespace wm::policies
