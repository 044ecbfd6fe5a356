// Files that an operator could write, and word for word what the daemon answers. WM_UPDATE=1 writes the answers anew.
#include "tests/config/reading.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <vector>

using namespace wm::config;

TEST(Broken, EachFileGetsItsClearAnswer) {
    std::vector<std::filesystem::path> files;
    for (const auto& file : std::filesystem::directory_iterator(source("tests/config/broken")))
        if (file.path().extension() == ".yaml") files.push_back(file.path());
    std::sort(files.begin(), files.end());
    ASSERT_GE(files.size(), 10U);
    for (const auto& file : files) {
        auto answer_file = file;
        answer_file.replace_extension(".txt");
        const auto result = load(contents(file.string()), file.filename().string(), environment());
        EXPECT_FALSE(result.ok()) << file;
        EXPECT_FALSE(result.problems.empty()) << file;
        if (std::getenv("WM_UPDATE")) std::ofstream(answer_file, std::ios::binary) << describe(result);
        EXPECT_EQ(contents(answer_file.string()), describe(result)) << file;
    }
}
