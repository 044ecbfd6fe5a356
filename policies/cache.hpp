#pragma once
// The prefetch cache: what turn N's recall found, kept for turn N+1 of the same person in the same session (A3, A15).
// Pure: the time is handed in. One owner, no lock.

#include "policies/instant.hpp"
#include "policies/turn.hpp"
#include "policies/types.hpp"

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace wm::policies {

struct CacheEntry {  // immutable once stored, so whoever explains a turn may keep it
    std::uint64_t generation = 0;
    std::string query;  // the text that the recall was made for
    std::vector<Memory> memories;
    Instant stored{};
};

class PrefetchCache {
public:
    PrefetchCache(std::size_t entries_max, Duration ttl);

    // Results of an older generation than one begun or stored before are dropped: false. An equal one replaces.
    bool put(const SessionId&, const UserId&, std::uint64_t generation, std::string query, std::vector<Memory>,
             Instant now);
    // From here on nothing older than `generation` is taken; what is stored stays until then.
    void begin(const SessionId&, const UserId&, std::uint64_t generation, Instant now);
    // Null: nothing stored, or older than the TTL.
    std::shared_ptr<const CacheEntry> find(const SessionId&, const UserId&, Instant now);

    void erase(const SessionId&);
    void erase_user(const UserId&);  // forget means forget, everywhere
    std::size_t size() const noexcept { return recent_.size(); }

private:
    using Key = std::pair<SessionId, UserId>;
    struct Slot {
        Key key;
        std::uint64_t begun = 0;
        Instant touched{};
        std::shared_ptr<const CacheEntry> entry;  // null: only begun
    };
    using Slots = std::list<Slot>;
    struct KeyHash {
        std::size_t operator()(const Key& key) const noexcept;
    };

    Slot& slot(const SessionId&, const UserId&, Instant now);
    void drop(Slots::iterator);
    void expire(Instant now);

    std::size_t entries_max_;
    Duration ttl_;
    Slots recent_;  // latest used first
    std::unordered_map<Key, Slots::iterator, KeyHash> by_key_;
};

}  // namespace wm::policies
