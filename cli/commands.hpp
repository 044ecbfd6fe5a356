#pragma once
// The commands of the one binary. Each prints to standard output, its faults to standard error, and returns the exit code:
// 0 done, 1 could not be done, 2 the call or the configuration is not understood, 3 a dry run found something to do.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace wm::cli {

enum Exit : int { done = 0, failed = 1, misunderstood = 2, drift = 3 };

// Where the configuration is looked for when no --config says: $WETOPI_MEMORY_CONFIG, ./wetopi-memory.yaml,
// /etc/wetopi-memory/config.yaml. The first that exists; otherwise the first place a person would put one.
std::string default_config_file();

int serve(const std::string& config_file);
int check_config(const std::string& config_file, bool quiet);
int print_documentation(const std::string& subject);  // config, metrics

struct ReplayOptions {
    std::string file;
    std::string url;
    std::string token;  // empty: $WETOPI_MEMORY_TOKEN
};
int replay(const ReplayOptions& options);

struct HermesAuditOptions {
    std::string home, profile;
    std::string file;  // another file of that form, instead of the home's
    std::string config;
    bool config_given = false;  // else the thresholds are the defaults
    bool json = false;
};
int hermes_audit(const HermesAuditOptions& options);  // reads only

struct McpOptions {
    std::string url;
    std::string token;  // empty: $WETOPI_MEMORY_TOKEN
};
int mcp(const McpOptions& options);  // until standard input ends

struct StatusOptions {
    std::string url;
    std::string token;
    bool json = false;
};
int status(const StatusOptions& options);

struct DeadLetterOptions {
    std::string what = "list";
    std::vector<std::uint64_t> ids;
    std::size_t most = 100;
    std::size_t item = 0;
    std::string text;
    bool json = false;
    bool offline = false;  // on the file of `config`, while no daemon runs
    std::string config;
    std::string url;
    std::string token;
};
int dead_letters(const DeadLetterOptions& options);
struct AuditOptions {
    std::string what = "verify";  // export
    std::string config;
};
int audit(const AuditOptions& options);  // 1: the trail is not as it was written
int spool_key(const std::string& file);  // a new key in front of those in the file; empty: to standard output

struct BackupOptions {
    std::string file;  // to be made
    std::string config;
};
int backup(const BackupOptions& options);

struct ReloadOptions {
    std::string url;
    std::string token;
};
int reload(const ReloadOptions& options);
struct ExplainOptions {
    std::string turn;  // empty: a list of the latest
    std::string session;
    std::string agent;
    std::size_t last = 20;
    bool json = false;
    std::string url;
    std::string token;
    std::string text;  // routed by the rules of `config`, without a daemon
    bool text_given = false;
    std::string config;
    bool config_given = false;
};
int explain(const ExplainOptions& options);

struct HermesInstallOptions {
    std::string home;     // empty: $HERMES_HOME, ~/.hermes
    std::string profile;  // empty: the default one
    std::string url;
    std::string token;
};
int hermes_install(const HermesInstallOptions& options);

struct BootstrapOptions {
    std::string config;
    std::string banks;  // file; empty: backend.banks_file, else the ones in the binary
    bool dry_run = false;
    bool prune_report = false;
    bool json = false;
    bool print = false;  // the banks in the binary, and nothing else
};
int bootstrap(const BootstrapOptions& options);

struct EvaluateOptions {
    std::string turns;                     // labelled turns, one JSON object a line (tests/data/LABELLING.md)
    std::string predictions;               // file to write
    std::string tool_output;               // folder of captured output to put around each tool result; empty: none
    std::size_t output_bytes = 20 * 1024;  // of it, around one result
};
int evaluate(const EvaluateOptions& options);

struct LocomoOptions {
    std::string file;        // dialogues in LoCoMo's format
    std::string half;        // first, second: every other conversation; empty: all
    bool dates = false;      // a session's date is told to both searches
    bool one_store = false;  // all conversations are searched at once
    bool json = false;
};
int bench_locomo(const LocomoOptions& options);

struct LoadOptions {
    std::string url;        // empty: a daemon of its own, which goes with the measurement
    std::string token;      // empty: $WETOPI_MEMORY_TOKEN
    std::string hindsight;  // of the own daemon: its backend's URL; empty: the embedded store
    int pid = 0;            // of the daemon at `url`, when it runs here: its CPU and memory are told
    double rate = 50;       // turns a second
    double seconds = 10;
    double warm_up = 1;
    double ramp = 0;
    std::size_t connections = 64;
    std::size_t tools = 0;
    std::size_t result_bytes = 0;
    double searches = 0;
    int think_ms = 0;
    std::uint64_t seed = 1;
    std::string turns;  // file; empty: those of the product
    bool json = false;
    std::string html;  // file to write
};
int bench_load(const LoadOptions& options);

struct ScanOptions {
    std::vector<std::string> files;  // "-", or none at all: standard input
    bool jsonl = false;              // {"id", "text"} a line in; {"id", "findings", "redacted"} a line out
    bool redact = false;             // write the text without its secrets, in place of the report
    std::string rules;               // the operator's own, beside those in the binary (config/secret_rules)
};
int scan(const ScanOptions& options);  // drift: the report names some; failed: a line of --jsonl was no good

}  // namespace wm::cli
