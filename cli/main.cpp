// wetopi-memory: the one binary. What each command does is in its own file; here is only what can be typed.
#include "cli/commands.hpp"
#include "cli/token.hpp"
#include "config/load.hpp"

#include <CLI/CLI.hpp>

#include <iostream>

namespace {

using namespace wm::cli;

// The token file is named by the configuration; without one it is where a daemon without one would look.
int token(const std::string& config_file, const std::vector<std::string>& args) {
    const auto loaded = wm::config::load_file(config_file, wm::config::process_environment());
    if (!loaded.ok()) {
        std::cerr << wm::config::describe(loaded);
        return misunderstood;
    }
    const auto& settings = *loaded.settings;
    const std::filesystem::path file =
        settings.tokens_file.empty() ? settings.data_dir + "/tokens.json" : settings.tokens_file;
    return token_command(args, file);
}

bool is_command(const CLI::App& app, const std::string& word) {
    const auto commands = app.get_subcommands([&](const CLI::App* command) { return command->get_name() == word; });
    return !commands.empty();
}

// CLI11 would only say that a subcommand is missing.
int unknown_command(const std::string& word) {
    std::cerr << "wetopi-memory: no command \"" << word << "\"; `wetopi-memory --help` lists them\n";
    return misunderstood;
}

}  // namespace

int main(int argc, char** argv) {
    CLI::App app("A governed, shared memory for every Hermes agent of a company", "wetopi-memory");
    app.set_version_flag("--version", WM_VERSION);
    app.require_subcommand(1);
    app.failure_message(CLI::FailureMessage::help);

    std::string config = default_config_file();
    const auto with_config = [&](CLI::App* command) {
        command->add_option("-c,--config", config, "configuration file")->capture_default_str();
    };

    auto* serve_command = app.add_subcommand("serve", "run the daemon until SIGTERM");
    with_config(serve_command);

    bool quiet = false;
    auto* check =
        app.add_subcommand("check-config", "name every problem of a configuration, or print what is in force");
    check->add_option("file", config, "configuration file")->capture_default_str();
    check->add_flag("-q,--quiet", quiet, "only the problems");

    std::vector<std::string> token_args;
    auto* token_app = app.add_subcommand(
        "token", "make, list and revoke tokens: create <agent> [--role agent|operator|metrics], list, revoke <id>");
    with_config(token_app);
    token_app->prefix_command();

    ReplayOptions replay_options;
    auto* replay_app =
        app.add_subcommand("replay", "send a recorded Hermes session and show what was kept and injected");
    replay_app->add_option("stream", replay_options.file, "recorded frames, one JSON object a line")->required();
    replay_app->add_option("--url", replay_options.url, "the daemon")->default_str("ws://127.0.0.1:7171");
    replay_app->add_option("--token", replay_options.token, "agent token; better in $WETOPI_MEMORY_TOKEN");

    StatusOptions status_options;
    auto* status_app = app.add_subcommand("status", "how the daemon is");
    status_app->add_option("--url", status_options.url, "the daemon")->default_str("ws://127.0.0.1:7171");
    status_app->add_option("--token", status_options.token, "operator token; better in $WETOPI_MEMORY_TOKEN");

    auto* hermes = app.add_subcommand("hermes", "the Hermes plugin");
    hermes->require_subcommand(1);
    HermesInstallOptions install_options;
    auto* install = hermes->add_subcommand(
        "install", "copy the plugin into a HERMES_HOME, enable it, write URL and token, try the connection");
    install->add_option("--home", install_options.home, "HERMES_HOME; default $HERMES_HOME, else ~/.hermes");
    install->add_option("-p,--profile", install_options.profile, "profile of that home");
    install->add_option("--url", install_options.url, "the daemon")->default_str("ws://127.0.0.1:7171");
    install->add_option("--token", install_options.token, "the agent's token; better in $WETOPI_MEMORY_TOKEN");

    std::string subject;
    auto* documentation = app.add_subcommand("document", "print generated documentation");
    documentation->add_option("subject", subject, "what")->required()->check(CLI::IsMember({"config", "metrics"}));

    for (auto* options : {&replay_options.url, &status_options.url, &install_options.url})
        *options = "ws://127.0.0.1:7171";
    if (argc > 1 && argv[1][0] != '-' && !is_command(app, argv[1])) return unknown_command(argv[1]);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        const auto code = app.exit(error);
        return code == 0 ? done : misunderstood;
    }
    if (*serve_command) return serve(config);
    if (*check) return check_config(config, quiet);
    if (*token_app) return token(config, token_app->remaining());
    if (*replay_app) return replay(replay_options);
    if (*status_app) return status(status_options);
    if (*install) return hermes_install(install_options);
    return print_documentation(subject);
}
