#pragma once
// One HTTP request to /mcp, from its head and body to its answer: which revision is spoken, whether the session holds,
// what is answered at once and what waits for the system. The connection does the reading and writing.

#include "net/mcp_answer.hpp"
#include "net/shard.hpp"
#include "net/tokens.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace wm::front {

struct McpHead {
    bool ends_session = false;  // DELETE
    std::string_view content_type, accept;
    std::string_view version;  // MCP-Protocol-Version
    std::string_view session;  // MCP-Session-Id
    std::string_view method;   // Mcp-Method
    std::string_view name;     // Mcp-Name
};

class McpExchange {
public:
    // `frame`: the number under which the system answers; no other message of the connection has it.
    McpExchange(Shard& shard, ConnectionId connection, FrameId frame, const TokenEntry& caller);
    ~McpExchange();
    McpExchange(const McpExchange&) = delete;
    McpExchange& operator=(const McpExchange&) = delete;

    void take(const McpHead& head, std::string_view body);
    void answer(const Answer& answer);  // another frame's is left alone
    void cancel();                      // nothing more is said about the request
    void expire(Instant now);           // at the deadline, when nothing came

    // The answer as a whole, once.
    struct Whole {
        int status = 200;
        std::string body;     // JSON, or empty
        std::string session;  // of a session that begins
    };
    std::optional<Whole> whole();
    // Or a stream: what is to be written now, head first; empty: nothing yet.
    bool streams() const { return streams_; }
    std::string stream();
    bool over() const { return over_; }  // everything was said
    Instant deadline() const { return deadline_; }
    bool waits() const { return waits_; }

private:
    void respond(int status, std::string body);
    void refuse(int status, mcp::RpcCode code, std::string message);
    void serve(const McpHead& head, mcp::Request request);
    bool speaks(const McpHead& head);  // the era and revision are clear, the session holds; else it is answered
    bool in_session(const McpHead& head);
    bool stateless(const McpHead& head);
    bool session_holds();
    void begin_session();
    void end_session();  // on every thread
    void note(const McpHead& head, const mcp::Notification& notification);
    void read_resource();
    void ask(ToolArguments arguments, bool progress, std::string_view accept);
    void event(const std::string& message);

    Shard& shard_;
    ConnectionId connection_;
    FrameId frame_;
    TokenEntry caller_;
    mcp::Request request_;
    mcp::Era era_ = mcp::Era::session;
    std::string session_, key_;  // key_: under which a cancellation finds this call; empty: none does
    std::optional<Whole> whole_;
    std::string chunks_;
    Instant deadline_{};
    bool waits_ = false;
    bool streams_ = false;
    bool over_ = false;
};

}  // namespace wm::front
