#include "net/mcp_bridge.hpp"

#include "net/daemon_endpoint.hpp"
#include "net/mcp_answer.hpp"

#include <sodium.h>
#include <unistd.h>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/json.hpp>

#include <algorithm>
#include <map>
#include <memory>

namespace wm {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace json = boost::json;
using Stream = beast::basic_stream<asio::generic::stream_protocol>;
using boost::system::error_code;

constexpr std::size_t line_bytes_max = 16u << 20, answer_bytes_max = 64u << 20;
constexpr std::size_t calls_max = 64;              // at once; more lines wait in the pipe
constexpr std::chrono::seconds answer_within{70};  // beyond the longest mcp.tool_deadline_ms

// What the transport must know of a message; the daemon reads it whole.
struct Line {
    std::string text, id, method, name, version, cancelled;
    bool readable = false;
    bool initializes() const { return method == "initialize"; }
};

const json::value* at(const json::value* value, std::string_view key) {
    const auto* object = value ? value->if_object() : nullptr;
    return object ? object->if_contains(key) : nullptr;
}
std::string text_of(const json::value* value) {
    const auto* text = value ? value->if_string() : nullptr;
    return text ? std::string(*text) : std::string();
}

Line read_line(std::string text) {
    Line line;
    error_code bad;
    const auto message = json::parse(text, bad);
    line.text = std::move(text);
    line.readable = !bad && message.is_object();
    if (!line.readable) return line;
    const auto* params = at(&message, "params");
    if (const auto* id = at(&message, "id"); id && !id->is_null()) line.id = json::serialize(*id);
    line.method = text_of(at(&message, "method"));
    line.name = text_of(at(params, line.method == "resources/read" ? "uri" : "name"));
    line.version = text_of(at(at(params, "_meta"), "io.modelcontextprotocol/protocolVersion"));
    if (line.method == "notifications/cancelled")
        if (const auto* id = at(params, "requestId")) line.cancelled = json::serialize(*id);
    return line;
}

// A header takes visible ASCII; anything else goes as =?base64?…?=.
std::string header_value(const std::string& text) {
    const bool plain =
        std::ranges::all_of(text, [](char c) { return c > 0x20 && c < 0x7F; }) && !text.starts_with("=?base64?");
    if (plain) return text;
    std::string out(sodium_base64_ENCODED_LEN(text.size(), sodium_base64_VARIANT_ORIGINAL), '\0');
    sodium_bin2base64(out.data(), out.size(), reinterpret_cast<const unsigned char*>(text.data()), text.size(),
                      sodium_base64_VARIANT_ORIGINAL);
    out.pop_back();
    return "=?base64?" + out + "?=";
}

class Bridge;

// One message on its way: its own connection, so that none waits for another.
class Call : public std::enable_shared_from_this<Call> {
public:
    Call(Bridge& bridge, Line line) : bridge_(bridge), line_(std::move(line)) {}
    void start();
    void abandon();  // its client no longer wants the answer
    const Line& line() const { return line_; }

private:
    void ask();
    void read_body();
    void forward_events();
    void finish();
    void fail(const std::string& why);
    void forward(std::string_view message);
    bool streams() const;

    Bridge& bridge_;
    Line line_;
    std::unique_ptr<Stream> stream_;
    http::request<http::string_body> request_;
    beast::flat_buffer buffer_;
    std::optional<http::response_parser<http::string_body>> parser_;
    std::string session_;         // it was sent in
    std::shared_ptr<Call> then_;  // what waits for the session that this call begins anew
    bool answered_ = false, abandoned_ = false, tried_again_ = false;
};

class Bridge {
public:
    Bridge(const McpBridgeOptions& options, DaemonUrl url, asio::generic::stream_protocol::endpoint endpoint)
        : options_(options), url_(std::move(url)), endpoint_(std::move(endpoint)), in_(io) {}

    void run() {
        error_code refused;
        const int mine = ::dup(options_.in);
        in_.assign(mine, refused);
        if (refused) {  // a file, which cannot be waited for: all of it is there
            take_file(mine);
            ::close(mine);
        } else {
            read();
        }
        io.run();
        end_session();
    }

    void done(const std::shared_ptr<Call>& call) {
        std::erase(calls_, call);
        if (waiting_ && calls_.size() < calls_max) {
            waiting_ = false;
            read();
        }
    }
    void write(std::string_view message) {
        std::string line(message);
        std::ranges::replace(line, '\n', ' ');
        line += '\n';
        for (std::size_t sent = 0; sent < line.size();) {
            const auto bytes = ::write(options_.out, line.data() + sent, line.size() - sent);
            if (bytes < 0 && errno != EINTR) return io.stop();  // nobody reads any more
            sent += static_cast<std::size_t>(std::max<ssize_t>(bytes, 0));
        }
    }
    http::request<http::string_body> request_for(const Line& line) const {
        http::request<http::string_body> request(http::verb::post, "/mcp", 11, line.text);
        request.set(http::field::host, url_.host);
        request.set(http::field::authorization, "Bearer " + options_.token.reveal());
        request.set(http::field::content_type, "application/json");
        request.set(http::field::accept, "application/json, text/event-stream");
        if (!line.version.empty()) {
            request.set("MCP-Protocol-Version", line.version);
            request.set("Mcp-Method", header_value(line.method));
            if (!line.name.empty()) request.set("Mcp-Name", header_value(line.name));
        } else if (!line.initializes()) {
            if (!session.empty()) request.set("MCP-Session-Id", session);
            if (!version.empty()) request.set("MCP-Protocol-Version", version);
        }
        request.keep_alive(false);
        request.prepare_payload();
        return request;
    }
    const asio::generic::stream_protocol::endpoint& endpoint() const { return endpoint_; }
    const std::string& where() const { return options_.url; }

    asio::io_context io{1};
    std::string session, version;  // of the revisions that have sessions; the daemon's, once it has begun one
    std::string initialize;        // how the client began it

private:
    void read() {
        asio::async_read_until(in_, asio::dynamic_buffer(input_, line_bytes_max), '\n',
                               [this](error_code error, std::size_t bytes) {
                                   if (error) return end_of_input();
                                   take(input_.substr(0, bytes - 1));
                                   input_.erase(0, bytes);
                                   if (calls_.size() < calls_max) read();
                                   else waiting_ = true;
                               });
    }
    void end_of_input() {
        if (!input_.empty()) take(std::exchange(input_, {}));
    }
    void take_file(int file) {
        char chunk[65536];
        for (ssize_t bytes = 0; (bytes = ::read(file, chunk, sizeof chunk)) > 0 && input_.size() < line_bytes_max;)
            input_.append(chunk, static_cast<std::size_t>(bytes));
        for (std::size_t end = 0; (end = input_.find('\n')) != std::string::npos; input_.erase(0, end + 1))
            take(input_.substr(0, end));
        end_of_input();
    }
    void take(std::string text) {
        if (text.ends_with('\r')) text.pop_back();
        if (text.empty()) return;
        auto line = read_line(std::move(text));
        if (!line.readable)
            return write(mcp::refused({mcp::RpcCode::parse_error, {}, "the line is no JSON-RPC message"}));
        if (line.initializes()) initialize = line.text;
        if (!line.cancelled.empty())
            for (const auto& call : calls_)
                if (call->line().id == line.cancelled) call->abandon();
        calls_.push_back(std::make_shared<Call>(*this, std::move(line)));
        calls_.back()->start();
    }
    void end_session() {
        if (session.empty()) return;
        Stream stream(io);
        http::request<http::empty_body> request(http::verb::delete_, "/mcp", 11);
        request.set(http::field::host, url_.host);
        request.set(http::field::authorization, "Bearer " + options_.token.reveal());
        request.set("MCP-Session-Id", session);
        stream.expires_after(std::chrono::seconds(1));
        stream.async_connect(endpoint_, [&](error_code failed) {
            if (!failed) http::async_write(stream, request, [](error_code, std::size_t) {});
        });
        io.restart();
        io.run();
    }

    const McpBridgeOptions& options_;
    DaemonUrl url_;
    asio::generic::stream_protocol::endpoint endpoint_;
    asio::posix::stream_descriptor in_;
    std::string input_;
    std::vector<std::shared_ptr<Call>> calls_;
    bool waiting_ = false;  // for a call to end, before the next line is read
};

void Call::start() {
    session_ = bridge_.session;
    stream_ = std::make_unique<Stream>(bridge_.io);
    buffer_.clear();
    parser_.emplace();
    parser_->body_limit(answer_bytes_max);
    request_ = bridge_.request_for(line_);
    stream_->expires_after(answer_within);
    stream_->async_connect(bridge_.endpoint(), [self = shared_from_this()](error_code failed) {
        if (failed) self->fail("the memory daemon is not reachable at " + self->bridge_.where());
        else self->ask();
    });
}

void Call::ask() {
    http::async_write(*stream_, request_, [self = shared_from_this()](error_code failed, std::size_t) {
        if (failed) return self->fail("the connection to the memory daemon broke");
        http::async_read_header(*self->stream_, self->buffer_, *self->parser_, [self](error_code error, std::size_t) {
            if (error) self->fail("the memory daemon gave no answer");
            else self->read_body();
        });
    });
}

bool Call::streams() const { return parser_->get()[http::field::content_type].starts_with("text/event-stream"); }

void Call::read_body() {
    if (parser_->is_done()) return finish();
    http::async_read_some(*stream_, buffer_, *parser_, [self = shared_from_this()](error_code error, std::size_t) {
        if (error) return self->fail("the answer of the memory daemon broke off");
        if (self->streams()) self->forward_events();
        self->read_body();
    });
}

// Events that are whole; their data is one line of JSON each.
void Call::forward_events() {
    auto& body = parser_->get().body();
    constexpr std::string_view data = "data: ";
    for (std::size_t end = 0; (end = body.find("\n\n")) != std::string::npos; body.erase(0, end + 2)) {
        const std::string_view event(body.data(), end);
        const auto begin = event.find(data);
        if (begin == std::string_view::npos) continue;
        const auto from = begin + data.size();
        forward(event.substr(from, event.find('\n', from) - from));
    }
}

void Call::forward(std::string_view message) {
    if (abandoned_ || message.empty()) return;
    answered_ = true;
    bridge_.write(message);
}

void Call::finish() {
    const auto& response = parser_->get();
    // Sessions live as long as the daemon's process. One that it does not know is begun again, as its client began it.
    const bool in_session = line_.version.empty() && !line_.initializes();
    if (in_session && response.result() == http::status::not_found && !bridge_.initialize.empty() && !tried_again_) {
        tried_again_ = true;
        if (session_ != bridge_.session) return start();  // another call has begun it already
        auto again = std::make_shared<Call>(bridge_, read_line(bridge_.initialize));
        again->abandoned_ = true;
        again->then_ = shared_from_this();
        return again->start();
    }
    if (line_.initializes() && response.result() == http::status::ok) {
        const auto session = response["MCP-Session-Id"];
        bridge_.session.assign(session.data(), session.size());
        error_code bad;
        const auto answer = json::parse(response.body(), bad);
        if (!bad) bridge_.version = text_of(at(at(&answer, "result"), "protocolVersion"));
    }
    if (!streams() && !response.body().empty()) {
        error_code bad;
        const auto answer = json::parse(response.body(), bad);
        if (!bad && at(&answer, "jsonrpc")) forward(response.body());
        else return fail("the memory daemon refused: " + text_of(at(at(&answer, "error"), "message")));
    }
    if (!answered_ && !line_.id.empty() && !abandoned_) return fail("the memory daemon gave no answer");
    if (const auto next = std::exchange(then_, nullptr)) next->start();
    bridge_.done(shared_from_this());
}

void Call::fail(const std::string& why) {
    if (!line_.id.empty() && !abandoned_ && !answered_)
        bridge_.write(mcp::refused({mcp::RpcCode::internal_error, line_.id, why}));
    if (const auto next = std::exchange(then_, nullptr)) next->fail(why);
    bridge_.done(shared_from_this());
}

void Call::abandon() {
    abandoned_ = true;
    if (stream_) stream_->close();
}

}  // namespace

std::optional<ClientError> run_mcp_bridge(const McpBridgeOptions& options) {
    auto parsed = parse_daemon_url(options.url);
    if (auto* wrong = std::get_if<ClientError>(&parsed)) return *wrong;
    auto& url = std::get<DaemonUrl>(parsed);
    asio::io_context io;
    const auto endpoint = daemon_endpoint(io, url);
    if (const auto* wrong = std::get_if<ClientError>(&endpoint)) return *wrong;
    Bridge(options, std::move(url), std::get<asio::generic::stream_protocol::endpoint>(endpoint)).run();
    return std::nullopt;
}

}  // namespace wm
