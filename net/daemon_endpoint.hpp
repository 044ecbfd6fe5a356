#pragma once
// Where a daemon's URL leads, as an address that both kinds of socket take.

#include "net/client.hpp"

#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/io_context.hpp>

#include <variant>

namespace wm {

// Blocks while a name is looked up.
std::variant<boost::asio::generic::stream_protocol::endpoint, ClientError> daemon_endpoint(boost::asio::io_context& io,
                                                                                           const DaemonUrl& url);

}  // namespace wm
