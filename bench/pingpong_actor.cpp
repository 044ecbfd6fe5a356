// Our actor, and the same mailbox with the strand compiled in: what the virtual seam of runtime/scheduler.hpp costs.
#include "bench/pingpong.hpp"

#include "runtime/actor.hpp"
#include "runtime/asio_scheduler.hpp"

#include <cstdlib>
#include <mutex>
#include <vector>

namespace wm::bench {
namespace {

class Player final : public Actor<Player, Ball, Score, Whistle> {
public:
    Player(Scheduler& scheduler, std::size_t capacity) : Actor(scheduler, capacity) {}
    void plays_against(Player& other) { other_ = &other; }
    void on(Ball ball) {
        if (ball.throws_left-- == 0) return;
        if (other_->tell(std::move(ball)) != Delivery::accepted) std::abort();
    }
    void on(Score) {}
    void on(Whistle) {}

private:
    Player* other_ = nullptr;
};

// runtime/actor.hpp with a concrete strand in place of Scheduler and Strand.
template <class Self, class Executor, class... Messages>
class TemplatedActor {
public:
    TemplatedActor(const Executor& on, std::size_t capacity) : strand_(on), capacity_(capacity) {}

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

private:
    struct Envelope {
        template <class M>
        Envelope(M&& m, bool asks) : message(std::in_place_type<M>, std::forward<M>(m)), request(asks) {}
        std::variant<Messages...> message;
        bool request;
    };

    void schedule() {
        boost::asio::post(strand_, [this] { drain(); });
    }
    void drain() {
        if (next_ == batch_.size()) {
            batch_.clear();
            next_ = 0;
            const std::lock_guard lock(mutex_);
            batch_.swap(inbox_);
        }
        std::size_t requests = 0;
        for (std::size_t left = 256; left > 0 && next_ < batch_.size(); --left) {
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
        schedule();
    }

    boost::asio::strand<Executor> strand_;
    std::size_t capacity_;
    std::mutex mutex_;
    std::vector<Envelope> inbox_, batch_;
    std::size_t requests_ = 0, next_ = 0;
    bool scheduled_ = false;
};

using IoExecutor = boost::asio::io_context::executor_type;

class TemplatedPlayer final : public TemplatedActor<TemplatedPlayer, IoExecutor, Ball, Score, Whistle> {
public:
    TemplatedPlayer(boost::asio::io_context& io, std::size_t capacity) : TemplatedActor(io.get_executor(), capacity) {}
    void plays_against(TemplatedPlayer& other) { other_ = &other; }
    void on(Ball ball) {
        if (ball.throws_left-- == 0) return;
        if (other_->tell(std::move(ball)) != Delivery::accepted) std::abort();
    }
    void on(Score) {}
    void on(Whistle) {}

private:
    TemplatedPlayer* other_ = nullptr;
};

template <class P, class Home>
double play(boost::asio::io_context& io, Home& home, std::size_t window, std::size_t messages) {
    P ping(home, window), pong(home, window);
    ping.plays_against(pong);
    pong.plays_against(ping);
    const auto start = process_cpu_ns();
    for (std::size_t i = 0; i < window; ++i)
        if (ping.tell(make_ball(messages / window - 1)) != Delivery::accepted) std::abort();
    io.run();
    return (process_cpu_ns() - start) / static_cast<double>(messages / window * window);
}

}  // namespace

double play_actor(std::size_t window, std::size_t messages) {
    boost::asio::io_context io;
    AsioScheduler scheduler(io);
    return play<Player>(io, scheduler, window, messages);
}

double play_templated(std::size_t window, std::size_t messages) {
    boost::asio::io_context io;
    return play<TemplatedPlayer>(io, io, window, messages);
}

}  // namespace wm::bench
