#include "store/spool.hpp"

#include "runtime/log.hpp"
#include "store/batch_codec.hpp"
#include "store/spool_salvage.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace wm {
namespace {

constexpr std::size_t group_max = 256;  // requests in one transaction
constexpr std::chrono::hours expiry_pause{1};
constexpr std::size_t reason_bytes_max = 40;
constexpr int damaged_code = 11;  // SQLITE_CORRUPT

constexpr std::array steps{
    "CREATE TABLE batches(id INTEGER PRIMARY KEY AUTOINCREMENT, operation TEXT NOT NULL UNIQUE, payload BLOB NOT NULL,"
    " sent INTEGER NOT NULL DEFAULT 0) STRICT;"
    "CREATE TABLE turns(agent TEXT NOT NULL, turn TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY(agent, turn))"
    " STRICT, WITHOUT ROWID;"
    "CREATE INDEX turns_by_time ON turns(at);"
    "CREATE TABLE dead_letters(id INTEGER PRIMARY KEY, operation TEXT NOT NULL, payload BLOB NOT NULL, reason TEXT NOT "
    "NULL,"
    " at INTEGER NOT NULL) STRICT;",
    // Which keys have sealed rows: a row that names another one is damaged, and not the work of a key that is missing.
    "CREATE TABLE keys(id BLOB NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID;",
};
constexpr Schema schema{0x776d7370, "spool", steps};  // "wmsp"

std::int64_t millis(WallTime at) { return at.time_since_epoch().count(); }

std::string checked_reason(std::string reason) {
    const bool name = !reason.empty() && reason.size() <= reason_bytes_max &&
                      std::ranges::all_of(reason, [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; });
    return name ? reason : "unknown";
}

}  // namespace

std::variant<std::unique_ptr<SqliteSpool>, StoreError> SqliteSpool::open(const std::string& data_dir,
                                                                         const SpoolLimits& limits, Workers& workers,
                                                                         const Time& time, Keyring keys, Audit* audit) {
    const auto path = data_dir + "/spool.db";
    if (auto error = finish_salvage(path)) return *std::move(error);
    auto opened = open_file(path, limits, workers, time, keys, audit, false);
    const auto* error = std::get_if<StoreError>(&opened);
    if (!error || !error->damaged) return opened;
    auto salvaged = salvage_spool(path, schema);
    if (auto* failure = std::get_if<StoreError>(&salvaged)) return std::move(*failure);
    const auto& saved = std::get<Salvaged>(salvaged);
    log(Level::error, "spool damaged: what can be read of it goes on, the file is kept",
        {{"batches", saved.batches}, {"dead_letters", saved.dead_letters}, {"kept", saved.damaged}});
    return open_file(path, limits, workers, time, std::move(keys), audit, true);
}

std::variant<std::unique_ptr<SqliteSpool>, StoreError> SqliteSpool::open_file(const std::string& path,
                                                                              const SpoolLimits& limits,
                                                                              Workers& workers, const Time& time,
                                                                              Keyring keys, Audit* audit,
                                                                              bool salvaged) {
    auto opened = Database::open(path, schema);
    if (auto* error = std::get_if<StoreError>(&opened)) return std::move(*error);
    std::unique_ptr<SqliteSpool> spool(
        new SqliteSpool(std::get<Database>(std::move(opened)), limits, workers, time, std::move(keys), audit));
    // A large file is not checked page by page when it is opened: this reads all that waits.
    if (!spool->count_rows())
        return StoreError{path + " cannot be read; check its disk and start again", spool->db_.error() == damaged_code};
    if (auto error = spool->settle_keys(path)) return *std::move(error);
    if (!spool->count_rows()) return StoreError{path + " cannot be read; check its disk and start again"};
    spool->corrupt_ = spool->tally_.corrupt = salvaged ? 1 : 0;
    return spool;
}

SqliteSpool::SqliteSpool(Database db, const SpoolLimits& limits, Workers& workers, const Time& time, Keyring keys,
                         Audit* audit)
    : db_(std::move(db)),
      limits_(limits),
      keys_(std::move(keys)),
      audit_(audit),
      time_(time),
      insert_mark_(db_, "INSERT OR REPLACE INTO turns(agent, turn, at) VALUES(?, ?, ?)"),
      find_mark_(db_, "SELECT 1 FROM turns WHERE agent = ? AND turn = ? AND at > ?"),
      find_operation_(db_, "SELECT id FROM batches WHERE operation = ?"),
      insert_batch_(db_, "INSERT INTO batches(operation, payload) VALUES(?, ?)"),
      set_sent_(db_, "UPDATE batches SET sent = 1 WHERE id = ?"),
      size_of_(db_, "SELECT length(payload), operation FROM batches WHERE id = ?"),
      delete_batch_(db_, "DELETE FROM batches WHERE id = ?"),
      insert_dead_(db_,
                   "INSERT INTO dead_letters(operation, payload, reason, at)"
                   " SELECT operation, payload, ?, ? FROM batches WHERE id = ?"),
      oldest_dead_(db_, "SELECT id, length(payload) FROM dead_letters ORDER BY id LIMIT 1"),
      delete_dead_(db_, "DELETE FROM dead_letters WHERE id = ?"),
      expire_marks_(db_, "DELETE FROM turns WHERE at <= ?"),
      all_batches_(db_, "SELECT id, payload, sent, operation FROM batches ORDER BY id"),
      list_dead_(db_, "SELECT id, operation, payload, reason, at FROM dead_letters ORDER BY id DESC LIMIT ?"),
      find_dead_(db_, "SELECT id, operation, payload, reason, at FROM dead_letters WHERE id = ?"),
      fix_dead_(db_, "UPDATE dead_letters SET operation = ?, payload = ? WHERE id = ?"),
      queue_(workers, [this](std::vector<Request> requests) { handle(std::move(requests)); }) {}

void SqliteSpool::commit(AgentId agent, TurnId turn, std::vector<SpooledBatch> batches, Reply<TurnCommitted> reply_to) {
    queue_.push(Commit{std::move(agent), std::move(turn), std::move(batches), reply_to});
}
void SqliteSpool::mark_sent(SpoolId id) { queue_.push(MarkSent{id}); }
void SqliteSpool::erase(SpoolId id) { queue_.push(Erase{id}); }
void SqliteSpool::bury(SpoolId id, std::string reason) { queue_.push(Bury{id, checked_reason(std::move(reason))}); }
void SqliteSpool::load(Reply<SpoolLoaded> reply_to) { queue_.push(Load{reply_to}); }
void SqliteSpool::dead_letters(DeadLetterWork work, Reply<DeadLettersAnswered> reply_to) {
    queue_.push(Dead{std::move(work), reply_to});
}

SpoolCounts SqliteSpool::counts() const {
    return {.waiting = waiting_,
            .waiting_bytes = waiting_bytes_,
            .dead_letters = dead_,
            .dead_letter_bytes = dead_bytes_,
            .corrupt = corrupt_,
            .dead_dropped = dropped_,
            .failures = failures_};
}

void SqliteSpool::handle(std::vector<Request> requests) {
    for (std::span<Request> left(requests); !left.empty();) {
        const auto group = left.first(std::min(left.size(), group_max));
        handle_group(group);
        left = left.subspan(group.size());
    }
}

// A group that fails is tried again one request at a time, so that what the disk refuses to one is not refused to all.
// An erase or a mark that fails is only counted: its batch is sent again after a restart, under the same operation id.
void SqliteSpool::handle_group(std::span<Request> group) {
    if (auto outcomes = attempt(group)) {
        for (std::size_t i = 0; i < group.size(); ++i) answer(group[i], std::move((*outcomes)[i]));
        return;
    }
    if (group.size() > 1) {
        for (auto& request : group) handle_group(std::span(&request, 1));
        return;
    }
    ++failures_;
    Outcome outcome;
    if (const auto* commit = std::get_if<Commit>(&group.front())) {
        outcome = TurnCommitted{commit->agent, commit->turn, TurnCommitted::Status::failed, {}};
    } else if (std::holds_alternative<Load>(group.front())) {
        outcome = SpoolLoaded{};
    } else if (const auto* dead = std::get_if<Dead>(&group.front())) {
        outcome = DeadLettersAnswered{.ticket = dead->work.ticket};
    }
    answer(group.front(), std::move(outcome));
}

std::optional<std::vector<SqliteSpool::Outcome>> SqliteSpool::attempt(std::span<const Request> group) {
    draft_ = tally_;
    accounts_.clear();
    Transaction transaction(db_);
    if (!transaction.open() || !expire_turns()) return std::nullopt;
    std::vector<Outcome> outcomes;
    for (const auto& request : group) {
        auto outcome = std::visit([this](const auto& what) { return apply(what); }, request);
        if (!outcome) return std::nullopt;
        outcomes.push_back(*std::move(outcome));
    }
    if (!transaction.commit()) return std::nullopt;
    tally_ = draft_;
    if (audit_)
        for (auto& entry : accounts_) audit_->note(std::move(entry));
    waiting_ = tally_.waiting, waiting_bytes_ = tally_.waiting_bytes;
    dead_ = tally_.dead, dead_bytes_ = tally_.dead_bytes;
    corrupt_ = tally_.corrupt, dropped_ = tally_.dropped;
    return outcomes;
}

void SqliteSpool::answer(const Request& request, Outcome outcome) {
    if (const auto* commit = std::get_if<Commit>(&request)) {
        commit->reply_to.deliver(std::get<TurnCommitted>(std::move(outcome)));
    } else if (const auto* load = std::get_if<Load>(&request)) {
        load->reply_to.deliver(std::get<SpoolLoaded>(std::move(outcome)));
    } else if (const auto* dead = std::get_if<Dead>(&request)) {
        dead->reply_to.deliver(std::get<DeadLettersAnswered>(std::move(outcome)));
    }
}

std::optional<SqliteSpool::Outcome> SqliteSpool::apply(const Commit& commit) {
    using Status = TurnCommitted::Status;
    const auto marked = is_marked(commit.agent, commit.turn);
    if (!marked) return std::nullopt;
    if (*marked) return TurnCommitted{commit.agent, commit.turn, Status::seen_before, {}};

    std::vector<std::vector<std::byte>> payloads;
    std::uint64_t bytes = 0;
    for (const auto& batch : commit.batches) {
        if (batch.batch.operation.empty()) return std::nullopt;  // could be sent twice unnoticed: a bug of the caller
        payloads.push_back(keys_.seal(encode(batch), batch.batch.operation.str()));
        bytes += payloads.back().size();
    }
    if (bytes > 0 && draft_.waiting_bytes + bytes > limits_.bytes_max) {
        return TurnCommitted{commit.agent, commit.turn, Status::full, {}};
    }
    TurnCommitted done{commit.agent, commit.turn, Status::committed, {}};
    for (std::size_t i = 0; i < payloads.size(); ++i) {
        const auto& operation = commit.batches[i].batch.operation;
        const auto known = waiting_as(operation);
        if (!known) return std::nullopt;
        if (!*known) {
            if (!insert_batch_.with(operation.str(), Bytes(payloads[i])).run()) return std::nullopt;
            ++draft_.waiting;
            draft_.waiting_bytes += payloads[i].size();
            account(AuditAction::retain, commit.batches[i], "accepted");
            account_for_redactions(commit.batches[i]);
        }
        done.ids.push_back(known->value_or(static_cast<SpoolId>(db_.last_rowid())));
    }
    if (!insert_mark_.with(commit.agent.str(), commit.turn.str(), millis(time_.wall())).run()) return std::nullopt;
    return done;
}

std::optional<SqliteSpool::Outcome> SqliteSpool::apply(const MarkSent& mark) {
    if (!set_sent_.with(mark.id).run()) return std::nullopt;
    return Outcome{};
}

std::optional<SqliteSpool::Outcome> SqliteSpool::apply(const Erase& erase) {
    if (!remove(erase.id, "stored")) return std::nullopt;
    return Outcome{};
}

std::optional<SqliteSpool::Outcome> SqliteSpool::apply(const Bury& bury) {
    if (!inter(bury.id, bury.reason)) return std::nullopt;
    return Outcome{};
}

std::optional<SqliteSpool::Outcome> SqliteSpool::apply(const Load&) {
    SpoolLoaded loaded{{}, true};
    std::vector<SpoolId> damaged;
    all_batches_.with();
    for (;;) {
        const auto step = all_batches_.step();
        if (step == Step::failed) return std::nullopt;
        if (step == Step::done) break;
        const auto id = static_cast<SpoolId>(all_batches_.integer(0));
        const auto plain = keys_.open(all_batches_.bytes(1), all_batches_.text(3));
        auto batch = plain ? decode(*plain) : std::nullopt;
        if (!batch) {
            damaged.push_back(id);
            continue;
        }
        batch->id = id;
        batch->sent = all_batches_.integer(2) != 0;
        loaded.batches.push_back(*std::move(batch));
    }
    for (const auto id : damaged) {
        if (!inter(id, "corrupt")) return std::nullopt;
        ++draft_.corrupt;
    }
    return loaded;
}

std::optional<bool> SqliteSpool::is_marked(const AgentId& agent, const TurnId& turn) {
    const auto step = find_mark_.with(agent.str(), turn.str(), millis(time_.wall() - limits_.turn_memory)).step();
    find_mark_.reset();
    if (step == Step::failed) return std::nullopt;
    return step == Step::row;
}

std::optional<std::optional<SpoolId>> SqliteSpool::waiting_as(const OperationId& operation) {
    const auto step = find_operation_.with(operation.str()).step();
    if (step == Step::failed) return std::nullopt;
    std::optional<SpoolId> id;
    if (step == Step::row) id = static_cast<SpoolId>(find_operation_.integer(0));
    find_operation_.reset();
    return id;
}

void SqliteSpool::account(AuditAction action, const SpooledBatch& batch, std::string_view verdict) {
    if (!audit_) return;
    accounts_.push_back(
        {action, batch.agent, batch.user, batch.batch.scope, batch.batch.operation.str(), std::string(verdict)});
}

// Whoever redacted left a mark in the text; how many there are is told, never of what.
void SqliteSpool::account_for_redactions(const SpooledBatch& batch) {
    constexpr std::string_view mark = "[REDACTED:";
    std::size_t marks = 0;
    for (const auto& item : batch.batch.items)
        for (auto at = item.content.text.find(mark); at != std::string::npos; at = item.content.text.find(mark, at + 1))
            ++marks;
    if (marks > 0) account(AuditAction::redaction, batch, "marks_" + std::to_string(marks));
}

bool SqliteSpool::remove(SpoolId id, std::string_view verdict) {
    const auto step = size_of_.with(id).step();
    const auto bytes = step == Step::row ? static_cast<std::uint64_t>(size_of_.integer(0)) : 0;
    SpooledBatch gone;
    if (step == Step::row) gone.batch.operation = OperationId(std::string(size_of_.text(1)));
    size_of_.reset();
    if (step != Step::row) return step == Step::done;  // gone already
    account(AuditAction::retain, gone, verdict);
    if (!delete_batch_.with(id).run()) return false;
    --draft_.waiting;
    draft_.waiting_bytes -= bytes;
    return true;
}

bool SqliteSpool::inter(SpoolId id, std::string_view reason) {
    const auto before = draft_.waiting_bytes;
    if (!insert_dead_.with(reason, millis(time_.wall()), id).run()) return false;
    if (db_.changed() == 0) return true;
    if (!remove(id, "dead_letter_" + std::string(reason))) return false;
    const auto bytes = before - draft_.waiting_bytes;
    ++draft_.dead;
    draft_.dead_bytes += bytes;
    return make_room();
}

bool SqliteSpool::make_room() {
    while (draft_.dead > 1 && draft_.dead_bytes > limits_.bytes_max) {
        const auto step = oldest_dead_.with().step();
        if (step != Step::row) return step == Step::done;
        const auto id = oldest_dead_.integer(0);
        const auto bytes = static_cast<std::uint64_t>(oldest_dead_.integer(1));
        oldest_dead_.reset();
        if (!delete_dead_.with(id).run()) return false;
        --draft_.dead;
        draft_.dead_bytes -= bytes;
        ++draft_.dropped;
    }
    return true;
}

bool SqliteSpool::expire_turns() {
    const auto now = time_.wall();
    if (expired_ && now >= *expired_ && now - *expired_ < expiry_pause) return true;
    if (!expire_marks_.with(millis(now - limits_.turn_memory)).run()) return false;
    expired_ = now;
    return true;
}

bool SqliteSpool::count_rows() {
    Statement count(
        db_,
        "SELECT (SELECT count(*) FROM batches), (SELECT coalesce(sum(length(payload)), 0) FROM batches),"
        " (SELECT count(*) FROM dead_letters), (SELECT coalesce(sum(length(payload)), 0) FROM dead_letters)");
    if (count.with().step() != Step::row) return false;
    const auto number = [&](int column) { return static_cast<std::uint64_t>(count.integer(column)); };
    tally_ = {.waiting = number(0), .waiting_bytes = number(1), .dead = number(2), .dead_bytes = number(3)};
    waiting_ = tally_.waiting, waiting_bytes_ = tally_.waiting_bytes;
    dead_ = tally_.dead, dead_bytes_ = tally_.dead_bytes;
    return true;
}

}  // namespace wm
