#pragma once
// The normative example of every message: tests/golden/protocol.jsonl. Tests run in the root of the tree.

#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace wm::test {

inline std::vector<std::string> golden_lines() {
    std::ifstream in("tests/golden/protocol.jsonl");
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);)
        if (!line.empty()) lines.push_back(line);
    if (lines.empty())
        throw std::runtime_error("tests/golden/protocol.jsonl is missing or empty: run in the root of the tree");
    return lines;
}

// The one golden line that holds `part`; the test fails when there is none.
inline std::string golden_with(const std::string& part) {
    for (const auto& line : golden_lines())
        if (line.find(part) != std::string::npos) return line;
    throw std::runtime_error("no golden line holds " + part);
}

}  // namespace wm::test
