#include "store/lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

namespace wm {
namespace {

std::string host() {
    std::array<char, 256> name{};
    return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "unknown";
}

// "pid 4711 on build-1", as the holder wrote it; printable characters only, as anybody may have written the file.
std::string holder(int file) {
    std::array<char, 320> text{};
    const auto size = ::pread(file, text.data(), text.size(), 0);
    std::string name;
    for (ssize_t i = 0; i < size && text[static_cast<std::size_t>(i)] != '\n'; ++i) {
        const char c = text[static_cast<std::size_t>(i)];
        name += c >= ' ' && c <= '~' ? c : '?';
    }
    return name.empty() ? "a process that has not named itself yet" : name;
}

bool write_holder(int file) {
    const auto text = "pid " + std::to_string(::getpid()) + " on " + host() + "\n";
    return ::ftruncate(file, 0) == 0 &&
           ::pwrite(file, text.data(), text.size(), 0) == static_cast<ssize_t>(text.size());
}

StoreError refused(const std::string& what, const std::string& path, int error, std::string_view remedy) {
    return {what + " " + path + " (" + std::strerror(error) + "); " + std::string(remedy)};
}

}  // namespace

std::variant<DataDirLock, StoreError> DataDirLock::acquire(const std::string& data_dir) {
    std::error_code trouble;
    if (const std::filesystem::path parent = std::filesystem::path(data_dir).parent_path(); !parent.empty()) {
        std::filesystem::create_directories(parent, trouble);
    }
    if (::mkdir(data_dir.c_str(), 0700) != 0 && errno != EEXIST) {
        return refused("cannot make the data directory", data_dir, errno,
                       "make it, or set data_dir to one this user may write");
    }
    const auto path = data_dir + "/lock";
    DataDirLock lock(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (lock.file_ < 0) {
        return refused("cannot open the lock file", path, errno,
                       "data_dir must be a directory that this user may write");
    }
    if (::flock(lock.file_, LOCK_EX | LOCK_NB) != 0) {
        if (errno != EWOULDBLOCK)
            return refused("cannot lock", path, errno, "put data_dir on a file system with flock");
        return StoreError{"the data directory " + data_dir + " is in use by " + holder(lock.file_) +
                          "; stop that wetopi-memory, or give this one another data_dir"};
    }
    if (!write_holder(lock.file_)) return refused("cannot write", path, errno, "free some space on its disk");
    return lock;
}

DataDirLock::DataDirLock(DataDirLock&& other) noexcept : file_(std::exchange(other.file_, -1)) {}
DataDirLock::~DataDirLock() {
    if (file_ >= 0) ::close(file_);
}

}  // namespace wm
