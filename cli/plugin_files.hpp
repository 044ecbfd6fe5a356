#pragma once
// The Hermes plugin, inside the binary: `hermes install` needs no file beside it. CMake makes the definition from plugin/.

#include <string_view>
#include <utility>
#include <vector>

namespace wm::cli {

using PluginFiles = std::vector<std::pair<std::string_view, std::string_view>>;  // file name, content
const PluginFiles& plugin_files();

}  // namespace wm::cli
