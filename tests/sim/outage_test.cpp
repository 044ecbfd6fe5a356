// BR-13 and BR-10: a backend that is dead for a week, with a restart in the middle, on the real spool. Cheap for the agents,
// visible for the operator, nothing lost, nothing twice, and the queue is drained in order.
#include "actors/gateway.hpp"
#include "tests/actors/inbox.hpp"
#include "tests/actors/people.hpp"
#include "tests/sim/disk.hpp"

#include <gtest/gtest.h>

namespace wm::sim {
namespace {

using namespace std::chrono_literals;

constexpr int turns = 200;

struct MortalBackend final : Backend {
    explicit MortalBackend(World& w) : world(w) {}
    void start(CallId call, const BackendCall& what, Instant, Reply<BackendAnswered> reply_to) override {
        ++calls;
        BackendResult result = Failure{Failure::Kind::unreachable, std::nullopt, 0};
        if (const auto* retain = std::get_if<RetainCall>(&what)) {
            tried.insert(retain->batch.operation);
            if (up) stored.push_back(retain->batch.operation), result = Stored{1};
        } else if (up) {
            result = std::holds_alternative<HealthCall>(what) ? BackendResult(Healthy{"sim"}) : Memories{};
        }
        world.call_at(world.now() + 1ms, [=] { reply_to.deliver({call, result}); });
    }
    World& world;
    bool up = false;
    std::uint64_t calls = 0;
    std::set<OperationId> tried;
    std::vector<OperationId> stored;
};

struct WeekOfOutage : testing::Test {
    World world{7};
    FaultCounts counts{};
    Faults faults{world, counts};
    Disk disk{world};
    config::Settings settings = small_company();
    StoreRegistry stores{store_rows(settings)};
    MetricsRegistry registry;
    Metrics metrics{registry};
    MortalBackend backend{world};
    Inbox<TurnKept> kept;
    Inbox<Recalled> recalled;
    Inbox<GatewayStatus> status;
    std::unique_ptr<SimSpool> spool;
    std::unique_ptr<Gateway> gateway;

    void SetUp() override {
        faults.heal();
        start();
    }
    void start() {
        spool = std::make_unique<SimSpool>(world, faults, disk, SpoolLimits{});
        gateway =
            std::make_unique<Gateway>(world, world, world, backend, "hindsight", *spool, stores, metrics, settings);
        gateway->begin();
    }
    void kill() {
        world.forget();
        gateway.reset();
        disk.platters.die_after(0);
        spool.reset();
        disk.platters.power_cut();
        start();
    }
    static OperationId operation(int turn) { return OperationId("op-" + std::to_string(turn)); }
    void live_turn(int turn) {
        const auto ana = principal_of(settings, stores, "42");
        const auto asked = world.now();
        ASSERT_EQ(gateway->tell(Recall{1,
                                       ana,
                                       platform_scope,
                                       {"pve04 " + std::to_string(turn)},
                                       {MemoryType::observation},
                                       true,
                                       Budget::low,
                                       1000,
                                       RecallPurpose::synchronous,
                                       asked + 300ms,
                                       recalled}),
                  Delivery::accepted);
        RetainBatch batch;
        batch.scope = platform_scope;
        batch.operation = operation(turn);
        batch.at = world.wall();
        batch.items.push_back({DocumentId("turn-" + std::to_string(turn)), {"it was seen"}, "", {}, "", ""});
        batch.items.push_back(
            {DocumentId("state:pve04:power"), {"pve04 " + std::to_string(turn)}, "", {}, "pve04", "power"});
        ASSERT_EQ(gateway->tell(Retain{2, ana, TurnId("t-" + std::to_string(turn)), {batch}, kept}),
                  Delivery::accepted);
        world.advance(300ms);
        ASSERT_EQ(recalled.got.size(), static_cast<std::size_t>(turn + 1)) << "a turn waited for a dead backend";
        ASSERT_EQ(kept.got.size(), static_cast<std::size_t>(turn + 1));
        EXPECT_EQ(kept.got.back().status, TurnCommitted::Status::committed);
    }
};

TEST_F(WeekOfOutage, LosesNothingStoresNothingTwiceAndDrainsInOrder) {
    for (int turn = 0; turn < turns; ++turn) {
        live_turn(turn);
        if (turn == turns / 2) kill();
        world.advance(Duration(std::chrono::hours(24 * 7)) / turns);
    }
    for (std::size_t turn = 10; turn < recalled.got.size(); ++turn)
        EXPECT_NE(recalled.got[turn].outcome, RecallOutcome::ok);
    EXPECT_EQ(spool->counts().waiting, static_cast<std::uint64_t>(turns));
    EXPECT_LT(backend.calls, 7u * 24 * 3600 / 15) << "a dead backend is asked now and then, not hammered";
    ASSERT_EQ(gateway->tell(GatewayStatusWanted{3, status, {}}), Delivery::accepted);
    world.settle();
    EXPECT_NE(status.got.at(0).state, BackendState::up);
    EXPECT_TRUE(status.got.at(0).degraded_since);
    EXPECT_GE(status.got.at(0).queue_depth, static_cast<std::size_t>(turns - 1));
    EXPECT_GT(registry.value("wetopi_memory_spool_oldest_seconds", {{Label::status, "hindsight"}}), 6.0 * 24 * 3600);

    backend.up = true;
    world.advance(10min);
    ASSERT_EQ(backend.stored.size(), static_cast<std::size_t>(turns));
    for (int turn = 0; turn < turns; ++turn)  // all of them write one state, so their order is what it will be
        ASSERT_EQ(backend.stored[static_cast<std::size_t>(turn)], operation(turn));
    EXPECT_EQ(spool->counts().waiting, 0u);
    ASSERT_EQ(gateway->tell(GatewayStatusWanted{4, status, {}}), Delivery::accepted);
    world.settle();
    EXPECT_EQ(status.got.at(1).state, BackendState::up);
    kill();  // and nothing of it is sent again
    world.advance(10min);
    EXPECT_EQ(backend.stored.size(), static_cast<std::size_t>(turns));
}

TEST_F(WeekOfOutage, AnsweredTurnsOfBeforeThePowerCutAreKnownAgain) {
    live_turn(0);
    kill();
    RetainBatch batch;
    batch.scope = platform_scope;
    batch.operation = operation(0);
    batch.items.push_back({DocumentId("turn-0"), {"it was seen"}, "", {}, "", ""});
    ASSERT_EQ(gateway->tell(Retain{5, principal_of(settings, stores, "42"), TurnId("t-0"), {batch}, kept}),
              Delivery::accepted);
    world.advance(1s);
    ASSERT_EQ(kept.got.size(), 2u);
    EXPECT_EQ(kept.got[1].status, TurnCommitted::Status::seen_before);
}

}  // namespace
}  // namespace wm::sim
