#pragma once
// Hermes' own config.yaml: is the plugin enabled there, and the smallest change that enables it. A person's comments and
// order stay as they are, so the text is edited and the result read again before it is believed.

#include <cstddef>
#include <optional>
#include <string>
#include <variant>

namespace wm::config {

struct HermesConfigFault {
    std::string message;
};
// The text with `plugin` in plugins.enabled and not in plugins.disabled; the same text when it already was so.
std::variant<std::string, HermesConfigFault> with_plugin_enabled(const std::string& text, const std::string& plugin);

// How many characters Hermes lets its own memory files have; its defaults where it says nothing.
struct MemoryLimits {
    std::size_t memory = 2200, user = 1375;
};
MemoryLimits memory_limits(const std::string& text);

// memory.provider, when there is one.
std::optional<std::string> memory_provider(const std::string& text);

}  // namespace wm::config
