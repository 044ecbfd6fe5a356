#pragma once
// One connection that speaks HTTP: pages, POST /v1/hooks, and the upgrade to a WebSocket. net/http_session.cpp alone
// sees Beast's HTTP.

#include "net/shard.hpp"

#include <boost/asio/ssl/context.hpp>

namespace wm::front {

// Begins to serve the socket on the shard's thread. `tls` outlives it; null: plain. `local`: loopback or the Unix
// socket.
void serve_http(Shard& shard, Socket socket, boost::asio::ssl::context* tls, bool local);

}  // namespace wm::front
