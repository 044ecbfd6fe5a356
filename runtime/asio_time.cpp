#include "runtime/asio_time.hpp"

#include <boost/asio/steady_timer.hpp>

#include <memory>

namespace wm {

Instant AsioTime::now() const {
    return Instant(std::chrono::duration_cast<Duration>(std::chrono::steady_clock::now().time_since_epoch()));
}

WallTime AsioTime::wall() const {
    return WallTime(std::chrono::duration_cast<Wall::duration>(std::chrono::system_clock::now().time_since_epoch()));
}

void AsioTime::call_at(Instant when, std::function<void()> fn) {
    auto timer = std::make_shared<boost::asio::steady_timer>(io_, std::chrono::steady_clock::time_point(when.time_since_epoch()));
    timer->async_wait([timer, fn = std::move(fn)](boost::system::error_code failed) {
        if (!failed) fn();
    });
}

}  // namespace wm
