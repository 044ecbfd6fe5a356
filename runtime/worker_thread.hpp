#pragma once
// One thread for blocking work, first come first served. Jobs given before the destructor are all run by it.

#include "runtime/scheduler.hpp"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace wm {

class WorkerThread final : public Workers {
public:
    WorkerThread() : thread_([this] { loop(); }) {}
    ~WorkerThread() override {
        {
            const std::lock_guard lock(mutex_);
            ending_ = true;
        }
        wake_.notify_one();
        thread_.join();
    }
    void run(std::function<void()> work) override {
        {
            const std::lock_guard lock(mutex_);
            waiting_.push_back(std::move(work));
        }
        wake_.notify_one();
    }

private:
    void loop() {
        std::unique_lock lock(mutex_);
        while (true) {
            wake_.wait(lock, [this] { return ending_ || !waiting_.empty(); });
            if (waiting_.empty()) return;
            auto work = std::move(waiting_.front());
            waiting_.pop_front();
            lock.unlock();
            work();
            work = nullptr;
            lock.lock();
        }
    }

    std::mutex mutex_;
    std::condition_variable wake_;
    std::deque<std::function<void()>> waiting_;
    bool ending_ = false;
    std::thread thread_;  // last: starts when the rest is there
};

}  // namespace wm
