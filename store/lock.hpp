#pragma once
// One daemon a data directory (BR-20): an flock on <data_dir>/lock, whose text names the holder. The kernel lets go of
// it when the process ends, however it ends.

#include "store/sqlite.hpp"

#include <string>
#include <variant>

namespace wm {

class DataDirLock {
public:
    // Makes the directory (0700) when there is none. A second holder gets an error that names the first.
    static std::variant<DataDirLock, StoreError> acquire(const std::string& data_dir);

    DataDirLock(DataDirLock&& other) noexcept;
    DataDirLock& operator=(DataDirLock&&) = delete;
    ~DataDirLock();

private:
    explicit DataDirLock(int file) : file_(file) {}
    int file_;
};

}  // namespace wm
