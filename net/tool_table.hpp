#pragma once
// The memory tools as a model is told of them: one table, in the order of ToolArguments and config::ToolName. Who offers
// tools, over whatever door, offers these; how their arguments are read is net/tool_arguments.

#include <span>
#include <string_view>

namespace wm {

struct ToolRow {
    std::string_view name;
    std::string_view title;
    std::string_view description;    // what the plugin tells the model too (plugin/wetopi-memory/tools.py)
    std::string_view input_schema;   // JSON Schema 2020-12 of the arguments; whatever it does not name is refused
    std::string_view output_schema;  // of the result's content; empty: not described
    bool read_only = false;
    bool destructive = false;  // of one that is not read_only: it may take something away
    bool idempotent = false;   // the same call twice does no more than once
};

std::span<const ToolRow> tool_table();

}  // namespace wm
