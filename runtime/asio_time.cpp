#include "runtime/asio_time.hpp"

#include <vector>

namespace wm {

Instant AsioTime::now() const {
    return Instant(std::chrono::duration_cast<Duration>(std::chrono::steady_clock::now().time_since_epoch()));
}

WallTime AsioTime::wall() const {
    return WallTime(std::chrono::duration_cast<Wall::duration>(std::chrono::system_clock::now().time_since_epoch()));
}

void AsioTime::call_at(Instant when, std::function<void()> fn) {
    const std::lock_guard lock(mutex_);
    const auto at = waiting_.emplace(std::pair(when, armed_so_far_++), std::move(fn)).first;
    if (at == waiting_.begin()) arm();
}

void AsioTime::arm() {
    timer_.expires_at(std::chrono::steady_clock::time_point(waiting_.begin()->first.first.time_since_epoch()));
    timer_.async_wait([this](boost::system::error_code withdrawn) {
        if (!withdrawn) fire();
    });
}

void AsioTime::fire() {
    std::vector<std::function<void()>> due;
    {
        const std::lock_guard lock(mutex_);
        const auto present = now();
        while (!waiting_.empty() && waiting_.begin()->first.first <= present)
            due.push_back(std::move(waiting_.extract(waiting_.begin()).mapped()));
        if (!waiting_.empty()) arm();
    }
    for (const auto& fn : due) fn();
}

}  // namespace wm
