#pragma once
// Time over the machine's clocks and one io_context. The only place that reads a clock.
// What waits stands in one line ordered by instant, then by arming; one Asio timer is armed for its head, since Asio's own
// timers with equal deadlines fire in any order.

#include "runtime/time.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>

#include <cstdint>
#include <map>
#include <mutex>
#include <utility>

namespace wm {

class AsioTime final : public Time {  // lives as long as the io_context runs
public:
    explicit AsioTime(boost::asio::io_context& io) : timer_(boost::asio::make_strand(io)) {}
    Instant now() const override;
    WallTime wall() const override;
    void call_at(Instant when,
                 std::function<void()> fn) override;  // fn runs on the io_context; not at all once it stopped

private:
    void arm();   // under mutex_
    void fire();  // on the timer's strand

    std::mutex mutex_;  // guards all below
    std::map<std::pair<Instant, std::uint64_t>, std::function<void()>> waiting_;
    std::uint64_t armed_so_far_ = 0;
    boost::asio::steady_timer timer_;  // for the head of waiting_
};

}  // namespace wm
