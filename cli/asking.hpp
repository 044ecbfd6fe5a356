#pragma once
// What every command that asks a running daemon shares: whose token it sends, and how it says that it was refused.

#include "net/client.hpp"

#include <string>

namespace wm::cli {

// The --token of the command line, else $WETOPI_MEMORY_TOKEN, else none.
Secret token_from(const std::string& option);

// Of a page that is no success: the daemon's own words, and after 401 how a token is made.
std::string refusal_of(const Page& page);

}  // namespace wm::cli
