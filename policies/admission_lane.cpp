#include "policies/admission_lane.hpp"

namespace wm::policies {

void AdmissionLane::insert(Place place, std::uint64_t call, Instant resting_until, bool blocked) {
    waiting_.emplace(call, std::pair(place, resting_until));
    if (!blocked) resting_.emplace(resting_until, place, call);
}

void AdmissionLane::unblock(std::uint64_t call) {
    const auto& [place, until] = waiting_.at(call);
    resting_.emplace(until, place, call);
}

void AdmissionLane::erase(std::uint64_t call) {
    const auto it = waiting_.find(call);
    if (it == waiting_.end()) return;
    const auto [place, until] = it->second;
    if (resting_.erase({until, place, call}) == 0) ready_.erase(place);
    waiting_.erase(it);
}

std::optional<std::uint64_t> AdmissionLane::first(Instant now, const std::function<bool(std::uint64_t)>& allowed) {
    while (!resting_.empty() && std::get<Instant>(*resting_.begin()) <= now) {
        const auto [until, place, call] = *resting_.begin();
        resting_.erase(resting_.begin());
        ready_.emplace(place, call);
    }
    for (const auto& [place, call] : ready_) {
        ++looked_at_;
        if (allowed(call)) return call;
    }
    return std::nullopt;
}

}  // namespace wm::policies
