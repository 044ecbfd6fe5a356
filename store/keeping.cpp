#include "store/keeping.hpp"

#include "store/memories.hpp"

#include <algorithm>
#include <utility>

namespace wm {
namespace {

constexpr std::chrono::seconds look_every{60};
constexpr std::int64_t rows_a_slice = 64;
constexpr std::int64_t day_ms = 86'400'000;

std::int64_t millis(WallTime at) { return at.time_since_epoch().count(); }
WallTime wall(std::int64_t at) { return WallTime(Wall::duration(at)); }

}  // namespace

MemoryKeeping::MemoryKeeping(Database& db)
    : db_(db),
      bank_(db, "SELECT id FROM banks WHERE name = ?"),
      use_(db,
           "INSERT INTO uses(bank, id, times, last) SELECT m.bank, m.id, ?1, ?2 FROM memories AS m JOIN banks AS b ON"
           " b.id = m.bank WHERE m.id = ?3 AND b.name = ?4 ON CONFLICT(bank, id) DO UPDATE SET times = times +"
           " excluded.times, last = max(last, excluded.last)"),
      expire_(db,
              "UPDATE memories SET retired = 1, current = 0, valid_to = coalesce(valid_to, expires_at), recorded_to ="
              " ?1 WHERE id IN (SELECT id FROM memories WHERE expires_at IS NOT NULL AND retired = 0 AND expires_at <="
              " ?1 ORDER BY expires_at LIMIT ?2)"),
      trash_(db,
             "UPDATE memories SET retired = 2, kept_current = current, current = 0, recorded_to = ?1 WHERE id = ?2 AND"
             " bank = ?3 AND retired <> 2"),
      restore_(db,
               "UPDATE memories SET current = CASE WHEN attribute_key <> '' AND EXISTS(SELECT 1 FROM memories AS o"
               " WHERE o.bank = memories.bank AND o.subject_key = memories.subject_key AND o.attribute_key ="
               " memories.attribute_key AND o.attribute_key <> '' AND o.retired <> 2 AND o.valid_from >="
               " memories.valid_from AND o.id <> memories.id) THEN 0 WHEN retired = 2 THEN kept_current ELSE 1 END,"
               " valid_to = CASE WHEN retired = 1 AND valid_to = expires_at THEN NULL ELSE valid_to END, expires_at ="
               " CASE WHEN retired = 1 AND ?4 > 0 THEN ?1 + ?4 WHEN retired = 1 THEN NULL ELSE expires_at END,"
               " updated_at = ?1, recorded_to = NULL, retired = 0 WHERE id = ?2 AND bank = ?3 AND retired <> 0"),
      ttl_(db, "UPDATE memories SET ttl_days = ?1, expires_at = ?2 WHERE id = ?3 AND bank = ?4 AND retired = 0"),
      in_trash_(db,
                "SELECT id, bank, document, valid_from, text, subject FROM memories WHERE retired = 2 AND recorded_to"
                " <= ? ORDER BY recorded_to LIMIT ?"),
      unindex_(db, "INSERT INTO words(words, rowid, terms) VALUES('delete', ?, ?)") {}

std::int64_t MemoryKeeping::number_of(const BankId& bank) {
    const auto number = bank_.with(bank.str()).step() == Step::row ? bank_.integer(0) : 0;
    bank_.reset();
    return number;
}

void MemoryKeeping::used(const BankId& bank, const std::vector<std::int64_t>& ids, WallTime now) {
    for (const auto id : ids) {
        auto& use = uses_[{bank.str(), id}];
        ++use.times;
        use.last = std::max(use.last, millis(now));
    }
}

MemoryKeeping::Done MemoryKeeping::one(Statement& statement) {
    if (!statement.run()) return Done::failed;
    return db_.changed() == 1 ? Done::done : Done::unknown;
}

MemoryKeeping::Done MemoryKeeping::trash(const BankId& bank, std::int64_t id, WallTime now) {
    return one(trash_.with(millis(now), id, number_of(bank)));
}

MemoryKeeping::Done MemoryKeeping::restore(const BankId& bank, std::int64_t id, const BlockLives& lives, WallTime now) {
    const auto number = number_of(bank);
    Statement facts(db_, "SELECT kind, ttl_days FROM memories WHERE id = ? AND bank = ?");
    const auto step = facts.with(id, number).step();
    if (step != Step::row) return step == Step::failed ? Done::failed : Done::unknown;
    const auto kind = static_cast<BlockKind>(std::min<std::int64_t>(facts.integer(0), block_kinds - 1));
    const auto days = facts.null(1) ? std::int64_t{lives.of(kind)} : facts.integer(1);
    facts.reset();
    return one(restore_.with(millis(now), id, number, days * day_ms));
}

MemoryKeeping::Done MemoryKeeping::set_ttl(const BankId& bank, std::int64_t id, std::uint32_t days, WallTime now) {
    const auto ends = days == 0 ? std::nullopt : std::optional(millis(now) + day_ms * days);
    const auto done = one(ttl_.with(days, ends, id, number_of(bank)));
    return done;
}

bool MemoryKeeping::note_uses() {
    for (auto use = uses_.begin(); use != uses_.end();) {
        const auto& [bank, id] = use->first;
        if (!use_.with(use->second.times, use->second.last, id, bank).run()) return false;
        use = uses_.erase(use);
    }
    return true;
}

std::optional<bool> MemoryKeeping::expire(std::int64_t now) {
    if (!expire_.with(now, rows_a_slice).run()) return std::nullopt;
    return db_.changed() == rows_a_slice;
}

std::optional<bool> MemoryKeeping::purge(std::int64_t now) {
    std::vector<Purged> rows;
    in_trash_.with(now - std::chrono::duration_cast<Wall::duration>(trash_kept).count(), rows_a_slice);
    for (;;) {
        const auto step = in_trash_.step();
        if (step == Step::failed) return std::nullopt;
        if (step == Step::done) break;
        rows.push_back({in_trash_.integer(0), in_trash_.integer(1), in_trash_.integer(2), in_trash_.integer(3),
                        std::string(in_trash_.text(4)), std::string(in_trash_.text(5))});
    }
    for (const auto& row : rows)
        if (!remove(row)) return std::nullopt;
    // The index keeps the terms of a row that was taken out until its parts are merged.
    if (!rows.empty() && !db_.exec("INSERT INTO words(words) VALUES('optimize')")) return std::nullopt;
    purged_ = purged_ || !rows.empty();
    return static_cast<std::int64_t>(rows.size()) == rows_a_slice;
}

bool MemoryKeeping::remove(const Purged& row) {
    const auto words = index_words(row.bank, index_text(row.text, row.subject, wall(row.from)));
    if (!unindex_.with(row.id, words).run()) return false;
    for (const auto* sql :
         {"DELETE FROM forms WHERE id = ?", "DELETE FROM uses WHERE id = ?", "DELETE FROM ties WHERE state = ?",
          "DELETE FROM ties WHERE statement = ?", "UPDATE memories SET superseded_by = NULL WHERE superseded_by = ?",
          "DELETE FROM memories WHERE id = ?"}) {
        if (!Statement(db_, sql).with(row.id).run()) return false;
    }
    // What it came from goes with the last that came from it, and does not hold its words until then.
    return Statement(db_, "UPDATE documents SET content = replace(content, ?, '') WHERE id = ?")
               .with(row.text, row.document)
               .run() &&
           Statement(db_,
                     "DELETE FROM documents WHERE id = ?1 AND NOT EXISTS(SELECT 1 FROM memories WHERE document = ?1)")
               .with(row.document)
               .run();
}

std::optional<bool> MemoryKeeping::tend(WallTime now) {
    Transaction transaction(db_);
    if (!transaction.open() || !note_uses()) return std::nullopt;
    const auto expired = expire(millis(now));
    const auto purged = expired ? purge(millis(now)) : std::nullopt;
    if (!purged || !transaction.commit()) return std::nullopt;
    // The log too forgets what was purged.
    if (std::exchange(purged_, false)) (void)db_.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    const bool more = *expired || *purged;
    due_ = more ? now : now + look_every;
    return more;
}

std::optional<MemoryCounts> MemoryKeeping::counts(const BankId& bank) {
    const auto number = number_of(bank);
    MemoryCounts counts;
    Statement kinds(db_,
                    "SELECT kind, retired, count(*), sum(current) FROM memories WHERE bank = ? GROUP BY kind, retired"
                    " ORDER BY kind, retired");
    kinds.with(number);
    for (;;) {
        const auto step = kinds.step();
        if (step == Step::failed) return std::nullopt;
        if (step == Step::done) break;
        const auto rows = static_cast<std::uint64_t>(kinds.integer(2));
        if (kinds.integer(1) == 2) {
            counts.trash += rows;
            continue;
        }
        counts.memories += rows;
        counts.current += static_cast<std::uint64_t>(kinds.integer(3));
        if (kinds.integer(1) == 1) counts.expired += rows;
        const auto kind = static_cast<BlockKind>(std::min<std::int64_t>(kinds.integer(0), block_kinds - 1));
        if (counts.kinds.empty() || counts.kinds.back().name != name_of(kind))
            counts.kinds.push_back({std::string(name_of(kind)), 0});
        counts.kinds.back().memories += rows;
    }
    Statement used(db_, "SELECT coalesce(sum(times), 0), max(last) FROM uses WHERE bank = ?");
    if (used.with(number).step() != Step::row) return std::nullopt;
    counts.uses = static_cast<std::uint64_t>(used.integer(0));
    if (!used.null(1)) counts.last_used = wall(used.integer(1));
    for (const auto& [key, use] : uses_) {  // not on disk yet
        if (key.first != bank.str()) continue;
        counts.uses += use.times;
        counts.last_used = std::max(counts.last_used.value_or(wall(use.last)), wall(use.last));
    }
    Statement span(db_, "SELECT min(valid_from), max(valid_from) FROM forms WHERE bank = ? AND type <> 0");
    if (span.with(number).step() != Step::row) return std::nullopt;
    if (!span.null(0)) counts.oldest = wall(span.integer(0));
    if (!span.null(1)) counts.newest = wall(span.integer(1));
    Statement bytes(db_, "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()");
    if (bytes.with().step() != Step::row) return std::nullopt;
    counts.store_bytes = static_cast<std::uint64_t>(bytes.integer(0));
    return counts;
}

}  // namespace wm
