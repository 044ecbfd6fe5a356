#pragma once
// What the front counts, as one closed list. The daemon binds it to its registry, a test to a map.

#include "policies/types.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace wm {

enum class NetEvent : std::uint8_t {
    connection_refused,  // more than limits.connections_max, or the oldest of too many that showed no token
    unauthorized,        // no token, or one that nobody holds
    forbidden,           // a role that may not, or a foreign Origin
    bad_request,         // HTTP that is not understood, a wrong subprotocol
    request,             // an HTTP request that was let in
    message,             // a message that was handed on
    message_malformed,
    argument_unknown,  // a tool argument that does not exist: forged identities end here (A8)
    hook_ignored,
    dropped_context,   // the mailbox was full, so an empty context was answered
    dropped_evidence,  // … so the tool result was dropped
    dropped_retain,    // … so the turn was not acknowledged
    dropped_tool,      // … so the tool was told to try again
    dropped_session,
    answer_sent,
    answer_lost,  // its connection had ended
    frame_too_large,
    rate_exceeded,
    slow_reader,
    silent_peer,  // answered no ping, or never finished what it began
    token_revoked,
    accept_failed,  // out of descriptors or memory
};

std::string_view to_string(NetEvent event);  // the enumerator's name: a value of the label `status`

class NetMetrics {
public:
    virtual ~NetMetrics() = default;
    virtual void count(NetEvent event,
                       const AgentId& agent) = 0;        // any thread; agent is empty before a token was shown
    virtual void open_connections(std::size_t now) = 0;  // any thread
};

}  // namespace wm
