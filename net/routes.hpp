#pragma once
// Which request may have what: paths, methods, roles and origins, without a socket. docs/protocol.md holds the table.

#include "net/tokens.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace wm {

enum class Route : std::uint8_t { ws, hooks, healthz, readyz, metrics, status, reload, explain, dead_letters, mcp };

struct RequestHead {
    std::string_view method;  // GET
    std::string_view target;  // /v1/hooks?x=1; the query is ignored, no token is ever taken from it
    std::optional<std::string_view> origin;
    std::string_view authorization;  // Bearer wmt_…
    bool upgrade = false;            // asks for a WebSocket
    std::string_view subprotocols;   // wetopi-memory.v1, other
    bool local = false;              // came over loopback or the Unix socket
};

struct Admitted {
    Route route = Route::healthz;
    std::optional<TokenEntry> caller;  // whose token was shown
    bool detail = false;               // of readyz and status: the caller may read more than the bare state
};

struct RefusedRequest {
    int status = 404;
    std::string_view
        code;             // not_found, method_not_allowed, unauthorized, forbidden_role, forbidden_origin, bad_request
    std::string message;  // what, and how to mend it
    std::string allow;    // with 405
};

std::variant<Admitted, RefusedRequest> admit(const RequestHead& head, const TokenTable& tokens,
                                             const std::vector<std::string>& origins);

std::string refusal_body(std::string_view code, std::string_view message);  // {"error":{"code":…,"message":…}}

inline constexpr std::string_view subprotocol = "wetopi-memory.v1";

}  // namespace wm
