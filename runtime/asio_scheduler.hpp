#pragma once
// Actors on Asio strands. StrandOn<Executor> is the one implementation: over io_context::executor_type in the daemon, over
// the seeded executor in tests/sim/world.hpp.

#include "runtime/scheduler.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/strand.hpp>

namespace wm {

template <class Executor>
class StrandOn : public Strand {
public:
    explicit StrandOn(const Executor& on) : strand_(on) {}
    void post(Job job) override {
        boost::asio::post(strand_, [job] { job.run(job.target); });
    }
    std::size_t drain_max() override { return 256; }

private:
    boost::asio::strand<Executor> strand_;
};

class AsioScheduler final : public Scheduler {
public:
    explicit AsioScheduler(boost::asio::io_context& io) : io_(io) {}
    std::unique_ptr<Strand> make_strand() override {
        return std::make_unique<StrandOn<boost::asio::io_context::executor_type>>(io_.get_executor());
    }

private:
    boost::asio::io_context& io_;
};

}  // namespace wm
