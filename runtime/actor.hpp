#pragma once
// A strand-bound actor: its on(Message) overloads never overlap and run in arrival order. Messages wait in one bounded
// mailbox and are drained in batches, one post a batch (docs/adr/0002).
//   tell     a request, any thread; refused when `capacity` requests wait
//   deliver  an answer or a timer that this actor itself asked for, any thread; always let in
// Actors live as long as the System that owns them; the System is destroyed after its threads have ended.

#include "runtime/address.hpp"
#include "runtime/scheduler.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>
#include <variant>
#include <vector>

namespace wm {

template <class M, class... Ms>
concept OneOf = (std::same_as<M, Ms> || ...);

template <class Self, class... Messages>
class Actor {
public:
    // `batch_max`: messages handled before the actor yields. Small where one message is long work: nobody on the shard
    // waits for more than that many of them.
    Actor(Scheduler& scheduler, std::size_t capacity, std::size_t batch_max = 256)
        : strand_(scheduler.make_strand()), capacity_(capacity), batch_max_(batch_max) {}
    Actor(const Actor&) = delete;
    Actor& operator=(const Actor&) = delete;

    template <OneOf<Messages...> M>
    Delivery tell(M message) {
        {
            const std::lock_guard lock(mutex_);
            if (requests_ >= capacity_) return Delivery::full;
            ++requests_;
            inbox_.emplace_back(std::move(message), true);
            if (std::exchange(scheduled_, true)) return Delivery::accepted;
        }
        schedule();
        return Delivery::accepted;
    }

    template <OneOf<Messages...> M>
    void deliver(M message) {
        {
            const std::lock_guard lock(mutex_);
            inbox_.emplace_back(std::move(message), false);
            if (std::exchange(scheduled_, true)) return;
        }
        schedule();
    }

    std::size_t waiting() const {  // requests accepted and not yet handled; any thread
        const std::lock_guard lock(mutex_);
        return requests_;
    }

protected:
    ~Actor() = default;

private:
    struct Envelope {
        template <class M>
        Envelope(M&& m, bool asks) : message(std::in_place_type<M>, std::forward<M>(m)), request(asks) {}
        std::variant<Messages...> message;
        bool request;
    };

    void schedule() {
        strand_->post(Job{static_cast<Self*>(this), [](void* self) { static_cast<Self*>(self)->Actor::drain(); }});
    }

    void drain() {
        if (next_ == batch_.size()) {
            batch_.clear();  // keeps its capacity: a steady state allocates nothing
            next_ = 0;
            const std::lock_guard lock(mutex_);
            batch_.swap(inbox_);
        }
        std::size_t requests = 0;
        for (auto left = std::min(strand_->drain_max(), batch_max_); left > 0 && next_ < batch_.size(); --left) {
            auto& envelope = batch_[next_++];
            requests += envelope.request;
            std::visit([this](auto& message) { static_cast<Self*>(this)->on(std::move(message)); }, envelope.message);
        }
        {
            const std::lock_guard lock(mutex_);
            requests_ -= requests;
            if (next_ == batch_.size() && inbox_.empty()) {
                scheduled_ = false;
                return;
            }
        }
        schedule();  // yields, so that one busy actor does not starve its shard
    }

    std::unique_ptr<Strand> strand_;
    std::size_t capacity_;
    std::size_t batch_max_;
    mutable std::mutex mutex_;  // guards the four below; held for a push or a swap, never across on()
    std::vector<Envelope> inbox_;
    std::size_t requests_ = 0;
    bool scheduled_ = false;
    std::vector<Envelope> batch_;  // strand only
    std::size_t next_ = 0;         // strand only
};

}  // namespace wm
