#pragma once
// Requests to one database, handled in order by whichever worker takes them, everything that waits in one go: that is
// what makes a group commit out of commits that arrive while another one is being synced.

#include "runtime/scheduler.hpp"

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace wm {

template <class Request>
class SerialQueue {
public:
    // `handle` gets all waiting requests, oldest first, on a worker; two of its calls never overlap.
    SerialQueue(Workers& workers, std::function<void(std::vector<Request>)> handle)
        : core_(std::make_shared<Core>(workers, std::move(handle))) {}
    SerialQueue(const SerialQueue&) = delete;
    SerialQueue& operator=(const SerialQueue&) = delete;
    // Waits for the requests at hand; those that no worker has taken yet are dropped unanswered.
    ~SerialQueue() {
        {
            const std::lock_guard lock(core_->mutex);
            core_->closed = true;
        }
        core_->running.wait(true);
    }

    void push(Request request) {  // any thread
        {
            const std::lock_guard lock(core_->mutex);
            core_->waiting.push_back(std::move(request));
            if (std::exchange(core_->scheduled, true)) return;
        }
        schedule(core_);
    }

private:
    struct Core {  // lives as long as a job of it waits among the workers
        Core(Workers& on, std::function<void(std::vector<Request>)> with) : workers(on), handle(std::move(with)) {}

        Workers& workers;
        std::function<void(std::vector<Request>)> handle;
        std::mutex mutex;  // guards what follows; held for a push or a swap
        std::vector<Request> waiting;
        bool scheduled = false, closed = false;
        std::atomic<bool> running{false};  // set under the mutex while not closed
    };

    static void schedule(const std::shared_ptr<Core>& core) {
        core->workers.run([core] { drain(core); });
    }
    static void drain(const std::shared_ptr<Core>& core) {
        std::vector<Request> batch;
        {
            const std::lock_guard lock(core->mutex);
            if (core->closed) return;
            core->running = true;
            batch.swap(core->waiting);
        }
        core->handle(std::move(batch));
        core->running = false;
        core->running.notify_all();
        {
            const std::lock_guard lock(core->mutex);
            core->scheduled = !core->waiting.empty() && !core->closed;
            if (!core->scheduled) return;
        }
        schedule(core);  // to the back of the line: others use these workers too
    }

    std::shared_ptr<Core> core_;
};

}  // namespace wm
