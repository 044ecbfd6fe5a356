#include "runtime/log.hpp"

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

namespace wm {
namespace {

constexpr std::size_t field_bytes_max = 120;

spdlog::logger& logger() {
    static const auto instance = [] {
        auto made =
            std::make_shared<spdlog::logger>("wetopi-memory", std::make_shared<spdlog::sinks::stderr_sink_mt>());
        made->set_pattern("%Y-%m-%dT%H:%M:%S.%e%z %l %v");
        made->flush_on(spdlog::level::info);
        return made;
    }();
    return *instance;
}

spdlog::level::level_enum to_spdlog(Level level) {
    switch (level) {
        case Level::debug: return spdlog::level::debug;
        case Level::info: return spdlog::level::info;
        case Level::warning: return spdlog::level::warn;
        case Level::error: return spdlog::level::err;
    }
    return spdlog::level::err;
}

// Ids come from outside: a line break or a quote in one must not forge a line.
void append_text(std::string& line, std::string_view text) {
    for (const char c : text.substr(0, field_bytes_max)) {
        const auto byte = static_cast<unsigned char>(c);
        line += byte < 0x20 || byte == 0x7f || c == ' ' || c == '"' ? '_' : c;
    }
    if (text.size() > field_bytes_max) line += "…";
}

}  // namespace

void log(Level level, std::string_view event, std::initializer_list<LogField> fields) {
    auto& out = logger();
    if (!out.should_log(to_spdlog(level))) return;
    std::string line(event);
    for (const auto& field : fields) {
        line.append(" ").append(field.key).append("=");
        if (const auto* text = std::get_if<std::string_view>(&field.value)) append_text(line, *text);
        else if (const auto* number = std::get_if<std::int64_t>(&field.value)) line += std::to_string(*number);
        else line += fmt::format("{:.3f}", std::get<double>(field.value));
    }
    out.log(to_spdlog(level), spdlog::string_view_t(line));
}

bool logs(Level level) { return logger().should_log(to_spdlog(level)); }

void log_level(Level lowest) { logger().set_level(to_spdlog(lowest)); }

}  // namespace wm
