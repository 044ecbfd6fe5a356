#pragma once
// What of an HTTP request and its response needs no connection: the heads that are looked at, the pages, the headers of
// an answer.

#include "net/front.hpp"
#include "net/mcp_exchange.hpp"
#include "net/routes.hpp"

#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>

#include <string>
#include <string_view>

namespace wm::front {

using HttpRequest = boost::beast::http::request<boost::beast::http::string_body>;
using HttpResponse = boost::beast::http::response<boost::beast::http::string_body>;

// Views into the request.
RequestHead head_of(const HttpRequest& request, bool local);
McpHead mcp_head_of(const HttpRequest& request);

struct HttpReply {
    int status = 200;
    std::string_view type = "application/json";
    std::string body;
    std::string allow;    // with 405
    std::string session;  // of MCP, that begins
    bool page = false;    // for a browser
};
// The pages that are answered at once: metrics, status, readyz, healthz.
HttpReply page_of(const Pages& pages, Route route, bool detail);
// Without its keep_alive and not yet prepared. `head`: HEAD was asked, so no body goes out.
HttpResponse response_of(HttpReply reply, bool head);

}  // namespace wm::front
