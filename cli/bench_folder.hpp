#pragma once
// A folder for what a measurement needs, gone with it.

#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>

namespace wm::cli {

class BenchFolder {
public:
    BenchFolder() {
        std::string name = (std::filesystem::temp_directory_path() / "wetopi-memory-bench-XXXXXX").string();
        if (mkdtemp(name.data())) path_ = name;
    }
    BenchFolder(const BenchFolder&) = delete;
    BenchFolder& operator=(const BenchFolder&) = delete;
    ~BenchFolder() {
        std::error_code ignored;
        if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
    }
    const std::string& path() const { return path_; }  // empty: none could be made; TMPDIR says where

private:
    std::string path_;
};

}  // namespace wm::cli
