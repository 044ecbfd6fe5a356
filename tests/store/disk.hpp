#pragma once
// A disk that tells what was asked of it, breaks on demand, and loses in a power cut all that was not synced: SQLite's
// own VFS with a layer over its files.
//   power_cut()   the directory as the platters hold it: each file as it was at its last sync

#include <sqlite3.h>

#include <atomic>
#include <cstring>
#include <filesystem>
#include <string>

namespace wm::test {

class Disk {
public:
    Disk() {
        below_ = sqlite3_vfs_find(nullptr);
        vfs_ = *below_;
        vfs_.zName = "wm-test-disk";
        vfs_.szOsFile = static_cast<int>(sizeof(File)) + below_->szOsFile;
        vfs_.pAppData = this;
        vfs_.xOpen = open;
        vfs_.xDelete = remove;
        sqlite3_vfs_register(&vfs_, 1);
    }
    Disk(const Disk&) = delete;
    Disk& operator=(const Disk&) = delete;
    ~Disk() {
        sqlite3_vfs_unregister(&vfs_);
        sqlite3_vfs_register(below_, 1);
    }

    int syncs() const { return syncs_; }  // of write-ahead logs
    void break_syncs(bool broken) { syncs_fail_ = broken; }
    void fill(bool full) { writes_fail_ = full; }

    // Copies what survives into `to`.
    static void power_cut(const std::filesystem::path& from, const std::filesystem::path& to) {
        for (const auto& entry : std::filesystem::directory_iterator(from)) {
            const auto name = entry.path().filename().string();
            if (!name.ends_with(suffix)) continue;
            std::filesystem::copy_file(entry.path(), to / name.substr(0, name.size() - std::strlen(suffix)));
        }
    }

private:
    static constexpr const char* suffix = ".synced";
    struct File {
        sqlite3_file base;
        sqlite3_io_methods methods;
        Disk* disk;
        std::string* path;  // as a C struct cannot hold one; freed by close
        bool is_log;
    };
    static sqlite3_file* below(sqlite3_file* file) {
        return reinterpret_cast<sqlite3_file*>(reinterpret_cast<char*>(file) + sizeof(File));
    }
    static File* self(sqlite3_file* file) { return reinterpret_cast<File*>(file); }

    static int open(sqlite3_vfs* vfs, const char* name, sqlite3_file* file, int flags, int* out) {
        auto* disk = static_cast<Disk*>(vfs->pAppData);
        const int code = disk->below_->xOpen(disk->below_, name, below(file), flags, out);
        file->pMethods = nullptr;
        if (code != SQLITE_OK) return code;
        auto* own = self(file);
        own->disk = disk;
        own->path = new std::string(name ? name : "");
        own->is_log = (flags & SQLITE_OPEN_WAL) != 0;
        own->methods = io_methods(below(file)->pMethods->iVersion);
        own->base.pMethods = &own->methods;
        return code;
    }
    static int remove(sqlite3_vfs* vfs, const char* name, int sync_folder) {
        auto* disk = static_cast<Disk*>(vfs->pAppData);
        const int code = disk->below_->xDelete(disk->below_, name, sync_folder);
        if (code == SQLITE_OK && sync_folder) std::filesystem::remove(std::string(name) + suffix);
        return code;
    }
    static int close(sqlite3_file* file) {
        delete self(file)->path;
        return below(file)->pMethods->xClose(below(file));
    }
    static int write(sqlite3_file* file, const void* data, int size, sqlite3_int64 at) {
        if (self(file)->disk->writes_fail_) return SQLITE_FULL;
        return below(file)->pMethods->xWrite(below(file), data, size, at);
    }
    static int sync(sqlite3_file* file, int flags) {
        auto* own = self(file);
        if (own->disk->syncs_fail_) return SQLITE_IOERR_FSYNC;
        const int code = below(file)->pMethods->xSync(below(file), flags);
        if (code != SQLITE_OK || own->path->empty()) return code;
        own->disk->syncs_ += own->is_log;
        std::error_code ignored;
        std::filesystem::copy_file(*own->path, *own->path + suffix, std::filesystem::copy_options::overwrite_existing,
                                   ignored);
        return code;
    }

    static sqlite3_io_methods io_methods(int version) {
        sqlite3_io_methods m{};
        m.iVersion = version;
        m.xClose = close;
        m.xRead = [](sqlite3_file* f, void* to, int n, sqlite3_int64 at) {
            return below(f)->pMethods->xRead(below(f), to, n, at);
        };
        m.xWrite = write;
        m.xTruncate = [](sqlite3_file* f, sqlite3_int64 n) { return below(f)->pMethods->xTruncate(below(f), n); };
        m.xSync = sync;
        m.xFileSize = [](sqlite3_file* f, sqlite3_int64* n) { return below(f)->pMethods->xFileSize(below(f), n); };
        m.xLock = [](sqlite3_file* f, int how) { return below(f)->pMethods->xLock(below(f), how); };
        m.xUnlock = [](sqlite3_file* f, int how) { return below(f)->pMethods->xUnlock(below(f), how); };
        m.xCheckReservedLock = [](sqlite3_file* f, int* out) {
            return below(f)->pMethods->xCheckReservedLock(below(f), out);
        };
        m.xFileControl = [](sqlite3_file* f, int what, void* arg) {
            return below(f)->pMethods->xFileControl(below(f), what, arg);
        };
        m.xSectorSize = [](sqlite3_file* f) { return below(f)->pMethods->xSectorSize(below(f)); };
        m.xDeviceCharacteristics = [](sqlite3_file* f) { return below(f)->pMethods->xDeviceCharacteristics(below(f)); };
        m.xShmMap = [](sqlite3_file* f, int page, int size, int extend, void volatile** out) {
            return below(f)->pMethods->xShmMap(below(f), page, size, extend, out);
        };
        m.xShmLock = [](sqlite3_file* f, int at, int n, int flags) {
            return below(f)->pMethods->xShmLock(below(f), at, n, flags);
        };
        m.xShmBarrier = [](sqlite3_file* f) { below(f)->pMethods->xShmBarrier(below(f)); };
        m.xShmUnmap = [](sqlite3_file* f, int erase) { return below(f)->pMethods->xShmUnmap(below(f), erase); };
        m.xFetch = [](sqlite3_file* f, sqlite3_int64 at, int n, void** out) {
            return below(f)->pMethods->xFetch(below(f), at, n, out);
        };
        m.xUnfetch = [](sqlite3_file* f, sqlite3_int64 at, void* p) {
            return below(f)->pMethods->xUnfetch(below(f), at, p);
        };
        return m;
    }

    sqlite3_vfs* below_ = nullptr;
    sqlite3_vfs vfs_{};
    std::atomic<int> syncs_{0};
    std::atomic<bool> syncs_fail_{false};
    std::atomic<bool> writes_fail_{false};
};

}  // namespace wm::test
