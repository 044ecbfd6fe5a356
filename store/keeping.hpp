#pragma once
// What becomes of memories after they were kept: how often they were of use, when they expire, the trash and the way out of
// it. Works on the tables of store/memories, in transactions of their own.
//
//   expiry   retires: the memory is history from then on, found as a record and no longer as what holds
//   trash    no search finds it; for `trash_days` it can be taken back, then it is purged: text, terms, forms and source
//
// A slice is small and whole: a crash between two of them loses nothing and leaves nothing half done. One thread.

#include "actors/backend.hpp"
#include "store/blocks.hpp"
#include "store/sqlite.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace wm {

inline constexpr std::chrono::days trash_kept{30};

class MemoryKeeping {
public:
    enum class Done : std::uint8_t { done, unknown, failed };  // unknown: the bank holds no such memory

    explicit MemoryKeeping(Database& db);  // of a memory store, which outlives this

    void used(const BankId& bank, const std::vector<std::int64_t>& ids, WallTime now);  // noted with the next slice

    Done trash(const BankId& bank, std::int64_t id, WallTime now);
    // What was in the trash or has expired is as it was; a state that something newer has replaced stays history. What
    // expired holds again for as long as `lives` and its own time say, from now.
    Done restore(const BankId& bank, std::int64_t id, const BlockLives& lives, WallTime now);
    Done set_ttl(const BankId& bank, std::int64_t id, std::uint32_t days, WallTime now);  // 0: it does not expire

    std::optional<MemoryCounts> counts(const BankId& bank);

    // At most one slice of what is due. True: there is more. Nothing: the disk refused.
    std::optional<bool> tend(WallTime now);
    bool is_due(WallTime now) const { return now >= due_ || uses_.size() >= uses_kept; }

private:
    static constexpr std::size_t uses_kept = 64;
    struct Use {
        std::uint64_t times = 0;
        std::int64_t last = 0;
    };
    struct Purged {
        std::int64_t id = 0, bank = 0, document = 0, from = 0;
        std::string text, subject;
    };
    std::int64_t number_of(const BankId& bank);  // 0: there is none
    Done one(Statement& statement);
    bool note_uses();
    std::optional<bool> expire(std::int64_t now);
    std::optional<bool> purge(std::int64_t now);
    bool remove(const Purged& row);

    Database& db_;
    std::map<std::pair<std::string, std::int64_t>, Use> uses_;  // bank, id
    bool purged_ = false;                                       // in the transaction at hand
    WallTime due_{};                                            // when the next slice is worth a look
    Statement bank_, use_, expire_, trash_, restore_, ttl_, in_trash_, unindex_;
};

}  // namespace wm
