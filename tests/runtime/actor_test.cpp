#include "runtime/actor.hpp"

#include "runtime/asio_scheduler.hpp"
#include "tests/runtime/manual_scheduler.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <string>
#include <thread>

namespace wm {
namespace {

struct Say {
    std::string word;
};
struct Due {
    int id = 0;
};

class Notebook final : public Actor<Notebook, Say, Due> {
public:
    Notebook(Scheduler& scheduler, std::size_t capacity, std::size_t batch_max = 256)
        : Actor(scheduler, capacity, batch_max) {}
    void on(Say say) {
        heard += say.word;
        if (when_heard) when_heard();
    }
    void on(Due due) { heard += std::to_string(due.id); }

    std::string heard;
    std::function<void()> when_heard;
};

TEST(Actor, HandlesMessagesOfAllTypesInTheOrderOfTheirArrival) {
    ManualScheduler scheduler;
    Notebook actor(scheduler, 10);
    EXPECT_EQ(actor.tell(Say{"a"}), Delivery::accepted);
    actor.deliver(Due{1});
    EXPECT_EQ(actor.tell(Say{"b"}), Delivery::accepted);
    EXPECT_EQ(actor.heard, "");
    scheduler.run_all();
    EXPECT_EQ(actor.heard, "a1b");
}

TEST(Actor, PostsOnceForAWholeBatch) {
    ManualScheduler scheduler;
    Notebook actor(scheduler, 100);
    for (int i = 0; i < 100; ++i) EXPECT_EQ(actor.tell(Say{"x"}), Delivery::accepted);
    EXPECT_EQ(scheduler.run_all(), 1u);
    EXPECT_EQ(actor.heard.size(), 100u);
    EXPECT_EQ(actor.tell(Say{"y"}), Delivery::accepted);
    EXPECT_EQ(scheduler.posted(), 2u);
}

TEST(Actor, YieldsAfterAsManyMessagesAsItsWorkAllows) {
    ManualScheduler scheduler;
    Notebook slow(scheduler, 100, 1), quick(scheduler, 100);
    for (const auto* word : {"a", "b", "c"}) EXPECT_EQ(slow.tell(Say{word}), Delivery::accepted);
    EXPECT_EQ(quick.tell(Say{"x"}), Delivery::accepted);
    scheduler.step();
    scheduler.step();
    EXPECT_EQ(slow.heard, "a") << "one, however many wait";
    EXPECT_EQ(quick.heard, "x") << "who came later is not kept waiting by all three";
    scheduler.run_all();
    EXPECT_EQ(slow.heard, "abc");
}

TEST(Actor, RefusesARequestWhenItsMailboxIsFull) {
    ManualScheduler scheduler;
    Notebook actor(scheduler, 2);
    EXPECT_EQ(actor.tell(Say{"a"}), Delivery::accepted);
    EXPECT_EQ(actor.tell(Say{"b"}), Delivery::accepted);
    EXPECT_EQ(actor.tell(Say{"c"}), Delivery::full);
    EXPECT_EQ(actor.waiting(), 2u);
    scheduler.run_all();
    EXPECT_EQ(actor.waiting(), 0u);
    EXPECT_EQ(actor.tell(Say{"d"}), Delivery::accepted);
    scheduler.run_all();
    EXPECT_EQ(actor.heard, "abd");
}

TEST(Actor, LetsAnswersInThoughItIsFull) {
    ManualScheduler scheduler;
    Notebook actor(scheduler, 1);
    EXPECT_EQ(actor.tell(Say{"a"}), Delivery::accepted);
    for (int i = 0; i < 3; ++i) actor.deliver(Due{i});
    EXPECT_EQ(actor.tell(Say{"b"}), Delivery::full);
    EXPECT_EQ(actor.waiting(), 1u);
    scheduler.run_all();
    EXPECT_EQ(actor.heard, "a012");
}

TEST(Actor, YieldsAfterItsShareAndGoesOnWhereItWas) {
    ManualScheduler scheduler;
    scheduler.set_drain_max(2);
    Notebook actor(scheduler, 10);
    for (const auto* word : {"a", "b", "c", "d", "e"}) EXPECT_EQ(actor.tell(Say{word}), Delivery::accepted);
    EXPECT_TRUE(scheduler.step());
    EXPECT_EQ(actor.heard, "ab");
    EXPECT_EQ(actor.waiting(), 3u);
    EXPECT_EQ(actor.tell(Say{"f"}), Delivery::accepted);  // behind what waits
    EXPECT_EQ(scheduler.run_all(), 3u);
    EXPECT_EQ(actor.heard, "abcdef");
}

TEST(Actor, LeavesRoomForOthersBetweenBatches) {
    ManualScheduler scheduler;
    scheduler.set_drain_max(1);
    Notebook first(scheduler, 10), second(scheduler, 10);
    EXPECT_EQ(first.tell(Say{"a"}), Delivery::accepted);
    EXPECT_EQ(first.tell(Say{"b"}), Delivery::accepted);
    EXPECT_EQ(second.tell(Say{"c"}), Delivery::accepted);
    scheduler.step();
    scheduler.step();
    EXPECT_EQ(first.heard, "a");
    EXPECT_EQ(second.heard, "c");
}

TEST(Actor, MayTellItselfWhileItHandles) {
    ManualScheduler scheduler;
    Notebook actor(scheduler, 10);
    actor.when_heard = [&] {
        actor.when_heard = nullptr;
        EXPECT_EQ(actor.tell(Say{"later"}), Delivery::accepted);
    };
    EXPECT_EQ(actor.tell(Say{"now,"}), Delivery::accepted);
    EXPECT_EQ(scheduler.run_all(), 2u);
    EXPECT_EQ(actor.heard, "now,later");
}

struct Add {
    std::size_t sender = 0, number = 0;
};

class Counter final : public Actor<Counter, Add> {
public:
    Counter(Scheduler& scheduler, std::size_t capacity, std::size_t senders)
        : Actor(scheduler, capacity), next(senders) {}
    void on(Add add) {
        if (busy_.exchange(true)) overlapped = true;
        if (next[add.sender]++ != add.number) reordered = true;
        ++handled;
        busy_ = false;
    }

    std::vector<std::size_t> next;  // by sender; no lock: the strand is one
    std::size_t handled = 0;
    bool overlapped = false, reordered = false;

private:
    std::atomic<bool> busy_ = false;
};

TEST(Actor, NeverOverlapsNorReordersOnFourThreads) {
    constexpr std::size_t senders = 4, each = 5000;
    boost::asio::io_context io;
    auto work = boost::asio::make_work_guard(io);
    AsioScheduler scheduler(io);
    Counter counter(scheduler, 64, senders);
    std::vector<std::thread> pool, tellers;
    for (int i = 0; i < 4; ++i) pool.emplace_back([&] { io.run(); });
    for (std::size_t s = 0; s < senders; ++s)
        tellers.emplace_back([&, s] {
            for (std::size_t i = 0; i < each; ++i)
                while (counter.tell(Add{s, i}) == Delivery::full) std::this_thread::yield();
        });
    for (auto& teller : tellers) teller.join();
    work.reset();
    for (auto& thread : pool) thread.join();
    EXPECT_EQ(counter.handled, senders * each);
    EXPECT_FALSE(counter.overlapped);
    EXPECT_FALSE(counter.reordered);
    EXPECT_EQ(counter.waiting(), 0u);
}

}  // namespace
}  // namespace wm
