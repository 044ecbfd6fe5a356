#pragma once
// What an agent tells the daemon and what it is answered, as values. net/wire makes and prints them; Sessions is the first
// actor they meet. Normative description: docs/protocol.md.

#include "policies/instant.hpp"
#include "policies/turn.hpp"
#include "policies/types.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace wm {

// What the client claims about the speaker of this one message. Claims only: identity makes a principal of them.
struct Speaker {
    SessionId session;
    std::string session_key;  // Hermes' key: agent:main:telegram:dm:42
    std::string platform;     // cli, telegram, api_server, subagent, cron, …
    std::string sender;       // platform user id; empty outside chat platforms
    std::string profile;      // Hermes profile; "default"
    bool claims_private = false;
    std::string origin;  // of a sub-agent: the platform of the turn that started it, whose sender `sender` is
    friend bool operator==(const Speaker&, const Speaker&) = default;
};

// The arguments of a tool call; scopes only, never a bank, a user or a session (A8).
struct SearchArguments {
    Content query;
    std::vector<ScopeName> scopes;  // empty: the router chooses
    std::optional<std::string> budget;
    bool deep = false;
    bool latest = false;  // without a query, of all scopes: what was kept last. No tool asks so, a resource of MCP does
};
struct RetainArguments {
    Content content;
    ScopeName scope;
    std::string reason;
    double confidence = 0;
};
struct ReflectArguments {
    Content query;
    std::vector<ScopeName> scopes;
};
struct StatusArguments {};
using ToolArguments = std::variant<SearchArguments, RetainArguments, ReflectArguments, StatusArguments>;

struct SessionStart {};
struct PreLlm {  // the user has spoken: context is wanted before the deadline
    Content user_message;
};
struct PreTool {  // of the native provider's tools; the content of hindsight_retain is a memory intent
    std::string tool;
    Content content;
    std::string call_id;
};
struct PostTool {
    ToolRun run;
};
struct PostLlm {  // the turn has ended
    Content user_message;
    Content assistant_response;
    bool resent = false;         // from the plugin's outbox: `tools` is the whole evidence
    std::vector<ToolRun> tools;  // only when resent
};
struct SessionEnd {};
struct ToolCall {  // the model calls a tool of net/tool_table
    ToolArguments arguments;
    bool progress = false;  // tell how far it is, before the answer
};
using HookEvent = std::variant<SessionStart, PreLlm, PreTool, PostTool, PostLlm, SessionEnd, ToolCall>;

// One decoded frame. The agent is who the connection's token says.
struct HookArrived {
    ConnectionId connection = 0;
    FrameId frame = 0;
    AgentId agent;
    Speaker speaker;
    TurnId turn;
    WallTime at{};
    Instant deadline{};
    HookEvent event;
};

enum class ContextSource : std::uint8_t { none, cache, synchronous };
constexpr std::string_view to_string(ContextSource source) {
    constexpr std::string_view names[] = {"none", "cache", "synchronous"};
    return names[static_cast<std::size_t>(source)];
}
enum class ErrorCode : std::uint8_t {
    malformed,         // the message is not of the protocol
    identity_unknown,  // nobody the directory knows
    scope_denied,      // a scope that this principal may not use, or that does not exist
    argument_unknown,  // a tool argument that does not exist
    argument_invalid,
    tool_unknown,
    busy,  // a bounded queue is full: try again
    backend_down,
    deadline_exceeded,
    rejected,  // the memory policy refused; the message says why
};

struct ContextAnswer {  // to PreLlm; empty text: nothing to inject
    Content context;
    ContextSource source = ContextSource::none;
    std::vector<ScopeName> scopes;
    std::uint32_t tokens = 0;
    std::shared_ptr<const std::string> ready;  // net/wire's bytes of all this, when they were made ahead; else null
};
struct PendingAnswer {  // to PreLlm, at once, when it earns a synchronous recall: wait longer
    Millis deadline{};
};
struct ProgressAnswer {  // to a ToolCall that asked for it, before its answer
    std::uint32_t done = 0, of = 0;  // scopes whose store has answered
};
struct AckAnswer {};  // to PostLlm: judged, and every accepted batch durable
struct SearchResult {
    std::vector<Memory> memories;                    // best first, within the ceiling of all of them
    std::map<ScopeName, std::string_view> backends;  // of the scopes they are from: embedded, hindsight
    std::vector<ScopeName> failed;                   // scopes whose store did not answer
};
struct RetainResult {
    ScopeName scope;
    std::string status;  // accepted, rejected
    std::string reason;  // of a rejection
    OperationId operation;
};
struct ReflectResult {
    struct Part {
        ScopeName scope;
        Content text;
    };
    std::vector<Part> parts;
    std::vector<ScopeName> failed;
};
struct StatusResult {
    std::string backend_state;  // up, degraded, down
    std::vector<ScopeName> scopes;
    std::optional<Millis> latency;
    std::optional<WallTime> last_recall, last_retain, degraded_since;
    std::uint64_t queue_depth = 0;
    std::uint64_t drops = 0;
};
using ToolResult = std::variant<SearchResult, RetainResult, ReflectResult, StatusResult>;
struct ErrorAnswer {
    ErrorCode code = ErrorCode::malformed;
    std::string message;  // ours, for a person; never a backend's text, never content
};
using AnswerBody = std::variant<ContextAnswer, PendingAnswer, ProgressAnswer, AckAnswer, ToolResult, ErrorAnswer>;

// What goes back to a connection. Whoever is no longer connected misses it; the plugin asks again.
struct Answer {
    ConnectionId connection = 0;
    FrameId frame = 0;
    AnswerBody body;
};

}  // namespace wm
