#include "cli/tool_output.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

namespace wm::cli {

std::optional<ToolOutput> ToolOutput::read(const std::string& folder) {
    std::error_code failed;
    std::vector<std::filesystem::path> paths;
    for (auto entry = std::filesystem::directory_iterator(folder, failed);
         !failed && entry != std::filesystem::directory_iterator(); entry.increment(failed))
        if (entry->path().extension() == ".txt") paths.push_back(entry->path());
    if (failed || paths.empty()) return std::nullopt;
    std::ranges::sort(paths);
    std::vector<std::string> texts;
    for (const auto& path : paths) {
        std::ifstream file(path, std::ios::binary);
        texts.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
        if (!file || texts.back().empty()) return std::nullopt;
    }
    return ToolOutput(std::move(texts));
}

std::string ToolOutput::part(std::size_t bytes, std::size_t number) const {
    static constexpr std::size_t stride = 7919;  // a prime: the parts of one file begin at different places
    const auto& text = texts_[number % texts_.size()];
    std::size_t at = number * stride % text.size();
    at = text.find('\n', at) == std::string::npos ? 0 : text.find('\n', at) + 1;
    std::string out;
    while (out.size() < bytes) {
        if (at >= text.size()) at = 0;
        const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
        out.append(text, at, end - at);
        at = end;
    }
    return out;
}

std::string ToolOutput::around(const std::string& result, std::size_t bytes, std::size_t number) const {
    return part(bytes / 2, 2 * number) + result + "\n" + part(bytes / 2, 2 * number + 1);
}

}  // namespace wm::cli
