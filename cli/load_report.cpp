#include "cli/load_report.hpp"

#include <array>
#include <cstdio>

namespace wm::cli {
namespace {

namespace json = boost::json;

json::object figures_of(const Histogram& h) {
    return {{"count", h.count()},
            {"mean_us", h.mean()},
            {"p50_us", h.percentile(0.5)},
            {"p90_us", h.percentile(0.9)},
            {"p99_us", h.percentile(0.99)},
            {"p99_9_us", h.percentile(0.999)},
            {"max_us", h.max()}};
}

template <class... Values>
std::string line(const char* format, Values... values) {
    std::array<char, 256> text{};
    std::snprintf(text.data(), text.size(), format, values...);
    return text.data();
}

double per_second(std::uint64_t count, const LoadResult& result) {
    return result.counted_seconds > 0 ? static_cast<double>(count) / result.counted_seconds : 0;
}

json::object counts_of(const std::map<std::string, std::uint64_t>& counts) {
    json::object out;
    for (const auto& [name, count] : counts) out[name] = count;
    return out;
}

}  // namespace

std::string load_text(const LoadReport& report) {
    const auto& r = report.result;
    std::string out = report.title + "\n\n";
    out += line("%-14s %9s %9s %9s %9s %9s %9s\n", "microseconds", "count", "p50", "p90", "p99", "p99.9", "max");
    for (std::size_t i = 0; i < r.parts.size(); ++i) {
        const auto& h = r.parts[i];
        if (h.count() == 0) continue;
        const auto at = [&](double share) { return static_cast<unsigned long long>(h.percentile(share)); };
        out += line("%-14s %9llu %9llu %9llu %9llu %9llu %9llu\n", load_part_names[i].data(),
                    static_cast<unsigned long long>(h.count()), at(0.5), at(0.9), at(0.99), at(0.999),
                    static_cast<unsigned long long>(h.max()));
    }
    out += line("\nturns          %.1f offered and %.1f done a second, %llu of %llu not done\n",
                per_second(r.offered, r), per_second(r.done, r), static_cast<unsigned long long>(r.lost),
                static_cast<unsigned long long>(r.offered));
    out +=
        line("messages       %.0f a second, %.2f MB/s sent\n", per_second(r.messages, r), per_second(r.bytes, r) / 1e6);
    out += line("this client    wrote late by %llu us at p50, %llu at p99: what is measured above includes it\n",
                static_cast<unsigned long long>(r.late.percentile(0.5)),
                static_cast<unsigned long long>(r.late.percentile(0.99)));
    for (const auto& [source, count] : r.sources)
        out += line("context from   %-12s %llu\n", source.c_str(), static_cast<unsigned long long>(count));
    for (const auto& [code, count] : r.errors)
        out += line("error          %-30s %llu\n", code.c_str(), static_cast<unsigned long long>(count));
    if (!report.server) return out;
    const auto& s = *report.server;
    const auto each = r.connected == 0 || s.rss_connected < s.rss_before
                          ? 0.0
                          : static_cast<double>(s.rss_connected - s.rss_before) / static_cast<double>(r.connected);
    out += line("daemon         %.0f us of CPU a turn, %.2f cores\n", s.cpu_us_per_turn, s.cores);
    out += line("its memory     %.1f MB, %.1f with the connections (%.1f KB each), %.1f at the end\n",
                static_cast<double>(s.rss_before) / 1e6, static_cast<double>(s.rss_connected) / 1e6, each / 1e3,
                static_cast<double>(s.rss_after) / 1e6);
    return out;
}

json::object load_json(const LoadReport& report) {
    const auto& r = report.result;
    json::object parts;
    for (std::size_t i = 0; i < r.parts.size(); ++i)
        if (r.parts[i].count() > 0) parts[load_part_names[i]] = figures_of(r.parts[i]);
    json::array series;
    for (const auto& second : r.seconds) {
        if (second.offered == 0) continue;
        json::object row{{"offered", second.offered}, {"done", second.done}};
        for (std::size_t i = 0; i < second.parts.size(); ++i) {
            if (second.parts[i].count() == 0) continue;
            row[std::string(load_part_names[i]) + "_p50_us"] = second.parts[i].percentile(0.5);
            row[std::string(load_part_names[i]) + "_p99_us"] = second.parts[i].percentile(0.99);
        }
        series.push_back(std::move(row));
    }
    json::object out{{"title", report.title},
                     {"connections", r.connected},
                     {"turns_per_second", report.shape.turns_per_second},
                     {"seconds", r.counted_seconds},
                     {"offered", r.offered},
                     {"done", r.done},
                     {"not_done", r.lost},
                     {"messages", r.messages},
                     {"bytes", r.bytes},
                     {"latency", std::move(parts)},
                     {"written_late", figures_of(r.late)},
                     {"contexts", counts_of(r.sources)},
                     {"errors", counts_of(r.errors)},
                     {"series", std::move(series)}};
    if (report.server)
        out["daemon"] = {{"cpu_us_per_turn", report.server->cpu_us_per_turn},
                         {"cores", report.server->cores},
                         {"rss_before_bytes", report.server->rss_before},
                         {"rss_connected_bytes", report.server->rss_connected},
                         {"rss_after_bytes", report.server->rss_after}};
    return out;
}

}  // namespace wm::cli
