#include "config/rows.hpp"

namespace wm::config {

namespace {

using S = Settings;
using L = LimitSettings;

constexpr std::int64_t KiB = 1024;
constexpr std::int64_t MiB = 1024 * KiB;
constexpr std::int64_t GiB = 1024 * MiB;
constexpr std::int64_t second = 1000;
constexpr std::int64_t minute = 60 * second;
constexpr std::int64_t hour = 60 * minute;
constexpr std::int64_t day = 24 * hour;

template <class Member>
auto limit(Member member) {
    return field(&S::limits, member);
}

std::vector<Row> listen_rows() {
    using N = ListenSettings;
    const auto listen = &S::listen;
    return {
        text("listen.address", field(listen, &N::address), check_address, "IPv4, IPv6, localhost",
             "Where agents connect over TCP. Beyond loopback it needs TLS."),
        number("listen.port", field(listen, &N::port), {0, 65535}, "",
               "0: any free one, named in the line serving of the log (level info)."),
        text("listen.unix", field(listen, &N::unix_socket), check_path, "a file",
             "The Unix socket. Empty: <data_dir>/wetopi-memory.sock."),
        texts("listen.origins", field(listen, &N::origins), check_origin, "http(s)://host[:port]",
              "Origins from which a browser may connect. Empty: a request with an Origin header is refused."),
        text("listen.tls.certificate", field(listen, &N::tls_certificate), check_path, "a file",
             "PEM file of the certificate chain. Both files or none."),
        text("listen.tls.key", field(listen, &N::tls_key), check_path, "a file", "PEM file of its key."),
        text("listen.tls.client_ca", field(listen, &N::tls_client_ca), check_path, "a file",
             "PEM file of the authorities whose certificates clients must show besides their token (mutual TLS). "
             "Empty: none is "
             "asked for. Not on the Unix socket."),
        flag("listen.allow_plaintext", field(listen, &N::allow_plaintext),
             "Listen beyond loopback without TLS, because something else encrypts (a sidecar, a private network of one "
             "machine). Tokens and memories cross the network readable otherwise."),
        text("tokens.file", field(&S::tokens_file), check_path, "a file",
             "Where the hashes of the tokens are kept; wetopi-memory token create writes it. Empty: "
             "<data_dir>/tokens.json."),
        text("spool.key_file", field(&S::spool, &SpoolSettings::key_file), check_path, "a file",
             "Keys that seal the queue on disk (XChaCha20-Poly1305), one a line, 32 bytes in base64; the first seals, "
             "the "
             "others only open. Made by wetopi-memory spool-key; 0600. Without a key the queue lies in clear."),
        secret("spool.key", field(&S::spool, &SpoolSettings::key),
               "The same, given as text; best as ${WETOPI_MEMORY_SPOOL_KEY}. It seals, before those of the file."),
        text("secrets.rules_file", field(&S::secret_rules_file), check_path, "a file",
             "Your own rules of the secret scanner, beside those in the binary (docs/operations.md). Read at the "
             "start; a file "
             "with a fault keeps the daemon from starting. Empty: none."),
        choice<LogLevel>("log.level", field(&S::log_level), "The least severe lines that are written."),
    };
}

}  // namespace

std::vector<Row> daemon_rows() {
    auto all = listen_rows();
    std::vector<Row> limits{
        bytes("limits.frame_bytes_max", limit(&L::frame_bytes_max), {4 * KiB, 64 * MiB}, "One message of an agent."),
        number("limits.json_depth_max", limit(&L::json_depth_max), {4, 256}, "levels", "Nesting of its JSON."),
        number("limits.messages_per_second_max", limit(&L::messages_per_second_max), {1, 100000}, "messages a second",
               "From one connection; a faster one is closed."),
        number("limits.connections_max", limit(&L::connections_max), {1, 100000}, "connections", "Open at once."),
        bytes("limits.write_queue_bytes_max", limit(&L::write_queue_bytes_max), {64 * KiB, 256 * MiB},
              "Answers waiting for one connection; a reader slower than that is closed."),
        number("limits.mailbox_max", limit(&L::mailbox_max), {1, 1000000}, "messages",
               "Requests waiting for one actor; more are refused and counted."),
        number("limits.sessions_max", limit(&L::sessions_max), {1, 1000000}, "sessions", "Live sessions."),
        number("limits.evidence_runs_max", limit(&L::evidence_runs_max), {1, 10000}, "tool calls",
               "Kept as evidence of one turn."),
        bytes("limits.evidence_bytes_max", limit(&L::evidence_bytes_max), {1 * KiB, 1 * MiB},
              "Of one tool result; the rest is cut."),
        bytes("limits.turn_bytes_max", limit(&L::turn_bytes_max), {16 * KiB, 64 * MiB},
              "Everything that one turn keeps in memory."),
        number("limits.batch_items_max", limit(&L::batch_items_max), {1, 1000}, "records", "In one retain."),
        bytes("limits.batch_bytes_max", limit(&L::batch_bytes_max), {4 * KiB, 16 * MiB}, "Of one retain."),
        number("limits.queue_max", limit(&L::queue_max), {1, 1000000}, "calls",
               "Waiting in the gateway, in each lane."),
        bytes("limits.spool_bytes_max", limit(&L::spool_bytes_max), {1 * MiB, 1024 * GiB},
              "Accepted batches on disk that the backend has not confirmed. A turn beyond that is not acknowledged, so "
              "that the plugin sends it again."),
        duration(
            "limits.spool_age_max", limit(&L::spool_age_max), {1 * hour, 366 * day},
            "The oldest waiting batch may be so old; an older one is logged as an error once. Nothing is dropped."),
        bytes("limits.query_bytes_max", limit(&L::query_bytes_max), {100, 64 * KiB}, "Text of one recall."),
        number("limits.cache_entries_max", field(&S::recall, &RecallSettings::cache_entries_max), {1, 1000000},
               "entries", "Prefetched recalls kept at once, by each shard."),
        bytes("limits.cache_bytes_max", field(&S::recall, &RecallSettings::cache_bytes_max),
              {64 * KiB, 64 * 1024 * MiB},
              "What they may take in memory, in each shard; the longest unused ones go first."),
        number("limits.attempts_max", limit(&L::attempts_max), {1, 20}, "attempts",
               "Of one recall. A retain is tried until it is stored or refused."),
        number("limits.retries_percent_max", limit(&L::retries_percent_max), {1, 100}, "%",
               "Of the calls to a backend may be retries. A recall beyond that is not tried again, a retain waits."),
        duration(
            "limits.dedupe_window", limit(&L::dedupe_window), {0, 1 * minute},
            "How long the answer to a recall serves an equal one of the same principal. What is under way is shared "
            "in any case; a retain to the bank ends it."),
        duration("limits.backoff_first", limit(&L::backoff_first), {10, 1 * minute},
                 "Pause before the second attempt; it doubles."),
        duration("limits.backoff_max", limit(&L::backoff_max), {100, 1 * hour}, "Longest pause."),
        duration(
            "limits.turn_memory", limit(&L::turn_memory), {8 * day, 366 * day},
            "How long a judged turn is known, so that a resend is dropped. Never less than 8d: the plugin's outbox "
            "sends a turn again for 7 days."),
        duration("limits.drain", limit(&L::drain), {0, 10 * minute}, "Grace on SIGTERM to finish what has begun."),
        duration("limits.session_idle", limit(&L::session_idle), {1 * minute, 30 * day},
                 "A session silent for so long is forgotten."),
        number("limits.shards", limit(&L::shards), {1, 64}, "shards", "Session shards; one thread each."),
    };
    for (auto& made : limits) all.push_back(std::move(made));
    return all;
}

}  // namespace wm::config
