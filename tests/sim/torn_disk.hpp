#pragma once
// A disk in memory below SQLite, so that the spool's own code recovers in the simulation. What was written and not synced
// may be lost, torn or kept in any order when the power goes; a file whose removal was not synced may come back.
//
//   kill()        the process ends: what was written stays, synced or not
//   power_cut()   the machine ends: of each write since the last sync, the seed decides whether it is there, and how much
//   die_after(n)  the machine stops in the middle: after n more operations nothing reaches the disk
//
// SQLite's default VFS while it lives; one at a time, one thread.

#include "tests/sim/world.hpp"

#include <sqlite3.h>

#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace wm::sim {

class TornDisk {
public:
    explicit TornDisk(World& world) : world_(world), below_(sqlite3_vfs_find(nullptr)) {
        vfs_ = *below_;
        vfs_.zName = "wm-torn-disk";
        vfs_.szOsFile = sizeof(Handle);
        vfs_.pAppData = this;
        vfs_.xOpen = open;
        vfs_.xDelete = remove;
        vfs_.xAccess = access;
        methods_ = io_methods();
        sqlite3_vfs_register(&vfs_, 1);
    }
    TornDisk(const TornDisk&) = delete;
    TornDisk& operator=(const TornDisk&) = delete;
    ~TornDisk() {
        sqlite3_vfs_unregister(&vfs_);
        sqlite3_vfs_register(below_, 1);
    }

    std::function<bool()> sync_fails = [] { return false; };
    std::function<bool()> write_fails = [] { return false; };
    std::uint64_t syncs = 0, lost_writes = 0, torn_writes = 0;

    void die_after(std::uint64_t operations) { left_ = operations; }
    void kill() { restart(); }
    void power_cut() {
        for (auto& [name, file] : files_) file->content = survivors(*file);
        for (auto& [name, file] : ghosts_)
            if (world_.chance(50) && !files_.contains(name)) {
                file->content = survivors(*file);
                files_[name] = file;
            }
        restart();
    }

private:
    struct Write {
        std::uint64_t at = 0;
        std::string bytes;
        bool truncates = false;  // to `at`
    };
    struct File {
        std::string content, synced;
        std::vector<Write> unsynced;
        std::vector<std::unique_ptr<std::vector<std::byte>>> shared;  // the index of a write-ahead log: memory, no disk
    };
    struct Handle {
        sqlite3_file base;
        TornDisk* disk;
        File* file;
    };
    static constexpr std::size_t sector = 512;

    // After every way to end: nothing is under way, and the next process finds a disk that works.
    void restart() {
        for (auto& [name, file] : files_) {
            file->synced = file->content;
            file->unsynced.clear();
            file->shared.clear();
        }
        ghosts_.clear();
        left_ = std::numeric_limits<std::uint64_t>::max();
    }
    static void apply(std::string& content, const Write& write, std::size_t bytes) {
        if (write.truncates) return content.resize(std::min<std::size_t>(content.size(), write.at));
        if (content.size() < write.at + bytes) content.resize(write.at + bytes, '\0');
        std::memcpy(content.data() + write.at, write.bytes.data(), bytes);
    }
    std::string survivors(const File& file) {
        auto content = file.synced;
        for (const auto& write : file.unsynced) {
            if (world_.chance(40)) {
                ++lost_writes;
                continue;
            }
            auto bytes = write.bytes.size();
            if (bytes > sector && world_.chance(30)) {
                bytes = sector * world_.below(bytes / sector);
                ++torn_writes;
            }
            apply(content, write, bytes);
        }
        return content;
    }
    bool dead() {
        if (left_ == 0) return true;
        if (left_ != std::numeric_limits<std::uint64_t>::max()) --left_;
        return false;
    }

    static Handle& self(sqlite3_file* file) { return *reinterpret_cast<Handle*>(file); }
    static int open(sqlite3_vfs* vfs, const char* name, sqlite3_file* file, int, int* out) {
        auto* disk = static_cast<TornDisk*>(vfs->pAppData);
        auto& handle = self(file);
        handle.base.pMethods = nullptr;
        if (disk->dead()) return SQLITE_IOERR;
        const std::string path = name ? name : "temporary " + std::to_string(++disk->temporaries_);
        auto& found = disk->files_[path];
        if (!found) {
            found = std::make_shared<File>();
            disk->ghosts_.erase(path);
        }
        handle.base.pMethods = &disk->methods_;
        handle.disk = disk;
        handle.file = found.get();
        if (out) *out = SQLITE_OPEN_READWRITE;
        return SQLITE_OK;
    }
    static int remove(sqlite3_vfs* vfs, const char* name, int synced) {
        auto* disk = static_cast<TornDisk*>(vfs->pAppData);
        if (disk->dead()) return SQLITE_IOERR_DELETE;
        const auto found = disk->files_.find(name);
        if (found == disk->files_.end()) return SQLITE_IOERR_DELETE_NOENT;
        disk->ghosts_[name] = found->second;
        disk->files_.erase(found);
        if (synced) disk->ghosts_.clear();
        return SQLITE_OK;
    }
    static int access(sqlite3_vfs* vfs, const char* name, int, int* out) {
        *out = static_cast<TornDisk*>(vfs->pAppData)->files_.contains(name);
        return SQLITE_OK;
    }
    static int read(sqlite3_file* handle, void* to, int size, sqlite3_int64 at) {
        const auto& content = self(handle).file->content;
        const auto from = std::min<std::size_t>(static_cast<std::size_t>(at), content.size());
        const auto there = std::min<std::size_t>(static_cast<std::size_t>(size), content.size() - from);
        std::memcpy(to, content.data() + from, there);
        std::memset(static_cast<char*>(to) + there, 0, static_cast<std::size_t>(size) - there);
        return there == static_cast<std::size_t>(size) ? SQLITE_OK : SQLITE_IOERR_SHORT_READ;
    }
    static int write(sqlite3_file* handle, const void* data, int size, sqlite3_int64 at) {
        auto& [base, disk, file] = self(handle);
        if (disk->dead()) return SQLITE_IOERR_WRITE;
        if (disk->write_fails()) return SQLITE_FULL;
        return put(*file, {static_cast<std::uint64_t>(at),
                           std::string(static_cast<const char*>(data), static_cast<std::size_t>(size)), false});
    }
    static int truncate(sqlite3_file* handle, sqlite3_int64 size) {
        if (self(handle).disk->dead()) return SQLITE_IOERR_TRUNCATE;
        return put(*self(handle).file, {static_cast<std::uint64_t>(size), {}, true});
    }
    static int put(File& file, Write write) {
        apply(file.content, write, write.bytes.size());
        file.unsynced.push_back(std::move(write));
        return SQLITE_OK;
    }
    static int sync(sqlite3_file* handle, int) {
        auto& [base, disk, file] = self(handle);
        if (disk->dead() || disk->sync_fails()) return SQLITE_IOERR_FSYNC;
        file->synced = file->content;
        file->unsynced.clear();
        ++disk->syncs;
        return SQLITE_OK;
    }
    static int share(sqlite3_file* handle, int region, int size, int extend, void volatile** out) {
        auto& shared = self(handle).file->shared;
        *out = nullptr;
        if (shared.size() <= static_cast<std::size_t>(region)) {
            if (!extend) return SQLITE_OK;
            while (shared.size() <= static_cast<std::size_t>(region))
                shared.push_back(std::make_unique<std::vector<std::byte>>(static_cast<std::size_t>(size)));
        }
        *out = shared[static_cast<std::size_t>(region)]->data();
        return SQLITE_OK;
    }
    static sqlite3_io_methods io_methods() {
        sqlite3_io_methods m{};
        m.iVersion = 2;
        m.xClose = [](sqlite3_file*) { return SQLITE_OK; };
        m.xRead = read;
        m.xWrite = write;
        m.xTruncate = truncate;
        m.xSync = sync;
        m.xFileSize = [](sqlite3_file* f, sqlite3_int64* n) {
            *n = static_cast<sqlite3_int64>(self(f).file->content.size());
            return SQLITE_OK;
        };
        m.xLock = [](sqlite3_file*, int) { return SQLITE_OK; };
        m.xUnlock = [](sqlite3_file*, int) { return SQLITE_OK; };
        m.xCheckReservedLock = [](sqlite3_file*, int* out) {
            *out = 0;
            return SQLITE_OK;
        };
        m.xFileControl = [](sqlite3_file*, int, void*) { return SQLITE_NOTFOUND; };
        m.xSectorSize = [](sqlite3_file*) { return static_cast<int>(sector); };
        m.xDeviceCharacteristics = [](sqlite3_file*) { return SQLITE_IOCAP_POWERSAFE_OVERWRITE; };
        m.xShmMap = share;
        m.xShmLock = [](sqlite3_file*, int, int, int) { return SQLITE_OK; };
        m.xShmBarrier = [](sqlite3_file*) {};
        m.xShmUnmap = [](sqlite3_file* f, int remove_too) {
            if (remove_too) self(f).file->shared.clear();
            return SQLITE_OK;
        };
        return m;
    }

    World& world_;
    sqlite3_vfs* below_;
    sqlite3_vfs vfs_{};
    sqlite3_io_methods methods_{};
    std::map<std::string, std::shared_ptr<File>> files_, ghosts_;
    std::uint64_t left_ = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t temporaries_ = 0;
};

}  // namespace wm::sim
