#pragma once
// The wire of the Model Context Protocol: JSON-RPC 2.0 into requests. Revision 2026-07-28, in which each request brings
// its version with it, and 2025-11-25, 2025-06-18 and 2025-03-26, which begin with `initialize`. A tolerant reader:
// what it does not know is left out. What an error says is ours: it names keys and limits, never a value that was sent.

#include "actors/hooks.hpp"
#include "net/wire.hpp"

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace wm::mcp {

inline constexpr std::string_view stateless_version = "2026-07-28";
// With a handshake; the newest first.
inline constexpr std::array<std::string_view, 3> session_versions{"2025-11-25", "2025-06-18", "2025-03-26"};

enum class Method : std::uint8_t {
    initialize,
    discover,
    ping,
    tools_list,
    tools_call,
    resources_list,
    resource_templates_list,
    resources_read,
    other,
};

// JSON-RPC's own, and those that revision 2026-07-28 defines.
enum class RpcCode : int {
    parse_error = -32700,
    invalid_request = -32600,
    method_not_found = -32601,
    invalid_params = -32602,
    internal_error = -32603,
    resource_not_found = -32002,  // of the revisions before 2026-07-28
    header_mismatch = -32020,
    unsupported_version = -32022,
};

// A tool that was called with arguments that it does not take: the model is told, so that it can mend the call.
struct ToolFault {
    ErrorCode code = ErrorCode::argument_invalid;
    std::string message;
};

struct Request {
    std::string id;  // JSON as it came: a string or a whole number
    Method method = Method::other;
    std::string method_name;
    std::string name;                             // the tool; the resource's URI; empty: neither
    std::string version;                          // of _meta, or what `initialize` asks for; empty: not said
    std::string progress;                         // JSON of the progress token; empty: progress is not wanted
    std::variant<ToolArguments, ToolFault> call;  // of tools/call
};
struct Notification {
    bool cancels = false;   // notifications/cancelled
    std::string cancelled;  // the id of the request, as JSON
};
struct Reply {};  // to a request of ours; there are none
struct Fault {
    RpcCode code = RpcCode::invalid_request;
    std::string id;  // empty: the message had no readable one
    std::string message;
};
using Incoming = std::variant<Request, Notification, Reply, Fault>;

// Never throws on any input. Not thread-safe; its buffers are used again.
class Reader {
public:
    explicit Reader(WireLimits limits);
    ~Reader();
    Reader(Reader&&) noexcept;
    Reader& operator=(Reader&&) noexcept;

    Incoming read(std::string_view body);

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace wm::mcp
