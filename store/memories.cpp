#include "store/memories.hpp"

#include "policies/fold.hpp"
#include "store/document.hpp"
#include "store/memory_schema.hpp"

#include <sodium.h>

#include <algorithm>
#include <array>
#include <utility>

namespace wm {
namespace {

constexpr std::size_t text_bytes_max = 65536;  // of a memory that the index reads

std::int64_t millis(WallTime at) { return at.time_since_epoch().count(); }

WallTime wall(std::int64_t at) { return WallTime(Wall::duration(at)); }

std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t\r\n");
    return first == std::string_view::npos ? std::string_view()
                                           : text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}
std::string key_of(std::string_view name) { return policies::fold_text(trimmed(name)); }

std::array<std::byte, 16> hash_of(std::string_view text) {
    std::array<std::byte, 16> hash{};
    crypto_generichash(reinterpret_cast<unsigned char*>(hash.data()), hash.size(),
                       reinterpret_cast<const unsigned char*>(text.data()), text.size(), nullptr, 0);
    return hash;
}

std::string lines(const std::vector<std::string>& texts) {
    std::string all;
    for (const auto& text : texts) all.append(text).append("\n");
    return all;
}

bool is_state(const BatchItem& item) { return !trimmed(item.subject).empty() && !trimmed(item.attribute).empty(); }

bool is_event(const std::vector<std::string>& tags) {
    return std::ranges::any_of(tags, [](const std::string& tag) { return tag == "event" || tag == "type:event"; });
}

// The same words, whatever their case and the full stop.
bool same_words(std::string_view a, std::string_view b) {
    const auto words = [](std::string_view text) {
        std::vector<std::string> all;
        for (auto& token : tokenize(text, text_bytes_max)) all.push_back(std::move(token.text));
        return all;
    };
    return words(a) == words(b);
}

bool names(std::string_view text, std::string_view subject) {
    const auto said = tokenize(text, text_bytes_max);
    const auto wanted = tokenize(subject, text_bytes_max);
    return !wanted.empty() && std::ranges::all_of(wanted, [&](const Token& word) {
        return std::ranges::any_of(said, [&](const Token& token) { return token.text == word.text; });
    });
}

}  // namespace

std::variant<MemoryTable, StoreError> MemoryTable::open(const std::string& data_dir) {
    const auto path = data_dir + "/memory.db";
    auto opened = Database::open(path, memory_schema());
    if (auto* error = std::get_if<StoreError>(&opened)) return std::move(*error);
    MemoryTable table(std::get<Database>(std::move(opened)));
    if (auto error = table.index_anew(path)) return *std::move(error);
    return table;
}

MemoryTable::MemoryTable(Database db)
    : db_(std::move(db)),
      find_bank_(db_, "SELECT id FROM banks WHERE name = ?"),
      make_bank_(db_, "INSERT INTO banks(name) VALUES(?)"),
      bank_rows_(db_, "SELECT rows FROM banks WHERE id = ?"),
      find_operation_(db_, "SELECT units FROM operations WHERE bank = ? AND operation = ?"),
      insert_operation_(db_, "INSERT INTO operations(bank, operation, units, at) VALUES(?, ?, ?, ?)"),
      find_document_(db_, "SELECT id FROM documents WHERE bank = ? AND document = ? AND hash = ?"),
      insert_document_(db_,
                       "INSERT INTO documents(bank, document, hash, operation, context, tags, content, recorded_at)"
                       " VALUES(?, ?, ?, ?, ?, ?, ?, ?)"),
      insert_memory_(db_,
                     "INSERT INTO memories(bank, document, type, text, subject, attribute, subject_key, attribute_key,"
                     " valid_from, valid_to, recorded_at, current, kind, category, confidence, ttl_days, expires_at)"
                     " VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
      insert_words_(db_, "INSERT INTO words(rowid, terms) VALUES(?, ?)"),
      count_words_(db_, "SELECT doc FROM vocabulary WHERE term = ?"),
      state_at_(
          db_,
          "SELECT id, text, valid_from, valid_to FROM memories WHERE bank = ? AND subject_key = ? AND attribute_key = ?"
          " AND attribute_key <> '' AND retired <> 2 AND valid_from <= ? ORDER BY valid_from DESC, id DESC LIMIT 1"),
      next_change_(db_,
                   "SELECT valid_from FROM memories WHERE bank = ? AND subject_key = ? AND attribute_key = ?"
                   " AND attribute_key <> '' AND retired <> 2 AND valid_from > ? ORDER BY valid_from LIMIT 1"),
      end_state_(
          db_,
          "UPDATE memories SET valid_to = ?, superseded_by = ?, recorded_to = ?, current = 0 WHERE id = ? AND bank"
          " = ?"),
      say_again_(db_, "UPDATE memories SET updated_at = ?, expires_at = ? WHERE id = ? AND bank = ? AND retired = 0"),
      tie_(db_, "INSERT OR IGNORE INTO ties(state, statement) VALUES(?, ?)"),
      outdate_(
          db_,
          "UPDATE memories SET current = 0 WHERE +bank = ? AND id IN (SELECT statement FROM ties WHERE state = ?)"),
      insert_forms_(db_,
                    "INSERT INTO forms(id, bank, batch, type, current, valid_from, valid_to, forms)"
                    " VALUES(?, ?, ?, ?, ?, ?, ?, ?)"),
      holders_(db_, "SELECT rowid FROM words WHERE words MATCH ?"),
      candidate_(db_, "SELECT batch, forms, type, current, valid_from, valid_to FROM forms WHERE id = ? AND bank = ?"),
      found_(db_,
             "SELECT m.text, m.subject, m.attribute, m.type, m.current, m.valid_from, m.valid_to, d.document, m.kind, "
             "m.category FROM"
             " memories AS m JOIN documents AS d ON d.id = m.document WHERE m.id = ? AND m.bank = ?"),
      latest_(db_, "SELECT id FROM memories WHERE bank = ? AND current = 1 ORDER BY id DESC LIMIT ?") {}

// Another tokenizer than the one that made the index: the terms are made again from the texts.
std::optional<StoreError> MemoryTable::index_anew(const std::string& path) {
    const StoreError failed{path + ": its index cannot be made; check that its disk has free space, and start again"};
    Statement version(db_, "SELECT value FROM meta WHERE name = 'index_version'");
    const auto step = version.with().step();
    if (step == Step::failed) return failed;
    if (step == Step::row && version.integer(0) == index_version) return std::nullopt;
    version.reset();
    Transaction transaction(db_);
    if (!transaction.open() || !db_.exec("INSERT INTO words(words) VALUES('delete-all'); DELETE FROM forms"))
        return failed;
    Statement all(db_,
                  "SELECT m.id, m.bank, m.text, m.subject, m.valid_from, (SELECT min(o.id) FROM documents AS o WHERE"
                  " o.bank = d.bank AND o.operation = d.operation AND o.id <= d.id AND o.id > d.id - 100),"
                  " CASE m.retired WHEN 2 THEN 0 ELSE m.type END, m.current, m.valid_to FROM memories AS m JOIN"
                  " documents AS d ON d.id = m.document ORDER BY m.id");
    all.with();
    for (;;) {
        const auto next = all.step();
        if (next == Step::failed) return failed;
        if (next == Step::done) break;
        const Indexed row{.id = all.integer(0),
                          .bank = all.integer(1),
                          .batch = all.integer(5),
                          .type = static_cast<int>(all.integer(6)),
                          .text = all.text(2),
                          .subject = all.text(3),
                          .from = all.integer(4),
                          .until = all.null(8) ? std::nullopt : std::optional(all.integer(8)),
                          .current = all.integer(7) != 0};
        if (!index(row)) return failed;
    }
    Statement stamp(db_, "INSERT OR REPLACE INTO meta(name, value) VALUES('index_version', ?)");
    if (!stamp.with(index_version).run() || !transaction.commit()) return failed;
    return std::nullopt;
}

std::optional<std::int64_t> MemoryTable::bank_id(const BankId& bank, bool make) {
    const auto step = find_bank_.with(bank.str()).step();
    const auto id = step == Step::row ? find_bank_.integer(0) : 0;
    find_bank_.reset();
    if (step == Step::failed) return std::nullopt;
    if (id != 0 || !make) return id;
    if (!make_bank_.with(bank.str()).run()) return std::nullopt;
    return db_.last_rowid();
}

std::optional<std::uint32_t> MemoryTable::retain(const BankId& bank_name, const RetainBatch& batch, WallTime now) {
    Transaction transaction(db_);
    if (!transaction.open()) return std::nullopt;
    const auto bank = bank_id(bank_name, true);
    if (!bank) return std::nullopt;
    const auto known = operation(bank_name, batch.operation);
    if (!known) return std::nullopt;
    if (known->known) return known->units;
    const auto units = retain_items(*bank, batch, now);
    if (!units || !insert_operation_.with(*bank, batch.operation.str(), *units, millis(now)).run()) return std::nullopt;
    if (!transaction.commit()) return std::nullopt;
    return units;
}

// States first: the statements beside them are tied to them.
std::optional<std::uint32_t> MemoryTable::retain_items(std::int64_t bank, const RetainBatch& batch, WallTime now) {
    std::vector<State> states;
    std::uint32_t held = 0;
    written_together_ = 0;
    for (const bool state_turn : {true, false}) {
        for (const auto& item : batch.items) {
            if (is_state(item) != state_turn || trimmed(item.content.text).empty()) continue;
            const bool kept = state_turn ? retain_state(bank, item, batch, now, states)
                                         : retain_event(bank, item, batch, now, states);
            if (!kept) return std::nullopt;
            ++held;
        }
    }
    return held;
}

// The value goes where its time belongs: a batch that comes late does not replace what is newer.
bool MemoryTable::retain_state(std::int64_t bank, const BatchItem& item, const RetainBatch& batch, WallTime now,
                               std::vector<State>& states) {
    const auto at = millis(batch.at);
    const auto text = trimmed(item.content.text);
    const auto before = state_at(bank, item, at);
    const auto until = next_change(bank, item, at);
    if (!before || !until) return false;
    const auto facts = block_facts(item.tags);
    const bool ended = *before && (*before)->until && *(*before)->until <= at;  // expired before it was said again
    if (*before && !ended && same_words((*before)->text, text)) {
        states.push_back(**before);
        states.back().subject = item.subject;
        return say_again_.with(millis(now), ending(facts, batch.at), (*before)->id, bank).run();
    }
    bool known = false;
    const auto source = document(bank, item, batch, now, known);
    if (!source) return false;
    const auto id = insert(
        bank, {*source, MemoryType::world, text, item.subject, item.attribute, at, *until, !*until, &facts}, now);
    if (!id) return false;
    if (*before && !ended && !end_state_.with(at, *id, millis(now), (*before)->id, bank).run()) return false;
    if (*before && !outdate_.with(bank, (*before)->id).run()) return false;
    states.push_back({*id, std::string(text), item.subject, *until});
    return true;
}

bool MemoryTable::retain_event(std::int64_t bank, const BatchItem& item, const RetainBatch& batch, WallTime now,
                               const std::vector<State>& states) {
    bool known = false;
    const auto source = document(bank, item, batch, now, known);
    if (!source) return false;
    if (known) return true;
    const auto facts = block_facts(item.tags);
    const auto statements = statements_of(item.content.text);
    const bool event = statements.size() == 1 && is_event(item.tags);  // the tags of a list are those of all its parts
    for (const auto& said : statements) {
        if (std::ranges::any_of(states, [&](const State& state) { return same_words(state.text, said.text); }))
            continue;
        std::vector<const State*> about;
        for (const auto& state : states) {
            if (names(said.text, state.subject)) about.push_back(&state);
        }
        const bool holds = said.kind != Said::Kind::evidence &&
                           std::ranges::none_of(about, [](const State* state) { return state->until.has_value(); });
        const auto type = said.kind == Said::Kind::activity || event ? MemoryType::experience : MemoryType::world;
        const auto id =
            insert(bank, {*source, type, said.text, item.subject, {}, millis(batch.at), {}, holds, &facts}, now);
        if (!id) return false;
        for (const auto* state : about) {
            if (!tie_.with(state->id, *id).run()) return false;
        }
    }
    return true;
}

std::optional<std::optional<MemoryTable::State>> MemoryTable::state_at(std::int64_t bank, const BatchItem& item,
                                                                       std::int64_t at) {
    const auto step = state_at_.with(bank, key_of(item.subject), key_of(item.attribute), at).step();
    if (step == Step::failed) return std::nullopt;
    std::optional<State> state;
    if (step == Step::row) {
        state = State{state_at_.integer(0), std::string(state_at_.text(1)), {}, {}};
        if (!state_at_.null(3)) state->until = state_at_.integer(3);
    }
    state_at_.reset();
    return state;
}

std::optional<std::optional<std::int64_t>> MemoryTable::next_change(std::int64_t bank, const BatchItem& item,
                                                                    std::int64_t at) {
    const auto step = next_change_.with(bank, key_of(item.subject), key_of(item.attribute), at).step();
    if (step == Step::failed) return std::nullopt;
    std::optional<std::int64_t> change;
    if (step == Step::row) change = next_change_.integer(0);
    next_change_.reset();
    return change;
}

std::optional<std::int64_t> MemoryTable::document(std::int64_t bank, const BatchItem& item, const RetainBatch& batch,
                                                  WallTime now, bool& known) {
    const auto hash = hash_of(item.content.text);
    const auto step = find_document_.with(bank, item.document.str(), Bytes(hash)).step();
    known = step == Step::row;
    const auto id = known ? find_document_.integer(0) : 0;
    find_document_.reset();
    if (step == Step::failed) return std::nullopt;
    if (known) return id;
    if (!insert_document_
             .with(bank, item.document.str(), Bytes(hash), batch.operation.str(), item.context, lines(item.tags),
                   item.content.text, millis(now))
             .run()) {
        return std::nullopt;
    }
    const auto made = db_.last_rowid();
    if (written_together_ == 0) written_together_ = made;
    return made;
}

std::optional<std::int64_t> MemoryTable::ending(const BlockFacts& facts, WallTime said) const {
    const auto end = end_of_life(facts, lives_, said);
    return end ? std::optional(millis(*end)) : std::nullopt;
}

std::optional<std::int64_t> MemoryTable::insert(std::int64_t bank, const Row& row, WallTime now) {
    if (!insert_memory_
             .with(bank, row.document, type_bit(row.type), row.text, row.subject, row.attribute, key_of(row.subject),
                   key_of(row.attribute), row.from, row.until, millis(now), row.current ? 1 : 0,
                   static_cast<int>(row.facts->kind), row.facts->category, row.facts->confidence, row.facts->ttl_days,
                   ending(*row.facts, wall(row.from)))
             .run()) {
        return std::nullopt;
    }
    const auto id = db_.last_rowid();
    if (!index(
            {id, bank, written_together_, type_bit(row.type), row.text, row.subject, row.from, row.until, row.current}))
        return std::nullopt;
    return id;
}

std::optional<MemoryTable::Operation> MemoryTable::operation(const BankId& bank, const OperationId& operation) {
    const auto id = bank_id(bank, false);
    if (!id) return std::nullopt;
    const auto step = find_operation_.with(*id, operation.str()).step();
    Operation found;
    if (step == Step::row) found = {true, static_cast<std::uint32_t>(find_operation_.integer(0))};
    find_operation_.reset();
    if (step == Step::failed) return std::nullopt;
    return found;
}

bool MemoryTable::answers() { return Statement(db_, "SELECT count(*) FROM banks").with().step() == Step::row; }

}  // namespace wm
