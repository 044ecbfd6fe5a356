// The rules, run over this tree. A broken rule names its line and says why.
#include "tests/tidy/rules.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

namespace fs = std::filesystem;

namespace wm::tidy {
namespace {

const fs::path root = WM_SOURCE_DIR;
const std::set<std::string> cpp_folders = {"policies", "config", "runtime", "actors", "net",
                                           "store",    "cli",    "bench",   "tests"};
const std::set<std::string> text_extensions = {".hpp",  ".cpp",   ".py",  ".sh",    ".md",   ".yaml", ".yml",
                                               ".json", ".jsonl", ".txt", ".cmake", ".toml", ""};

std::string read(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

// What belongs to the project, not what was built or installed beside it.
bool foreign(const fs::path& folder) {
    const auto name = folder.filename().string();
    return name.starts_with("build") || name == ".git" || name.starts_with(".venv") || name == ".run" ||
           name == ".cache" || name == "__pycache__" || name == "node_modules" || name == ".pytest_cache" ||
           name == "data";
}

std::vector<fs::path> files() {
    std::vector<fs::path> found;
    for (fs::recursive_directory_iterator it(root), end; it != end; ++it) {
        if (it->is_directory() && foreign(it->path())) it.disable_recursion_pending();
        else if (it->is_regular_file()) found.push_back(fs::relative(it->path(), root));
    }
    std::ranges::sort(found);
    return found;
}

const std::vector<Source>& sources() {
    static const auto all = [] {
        std::vector<Source> found;
        for (const auto& path : files())
            if ((path.extension() == ".hpp" || path.extension() == ".cpp") &&
                cpp_folders.contains(path.begin()->string()))
                found.push_back(read_source(path.generic_string(), read(root / path)));
        return found;
    }();
    return all;
}

void expect_none(const Problems& problems) {
    for (const auto& problem : problems) ADD_FAILURE() << problem;
}

TEST(Tidy, FindsTheTree) { EXPECT_GT(sources().size(), 10u) << root; }

TEST(Tidy, HoldsInEverySource) {
    for (const auto& source : sources()) expect_none(check_cpp(source));
}

TEST(Tidy, HoldsInTheBuild) {
    expect_none(check_links(read(root / "CMakeLists.txt")));
    expect_none(check_cycles(sources()));
}

TEST(Tidy, HoldsInTheActorTable) {
    const auto actor = [](const Source& source) {
        return source.path.starts_with("actors/") && source.path.ends_with(".hpp");
    };
    ASSERT_TRUE(std::ranges::any_of(sources(), actor));
    expect_none(check_actor_rows(sources(), read(root / "docs/architecture.md")));
}

TEST(Tidy, HoldsInEveryText) {
    for (const auto& path : files())
        if (text_extensions.contains(path.extension().string()))
            expect_none(check_text(path.generic_string(), read(root / path), root.string()));
}

TEST(Tidy, KeepsScriptsShort) {
    for (const auto& path : files())
        if (path.extension() == ".py" || path.extension() == ".sh") {
            const auto lines = lines_of(read(root / path));
            EXPECT_LT(lines.size(), 400u) << path;
        }
}

}  // namespace
}  // namespace wm::tidy
