#include "store/sqlite.hpp"

#include <sqlite3.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cerrno>
#include <cstring>
#include <utility>

namespace wm {
namespace {

constexpr int busy_timeout_ms = 5000;
constexpr int progress_steps = 2000;                  // some tens of microseconds between two looks at the clock
constexpr std::int64_t checked_bytes_max = 64 << 20;  // a page check reads the whole file: some 0.3 s at this size
constexpr int value_bytes_max = 16 << 20;

std::string mend(const std::string& path) {
    return "; stop the daemon, move " + path +
           " aside together with its -wal and -shm files, and put a backup in its place "
           "(or start without one: the file is made anew, empty)";
}

StoreError unreadable(const Schema& schema, const std::string& path, int code) {
    return {path + " cannot be read as a " + std::string(schema.what) + " (" + sqlite3_errstr(code) + ")" + mend(path),
            code == SQLITE_CORRUPT};
}

bool is_damage(int code) { return code == SQLITE_CORRUPT || code == SQLITE_NOTADB; }

StoreError failed(const Schema& schema, const std::string& path, int code) {
    if (is_damage(code)) return unreadable(schema, path, code);
    return {"the " + std::string(schema.what) + " " + path + " cannot be opened (" + sqlite3_errstr(code) +
            "); check that its directory exists, has free space and may be written by this user"};
}

// The file and its entry in the directory, so that what is committed into it is found again after a power cut.
bool create_file(const std::string& path) {
    const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file < 0) return false;
    ::close(file);
    const auto slash = path.rfind('/');
    const auto folder = slash == std::string::npos ? std::string(".") : path.substr(0, slash + 1);
    const int directory = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (directory < 0) return false;
    const bool synced = ::fsync(directory) == 0;
    ::close(directory);
    return synced;
}

std::optional<std::string> pragma(Database& db, const char* sql) {
    Statement statement(db, sql);
    if (statement.with().step() != Step::row) return std::nullopt;
    return std::string(statement.text(0));
}

bool harden(Database& db) {
    sqlite3* handle = db.handle();
    sqlite3_extended_result_codes(handle, 0);
    sqlite3_busy_timeout(handle, busy_timeout_ms);
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, value_bytes_max);
    sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0);
    return sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr) == SQLITE_OK &&
           db.exec(
               "PRAGMA trusted_schema=OFF; PRAGMA cell_size_check=ON; PRAGMA secure_delete=ON; "
               "PRAGMA foreign_keys=ON; PRAGMA journal_size_limit=16777216; PRAGMA cache_size=-16384; PRAGMA "
               "mmap_size=0;");
}

}  // namespace

void Database::Close::operator()(sqlite3* handle) const { sqlite3_close_v2(handle); }
Database::Database(sqlite3* handle) : watch_(std::make_unique<Watch>()), handle_(handle) {}
Database::Database(Database&&) noexcept = default;
Database& Database::operator=(Database&&) noexcept = default;
Database::~Database() = default;

std::variant<Database, StoreError> Database::open(const std::string& path, const Schema& schema) {
    if (!create_file(path)) {
        return StoreError{"the " + std::string(schema.what) + " " + path + " cannot be created (" +
                          std::strerror(errno) + "); check that its directory exists and may be written by this user"};
    }
    sqlite3* handle = nullptr;
    const int code = sqlite3_open_v2(path.c_str(), &handle,
                                     SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW, nullptr);
    Database db(handle);
    if (code != SQLITE_OK) return failed(schema, path, code & 0xff);
    if (auto error = prepare(db, path, schema)) return *std::move(error);
    return db;
}

std::optional<Database> Database::open_damaged(const std::string& path) {
    sqlite3* handle = nullptr;
    const int code = sqlite3_open_v2(path.c_str(), &handle,
                                     SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW, nullptr);
    Database db(handle);
    if (code != SQLITE_OK) return std::nullopt;
    return db;
}

std::optional<StoreError> Database::prepare(Database& db, const std::string& path, const Schema& schema) {
    if (!harden(db)) return failed(schema, path, db.error());
    const auto version = pragma(db, "PRAGMA schema_version");  // the first read of the file
    if (!version) return failed(schema, path, db.error());
    // EXTRA while the mode changes: that leaves a rollback journal behind it, whose unlinking must reach the disk too,
    // or a power cut brings it back and it takes away all that was committed since.
    const auto mode = db.exec("PRAGMA synchronous=EXTRA") ? pragma(db, "PRAGMA journal_mode=WAL") : std::nullopt;
    if (!mode) return failed(schema, path, db.error());
    if (*mode != "wal" || !db.exec("PRAGMA synchronous=FULL") || pragma(db, "PRAGMA synchronous") != "2") {
        return StoreError{"the " + std::string(schema.what) + " " + path +
                          " cannot use a write-ahead log; put data_dir on a local file system with shared memory"};
    }
    struct stat file{};
    if (::stat(path.c_str(), &file) == 0 && file.st_size <= checked_bytes_max) {
        const auto sound = pragma(db, "PRAGMA quick_check(1)");
        if (sound != "ok") return unreadable(schema, path, SQLITE_CORRUPT);
    }
    return migrate(db, path, schema);
}

std::optional<StoreError> Database::migrate(Database& db, const std::string& path, const Schema& schema) {
    const auto read = [&](const char* sql) { return std::stoll(pragma(db, sql).value_or("0")); };
    const auto version = read("PRAGMA user_version");
    const auto owner = read("PRAGMA application_id");
    const bool fresh = version == 0 && owner == 0 && pragma(db, "SELECT count(*) FROM sqlite_schema") == "0";
    if (!fresh && owner != static_cast<std::int64_t>(schema.application_id)) {
        return StoreError{path + " is a database, but not a " + std::string(schema.what) + " of wetopi-memory" +
                          mend(path)};
    }
    if (version > static_cast<std::int64_t>(schema.steps.size())) {
        return StoreError{path + " has schema version " + std::to_string(version) + ", and this wetopi-memory knows " +
                          std::to_string(schema.steps.size()) + " at most; start the newer version that wrote it"};
    }
    for (auto next = static_cast<std::size_t>(version); next < schema.steps.size(); ++next) {
        Transaction transaction(db);
        const auto stamp = "PRAGMA application_id=" + std::to_string(schema.application_id) +
                           "; PRAGMA user_version=" + std::to_string(next + 1);
        if (!transaction.open() || !db.exec(schema.steps[next]) || !db.exec(stamp.c_str()) || !transaction.commit()) {
            return failed(schema, path, db.error());
        }
    }
    return std::nullopt;
}

bool Database::exec(const char* sql) {
    return sqlite3_exec(handle_.get(), sql, nullptr, nullptr, nullptr) == SQLITE_OK;
}
int Database::error() const {
    const int code = sqlite3_errcode(handle_.get()) & 0xff;
    return code == SQLITE_ROW || code == SQLITE_DONE ? SQLITE_OK : code;
}
std::int64_t Database::changed() const { return sqlite3_changes64(handle_.get()); }
std::int64_t Database::last_rowid() const { return sqlite3_last_insert_rowid(handle_.get()); }
bool Database::in_transaction() const { return sqlite3_get_autocommit(handle_.get()) == 0; }

void Database::interrupt_when(std::function<bool()> stop) {
    watch_->stop = std::move(stop);
    if (!watch_->stop) {
        sqlite3_progress_handler(handle_.get(), 0, nullptr, nullptr);
        return;
    }
    sqlite3_progress_handler(
        handle_.get(), progress_steps, [](void* watch) { return static_cast<Watch*>(watch)->stop() ? 1 : 0; },
        watch_.get());
}

void Statement::Finalize::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

Statement::Statement(Database& db, const char* sql) {
    sqlite3_stmt* statement = nullptr;
    (void)sqlite3_prepare_v3(db.handle(), sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
    statement_.reset(statement);
}

void Statement::begin(std::size_t values) {
    reset();
    sound_ = statement_ && sqlite3_bind_parameter_count(statement_.get()) == static_cast<int>(values);
}

void Statement::bind(int position, std::string_view value) {
    const char* data = value.data() ? value.data() : "";
    sound_ = sound_ && sqlite3_bind_text64(statement_.get(), position, data, value.size(), SQLITE_TRANSIENT,
                                           SQLITE_UTF8) == SQLITE_OK;
}
void Statement::bind(int position, Bytes value) {
    const void* data = value.data() ? static_cast<const void*>(value.data()) : "";
    sound_ =
        sound_ && sqlite3_bind_blob64(statement_.get(), position, data, value.size(), SQLITE_TRANSIENT) == SQLITE_OK;
}
void Statement::bind(int position, double value) {
    sound_ = sound_ && sqlite3_bind_double(statement_.get(), position, value) == SQLITE_OK;
}
void Statement::bind(int position, std::nullopt_t) {
    sound_ = sound_ && sqlite3_bind_null(statement_.get(), position) == SQLITE_OK;
}
void Statement::bind_integer(int position, std::int64_t value) {
    sound_ = sound_ && sqlite3_bind_int64(statement_.get(), position, value) == SQLITE_OK;
}

Step Statement::step() {
    if (!sound_) return Step::failed;
    switch (sqlite3_step(statement_.get())) {
        case SQLITE_ROW: return Step::row;
        case SQLITE_DONE: reset(); return Step::done;
        default: reset(); return Step::failed;
    }
}

bool Statement::run() {
    const bool done = step() == Step::done;
    reset();
    return done;
}

void Statement::reset() {
    sound_ = false;
    if (statement_) sqlite3_reset(statement_.get());
}

std::int64_t Statement::integer(int column) const { return sqlite3_column_int64(statement_.get(), column); }
double Statement::real(int column) const { return sqlite3_column_double(statement_.get(), column); }
bool Statement::null(int column) const { return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL; }

std::string_view Statement::text(int column) const {
    const auto* data = reinterpret_cast<const char*>(sqlite3_column_text(statement_.get(), column));
    const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column));
    return data ? std::string_view(data, size) : std::string_view();
}

Bytes Statement::bytes(int column) const {
    const auto* data = static_cast<const std::byte*>(sqlite3_column_blob(statement_.get(), column));
    const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column));
    return data ? Bytes(data, size) : Bytes();
}

}  // namespace wm
