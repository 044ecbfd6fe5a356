#pragma once
// One agent's WebSocket. net/ws_session.cpp alone sees Beast's WebSocket; this header needs its HTTP for the handshake.

#include "net/shard.hpp"
#include "net/tokens.hpp"

#include <boost/asio/ssl/stream.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>

namespace wm::front {

using TlsSocket = boost::asio::ssl::stream<Socket>;
using UpgradeRequest = boost::beast::http::request<boost::beast::http::string_body>;

// Answers the handshake and serves the agent, on the shard's thread. The request was admitted for `agent`.
template <class Stream>  // Socket, TlsSocket
void serve_ws(Shard& shard, Stream stream, UpgradeRequest request, const TokenEntry& agent);

extern template void serve_ws<Socket>(Shard&, Socket, UpgradeRequest, const TokenEntry&);
extern template void serve_ws<TlsSocket>(Shard&, TlsSocket, UpgradeRequest, const TokenEntry&);

}  // namespace wm::front
