#pragma once
// MCP over stdio: each line of standard input is one message, sent to the running daemon's /mcp; what comes back is
// written line by line. It judges nothing and holds nothing but the session, which it begins anew when the daemon has
// been started again. One thread.

#include "net/client.hpp"

#include <optional>
#include <string>

namespace wm {

struct McpBridgeOptions {
    std::string url;  // of the daemon, as parse_daemon_url takes it
    Secret token;
    int in = 0, out = 1;  // file descriptors
};

// Blocks until the input ends and everything asked was answered. What is wrong with the options, if anything; a daemon
// that is not there is told to the client, call by call.
std::optional<ClientError> run_mcp_bridge(const McpBridgeOptions& options);

}  // namespace wm
