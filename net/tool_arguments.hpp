#pragma once
// The arguments that a model gave a memory tool. Models make keys up and forge them, so what is not in the table is
// refused by name: an agent names scopes, never a bank, a user or a session (seed A8). Only net/wire includes this.

#include "net/wire_fields.hpp"

#include <span>
#include <string_view>

namespace wm::wire {

// Faults: tool_unknown, argument_unknown, argument_invalid; then the value returned means nothing.
ToolArguments read_tool_arguments(std::string_view tool, const Fields& arguments);

// Of one argument and of all: what every reader of a tool's arguments begins with.
void refuse_unknown(const Fields& in, std::string_view tool, std::span<const std::string_view> known);
Content needed_text(const Fields& in, std::string_view key);

// What a scope is called: up to 63 small letters, digits and '-', beginning with a letter or digit (config/checks.cpp).
bool is_scope_name(std::string_view text);

}  // namespace wm::wire
