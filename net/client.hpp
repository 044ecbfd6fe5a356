#pragma once
// A small blocking client of the daemon's own protocol, for commands: replay, hermes install's ping, status.
// One thread. Every call ends within its time limit.

#include "policies/instant.hpp"
#include "policies/types.hpp"

#include <memory>
#include <optional>
#include <string>
#include <variant>

namespace wm {

struct ClientError {
    std::string message;         // what, where, and how to mend it
    bool token_unknown = false;  // the daemon answered, and does not know the token
};

// ws://host:port, http://host:port or unix:/path. The path of the protocol is known; one in the URL is refused.
struct DaemonUrl {
    std::string host;
    std::string port;
    std::string unix_socket;
};
std::variant<DaemonUrl, ClientError> parse_daemon_url(const std::string& url);

class Client {
public:
    // Connects, speaks the subprotocol, reads the greeting.
    static std::variant<std::unique_ptr<Client>, ClientError> connect(const std::string& url, const Secret& token,
                                                                      Millis within);
    ~Client();

    const std::string& hello() const;
    std::optional<ClientError> send(const std::string& message);
    std::variant<std::string, ClientError> receive(Millis within);  // one message

    struct Connection;
    explicit Client(std::unique_ptr<Connection> connection);

private:
    std::unique_ptr<Connection> connection_;
};

// GET of one page over the same socket kinds: status and body.
struct Page {
    int status = 0;
    std::string body;
};
std::variant<Page, ClientError> fetch(const std::string& url, const std::string& path, const Secret& token,
                                      Millis within);
// The same by POST.
std::variant<Page, ClientError> post(const std::string& url, const std::string& path, const Secret& token,
                                     Millis within, const std::string& body = {});

}  // namespace wm
