#include "policies/admission.hpp"

#include <gtest/gtest.h>

#include <deque>
#include <random>
#include <set>

namespace wm::policies {
namespace {

using namespace std::chrono_literals;

constexpr Instant t0{};

std::vector<CallId> started(const Actions& actions) {
    std::vector<CallId> out;
    for (const auto& action : actions)
        if (const auto* start = std::get_if<Start>(&action)) out.push_back(start->call);
    return out;
}
std::vector<std::pair<CallId, Finish::Why>> finished(const Actions& actions) {
    std::vector<std::pair<CallId, Finish::Why>> out;
    for (const auto& action : actions)
        if (const auto* finish = std::get_if<Finish>(&action)) out.emplace_back(finish->call, finish->why);
    return out;
}
Work recall(CallId call, Lane lane = Lane::interactive, Duration within = 10s) { return {call, lane, t0 + within, {}}; }
Work retain(CallId call, std::vector<std::string> keys = {}) {
    return {call, Lane::retain, std::nullopt, std::move(keys)};
}
using Calls = std::vector<CallId>;
using Ends = std::vector<std::pair<CallId, Finish::Why>>;

TEST(Admission, StartsNoMoreThanTheLimitAndTheNextWhenOneEnds) {
    Admission admission({.inflight_max = 2});
    EXPECT_EQ(started(admission.submit(recall(1), t0)), Calls{1});
    EXPECT_EQ(started(admission.submit(recall(2), t0)), Calls{2});
    EXPECT_EQ(started(admission.submit(recall(3), t0)), Calls{});
    EXPECT_EQ(started(admission.succeeded(1, t0)), Calls{3});
}
TEST(Admission, LetsInteractiveWorkOvertakeTheOtherLanes) {
    Admission admission({});
    (void)admission.submit(recall(1), t0);
    (void)admission.submit(recall(2, Lane::maintenance), t0);
    (void)admission.submit(recall(3, Lane::prefetch), t0);
    (void)admission.submit(retain(4), t0);
    (void)admission.submit(recall(5), t0);
    EXPECT_EQ(started(admission.succeeded(1, t0)), Calls{5});
    EXPECT_EQ(started(admission.succeeded(5, t0)), Calls{4});
    EXPECT_EQ(started(admission.succeeded(4, t0)), Calls{3});
    EXPECT_EQ(started(admission.succeeded(3, t0)), Calls{2});
}
TEST(Admission, NeverStarvesARetainForEver) {
    Admission admission({});
    (void)admission.submit(recall(1), t0);
    (void)admission.submit(retain(2), t0);
    CallId running = 1;
    for (CallId next = 10; next < 20; ++next) {
        (void)admission.submit(recall(next), t0);
        running = started(admission.succeeded(running, t0)).at(0);
        if (running == 2) return;
    }
    FAIL() << "ten recalls went before it";
}
TEST(Admission, KeepsTheReservedSlotForInteractiveWork) {
    Admission admission({.inflight_max = 2, .reserved_sync = 1});
    EXPECT_EQ(started(admission.submit(retain(1), t0)), Calls{1});
    EXPECT_EQ(started(admission.submit(retain(2), t0)), Calls{});
    EXPECT_EQ(started(admission.submit(recall(3), t0)), Calls{3});
}
TEST(Admission, RefusesWorkWithADeadlineWhenItsLaneIsFullButNeverARetain) {
    Admission admission({.queue_max = 1});
    (void)admission.submit(recall(1), t0);
    (void)admission.submit(recall(2), t0);
    EXPECT_EQ(finished(admission.submit(recall(3), t0)), (Ends{{3, Finish::Why::queue_full}}));
    for (CallId call = 4; call < 10; ++call) EXPECT_TRUE(finished(admission.submit(retain(call), t0)).empty());
}
TEST(Admission, RunsWorkOfOneKeyInTheOrderItWasSubmittedEvenThroughARetry) {
    Admission admission({.inflight_max = 4});
    EXPECT_EQ(started(admission.submit(retain(1, {"state:pve04:power"}), t0)), Calls{1});
    EXPECT_EQ(started(admission.submit(retain(2, {"state:pve04:power"}), t0)), Calls{});
    EXPECT_EQ(started(admission.submit(retain(3, {"state:pve05:power"}), t0)), Calls{3});
    EXPECT_EQ(started(admission.failed(1, FailureClass::transient, std::nullopt, t0, 150)), Calls{});
    EXPECT_EQ(started(admission.tick(t0 + 149ms)), Calls{});
    EXPECT_EQ(started(admission.tick(t0 + 150ms)), Calls{1});
    EXPECT_EQ(started(admission.succeeded(1, t0 + 200ms)), Calls{2});
}
TEST(Admission, TellsWhoeverHasWaitedPastItsDeadline) {
    Admission admission({});
    (void)admission.submit(recall(1), t0);
    (void)admission.submit(recall(2, Lane::interactive, 300ms), t0);
    EXPECT_TRUE(finished(admission.tick(t0 + 299ms)).empty());
    EXPECT_EQ(finished(admission.tick(t0 + 300ms)), (Ends{{2, Finish::Why::expired}}));
}
TEST(Admission, StartsNothingWhoseDeadlineHasPassed) {
    Admission admission({});
    EXPECT_EQ(finished(admission.submit(recall(1, Lane::interactive, 0ms), t0)), (Ends{{1, Finish::Why::expired}}));
}
TEST(Admission, GivesARecallUpAfterItsAttempts) {
    Admission admission({.attempts_max = 2});
    (void)admission.submit(recall(1), t0);
    EXPECT_TRUE(finished(admission.failed(1, FailureClass::transient, std::nullopt, t0, 0)).empty());
    EXPECT_EQ(finished(admission.failed(1, FailureClass::transient, std::nullopt, t0, 0)),
              (Ends{{1, Finish::Why::exhausted}}));
}
TEST(Admission, NeverSleepsPastADeadline) {
    Admission admission({.backoff_first = 500ms});
    (void)admission.submit(recall(1, Lane::interactive, 300ms), t0);
    EXPECT_EQ(finished(admission.failed(1, FailureClass::transient, std::nullopt, t0, 400)),
              (Ends{{1, Finish::Why::exhausted}}));
}
TEST(Admission, GivesUpAtOnceOnAPermanentFailure) {
    Admission admission({});
    (void)admission.submit(retain(1), t0);
    EXPECT_EQ(finished(admission.failed(1, FailureClass::permanent, std::nullopt, t0, 0)),
              (Ends{{1, Finish::Why::refused}}));
    EXPECT_TRUE(admission.at_rest());
}
TEST(Admission, StartsNothingBeforeRetryAfterIsOver) {
    Admission admission({.inflight_max = 4});
    (void)admission.submit(retain(1), t0);
    (void)admission.failed(1, FailureClass::transient, 7s, t0, 0);
    EXPECT_EQ(started(admission.submit(recall(2), t0)), Calls{});
    EXPECT_EQ(started(admission.tick(t0 + 6999ms)), Calls{});
    EXPECT_EQ(started(admission.tick(t0 + 7s)), (Calls{2, 1}));
}
TEST(Admission, OpensAfterFailuresInARowAndRefusesRecallsButKeepsRetains) {
    Admission admission({.breaker_failures = 3, .breaker_pause = 1s});
    (void)admission.submit(retain(1), t0);
    for (int i = 0; i < 3; ++i) (void)admission.failed(1, FailureClass::transient, std::nullopt, t0, 0);
    EXPECT_EQ(admission.breaker(), BreakerState::open);
    EXPECT_EQ(finished(admission.submit(recall(2), t0)), (Ends{{2, Finish::Why::backend_down}}));
    EXPECT_EQ(admission.waiting(Lane::retain), 1u);
}
TEST(Admission, ProbesWithOneCallAndClosesWhenItSucceeds) {
    Admission admission({.inflight_max = 4, .breaker_failures = 1, .breaker_pause = 1s});
    (void)admission.submit(retain(1), t0);
    (void)admission.submit(retain(2), t0);
    (void)admission.failed(1, FailureClass::transient, std::nullopt, t0, 0);
    (void)admission.failed(2, FailureClass::transient, std::nullopt, t0, 0);
    EXPECT_EQ(started(admission.tick(t0 + 10s)).size(), 1u);
    EXPECT_EQ(admission.breaker(), BreakerState::half_open);
    EXPECT_EQ(started(admission.succeeded(2, t0 + 10s)), Calls{1});
    EXPECT_EQ(admission.breaker(), BreakerState::closed);
}
TEST(Admission, StaysClosedForABackendThatFailsOftenAndWorksInBetween) {
    Admission admission({.breaker_failures = 3, .breaker_quiet = 1s});
    Instant now{};
    admission.submit({.call = 1, .lane = Lane::retain}, now);
    admission.succeeded(1, now);
    admission.submit({.call = 2, .lane = Lane::retain}, now);
    for (int i = 0; i < 3; ++i) {
        admission.failed(2, FailureClass::transient, {}, now += 300ms, 0);
        EXPECT_EQ(admission.breaker(), BreakerState::closed) << i;
        admission.tick(now);
    }
    admission.failed(2, FailureClass::transient, {}, now += 300ms, 0);
    EXPECT_EQ(admission.breaker(), BreakerState::open) << "a second without a success";
}
TEST(Admission, OpensAgainWhenTheProbeFails) {
    Admission admission({.breaker_failures = 1, .breaker_pause = 1s});
    (void)admission.submit(retain(1), t0);
    (void)admission.failed(1, FailureClass::transient, std::nullopt, t0, 0);
    ASSERT_EQ(started(admission.tick(t0 + 10s)), Calls{1});
    (void)admission.failed(1, FailureClass::transient, std::nullopt, t0 + 10s, 0);
    EXPECT_EQ(admission.breaker(), BreakerState::open);
    EXPECT_EQ(started(admission.tick(t0 + 10s + 100ms)), Calls{});
}
TEST(Admission, AsksAgainForAnAcceptedOperationWithoutCountingAFailure) {
    Admission admission({.breaker_failures = 1});
    (void)admission.submit(retain(1, {"doc"}), t0);
    EXPECT_EQ(started(admission.again_after(1, 500ms, t0)), Calls{});
    EXPECT_EQ(admission.breaker(), BreakerState::closed);
    EXPECT_EQ(started(admission.submit(retain(2, {"doc"}), t0)), Calls{})
        << "the document still has a request under way";
    EXPECT_EQ(started(admission.tick(t0 + 500ms)), Calls{1});
}
TEST(Backoff, DoublesItsCeilingAndStaysBelowTheLimit) {
    constexpr auto most = ~std::uint64_t{0};
    for (int attempt = 1; attempt < 40; ++attempt)
        for (const auto random : {std::uint64_t{0}, most, most / 3})
            EXPECT_LE(backoff(attempt, 100ms, 3s, random),
                      std::min<Millis>(3s, 100ms * (1LL << std::min(attempt - 1, 20))));
    EXPECT_EQ(backoff(3, 100ms, 3s, 400), 400ms);
    EXPECT_EQ(backoff(3, 100ms, 3s, 401), 0ms);
}
// Random events: everybody is answered once, the limit holds, and at the end nothing is left behind.
TEST(Admission, ForgetsEverythingWhateverHappens) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        std::mt19937_64 random(seed);
        Admission admission({.inflight_max = 1 + seed % 3, .queue_max = 8, .breaker_failures = 4});
        std::set<CallId> running, owed;
        Instant now = t0;
        CallId last = 0;
        const auto perform = [&](const Actions& actions) {
            for (const auto id : started(actions)) ASSERT_TRUE(running.insert(id).second);
            for (const auto& [id, why] : finished(actions)) ASSERT_EQ(owed.erase(id), 1u) << seed;
            ASSERT_LE(running.size(), 1 + seed % 3);
        };
        for (int step = 0; step < 400; ++step) {
            now += Millis(random() % 200);
            if (step < 200 && random() % 2) {
                owed.insert(++last);
                const auto lane = static_cast<Lane>(random() % 4);
                if (random() % 2) perform(admission.submit({last, lane, now + Millis(random() % 2000), {}}, now));
                else perform(admission.submit(retain(last, {"k" + std::to_string(random() % 3)}), now));
            }
            if (!running.empty() && random() % 3) {
                const auto id = *std::next(running.begin(), static_cast<long>(random() % running.size()));
                running.erase(id);
                const auto dice = step < 200 ? random() % 4 : 0;
                if (dice == 0) {
                    owed.erase(id);
                    perform(admission.succeeded(id, now));
                } else if (dice == 1)
                    perform(admission.failed(id, FailureClass::transient, std::nullopt, now, random()));
                else if (dice == 2) perform(admission.failed(id, FailureClass::permanent, std::nullopt, now, random()));
                else perform(admission.again_after(id, 100ms, now));
            }
            perform(admission.tick(now));
        }
        for (int step = 0; step < 2000 && !owed.empty(); ++step) {
            now += 1s;
            perform(admission.tick(now));
            while (!running.empty()) {
                const auto id = *running.begin();
                running.erase(id);
                owed.erase(id);
                perform(admission.succeeded(id, now));
            }
        }
        EXPECT_TRUE(owed.empty() && admission.at_rest()) << "seed " << seed;
    }
}

// Sent, accepted, asked for after a pause, stored; waiting calls looked at for each batch. Every `sharing`th batch changes the
// state of the same resource; 0: none does.
double drain(CallId batches, CallId sharing) {
    Admission admission({.inflight_max = 4});
    std::deque<CallId> open;
    std::set<CallId> accepted;
    auto now = t0;
    const auto perform = [&](const Actions& actions) {
        for (const auto id : started(actions)) open.push_back(id);
    };
    for (CallId id = 1; id <= batches; ++id) {
        const bool shares = sharing > 0 && id % sharing == 0;
        perform(admission.submit(shares ? retain(id, {"shared"}) : retain(id), now));
    }
    CallId stored = 0, last_shared = 0;
    while (stored < batches) {
        if (open.empty()) {
            perform(admission.tick(now += 500ms));
            continue;
        }
        const auto id = open.front();
        open.pop_front();
        if (accepted.insert(id).second) {
            if (sharing > 0 && id % sharing == 0) {
                EXPECT_EQ(id, last_shared + sharing) << "states overtook one another";
                last_shared = id;
            }
            perform(admission.again_after(id, 500ms, now));
        } else {
            ++stored;
            perform(admission.succeeded(id, now));
        }
        perform(admission.tick(now));
    }
    EXPECT_TRUE(admission.at_rest());
    return static_cast<double>(admission.looked_at()) / static_cast<double>(batches);
}

// A queue that waited out a long outage: what grows with it must not be the price of one batch.
TEST(Admission, DrainsALongQueueAtThePaceOfAShortOne) {
    const auto few = drain(2000, 0);
    EXPECT_GT(few, 0);
    EXPECT_LT(drain(40000, 0), 1.1 * few);
}
TEST(Admission, LooksAtNobodyWhoWaitsForTheKeyOfAnother) {
    for (const CallId sharing : {CallId(1), CallId(2), CallId(10)})
        EXPECT_LT(drain(4000, sharing), 5) << "one in " << sharing;
}

}  // namespace
}  // namespace wm::policies
