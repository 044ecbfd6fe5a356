#pragma once
// A small owner of sqlite3 handles. Outcomes are values: nothing here throws, and no text of SQLite that could echo a
// query leaves it (an FTS5 syntax error quotes the query, which is content). One thread at a time per Database.

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

struct sqlite3;
struct sqlite3_stmt;

namespace wm {

// Why a store could not be opened, for the operator: what, which file, how to mend it.
struct StoreError {
    std::string message;
    bool damaged = false;  // pages of the file are not as they were written; some of it may be readable
};

// What a kind of file is made of. `steps[n]` brings version n to n + 1; a file of a version beyond them is refused.
struct Schema {
    std::uint32_t application_id;  // tells our files apart, and from anybody else's
    std::string_view what;         // "memory store": the file's name for a person
    std::span<const char* const> steps;
};

using Bytes = std::span<const std::byte>;

class Database {
public:
    // Creates the file (0600) when there is none, sets WAL with synchronous=FULL and reads both back, checks the
    // file's pages when it is small, and migrates it forward.
    static std::variant<Database, StoreError> open(const std::string& path, const Schema& schema);

    // As it is, without any of these checks: to read what can be read.
    static std::optional<Database> open_damaged(const std::string& path);

    Database(Database&&) noexcept;
    Database& operator=(Database&&) noexcept;
    ~Database();

    bool exec(const char* sql);  // fixed statements only; false: see error()
    int error() const;           // primary result code of the last call; 0 when it went well
    std::int64_t changed() const;
    std::int64_t last_rowid() const;
    bool in_transaction() const;
    // Asked every few thousand steps of a query; true ends it with SQLITE_INTERRUPT. Empty: never.
    void interrupt_when(std::function<bool()> stop);
    sqlite3* handle() const { return handle_.get(); }

private:
    struct Close {
        void operator()(sqlite3* handle) const;
    };
    struct Watch {
        std::function<bool()> stop;
    };

    explicit Database(sqlite3* handle);
    static std::optional<StoreError> prepare(Database& db, const std::string& path, const Schema& schema);
    static std::optional<StoreError> migrate(Database& db, const std::string& path, const Schema& schema);

    std::unique_ptr<Watch> watch_;  // SQLite keeps its address
    std::unique_ptr<sqlite3, Close> handle_;
};

enum class Step : std::uint8_t { row, done, failed };

// A prepared statement, kept for reuse: with(values…), then step() to its end or reset(). Values are bound by position
// and by type; a count that differs from the statement's is a bug and fails it.
class Statement {
public:
    Statement() = default;
    Statement(Database& db, const char* sql);  // a statement that does not compile fails at every step

    template <class... Values>
    Statement& with(const Values&... values) {
        begin(sizeof...(values));
        int position = 0;
        (bind(++position, values), ...);
        return *this;
    }
    Step step();
    bool run();    // a statement without rows: true when done; resets
    void reset();  // lets go of the read it holds

    std::int64_t integer(int column) const;
    double real(int column) const;
    bool null(int column) const;
    std::string_view text(int column) const;  // valid until the next step or reset
    Bytes bytes(int column) const;            // the same

private:
    struct Finalize {
        void operator()(sqlite3_stmt* statement) const;
    };

    void begin(std::size_t values);
    void bind(int position, std::string_view value);
    void bind(int position, Bytes value);
    void bind(int position, double value);
    void bind(int position, std::nullopt_t);
    void bind_integer(int position, std::int64_t value);
    template <std::integral Value>
    void bind(int position, Value value) {
        bind_integer(position, static_cast<std::int64_t>(value));
    }
    template <class Value>
    void bind(int position, const std::optional<Value>& value) {
        value ? bind(position, *value) : bind(position, std::nullopt);
    }

    std::unique_ptr<sqlite3_stmt, Finalize> statement_;
    bool sound_ = false;  // compiled and fully bound
};

// BEGIN IMMEDIATE … COMMIT; rolled back when it goes out of scope uncommitted.
class Transaction {
public:
    explicit Transaction(Database& db) : db_(db), open_(db.exec("BEGIN IMMEDIATE")) {}
    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;
    ~Transaction() {
        if (open_ && db_.in_transaction()) (void)db_.exec("ROLLBACK");
    }
    bool open() const { return open_; }
    bool commit() {  // true: in the log and synced
        if (!open_ || !db_.exec("COMMIT")) return false;
        open_ = false;
        return true;
    }

private:
    Database& db_;
    bool open_;
};

// What is read while it lives is of one state of the file, and the file is locked once for all of it instead of once a
// statement. Ask for error() before it ends. Where it could not begin, each statement reads for itself.
class Snapshot {
public:
    explicit Snapshot(Database& db) : db_(db), open_(!db.in_transaction() && db.exec("BEGIN")) {}
    Snapshot(const Snapshot&) = delete;
    Snapshot& operator=(const Snapshot&) = delete;
    ~Snapshot() {
        if (open_ && db_.in_transaction()) (void)db_.exec("ROLLBACK");
    }

private:
    Database& db_;
    bool open_;
};

}  // namespace wm
