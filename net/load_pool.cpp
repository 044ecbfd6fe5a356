#include "net/load_pool.hpp"

#include "net/daemon_endpoint.hpp"
#include "runtime/asio_time.hpp"

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>

#include <deque>
#include <utility>
#include <vector>

namespace wm {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using Socket = asio::generic::stream_protocol::socket;

constexpr std::size_t answer_bytes_max = 4 * 1024 * 1024;

}  // namespace

struct LoadPool::Pool {
    struct Connection {
        explicit Connection(asio::io_context& io) : ws(io) { ws.read_message_max(answer_bytes_max); }

        websocket::stream<Socket> ws;
        websocket::response_type response;
        beast::flat_buffer in;
        std::deque<std::string> out;  // the first is being written
        bool greeted = false, lost = false;
    };

    void lose(std::size_t number, const boost::system::error_code& ec) {
        auto& c = *connections[number];
        if (std::exchange(c.lost, true) || closing) return;
        events.lost(number, ec == websocket::error::upgrade_declined
                                ? "refused with status " + std::to_string(c.response.result_int())
                            : ec == websocket::error::closed
                                ? "closed by the daemon (" + std::to_string(c.ws.reason().code) + ")"
                                : ec.message());
    }
    void shake_hands(std::size_t number) {
        auto& c = *connections[number];
        boost::system::error_code ignored;  // a Unix socket has no such option
        if (unix_socket.empty()) c.ws.next_layer().set_option(asio::ip::tcp::no_delay(true), ignored);
        c.ws.set_option(websocket::stream_base::decorator([this](websocket::request_type& request) {
            request.set(http::field::authorization, "Bearer " + token.reveal());
            request.set(http::field::sec_websocket_protocol, "wetopi-memory.v1");
        }));
        c.ws.async_handshake(c.response, host, "/v1/ws", [this, number](boost::system::error_code ec) {
            if (ec) return lose(number, ec);
            connections[number]->ws.binary(true);
            read(number);
        });
    }
    void read(std::size_t number) {
        auto& c = *connections[number];
        c.ws.async_read(c.in, [this, number](boost::system::error_code ec, std::size_t) {
            auto& done = *connections[number];
            if (ec) return lose(number, ec);
            const std::string_view message(static_cast<const char*>(done.in.cdata().data()), done.in.size());
            if (std::exchange(done.greeted, true)) events.received(number, message);
            else events.connected(number);
            done.in.consume(done.in.size());
            read(number);
        });
    }
    void write(std::size_t number) {
        auto& c = *connections[number];
        c.ws.async_write(asio::buffer(c.out.front()), [this, number](boost::system::error_code ec, std::size_t) {
            if (ec) return lose(number, ec);
            auto& done = *connections[number];
            done.out.pop_front();
            if (!done.out.empty()) write(number);
        });
    }

    asio::io_context io{1};
    AsioTime time{io};
    asio::steady_timer until{io};
    asio::generic::stream_protocol::endpoint endpoint;
    std::string host, unix_socket;
    Secret token;
    Events events;
    std::vector<std::unique_ptr<Connection>> connections;
    bool closing = false;
};

std::variant<std::unique_ptr<LoadPool>, ClientError> LoadPool::make(const std::string& url, const Secret& token,
                                                                    std::size_t connections, Events events) {
    auto parsed = parse_daemon_url(url);
    if (auto* error = std::get_if<ClientError>(&parsed)) return *error;
    const auto& target = std::get<DaemonUrl>(parsed);
    auto pool = std::make_unique<Pool>();
    auto endpoint = daemon_endpoint(pool->io, target);
    if (auto* error = std::get_if<ClientError>(&endpoint)) return *error;
    pool->endpoint = std::get<asio::generic::stream_protocol::endpoint>(endpoint);
    pool->host = target.host;
    pool->unix_socket = target.unix_socket;
    pool->token = token;
    pool->events = std::move(events);
    for (std::size_t i = 0; i < connections; ++i)
        pool->connections.push_back(std::make_unique<Pool::Connection>(pool->io));
    return std::unique_ptr<LoadPool>(new LoadPool(std::move(pool)));
}

LoadPool::LoadPool(std::unique_ptr<Pool> pool) : pool_(std::move(pool)) {}
LoadPool::~LoadPool() = default;
Instant LoadPool::now() const { return pool_->time.now(); }
WallTime LoadPool::wall() const { return pool_->time.wall(); }

void LoadPool::open(std::size_t connection) {
    auto& socket = pool_->connections[connection]->ws.next_layer();
    socket.async_connect(pool_->endpoint, [pool = pool_.get(), connection](boost::system::error_code ec) {
        if (ec) return pool->lose(connection, ec);
        pool->shake_hands(connection);
    });
}

void LoadPool::send(std::size_t connection, std::string message) {
    auto& c = *pool_->connections[connection];
    if (c.lost) return;
    c.out.push_back(std::move(message));
    if (c.out.size() == 1) pool_->write(connection);
}

void LoadPool::run_until(Instant when) {
    const auto left = when - now();
    if (left <= Duration::zero()) {
        pool_->io.restart();
        pool_->io.poll();
        return;
    }
    pool_->until.expires_after(left);
    pool_->until.async_wait([pool = pool_.get()](boost::system::error_code ec) {
        if (!ec) pool->io.stop();
    });
    pool_->io.restart();
    pool_->io.run();
}

void LoadPool::close() {
    pool_->closing = true;
    boost::system::error_code ignored;
    for (auto& connection : pool_->connections) connection->ws.next_layer().close(ignored);
    pool_->io.restart();
    pool_->io.poll();
}

}  // namespace wm
