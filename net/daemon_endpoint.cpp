#include "net/daemon_endpoint.hpp"

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>

namespace wm {

namespace asio = boost::asio;
using Endpoint = asio::generic::stream_protocol::endpoint;

std::variant<Endpoint, ClientError> daemon_endpoint(asio::io_context& io, const DaemonUrl& url) {
    if (!url.unix_socket.empty()) {
        if (url.unix_socket.size() >= 108)
            return ClientError{url.unix_socket + ": a socket's path has at most 107 bytes"};
        return Endpoint(asio::local::stream_protocol::endpoint(url.unix_socket));
    }
    boost::system::error_code ec;
    const auto found = asio::ip::tcp::resolver(io).resolve(url.host, url.port, ec);
    if (ec || found.empty()) return ClientError{url.host + ": no such host"};
    return Endpoint(found.begin()->endpoint());
}

}  // namespace wm
