#include "net/client.hpp"

#include "net/daemon_endpoint.hpp"

#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>

namespace wm {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using AnyStream = beast::basic_stream<asio::generic::stream_protocol>;

ClientError fault(const std::string& url, const boost::system::error_code& ec) {
    if (ec == asio::error::connection_refused || ec == boost::system::errc::no_such_file_or_directory)
        return {"nobody listens at " + url + ": is the daemon running? (wetopi-memory serve)"};
    if (ec == beast::error::timeout || ec == asio::error::operation_aborted)
        return {"no answer from " + url + " in time"};
    return {url + ": " + ec.message()};
}

// Runs one asynchronous operation to its end: the only way to have a blocking call with a time limit in Beast.
template <class Start>
boost::system::error_code complete(asio::io_context& io, AnyStream& stream, Millis within, Start start) {
    boost::system::error_code result = asio::error::would_block;
    stream.expires_after(within);
    start([&](boost::system::error_code ec, auto...) { result = ec; });
    io.restart();
    io.run();
    stream.expires_never();
    return result;
}

}  // namespace

std::variant<DaemonUrl, ClientError> parse_daemon_url(const std::string& url) {
    if (url.starts_with("unix:")) {
        const auto path = url.substr(5);
        if (path.empty()) return ClientError{"unix: names no socket; write unix:/path/to/wetopi-memory.sock"};
        return DaemonUrl{"localhost", "", path};
    }
    for (const std::string scheme : {"ws://", "http://"}) {
        if (!url.starts_with(scheme)) continue;
        auto rest = url.substr(scheme.size());
        if (rest.ends_with('/')) rest.pop_back();
        const auto colon = rest.rfind(':');
        if (rest.find('/') != std::string::npos || rest.find('@') != std::string::npos)
            return ClientError{url + ": host and port only; the path is known and a token never goes into a URL"};
        if (colon == std::string::npos || colon == 0 || colon + 1 == rest.size())
            return ClientError{url + ": the port is missing; write " + scheme + "127.0.0.1:7171"};
        return DaemonUrl{rest.substr(0, colon), rest.substr(colon + 1), ""};
    }
    return ClientError{url + ": not a daemon's URL; write ws://127.0.0.1:7171 or unix:/path/to/wetopi-memory.sock"};
}

struct Client::Connection {
    explicit Connection(std::string u) : url(std::move(u)), ws(io) {}
    AnyStream& stream() { return ws.next_layer(); }

    std::string url;
    asio::io_context io;
    websocket::stream<AnyStream> ws;
    std::string hello;
};

Client::Client(std::unique_ptr<Connection> connection) : connection_(std::move(connection)) {}
Client::~Client() = default;
const std::string& Client::hello() const { return connection_->hello; }

std::variant<std::unique_ptr<Client>, ClientError> Client::connect(const std::string& url, const Secret& token,
                                                                   Millis within) {
    auto parsed = parse_daemon_url(url);
    if (auto* error = std::get_if<ClientError>(&parsed)) return *error;
    const auto& target = std::get<DaemonUrl>(parsed);
    auto connection = std::make_unique<Connection>(url);
    auto& c = *connection;
    auto endpoint = daemon_endpoint(c.io, target);
    if (auto* error = std::get_if<ClientError>(&endpoint)) return *error;

    auto ec = complete(c.io, c.stream(), within, [&](auto done) {
        c.stream().async_connect(std::get<asio::generic::stream_protocol::endpoint>(endpoint), std::move(done));
    });
    if (ec) return fault(url, ec);
    c.ws.set_option(websocket::stream_base::decorator([&](websocket::request_type& request) {
        request.set(http::field::authorization, "Bearer " + token.reveal());
        request.set(http::field::sec_websocket_protocol, "wetopi-memory.v1");
    }));
    websocket::response_type response;
    ec = complete(c.io, c.stream(), within,
                  [&](auto done) { c.ws.async_handshake(response, target.host, "/v1/ws", std::move(done)); });
    if (ec == websocket::error::upgrade_declined) {
        if (response.result() == http::status::unauthorized)
            return ClientError{
                url + ": the token is not known here; make one with `wetopi-memory token create <agent>`", true};
        return ClientError{url + ": the daemon refused the connection with status " +
                           std::to_string(response.result_int())};
    }
    if (ec) return fault(url, ec);
    c.ws.binary(true);
    auto client = std::make_unique<Client>(std::move(connection));
    auto hello = client->receive(within);
    if (auto* error = std::get_if<ClientError>(&hello)) return *error;
    client->connection_->hello = std::move(std::get<std::string>(hello));
    return client;
}

std::optional<ClientError> Client::send(const std::string& message) {
    auto& c = *connection_;
    const auto ec = complete(c.io, c.stream(), Millis(10000),
                             [&](auto done) { c.ws.async_write(asio::buffer(message), std::move(done)); });
    if (ec) return fault(c.url, ec);
    return std::nullopt;
}

std::variant<std::string, ClientError> Client::receive(Millis within) {
    auto& c = *connection_;
    beast::flat_buffer buffer;
    const auto ec = complete(c.io, c.stream(), within, [&](auto done) { c.ws.async_read(buffer, std::move(done)); });
    if (ec == websocket::error::closed)
        return ClientError{c.url + ": the daemon closed the connection (" + std::to_string(c.ws.reason().code) + ")"};
    if (ec) return fault(c.url, ec);
    return beast::buffers_to_string(buffer.data());
}

namespace {

std::variant<Page, ClientError> ask(http::verb method, const std::string& url, const std::string& path,
                                    const Secret& token, Millis within, const std::string& body = {}) {
    auto parsed = parse_daemon_url(url);
    if (auto* error = std::get_if<ClientError>(&parsed)) return *error;
    const auto& target = std::get<DaemonUrl>(parsed);
    asio::io_context io;
    AnyStream stream(io);
    auto endpoint = daemon_endpoint(io, target);
    if (auto* error = std::get_if<ClientError>(&endpoint)) return *error;
    auto ec = complete(io, stream, within, [&](auto done) {
        stream.async_connect(std::get<asio::generic::stream_protocol::endpoint>(endpoint), std::move(done));
    });
    if (ec) return fault(url, ec);
    http::request<http::string_body> request(method, path, 11, body);
    if (method == http::verb::post) request.prepare_payload();
    request.set(http::field::host, target.host);
    if (!token.empty()) request.set(http::field::authorization, "Bearer " + token.reveal());
    ec = complete(io, stream, within, [&](auto done) { http::async_write(stream, request, std::move(done)); });
    if (ec) return fault(url, ec);
    beast::flat_buffer buffer;
    http::response<http::string_body> response;
    ec = complete(io, stream, within, [&](auto done) { http::async_read(stream, buffer, response, std::move(done)); });
    if (ec) return fault(url, ec);
    return Page{static_cast<int>(response.result_int()), std::move(response.body())};
}

}  // namespace

std::variant<Page, ClientError> fetch(const std::string& url, const std::string& path, const Secret& token,
                                      Millis within) {
    return ask(http::verb::get, url, path, token, within);
}

std::variant<Page, ClientError> post(const std::string& url, const std::string& path, const Secret& token,
                                     Millis within, const std::string& body) {
    return ask(http::verb::post, url, path, token, within, body);
}

}  // namespace wm
