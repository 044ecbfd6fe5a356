#pragma once
// The log: one event name and named fields of ids, enums and numbers (seeds §32). There is no way to hand it a Content or a
// Secret, and a field's text is cut, so that a log line never becomes a memory (P15).
//
//     log(Level::info, "recall", {{"session", session.str()}, {"scopes", 2}, {"latency_ms", 142}});

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <variant>

namespace wm {

enum class Level : std::uint8_t { debug, info, warning, error };

struct LogField {
    LogField(std::string_view k, std::string_view v) : key(k), value(v) {}
    LogField(std::string_view k, const std::string& v) : key(k), value(std::string_view(v)) {}
    LogField(std::string_view k, const char* v) : key(k), value(std::string_view(v)) {}
    template <std::integral I>
    LogField(std::string_view k, I v) : key(k), value(static_cast<std::int64_t>(v)) {}
    LogField(std::string_view k, double v) : key(k), value(v) {}

    std::string_view key;
    std::variant<std::string_view, std::int64_t, double> value;
};

// Any thread. Lines go to standard error, where systemd and containers collect them.
void log(Level level, std::string_view event, std::initializer_list<LogField> fields);
void log_level(Level lowest);
bool logs(Level level);  // would such a line be written? For who has to work for what it says

}  // namespace wm
