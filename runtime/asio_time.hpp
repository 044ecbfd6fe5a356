#pragma once
// Time over the machine's clocks and one io_context. The only place that reads a clock.

#include "runtime/time.hpp"

#include <boost/asio/io_context.hpp>

namespace wm {

class AsioTime final : public Time {
public:
    explicit AsioTime(boost::asio::io_context& io) : io_(io) {}
    Instant now() const override;
    WallTime wall() const override;
    void call_at(Instant when, std::function<void()> fn) override;  // fn runs on the io_context; not at all once it stopped

private:
    boost::asio::io_context& io_;
};

}  // namespace wm
