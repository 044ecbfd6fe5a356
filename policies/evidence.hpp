#pragma once
// What one finished tool call proves: a look, a change, a check, and whether it worked. Tool results are evidence only,
// never memory (A5, seeds §12). The host's status, exit codes in the text and error marks decide together.

#include "policies/turn.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace wm::policies {

struct RunJudgement {
    enum class Kind : std::uint8_t {
        read,           // looked at something
        mutation,       // changed a resource
        check,          // read only, and says how a resource is now or whether a change holds
        file_edit,      // changed a file
        native_memory,  // hindsight_*: an intent or a look-up, judged elsewhere
        own_tool,       // memory_*: never a signal (ADR §7)
        other
    };
    bool succeeded = false;
    Kind kind = Kind::other;
    bool failed_then_fixed = false;     // by judge_runs: it failed, and the same thing succeeded later in the turn
    std::string tool;                   // kubectl, helm, … as the table names it
    std::string verb;                   // sync, migrate, …; empty when the table knows none
    std::string summary;                // one line, at most 160 bytes, redacted
    std::vector<std::string> entities;  // names of resources in the arguments
    std::string call_id;
};

// One call, alone.
RunJudgement judge_run(const ToolRun& run);

// The calls of a turn in order: as judge_run, and failed attempts are matched with a later success of the same tool,
// verb and resource.
std::vector<RunJudgement> judge_runs(const std::vector<ToolRun>& runs);

// hindsight_retain, hindsight_recall, hindsight_reflect.
bool is_native_memory_tool(std::string_view tool);

// memory_search, memory_retain, memory_reflect, memory_status, with or without an MCP prefix.
bool is_own_tool(std::string_view tool);

}  // namespace wm::policies
