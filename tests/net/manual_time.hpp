#pragma once
// Time that stands still until the test moves it.

#include "runtime/time.hpp"

#include <map>
#include <mutex>

namespace wm::test {

class ManualTime final : public Time {
public:
    Instant now() const override {
        const std::lock_guard lock(mutex_);
        return now_;
    }
    WallTime wall() const override { return WallTime{std::chrono::seconds{1'800'000'000}}; }
    void call_at(Instant when, std::function<void()> fn) override {
        const std::lock_guard lock(mutex_);
        timers_.emplace(when, std::move(fn));
    }
    // Timers that fall due are called in order, on this thread.
    void advance(Duration by) {
        const auto until = now() + by;
        while (true) {
            std::function<void()> due;
            {
                const std::lock_guard lock(mutex_);
                if (timers_.empty() || timers_.begin()->first > until) {
                    now_ = until;
                    return;
                }
                now_ = std::max(now_, timers_.begin()->first);
                due = std::move(timers_.begin()->second);
                timers_.erase(timers_.begin());
            }
            due();
        }
    }

private:
    mutable std::mutex mutex_;
    Instant now_{std::chrono::hours{1}};
    std::multimap<Instant, std::function<void()>> timers_;
};

}  // namespace wm::test
