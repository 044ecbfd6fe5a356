#pragma once
// The connections of one thread and what they share. Everything here runs on that thread, except where it says
// otherwise.

#include "net/front.hpp"
#include "net/mcp_sessions.hpp"

#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/io_context.hpp>

#include <atomic>
#include <set>
#include <unordered_map>

namespace wm::front {

// TCP and Unix sockets alike, with a concrete executor (perf: any_io_executor costs 1.5 µs a message).
using Socket =
    boost::asio::basic_stream_socket<boost::asio::generic::stream_protocol, boost::asio::io_context::executor_type>;

constexpr Millis tick_every{500};
constexpr std::size_t unproven_max = 128;  // sockets of all shards that have shown no token yet

class Connection {
public:
    virtual ~Connection() = default;
    virtual void answer(const Answer& answer) = 0;
    virtual void tick(Instant now) = 0;                      // about every tick_every: whose time is over?
    virtual void check_token(const TokenTable& tokens) = 0;  // closes when its own is no longer there
    virtual void go_away() = 0;                              // the daemon stops
    virtual void explained(const Explained&) {}              // an operator's answer
    virtual void call_cancelled() {}                         // a client of MCP no longer wants the answer
    virtual void give_way() {}                               // no token was shown, and too many others wait to show one
};

struct Counters {                             // shared by all shards
    std::atomic<std::size_t> connections{0};  // sockets
    std::atomic<std::size_t> unproven{0};     // of them those that have shown no token yet
    std::atomic<std::size_t> agents{0};       // of them WebSockets
};

struct McpDesk {  // of one thread
    mcp::Reader reader;
    const mcp::SessionIds& ids;
    mcp::EndedSessions ended;
    std::unordered_map<std::string, ConnectionId> calls;  // under way in a session: "<session> <id of the request>"
};

class Shard : public std::enable_shared_from_this<Shard> {  // weakly held by timers, which cannot be withdrawn
public:
    Shard(boost::asio::io_context& context, std::size_t number, std::size_t shards, Time& clock,
          const FrontSettings& given, const Deliver& out, const Pages& shown, NetMetrics& meters, Counters& all,
          const mcp::SessionIds& session_ids)
        : io(context),
          time(clock),
          settings(given),
          deliver(out),
          pages(shown),
          metrics(meters),
          counters(all),
          decoder(given.wire),
          tokens(std::make_shared<const TokenTable>()),
          mcp_desk{mcp::Reader(given.wire), session_ids, {}, {}},
          next_(number == 0 ? shards : number),
          step_(shards) {}

    // Makes a connection with a number of this shard: make(id) returns it.
    template <class Make>
    void add(Make make) {
        const auto id = next_;
        next_ += step_;
        connections_.emplace(id, make(id));
        metrics.open_connections(++counters.connections);
    }
    void retire(ConnectionId id);  // destroyed later, from the loop
    // A connection that has yet to show a token. When too many do, the one that has waited longest gives way to it.
    void await_token(ConnectionId id);
    void token_shown(ConnectionId id);
    void answer(const Answer& answer);
    void explained(const Explained& answer);
    void tick();
    void set_tokens(std::shared_ptr<const TokenTable> fresh);
    void go_away();
    bool going() const { return going_; }
    // Calls on_time(connection) here at `when`, if the connection is still there.
    void wake_at(Instant when, ConnectionId id, std::function<void(Connection&)> on_time);
    // Calls job(connection) here soon, if the connection is still there. Any thread.
    void post_to(ConnectionId id, std::function<void(Connection&)> job);
    void everywhere(std::function<void(Shard&)> job);  // soon, on each shard's thread
    void cancel_call(const std::string& key);          // of McpDesk::calls
    Received received() const { return {time.now(), time.wall()}; }

    boost::asio::io_context& io;
    Time& time;
    const FrontSettings& settings;
    const Deliver& deliver;
    const Pages& pages;
    NetMetrics& metrics;
    Counters& counters;
    Decoder decoder;
    std::shared_ptr<const TokenTable> tokens;
    McpDesk mcp_desk;  // before the connections, whose calls take themselves out of it
    const std::vector<std::shared_ptr<Shard>>* siblings = nullptr;  // all shards, this one too

private:
    std::unordered_map<ConnectionId, std::unique_ptr<Connection>> connections_;
    std::set<ConnectionId> unproven_;  // numbers grow, so the first is the oldest
    ConnectionId next_;  // number modulo step_ is the shard, so that an answer finds its thread without a look-up
    ConnectionId step_;
    bool going_ = false;
};

// What becomes of a decoded message: handed to the system, or answered at once.
struct Taken {
    std::optional<std::string> reply;  // now
    bool waits = false;                // an answer will come through deliver()
    Instant deadline{};                // of that answer
    bool malformed = false;
};
// `frame` replaces the client's own number when it is not 0.
Taken take(Shard& shard, Decoded decoded, ConnectionId connection, const AgentId& agent, FrameId frame);

}  // namespace wm::front
