#include "runtime/asio_time.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace wm {
namespace {

using namespace std::chrono_literals;

TEST(AsioTime, FiresEqualInstantsInTheOrderTheyWereArmed) {
    boost::asio::io_context io;
    AsioTime time(io);
    std::vector<int> fired;
    const auto when = time.now() + 5ms;
    for (int i = 0; i < 50; ++i) time.call_at(when, [&fired, i] { fired.push_back(i); });
    io.run();
    ASSERT_EQ(fired.size(), 50u);
    for (int i = 0; i < 50; ++i) EXPECT_EQ(fired[static_cast<std::size_t>(i)], i);
}

TEST(AsioTime, FiresTheEarlierFirstHoweverTheyWereArmed) {
    boost::asio::io_context io;
    AsioTime time(io);
    std::vector<int> fired;
    const auto now = time.now();
    for (const int after : {9, 3, 6, 1}) time.call_at(now + Millis(after), [&fired, after] { fired.push_back(after); });
    io.run();
    EXPECT_EQ(fired, (std::vector<int>{1, 3, 6, 9}));
}

TEST(AsioTime, NeverFiresBeforeTheInstant) {
    boost::asio::io_context io;
    AsioTime time(io);
    const auto when = time.now() + 20ms;
    Instant fired{};
    time.call_at(when, [&] { fired = time.now(); });
    io.run();
    EXPECT_GE(fired, when);
}

TEST(AsioTime, FiresWhatIsAlreadyPastAtOnce) {
    boost::asio::io_context io;
    AsioTime time(io);
    int fired = 0;
    time.call_at(time.now() - 1h, [&] { ++fired; });
    time.call_at(Instant{}, [&] { ++fired; });
    io.run();
    EXPECT_EQ(fired, 2);
}

TEST(AsioTime, MayBeArmedFromATimer) {
    boost::asio::io_context io;
    AsioTime time(io);
    int fired = 0;
    time.call_at(time.now(), [&] {
        ++fired;
        time.call_at(time.now() + 2ms, [&] { ++fired; });
        time.call_at(time.now(), [&] { ++fired; });
    });
    io.run();
    EXPECT_EQ(fired, 3);
}

TEST(AsioTime, TakesTimersFromManyThreads) {
    boost::asio::io_context io;
    auto work = boost::asio::make_work_guard(io);
    AsioTime time(io);
    std::atomic<int> fired = 0;
    std::vector<std::thread> pool, armers;
    for (int i = 0; i < 4; ++i) pool.emplace_back([&] { io.run(); });
    for (int i = 0; i < 4; ++i)
        armers.emplace_back([&] {
            for (int n = 0; n < 500; ++n)
                time.call_at(time.now() + std::chrono::microseconds(n % 7 * 100), [&] { ++fired; });
        });
    for (auto& armer : armers) armer.join();
    work.reset();
    for (auto& thread : pool) thread.join();
    EXPECT_EQ(fired, 2000);
}

TEST(AsioTime, DropsWhatIsNotDueWhenTheContextStops) {
    bool fired = false;
    {
        boost::asio::io_context io;
        AsioTime time(io);
        time.call_at(time.now() + 1h, [&] { fired = true; });
        time.call_at(time.now(), [&] { io.stop(); });
        io.run();
    }
    EXPECT_FALSE(fired);
}

TEST(AsioTime, ReadsTheMachinesClocks) {
    boost::asio::io_context io;
    AsioTime time(io);
    const auto before = time.now();
    EXPECT_LE(before, time.now());
    const auto wall = std::chrono::system_clock::now().time_since_epoch();
    EXPECT_LT(std::chrono::abs(std::chrono::duration_cast<std::chrono::seconds>(wall) -
                               std::chrono::duration_cast<std::chrono::seconds>(time.wall().time_since_epoch())),
              5s);
}

}  // namespace
}  // namespace wm
