#pragma once
// A client of the front over a plain blocking socket, with its own HTTP and WebSocket, so that a mistake in a library
// cannot hide on both sides. Every read gives up after five seconds.

#include <arpa/inet.h>
#include <netinet/in.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

namespace wm::test {

struct HttpReply {
    int status = 0;
    std::string head, body;
};
struct WsFrame {
    int opcode = 0;  // 1 text, 2 binary, 8 close, 9 ping, 10 pong; -1: the connection ended without a frame
    std::string payload;
    int close_code() const {
        if (opcode != 8 || payload.size() < 2) return 0;
        return (static_cast<unsigned char>(payload[0]) << 8) | static_cast<unsigned char>(payload[1]);
    }
};

class RawClient {
public:
    explicit RawClient(std::uint16_t port) : fd_(::socket(AF_INET, SOCK_STREAM, 0)) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(port);
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        connect(reinterpret_cast<const sockaddr*>(&address), sizeof address);
    }
    explicit RawClient(const std::string& unix_path) : fd_(::socket(AF_UNIX, SOCK_STREAM, 0)) {
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        std::strncpy(address.sun_path, unix_path.c_str(), sizeof address.sun_path - 1);
        connect(reinterpret_cast<const sockaddr*>(&address), sizeof address);
    }
    RawClient(const RawClient&) = delete;
    RawClient& operator=(const RawClient&) = delete;
    ~RawClient() {
        if (ssl_) SSL_free(ssl_);
        if (context_) SSL_CTX_free(context_);
        ::close(fd_);
    }

    // Trusts anybody: the test made the certificate. `ciphers`: offers these alone, of TLS 1.2. False: no handshake.
    bool start_tls(const char* ciphers = nullptr, const std::string& certificate = "", const std::string& key = "") {
        context_ = SSL_CTX_new(TLS_client_method());
        if (ciphers) {
            SSL_CTX_set_max_proto_version(context_, TLS1_2_VERSION);
            SSL_CTX_set_cipher_list(context_, ciphers);
        }
        if (!certificate.empty()) {
            SSL_CTX_use_certificate_file(context_, certificate.c_str(), SSL_FILETYPE_PEM);
            SSL_CTX_use_PrivateKey_file(context_, key.c_str(), SSL_FILETYPE_PEM);
        }
        ssl_ = SSL_new(context_);
        SSL_set_fd(ssl_, fd_);
        return SSL_connect(ssl_) == 1;
    }
    void small_receive_buffer() {
        const int bytes = 4096;
        ::setsockopt(fd_, SOL_SOCKET, SO_RCVBUF, &bytes, sizeof bytes);
    }

    void send(const std::string& bytes) {
        std::size_t sent = 0;
        while (sent < bytes.size()) {
            const auto n = ssl_ ? SSL_write(ssl_, bytes.data() + sent, static_cast<int>(bytes.size() - sent))
                                : ::send(fd_, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
            if (n <= 0) return;  // the other side has closed; what it said before is still read
            sent += static_cast<std::size_t>(n);
        }
    }

    HttpReply http(const std::string& method, const std::string& target, const std::string& headers = "",
                   const std::string& body = "") {
        std::string length = body.empty() ? "" : "Content-Length: " + std::to_string(body.size()) + "\r\n";
        send(method + " " + target + " HTTP/1.1\r\nHost: memory\r\n" + headers + length + "\r\n" + body);
        return read_reply();
    }
    HttpReply read_reply() {
        HttpReply reply;
        const auto head_end = read_until("\r\n\r\n");
        if (head_end == std::string::npos) return reply;
        reply.head = take(head_end + 4);
        reply.status = std::atoi(reply.head.c_str() + reply.head.find(' '));
        if (const auto at = reply.head.find("Content-Length: "); at != std::string::npos)
            reply.body = take_exactly(static_cast<std::size_t>(std::atol(reply.head.c_str() + at + 16)));
        return reply;
    }

    // A chunked answer, its head and chunks as they came.
    std::string read_stream() {
        const auto end = read_until("0\r\n\r\n");
        return end == std::string::npos ? std::string() : take(end + 5);
    }

    // The status of the handshake; 101: frames may be sent.
    int upgrade(const std::string& token, const std::string& more = "",
                const std::string& protocol = "wetopi-memory.v1") {
        const auto offered = protocol.empty() ? "" : "Sec-WebSocket-Protocol: " + protocol + "\r\n";
        const auto bearer = token.empty() ? "" : "Authorization: Bearer " + token + "\r\n";
        return http("GET", "/v1/ws",
                    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n" +
                        offered + bearer + more)
            .status;
    }
    void ws_send(const std::string& payload, int opcode = 2) {
        std::string frame(1, static_cast<char>(0x80 | opcode));
        if (payload.size() < 126) {
            frame += static_cast<char>(0x80 | payload.size());
        } else if (payload.size() < 65536) {
            frame += static_cast<char>(0x80 | 126);
            frame += static_cast<char>(payload.size() >> 8);
            frame += static_cast<char>(payload.size());
        } else {
            frame += static_cast<char>(0x80 | 127);
            for (int shift = 56; shift >= 0; shift -= 8) frame += static_cast<char>(payload.size() >> shift);
        }
        const std::string mask = "\x12\x34\x56\x78";
        frame += mask;
        for (std::size_t i = 0; i < payload.size(); ++i) frame += static_cast<char>(payload[i] ^ mask[i % 4]);
        send(frame);
    }
    WsFrame ws_read() {
        WsFrame frame;
        const auto head = take_exactly(2);
        if (head.size() < 2) return WsFrame{-1, {}};
        frame.opcode = head[0] & 15;
        std::uint64_t bytes = static_cast<unsigned char>(head[1]) & 127;
        const auto extended = take_exactly(bytes == 126 ? 2 : bytes == 127 ? 8 : 0);
        if (!extended.empty()) bytes = 0;
        for (const char c : extended) bytes = (bytes << 8) | static_cast<unsigned char>(c);
        frame.payload = take_exactly(bytes);
        return frame;
    }
    std::string ws_text() { return ws_read().payload; }

    bool something_came() {  // and stays unread
        pollfd waiting{fd_, POLLIN, 0};
        return ::poll(&waiting, 1, 5000) == 1;
    }
    bool ended() {  // the other side has closed, and everything it sent was read
        while (fill()) read_.clear();
        return !timed_out_;
    }

private:
    void connect(const sockaddr* address, socklen_t bytes) {
        if (::connect(fd_, address, bytes) != 0)
            throw std::runtime_error(std::string("connect: ") + std::strerror(errno));
    }
    bool fill() {
        char chunk[65536];
        if (!ssl_ || SSL_pending(ssl_) == 0) {
            pollfd waiting{fd_, POLLIN, 0};
            if (::poll(&waiting, 1, 5000) <= 0) {
                timed_out_ = true;
                return false;
            }
        }
        const auto n = ssl_ ? SSL_read(ssl_, chunk, sizeof chunk) : ::recv(fd_, chunk, sizeof chunk, 0);
        if (n <= 0) return false;
        read_.append(chunk, static_cast<std::size_t>(n));
        return true;
    }
    std::size_t read_until(const std::string& what) {
        while (read_.find(what) == std::string::npos)
            if (!fill()) return std::string::npos;
        return read_.find(what);
    }
    std::string take(std::size_t bytes) {
        auto taken = read_.substr(0, bytes);
        read_.erase(0, bytes);
        return taken;
    }
    std::string take_exactly(std::size_t bytes) {
        while (read_.size() < bytes)
            if (!fill()) return {};
        return take(bytes);
    }

    int fd_;
    SSL_CTX* context_ = nullptr;
    SSL* ssl_ = nullptr;
    std::string read_;
    bool timed_out_ = false;
};

}  // namespace wm::test
