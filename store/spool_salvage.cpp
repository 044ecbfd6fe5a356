#include "store/spool_salvage.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

namespace wm {
namespace {

namespace fs = std::filesystem;

constexpr std::array beside{"", "-wal", "-shm"};  // a database is all three
constexpr std::int64_t skipped_max = 100'000;     // ids in a row that are tried in vain
constexpr int kept_max = 100;                     // damaged files

std::string whole_of(const std::string& path) { return path + ".salvaged"; }
std::string draft_of(const std::string& path) { return path + ".salvaging"; }

bool sync_folder_of(const std::string& path) {
    const auto folder = fs::path(path).parent_path().string();
    const int directory = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (directory < 0) return false;
    const bool synced = ::fsync(directory) == 0;
    ::close(directory);
    return synced;
}

void remove_all_of(const std::string& path) {
    std::error_code ignored;
    for (const auto* suffix : beside) fs::remove(path + suffix, ignored);
}

StoreError cannot(const std::string& path) {
    return {"the damaged spool " + path +
            " could not be replaced by what can be read of it; check that its disk has "
            "space and may be written, and start again (nothing was changed)"};
}

// A table by its ids: beyond a page that cannot be read it goes on with the next id, until it can be read again.
// A row that the new file does not take (a column that came back empty) is left behind too.
std::optional<std::uint64_t> copy_by_id(Database& from, Database& to, const char* select, const char* insert) {
    Statement next(from, select), put(to, insert);
    std::uint64_t copied = 0;
    std::int64_t after = 0;
    for (std::int64_t skipped = 0; skipped < skipped_max;) {
        const auto step = next.with(after).step();
        if (step == Step::done) break;
        if (step == Step::failed) {
            ++after, ++skipped;
            continue;
        }
        skipped = 0;
        after = next.integer(0);
        put.with(next.integer(0), next.text(1), next.bytes(2), next.text(3), next.integer(4));
        const bool taken = put.run();
        if (!taken && !to.in_transaction()) return std::nullopt;  // the disk, not the row
        copied += taken;
    }
    return copied;
}

// Marks of turns, from both ends to the first page that cannot be read.
std::uint64_t copy_turns(Database& from, Database& to) {
    Statement put(to, "INSERT OR IGNORE INTO turns(agent, turn, at) VALUES(?, ?, ?)");
    std::uint64_t copied = 0;
    for (const auto* select : {"SELECT agent, turn, at FROM turns ORDER BY agent, turn",
                               "SELECT agent, turn, at FROM turns ORDER BY agent DESC, turn DESC"}) {
        Statement all(from, select);
        all.with();
        auto step = all.step();
        for (; step == Step::row; step = all.step())
            copied += put.with(all.text(0), all.text(1), all.integer(2)).run() && to.changed() > 0;
        if (step == Step::done) break;
    }
    return copied;
}

std::optional<Salvaged> copy(Database& from, Database& to) {
    Salvaged out;
    Transaction transaction(to);
    if (!transaction.open()) return std::nullopt;
    const auto batches =
        copy_by_id(from, to, "SELECT id, operation, payload, '', sent FROM batches WHERE id > ? ORDER BY id LIMIT 1",
                   "INSERT OR IGNORE INTO batches(id, operation, payload, sent) SELECT ?1, ?2, ?3, ?5 WHERE ?4 = ''");
    const auto dead = copy_by_id(
        from, to, "SELECT id, operation, payload, reason, at FROM dead_letters WHERE id > ? ORDER BY id LIMIT 1",
        "INSERT OR IGNORE INTO dead_letters(id, operation, payload, reason, at) VALUES(?, ?, ?, ?, ?)");
    if (!batches || !dead) return std::nullopt;
    out.batches = *batches, out.dead_letters = *dead, out.turns = copy_turns(from, to);
    Statement keys(from, "SELECT id FROM keys");
    Statement note(to, "INSERT OR IGNORE INTO keys(id) VALUES(?)");
    keys.with();
    while (keys.step() == Step::row) (void)note.with(keys.bytes(0)).run();
    // A position is given once in the life of a spool, also one whose row is lost.
    Statement last(from, "SELECT seq FROM sqlite_sequence WHERE name = 'batches'");
    if (last.with().step() == Step::row) {
        (void)to.exec(
            "INSERT INTO sqlite_sequence(name, seq) SELECT 'batches', 0 WHERE NOT EXISTS"
            " (SELECT 1 FROM sqlite_sequence WHERE name = 'batches')");
        Statement go_on(to, "UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = 'batches'");
        (void)go_on.with(last.integer(0)).run();
    }
    if (!transaction.commit()) return std::nullopt;
    return out;
}

}  // namespace

std::variant<Salvaged, StoreError> salvage_spool(const std::string& path, const Schema& schema) {
    const auto draft = draft_of(path);
    remove_all_of(draft);
    std::optional<Salvaged> salvaged;
    {
        auto fresh = Database::open(draft, schema);
        auto damaged = Database::open_damaged(path);
        if (std::holds_alternative<StoreError>(fresh) || !damaged) return cannot(path);
        auto& to = std::get<Database>(fresh);
        salvaged = copy(*damaged, to);
        if (!salvaged || !to.exec("PRAGMA wal_checkpoint(TRUNCATE)")) return cannot(path);
    }
    std::error_code failed;
    fs::remove(draft + "-wal", failed), fs::remove(draft + "-shm", failed);
    fs::rename(draft, whole_of(path), failed);
    if (failed || !sync_folder_of(path)) return cannot(path);
    if (auto error = finish_salvage(path)) return *std::move(error);
    for (int n = 1; n <= kept_max && fs::exists(path + ".damaged-" + std::to_string(n)); ++n)
        salvaged->damaged = path + ".damaged-" + std::to_string(n);
    return *std::move(salvaged);
}

std::optional<StoreError> finish_salvage(const std::string& path) {
    const auto whole = whole_of(path);
    std::error_code failed;
    if (!fs::exists(whole, failed)) return std::nullopt;
    int n = 1;
    while (n < kept_max && fs::exists(path + ".damaged-" + std::to_string(n), failed)) ++n;
    for (const auto* suffix :
         beside)  // the database itself first: without it there is nothing that its log could belong to
        if (fs::exists(path + suffix, failed)) {
            fs::rename(path + suffix, path + ".damaged-" + std::to_string(n) + suffix, failed);
            if (failed) return cannot(path);
        }
    fs::rename(whole, path, failed);
    if (failed || !sync_folder_of(path)) return cannot(path);
    return std::nullopt;
}

}  // namespace wm
