#pragma once
// A scripted HTTP server on loopback that misbehaves on demand: one thread a connection, plain blocking sockets.

#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/write.hpp>

#include <sys/socket.h>

#include <chrono>
#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace wm::stand_in {

namespace asio = boost::asio;
using boost::system::error_code;
using asio::ip::tcp;

struct Request {
    int connection = 0;  // counted from 0
    int number = 0;      // on this connection, from 0
    std::string head;    // request line and fields
    std::string body;
    std::string line() const { return head.substr(0, head.find("\r\n")); }
};
struct Act {
    enum class Then { keep, close, reset, hang };
    std::string bytes;  // what goes back, as it is
    Then then = Then::keep;
    std::chrono::milliseconds before{0};
};

inline std::string answer(int status, const std::string& body, const std::string& fields = "") {
    return "HTTP/1.1 " + std::to_string(status) + " X\r\ncontent-type: application/json\r\n" + fields +
           "content-length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

class Server {
public:
    using Script = std::function<Act(const Request&)>;

    // `tls`: serve https with this context. `reset_unread`: cut connections before anything is read from them.
    explicit Server(Script script, asio::ssl::context* tls = nullptr, bool reset_unread = false)
        : script_(std::move(script)), tls_(tls), reset_unread_(reset_unread), acceptor_(io_, {asio::ip::address_v4::loopback(), 0}),
          thread_([this] { accept(); }) {}
    ~Server() {
        {
            const std::lock_guard lock(mutex_);
            stopped_ = true;
            ::shutdown(acceptor_.native_handle(), SHUT_RDWR);
            for (const int open : open_) ::shutdown(open, SHUT_RDWR);
        }
        thread_.join();
        for (auto& worker : workers_) worker.join();
    }

    std::string port() const { return std::to_string(acceptor_.local_endpoint().port()); }
    std::string url() const { return "http://127.0.0.1:" + port(); }
    int connections() const {
        const std::lock_guard lock(mutex_);
        return connections_;
    }
    int closed() const {  // connections that have ended
        const std::lock_guard lock(mutex_);
        return connections_ - static_cast<int>(open_.size());
    }
    std::vector<Request> requests() const {
        const std::lock_guard lock(mutex_);
        return requests_;
    }

private:
    void accept() {
        for (;;) {
            tcp::socket socket(io_);
            error_code error;
            acceptor_.accept(socket, error);
            const std::lock_guard lock(mutex_);
            if (stopped_ || error) return;
            open_.insert(socket.native_handle());
            workers_.emplace_back([this, id = connections_++, s = std::move(socket)]() mutable { serve(id, std::move(s)); });
        }
    }

    void serve(int id, tcp::socket socket) {
        if (reset_unread_) {
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
            reset(socket);
        } else if (tls_) {
            asio::ssl::stream<tcp::socket&> stream(socket, *tls_);
            error_code error;
            stream.handshake(asio::ssl::stream_base::server, error);
            if (!error) talk(id, stream, socket);
        } else {
            talk(id, socket, socket);
        }
        const std::lock_guard lock(mutex_);
        open_.erase(socket.native_handle());
        error_code ignored;
        socket.close(ignored);
    }

    template <class Stream>
    void talk(int id, Stream& stream, tcp::socket& socket) {
        std::string buffer;
        for (int number = 0;; ++number) {
            error_code error;
            const auto head = asio::read_until(stream, asio::dynamic_buffer(buffer), "\r\n\r\n", error);
            if (error) return;
            Request request{id, number, buffer.substr(0, head), ""};
            const auto field = request.head.find("Content-Length: ");
            const std::size_t length = field == std::string::npos ? 0 : std::stoul(request.head.substr(field + 16));
            if (buffer.size() < head + length) {
                asio::read(stream, asio::dynamic_buffer(buffer), asio::transfer_exactly(head + length - buffer.size()), error);
            }
            if (error) return;
            request.body = buffer.substr(head, length);
            buffer.erase(0, head + length);
            {
                const std::lock_guard lock(mutex_);
                requests_.push_back(request);
            }
            const auto act = script_(request);
            std::this_thread::sleep_for(act.before);
            asio::write(stream, asio::buffer(act.bytes), error);
            if (act.then == Act::Then::reset) reset(socket);
            if (act.then == Act::Then::hang) asio::read(stream, asio::dynamic_buffer(buffer), error);  // until the client ends it
            if (error || act.then != Act::Then::keep) return;
        }
    }

    static void reset(tcp::socket& socket) {
        error_code ignored;
        socket.set_option(asio::socket_base::linger(true, 0), ignored);
    }

    Script script_;
    asio::ssl::context* tls_;
    bool reset_unread_;
    asio::io_context io_;
    tcp::acceptor acceptor_;
    mutable std::mutex mutex_;  // guards what follows
    bool stopped_ = false;
    int connections_ = 0;
    std::set<int> open_;
    std::vector<Request> requests_;
    std::vector<std::thread> workers_;  // the accepting thread's, until it has ended
    std::thread thread_;
};

}  // namespace wm::stand_in
