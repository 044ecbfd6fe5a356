#pragma once
// The listening sockets: TCP, with TLS when configured, and the Unix socket. Each accepted socket becomes an HTTP
// session on one of the shards, in turn.

#include "net/shard.hpp"

#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/ssl/context.hpp>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace wm::front {

class Listener {
public:
    explicit Listener(const std::vector<std::shared_ptr<Shard>>& shards);
    ~Listener();

    std::optional<std::string> open();  // before the threads run; what is wrong, if anything
    std::uint16_t port() const { return port_; }
    void stop();                                   // on the first shard's thread; once
    bool listening() const { return listening_; }  // any thread

private:
    template <class Protocol>
    using Acceptor = boost::asio::basic_socket_acceptor<Protocol, boost::asio::io_context::executor_type>;

    std::optional<std::string> open_tls();
    std::optional<std::string> open_tcp();
    std::optional<std::string> open_unix();
    template <class Protocol>
    void accept(Acceptor<Protocol>& acceptor);
    template <class Protocol>
    void pause(Acceptor<Protocol>& acceptor);
    template <class Peer>
    void admit(Shard& shard, Peer socket);
    Shard& next_shard();

    const std::vector<std::shared_ptr<Shard>>& shards_;
    const FrontSettings& settings_;
    std::size_t turn_ = 0;
    std::optional<boost::asio::ssl::context> tls_;
    std::optional<Acceptor<boost::asio::ip::tcp>> tcp_;
    std::optional<Acceptor<boost::asio::local::stream_protocol>> unix_;
    std::uint16_t port_ = 0;
    std::uint64_t unix_inode_ = 0;  // so that the socket file of a successor is not removed
    std::atomic<bool> listening_{false};
};

}  // namespace wm::front
