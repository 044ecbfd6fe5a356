#pragma once
// Captured output of real tools, put around the results of labelled turns: what is kept of a turn must not hang on how much
// its tools said. For `evaluate --tool-output`.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace wm::cli {

class ToolOutput {
public:
    // The .txt files of `folder`, in the order of their names; nothing when there is none or one cannot be read.
    static std::optional<ToolOutput> read(const std::string& folder);
    explicit ToolOutput(std::vector<std::string> texts) : texts_(std::move(texts)) {}

    // `result` in the middle of about `bytes` of whole lines, another part of another file for each `number`.
    std::string around(const std::string& result, std::size_t bytes, std::size_t number) const;

private:
    std::string part(std::size_t bytes, std::size_t number) const;
    std::vector<std::string> texts_;
};

}  // namespace wm::cli
