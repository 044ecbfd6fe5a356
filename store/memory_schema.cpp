#include "store/memory_schema.hpp"

#include <array>

namespace wm {
namespace {

constexpr std::array steps{
    "CREATE TABLE meta(name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE TABLE banks(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, rows INTEGER NOT NULL DEFAULT 0) STRICT;"
    "CREATE TABLE operations(bank INTEGER NOT NULL REFERENCES banks(id), operation TEXT NOT NULL, units INTEGER NOT "
    "NULL,"
    " at INTEGER NOT NULL, PRIMARY KEY(bank, operation)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE documents(id INTEGER PRIMARY KEY, bank INTEGER NOT NULL REFERENCES banks(id), document TEXT NOT NULL,"
    " hash BLOB NOT NULL, operation TEXT NOT NULL, context TEXT NOT NULL, tags TEXT NOT NULL, content TEXT NOT NULL,"
    " recorded_at INTEGER NOT NULL, UNIQUE(bank, document, hash)) STRICT;"
    "CREATE TABLE memories(id INTEGER PRIMARY KEY AUTOINCREMENT, bank INTEGER NOT NULL REFERENCES banks(id),"
    " document INTEGER NOT NULL REFERENCES documents(id), type INTEGER NOT NULL, text TEXT NOT NULL,"
    " subject TEXT NOT NULL, attribute TEXT NOT NULL, subject_key TEXT NOT NULL, attribute_key TEXT NOT NULL,"
    " valid_from INTEGER NOT NULL, valid_to INTEGER, recorded_at INTEGER NOT NULL, current INTEGER NOT NULL,"
    " superseded_by INTEGER REFERENCES memories(id)) STRICT;"
    "CREATE INDEX memories_by_state ON memories(bank, subject_key, attribute_key, valid_from) WHERE attribute_key <> "
    "'';"
    "CREATE INDEX memories_by_document ON memories(document);"
    // which statements a state's end outdates
    "CREATE TABLE ties(state INTEGER NOT NULL REFERENCES memories(id), statement INTEGER NOT NULL REFERENCES "
    "memories(id),"
    " PRIMARY KEY(state, statement)) STRICT, WITHOUT ROWID;"
    "CREATE TRIGGER count_rows AFTER INSERT ON memories BEGIN UPDATE banks SET rows = rows + 1 WHERE id = new.bank; "
    "END;"
    "CREATE VIRTUAL TABLE words USING fts5(terms, content='', tokenize='ascii');"
    "CREATE VIRTUAL TABLE vocabulary USING fts5vocab(words, row);",
    // what the search reads instead of the text; `batch`: the first document of what was written together
    "CREATE TABLE forms(id INTEGER PRIMARY KEY, batch INTEGER NOT NULL, forms BLOB NOT NULL) STRICT;"
    "DELETE FROM meta WHERE name = 'index_version';",
    // Blocks: what kind of thing a memory is, how long it holds, how often it was of use, and its way out. `retired`: 0 in
    // force, 1 expired, 2 in the trash (`kept_current` is what it was before). `forms` repeats what a search filters by.
    "ALTER TABLE memories ADD COLUMN kind INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE memories ADD COLUMN category TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE memories ADD COLUMN confidence REAL;"
    "ALTER TABLE memories ADD COLUMN updated_at INTEGER;"
    "ALTER TABLE memories ADD COLUMN ttl_days INTEGER;"
    "ALTER TABLE memories ADD COLUMN expires_at INTEGER;"
    "ALTER TABLE memories ADD COLUMN recorded_to INTEGER;"
    "ALTER TABLE memories ADD COLUMN retired INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE memories ADD COLUMN kept_current INTEGER NOT NULL DEFAULT 0;"
    "CREATE INDEX memories_by_kind ON memories(bank, kind, retired, current);"
    "CREATE INDEX memories_by_expiry ON memories(expires_at) WHERE expires_at IS NOT NULL AND retired = 0;"
    "CREATE INDEX memories_in_trash ON memories(recorded_to) WHERE retired = 2;"
    "CREATE INDEX memories_by_successor ON memories(superseded_by) WHERE superseded_by IS NOT NULL;"
    "CREATE INDEX ties_by_statement ON ties(statement);"
    "CREATE TABLE uses(bank INTEGER NOT NULL, id INTEGER NOT NULL REFERENCES memories(id), times INTEGER NOT NULL,"
    " last INTEGER NOT NULL, PRIMARY KEY(bank, id)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX uses_by_memory ON uses(id);"
    "CREATE TRIGGER uncount_rows AFTER DELETE ON memories BEGIN UPDATE banks SET rows = rows - 1 WHERE id = old.bank; "
    "END;"
    "ALTER TABLE forms RENAME TO forms_before;"
    "CREATE TABLE forms(id INTEGER PRIMARY KEY, bank INTEGER NOT NULL, batch INTEGER NOT NULL, type INTEGER NOT NULL,"
    " current INTEGER NOT NULL, valid_from INTEGER NOT NULL, valid_to INTEGER, forms BLOB NOT NULL) STRICT;"
    "INSERT INTO forms SELECT f.id, m.bank, f.batch, m.type, m.current, m.valid_from, m.valid_to, f.forms FROM"
    " forms_before AS f JOIN memories AS m ON m.id = f.id;"
    "DROP TABLE forms_before;"
    "CREATE TRIGGER follow_memory AFTER UPDATE OF current, valid_to, retired ON memories BEGIN UPDATE forms SET type ="
    " CASE new.retired WHEN 2 THEN 0 ELSE new.type END, current = new.current, valid_to = new.valid_to WHERE id ="
    " new.id; END;",
};
constexpr Schema schema{memory_store_id, "memory store", steps};

}  // namespace

const Schema& memory_schema() { return schema; }

}  // namespace wm
