#pragma once
// A world for tests: the real strands over a fake executor, and virtual time. Which runnable strand goes next, and how much
// of its mailbox it drains, is drawn from a seed, so a seed is a whole schedule.

#include "runtime/asio_scheduler.hpp"
#include "runtime/random.hpp"
#include "runtime/time.hpp"

#include <boost/asio/execution.hpp>
#include <boost/asio/execution_context.hpp>

#include <algorithm>
#include <map>
#include <memory>
#include <random>
#include <utility>
#include <vector>

namespace wm::sim {

class World : public boost::asio::execution_context, public Time, public Random, public Scheduler {
    struct Runnable {
        virtual ~Runnable() = default;
        virtual void run() = 0;
    };
    template <class F>
    struct RunnableOf final : Runnable {
        explicit RunnableOf(F f) : fn(std::move(f)) {}
        void run() override { fn(); }
        F fn;
    };

public:
    class executor_type {
    public:
        explicit executor_type(World& w) noexcept : world_(&w) {}
        World& query(boost::asio::execution::context_t) const noexcept { return *world_; }
        static constexpr boost::asio::execution::blocking_t query(boost::asio::execution::blocking_t) noexcept {
            return boost::asio::execution::blocking.never;
        }
        executor_type require(boost::asio::execution::blocking_t::never_t) const noexcept { return *this; }
        template <class F>
        void execute(F&& f) const {
            world_->ready_.push_back(std::make_unique<RunnableOf<std::decay_t<F>>>(std::forward<F>(f)));
        }
        bool operator==(const executor_type& other) const noexcept { return world_ == other.world_; }
        bool operator!=(const executor_type& other) const noexcept { return world_ != other.world_; }

    private:
        World* world_;
    };

    explicit World(std::uint64_t seed) : random_(seed) {}
    ~World() override {
        forget();
        shutdown();
        destroy();
    }

    std::unique_ptr<Strand> make_strand() override { return std::make_unique<SeededStrand>(*this); }
    std::uint64_t next() override { return random_(); }
    std::uint64_t below(std::uint64_t limit) { return random_() % limit; }
    bool chance(unsigned percent) { return below(100) < percent; }

    Instant now() const override { return now_; }
    WallTime wall() const override { return wall_; }
    void jump_wall(Wall::duration by) { wall_ += by; }
    void call_at(Instant when, std::function<void()> fn) override {
        timers_.emplace(std::pair(when, next_timer_++), std::move(fn));  // equal times: first armed, first fired
    }

    // Runs everything that is runnable now; time stands still.
    void settle() {
        while (step()) {}
    }
    bool step() {
        if (ready_.empty()) return false;
        std::swap(ready_[below(ready_.size())], ready_.back());
        auto job = std::move(ready_.back());
        ready_.pop_back();
        job->run();
        return true;
    }
    // Moves time forward, stopping at each timer on the way.
    void advance(Duration by) {
        const Instant until = now_ + by;
        settle();
        while (!timers_.empty() && timers_.begin()->first.first <= until) {
            auto node = timers_.extract(timers_.begin());
            move_to(std::max(now_, node.key().first));
            node.mapped()();
            settle();
        }
        move_to(until);
    }
    // A crash: nothing that was under way goes on.
    void forget() {
        ready_.clear();
        timers_.clear();
    }

private:
    class SeededStrand final : public StrandOn<executor_type> {
    public:
        explicit SeededStrand(World& world) : StrandOn(executor_type(world)), world_(world) {}
        std::size_t drain_max() override { return world_.chance(50) ? 1 : 1 + world_.below(256); }

    private:
        World& world_;
    };
    void move_to(Instant when) {
        wall_ += std::chrono::duration_cast<Wall::duration>(when - now_);
        now_ = when;
    }

    std::vector<std::unique_ptr<Runnable>> ready_;
    std::map<std::pair<Instant, std::uint64_t>, std::function<void()>> timers_;
    std::uint64_t next_timer_ = 0;
    Instant now_{};
    WallTime wall_{std::chrono::hours(24 * 365 * 56)};
    std::mt19937_64 random_;
};

}  // namespace wm::sim
