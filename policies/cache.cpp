#include "policies/cache.hpp"

#include <utility>

namespace wm::policies {

PrefetchCache::PrefetchCache(std::size_t entries_max, Duration ttl)
    : entries_max_(entries_max == 0 ? 1 : entries_max), ttl_(ttl) {}

std::size_t PrefetchCache::KeyHash::operator()(const Key& key) const noexcept {
    const auto session = std::hash<SessionId>()(key.first);
    return session ^ (std::hash<UserId>()(key.second) + 0x9E3779B97F4A7C15ull + (session << 6) + (session >> 2));
}

void PrefetchCache::drop(Slots::iterator slot) {
    by_key_.erase(slot->key);
    recent_.erase(slot);
}

// The list is in order of use, so what is too old stands at its end.
void PrefetchCache::expire(Instant now) {
    while (!recent_.empty() && now - recent_.back().touched > ttl_) drop(std::prev(recent_.end()));
}

PrefetchCache::Slot& PrefetchCache::slot(const SessionId& session, const UserId& user, Instant now) {
    expire(now);
    const Key key{session, user};
    if (const auto found = by_key_.find(key); found != by_key_.end()) {
        recent_.splice(recent_.begin(), recent_, found->second);
    } else {
        if (recent_.size() >= entries_max_) drop(std::prev(recent_.end()));
        recent_.push_front(Slot{key, 0, now, nullptr});
        by_key_.emplace(key, recent_.begin());
    }
    recent_.front().touched = now;
    return recent_.front();
}

bool PrefetchCache::put(const SessionId& session, const UserId& user, std::uint64_t generation, std::string query,
                        std::vector<Memory> memories, Instant now) {
    auto& place = slot(session, user, now);
    if (generation < place.begun) return false;
    place.begun = generation;
    place.entry =
        std::make_shared<const CacheEntry>(CacheEntry{generation, std::move(query), std::move(memories), now});
    return true;
}

void PrefetchCache::begin(const SessionId& session, const UserId& user, std::uint64_t generation, Instant now) {
    auto& place = slot(session, user, now);
    if (generation > place.begun) place.begun = generation;
}

std::shared_ptr<const CacheEntry> PrefetchCache::find(const SessionId& session, const UserId& user, Instant now) {
    const auto found = by_key_.find(Key{session, user});
    if (found == by_key_.end()) return nullptr;
    const auto place = found->second;
    if (!place->entry || now - place->entry->stored > ttl_) {
        if (now - place->touched > ttl_) drop(place);
        return nullptr;
    }
    recent_.splice(recent_.begin(), recent_, place);
    place->touched = now;
    return place->entry;
}

void PrefetchCache::erase(const SessionId& session) {
    for (auto it = recent_.begin(); it != recent_.end();) {
        const auto here = it++;
        if (here->key.first == session) drop(here);
    }
}

void PrefetchCache::erase_user(const UserId& user) {
    for (auto it = recent_.begin(); it != recent_.end();) {
        const auto here = it++;
        if (here->key.second == user) drop(here);
    }
}

}  // namespace wm::policies
