#pragma once
// The front: one port, TCP and Unix socket, over which agents send hooks (WebSocket and POST) and people ask for
// health, metrics and the status page. It owns the connections; a decoded message goes out through `Deliver`, its
// answer comes back through deliver() and finds the connection by number. No actor and no judgement lives here.
//
// Threads: each io_context given is run by exactly one thread, and a connection lives on one of them. The functions
// below say who may call them. Life: built, listen(), … stop_accepting(), the drain of the system, close(), at_rest(),
// then the threads end, then the front is destroyed, then the contexts.

#include "actors/explainer.hpp"
#include "actors/hooks.hpp"
#include "config/settings.hpp"
#include "net/mcp_answer.hpp"
#include "net/net_metrics.hpp"
#include "net/tokens.hpp"
#include "net/wire.hpp"
#include "runtime/address.hpp"
#include "runtime/time.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace boost::asio {
class io_context;
}

namespace wm {

struct FrontSettings {
    config::ListenSettings listen;  // unix_socket is set; empty: no Unix socket
    WireLimits wire;
    std::size_t messages_per_second_max = 200;
    std::size_t connections_max = 1000;
    std::size_t write_queue_bytes_max = 4u << 20;
    Hello hello;  // agent is filled in for each connection
    bool mcp_enabled = true;
    mcp::Offer mcp_offer;
    Millis mcp_deadline{10000};  // of one tool call
};
FrontSettings front_settings(const config::Settings& settings, const std::string& version);

// Hands a message to the system. full: the front reacts as docs/protocol.md, "When the daemon is full", says.
using Deliver = std::function<Delivery(HookArrived&&)>;

struct Readiness {
    bool ready = false;
    std::string detail;  // JSON object, for operators
};
struct PageAnswer {  // of the admin API: JSON
    int status = 200;
    std::string body;
};
// What the pages show. Called on the front's threads, so each is quick and thread-safe.
struct Pages {
    std::function<std::string()> metrics;  // Prometheus text; empty: /metrics is not served, 404
    std::function<Readiness()> readiness;
    std::function<std::string(bool detail)> status;  // HTML
    // POST /v1/admin/reload: returns at once; `done` is called once, from any thread. Empty: 404.
    std::function<void(std::function<void(PageAnswer)> done)> reload;
    // GET /v1/admin/explain: hands the question on; its answer comes through Front::deliver. Empty: 404.
    std::function<Delivery(Explained question)> explain;
    // POST /v1/admin/dead-letters: like reload, with the request's body. Empty: 404.
    std::function<void(std::string body, std::function<void(PageAnswer)> done)> dead_letters;
};

class Front {
public:
    // `tokens` is asked every two seconds for a changed file; may be null: then set_tokens is the only source.
    Front(std::vector<boost::asio::io_context*> shards, Time& time, FrontSettings settings, Deliver deliver,
          Pages pages, NetMetrics& metrics, std::unique_ptr<TokenFile> tokens);
    ~Front();
    Front(const Front&) = delete;
    Front& operator=(const Front&) = delete;

    // Before the threads run. None: listening; otherwise what is wrong and how to mend it.
    std::optional<std::string> listen();
    std::uint16_t port() const;  // after listen(); 0: no TCP

    void set_tokens(std::shared_ptr<const TokenTable> tokens);  // any thread; connections of revoked tokens are closed
    void deliver(Answer answer);                                // any thread: the target of Reply<Answer>
    void deliver(Explained explained);                          // any thread: the target of Reply<Explained>
    void stop_accepting();                                      // any thread
    void close();  // any thread, once: 1001 to every connection, the rest of their answers first; five seconds at most
    bool at_rest() const;             // any thread: nothing listens and no connection is left
    std::size_t connections() const;  // any thread

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace wm
