#pragma once
// The durable queue of accepted batches: <data_dir>/spool.db, WAL with synchronous=FULL. `committed` is said after the
// commit that holds the batches and the turn's mark has been synced; commits that arrive meanwhile share the next one.
//
// Bounded by the bytes of waiting batches (full), and by the same number of bytes of dead letters (the oldest go,
// counted). A row that cannot be read back becomes a dead letter of reason `corrupt`; the others are loaded. A file of which
// pages are damaged is put aside at the start, and what can be read of it goes on (store/spool_salvage.hpp).
//
// Sealed by the keyring (store/seal.hpp): at the start rows of older keys, and plain ones, are sealed anew; a file that
// holds rows of a key that is not in the ring is not opened, and nothing in it is changed.

#include "actors/audit.hpp"
#include "actors/spool.hpp"
#include "runtime/scheduler.hpp"
#include "runtime/time.hpp"
#include "store/seal.hpp"
#include "store/serial.hpp"
#include "store/sqlite.hpp"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace wm {

struct SpoolLimits {
    std::size_t bytes_max = 256u << 20;       // limits.spool_bytes_max
    std::chrono::hours turn_memory{24 * 14};  // limits.turn_memory
};

// For metrics and status; read from any thread, each number for itself.
struct SpoolCounts {
    std::uint64_t waiting = 0, waiting_bytes = 0;
    std::uint64_t dead_letters = 0, dead_letter_bytes = 0;
    std::uint64_t corrupt = 0;       // rows found damaged since the start
    std::uint64_t dead_dropped = 0;  // dead letters that had to make room since the start
    std::uint64_t failures = 0;      // requests that the disk refused since the start
};

class SqliteSpool final : public Spool {
public:
    // Blocks: for the start of the daemon. The directory exists.
    static std::variant<std::unique_ptr<SqliteSpool>, StoreError> open(const std::string& data_dir,
                                                                       const SpoolLimits& limits, Workers& workers,
                                                                       const Time& time, Keyring keys = {},
                                                                       Audit* audit = nullptr);

    void commit(AgentId agent, TurnId turn, std::vector<SpooledBatch> batches, Reply<TurnCommitted> reply_to) override;
    void mark_sent(SpoolId id) override;
    void erase(SpoolId id) override;
    void bury(SpoolId id, std::string reason) override;  // anything but lower-case letters and _ is buried as `unknown`
    void load(Reply<SpoolLoaded> reply_to) override;
    void dead_letters(DeadLetterWork work, Reply<DeadLettersAnswered> reply_to) override;

    SpoolCounts counts() const;  // any thread

private:
    struct Commit {
        AgentId agent;
        TurnId turn;
        std::vector<SpooledBatch> batches;
        Reply<TurnCommitted> reply_to;
    };
    struct MarkSent {
        SpoolId id;
    };
    struct Erase {
        SpoolId id;
    };
    struct Bury {
        SpoolId id;
        std::string reason;
    };
    struct Load {
        Reply<SpoolLoaded> reply_to;
    };
    struct Dead {
        DeadLetterWork work;
        Reply<DeadLettersAnswered> reply_to;
    };
    using Request = std::variant<Commit, MarkSent, Erase, Bury, Load, Dead>;
    using Outcome = std::variant<std::monostate, TurnCommitted, SpoolLoaded, DeadLettersAnswered>;
    // What is in the file, as of the transaction at hand.
    struct Tally {
        std::uint64_t waiting = 0, waiting_bytes = 0, dead = 0, dead_bytes = 0, dropped = 0, corrupt = 0;
    };

    // `salvaged`: the file is what was left of a damaged one.
    static std::variant<std::unique_ptr<SqliteSpool>, StoreError> open_file(const std::string& path,
                                                                            const SpoolLimits& limits, Workers& workers,
                                                                            const Time& time, Keyring keys,
                                                                            Audit* audit, bool salvaged);
    SqliteSpool(Database db, const SpoolLimits& limits, Workers& workers, const Time& time, Keyring keys, Audit* audit);
    std::optional<StoreError> settle_keys(const std::string& path);  // before the first request
    bool seal_anew(const char* table);
    void handle(std::vector<Request> requests);
    void handle_group(std::span<Request> group);
    std::optional<std::vector<Outcome>> attempt(
        std::span<const Request> group);  // one transaction; nothing: rolled back
    void answer(const Request& request, Outcome outcome);

    // Each works inside the transaction and says nothing when the disk refused.
    std::optional<Outcome> apply(const Commit& commit);
    std::optional<Outcome> apply(const MarkSent& mark);
    std::optional<Outcome> apply(const Erase& erase);
    std::optional<Outcome> apply(const Bury& bury);
    std::optional<Outcome> apply(const Load& load);
    std::optional<Outcome> apply(const Dead& dead);

    std::optional<bool> is_marked(const AgentId& agent, const TurnId& turn);
    std::optional<std::optional<SpoolId>> waiting_as(const OperationId& operation);
    bool remove(SpoolId id, std::string_view verdict);
    void account(AuditAction action, const SpooledBatch& batch, std::string_view verdict);
    void account_for_redactions(const SpooledBatch& batch);
    bool inter(SpoolId id, std::string_view reason);  // row → dead letters
    bool make_room();                                 // for the newest dead letter, at the oldest ones' cost
    bool expire_turns();
    bool count_rows();

    // Dead letters (store/spool_dead.cpp).
    using DeadStatus = DeadLettersAnswered::Status;
    std::optional<std::vector<DeadLetter>> dead_of(const DeadLetterWork& work);
    DeadLetter read_dead(const Statement& row) const;
    DeadStatus judge(std::vector<DeadLetter>& letters, const DeadLetterWork& work) const;  // fix: mends them
    bool rewrite_dead(DeadLetter& letter);
    bool revive(DeadLetter& letter, std::vector<SpooledBatch>& revived);
    bool forget_dead(const DeadLetter& letter);

    Database db_;
    SpoolLimits limits_;
    Keyring keys_;
    Audit* audit_;                      // none: nobody keeps account
    std::vector<AuditEntry> accounts_;  // of the transaction: noted once it is committed
    const Time& time_;
    Tally tally_;                      // committed
    Tally draft_;                      // within the transaction
    std::optional<WallTime> expired_;  // when turn marks were last expired
    Statement insert_mark_, find_mark_, find_operation_, insert_batch_, set_sent_, size_of_, delete_batch_,
        insert_dead_, oldest_dead_, delete_dead_, expire_marks_, all_batches_, list_dead_, find_dead_, fix_dead_;
    std::atomic<std::uint64_t> waiting_{0}, waiting_bytes_{0}, dead_{0}, dead_bytes_{0}, corrupt_{0}, dropped_{0},
        failures_{0};
    SerialQueue<Request> queue_;  // last: its handler uses the above
};

}  // namespace wm
