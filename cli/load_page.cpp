#include "cli/load_report.hpp"
#include "cli/plot.hpp"

#include <cmath>

namespace wm::cli {
namespace {

constexpr std::string_view head = R"(<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Load of wetopi-memory</title><style>
:root { color-scheme: light dark; --ink: #1d2430; --soft: #5d6675; --grid: #e3e6eb; --page: #fbfbfc;
  --c0: #1f6feb; --c1: #c2410c; --c2: #15803d; --c3: #7c3aed; --c4: #b45309; --c5: #0e7490; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ef; --soft: #9aa3b2; --grid: #2b313c; --page: #12151b;
  --c0: #6ea8fe; --c1: #fb923c; --c2: #4ade80; --c3: #c4b5fd; --c4: #fbbf24; --c5: #67e8f9; } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--page); max-width: 60rem;
  margin: 2rem auto; padding: 0 1rem; }
pre { overflow-x: auto; font-size: 13px; } svg { width: 100%; margin: 1rem 0; }
.grid { stroke: var(--grid); } .mark { fill: var(--soft); font-size: 12px; } .name { fill: var(--ink); font-weight: 600; font-size: 14px; }
.line { fill: none; stroke-width: 2; }
.l0 { stroke: var(--c0); } .l1 { stroke: var(--c1); } .l2 { stroke: var(--c2); }
.l3 { stroke: var(--c3); } .l4 { stroke: var(--c4); } .l5 { stroke: var(--c5); }
</style></head><body>
)";

// How far into the tail: 0 for p0, 1 for p90, 2 for p99, 3 for p99.9.
double depth(double share) { return -std::log10(1 - share); }

Plot percentiles(const LoadResult& result) {
    Plot plot{"Latency by percentile", "percentile", "microseconds", {}, true, {}};
    for (const auto& [share, name] : {std::pair{0.0, "min"}, {0.5, "50"}, {0.9, "90"}, {0.99, "99"}, {0.999, "99.9"}})
        plot.x_marks.emplace_back(depth(share), name);
    for (std::size_t i = 1; i < result.parts.size(); ++i) {
        const auto& h = result.parts[i];
        if (h.count() == 0) continue;
        PlotLine line{std::string(load_part_names[i]), {}};
        for (double at = 0; at <= 3.0001; at += 0.05)
            line.points.emplace_back(at, static_cast<double>(h.percentile(1 - std::pow(10, -at))));
        plot.lines.push_back(std::move(line));
    }
    return plot;
}

Plot over_time(const LoadResult& result, double share, const std::string& name) {
    Plot plot{"Latency over time, " + name, "second", "microseconds", {}, true, {}};
    for (std::size_t part = 1; part < result.parts.size(); ++part) {
        PlotLine line{std::string(load_part_names[part]), {}};
        for (std::size_t s = 0; s < result.seconds.size(); ++s)
            if (const auto& h = result.seconds[s].parts[part]; h.count() > 0)
                line.points.emplace_back(static_cast<double>(s), static_cast<double>(h.percentile(share)));
        if (!line.points.empty()) plot.lines.push_back(std::move(line));
    }
    return plot;
}

Plot turns(const LoadResult& result) {
    Plot plot{"Turns a second, by when they were due", "second", "turns", {{"offered", {}}, {"done", {}}}, false, {}};
    for (std::size_t s = 0; s < result.seconds.size(); ++s) {
        if (result.seconds[s].offered == 0) continue;
        plot.lines[0].points.emplace_back(static_cast<double>(s), static_cast<double>(result.seconds[s].offered));
        plot.lines[1].points.emplace_back(static_cast<double>(s), static_cast<double>(result.seconds[s].done));
    }
    return plot;
}

}  // namespace

std::string load_page(const LoadReport& report) {
    std::string page(head);
    page += "<h1>Load of wetopi-memory</h1><pre>" + html_escaped(load_text(report)) + "</pre>\n";
    for (const auto& plot : {percentiles(report.result), over_time(report.result, 0.5, "p50"),
                             over_time(report.result, 0.99, "p99"), turns(report.result)})
        page += svg_of(plot) + "\n";
    return page + "</body></html>\n";
}

}  // namespace wm::cli
