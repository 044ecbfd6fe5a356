#pragma once
// What the harness tells about a turn, in the words that rule packs use (docs/rules.md, "facts").

#include "policies/turn.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace wm::policies {

inline constexpr std::size_t tool_namespaces_max = 8;  // of one turn; what comes later is left out

// chat, api, cron, curator, webhook, subagent. `platform` and `sender` as the plugin says them.
std::string_view task_kind(std::string_view platform, std::string_view sender);

// Adds the namespaces of a tool call that are not there yet: the server of an MCP tool (mcp__<server>__<tool>), else the
// tool's name; of a terminal also the program that its command begins with (kubectl).
void note_tool(std::vector<std::string>& namespaces, const ToolRun& run);

}  // namespace wm::policies
