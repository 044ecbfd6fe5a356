#pragma once
// Hindsight over HTTP/1.1: one attempt of one call, on pooled keep-alive connections, within its deadline. What is sent
// and what it means is net/hindsight_wire; when to try again is the gateway's.
//
//   port  Backend
//   uses  io_context (sockets, on one strand of it), Time (deadlines, idle connections)
//
// A failure before a request was wholly written is `unreachable`, after that `broken`. A pooled connection that the
// server has closed meanwhile is replaced, as nothing was sent on it. https verifies the certificate and the host's name
// against the system's authorities (OpenSSL's SSL_CERT_FILE and SSL_CERT_DIR apply).

#include "actors/backend.hpp"
#include "config/settings.hpp"
#include "policies/bank_plan.hpp"
#include "runtime/time.hpp"

#include <memory>

namespace boost::asio {
class io_context;
}

namespace wm {

class Hindsight final : public Backend {
public:
    // Does no I/O. A URL that hindsight::parse_url does not take makes every call fail as unreachable, a key that no
    // header can hold as denied. Keeps up to `settings.inflight_max` idle connections.
    // With `banks`, the first retain into each bank waits until that is as declared, if it is declared and has no settings
    // of its own (net/hindsight_bank_setup); what was found is remembered as long as the process lives.
    Hindsight(boost::asio::io_context& io, Time& time, const config::BackendSettings& settings,
              std::shared_ptr<const policies::BankCatalog> banks = nullptr);
    ~Hindsight() override;  // after the io_context's threads have ended; nothing is delivered from then on
    Hindsight(const Hindsight&) = delete;
    Hindsight& operator=(const Hindsight&) = delete;

    // Any thread. The answer comes from a thread of the io_context.
    void start(CallId call, const BackendCall& what, Instant deadline, Reply<BackendAnswered> reply_to) override;

    // Any thread. Closes idle connections and takes no more calls (they fail as unreachable). Calls under way end in
    // their own time, each answered.
    void close();

private:
    class Client;
    std::shared_ptr<Client> client_;
};

}  // namespace wm
