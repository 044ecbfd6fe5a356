#pragma once
// wetopi-memory token create <agent> [--role agent|operator|metrics] | list | revoke <agent or id>   [--json]

#include <filesystem>
#include <span>
#include <string>

namespace wm::cli {

// `args` begins after the word "token"; tokens_file is where they are kept. Prints to standard output, faults to
// standard error. Exit code: 0 done, 1 could not be done, 2 the command is not understood.
int token_command(std::span<const std::string> args, const std::filesystem::path& tokens_file);

}  // namespace wm::cli
