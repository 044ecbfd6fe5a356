#include "policies/cache.hpp"

#include <algorithm>
#include <utility>

namespace wm::policies {

PrefetchCache::PrefetchCache(Limits limits) : limits_(limits) {
    limits_.entries_max = std::max<std::size_t>(limits_.entries_max, 1);
}

std::size_t PrefetchCache::KeyHash::operator()(const Key& key) const noexcept {
    const auto session = std::hash<SessionId>()(key.first);
    return session ^ (std::hash<UserId>()(key.second) + 0x9E3779B97F4A7C15ull + (session << 6) + (session >> 2));
}

void PrefetchCache::empty(Slot& slot) {
    bytes_ -= std::exchange(slot.bytes, 0);
    slot.entry = nullptr;
}

void PrefetchCache::drop(Slots::iterator slot) {
    bytes_ -= slot->bytes;
    by_key_.erase(slot->key);
    recent_.erase(slot);
}

// The list is in order of use, so what is too old stands at its end.
void PrefetchCache::expire(Instant now) {
    while (!recent_.empty() && now - recent_.back().touched > limits_.ttl) drop(std::prev(recent_.end()));
}

PrefetchCache::Slot& PrefetchCache::slot(const SessionId& session, const UserId& user, Instant now) {
    expire(now);
    const Key key{session, user};
    if (const auto found = by_key_.find(key); found != by_key_.end()) {
        recent_.splice(recent_.begin(), recent_, found->second);
    } else {
        if (recent_.size() >= limits_.entries_max) drop(std::prev(recent_.end()));
        recent_.push_front(Slot{key, 0, now, nullptr, 0});
        by_key_.emplace(key, recent_.begin());
    }
    recent_.front().touched = now;
    return recent_.front();
}

bool PrefetchCache::put(const SessionId& session, const UserId& user, std::uint64_t generation,
                        std::shared_ptr<const Snapshot> found, std::shared_ptr<const std::string> ready, Instant now) {
    auto& place = slot(session, user, now);
    if (generation < place.begun) return false;
    place.begun = generation;
    empty(place);
    const auto bytes = found->bytes() + (ready ? ready->size() : 0);
    if (bytes > limits_.bytes_max) return false;
    place.entry = std::make_shared<const CacheEntry>(CacheEntry{generation, std::move(found), std::move(ready), now});
    place.bytes = bytes;
    bytes_ += bytes;
    while (bytes_ > limits_.bytes_max) drop(std::prev(recent_.end()));  // the one just put stands first
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
    if (!place->entry || now - place->entry->stored > limits_.ttl) {
        if (now - place->touched > limits_.ttl) drop(place);
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
