#include "store/backup.hpp"

#include "store/memory_schema.hpp"

#include <sqlite3.h>

#include <fcntl.h>
#include <unistd.h>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string_view>

namespace wm {
namespace {

constexpr int busy_timeout_ms = 5000;

struct Close {
    void operator()(sqlite3* handle) const { sqlite3_close_v2(handle); }
};
using Handle = std::unique_ptr<sqlite3, Close>;

Handle open(const std::string& path, int flags) {
    sqlite3* handle = nullptr;
    const int code = sqlite3_open_v2(path.c_str(), &handle, flags | SQLITE_OPEN_NOFOLLOW, nullptr);
    Handle owned(handle);
    if (code != SQLITE_OK) return nullptr;
    sqlite3_busy_timeout(handle, busy_timeout_ms);
    return owned;
}

std::string first_value(sqlite3* handle, const char* sql) {
    sqlite3_stmt* statement = nullptr;
    std::string value;
    if (sqlite3_prepare_v2(handle, sql, -1, &statement, nullptr) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW) {
        const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement, 0));
        if (text) value = text;
    }
    sqlite3_finalize(statement);
    return value;
}

// All pages in one step: a reader of one moment, which no writer makes begin anew.
int copy(sqlite3* from, sqlite3* to) {
    auto* backup = sqlite3_backup_init(to, "main", from, "main");
    if (!backup) return sqlite3_errcode(to);
    const int step = sqlite3_backup_step(backup, -1);
    const int end = sqlite3_backup_finish(backup);
    return step == SQLITE_DONE ? end : step;
}

bool synced(const std::string& path, int flags) {
    const int file = ::open(path.c_str(), flags | O_CLOEXEC);
    if (file < 0) return false;
    const bool done = ::fsync(file) == 0;
    ::close(file);
    return done;
}

std::string folder_of(const std::string& file) {
    const auto slash = file.rfind('/');
    return slash == std::string::npos ? "." : file.substr(0, slash + 1);
}

std::optional<StoreError> write_copy(const std::string& from, const std::string& to) {
    const auto source = open(from, SQLITE_OPEN_READWRITE);  // a log that nobody has open is read through it
    if (!source) return StoreError{from + " cannot be read; is data_dir right, and may this user read it?"};
    const auto target = open(to, SQLITE_OPEN_READWRITE);
    if (!target) return StoreError{to + " cannot be written"};
    const int code = copy(source.get(), target.get());
    if (code != SQLITE_OK)
        return StoreError{from + " cannot be copied to " + to + " (" + sqlite3_errstr(code) +
                          "); is there free space for the whole of it?"};
    if (first_value(target.get(), "PRAGMA application_id") != std::to_string(memory_store_id))
        return StoreError{from + " is not a memory store of wetopi-memory"};
    if (first_value(target.get(), "PRAGMA integrity_check(1)") != "ok")
        return StoreError{from + " is damaged, and so would be its copy; keep the last backup that was good"};
    // One file: what opens it as a store gives it a log again.
    if (first_value(target.get(), "PRAGMA journal_mode=DELETE") != "delete")
        return StoreError{to + " cannot be written to its end"};
    return std::nullopt;
}

}  // namespace

std::optional<StoreError> back_up(const std::string& data_dir, const std::string& file) {
    const auto from = data_dir + "/memory.db", partial = file + ".partial";
    if (::access(from.c_str(), R_OK) != 0)
        return StoreError{from + " cannot be read (" + std::strerror(errno) + "); is data_dir right?"};
    if (::access(file.c_str(), F_OK) == 0) return StoreError{file + " exists; name another file, or move it away"};
    const int made = ::open(partial.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (made < 0) {
        return StoreError{partial + " cannot be created (" + std::strerror(errno) +
                          "); remove it if a backup was cut off, and look whether its folder may be written"};
    }
    ::close(made);
    auto error = write_copy(from, partial);
    // link and not rename: a file that has appeared meanwhile is not replaced
    if (!error && (!synced(partial, O_RDWR) || ::link(partial.c_str(), file.c_str()) != 0 ||
                   !synced(folder_of(file), O_RDONLY | O_DIRECTORY)))
        error = StoreError{file + " cannot be written (" + std::strerror(errno) + ")"};
    (void)::unlink(partial.c_str());
    return error;
}

}  // namespace wm
