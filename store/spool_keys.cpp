// What happens to the spool's file when its keys are set: refused, taken as it is, or sealed anew.
#include "store/spool.hpp"

#include <utility>

namespace wm {

std::optional<StoreError> SqliteSpool::settle_keys(const std::string& path) {
    const StoreError unreadable{path + " cannot be read; check its disk and start again"};
    // 49 bytes: the least that a sealed row has.
    Statement used(db_,
                   "SELECT k.id, (SELECT count(*) FROM batches WHERE length(payload) >= 49 AND substr(payload, 1, 1) = "
                   "x'02' AND substr(payload, 2, 8) = k.id), (SELECT count(*) FROM dead_letters WHERE length(payload) "
                   ">= 49 AND substr(payload, 1, 1) = x'02' AND substr(payload, 2, 8) = k.id) FROM keys k");
    used.with();
    for (;;) {
        const auto step = used.step();
        if (step == Step::failed) return unreadable;
        if (step == Step::done) break;
        Keyring::KeyId id{};
        const auto bytes = used.bytes(0);
        if (bytes.size() != id.size()) continue;
        std::copy(bytes.begin(), bytes.end(), id.begin());
        const auto waiting = used.integer(1), dead = used.integer(2);
        if (waiting + dead == 0 || keys_.holds(id)) continue;
        return StoreError{path + " holds " + std::to_string(waiting) + " waiting batches and " + std::to_string(dead) +
                          " dead letters sealed with the key " + Keyring::text_of(id) +
                          ", which is not among those given; put that key back as a further line of spool.key_file "
                          "and start again (nothing was changed, nothing is lost)"};
    }
    if (!keys_.sealing()) return std::nullopt;
    Transaction transaction(db_);
    if (!transaction.open()) return unreadable;
    Statement note(db_, "INSERT OR IGNORE INTO keys(id) VALUES(?)");
    if (!note.with(Bytes(keys_.current())).run() || !seal_anew("batches") || !seal_anew("dead_letters") ||
        !transaction.commit())
        return StoreError{path +
                          " could not be sealed with the key given; check that its disk has space and may be "
                          "written, and start again (nothing was changed)"};
    // What was plain, or of an older key, is overwritten in the pages (secure_delete); the log must not keep it either.
    (void)db_.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    return std::nullopt;
}

// Row by row: the file may be larger than memory.
bool SqliteSpool::seal_anew(const char* table) {
    const std::string name(table);
    Statement next(db_, ("SELECT id, operation, payload FROM " + name + " WHERE id > ? ORDER BY id LIMIT 1").c_str());
    Statement put(db_, ("UPDATE " + name + " SET payload = ? WHERE id = ?").c_str());
    for (std::int64_t after = 0;;) {
        const auto step = next.with(after).step();
        if (step != Step::row) return step == Step::done;
        after = next.integer(0);
        if (!keys_.outdated(next.bytes(2))) {
            next.reset();
            continue;
        }
        const std::string operation(next.text(1));
        const auto plain = keys_.open(next.bytes(2), operation);
        next.reset();
        if (!plain) continue;  // damaged: load() sets it aside
        if (!put.with(Bytes(keys_.seal(*plain, operation)), after).run()) return false;
    }
}

}  // namespace wm
