#include "net/listener.hpp"

#include "net/http_session.hpp"

#include <sys/stat.h>
#include <unistd.h>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/post.hpp>

namespace wm::front {
namespace {

constexpr auto tls12_ciphers =
    "ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES256-GCM-SHA384:"
    "ECDHE-RSA-AES256-GCM-SHA384:ECDHE-ECDSA-CHACHA20-POLY1305:ECDHE-RSA-CHACHA20-POLY1305:"
    "DHE-RSA-AES128-GCM-SHA256:DHE-RSA-AES256-GCM-SHA384:DHE-RSA-CHACHA20-POLY1305";

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;
using Local = asio::local::stream_protocol;

constexpr std::size_t spare_connections = 64;  // for probes and for a refusal in words, beyond limits.connections_max
constexpr Millis pause_after_failure{100};
constexpr std::size_t unix_path_bytes_max = 107;

std::string fault(const std::string& what, const error_code& error) { return what + ": " + error.message(); }

bool is_local(const tcp::socket::endpoint_type& peer) {
    const auto address = peer.address();
    if (address.is_v6() && address.to_v6().is_v4_mapped())
        return asio::ip::make_address_v4(asio::ip::v4_mapped, address.to_v6()).is_loopback();
    return address.is_loopback();
}

std::uint64_t inode_of(const std::string& path) {
    struct ::stat info{};
    return ::stat(path.c_str(), &info) == 0 ? info.st_ino : 0;
}

// Takes away a socket file that nobody listens on; what is wrong, if anything.
std::optional<std::string> clear_stale(asio::io_context& io, const std::string& path) {
    struct ::stat info{};
    if (::lstat(path.c_str(), &info) != 0) return std::nullopt;
    if (!S_ISSOCK(info.st_mode)) return path + " exists and is not a socket: move it away, or set listen.unix";
    Local::socket probe(io);
    error_code error;
    probe.connect(Local::endpoint(path), error);
    if (!error) return "another daemon listens on " + path + ": stop it, or set listen.unix";
    if (error == asio::error::connection_refused && ::unlink(path.c_str()) == 0) return std::nullopt;
    return fault("cannot take over " + path, error);
}

}  // namespace

Listener::Listener(const std::vector<std::shared_ptr<Shard>>& shards)
    : shards_(shards), settings_(shards.front()->settings) {}

Listener::~Listener() {
    if (unix_inode_ != 0 && inode_of(settings_.listen.unix_socket) == unix_inode_)
        ::unlink(settings_.listen.unix_socket.c_str());
}

std::optional<std::string> Listener::open() {
    if (auto wrong = open_tls()) return wrong;
    if (auto wrong = open_tcp()) return wrong;
    if (auto wrong = open_unix()) return wrong;
    listening_ = true;
    if (tcp_) accept(*tcp_);
    if (unix_) accept(*unix_);
    return std::nullopt;
}

std::optional<std::string> Listener::open_tls() {
    const auto& listen = settings_.listen;
    if (listen.tls_certificate.empty() && listen.tls_key.empty()) return std::nullopt;
    tls_.emplace(asio::ssl::context::tls_server);
    error_code error;
    tls_->set_options(
        asio::ssl::context::default_workarounds | asio::ssl::context::no_tlsv1 | asio::ssl::context::no_tlsv1_1, error);
    // Mozilla's "intermediate" (guidelines 5.7): forward secrecy and authenticated encryption, whatever the client offers.
    if (SSL_CTX_set_cipher_list(tls_->native_handle(), tls12_ciphers) != 1 ||
        SSL_CTX_set1_groups_list(tls_->native_handle(), "X25519:P-256:P-384") != 1)
        return "listen.tls: this OpenSSL has none of the ciphers that are wanted";
    tls_->use_certificate_chain_file(listen.tls_certificate, error);
    if (error) return fault("listen.tls.certificate: cannot use " + listen.tls_certificate, error);
    tls_->use_private_key_file(listen.tls_key, asio::ssl::context::pem, error);
    if (error) return fault("listen.tls.key: cannot use " + listen.tls_key, error);
    if (listen.tls_client_ca.empty()) return std::nullopt;
    tls_->load_verify_file(listen.tls_client_ca, error);
    if (error) return fault("listen.tls.client_ca: cannot use " + listen.tls_client_ca, error);
    tls_->set_verify_mode(asio::ssl::verify_peer | asio::ssl::verify_fail_if_no_peer_cert, error);
    return std::nullopt;
}

std::optional<std::string> Listener::open_tcp() {
    const auto& listen = settings_.listen;
    error_code error;
    const auto address = asio::ip::make_address(listen.address == "localhost" ? "127.0.0.1" : listen.address, error);
    if (error) return fault("listen.address: \"" + listen.address + "\" is not an address", error);
    if (!address.is_loopback() && !tls_ && !listen.allow_plaintext)
        return "listen.address: " + listen.address +
               " is beyond loopback: set listen.tls.certificate and listen.tls.key";
    const tcp::endpoint endpoint(address, listen.port);
    const auto where = listen.address + " port " + std::to_string(listen.port);
    auto& acceptor = tcp_.emplace(shards_.front()->io.get_executor());
    acceptor.open(endpoint.protocol(), error);
    if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error) acceptor.bind(endpoint, error);
    if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
    if (error == asio::error::address_in_use) return where + " is in use: stop the other daemon, or set listen.port";
    if (error) return fault("cannot listen on " + where, error);
    port_ = acceptor.local_endpoint(error).port();
    return std::nullopt;
}

std::optional<std::string> Listener::open_unix() {
    const auto& path = settings_.listen.unix_socket;
    if (path.empty()) return std::nullopt;
    if (path.size() > unix_path_bytes_max)
        return "listen.unix: " + path + " is longer than 107 bytes, the system's limit: set a shorter one";
    if (auto wrong = clear_stale(shards_.front()->io, path)) return wrong;
    error_code error;
    auto& acceptor = unix_.emplace(shards_.front()->io.get_executor());
    acceptor.open(Local(), error);
    const auto before = ::umask(0177);  // 0600 from the first moment
    if (!error) acceptor.bind(Local::endpoint(path), error);
    ::umask(before);
    if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
    if (error) return fault("listen.unix: cannot listen on " + path, error);
    unix_inode_ = inode_of(path);
    return std::nullopt;
}

Shard& Listener::next_shard() { return *shards_[turn_++ % shards_.size()]; }

template <class Protocol>
void Listener::accept(Acceptor<Protocol>& acceptor) {
    auto& shard = next_shard();
    using Executor = asio::io_context::executor_type;
    using Peer = typename Protocol::socket::template rebind_executor<Executor>::other;
    acceptor.async_accept(shard.io.get_executor(), [this, &acceptor, &shard](const error_code& error, Peer socket) {
        if (!acceptor.is_open()) return;
        if (error) {
            shard.metrics.count(NetEvent::accept_failed, AgentId{});
            pause(acceptor);
            return;
        }
        admit(shard, std::move(socket));
        accept(acceptor);
    });
}

// Out of descriptors: trying again at once would spin.
template <class Protocol>
void Listener::pause(Acceptor<Protocol>& acceptor) {
    auto& first = *shards_.front();
    first.time.call_at(first.time.now() + pause_after_failure, [this, &acceptor, weak = first.weak_from_this()] {
        const auto shard = weak.lock();
        if (!shard) return;
        asio::post(shard->io, [this, &acceptor, weak] {
            if (weak.lock() && acceptor.is_open()) accept(acceptor);
        });
    });
}

template <class Peer>
void Listener::admit(Shard& shard, Peer socket) {
    error_code error;
    bool local = true;
    if constexpr (std::is_same_v<typename Peer::protocol_type, tcp>) {
        const auto peer = socket.remote_endpoint(error);
        if (error) return;  // gone already
        local = is_local(peer);
        socket.set_option(tcp::no_delay(true), error);
    }
    // Those without a token have a bound of their own and push each other out, never an agent.
    const auto others = shard.counters.unproven.load();
    if (shard.counters.connections >= settings_.connections_max + spare_connections + others) {
        shard.metrics.count(NetEvent::connection_refused, AgentId{});
        return;
    }
    auto* tls = tls_ && std::is_same_v<typename Peer::protocol_type, tcp> ? &*tls_ : nullptr;
    asio::post(shard.io, [&shard, generic = Socket(std::move(socket)), tls, local]() mutable {
        if (!shard.going()) serve_http(shard, std::move(generic), tls, local);
    });
}

void Listener::stop() {
    error_code error;
    if (tcp_) tcp_->close(error);
    if (unix_) {
        unix_->close(error);
        if (unix_inode_ != 0 && inode_of(settings_.listen.unix_socket) == unix_inode_)
            ::unlink(settings_.listen.unix_socket.c_str());
        unix_inode_ = 0;
    }
    listening_ = false;
}

}  // namespace wm::front
