// What the options and the statement of a command line say beyond its verb.

#include "policies/evidence_rules.hpp"
#include "policies/fold.hpp"

#include <algorithm>
#include <initializer_list>

namespace wm::policies::evidence {

namespace {

bool holds_any(const std::vector<std::string>& words, std::initializer_list<std::string_view> parts) {
    return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
        const std::string folded = fold_text(word);
        return std::any_of(parts.begin(), parts.end(),
                           [&](std::string_view part) { return folded.find(part) != std::string::npos; });
    });
}

// A statement of SQL, or of a shell of documents, that writes.
bool changes_data(const std::vector<std::string>& words) {
    return holds_any(words, {"insert ",
                             "update ",
                             "delete from",
                             "alter ",
                             "create ",
                             "drop ",
                             "grant ",
                             "revoke ",
                             "truncate ",
                             "vacuum",
                             "reindex",
                             "refresh materialized",
                             "optimize table",
                             "kill ",
                             "pg_terminate_backend",
                             "pg_cancel_backend",
                             "pg_reload_conf",
                             "pg_promote",
                             "pg_drop_",
                             "pg_create_",
                             "pg_switch_wal",
                             "set global",
                             "deleteone",
                             "deletemany",
                             "insertone",
                             "updateone",
                             "updatemany",
                             "dropindex",
                             "createindex",
                             "killop"});
}

}  // namespace

bool has_word(std::string_view list, std::string_view word) {
    for (std::size_t at = 0; at < list.size();) {
        const std::size_t end = std::min(list.find(' ', at), list.size());
        if (list.substr(at, end - at) == word) return true;
        at = end + 1;
    }
    return false;
}

Kind kind_with_options(std::string_view tool, Kind kind, const std::vector<std::string>& words) {
    const auto has = [&](std::string_view option) {
        return std::any_of(words.begin(), words.end(), [&](const std::string& word) { return word == option; });
    };
    if (tool == "find" && (has("-delete") || (has("-exec") && has("rm")))) return Kind::mutation;
    if (tool == "sed" && (has("-i") || holds_any(words, {"--in-place"}))) return Kind::file_edit;
    if (tool == "curl" || tool == "wget" || tool == "http") {
        const bool sends = has("-d") || has("--data") || has("--data-binary") || has("-T") || has("-F") ||
                           has("POST") || has("PUT") || has("DELETE") || has("PATCH") || has("-XPOST") ||
                           has("-XPUT") || has("-XDELETE");
        return sends ? Kind::mutation : Kind::check;
    }
    if (kind == Kind::mutation) {
        for (const std::string_view trial : {"--check", "--dry-run", "--dry-run=client", "--dry-run=server",
                                             "--syntax-check", "--list-hosts", "--simulate"}) {
            if (has(trial)) return Kind::check;
        }
    }
    if (has_word("psql mysql mariadb sqlite3 mongosh clickhouse-client", tool) && changes_data(words))
        return Kind::mutation;
    // Tools that say with an option what they do.
    if (tool == "iptables" || tool == "ip6tables")
        return has("-L") || has("-S") || has("-C") || has("--list") || holds_any(words, {"-nl", "-ln"})
                   ? Kind::check
                   : Kind::mutation;
    if (tool == "ansible" && holds_any(words, {"lineinfile", "blockinfile", "replace", "copy", "template", "file",
                                               "service", "systemd", "apt", "yum", "dnf", "package", "user", "group",
                                               "cron", "mount", "reboot", "sysctl", "authorized_key"}))
        return has("--check") || has("-C") ? Kind::check : Kind::mutation;
    if (tool == "sysctl") return has("-w") || has("-p") || has("--system") ? Kind::mutation : Kind::check;
    if (tool == "crontab" && (has("-l") || holds_any(words, {"-lu"}))) return Kind::check;
    if (tool == "service" && has("status")) return Kind::check;
    if (tool == "redis-cli") {
        for (const std::string_view verb :
             {"set", "del", "unlink", "flushall", "flushdb", "failover", "expire", "bgsave"})
            if (has(verb)) return Kind::mutation;
    }
    if (kind == Kind::other && (has("--version") || has("-V"))) return Kind::check;
    if (tool == "set" && words.size() > 1 && words[1].starts_with('-')) return Kind::other;  // of the shell
    if (tool == "mdadm" || tool == "firewall-cmd" || tool.starts_with("kafka-")) {
        if (holds_any(words, {"--add", "--remove", "--delete", "--create", "--alter", "--grow", "--fail", "--reload",
                              "--set-", "--replace", "--stop", "--assemble", "--manage"}))
            return Kind::mutation;
    }
    return kind;
}

}  // namespace wm::policies::evidence
