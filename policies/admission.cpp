#include "policies/admission.hpp"

#include <algorithm>

namespace wm::policies {
namespace {

// How often a lane with eligible work may be passed over before it goes first.
constexpr std::array<int, lane_count> patience = {0, 4, 8, 8};

std::size_t index(Lane lane) { return static_cast<std::size_t>(lane); }

}  // namespace

Millis backoff(int attempt, Millis first, Millis most, std::uint64_t random) {
    const auto steps = std::clamp(attempt - 1, 0, 20);
    const auto ceiling = std::min<std::int64_t>(most.count(), first.count() << steps);
    return Millis(ceiling <= 0 ? 0 : static_cast<std::int64_t>(random % static_cast<std::uint64_t>(ceiling + 1)));
}

Actions Admission::submit(Work work, Instant now) {
    Actions out;
    const auto call = work.call;
    const auto& lane = lanes_[index(work.lane)];
    if (work.deadline) {
        if (breaker_ == BreakerState::open && now < pause_until_) return {Finish{call, Finish::Why::backend_down}};
        if (lane.size() >= limits_.queue_max) return {Finish{call, Finish::Why::queue_full}};
        if (*work.deadline <= now) return {Finish{call, Finish::Why::expired}};
        out.push_back(WakeAt{*work.deadline});
    }
    for (const auto& key : work.keys) keys_[key].push_back(call);
    wait(calls_.emplace(call, Call{std::move(work)}).first->second, false);
    pump(out, now);
    return out;
}

Actions Admission::succeeded(CallId call, Instant now) {
    Actions out;
    end_attempt(calls_.at(call));
    recover(now);
    forget(call);
    pump(out, now);
    return out;
}

Actions Admission::failed(CallId id, FailureClass kind, std::optional<Millis> retry_after, Instant now,
                          std::uint64_t random) {
    Actions out;
    auto& call = calls_.at(id);
    end_attempt(call);
    if (kind == FailureClass::permanent) {
        recover(now);  // it answered: it is up
        finish(out, id, Finish::Why::refused);
        pump(out, now);
        return out;
    }
    if (retry_after) {
        pause_until_ = std::max(pause_until_, now + *retry_after);
        out.push_back(WakeAt{pause_until_});
    }
    count_failure(out, now, random);
    const auto pause = backoff(call.attempts, limits_.backoff_first, limits_.backoff_max, random);
    call.not_before = std::max(now + pause, retry_after ? now + *retry_after : now);
    const auto& deadline = call.work.deadline;
    const bool within_budget = may_retry();
    if (!deadline && !within_budget) call.not_before = std::max(call.not_before, now + limits_.breaker_pause);
    if (deadline && breaker_ == BreakerState::open) {
        finish(out, id, Finish::Why::backend_down);
    } else if (deadline && (call.attempts >= limits_.attempts_max || call.not_before >= *deadline || !within_budget)) {
        finish(out, id, Finish::Why::exhausted);
    } else {
        wait(call, true);
        out.push_back(WakeAt{call.not_before});
    }
    pump(out, now);
    return out;
}

Actions Admission::again_after(CallId id, Millis pause, Instant now) {
    Actions out;
    auto& call = calls_.at(id);
    end_attempt(call);
    recover(now);
    call.attempts = 0;
    call.not_before = now + pause;
    wait(call, false);
    out.push_back(WakeAt{call.not_before});
    pump(out, now);
    return out;
}

Actions Admission::tick(Instant now) {
    Actions out;
    expire(out, now);
    pump(out, now);
    return out;
}

void Admission::wait(const Call& call, bool first) {
    auto& lane = lanes_[index(call.work.lane)];
    const bool blocked = !holds_its_keys(call);
    if (first) lane.push_front(call.work.call, call.not_before, blocked);
    else lane.push_back(call.work.call, call.not_before, blocked);
    if (call.work.deadline) deadlines_.emplace(*call.work.deadline, call.work.call);
}

void Admission::wait_no_more(const Call& call) {
    lanes_[index(call.work.lane)].erase(call.work.call);
    if (call.work.deadline) deadlines_.erase({*call.work.deadline, call.work.call});
}

void Admission::expire(Actions& out, Instant now) {
    while (!deadlines_.empty() && deadlines_.begin()->first <= now) {
        const auto id = deadlines_.begin()->second;
        wait_no_more(calls_.at(id));
        finish(out, id, Finish::Why::expired);
    }
}

void Admission::pump(Actions& out, Instant now) {
    if (now < pause_until_) return;
    if (breaker_ == BreakerState::open) breaker_ = BreakerState::half_open;
    while (inflight_ < (breaker_ == BreakerState::half_open ? 1 : limit())) {
        const auto id = pick(now);
        if (!id) return;
        auto& call = calls_.at(*id);
        wait_no_more(call);
        call.running = true;
        const auto earned = static_cast<double>(limits_.retries_percent) / 100;
        retry_tokens_ =
            ++call.attempts > 1 ? std::max(0.0, retry_tokens_ - 1) : std::min(retry_tokens_max, retry_tokens_ + earned);
        ++inflight_;
        inflight_other_ += call.work.lane != Lane::interactive;
        out.push_back(Start{*id});
    }
}

std::optional<CallId> Admission::pick(Instant now) {
    std::array<std::optional<CallId>, lane_count> first;
    for (std::size_t lane = 0; lane < lane_count; ++lane) first[lane] = first_eligible(static_cast<Lane>(lane), now);
    if (limits_.reserved_sync > 0 && inflight_other_ + std::min(limits_.reserved_sync, limit() - 1) >= limit())
        for (std::size_t lane = 1; lane < lane_count; ++lane) first[lane].reset();

    std::size_t chosen = lane_count;
    for (std::size_t lane = 0; lane < lane_count && chosen == lane_count; ++lane)
        if (first[lane]) chosen = lane;
    if (chosen == lane_count) return std::nullopt;
    for (std::size_t lane = lane_count; lane-- > chosen + 1;)
        if (first[lane] && passed_over_[lane] >= patience[lane]) chosen = lane;
    for (std::size_t lane = 0; lane < lane_count; ++lane)
        passed_over_[lane] = lane != chosen && first[lane] ? passed_over_[lane] + 1 : 0;
    return first[chosen];
}

std::optional<CallId> Admission::first_eligible(Lane lane, Instant now) {
    return lanes_[index(lane)].first(now, [&](CallId id) {
        const auto& call = calls_.at(id);
        return !(call.work.deadline && *call.work.deadline <= now);
    });
}

bool Admission::holds_its_keys(const Call& call) const {
    return std::ranges::all_of(call.work.keys,
                               [&](const auto& key) { return keys_.at(key).front() == call.work.call; });
}

void Admission::finish(Actions& out, CallId call, Finish::Why why) {
    forget(call);
    out.push_back(Finish{call, why});
}

void Admission::forget(CallId id) {
    const auto gone = calls_.extract(id);
    for (const auto& key : gone.mapped().work.keys) {
        const auto held = keys_.find(key);
        if (held == keys_.end()) continue;  // named twice
        auto& queue = held->second;
        if (queue.front() != id) {
            std::erase(queue, id);
            continue;
        }
        while (!queue.empty() && queue.front() == id) queue.pop_front();
        if (queue.empty()) {
            keys_.erase(held);
        } else if (const auto& next = calls_.at(queue.front()); holds_its_keys(next)) {
            lanes_[index(next.work.lane)].unblock(next.work.call);
        }
    }
}

void Admission::end_attempt(Call& call) {
    call.running = false;
    --inflight_;
    inflight_other_ -= call.work.lane != Lane::interactive;
}

void Admission::count_failure(Actions& out, Instant now, std::uint64_t random) {
    ++failures_in_a_row_;
    const bool answered_just_now = last_success_ && now < *last_success_ + limits_.breaker_quiet;
    if (breaker_ == BreakerState::closed && (failures_in_a_row_ < limits_.breaker_failures || answered_just_now))
        return;
    breaker_ = BreakerState::open;
    ++openings_in_a_row_;
    // Half fixed, half drawn, so that many daemons do not probe at one moment.
    const auto pause = backoff(openings_in_a_row_, limits_.breaker_pause, limits_.backoff_max, random);
    pause_until_ = std::max(pause_until_, now + limits_.breaker_pause / 2 + pause / 2);
    out.push_back(WakeAt{pause_until_});
    while (!deadlines_.empty()) {  // whoever has a deadline is better told now
        const auto id = deadlines_.begin()->second;
        wait_no_more(calls_.at(id));
        finish(out, id, Finish::Why::backend_down);
    }
}

void Admission::recover(Instant now) {
    last_success_ = now;
    failures_in_a_row_ = 0;
    openings_in_a_row_ = 0;
    breaker_ = BreakerState::closed;
}

std::size_t Admission::waiting() const {
    std::size_t sum = 0;
    for (const auto& lane : lanes_) sum += lane.size();
    return sum;
}

std::uint64_t Admission::looked_at() const {
    std::uint64_t sum = 0;
    for (const auto& lane : lanes_) sum += lane.looked_at();
    return sum;
}

bool Admission::at_rest() const {
    return inflight_ == 0 && inflight_other_ == 0 && calls_.empty() && keys_.empty() && waiting() == 0;
}

}  // namespace wm::policies
