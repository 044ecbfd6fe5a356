#include "net/http_parts.hpp"

#include <boost/beast/http/field.hpp>
#include <boost/beast/websocket/rfc6455.hpp>

namespace wm::front {
namespace {

namespace beast = boost::beast;
namespace http = beast::http;

std::string_view from_beast(beast::string_view text) { return {text.data(), text.size()}; }
beast::string_view to_beast(std::string_view text) { return {text.data(), text.size()}; }

}  // namespace

RequestHead head_of(const HttpRequest& request, bool local) {
    RequestHead head;
    head.method = from_beast(request.method_string());
    head.target = from_beast(request.target());
    if (const auto origin = request.find(http::field::origin); origin != request.end())
        head.origin = from_beast(origin->value());
    head.authorization = from_beast(request[http::field::authorization]);
    head.upgrade = beast::websocket::is_upgrade(request);
    head.subprotocols = from_beast(request[http::field::sec_websocket_protocol]);
    head.local = local;
    return head;
}

McpHead mcp_head_of(const HttpRequest& request) {
    const auto header = [&](const char* name) { return from_beast(request[name]); };
    McpHead head;
    head.ends_session = request.method() == http::verb::delete_;
    head.content_type = header("Content-Type");
    head.accept = header("Accept");
    head.version = header("MCP-Protocol-Version");
    head.session = header("MCP-Session-Id");
    head.method = header("Mcp-Method");
    head.name = header("Mcp-Name");
    return head;
}

HttpReply page_of(const Pages& pages, Route route, bool detail) {
    constexpr std::string_view text = "text/plain; charset=utf-8";
    switch (route) {
        case Route::metrics: return {200, "text/plain; version=0.0.4; charset=utf-8", pages.metrics(), {}, {}, false};
        case Route::status: return {200, "text/html; charset=utf-8", pages.status(detail), {}, {}, true};
        case Route::readyz: {
            const auto readiness = pages.readiness();
            const std::string bare = readiness.ready ? "{\"ready\":true}" : "{\"ready\":false}";
            return {readiness.ready ? 200 : 503, "application/json", detail ? readiness.detail : bare, {}, {}, false};
        }
        default: return {200, text, "ok\n", {}, {}, false};
    }
}

HttpResponse response_of(HttpReply reply, bool head) {
    HttpResponse response;
    response.result(static_cast<unsigned>(reply.status));
    response.version(11);
    response.set(http::field::server, "wetopi-memory");
    response.set(http::field::content_type, to_beast(reply.type));
    response.set(http::field::cache_control, "no-store");
    response.set("X-Content-Type-Options", "nosniff");
    if (reply.page) response.set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'");
    if (reply.status == 401) response.set(http::field::www_authenticate, "Bearer");
    if (reply.status == 426) response.set(http::field::upgrade, "websocket");
    if (reply.status == 429) response.set(http::field::retry_after, "1");
    if (!reply.allow.empty()) response.set(http::field::allow, to_beast(reply.allow));
    if (!reply.session.empty()) response.set("MCP-Session-Id", to_beast(reply.session));
    if (!head && reply.status != 204) response.body() = std::move(reply.body);
    return response;
}

}  // namespace wm::front
