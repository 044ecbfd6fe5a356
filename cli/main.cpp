// wetopi-memory: the one binary. What each command does is in its own file; here is only what can be typed.
#include "cli/commands.hpp"
#include "cli/token.hpp"
#include "cli/transfer.hpp"
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

struct Options {
    std::string config = default_config_file();
    bool quiet = false;
    ReplayOptions replay;
    StatusOptions status;
    McpOptions mcp;
    HermesAuditOptions hermes_audit;
    ReloadOptions reload;
    DeadLetterOptions dead_letters;
    AuditOptions audit;
    std::string key_file;
    ExplainOptions explain;
    HermesInstallOptions install;
    EvaluateOptions evaluate;
    ScanOptions scan;
    BootstrapOptions bootstrap;
    LocomoOptions locomo;
    LoadOptions load;
    BackupOptions backup;
    ExportOptions out;
    ImportOptions in;
    std::string subject;
};

constexpr auto local_daemon = "ws://127.0.0.1:7171";

void with_config(CLI::App* command, Options& o) {
    command->add_option("-c,--config", o.config, "configuration file")->capture_default_str();
}
void with_daemon(CLI::App* command, std::string& url, std::string& token, const char* whose) {
    url = local_daemon;
    command->add_option("--url", url, "the daemon")->capture_default_str();
    command->add_option("--token", token, std::string(whose) + " token; better in $WETOPI_MEMORY_TOKEN");
}

void add_daemon_commands(CLI::App& app, Options& o) {
    with_config(app.add_subcommand("serve", "run the daemon until SIGTERM"), o);
    auto* check =
        app.add_subcommand("check-config", "name every problem of a configuration, or print what is in force");
    check->add_option("file", o.config, "configuration file")->capture_default_str();
    check->add_flag("-q,--quiet", o.quiet, "only the problems");
    auto* token_app = app.add_subcommand("token",
                                         "make, list, rotate and revoke tokens: create <agent> [--role "
                                         "agent|operator|metrics], list, rotate <id>, revoke <id>");
    with_config(token_app, o);
    token_app->prefix_command();
    with_daemon(app.add_subcommand("status", "how the daemon is"), o.status.url, o.status.token, "operator");
    with_daemon(app.add_subcommand("reload", "have the daemon read its rule packs anew (routing.rules_dir)"),
                o.reload.url, o.reload.token, "operator");
}

void add_spool(CLI::App& app, Options& o) {
    auto& letters = o.dead_letters;
    auto* command = app.add_subcommand("dead-letters", "batches that the backend refused for good");
    command->add_option("do", letters.what, "list, show, fix, replay, drop")
        ->capture_default_str()
        ->check(CLI::IsMember({"list", "show", "fix", "replay", "drop"}));
    command->add_option("ids", letters.ids, "which; replay without one: all");
    command->add_option("--most", letters.most, "how many are listed")
        ->capture_default_str()
        ->check(CLI::Range(1, 1000));
    command->add_option("--item", letters.item, "fix: which of its items")->capture_default_str();
    command->add_option("--text", letters.text, "fix: what the item says now; without it the item is taken out");
    command->add_flag("--json", letters.json, "for machines: docs/openapi.yaml");
    command->add_flag("--offline", letters.offline, "on the spool's file, while no daemon runs");
    with_config(command, o);
    with_daemon(command, letters.url, letters.token, "operator");
    auto* audit_app = app.add_subcommand("audit", "who did what with which outcome: verify the trail, or print it");
    audit_app->add_option("do", o.audit.what, "verify, export (one JSON object a line)")
        ->capture_default_str()
        ->check(CLI::IsMember({"verify", "export"}));
    with_config(audit_app, o);
    app.add_subcommand("spool-key", "make a key that seals the queue on disk (spool.key_file)")
        ->add_option("--out", o.key_file, "put it in front of those in this file; without it it is printed");
}

void add_explain(CLI::App& app, Options& o) {
    auto* command = app.add_subcommand("explain", "why a recent turn recalled what it did; how a text is routed");
    command->add_option("turn", o.explain.turn, "the turn; without one the latest are listed");
    command->add_option("--session", o.explain.session, "list the turns of one session");
    command->add_option("--agent", o.explain.agent, "of one agent; with --text: who would say it");
    command->add_option("--last", o.explain.last, "how many are listed")
        ->capture_default_str()
        ->check(CLI::Range(1, 100));
    command->add_flag("--json", o.explain.json, "for machines: docs/openapi.yaml");
    command->add_option("--text", o.explain.text, "route this text by the configured rules, without a daemon");
    with_config(command, o);
    with_daemon(command, o.explain.url, o.explain.token, "operator");
}

void add_bootstrap(CLI::App& app, Options& o) {
    auto* bootstrap_app = app.add_subcommand(
        "bootstrap",
        "make and mend the declared banks of the Hindsight server, and verify them; exit code 3: a dry run "
        "found a difference");
    bootstrap_app->add_option("banks", o.bootstrap.banks,
                              "declared banks; default backend.banks_file, else those in the binary (--print)");
    bootstrap_app->add_flag("-n,--dry-run", o.bootstrap.dry_run, "show the differences and change nothing");
    bootstrap_app->add_flag("--prune-report", o.bootstrap.prune_report,
                            "list banks of the server that nobody declared; none is ever deleted");
    bootstrap_app->add_flag("--json", o.bootstrap.json, "one JSON object instead of text");
    bootstrap_app->add_flag("--print", o.bootstrap.print, "print the banks in the binary, to copy and change");
    with_config(bootstrap_app, o);
}

void add_agent_commands(CLI::App& app, Options& o) {
    auto* replay_app =
        app.add_subcommand("replay", "send a recorded Hermes session and show what was kept and injected");
    replay_app->add_option("stream", o.replay.file, "recorded frames, one JSON object a line")->required();
    with_daemon(replay_app, o.replay.url, o.replay.token, "agent");
    with_daemon(app.add_subcommand("mcp",
                                   "speak the Model Context Protocol on standard input and output, for the running "
                                   "daemon"),
                o.mcp.url, o.mcp.token, "agent");
    auto* hermes = app.add_subcommand("hermes", "the Hermes plugin");
    hermes->require_subcommand(1);
    auto* install = hermes->add_subcommand(
        "install", "copy the plugin into a HERMES_HOME, enable it, write URL and token, try the connection");
    install->add_option("--home", o.install.home, "HERMES_HOME; default $HERMES_HOME, else ~/.hermes");
    install->add_option("-p,--profile", o.install.profile, "profile of that home");
    with_daemon(install, o.install.url, o.install.token, "agent");
    auto* audit = hermes->add_subcommand(
        "audit", "what Hermes' memory files hold, entry by entry: type, age, and what would be done with it");
    audit->add_option("--home", o.hermes_audit.home, "HERMES_HOME; default $HERMES_HOME, else ~/.hermes");
    audit->add_option("-p,--profile", o.hermes_audit.profile, "profile of that home");
    audit->add_option("--file", o.hermes_audit.file, "another file of that form, with hot.characters_max");
    audit->add_flag("--json", o.hermes_audit.json, "for machines");
    with_config(audit, o);
}

void add_tools(CLI::App& app, Options& o) {
    auto* evaluate_app = app.add_subcommand("evaluate", "judge labelled turns and write what was decided");
    evaluate_app->add_option("turns", o.evaluate.turns, "labelled turns, one JSON object a line")->required();
    evaluate_app->add_option("--predictions", o.evaluate.predictions, "file to write")->required();
    evaluate_app->add_option("--tool-output", o.evaluate.tool_output,
                             "folder of captured output (*.txt) to put around each tool result");
    evaluate_app->add_option("--output-bytes", o.evaluate.output_bytes, "of it, around one result")
        ->check(CLI::Range(std::size_t{0}, std::size_t{1} << 20));
    auto* scan_app = app.add_subcommand("scan", "find the secrets in texts, and write the texts without them");
    scan_app->add_option("files", o.scan.files, "what to read; - or none: standard input");
    auto* jsonl =
        scan_app->add_flag("--jsonl", o.scan.jsonl,
                           R"({"id","text"} a line in, {"id","findings","redacted"} a line out; offsets in bytes)");
    scan_app->add_option("--rules", o.scan.rules, "your own rules, as in secrets.rules_file");
    scan_app->add_flag("--redact", o.scan.redact, "write the text without its secrets")->excludes(jsonl);
    auto* documentation = app.add_subcommand("document", "print generated documentation");
    documentation->add_option("subject", o.subject, "what")->required()->check(CLI::IsMember({"config", "metrics"}));
}

void add_load(CLI::App& bench, LoadOptions& load) {
    auto* command = bench.add_subcommand(
        "load", "agents that speak at a constant rate, and how long each waits; without --url on a daemon of its own");
    auto* url = command->add_option("--url", load.url, "a running daemon; what the agents say is kept there");
    command->add_option("--token", load.token, "agent token; better in $WETOPI_MEMORY_TOKEN");
    command->add_option("--pid", load.pid, "that daemon's process, for its CPU and memory")->needs(url);
    command->add_option("--hindsight", load.hindsight, "URL of the own daemon's backend; else the embedded store")
        ->excludes(url);
    command->add_option("--rate", load.rate, "turns a second, of all agents together")
        ->capture_default_str()
        ->check(CLI::Range(0.01, 1e6));
    command->add_option("--seconds", load.seconds, "counted")->capture_default_str()->check(CLI::Range(1.0, 86400.0));
    command->add_option("--warm-up", load.warm_up, "seconds before, not counted")
        ->capture_default_str()
        ->check(CLI::Range(0.0, 3600.0));
    command->add_option("--connections", load.connections, "agents, each on its own")
        ->capture_default_str()
        ->check(CLI::Range(1, 60000));
    command->add_option("--ramp", load.ramp, "seconds within which they connect")
        ->capture_default_str()
        ->check(CLI::Range(0.0, 3600.0));
    command->add_option("--tools", load.tools, "tool calls a turn; 0: as many as the turn has")
        ->capture_default_str()
        ->check(CLI::Range(0, 100));
    command->add_option("--result-bytes", load.result_bytes, "of each tool call at least")
        ->capture_default_str()
        ->check(CLI::Range(0, 1 << 19));
    command->add_option("--searches", load.searches, "share of the turns with a memory_search")
        ->capture_default_str()
        ->check(CLI::Range(0.0, 1.0));
    command->add_option("--think", load.think_ms, "milliseconds between an answer and the agent's next message")
        ->capture_default_str()
        ->check(CLI::Range(0, 600000));
    command->add_option("--turns", load.turns, "turns to say, as for `evaluate`; else those of the product");
    command->add_option("--seed", load.seed, "of the order of turns")->capture_default_str();
    command->add_flag("--json", load.json, "one JSON object");
    command->add_option("--html", load.html, "a page with plots, to be written");
}

void add_store(CLI::App& app, Options& o) {
    auto* backup_app = app.add_subcommand("backup", "copy the embedded store into one file, while the daemon runs");
    backup_app->add_option("file", o.backup.file, "to be made; must not exist")->required();
    with_config(backup_app, o);
    auto* export_app =
        app.add_subcommand("export", "write the memories of the embedded store as text, while the daemon runs");
    export_app->add_option("--format", o.out.format, "jsonl (which `import` reads), markdown, graphml")
        ->capture_default_str()
        ->check(CLI::IsMember({"jsonl", "markdown", "graphml"}));
    export_app->add_option("--out", o.out.file, "to be made; without it standard output");
    with_config(export_app, o);
    auto* import_app = app.add_subcommand(
        "import", "bring an export into the embedded store, while no daemon runs; what is there already stays");
    import_app->add_option("file", o.in.file, "made by `export --format jsonl`")->required();
    import_app->add_flag("-n,--dry-run", o.in.dry_run, "say what would be added and change nothing");
    with_config(import_app, o);
    auto* bench = app.add_subcommand("bench", "measure this machine's memory");
    bench->require_subcommand(1);
    add_load(*bench, o.load);
    auto* locomo = bench->add_subcommand(
        "locomo", "how well the embedded store finds what was said in dialogues, beside plain FTS5 in the same run");
    locomo->add_option("file", o.locomo.file, "dialogues with questions, in LoCoMo's format (not shipped)")->required();
    locomo->add_flag("--dates", o.locomo.dates, "tell both searches when a session took place");
    locomo->add_flag("--one-store", o.locomo.one_store, "all conversations in one store, searched at once");
    locomo->add_option("--half", o.locomo.half, "only every other conversation")
        ->check(CLI::IsMember({"first", "second"}));
    locomo->add_flag("--json", o.locomo.json, "one JSON object");
}

int run(const CLI::App& app, const Options& o) {
    const auto chosen = [&](const char* name) { return app.got_subcommand(name); };
    if (chosen("serve")) return serve(o.config);
    if (chosen("check-config")) return check_config(o.config, o.quiet);
    if (chosen("token")) return token(o.config, app.get_subcommand("token")->remaining());
    if (chosen("status")) return status(o.status);
    if (chosen("reload")) return reload(o.reload);
    if (chosen("dead-letters")) {
        auto letters = o.dead_letters;
        letters.config = o.config;
        return dead_letters(letters);
    }
    if (chosen("audit")) return audit({o.audit.what, o.config});
    if (chosen("spool-key")) return spool_key(o.key_file);
    if (chosen("explain")) {
        auto explain_options = o.explain;
        const auto* command = app.get_subcommand("explain");
        explain_options.text_given = command->count("--text") > 0;
        explain_options.config_given = command->count("--config") > 0;
        explain_options.config = o.config;
        return explain(explain_options);
    }
    if (chosen("mcp")) return mcp(o.mcp);
    if (chosen("replay")) return replay(o.replay);
    if (chosen("hermes")) {
        const auto* hermes = app.get_subcommand("hermes");
        if (!hermes->got_subcommand("audit")) return hermes_install(o.install);
        auto audit_options = o.hermes_audit;
        audit_options.config = o.config;
        audit_options.config_given = hermes->get_subcommand("audit")->count("--config") > 0;
        return hermes_audit(audit_options);
    }
    if (chosen("evaluate")) return evaluate(o.evaluate);
    if (chosen("backup")) return backup({o.backup.file, o.config});
    if (chosen("export")) return export_memories({o.out.format, o.out.file, o.config});
    if (chosen("import")) return import_memories({o.in.file, o.in.dry_run, o.config});
    if (chosen("bench"))
        return app.get_subcommand("bench")->got_subcommand("load") ? bench_load(o.load) : bench_locomo(o.locomo);
    if (chosen("scan")) return scan(o.scan);
    if (chosen("bootstrap")) {
        auto options = o.bootstrap;
        options.config = o.config;
        return bootstrap(options);
    }
    return print_documentation(o.subject);
}

}  // namespace

int main(int argc, char** argv) {
    CLI::App app("A governed, shared memory for every Hermes agent of a company", "wetopi-memory");
    app.set_version_flag("--version", WM_VERSION);
    app.require_subcommand(1);
    app.failure_message(CLI::FailureMessage::help);
    Options options;
    add_daemon_commands(app, options);
    add_spool(app, options);
    add_explain(app, options);
    add_bootstrap(app, options);
    add_agent_commands(app, options);
    add_tools(app, options);
    add_store(app, options);
    if (argc > 1 && argv[1][0] != '-' && !is_command(app, argv[1])) return unknown_command(argv[1]);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        const auto code = app.exit(error);
        return code == 0 ? done : misunderstood;
    }
    return run(app, options);
}
