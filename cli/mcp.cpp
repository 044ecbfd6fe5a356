#include "cli/asking.hpp"
#include "cli/commands.hpp"
#include "net/mcp_bridge.hpp"

#include <csignal>
#include <iostream>

namespace wm::cli {

int mcp(const McpOptions& options) {
    const auto token = token_from(options.token);
    if (token.empty()) {
        std::cerr << "wetopi-memory mcp: no token: make one with `wetopi-memory token create <agent>` and set "
                     "WETOPI_MEMORY_TOKEN\n";
        return misunderstood;
    }
    std::signal(SIGPIPE, SIG_IGN);
    if (const auto wrong = run_mcp_bridge({options.url, token})) {
        std::cerr << "wetopi-memory mcp: " << wrong->message << '\n';
        return misunderstood;
    }
    return done;
}

}  // namespace wm::cli
