// A spool that takes no turn is the daemon's own fault, whatever the backend does: it must be seen, and be told once.
#include "actors/gateway.hpp"

#include "tests/actors/inbox.hpp"
#include "tests/actors/people.hpp"
#include "tests/sim/world.hpp"

#include <gtest/gtest.h>

namespace wm {
namespace {

using namespace std::chrono_literals;
using Status = TurnCommitted::Status;

struct QuietBackend final : Backend {
    void start(CallId call, const BackendCall&, Instant, Reply<BackendAnswered> reply_to) override {
        BackendResult result = Healthy{"1"};
        if (!up) result = Failure{Failure::Kind::unreachable, std::nullopt, 0};
        reply_to.deliver({call, result});
    }
    bool up = true;
};

// Ends every commit as it was told to.
struct MoodySpool final : Spool {
    void commit(AgentId agent, TurnId turn, std::vector<SpooledBatch> batches, Reply<TurnCommitted> reply_to) override {
        const bool takes = next == Status::committed;
        // Position 0: nothing that the gateway would send.
        reply_to.deliver({std::move(agent), std::move(turn), next, std::vector<SpoolId>(takes ? batches.size() : 0)});
    }
    void mark_sent(SpoolId) override {}
    void erase(SpoolId) override {}
    void bury(SpoolId, std::string) override {}
    void load(Reply<SpoolLoaded> reply_to) override { reply_to.deliver({{}, readable}); }
    void dead_letters(DeadLetterWork, Reply<DeadLettersAnswered>) override {}
    Status next = Status::committed;
    bool readable = true;
};

struct GatewaySpool : testing::Test {
    config::Settings settings = small_company();
    sim::World world{1};
    MetricsRegistry registry;
    Metrics metrics{registry};
    StoreRegistry stores{store_rows(settings)};
    QuietBackend backend, other_backend;
    MoodySpool spool;
    Inbox<TurnKept> kept;
    Inbox<GatewayStatus> told;
    std::optional<Gateway> gateway, other;  // the second one: of the scope business

    void SetUp() override {
        gateway.emplace(world, world, world, backend, "hindsight", spool, stores, metrics, settings);
        other.emplace(world, world, world, other_backend, "embedded", spool, stores, metrics, settings);
        gateway->share_with(*other, {business_scope});
    }
    void turn(Status end, bool with_batch = true) {
        spool.next = end;
        std::vector<RetainBatch> batches;
        if (with_batch) {
            batches.emplace_back();
            batches.back().scope = platform_scope;
            batches.back().operation = OperationId("op");
        }
        ASSERT_EQ(gateway->tell(Retain{1, principal_of(settings, stores, "42"), TurnId("t"), batches, kept}),
                  Delivery::accepted);
        world.settle();
        ASSERT_EQ(kept.got.back().status, end);
    }
    GatewayStatus status() {
        EXPECT_EQ(gateway->tell(GatewayStatusWanted{1, told, {}}), Delivery::accepted);
        world.settle();
        return told.got.back();
    }
    double shown() { return registry.value("wetopi_memory_spool_state", {}); }
};

TEST_F(GatewaySpool, IsDegradedSinceTheFirstTurnThatItCouldNotTake) {
    EXPECT_EQ(status().state, BackendState::up);
    const auto since = world.wall();
    for (const auto end : {Status::full, Status::full, Status::failed}) {
        turn(end);
        const auto now = status();
        EXPECT_EQ(now.state, BackendState::degraded) << "the backend is well, and memory is lost all the same";
        EXPECT_EQ(now.spool, end == Status::full ? SpoolState::full : SpoolState::unwritable);
        EXPECT_EQ(now.degraded_since, since);
        EXPECT_EQ(shown(), static_cast<double>(now.spool));
        world.advance(1min);
    }
}

TEST_F(GatewaySpool, IsWellAgainOnlyWhenABatchFitted) {
    turn(Status::full);
    world.advance(1min);
    turn(Status::committed, false);
    turn(Status::seen_before);
    EXPECT_EQ(status().spool, SpoolState::full) << "neither needed any room";
    turn(Status::committed);
    EXPECT_EQ(status().state, BackendState::up);
    EXPECT_FALSE(status().degraded_since);
    EXPECT_EQ(shown(), 0);
}

TEST_F(GatewaySpool, StaysFullWhileSmallTurnsFitBetweenLargeOnes) {
    for (int i = 0; i < 20; ++i) {
        turn(i % 2 == 0 ? Status::full : Status::committed);
        EXPECT_EQ(status().spool, SpoolState::full) << "or each of them would be told";
        world.advance(1s);
    }
}

TEST_F(GatewaySpool, IsDegradedUntilWhatAnEarlierRunLeftHasBeenRead) {
    spool.readable = false;
    gateway->begin();
    world.settle();
    EXPECT_EQ(status().spool, SpoolState::unread);
    turn(Status::failed);
    turn(Status::committed);
    EXPECT_EQ(status().state, BackendState::degraded);
    spool.readable = true;
    world.advance(6s);
    EXPECT_EQ(status().state, BackendState::up);
}

TEST_F(GatewaySpool, SaysOfTwoBackendsSinceWhenTheFirstOfThemIsBad) {
    gateway->begin();
    world.advance(1s);
    other_backend.up = false;
    const auto first = world.wall();
    world.advance(20s);
    backend.up = false;
    world.advance(20s);
    ASSERT_TRUE(status().degraded_since);
    EXPECT_LT(*status().degraded_since, first + 11s) << "the second one was well for twenty seconds more";
    other_backend.up = true;
    world.advance(2min);
    ASSERT_TRUE(status().degraded_since);
    EXPECT_GE(*status().degraded_since, first + 20s) << "what is well again is not counted";
}

}  // namespace
}  // namespace wm
