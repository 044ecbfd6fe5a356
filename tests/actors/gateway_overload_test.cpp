// BR-19: a backend that asks for time, then breaks down under load, with two hundred batches and some readers waiting.
#include "actors/gateway.hpp"

#include "tests/actors/inbox.hpp"
#include "tests/actors/people.hpp"
#include "tests/sim/world.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace wm {
namespace {

using namespace std::chrono_literals;

constexpr Millis call_takes{50};

// Answers each call after call_takes with what the script says, and keeps what it was asked.
struct ScriptedBackend final : Backend {
    struct Asked {
        Instant at;
        bool recall = false;
        std::string operation;  // of a retain
    };

    explicit ScriptedBackend(sim::World& w) : world(w) {}
    void start(CallId call, const BackendCall& what, Instant, Reply<BackendAnswered> reply_to) override {
        const auto* retain = std::get_if<RetainCall>(&what);
        const bool recall = std::holds_alternative<RecallCall>(what);
        asked.push_back({world.now(), recall, retain ? retain->batch.operation.str() : ""});
        inflight_most = std::max(inflight_most, ++inflight);
        auto result = script ? script(world.now()) : std::nullopt;
        if (!result) result = recall ? BackendResult(Memories{}) : BackendResult(Stored{1});
        world.call_at(world.now() + call_takes, [this, call, reply_to, result = *std::move(result)] {
            --inflight;
            reply_to.deliver({call, result});
        });
    }

    sim::World& world;
    std::function<std::optional<BackendResult>(Instant)> script;
    std::vector<Asked> asked;
    int inflight = 0, inflight_most = 0;
};

// Durable at once; knows a turn that it was given before.
struct QuickSpool final : Spool {
    void commit(AgentId agent, TurnId turn, std::vector<SpooledBatch> batches, Reply<TurnCommitted> reply_to) override {
        if (!turns.insert(turn).second) return reply_to.deliver({agent, turn, TurnCommitted::Status::seen_before, {}});
        std::vector<SpoolId> ids;
        for (std::size_t i = 0; i < batches.size(); ++i) ids.push_back(++last);
        reply_to.deliver({agent, turn, TurnCommitted::Status::committed, ids});
    }
    void mark_sent(SpoolId) override {}
    void erase(SpoolId id) override { erased.insert(id); }
    void bury(SpoolId, std::string) override { ++buried; }
    void load(Reply<SpoolLoaded>) override {}
    void dead_letters(DeadLetterWork, Reply<DeadLettersAnswered>) override {}

    std::set<TurnId> turns;
    std::set<SpoolId> erased;
    SpoolId last = 0;
    int buried = 0;
};

struct GatewayOverload : testing::Test {
    config::Settings settings = small_company();
    sim::World world{19};
    MetricsRegistry registry;
    Metrics metrics{registry};
    StoreRegistry stores{store_rows(settings)};
    ScriptedBackend backend{world};
    QuickSpool spool;
    Inbox<Recalled> recalled;
    Inbox<TurnKept> kept;
    std::optional<Gateway> gateway;
    Instant began{};

    void SetUp() override {
        settings.limits.queue_max = 64;
        gateway.emplace(world, world, world, backend, "hindsight", spool, stores, metrics, settings);
        began = world.now();
    }
    Principal ana() { return principal_of(settings, stores, "42"); }
    void retain(int number) {
        const auto name = std::to_string(number);
        RetainBatch batch;
        batch.scope = platform_scope;
        batch.operation = OperationId("op-" + name);
        batch.items.push_back({DocumentId("doc-" + name), {"fact " + name}, "activity", {}, "", ""});
        ASSERT_EQ(gateway->tell(Retain{1, ana(), TurnId("t-" + name), {std::move(batch)}, kept}), Delivery::accepted);
        world.settle();
    }
    int asked_ = 0;
    void recall(Duration within, RecallPurpose purpose = RecallPurpose::tool) {
        ASSERT_EQ(gateway->tell(Recall{7,
                                       ana(),
                                       platform_scope,
                                       {"pve04? " + std::to_string(++asked_)},  // no two are one
                                       {MemoryType::observation},
                                       true,
                                       Budget::low,
                                       1000,
                                       purpose,
                                       world.now() + within,
                                       recalled}),
                  Delivery::accepted);
        world.settle();
    }
    std::map<std::string, int> tries() const {
        std::map<std::string, int> out;
        for (const auto& one : backend.asked)
            if (!one.recall) ++out[one.operation];
        return out;
    }
    double count(const char* name, Labels labels) {
        return registry.value(std::string("wetopi_memory_") + name, labels);
    }
};

TEST_F(GatewayOverload, WaitsWhatTheBackendAsksForThenWorksOffTheQueueOneCallAtATime) {
    backend.script = [&](Instant now) -> std::optional<BackendResult> {
        if (now < began + 1s) return Failure{Failure::Kind::overloaded, 7s, 429};
        return std::nullopt;
    };
    for (int i = 0; i < 200; ++i) retain(i);
    ASSERT_EQ(backend.asked.size(), 1u);
    recall(2s);
    world.advance(call_takes + 6999ms);
    EXPECT_EQ(backend.asked.size(), 1u) << "not a retain, not a recall, not a probe before the seven seconds are over";
    ASSERT_EQ(recalled.got.size(), 1u) << "who cannot wait that long is told so in time";
    EXPECT_NE(recalled.got[0].outcome, RecallOutcome::ok);
    world.advance(60s);
    EXPECT_EQ(backend.inflight_most, 1);
    EXPECT_EQ(spool.erased.size(), 200u);
    EXPECT_EQ(spool.buried, 0);
    for (const auto& [operation, times] : tries()) EXPECT_EQ(times, operation == backend.asked[0].operation ? 2 : 1);
}

TEST_F(GatewayOverload, SurvivesBurstsOf503WithFewTriesAndNoReaderStarved) {
    backend.script = [&](Instant now) -> std::optional<BackendResult> {
        const auto second = std::chrono::duration_cast<std::chrono::seconds>(now - began).count();
        if (second % 30 < 6) return Failure{Failure::Kind::overloaded, std::nullopt, 503};
        return std::nullopt;
    };
    for (int i = 0; i < 200; ++i) retain(i);
    for (int i = 0; i < 200; ++i) retain(i);  // the same turns again
    EXPECT_EQ(kept.got.size(), 400u);
    std::size_t asked = 0, fast = 0;
    while (world.now() < began + 300s) {
        const auto before = recalled.got.size();
        const bool healthy = backend.asked.size() > 20;  // the first burst is over and the queue still long
        recall(2s);
        world.advance(3 * call_takes);
        if (healthy && recalled.got.size() > before && recalled.got.back().outcome == RecallOutcome::ok) ++fast;
        asked += healthy;
        world.advance(850ms);
    }
    EXPECT_EQ(spool.erased.size(), 200u);
    EXPECT_EQ(spool.buried, 0);
    EXPECT_EQ(backend.inflight_most, 1);
    EXPECT_EQ(tries().size(), 200u) << "a turn that is sent again is queued once";
    std::size_t retries = 0;
    for (const auto& [operation, times] : tries()) {
        EXPECT_LE(times, 12) << operation;
        retries += static_cast<std::size_t>(times) - 1;
    }
    EXPECT_LE(retries, 60u) << "ten bursts of six seconds";
    EXPECT_GE(fast * 10, asked * 7) << "recalls overtake the batches that wait: within three calls outside a burst";
}

TEST_F(GatewayOverload, RefusesWhatTheQueueHasNoRoomForAndCountsIt) {
    backend.script = [&](Instant) { return Failure{Failure::Kind::overloaded, 1h, 503}; };
    retain(1);
    world.advance(call_takes);
    for (int i = 0; i < 100; ++i) recall(30s, RecallPurpose::prefetch);
    EXPECT_EQ(recalled.got.size(), 36u);
    for (const auto& one : recalled.got) EXPECT_EQ(one.outcome, RecallOutcome::queue_full);
    EXPECT_EQ(count("backpressure_drops_total", {{Label::operation, "recall"}}), 36);
    world.advance(31s);
    EXPECT_EQ(recalled.got.size(), 100u) << "whoever waited is told that it was in vain";
    EXPECT_EQ(backend.asked.size(), 1u);
}

}  // namespace
}  // namespace wm
