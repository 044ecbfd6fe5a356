#pragma once
// MemoryCore's names for what the memory tools do, for clients and prompts that were written for it. Offered when
// mcp.memorycore_tools says so; each stands for one tool of net/tool_table and is there when that one is.

#include "net/tool_table.hpp"
#include "net/wire_fields.hpp"

#include <optional>
#include <span>
#include <string_view>

namespace wm::mcp {

std::span<const ToolRow> alias_table();
std::string_view tool_of(std::string_view alias);  // empty: it is no alias

// Faults as those of wire::read_tool_arguments; none: it is no alias. A scope that was not named is left empty.
std::optional<ToolArguments> read_alias(std::string_view alias, const wire::Fields& arguments);

}  // namespace wm::mcp
