#include "config/hermes_config.hpp"

#include <yaml-cpp/yaml.h>

#include <charconv>

namespace wm::config {
namespace {

std::optional<YAML::Node> parse(const std::string& text) {
    try {
        return YAML::Load(text);
    } catch (const YAML::Exception&) {
        return std::nullopt;
    }
}

bool lists(const YAML::Node& root, const char* key, const std::string& plugin) {
    if (!root.IsMap() || !root["plugins"] || !root["plugins"].IsMap()) return false;
    const auto list = root["plugins"][key];
    if (!list || !list.IsSequence()) return false;
    for (const auto& entry : list)
        if (entry.IsScalar() && entry.Scalar() == plugin) return true;
    return false;
}

// Start of the line after the one that holds `at`.
std::size_t next_line(const std::string& text, std::size_t at) {
    const auto end = text.find('\n', at);
    return end == std::string::npos ? text.size() : end + 1;
}

std::string edited(const std::string& text, const YAML::Node& root, const std::string& plugin) {
    std::string out = text;
    if (!out.empty() && out.back() != '\n') out += '\n';
    if (!root.IsMap() || !root["plugins"]) return out + "plugins:\n  enabled:\n    - " + plugin + "\n";
    const auto plugins = root["plugins"];
    if (plugins.IsMap() && plugins["enabled"] && plugins["enabled"].IsSequence() && plugins["enabled"].size() > 0) {
        const auto enabled = plugins["enabled"];
        if (enabled.Style() == YAML::EmitterStyle::Flow)
            return out.insert(static_cast<std::size_t>(enabled.Mark().pos) + 1, plugin + ", ");
        const auto dash = out.rfind('-', static_cast<std::size_t>(enabled[0].Mark().pos));
        const auto line = out.rfind('\n', dash) + 1;
        return out.insert(line, out.substr(line, dash - line) + "- " + plugin + "\n");
    }
    if (plugins.IsMap() && plugins.size() > 0 && !plugins["enabled"] && plugins.Style() != YAML::EmitterStyle::Flow) {
        const auto first = static_cast<std::size_t>(plugins.begin()->first.Mark().pos);
        const auto line = out.rfind('\n', first) + 1;
        const auto indent = out.substr(line, first - line);
        return out.insert(line, indent + "enabled:\n" + indent + "  - " + plugin + "\n");
    }
    if (plugins.IsMap() && plugins["enabled"]) {  // an empty list, or nothing
        for (const std::string empty : {"enabled: []", "enabled:"}) {
            const auto at = out.find(empty, static_cast<std::size_t>(plugins.Mark().pos));
            if (at != std::string::npos) return out.replace(at, next_line(out, at) - at, "enabled: [" + plugin + "]\n");
        }
    }
    if (!plugins.IsNull() && !(plugins.IsMap() && plugins.size() == 0)) return out;
    for (const std::string empty : {"\nplugins: {}", "\nplugins:"}) {
        const auto at = ("\n" + out).find(empty);
        if (at != std::string::npos)
            return out.replace(at, next_line(out, at) - at, "plugins:\n  enabled:\n    - " + plugin + "\n");
    }
    return out;
}

}  // namespace

std::variant<std::string, HermesConfigFault> with_plugin_enabled(const std::string& text, const std::string& plugin) {
    const auto root = parse(text);
    if (!root) return HermesConfigFault{"is not valid YAML; mend it first (`hermes config show` names the place)"};
    if (lists(*root, "disabled", plugin))
        return HermesConfigFault{"has the plugin in plugins.disabled, which wins; take it out there"};
    if (lists(*root, "enabled", plugin)) return text;
    auto out = edited(text, *root, plugin);
    const auto again = parse(out);
    if (!again || !lists(*again, "enabled", plugin))
        return HermesConfigFault{"could not be edited safely; run: hermes plugins enable " + plugin};
    return out;
}

MemoryLimits memory_limits(const std::string& text) {
    MemoryLimits limits;
    const auto root = parse(text);
    const auto memory = root && root->IsMap() ? (*root)["memory"] : YAML::Node();
    if (!memory || !memory.IsMap()) return limits;
    const auto read = [&](const char* key, std::size_t& into) {
        const auto value = memory[key];
        std::size_t number = 0;
        if (!value || !value.IsScalar()) return;
        const auto& digits = value.Scalar();
        const auto end = std::from_chars(digits.data(), digits.data() + digits.size(), number);
        if (end.ec == std::errc() && end.ptr == digits.data() + digits.size() && number > 0) into = number;
    };
    read("memory_char_limit", limits.memory);
    read("user_char_limit", limits.user);
    return limits;
}

std::optional<std::string> memory_provider(const std::string& text) {
    const auto root = parse(text);
    if (!root || !root->IsMap()) return std::nullopt;
    const auto memory = (*root)["memory"];
    if (!memory || !memory.IsMap() || !memory["provider"] || !memory["provider"].IsScalar()) return std::nullopt;
    return memory["provider"].Scalar();
}

}  // namespace wm::config
