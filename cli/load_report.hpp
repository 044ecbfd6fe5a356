#pragma once
// A load's figures for people, for machines, and as one page with plots.

#include "cli/load_run.hpp"

#include <boost/json/object.hpp>

#include <optional>
#include <string>

namespace wm::cli {

struct ServerFigures {                      // of the daemon's process, read from /proc
    double cpu_us_per_turn = 0, cores = 0;  // cores: CPU seconds a second of the counted time
    std::uint64_t rss_before = 0, rss_connected = 0,
                  rss_after = 0;  // bytes: before the connections, with them, at the end
};

struct LoadReport {
    std::string title;  // what was measured, in one line
    LoadShape shape;
    LoadResult result;
    std::optional<ServerFigures> server;
};

std::string load_text(const LoadReport& report);
boost::json::object load_json(const LoadReport& report);
std::string load_page(const LoadReport& report);  // HTML with drawn plots, nothing to load from elsewhere

}  // namespace wm::cli
