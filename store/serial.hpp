#pragma once
// Requests to one database, handled in order by whichever worker takes them, everything that waits in one go: that is
// what makes a group commit out of commits that arrive while another one is being synced.

#include "runtime/scheduler.hpp"

#include <mutex>
#include <utility>
#include <vector>

namespace wm {

template <class Request>
class SerialQueue {
public:
    // `handle` gets all waiting requests, oldest first, on a worker; two of its calls never overlap. The Workers have
    // ended before the queue is destroyed.
    SerialQueue(Workers& workers, std::function<void(std::vector<Request>)> handle)
        : workers_(workers), handle_(std::move(handle)) {}

    void push(Request request) {  // any thread
        {
            const std::lock_guard lock(mutex_);
            waiting_.push_back(std::move(request));
            if (std::exchange(scheduled_, true)) return;
        }
        workers_.run([this] { drain(); });
    }

private:
    void drain() {
        std::vector<Request> batch;
        {
            const std::lock_guard lock(mutex_);
            batch.swap(waiting_);
        }
        handle_(std::move(batch));
        {
            const std::lock_guard lock(mutex_);
            if (waiting_.empty()) {
                scheduled_ = false;
                return;
            }
        }
        workers_.run([this] { drain(); });  // to the back of the line: others use these workers too
    }

    Workers& workers_;
    std::function<void(std::vector<Request>)> handle_;
    std::mutex mutex_;  // guards the two below; held for a push or a swap
    std::vector<Request> waiting_;
    bool scheduled_ = false;
};

}  // namespace wm
