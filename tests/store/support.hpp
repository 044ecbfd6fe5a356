#pragma once
// What the store's tests stand on: a directory of their own, time that stands still, answers that can be waited for,
// and workers that run when they are told to.

#include "policies/access.hpp"
#include "runtime/scheduler.hpp"
#include "runtime/time.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace wm::test {

class TempDir {
public:
    TempDir() {
        std::string name = (std::filesystem::temp_directory_path() / "wm-store-XXXXXX").string();
        path_ = mkdtemp(name.data());
    }
    TempDir(const TempDir&) = delete;
    TempDir& operator=(const TempDir&) = delete;
    ~TempDir() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    const std::string& path() const { return path_; }
    std::string file(const std::string& name) const { return path_ + "/" + name; }

private:
    std::string path_;
};

class StillTime final : public Time {
public:
    Instant now() const override { return Instant(Duration(now_.load())); }
    WallTime wall() const override { return WallTime(Wall::duration(wall_.load())); }
    void call_at(Instant when, std::function<void()> fn) override {
        const std::lock_guard lock(mutex_);
        timers_.emplace_back(when, std::move(fn));
    }

    void set_wall(WallTime at) { wall_ = at.time_since_epoch().count(); }
    void advance(Duration by) {  // fires what is due, on this thread
        now_ += by.count();
        std::vector<std::function<void()>> due;
        {
            const std::lock_guard lock(mutex_);
            std::erase_if(timers_, [&](auto& timer) {
                if (timer.first > now()) return false;
                due.push_back(std::move(timer.second));
                return true;
            });
        }
        for (auto& fn : due) fn();
    }

private:
    std::atomic<std::int64_t> now_{1'000'000'000};
    std::atomic<std::int64_t> wall_{1'788'000'000'000};  // 2026-08-29
    std::mutex mutex_;
    std::vector<std::pair<Instant, std::function<void()>>> timers_;
};

// Jobs wait until run_all(), on the thread that calls it: what came before is then one group.
class HeldWorkers final : public Workers {
public:
    void run(std::function<void()> work) override { jobs_.push_back(std::move(work)); }
    void run_all() {
        while (!jobs_.empty()) {
            auto job = std::move(jobs_.front());
            jobs_.pop_front();
            job();
        }
    }

private:
    std::deque<std::function<void()>> jobs_;
};

template <class Message>
class Answers {
public:
    void deliver(Message message) {
        const std::lock_guard lock(mutex_);
        arrived_.push_back(std::move(message));
        wake_.notify_all();
    }
    std::vector<Message> wait_for(std::size_t count) {  // or what there is after ten seconds
        std::unique_lock lock(mutex_);
        wake_.wait_for(lock, std::chrono::seconds(10), [&] { return arrived_.size() >= count; });
        return std::exchange(arrived_, {});
    }

private:
    std::mutex mutex_;
    std::condition_variable wake_;
    std::vector<Message> arrived_;
};

inline WallTime at_millis(std::int64_t value) { return WallTime(Wall::duration(value)); }

inline BankId bank(const std::string& name) {
    return *StoreRegistry({{ScopeName("any"), name, {}}}).bank(ScopeName("any"), UserId());
}

}  // namespace wm::test
