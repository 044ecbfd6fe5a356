#pragma once
// The table of tools and verbs behind policies/evidence: what a command does to the world.

#include "policies/evidence.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace wm::policies::evidence {

using Kind = RunJudgement::Kind;

// `verbs` are words separated by blanks, each the first non-option argument, or two joined by ':' ("app:sync"). "*" is
// every other verb of the tool.
struct ToolRule {
    std::string_view tool;
    std::string_view verbs;
    Kind kind;
};
std::span<const ToolRule> tool_rules();

// What a verb means for a tool that has no row: create, delete, … change; get, list, … look.
Kind kind_of_verb(std::string_view verb);

// `list` holds words separated by blanks.
bool has_word(std::string_view list, std::string_view word);

// Options and statements turn a look into a change and the other way round: "sed -i", "curl -d", "--dry-run", SQL.
Kind kind_with_options(std::string_view tool, Kind kind, const std::vector<std::string>& words);

// How a host's tool is called when it runs commands, edits files, or looks; other for those that have no row.
Kind kind_of_host_tool(std::string_view tool);
bool is_shell(std::string_view tool);

// Line beginnings that say that a change failed, lower case.
std::span<const std::string_view> failure_marks();

}  // namespace wm::policies::evidence
