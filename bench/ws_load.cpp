// Load for the context path: N WebSocket connections in a closed loop, each with one question under way, and the CPU time
// that the server's threads spent on them. One epoll loop and hand-written frames, so that the client stays cheap.
//
//   ws_load --port P --pid SERVER --event FILE --connections 64 --seconds 2 [--first 0] [--token T] [--greets] [--think MS]
//
// In the event @S@@ stands for the connection's number (4 digits) and @N@@@@@@@ for the message's number (9 digits). Writes
// one JSON object: messages, cpu_us (of the server, a message), p50_us, p99_us, reply_bytes, cached (replies that came from
// the cache), replies_per_s.

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

struct Options {
    std::uint16_t port = 0;
    int pid = 0;
    std::string event, token;
    int connections = 64, first = 0;
    double seconds = 2;
    bool greets = false;
    int think_ms = 0;
};

[[noreturn]] void give_up(const std::string& why) {
    std::cerr << "ws_load: " << why << '\n';
    std::exit(1);
}

Options parse(int argc, char** argv) {
    Options o;
    for (int i = 1; i < argc; ++i) {
        const std::string_view key = argv[i];
        if (key == "--greets") {
            o.greets = true;
            continue;
        }
        if (++i == argc) give_up("what is the value of " + std::string(key) + "?");
        const std::string value = argv[i];
        if (key == "--port") o.port = static_cast<std::uint16_t>(std::stoi(value));
        else if (key == "--pid") o.pid = std::stoi(value);
        else if (key == "--event") o.event = value;
        else if (key == "--token") o.token = value;
        else if (key == "--connections") o.connections = std::stoi(value);
        else if (key == "--first") o.first = std::stoi(value);
        else if (key == "--seconds") o.seconds = std::stod(value);
        else if (key == "--think") o.think_ms = std::stoi(value);
        else give_up("unknown option " + std::string(key));
    }
    return o;
}

// Nanoseconds that all threads of a process have run: /proc/<pid>/task/*/schedstat.
std::uint64_t cpu_ns(int pid) {
    std::uint64_t sum = 0;
    for (const auto& task : std::filesystem::directory_iterator("/proc/" + std::to_string(pid) + "/task")) {
        std::uint64_t ran = 0;
        std::ifstream(task.path() / "schedstat") >> ran;
        sum += ran;
    }
    return sum;
}

void write_digits(char* at, std::size_t width, std::uint64_t value) {
    for (auto i = width; i-- > 0; value /= 10) at[i] = static_cast<char>('0' + value % 10);
}

constexpr unsigned char mask[4] = {0x37, 0xfa, 0x21, 0x3d};

class Connection {
public:
    Connection(const Options& o, std::string event, int number) : frame_(std::move(event)) {
        for (auto at = frame_.find("@S@@"); at != std::string::npos; at = frame_.find("@S@@", at))
            write_digits(frame_.data() + at, 4, static_cast<std::uint64_t>(number));
        for (auto at = frame_.find("@N@@@@@@@"); at != std::string::npos; at = frame_.find("@N@@@@@@@", at + 9))
            numbers_.push_back(at);
        open(o);
        if (o.greets) receive_blocking();  // the daemon speaks first
    }
    int fd() const { return fd_; }

    void ask(Clock::time_point now) {
        ++asked_;
        for (const auto at : numbers_) write_digits(frame_.data() + at, 9, 100000000 + asked_);
        wire_.clear();
        wire_ += static_cast<char>(0x82);  // binary, whole
        if (frame_.size() < 126) {
            wire_ += static_cast<char>(0x80 | frame_.size());
        } else if (frame_.size() < 65536) {
            wire_ += static_cast<char>(0x80 | 126);
            wire_ += static_cast<char>(frame_.size() >> 8);
            wire_ += static_cast<char>(frame_.size() & 255);
        } else {
            give_up("an event of 64 KiB and more");
        }
        wire_.append(reinterpret_cast<const char*>(mask), 4);
        const auto begin = wire_.size();
        wire_ += frame_;
        for (std::size_t i = 0; i < frame_.size(); ++i) wire_[begin + i] ^= static_cast<char>(mask[i & 3]);
        sent_ = now;
        for (std::size_t done = 0; done < wire_.size();) {
            const auto n = ::send(fd_, wire_.data() + done, wire_.size() - done, MSG_NOSIGNAL);
            if (n <= 0) give_up("the server closed a connection");
            done += static_cast<std::size_t>(n);
        }
    }
    // True when a whole answer has arrived; a `pending` is none.
    bool receive() {
        char block[65536];
        const auto n = ::recv(fd_, block, sizeof block, MSG_DONTWAIT);
        if (n < 0 && (errno == EAGAIN || errno == EINTR)) return false;
        if (n <= 0) give_up("the server closed a connection");
        in_.append(block, static_cast<std::size_t>(n));
        while (take_frame())
            if (payload_.find("\"type\":\"pending\"") == std::string::npos) return true;
        return false;
    }
    Clock::time_point sent() const { return sent_; }
    const std::string& payload() const { return payload_; }

private:
    void open(const Options& o) {
        fd_ = ::socket(AF_INET, SOCK_STREAM, 0);
        sockaddr_in to{};
        to.sin_family = AF_INET;
        to.sin_port = htons(o.port);
        to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        if (::connect(fd_, reinterpret_cast<sockaddr*>(&to), sizeof to) != 0) give_up("nobody listens");
        const int on = 1;
        ::setsockopt(fd_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        std::string head =
            "GET /v1/ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Protocol: wetopi-memory.v1\r\n";
        if (!o.token.empty()) head += "Authorization: Bearer " + o.token + "\r\n";
        head += "\r\n";
        if (::send(fd_, head.data(), head.size(), MSG_NOSIGNAL) != static_cast<ssize_t>(head.size()))
            give_up("nobody reads");
        std::string answer;
        for (char c = 0; !answer.ends_with("\r\n\r\n");) {
            if (::recv(fd_, &c, 1, 0) != 1) give_up("no answer to the upgrade");
            answer += c;
        }
        if (!answer.starts_with("HTTP/1.1 101")) give_up("the upgrade was refused: " + answer.substr(0, 40));
    }
    void receive_blocking() {
        while (!take_frame()) {
            char block[4096];
            const auto n = ::recv(fd_, block, sizeof block, 0);
            if (n <= 0) give_up("no greeting");
            in_.append(block, static_cast<std::size_t>(n));
        }
    }
    bool take_frame() {
        if (in_.size() < 2) return false;
        const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(in_[at]); };
        std::size_t size = byte(1) & 127, head = 2;
        if (size == 126) {
            if (in_.size() < 4) return false;
            size = byte(2) << 8 | byte(3);
            head = 4;
        } else if (size == 127) {
            give_up("an answer of 64 KiB and more");
        }
        if (in_.size() < head + size) return false;
        if ((byte(0) & 15) == 8) give_up("the server closed: " + in_.substr(head + 2, size - 2));
        payload_.assign(in_, head, size);
        in_.erase(0, head + size);
        return true;
    }

    int fd_ = -1;
    std::string frame_, wire_, in_, payload_;
    std::vector<std::size_t> numbers_;
    std::uint64_t asked_ = 0;
    Clock::time_point sent_{};
};

struct Result {
    std::vector<std::uint32_t> ns;  // of each round trip
    std::uint64_t cpu = 0, bytes = 0, cached = 0;
    double seconds = 0;
};

Result run(const Options& o, std::vector<Connection>& connections) {
    const int poll = ::epoll_create1(0);
    for (std::size_t i = 0; i < connections.size(); ++i) {
        epoll_event event{};
        event.events = EPOLLIN;
        event.data.u64 = i;
        ::epoll_ctl(poll, EPOLL_CTL_ADD, connections[i].fd(), &event);
    }
    Result result;
    result.ns.reserve(1 << 20);
    const auto begin = Clock::now();
    const auto warm = begin + std::chrono::milliseconds(200);
    const auto end = warm + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(o.seconds));
    for (auto& connection : connections) connection.ask(Clock::now());
    bool measuring = false;
    auto now = Clock::now();
    std::size_t under_way = connections.size();
    Clock::time_point from{};
    while (under_way > 0) {
        epoll_event events[128];
        // Never sleeps: a server that is slower than its client would pay for waking it, one that is faster would not.
        const int n = ::epoll_wait(poll, events, 128, 0);
        if (n < 0 || Clock::now() > end + std::chrono::seconds(10)) give_up("no answer in ten seconds");
        for (int i = 0; i < n; ++i) {
            auto& connection = connections[events[i].data.u64];
            if (!connection.receive()) continue;
            now = Clock::now();
            if (measuring) {
                result.ns.push_back(static_cast<std::uint32_t>(
                    std::chrono::duration_cast<std::chrono::nanoseconds>(now - connection.sent()).count()));
                result.bytes += connection.payload().size();
                result.cached += connection.payload().find("\"source\":\"cache\"") != std::string::npos;
            } else if (now > warm) {
                measuring = true;
                from = now;
                result.cpu = cpu_ns(o.pid);
            }
            if (now >= end) {
                if (under_way-- == connections.size()) {
                    result.cpu = cpu_ns(o.pid) - result.cpu;
                    result.seconds = std::chrono::duration<double>(now - from).count();
                    return result;
                }
                continue;
            }
            if (o.think_ms > 0) ::usleep(static_cast<useconds_t>(o.think_ms) * 1000);
            connection.ask(Clock::now());
        }
    }
    return result;
}

double percentile(std::vector<std::uint32_t>& sorted, double share) {
    if (sorted.empty()) return 0;
    const auto at = std::min(sorted.size() - 1, static_cast<std::size_t>(share * static_cast<double>(sorted.size())));
    return sorted[at] / 1000.0;
}

}  // namespace

int main(int argc, char** argv) {
    const auto o = parse(argc, argv);
    std::ifstream file(o.event, std::ios::binary);
    if (!file) give_up("no event file " + o.event);
    std::stringstream event;
    event << file.rdbuf();
    std::vector<Connection> connections;
    for (int i = 0; i < o.connections; ++i) connections.emplace_back(o, event.str(), o.first + i);
    auto result = run(o, connections);
    const auto messages = result.ns.size();
    if (messages == 0) give_up("nothing was measured");
    std::sort(result.ns.begin(), result.ns.end());
    std::printf(
        "{\"messages\":%zu,\"cpu_us\":%.3f,\"p50_us\":%.1f,\"p99_us\":%.1f,\"reply_bytes\":%.1f,\"cached\":%llu,"
        "\"replies_per_s\":%.0f}\n",
        messages, static_cast<double>(result.cpu) / 1000.0 / static_cast<double>(messages), percentile(result.ns, 0.5),
        percentile(result.ns, 0.99), static_cast<double>(result.bytes) / static_cast<double>(messages),
        static_cast<unsigned long long>(result.cached), static_cast<double>(messages) / result.seconds);
}
