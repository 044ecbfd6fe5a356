#pragma once
// Sessions of the revisions of MCP that have them. A session's id says all there is to know of it and is sealed with a
// key that lives as long as the process: when it began, which revision it speaks, whose token began it. So every thread
// can read it, nothing grows with their number, and one of another token, of an earlier process or a made-up one is
// none. It is no right: each request shows its token as well.

#include "net/tokens.hpp"
#include "policies/instant.hpp"

#include <array>
#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

namespace wm::mcp {

class SessionIds {  // immutable; any thread
public:
    SessionIds();  // a key of its own
    std::string make(const TokenHash& caller, std::size_t version, WallTime now) const;
    // The place of its revision in session_versions; none: it is not this caller's, too old, or was never made here.
    std::optional<std::size_t> version_of(std::string_view id, const TokenHash& caller, WallTime now) const;

private:
    std::array<unsigned char, 32> key_{};
};

// Those that their clients ended. Bounded: the oldest are forgotten, and then count again until they are too old.
class EndedSessions {
public:
    void add(std::string id);
    bool holds(std::string_view id) const;

private:
    std::deque<std::string> ids_;
};

inline constexpr std::chrono::hours session_lifetime{24};

}  // namespace wm::mcp
