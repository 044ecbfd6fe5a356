// The same actors on real threads: two shards, a worker thread behind the ports, a real clock. Run under ThreadSanitizer.
#include "runtime/threads.hpp"
#include "actors/system.hpp"
#include "runtime/asio_scheduler.hpp"
#include "runtime/asio_time.hpp"
#include "runtime/seeded_random.hpp"
#include "runtime/worker_thread.hpp"
#include "tests/actors/people.hpp"
#include "tests/actors/rules.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <thread>

namespace wm {
namespace {

// Answers from the worker's thread, as the embedded store does.
class WorkingBackend final : public Backend {
public:
    explicit WorkingBackend(Workers& workers) : workers_(workers) {}
    void start(CallId id, const BackendCall& what, Instant, Reply<BackendAnswered> reply_to) override {
        workers_.run([=, this] {
            BackendResult result = Memories{};
            if (const auto* retain = std::get_if<RetainCall>(&what)) {
                stored += retain->batch.items.size();
                result = Stored{1};
            }
            reply_to.deliver({id, std::move(result)});
        });
    }
    std::atomic<std::size_t> stored{0};

private:
    Workers& workers_;
};

class WorkingSpool final : public Spool {
public:
    explicit WorkingSpool(Workers& workers) : workers_(workers) {}
    void commit(AgentId agent, TurnId turn, std::vector<SpooledBatch> batches, Reply<TurnCommitted> reply_to) override {
        workers_.run([=, this] {
            TurnCommitted out{agent, turn, TurnCommitted::Status::committed, {}};
            for (std::size_t i = 0; i < batches.size(); ++i) out.ids.push_back(++last_);
            reply_to.deliver(std::move(out));
        });
    }
    void mark_sent(SpoolId) override {}
    void erase(SpoolId) override { ++erased; }
    void bury(SpoolId, std::string) override {}
    void dead_letters(DeadLetterWork work, Reply<DeadLettersAnswered> reply_to) override {
        reply_to.deliver({.ticket = work.ticket, .status = DeadLettersAnswered::Status::unknown_letter});
    }
    void load(Reply<SpoolLoaded> reply_to) override { reply_to.deliver({{}, true}); }
    std::atomic<std::size_t> erased{0};

private:
    Workers& workers_;
    SpoolId last_ = 0;  // the worker's thread only
};

struct CountingFront {
    void deliver(Answer answer) {
        if (std::holds_alternative<AckAnswer>(answer.body)) ++acks;
        if (std::holds_alternative<ContextAnswer>(answer.body)) ++contexts;
    }
    std::atomic<int> acks{0}, contexts{0};
};

TEST(SystemOnThreads, AcknowledgesEveryTurnAndComesToRest) {
    auto settings = small_company();
    settings.limits.shards = 2;
    settings.limits.drain = Millis(20000);
    settings.recall.synchronous = false;
    boost::asio::io_context first(1), second(1);
    AsioScheduler first_shard(first), second_shard(second);
    AsioTime time(first);
    SeededRandom random(7);
    MetricsRegistry metrics;
    CountingFront front;
    auto worker = std::make_unique<WorkerThread>();
    WorkingBackend backend(*worker);
    WorkingSpool spool(*worker);
    System system({&first_shard, &second_shard}, System::Ports{time, random, backend, nullptr, spool, metrics, front},
                  small_rules(), settings);
    system.begin();

    constexpr int turns = 400;
    bool at_rest = false;
    std::thread agents([&] {
        for (int i = 0; i < turns; ++i) {
            const auto speaker = speaker_of(i % 2 ? "42" : "43", "s" + std::to_string(i % 7));
            const TurnId turn("t" + std::to_string(i));
            const auto tell = [&](HookEvent event) {
                while (system.tell({1, static_cast<FrameId>(i), AgentId("build"), speaker, turn, time.wall(),
                                    time.now() + Millis(5000), event}) == Delivery::full)
                    std::this_thread::yield();
            };
            const auto text = "Recuerda que srv" + std::to_string(i) + "x está apagado por mantenimiento.";
            tell(PreLlm{{text}});
            tell(PostTool{{"terminal", {}, {"ok"}, true, "c"}});
            tell(PostLlm{{text}, {"De acuerdo."}, false, {}});
        }
        while (front.acks < turns) std::this_thread::yield();
        system.drain([&](bool rested) {
            at_rest = rested;
            first.stop();
            second.stop();
        });
    });
    run_until_stopped({&first, &second});
    agents.join();
    worker.reset();
    EXPECT_EQ(front.acks, turns);
    EXPECT_EQ(front.contexts, turns);
    EXPECT_TRUE(at_rest);
    EXPECT_GE(backend.stored.load(), static_cast<std::size_t>(turns));
    EXPECT_EQ(spool.erased.load(), static_cast<std::size_t>(turns)) << "one batch a turn";
}

}  // namespace
}  // namespace wm
