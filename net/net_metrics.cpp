#include "net/net_metrics.hpp"

namespace wm {

std::string_view to_string(NetEvent event) {
    switch (event) {
        case NetEvent::connection_refused: return "connection_refused";
        case NetEvent::unauthorized: return "unauthorized";
        case NetEvent::forbidden: return "forbidden";
        case NetEvent::bad_request: return "bad_request";
        case NetEvent::request: return "request";
        case NetEvent::message: return "message";
        case NetEvent::message_malformed: return "message_malformed";
        case NetEvent::argument_unknown: return "argument_unknown";
        case NetEvent::hook_ignored: return "hook_ignored";
        case NetEvent::dropped_context: return "dropped_context";
        case NetEvent::dropped_evidence: return "dropped_evidence";
        case NetEvent::dropped_retain: return "dropped_retain";
        case NetEvent::dropped_tool: return "dropped_tool";
        case NetEvent::dropped_session: return "dropped_session";
        case NetEvent::answer_sent: return "answer_sent";
        case NetEvent::answer_lost: return "answer_lost";
        case NetEvent::frame_too_large: return "frame_too_large";
        case NetEvent::rate_exceeded: return "rate_exceeded";
        case NetEvent::slow_reader: return "slow_reader";
        case NetEvent::silent_peer: return "silent_peer";
        case NetEvent::token_revoked: return "token_revoked";
        case NetEvent::accept_failed: return "accept_failed";
    }
    return "unknown";
}

}  // namespace wm
