#include "store/transfer.hpp"

#include "policies/fold.hpp"
#include "policies/secrets.hpp"

#include <sodium.h>

#include <algorithm>
#include <array>
#include <unordered_map>

namespace wm {
namespace {

constexpr std::size_t memories_a_transaction = 200;

std::optional<std::int64_t> whole(const Statement& row, int column) {
    return row.null(column) ? std::nullopt : std::optional(row.integer(column));
}

std::string key_of(std::string_view name) {  // as store/memories compares names
    const auto first = name.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) return {};
    return policies::fold_text(name.substr(first, name.find_last_not_of(" \t\r\n") - first + 1));
}

std::array<std::byte, 16> hash_of(std::string_view text) {
    std::array<std::byte, 16> hash{};
    crypto_generichash(reinterpret_cast<unsigned char*>(hash.data()), hash.size(),
                       reinterpret_cast<const unsigned char*>(text.data()), text.size(), nullptr, 0);
    return hash;
}

bool holds_secret(const CarriedMemory& memory) {
    for (const auto* text : {&memory.text, &memory.content, &memory.subject, &memory.attribute, &memory.context,
                             &memory.tags, &memory.document, &memory.category})
        if (policies::holds_secret(*text)) return true;
    return false;
}

class Bringing {
public:
    explicit Bringing(Database& db)
        : db_(db),
          find_bank_(db, "SELECT id FROM banks WHERE name = ?"),
          make_bank_(db, "INSERT INTO banks(name) VALUES(?)"),
          find_document_(db, "SELECT id FROM documents WHERE bank = ? AND document = ? AND hash = ?"),
          make_document_(db,
                         "INSERT INTO documents(bank, document, hash, operation, context, tags, content, recorded_at)"
                         " VALUES(?, ?, ?, ?, ?, ?, ?, ?)"),
          make_operation_(db, "INSERT OR IGNORE INTO operations(bank, operation, units, at) VALUES(?, ?, 1, ?)"),
          find_memory_(db,
                       "SELECT m.id FROM documents AS d JOIN memories AS m ON m.document = d.id WHERE d.bank = ? AND"
                       " d.document = ? AND m.type = ? AND m.text = ? AND m.subject = ? AND m.attribute = ? AND"
                       " m.valid_from = ? LIMIT 1"),
          make_memory_(db,
                       "INSERT INTO memories(bank, document, type, text, subject, attribute, subject_key,"
                       " attribute_key, valid_from, valid_to, recorded_at, current, kind, category, confidence,"
                       " updated_at, ttl_days, expires_at, recorded_to, retired) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?,"
                       " ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
          replace_(db, "UPDATE memories SET superseded_by = ? WHERE id = ? AND superseded_by IS NULL"),
          tie_(db, "INSERT OR IGNORE INTO ties(state, statement) VALUES(?, ?)") {}

    // False: the disk refused. `row`: 0 when the memory is not there and `dry`.
    bool bring(const CarriedMemory& memory, bool dry, BroughtIn& told) {
        const auto bank = id_of(find_bank_.with(memory.bank));
        const auto hash = hash_of(memory.content);
        auto document = bank < 1 ? bank : id_of(find_document_.with(bank, memory.document, Bytes(hash)));
        // In the trash it is there too: an import brings back nothing that was forgotten.
        auto row = bank < 1 ? bank
                            : id_of(find_memory_.with(bank, memory.document, memory.type, memory.text, memory.subject,
                                                      memory.attribute, memory.from));
        if (document < 0) return false;
        if (row < 0) return false;
        ++(row > 0 ? told.known : told.added);
        if (row == 0 && !dry) {
            row = add(memory, bank, document, hash);
            if (row < 1) return false;
        }
        rows_[memory.number] = row;
        return true;
    }

    bool connect(const CarriedMemory& memory) {
        const auto row = row_of(memory.number);
        if (row == 0) return true;
        if (memory.replaced_by && row_of(*memory.replaced_by) != 0 &&
            !replace_.with(row_of(*memory.replaced_by), row).run())
            return false;
        return std::ranges::all_of(memory.outdates, [&](std::int64_t number) {
            return row_of(number) == 0 || tie_.with(row, row_of(number)).run();
        });
    }

private:
    static std::int64_t id_of(Statement& query) {  // 0: none; -1: the disk refused
        const auto step = query.step();
        const auto id = step == Step::row ? query.integer(0) : step == Step::done ? 0 : -1;
        query.reset();
        return id;
    }
    std::int64_t row_of(std::int64_t number) const {
        const auto found = rows_.find(number);
        return found == rows_.end() ? 0 : found->second;
    }
    std::int64_t add(const CarriedMemory& m, std::int64_t bank, std::int64_t document, Bytes hash) {
        if (bank == 0) {
            if (!make_bank_.with(m.bank).run()) return -1;
            bank = db_.last_rowid();
        }
        if (document == 0) {
            if (!make_document_.with(bank, m.document, hash, m.operation, m.context, m.tags, m.content, m.document_at)
                     .run())
                return -1;
            document = db_.last_rowid();
            if (!make_operation_.with(bank, m.operation, m.document_at).run()) return -1;
        }
        if (!make_memory_
                 .with(bank, document, m.type, m.text, m.subject, m.attribute, key_of(m.subject), key_of(m.attribute),
                       m.from, m.until, m.recorded, m.current ? 1 : 0, m.kind, m.category, m.confidence, m.updated,
                       m.ttl_days, m.expires, m.recorded_until, m.expired ? 1 : 0)
                 .run())
            return -1;
        return db_.last_rowid();
    }

    Database& db_;
    Statement find_bank_, make_bank_, find_document_, make_document_, make_operation_, find_memory_, make_memory_,
        replace_, tie_;
    std::unordered_map<std::int64_t, std::int64_t> rows_;  // number → row
};

// What came in may be older or newer than what was there: one value of a state is open, the newest.
bool close_intervals(Database& db) {
    Statement close(
        db,
        "UPDATE memories AS m SET current = 0, valid_to = (SELECT n.valid_from FROM memories AS n WHERE n.bank = m.bank"
        " AND n.subject_key = m.subject_key AND n.attribute_key = m.attribute_key AND n.attribute_key <> '' AND"
        " n.retired <> 2 AND (n.valid_from, n.id) > (m.valid_from, m.id) ORDER BY n.valid_from, n.id LIMIT 1) WHERE"
        " m.attribute_key <> '' AND m.valid_to IS NULL AND m.retired <> 2 AND EXISTS(SELECT 1 FROM memories AS n WHERE"
        " n.bank = m.bank AND n.subject_key = m.subject_key AND n.attribute_key = m.attribute_key AND"
        " n.attribute_key <> '' AND n.retired <> 2 AND (n.valid_from, n.id) > (m.valid_from, m.id))");
    return close.with().run();
}

}  // namespace

std::optional<std::vector<CarriedMemory>> carry_out(Database& db) {
    const Snapshot snapshot(db);
    Statement all(db,
                  "SELECT m.id, b.name, d.document, d.operation, d.context, d.tags,"
                  // the source would tell what is in the trash
                  " CASE WHEN EXISTS(SELECT 1 FROM memories AS t WHERE t.document = d.id AND t.retired = 2) THEN m.text"
                  " ELSE d.content END, d.recorded_at, m.type,"
                  " m.text, m.subject, m.attribute, m.valid_from, m.recorded_at, m.valid_to, m.recorded_to,"
                  " m.updated_at, m.expires_at, m.ttl_days, m.current, m.retired, m.kind, m.category, m.confidence,"
                  " m.superseded_by FROM memories AS m JOIN documents AS d ON d.id = m.document JOIN banks AS b ON b.id"
                  " = m.bank WHERE m.retired <> 2 ORDER BY m.id");
    std::vector<CarriedMemory> memories;
    std::unordered_map<std::int64_t, std::size_t> at;  // row → index
    all.with();
    Step step = Step::failed;
    while ((step = all.step()) == Step::row) {
        CarriedMemory m;
        m.number = static_cast<std::int64_t>(memories.size()) + 1;
        int column = 1;
        for (auto* text : {&m.bank, &m.document, &m.operation, &m.context, &m.tags, &m.content})
            *text = all.text(column++);
        m.document_at = all.integer(7);
        m.type = static_cast<int>(all.integer(8));
        column = 9;
        for (auto* text : {&m.text, &m.subject, &m.attribute}) *text = all.text(column++);
        m.from = all.integer(12);
        m.recorded = all.integer(13);
        column = 14;
        for (auto* value : {&m.until, &m.recorded_until, &m.updated, &m.expires, &m.ttl_days})
            *value = whole(all, column++);
        m.current = all.integer(19) != 0;
        m.expired = all.integer(20) == 1;
        m.kind = static_cast<int>(all.integer(21));
        m.category = all.text(22);
        if (!all.null(23)) m.confidence = all.real(23);
        m.replaced_by = whole(all, 24);  // a row, until all are numbered
        at.emplace(all.integer(0), memories.size());
        memories.push_back(std::move(m));
    }
    if (step != Step::done) return std::nullopt;
    for (auto& memory : memories) {
        if (!memory.replaced_by) continue;
        const auto by = at.find(*memory.replaced_by);
        memory.replaced_by = by == at.end() ? std::nullopt : std::optional(memories[by->second].number);
    }
    Statement ties(db, "SELECT state, statement FROM ties ORDER BY state, statement");
    ties.with();
    while ((step = ties.step()) == Step::row) {
        const auto state = at.find(ties.integer(0)), statement = at.find(ties.integer(1));
        if (state != at.end() && statement != at.end())
            memories[state->second].outdates.push_back(memories[statement->second].number);
    }
    if (step != Step::done) return std::nullopt;
    return memories;
}

std::optional<BroughtIn> bring_in(Database& db, const std::vector<CarriedMemory>& memories, bool dry,
                                  const std::function<void(const BroughtIn&)>& before_next) {
    BroughtIn told;
    Bringing bringing(db);
    for (std::size_t from = 0; from < memories.size(); from += memories_a_transaction) {
        Transaction transaction(db);
        if (!transaction.open()) return std::nullopt;
        const auto until = std::min(memories.size(), from + memories_a_transaction);
        for (auto i = from; i < until; ++i) {
            if (holds_secret(memories[i])) {
                ++told.secret;
                continue;
            }
            if (!bringing.bring(memories[i], dry, told)) return std::nullopt;
        }
        if (dry) continue;
        Statement stale(db, "DELETE FROM meta WHERE name = 'index_version'");
        if (!stale.with().run() || !transaction.commit()) return std::nullopt;
        if (before_next) before_next(told);
    }
    if (dry || memories.empty()) return told;
    // What refers to another may refer to a later one: when all are there.
    Transaction transaction(db);
    if (!transaction.open()) return std::nullopt;
    for (const auto& memory : memories)
        if (!bringing.connect(memory)) return std::nullopt;
    if (!close_intervals(db) || !transaction.commit()) return std::nullopt;
    return told;
}

}  // namespace wm
