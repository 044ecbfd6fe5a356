#include "store/serial.hpp"

#include "runtime/worker_thread.hpp"
#include "tests/store/support.hpp"

#include <gmock/gmock.h>

#include <numeric>

namespace wm::test {
namespace {

TEST(SerialQueue, HandlesEverythingOnceAndInOrder) {
    WorkerThread workers;
    Answers<int> answers;
    SerialQueue<int> queue(workers, [&](std::vector<int> batch) {
        for (const int one : batch) answers.deliver(one);
    });
    for (int i = 0; i < 1000; ++i) queue.push(i);
    std::vector<int> expected(1000);
    std::iota(expected.begin(), expected.end(), 0);
    EXPECT_EQ(answers.wait_for(1000), expected);
}

TEST(SerialQueue, HandlesTogetherWhatArrivedMeanwhile) {
    HeldWorkers workers;
    std::vector<std::size_t> sizes;
    SerialQueue<int> queue(workers, [&](std::vector<int> batch) { sizes.push_back(batch.size()); });
    for (int i = 0; i < 5; ++i) queue.push(i);
    workers.run_all();
    queue.push(5);
    workers.run_all();
    EXPECT_THAT(sizes, testing::ElementsAre(5u, 1u));
}

TEST(SerialQueue, WaitsForTheRequestsAtHandWhenItEnds) {
    WorkerThread workers;
    std::atomic<bool> begun{false}, ended{false};
    {
        SerialQueue<int> queue(workers, [&](std::vector<int>) {
            begun = true;
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
            ended = true;
        });
        queue.push(1);
        while (!begun) std::this_thread::yield();
    }
    EXPECT_TRUE(ended);
}

TEST(SerialQueue, DropsWhatNoWorkerHadTakenWhenItEnds) {
    HeldWorkers workers;
    int handled = 0;
    {
        SerialQueue<int> queue(workers, [&](std::vector<int>) { ++handled; });
        queue.push(1);
    }
    workers.run_all();
    EXPECT_EQ(handled, 0);
}

}  // namespace
}  // namespace wm::test
