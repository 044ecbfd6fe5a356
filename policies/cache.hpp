#pragma once
// The prefetch cache: what turn N's recall found, kept for turn N+1 of the same person in the same session (A3, A15).
// Bounded in entries, in bytes and in time. Pure: the time is handed in. One owner, no lock.

#include "policies/instant.hpp"
#include "policies/snapshot.hpp"
#include "policies/types.hpp"

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>

namespace wm::policies {

struct CacheEntry {  // immutable once stored, so whoever explains a turn may keep it
    std::uint64_t generation = 0;
    std::shared_ptr<const Snapshot> found;
    std::shared_ptr<const std::string> ready;  // what the front made of found->whole() ahead; may be null
    Instant stored{};
};

class PrefetchCache {
public:
    struct Limits {
        std::size_t entries_max = 10000;
        std::size_t bytes_max = std::size_t{64} << 20;  // of all entries, as Snapshot::bytes() counts
        Duration ttl{};
    };
    explicit PrefetchCache(Limits limits);

    // Results of an older generation than one begun or stored before are dropped: false. An equal one replaces. What is
    // larger than the whole cache may be leaves nothing in its place: false.
    bool put(const SessionId&, const UserId&, std::uint64_t generation, std::shared_ptr<const Snapshot> found,
             std::shared_ptr<const std::string> ready, Instant now);
    // From here on nothing older than `generation` is taken; what is stored stays until then.
    void begin(const SessionId&, const UserId&, std::uint64_t generation, Instant now);
    // Null: nothing stored, or older than the TTL.
    std::shared_ptr<const CacheEntry> find(const SessionId&, const UserId&, Instant now);

    void erase(const SessionId&);
    void erase_user(const UserId&);  // forget means forget, everywhere
    std::size_t size() const noexcept { return recent_.size(); }
    std::size_t bytes() const noexcept { return bytes_; }

private:
    using Key = std::pair<SessionId, UserId>;
    struct Slot {
        Key key;
        std::uint64_t begun = 0;
        Instant touched{};
        std::shared_ptr<const CacheEntry> entry;  // null: only begun
        std::size_t bytes = 0;
    };
    using Slots = std::list<Slot>;
    struct KeyHash {
        std::size_t operator()(const Key& key) const noexcept;
    };

    Slot& slot(const SessionId&, const UserId&, Instant now);
    void drop(Slots::iterator);
    void empty(Slot& slot);
    void expire(Instant now);

    Limits limits_;
    std::size_t bytes_ = 0;
    Slots recent_;  // latest used first
    std::unordered_map<Key, Slots::iterator, KeyHash> by_key_;
};

}  // namespace wm::policies
