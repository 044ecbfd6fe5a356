// The plain way with Asio: one post a message on the receiver's strand, the concrete executor.
#include "bench/pingpong.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/strand.hpp>

#include <utility>

namespace wm::bench {
namespace {

class Player {
public:
    using Message = std::variant<Ball, Score, Whistle>;

    explicit Player(boost::asio::io_context& io) : strand_(io.get_executor()) {}
    void plays_against(Player& other) { other_ = &other; }
    void tell(Message message) {
        boost::asio::post(strand_, [this, m = std::move(message)]() mutable {
            std::visit([this](auto& what) { on(std::move(what)); }, m);
        });
    }

private:
    void on(Ball ball) {
        if (ball.throws_left-- > 0) other_->tell(std::move(ball));
    }
    void on(Score) {}
    void on(Whistle) {}

    boost::asio::strand<boost::asio::io_context::executor_type> strand_;
    Player* other_ = nullptr;
};

}  // namespace

double play_asio_post(std::size_t window, std::size_t messages) {
    boost::asio::io_context io;
    Player ping(io), pong(io);
    ping.plays_against(pong);
    pong.plays_against(ping);
    const auto start = process_cpu_ns();
    for (std::size_t i = 0; i < window; ++i) ping.tell(make_ball(messages / window - 1));
    io.run();
    return (process_cpu_ns() - start) / static_cast<double>(messages / window * window);
}

}  // namespace wm::bench
