#include "runtime/worker_thread.hpp"

#include "runtime/seeded_random.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <vector>

namespace wm {
namespace {

TEST(WorkerThread, RunsItsJobsInTheOrderGivenAndAllOfThem) {
    std::vector<int> ran;
    const auto here = std::this_thread::get_id();
    std::atomic<bool> elsewhere = true;
    {
        WorkerThread worker;
        for (int i = 0; i < 1000; ++i)
            worker.run([&, i] {
                ran.push_back(i);
                if (std::this_thread::get_id() == here) elsewhere = false;
            });
    }  // the destructor waits for what was given
    ASSERT_EQ(ran.size(), 1000u);
    for (int i = 0; i < 1000; ++i) EXPECT_EQ(ran[static_cast<std::size_t>(i)], i);
    EXPECT_TRUE(elsewhere);
}

TEST(WorkerThread, TakesJobsFromAJob) {
    std::atomic<int> ran = 0;
    {
        WorkerThread worker;
        worker.run([&] {
            ++ran;
            worker.run([&] { ++ran; });
        });
    }
    EXPECT_EQ(ran, 2);
}

TEST(SeededRandom, RepeatsItselfFromTheSameSeed) {
    SeededRandom a(7), b(7), c(8);
    bool differs = false;
    for (int i = 0; i < 100; ++i) {
        const auto drawn = a.next();
        EXPECT_EQ(drawn, b.next());
        differs = differs || drawn != c.next();
    }
    EXPECT_TRUE(differs);
    EXPECT_NE(SeededRandom::seed_of_the_machine(), SeededRandom::seed_of_the_machine());
}

}  // namespace
}  // namespace wm
