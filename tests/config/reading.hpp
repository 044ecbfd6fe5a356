#pragma once
// What the tests of config/ share: reading texts and the files of the tree.

#include "config/load.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>

namespace wm::config {

inline EnvLookup environment(std::map<std::string, std::string> variables = {}) {
    return [variables = std::move(variables)](const std::string& name) -> std::optional<std::string> {
        const auto found = variables.find(name);
        return found == variables.end() ? std::nullopt : std::optional(found->second);
    };
}

inline LoadResult read(std::string_view text) { return load(text, "c.yaml", environment()); }
inline std::string said(std::string_view text) { return describe(read(text)); }

// The settings of a text without problems.
inline Settings good(std::string_view text) {
    const auto result = read(text);
    EXPECT_TRUE(result.ok()) << describe(result);
    return result.settings.value_or(Settings{});
}

inline std::string source(const std::string& path) { return std::string(WM_SOURCE_DIR) + "/" + path; }

inline std::string contents(const std::string& file) {
    std::ifstream stream(file, std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
}

}  // namespace wm::config
