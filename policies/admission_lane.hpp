#pragma once
// One lane of the admission: who waits in it, in which order. A call may rest, or be blocked: it keeps its place and is
// not looked at until its time has come, or it is unblocked. Every operation costs the logarithm of how many wait, so that
// a queue that grew over a long outage drains as fast as a short one. Pure; one thread.

#include "policies/instant.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <unordered_map>

namespace wm::policies {

class AdmissionLane {
public:
    // `resting_until`: not offered before. A call waits at most once.
    void push_back(std::uint64_t call, Instant resting_until, bool blocked) {
        insert(++last_, call, resting_until, blocked);
    }
    void push_front(std::uint64_t call, Instant resting_until, bool blocked) {
        insert(--first_, call, resting_until, blocked);
    }
    void unblock(std::uint64_t call);  // of one that waits
    void erase(std::uint64_t call);

    // The first in order that may start by its time and by `allowed`. `now` never goes back.
    std::optional<std::uint64_t> first(Instant now, const std::function<bool(std::uint64_t)>& allowed);

    std::size_t size() const { return waiting_.size(); }
    std::uint64_t looked_at() const { return looked_at_; }  // calls, by first() so far: what its answers cost

private:
    using Place = std::int64_t;
    void insert(Place place, std::uint64_t call, Instant resting_until, bool blocked);

    Place first_ = 0, last_ = 0;
    std::map<Place, std::uint64_t> ready_;
    std::set<std::tuple<Instant, Place, std::uint64_t>> resting_;
    std::unordered_map<std::uint64_t, std::pair<Place, Instant>> waiting_;
    std::uint64_t looked_at_ = 0;
};

}  // namespace wm::policies
