#include "policies/harness.hpp"

#include <algorithm>

namespace wm::policies {
namespace {

constexpr std::size_t namespace_bytes_max = 64;

void add(std::vector<std::string>& namespaces, std::string_view name) {
    if (name.empty() || name.size() > namespace_bytes_max || namespaces.size() >= tool_namespaces_max) return;
    if (std::find(namespaces.begin(), namespaces.end(), name) == namespaces.end()) namespaces.emplace_back(name);
}

// kubectl of "sudo FOO=1 /usr/bin/kubectl get pods".
std::string_view program_of(std::string_view command) {
    while (!command.empty()) {
        const auto begin = command.find_first_not_of(" \t\n");
        if (begin == std::string_view::npos) return {};
        command.remove_prefix(begin);
        const auto word = command.substr(0, command.find_first_of(" \t\n;|&"));
        if (word.empty()) return {};
        if (word != "sudo" && word.find('=') == std::string_view::npos)
            return word.substr(word.find_last_of('/') == std::string_view::npos ? 0 : word.find_last_of('/') + 1);
        command.remove_prefix(word.size());
    }
    return {};
}

}  // namespace

std::string_view task_kind(std::string_view platform, std::string_view sender) {
    for (const std::string_view kind : {"cron", "curator", "webhook", "subagent"})
        if (platform == kind) return kind;
    if (sender.starts_with("webhook:")) return "webhook";
    return platform == "api_server" ? "api" : "chat";
}

void note_tool(std::vector<std::string>& namespaces, const ToolRun& run) {
    constexpr std::string_view mcp = "mcp__";
    std::string_view name = run.tool;
    if (name.starts_with(mcp)) {
        name.remove_prefix(mcp.size());
        return add(namespaces, name.substr(0, name.find("__")));
    }
    add(namespaces, name);
    if (name != "terminal") return;
    const auto command = std::find_if(run.arguments.begin(), run.arguments.end(),
                                      [](const auto& argument) { return argument.first == "command"; });
    if (command != run.arguments.end()) add(namespaces, program_of(command->second));
}

}  // namespace wm::policies
