#include "net/routes.hpp"

#include "net/json_text.hpp"

#include <algorithm>
#include <array>

namespace wm {
namespace {

enum class Access : std::uint8_t { open, agent, metrics, status, administration };

struct Row {
    std::string_view path, method;
    Route route;
    Access access;
};
constexpr std::array<Row, 11> rows{{
    {"/v1/ws", "GET", Route::ws, Access::agent},
    {"/v1/hooks", "POST", Route::hooks, Access::agent},
    {"/healthz", "GET", Route::healthz, Access::open},
    {"/readyz", "GET", Route::readyz, Access::open},
    {"/metrics", "GET", Route::metrics, Access::metrics},
    {"/", "GET", Route::status, Access::status},
    {"/mcp", "POST", Route::mcp, Access::agent},
    {"/mcp", "DELETE", Route::mcp, Access::agent},
    {"/v1/admin/reload", "POST", Route::reload, Access::administration},
    {"/v1/admin/explain", "GET", Route::explain, Access::administration},
    {"/v1/admin/dead-letters", "POST", Route::dead_letters, Access::administration},
}};

std::optional<std::string_view> bearer(std::string_view header) {
    constexpr std::string_view scheme = "bearer ";
    if (header.size() <= scheme.size()) return std::nullopt;
    for (std::size_t i = 0; i < scheme.size(); ++i)
        if ((header[i] | 0x20) != scheme[i]) return std::nullopt;
    header.remove_prefix(scheme.size());
    while (!header.empty() && header.front() == ' ') header.remove_prefix(1);
    return header;
}

bool lists(std::string_view header, std::string_view wanted) {
    while (!header.empty()) {
        auto item = header.substr(0, header.find(','));
        header.remove_prefix(std::min(header.size(), item.size() + 1));
        while (!item.empty() && item.front() == ' ') item.remove_prefix(1);
        while (!item.empty() && item.back() == ' ') item.remove_suffix(1);
        if (item == wanted) return true;
    }
    return false;
}

RefusedRequest unauthorized(std::string message) { return {401, "unauthorized", std::move(message), {}}; }

// What is wrong with the caller for this row; none: nothing.
std::optional<RefusedRequest> check_access(const Row& row, const RequestHead& head, const Admitted& admitted) {
    const auto& caller = admitted.caller;
    switch (row.access) {
        case Access::open: return std::nullopt;
        case Access::status:
            if (caller || head.local) return std::nullopt;
            return unauthorized("beyond this machine the page needs an operator token");
        case Access::agent:
            if (!caller)
                return unauthorized("send Authorization: Bearer <token>, made by wetopi-memory token create <agent>");
            if (caller->role != Role::agent)
                return RefusedRequest{403, "forbidden_role", "this needs a token of role agent", {}};
            return std::nullopt;
        case Access::administration:
            if (!caller) return unauthorized("send Authorization: Bearer <token> of role operator");
            if (caller->role != Role::operator_)
                return RefusedRequest{403, "forbidden_role", "this needs a token of role operator", {}};
            return std::nullopt;
        case Access::metrics:
            if (!caller) return unauthorized("send Authorization: Bearer <token> of role metrics or operator");
            if (caller->role == Role::agent)
                return RefusedRequest{403, "forbidden_role", "this needs a token of role metrics or operator", {}};
            return std::nullopt;
    }
    return std::nullopt;
}

std::optional<RefusedRequest> check_upgrade(const Row& row, const RequestHead& head) {
    if (row.route != Route::ws) return std::nullopt;
    if (!head.upgrade) return RefusedRequest{426, "bad_request", "/v1/ws is a WebSocket: send an upgrade", {}};
    if (!lists(head.subprotocols, subprotocol))
        return RefusedRequest{400, "bad_request", "send Sec-WebSocket-Protocol: " + std::string(subprotocol), {}};
    return std::nullopt;
}

}  // namespace

std::variant<Admitted, RefusedRequest> admit(const RequestHead& head, const TokenTable& tokens,
                                             const std::vector<std::string>& origins) {
    if (head.origin && std::find(origins.begin(), origins.end(), *head.origin) == origins.end())
        return RefusedRequest{403, "forbidden_origin", "this Origin is not listed in listen.origins", {}};
    const auto path = head.target.substr(0, head.target.find('?'));
    std::string allow;
    const auto fits = [&](const Row& r) {
        if (r.path != path) return false;
        allow += (allow.empty() ? "" : ", ") + std::string(r.method);
        return r.method == head.method;
    };
    const auto row = std::find_if(rows.begin(), rows.end(), fits);
    if (row == rows.end() && allow.empty()) return RefusedRequest{404, "not_found", "there is nothing here", {}};
    if (row == rows.end()) return RefusedRequest{405, "method_not_allowed", "use " + allow, allow};
    Admitted admitted{row->route, std::nullopt, false};
    if (!head.authorization.empty() && row->route != Route::healthz) {
        const auto token = bearer(head.authorization);
        const auto* entry = token ? tokens.find(*token) : nullptr;
        if (!entry) return unauthorized("this token is not known here: it was revoked, or belongs to another daemon");
        admitted.caller = *entry;
    }
    if (auto refused = check_access(*row, head, admitted)) return *refused;
    if (auto refused = check_upgrade(*row, head)) return *refused;
    const auto& caller = admitted.caller;
    admitted.detail =
        caller && (caller->role == Role::operator_ || (caller->role == Role::metrics && row->route == Route::readyz));
    return admitted;
}

std::string refusal_body(std::string_view code, std::string_view message) {
    std::string out = R"({"error":{)";
    json_text::append_key(out, "code");
    json_text::append_string(out, code);
    json_text::append_key(out, "message");
    json_text::append_string(out, message);
    return out + "}}\n";
}

}  // namespace wm
