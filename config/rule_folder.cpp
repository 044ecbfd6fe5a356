#include "config/rule_folder.hpp"

#include "config/text_file.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace wm::config {
namespace {

namespace fs = std::filesystem;

RuleProblem whole(const std::string& file, std::string message, std::string remedy) {
    return {file, {0, "", std::move(message), std::move(remedy)}};
}

// The packs' paths, or why the folder cannot be read.
std::variant<std::vector<fs::path>, RuleProblem> packs_in(const std::string& folder) {
    std::error_code failed;
    std::vector<fs::path> found;
    auto entry = fs::directory_iterator(folder, failed);
    for (; !failed && entry != fs::directory_iterator(); entry.increment(failed)) {
        const auto name = entry->path().filename().string();
        if (name.starts_with('.')) continue;
        if (name.ends_with(".yml"))
            return whole(entry->path().string(), "would not be read", "rename it: the packs' names end in .yaml");
        if (name.ends_with(".yaml")) found.push_back(entry->path());
        if (found.size() > rule_files_max)
            return whole(folder, "holds too many packs", "keep at most " + std::to_string(rule_files_max));
    }
    if (failed)
        return whole(folder, "cannot be read (" + failed.message() + ")",
                     "make the folder that routing.rules_dir names, readable for the daemon, or leave the key out");
    std::sort(found.begin(), found.end());
    return found;
}

}  // namespace

std::variant<RulePackTexts, std::vector<RuleProblem>> read_rule_folder(const std::string& folder) {
    if (folder.empty()) return RulePackTexts{};
    const auto found = packs_in(folder);
    if (const auto* problem = std::get_if<RuleProblem>(&found)) return std::vector{*problem};
    RulePackTexts packs;
    std::vector<RuleProblem> problems;
    std::size_t bytes = 0;
    for (const auto& path : std::get<std::vector<fs::path>>(found)) {
        auto text = read_text(path.string());
        if (!text) {
            problems.push_back(whole(path.string(), "cannot be read", "make it a file that the daemon may read"));
            continue;
        }
        bytes += text->size();
        packs.emplace_back(path.string(), std::move(*text));
    }
    if (bytes > rule_folder_bytes_max)
        problems.push_back(whole(folder, "holds too much", "keep the packs below 4 MiB together"));
    if (!problems.empty()) return problems;
    return packs;
}

}  // namespace wm::config
