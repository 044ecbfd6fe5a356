#include "cli/asking.hpp"
#include "cli/commands.hpp"
#include "cli/hermes_home.hpp"
#include "cli/plugin_files.hpp"
#include "config/hermes_config.hpp"
#include "net/client.hpp"
#include "runtime/asio_time.hpp"

#include <boost/json.hpp>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace wm::cli {
namespace {

namespace fs = std::filesystem;
constexpr auto plugin_name = "wetopi-memory";

int fault(const std::string& message, int code = failed) {
    std::cerr << "wetopi-memory hermes install: " << message << '\n';
    return code;
}

// In one step, so that a crash leaves the old file or the new one; `mode` from the first byte on.
bool write_file(const fs::path& path, std::string_view content, mode_t mode) {
    const auto draft = path.string() + ".new";
    const int file = ::open(draft.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode);
    if (file < 0) return false;
    bool good = ::fchmod(file, mode) == 0;
    while (good && !content.empty()) {
        const auto written = ::write(file, content.data(), content.size());
        good = written > 0;
        if (good) content.remove_prefix(static_cast<std::size_t>(written));
    }
    good = ::fsync(file) == 0 && good;
    ::close(file);
    return good && ::rename(draft.c_str(), path.c_str()) == 0;
}

std::string read_file(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    std::stringstream out;
    out << in.rdbuf();
    return out.str();
}

// A token that was made a moment ago is known to a running daemon only when it has looked at the file again.
std::variant<std::unique_ptr<Client>, ClientError> connect(const std::string& url, const Secret& token) {
    constexpr Millis within{5000}, until_it_has_looked{2500};
    auto connected = Client::connect(url, token, within);
    const auto* error = std::get_if<ClientError>(&connected);
    if (!error || !error->token_unknown) return connected;
    boost::asio::io_context io(1);
    AsioTime time(io);
    time.call_at(time.now() + until_it_has_looked, [] {});
    io.run();
    return Client::connect(url, token, within);
}

}  // namespace

int hermes_install(const HermesInstallOptions& options) {
    const auto token = token_from(options.token);
    if (token.empty())
        return fault("no token: make one with `wetopi-memory token create <agent>` and set WETOPI_MEMORY_TOKEN",
                     misunderstood);
    const auto url = parse_daemon_url(options.url);
    if (const auto* error = std::get_if<ClientError>(&url)) return fault(error->message, misunderstood);
    const auto home = hermes_home(options.home, options.profile);
    if (!fs::is_directory(home))
        return fault(home.string() +
                     ": no such Hermes home; run hermes once there, or name it with --home and --profile");

    std::error_code ec;
    const auto plugin = home / "plugins" / plugin_name;
    fs::create_directories(plugin, ec);
    fs::create_directories(home / plugin_name, ec);
    for (const auto& [name, content] : plugin_files())
        if (!write_file(plugin / name, content, 0644)) return fault((plugin / name).string() + ": cannot be written");
    std::cout << "plugin      " << plugin.string() << '\n';

    const auto config = home / "config.yaml";
    const auto before = read_file(config);
    const auto enabled = config::with_plugin_enabled(before, plugin_name);
    if (const auto* error = std::get_if<config::HermesConfigFault>(&enabled))
        return fault(config.string() + " " + error->message);
    const auto& after = std::get<std::string>(enabled);
    if (after != before) {
        if (!before.empty() && !write_file(config.string() + ".before-wetopi-memory", before, 0600))
            return fault(config.string() + ": cannot be copied");
        const auto mode = before.empty() ? 0600 : static_cast<mode_t>(fs::status(config).permissions());
        if (!write_file(config, after, mode)) return fault(config.string() + ": cannot be written");
    }
    std::cout << "enabled in  " << config.string() << (after == before ? " (it was already)" : "") << '\n';

    const auto connection = home / plugin_name / "connection.json";
    if (!write_file(connection,
                    boost::json::serialize(boost::json::object{{"url", options.url}, {"token", token.reveal()}}), 0600))
        return fault(connection.string() + ": cannot be written");
    std::cout << "connection  " << connection.string() << '\n';

    const auto connected = connect(options.url, token);
    if (const auto* error = std::get_if<ClientError>(&connected))
        return fault("installed, but not reachable: " + error->message);
    boost::system::error_code bad;
    const auto hello = boost::json::parse(std::get<std::unique_ptr<Client>>(connected)->hello(), bad);
    const auto text = [&](const char* key) {
        const auto* value = hello.is_object() ? hello.as_object().if_contains(key) : nullptr;
        return value && value->is_string() ? std::string(value->as_string()) : std::string("?");
    };
    std::cout << "daemon      answers as " << text("agent") << ", version " << text("version") << '\n';
    const bool hindsight = config::memory_provider(after) == std::optional<std::string>("hindsight");
    if (hindsight && text("personal_owner") == "plane")
        std::cout << "warning     memory.provider is hindsight while the daemon owns personal memory: two writers to "
                     "one bank.\n"
                     "            Take memory.provider out of "
                  << config.string() << ", or set personal.owner: native in the daemon.\n";
    return done;
}

}  // namespace wm::cli
