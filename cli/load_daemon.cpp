#include "cli/load_daemon.hpp"

#include "net/client.hpp"
#include "net/tokens.hpp"
#include "runtime/asio_time.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace wm::cli {
namespace {

constexpr Millis ready_within{15000};

// One that nobody has now; another process may take it before the daemon does, which then says so.
std::string free_port() {
    boost::asio::io_context io;
    namespace ip = boost::asio::ip;
    const ip::tcp::acceptor acceptor(io, {ip::address_v4::loopback(), 0});
    return std::to_string(acceptor.local_endpoint().port());
}

std::string config_text(const std::string& port, const std::string& hindsight, std::size_t connections) {
    std::ostringstream out;
    // Relative, since a socket's path must be short; the daemon is started in its folder.
    out << "version: 1\ndata_dir: data\nlisten: {port: " << port << "}\nlog: {level: warning}\n";
    if (!hindsight.empty()) out << "backend: {type: hindsight, url: \"" << hindsight << "\"}\n";
    out << R"(stores:
  personal: {bank_template: "user-{internal_user_id}"}
  business: {bank: corp-business}
  platform: {bank: corp-platform}
identity:
  users:
    u_load: {allowed_scopes: [personal, business, platform]}
  profiles: {default: {owner: u_load}}
  agents:
    load: {allowed_scopes: [personal, business, platform]}
)";
    out << "limits: {messages_per_second_max: 100000, connections_max: " << connections + 16 << "}\n";
    return out.str();
}

std::string last_words(const std::string& file) {
    std::ifstream in(file);
    std::ostringstream all;
    all << in.rdbuf();
    const auto text = all.str();
    return text.substr(text.size() > 600 ? text.size() - 600 : 0);
}

bool ended(pid_t pid) { return waitpid(pid, nullptr, WNOHANG) != 0; }

}  // namespace

std::variant<std::unique_ptr<LoadDaemon>, std::string> LoadDaemon::start(const std::string& folder,
                                                                         const std::string& hindsight,
                                                                         std::size_t connections) {
    boost::asio::io_context io;
    const AsioTime time(io);
    std::unique_ptr<LoadDaemon> daemon(new LoadDaemon);
    const auto port = free_port(), config = folder + "/daemon.yaml", log = folder + "/log";
    std::filesystem::create_directory(folder + "/data");
    std::filesystem::permissions(folder + "/data", std::filesystem::perms::owner_all);
    std::ofstream(config) << config_text(port, hindsight, connections);
    auto made = TokenFile(folder + "/data/tokens.json").create("load", Role::agent, time.wall());
    if (auto* fault = std::get_if<TokenFault>(&made)) return fault->message;
    daemon->token_ = std::get<NewToken>(made).token;
    daemon->url_ = "ws://127.0.0.1:" + port;

    std::string program = "/proc/self/exe", serve = "serve", option = "--config", file = config;
    std::array<char*, 5> arguments = {program.data(), serve.data(), option.data(), file.data(), nullptr};
    posix_spawn_file_actions_t actions{};
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
    const int failed = posix_spawn(&daemon->pid_, program.c_str(), &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failed != 0) {
        daemon->pid_ = 0;
        return std::string("the daemon cannot be started: ") + std::strerror(failed);
    }
    const auto until = time.now() + ready_within;
    while (time.now() < until) {
        const auto page = fetch(daemon->url_, "/readyz", {}, Millis(1000));
        if (const auto* answer = std::get_if<Page>(&page); answer && answer->status == 200) return daemon;
        if (ended(daemon->pid_)) {
            daemon->pid_ = 0;
            break;
        }
        usleep(10'000);
    }
    return "the daemon did not get ready: " + last_words(log);
}

LoadDaemon::~LoadDaemon() {
    if (pid_ == 0) return;
    kill(pid_, SIGTERM);
    waitpid(pid_, nullptr, 0);
}

ProcessUse use_of(pid_t pid) {
    ProcessUse use;
    const auto folder = "/proc/" + std::to_string(pid);
    std::error_code ec;
    for (std::filesystem::directory_iterator it(folder + "/task", ec), end; !ec && it != end; it.increment(ec)) {
        std::uint64_t ran = 0;
        std::ifstream(it->path() / "schedstat") >> ran;
        use.cpu_ns += ran;
    }
    std::uint64_t all = 0, resident = 0;
    std::ifstream(folder + "/statm") >> all >> resident;
    use.rss_bytes = resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    return use;
}

void allow_open_files() {
    rlimit limit{};
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace wm::cli
