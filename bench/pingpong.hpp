#pragma once
// The game every contender plays: two actors on one thread, `window` balls in the air, each thrown until it is worn out.
// A ball is a message of ours as it is in the daemon: a variant of 64 bytes with a string and a shared body.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <variant>

#include <time.h>

namespace wm::bench {

struct Ball {
    std::string text;
    std::shared_ptr<const std::string> body;
    std::uint64_t throws_left = 0;
};
struct Score {
    std::uint64_t points = 0;
};
struct Whistle {};
static_assert(sizeof(std::variant<Ball, Score, Whistle>) == 64);

inline Ball make_ball(std::uint64_t throws) {
    return {"a text too long for the small string buffer", std::make_shared<const std::string>("body"), throws};
}

inline double process_cpu_ns() {
    timespec now{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}

// Each plays `messages` messages and returns the CPU nanoseconds one of them cost the process.
double play_actor(std::size_t window, std::size_t messages);  // runtime/actor.hpp over runtime/asio_scheduler.hpp
double play_templated(std::size_t window,
                      std::size_t messages);  // the same mailbox with the strand as a template argument
double play_asio_post(std::size_t window, std::size_t messages);  // asio::post a message on a concrete strand
double play_caf(std::size_t window, std::size_t messages);        // CAF, one scheduler thread

}  // namespace wm::bench
