#pragma once
// From the text of a configuration to Settings, or to every problem it has, each with its line and remedy. Strict:
// unknown, double, mistyped and out-of-range keys are problems, and nothing of a file with a problem becomes live.
// Never throws. Pure but for load_file and process_environment; any thread.

#include "config/report.hpp"
#include "config/settings.hpp"
#include "config/substitute.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wm::config {

enum class Origin : std::uint8_t { file, environment };
using Origins = std::map<std::string, Origin>;  // by path; what is not there is a default

struct LoadResult {
    std::string file;
    std::optional<Settings> settings;  // only without problems
    std::vector<Problem> problems;     // by line
    std::vector<Problem> notices;      // by line; the file is good all the same
    Origins origins;
    bool ok() const { return settings.has_value(); }
};

LoadResult load(std::string_view text, const std::string& file, const EnvLookup& environment);
// A relative routing.rules_dir is read as beside the file.
LoadResult load_file(const std::string& file, const EnvLookup& environment);
EnvLookup process_environment();

// One line: "config.yaml:12: backend.urll: is not a key here; did you mean url?"
std::string describe(const Problem& problem, const std::string& file);
// Every problem, a line each, or the notices when there is none; empty when there is nothing to say.
std::string describe(const LoadResult& result);

}  // namespace wm::config
