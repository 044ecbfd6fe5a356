#include "policies/evidence_rules.hpp"

#include <algorithm>
#include <array>

namespace wm::policies::evidence {

namespace {

constexpr auto rules = std::to_array<ToolRule>({
    {"kubectl",
     "get describe logs top explain events rollout:status rollout:history auth wait version diff cluster-info",
     Kind::check},
    {"kubectl",
     "apply create delete patch edit scale drain uncordon cordon label annotate set taint expose run replace "
     "rollout:restart rollout:undo "
     "rollout:pause rollout:resume autoscale cp",
     Kind::mutation},
    {"helm", "list ls status get history show template search diff lint", Kind::check},
    {"helm", "install upgrade uninstall delete rollback", Kind::mutation},
    {"argocd", "app:list app:get app:diff app:history app:wait app:logs app:resources cluster:list repo:list version",
     Kind::check},
    {"argocd",
     "app:create app:sync app:set app:delete app:rollback app:unset app:patch repo:add cluster:add proj:create",
     Kind::mutation},
    {"flux", "get logs events check", Kind::check},
    {"flux", "reconcile suspend resume create delete", Kind::mutation},
    {"ansible-playbook", "*", Kind::mutation},
    {"ansible", "*", Kind::check},
    {"terraform", "plan show output state:list state:show validate", Kind::check},
    {"terraform", "apply destroy import taint untaint state:rm state:mv", Kind::mutation},
    {"tofu", "plan show output validate", Kind::check},
    {"tofu", "apply destroy import", Kind::mutation},
    {"pvesh", "get ls usage", Kind::check},
    {"pvesh", "create set delete", Kind::mutation},
    {"qm", "list status config agent showcmd pending", Kind::check},
    {"qm",
     "start stop shutdown reboot reset suspend resume migrate create destroy clone set resize snapshot rollback "
     "template move-disk "
     "importdisk delsnapshot unlock",
     Kind::mutation},
    {"pct", "list status config", Kind::check},
    {"pct", "start stop shutdown reboot migrate create destroy clone set resize snapshot rollback", Kind::mutation},
    {"pvecm", "status nodes", Kind::check},
    {"pvecm", "add delnode expected create", Kind::mutation},
    {"ha-manager", "status config", Kind::check},
    {"ha-manager", "add remove set migrate relocate crm-command", Kind::mutation},
    {"ceph",
     "-s status health df versions quorum_status osd:tree osd:df osd:status osd:ls pg:stat pg:dump mon:stat config:get",
     Kind::check},
    {"ceph",
     "osd:out osd:in osd:destroy osd:purge osd:crush osd:set osd:unset osd:pool osd:reweight config:set orch:apply "
     "mgr:module "
     "mon:remove mon:add auth:del",
     Kind::mutation},
    {"ceph-volume", "lvm:list inventory", Kind::check},
    {"ceph-volume", "lvm:zap lvm:create lvm:prepare lvm:activate lvm:batch", Kind::mutation},
    {"rbd", "ls info du status", Kind::check},
    {"rbd", "create rm resize snap map unmap", Kind::mutation},
    {"radosgw-admin", "bucket:list bucket:stats user:info user:list", Kind::check},
    {"radosgw-admin", "user:create user:rm bucket:rm quota:set user:modify", Kind::mutation},
    {"systemctl", "status is-active is-enabled is-failed list-units show cat", Kind::check},
    {"systemctl",
     "start stop restart reload enable disable mask unmask daemon-reload reboot poweroff isolate try-restart",
     Kind::mutation},
    {"docker", "ps logs inspect images stats version info top", Kind::check},
    {"docker",
     "run start stop restart rm rmi pull push build kill exec prune compose:up compose:down compose:restart "
     "compose:pull "
     "volume:rm network:create",
     Kind::mutation},
    {"podman", "ps logs inspect images", Kind::check},
    {"podman", "run start stop restart rm pull push build", Kind::mutation},
    {"git", "status log diff show fetch branch blame remote rev-parse ls-files describe", Kind::read},
    {"git", "commit push merge tag revert rebase rm mv cherry-pick reset pull clone checkout add", Kind::mutation},
    {"glab", "ci:status ci:trace ci:view ci:list mr:list mr:view mr:diff issue:list issue:view", Kind::check},
    {"glab", "mr:merge mr:create mr:close ci:run ci:retry release:create issue:create issue:close", Kind::mutation},
    {"gh", "run:view run:list run:watch pr:view pr:list pr:checks issue:list issue:view", Kind::check},
    {"gh", "pr:merge pr:create pr:close release:create workflow:run run:rerun issue:create issue:close",
     Kind::mutation},
    {"infisical", "secrets:set secrets:delete", Kind::mutation},
    {"infisical", "*", Kind::read},
    {"vault", "kv:put kv:delete write delete policy:write", Kind::mutation},
    {"vault", "*", Kind::read},
    {"etcdctl", "endpoint:status endpoint:health member:list alarm:list get", Kind::check},
    {"etcdctl", "defrag compact put del snapshot:save member:add member:remove alarm:disarm", Kind::mutation},
    {"velero", "backup:get backup:describe restore:get schedule:get", Kind::check},
    {"velero", "backup:create restore:create schedule:create backup:delete install", Kind::mutation},
    {"apt", "install remove upgrade purge full-upgrade dist-upgrade autoremove", Kind::mutation},
    {"apt-get", "install remove upgrade purge dist-upgrade autoremove", Kind::mutation},
    {"dnf", "install remove upgrade update", Kind::mutation},
    {"apk", "add del upgrade", Kind::mutation},
    {"pip", "install uninstall", Kind::mutation},
    {"npm", "install publish uninstall ci", Kind::mutation},
    {"npm", "test view", Kind::check},
    {"zpool", "status list iostat get history", Kind::check},
    {"zpool", "create destroy add replace scrub offline online attach detach import export set clear", Kind::mutation},
    {"zfs", "list get", Kind::check},
    {"zfs", "create destroy set snapshot rollback send receive", Kind::mutation},
    {"ip", "a addr address:show addr:show link:show route:show r", Kind::check},
    {"ip", "link:set addr:add addr:del route:add route:del route:replace", Kind::mutation},
    {"reboot", "*", Kind::mutation},
    {"shutdown", "*", Kind::mutation},
    {"poweroff", "*", Kind::mutation},
    {"rm", "*", Kind::file_edit},
    {"mv", "*", Kind::file_edit},
    {"cp", "*", Kind::file_edit},
    {"dd", "*", Kind::mutation},
    {"mkfs.ext4", "*", Kind::mutation},
    {"mkfs.xfs", "*", Kind::mutation},
    {"mount", "*", Kind::mutation},
    {"umount", "*", Kind::mutation},
    {"chmod", "*", Kind::file_edit},
    {"chown", "*", Kind::file_edit},
    {"mkdir", "*", Kind::file_edit},
    {"tee", "*", Kind::file_edit},
    {"pg_restore", "*", Kind::mutation},
    {"certbot", "*", Kind::mutation},
    {"ping", "*", Kind::check},
    {"dig", "*", Kind::check},
    {"nslookup", "*", Kind::check},
    {"host", "*", Kind::check},
    {"nc", "*", Kind::check},
    {"ss", "*", Kind::check},
    {"df", "*", Kind::check},
    {"du", "*", Kind::check},
    {"free", "*", Kind::check},
    {"uptime", "*", Kind::check},
    {"uname", "*", Kind::check},
    {"journalctl", "*", Kind::check},
    {"openssl", "*", Kind::check},
    {"smartctl", "*", Kind::check},
    {"psql", "*", Kind::check},
    {"mysql", "*", Kind::check},
    {"sqlite3", "*", Kind::check},
    {"redis-cli", "*", Kind::check},
    {"pytest", "*", Kind::check},
    {"ctest", "*", Kind::check},
    {"nvidia-smi", "*", Kind::check},
    {"ps", "*", Kind::check},
    {"cat", "*", Kind::read},
    {"ls", "*", Kind::read},
    {"grep", "*", Kind::read},
    {"rg", "*", Kind::read},
    {"find", "*", Kind::read},
    {"head", "*", Kind::read},
    {"tail", "*", Kind::read},
    {"awk", "*", Kind::read},
    {"sed", "*", Kind::read},
    {"wc", "*", Kind::read},
    {"jq", "*", Kind::read},
    {"yq", "*", Kind::read},
    {"sort", "*", Kind::read},
    {"uniq", "*", Kind::read},
    {"cut", "*", Kind::read},
    {"echo", "*", Kind::read},
    {"sleep", "*", Kind::read},
    {"cd", "*", Kind::read},
    {"true", "*", Kind::read},
    {"test", "*", Kind::read},
});

constexpr auto change_verbs = std::to_array<std::string_view>(
    {"create", "delete",  "remove", "add",     "set",      "update",  "apply",    "install", "uninstall", "restart",
     "start",  "stop",    "enable", "disable", "deploy",   "sync",    "rotate",   "upgrade", "migrate",   "import",
     "purge",  "reload",  "reboot", "scale",   "write",    "edit",    "patch",    "replace", "rename",    "move",
     "merge",  "publish", "push",   "restore", "rollback", "destroy", "put",      "post",    "send",      "grant",
     "revoke", "attach",  "detach", "resize",  "drain",    "promote", "failover", "renew"});
constexpr auto look_verbs = std::to_array<std::string_view>(
    {"get",     "list",   "show",  "status", "info",  "describe", "ls",     "check", "version", "top",  "logs", "view",
     "inspect", "search", "query", "read",   "fetch", "find",     "health", "test",  "verify",  "diff", "ping"});

constexpr auto shells =
    std::to_array<std::string_view>({"terminal", "bash", "shell", "sh", "exec", "execute_command", "run_command",
                                     "run_shell_command", "process", "execute_code", "run_terminal_cmd"});
constexpr auto editors =
    std::to_array<std::string_view>({"patch", "write_file", "edit_file", "create_file", "apply_patch", "str_replace",
                                     "str_replace_editor", "edit", "write", "multi_edit", "delete_file", "move_file"});
constexpr auto readers = std::to_array<std::string_view>({"read_file", "search_files", "list_dir", "list_files", "grep",
                                                          "glob", "view", "read", "web_search", "web_extract",
                                                          "web_fetch", "session_search", "browser_snapshot"});
constexpr auto marks = std::to_array<std::string_view>(
    {"error:", "error ", "fatal:", "fata[", "fatal ", "traceback (most recent call last)", "failed:", "err!", "npm err",
     "panic:", "abort", "permission denied", "command not found"});

template <std::size_t N>
bool contains(const std::array<std::string_view, N>& list, std::string_view word) {
    return std::find(list.begin(), list.end(), word) != list.end();
}

}  // namespace

std::span<const ToolRule> tool_rules() { return rules; }

Kind kind_of_verb(std::string_view verb) {
    if (contains(change_verbs, verb)) return Kind::mutation;
    return contains(look_verbs, verb) ? Kind::check : Kind::other;
}

Kind kind_of_host_tool(std::string_view tool) {
    if (contains(editors, tool)) return Kind::file_edit;
    return contains(readers, tool) ? Kind::read : Kind::other;
}

bool is_shell(std::string_view tool) { return contains(shells, tool); }

std::span<const std::string_view> failure_marks() { return marks; }

}  // namespace wm::policies::evidence
