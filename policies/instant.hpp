#pragma once
// Time as values. The clocks here have no now(): only runtime/ reads one, everybody else is handed an instant (P6).

#include <chrono>

namespace wm {

struct Monotonic {  // what deadlines and pauses are made of; never compared with a date
    using rep = std::chrono::nanoseconds::rep;
    using period = std::chrono::nanoseconds::period;
    using duration = std::chrono::nanoseconds;
    using time_point = std::chrono::time_point<Monotonic>;
    static constexpr bool is_steady = true;
};
using Instant = Monotonic::time_point;
using Duration = Monotonic::duration;
using Millis = std::chrono::milliseconds;

struct Wall {  // a date: what a record is stamped with; may jump
    using rep = std::chrono::milliseconds::rep;
    using period = std::chrono::milliseconds::period;
    using duration = std::chrono::milliseconds;
    using time_point = std::chrono::time_point<Wall>;
    static constexpr bool is_steady = false;
};
using WallTime = Wall::time_point;  // milliseconds since 1970-01-01T00:00:00Z

}  // namespace wm
