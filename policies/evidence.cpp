#include "policies/evidence.hpp"

#include "policies/evidence_rules.hpp"
#include "policies/fold.hpp"
#include "policies/learning_names.hpp"
#include "policies/secrets.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace wm::policies {

namespace {

using evidence::has_word;
using evidence::Kind;

constexpr std::size_t summary_bytes_max = 160;
constexpr std::size_t command_bytes_max = 4096;  // of a command line that is looked at
constexpr std::size_t result_whole = 1024;       // a result up to this size is looked at from end to end
constexpr std::size_t result_tail = 512;         // of a longer one: a tool says at its end how it went
constexpr int nesting_max = 3;                   // ssh host '…' inside sh -c '…'

// The words of one simple command, quotes taken off.
using Words = std::vector<std::string>;

// Splits a command line at ; && || | and newlines, outside quotes.
std::vector<Words> simple_commands(std::string_view line) {
    std::vector<Words> commands(1);
    std::string word;
    bool open = false;
    char quote = 0;
    const auto end_word = [&] {
        if (open) commands.back().push_back(word);
        word.clear();
        open = false;
    };
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (quote != 0) {
            if (c == quote) quote = 0;
            else word += c;
        } else if (c == '\'' || c == '"') {
            quote = c;
            open = true;
        } else if (c == ' ' || c == '\t') {
            end_word();
        } else if (c == ';' || c == '\n' || c == '|' || c == '&') {
            const bool redirect = c == '&' && (i > 0 && line[i - 1] == '>');
            if (redirect) {
                word += c;
                continue;
            }
            end_word();
            if (!commands.back().empty()) commands.emplace_back();
        } else {
            word += c;
            open = true;
        }
    }
    end_word();
    if (commands.back().empty()) commands.pop_back();
    return commands;
}

std::string base_name(std::string_view path) {
    const std::size_t slash = path.rfind('/');
    return std::string(slash == std::string_view::npos ? path : path.substr(slash + 1));
}

struct Command {
    std::string tool;
    std::string verb;
    Kind kind = Kind::other;
};

int weight(Kind kind) {
    switch (kind) {
        case Kind::mutation: return 4;
        case Kind::file_edit: return 3;
        case Kind::check: return 2;
        case Kind::read: return 1;
        default: return 0;
    }
}

void keep_stronger(Command& best, const Command& other) {
    if (best.tool.empty() || weight(other.kind) > weight(best.kind)) best = other;
}

// "regctl-clean --older 90d": a program that nobody knows says in its name what it does; one that tests a change looks.
Kind kind_of_name(std::string_view program) {
    Kind kind = Kind::other;
    if (program.find_first_of("-_") == std::string_view::npos) return kind;
    for (std::size_t at = 0; at < program.size();) {
        const std::size_t end = std::min(program.find_first_of("-_.", at), program.size());
        const Kind part = evidence::kind_of_verb(program.substr(at, end - at));
        if (part == Kind::check) return Kind::other;
        if (part != Kind::other) kind = part;
        at = end + 1;
    }
    return kind;
}

Command classify(const Words& words) {
    Command command;
    command.tool = base_name(words.front());
    std::vector<std::string_view> verbs;
    for (std::size_t i = 1; i < words.size() && verbs.size() < 3; ++i) {
        if (words[i].empty()) continue;
        if (words[i] == "-s" && command.tool == "ceph") verbs.push_back(words[i]);
        if (words[i].front() == '-') {
            // "-n ns", "--namespace ns": the value of an option that stands before the verb
            const bool takes_value =
                words[i].find('=') == std::string::npos &&
                (has_word("-n --namespace --context --kubeconfig -f --file --project-name", words[i]) ||
                 (verbs.empty() && has_word("-C -i -c --connect --server -p --path -H", words[i])));
            if (takes_value) ++i;
            continue;
        }
        verbs.push_back(words[i]);
    }
    const evidence::ToolRule* any = nullptr;
    bool known = false;
    for (const evidence::ToolRule& rule : evidence::tool_rules()) {
        if (rule.tool != command.tool) continue;
        known = true;
        if (rule.verbs == "*") any = &rule;
        if (verbs.size() >= 2 && has_word(rule.verbs, std::string(verbs[0]) + ":" + std::string(verbs[1]))) {
            command.verb = std::string(verbs[0]) + " " + std::string(verbs[1]);
            command.kind = rule.kind;
            break;
        }
        if (!verbs.empty() && has_word(rule.verbs, verbs[0])) {
            command.verb = std::string(verbs[0]);
            command.kind = rule.kind;
        }
    }
    if (command.verb.empty() && any != nullptr) command.kind = any->kind;
    if (!known && !verbs.empty()) {
        for (const std::string_view verb : verbs) {
            if (const Kind kind = evidence::kind_of_verb(verb); kind != Kind::other) {
                command.kind = kind;
                command.verb = std::string(verb);
                break;
            }
        }
    }
    if (!known && command.kind == Kind::other) command.kind = kind_of_name(command.tool);
    command.kind = evidence::kind_with_options(command.tool, command.kind, words);
    return command;
}

Command strongest_command(std::string_view line, int nesting) {
    Command best;
    for (Words words : simple_commands(line.substr(0, command_bytes_max))) {
        while (!words.empty() && (words.front().find('=') != std::string::npos ||
                                  has_word("sudo time nohup env do then else { ( ! exec", words.front()))) {
            words.erase(words.begin());
        }
        if (!words.empty() && words.front() == "timeout" && words.size() > 2)
            words.erase(words.begin(), words.begin() + 2);
        if (words.empty()) continue;
        const std::string tool = base_name(words.front());
        const bool wraps =
            has_word("ssh sh bash zsh su xargs watch", tool) ||
            (has_word("kubectl docker podman", tool) && std::find(words.begin(), words.end(), "exec") != words.end());
        if (wraps && nesting < nesting_max) {
            Command inner;
            for (const std::string& word : words) {
                if (word.find(' ') != std::string::npos) keep_stronger(inner, strongest_command(word, nesting + 1));
            }
            if (tool == "ssh" && inner.tool.empty() && words.size() > 2) {
                const auto host =
                    std::find_if(words.begin() + 1, words.end(), [](const std::string& w) { return w.front() != '-'; });
                if (host != words.end() && host + 1 != words.end()) inner = classify(Words(host + 1, words.end()));
            }
            if (!inner.tool.empty()) {
                keep_stronger(best, inner);
                continue;
            }
        }
        keep_stronger(best, classify(words));
    }
    return best;
}

const std::string* argument(const ToolRun& run, std::initializer_list<std::string_view> names) {
    for (const std::string_view name : names) {
        for (const auto& [key, value] : run.arguments) {
            if (key == name) return &value;
        }
    }
    return nullptr;
}

// What of a result tells how the call went: all of a short one, the last lines of a long one. What stands before that in
// logs, listings and recaps is about other things, and its words of failure are findings.
std::string verdict_part(std::string_view result) {
    if (result.size() <= result_whole) return fold_text(result);
    std::string_view tail = result.substr(result.size() - result_tail);
    tail.remove_prefix(std::min(tail.find('\n') + 1, tail.size()));
    return fold_text(tail);
}

// A number behind one of the marks by which hosts and tools tell an exit status: at the start of a line, or a key of JSON.
// The last one counts.
std::optional<int> exit_status(std::string_view result) {
    std::optional<int> status;
    for (const std::string_view mark : {"exit code", "exit_code", "exitcode", "returncode", "exit status", "rc="}) {
        for (std::size_t at = result.find(mark); at != std::string_view::npos;
             at = result.find(mark, at + mark.size())) {
            const bool leads = at == 0 || std::string_view("\n\"'[({").find(result[at - 1]) != std::string_view::npos;
            if (!leads) continue;
            std::size_t digit = at + mark.size();
            while (digit < result.size() && std::string_view("\":= ").find(result[digit]) != std::string_view::npos)
                ++digit;
            int value = 0;
            const auto end = std::from_chars(result.data() + digit, result.data() + result.size(), value);
            if (end.ec == std::errc()) status = value;
        }
    }
    return status;
}

// Ansible's recap: "host : ok=3 changed=1 unreachable=0 failed=1".
bool counts_failures(std::string_view result) {
    for (const std::string_view mark : {"failed=", "unreachable="}) {
        for (std::size_t at = result.find(mark); at != std::string_view::npos;
             at = result.find(mark, at + mark.size())) {
            const std::size_t digit = at + mark.size();
            if (digit < result.size() && result[digit] >= '1' && result[digit] <= '9') return true;
        }
    }
    return false;
}

bool shows_failure(std::string_view result) {
    for (std::size_t at = 0; at < result.size();) {
        const std::size_t end = std::min(result.find('\n', at), result.size());
        std::string_view line = result.substr(at, end - at);
        while (!line.empty() && (line.front() == ' ' || line.front() == '\t')) line.remove_prefix(1);
        for (const std::string_view mark : evidence::failure_marks()) {
            if (line.starts_with(mark)) return true;
        }
        at = end + 1;
    }
    return false;
}

bool judge_success(const ToolRun& run, const RunJudgement& judged) {
    if (!run.ok) return false;
    const std::string part = verdict_part(run.result.text);
    const bool recap = judged.tool.starts_with("ansible") && counts_failures(part);
    if (const auto status = exit_status(part)) return *status == 0 && !recap;
    if (recap) return false;
    // Errors in what was looked at are findings; in the answer to a change they are its failure.
    return judged.kind != Kind::mutation || !shows_failure(part);
}

std::string summary_of(const ToolRun& run, const std::string* command, const RunJudgement& judged) {
    std::string text = command != nullptr ? *command : run.tool;
    if (command == nullptr) {
        if (const std::string* path = argument(run, {"path", "file_path", "name", "query"})) text += " " + *path;
    }
    text = redact({text}).text.text;
    std::replace(text.begin(), text.end(), '\n', ' ');
    static constexpr std::size_t outcome_bytes = 12;
    if (text.size() > summary_bytes_max - outcome_bytes) {
        std::size_t cut = summary_bytes_max - outcome_bytes - 3;
        while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xC0) == 0x80) --cut;
        text.resize(cut);
        text += "...";
    }
    return text + (judged.succeeded ? ": succeeded" : ": failed");
}

// The part of an MCP name that is the tool: mcp__server__tool.
std::string_view without_prefix(std::string_view tool) {
    const std::size_t mark = tool.rfind("__");
    return mark == std::string_view::npos ? tool : tool.substr(mark + 2);
}

// Mail, messages, documents, pages: what stands in them is somebody's text and measures nothing.
bool holds_texts(std::string_view tool) {
    static constexpr auto stores = std::to_array<std::string_view>(
        {"mail", "inbox", "slack", "teams", "message", "chat", "doc", "wiki", "page", "web", "browser", "notion",
         "confluence", "drive", "news", "rss", "note", "transcript", "pdf"});
    return std::any_of(stores.begin(), stores.end(),
                       [&](std::string_view store) { return tool.find(store) != std::string_view::npos; });
}

Command classify_host_tool(std::string_view tool) {
    Command command{std::string(without_prefix(tool)), {}, evidence::kind_of_host_tool(without_prefix(tool))};
    if (command.kind != Kind::other) return command;
    std::string_view rest = without_prefix(tool);
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find_first_of("_-."), rest.size());
        if (const Kind kind = evidence::kind_of_verb(rest.substr(0, end)); kind != Kind::other) {
            command.kind = kind;
            command.verb = std::string(rest.substr(0, end));
            break;
        }
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    if (command.kind == Kind::check && holds_texts(tool)) command.kind = Kind::read;
    return command;
}

}  // namespace

bool is_native_memory_tool(std::string_view tool) {
    const std::string_view name = without_prefix(tool);
    return name == "hindsight_retain" || name == "hindsight_recall" || name == "hindsight_reflect";
}

bool is_own_tool(std::string_view tool) {
    const std::string_view name = without_prefix(tool);
    return name == "memory_search" || name == "memory_retain" || name == "memory_reflect" || name == "memory_status";
}

RunJudgement judge_run(const ToolRun& run) {
    RunJudgement judged;
    judged.call_id = run.call_id;
    judged.tool = run.tool;
    const std::string* command = nullptr;
    if (is_native_memory_tool(run.tool)) {
        judged.kind = Kind::native_memory;
    } else if (is_own_tool(run.tool)) {
        judged.kind = Kind::own_tool;
    } else if (evidence::is_shell(without_prefix(run.tool))) {
        command = argument(run, {"command", "cmd", "script", "code"});
        if (command != nullptr) {
            const Command strongest = strongest_command(*command, 0);
            judged.kind = strongest.kind;
            judged.tool = strongest.tool.empty() ? run.tool : strongest.tool;
            judged.verb = strongest.verb;
        }
    } else {
        const Command host = classify_host_tool(run.tool);
        judged.kind = host.kind;
        judged.verb = host.verb;
    }
    judged.succeeded = judge_success(run, judged);
    std::string names;
    for (const auto& [key, value] : run.arguments) names.append(value.substr(0, command_bytes_max)).append(" ");
    judged.entities = find_entities(names, 12);
    judged.summary = summary_of(run, command, judged);
    return judged;
}

std::vector<RunJudgement> judge_runs(const std::vector<ToolRun>& runs) {
    std::vector<RunJudgement> judged;
    judged.reserve(runs.size());
    for (const ToolRun& run : runs) judged.push_back(judge_run(run));
    for (std::size_t i = 0; i < judged.size(); ++i) {
        if (judged[i].succeeded) continue;
        for (std::size_t j = i + 1; j < judged.size() && !judged[i].failed_then_fixed; ++j) {
            const bool same =
                judged[j].succeeded && judged[j].tool == judged[i].tool && judged[j].verb == judged[i].verb;
            const bool about =
                judged[i].entities.empty() ||
                std::any_of(judged[i].entities.begin(), judged[i].entities.end(), [&](const std::string& name) {
                    return std::find(judged[j].entities.begin(), judged[j].entities.end(), name) !=
                           judged[j].entities.end();
                });
            judged[i].failed_then_fixed = same && about;
        }
    }
    return judged;
}

}  // namespace wm::policies
