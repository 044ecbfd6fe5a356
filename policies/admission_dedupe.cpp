#include "policies/admission_dedupe.hpp"

#include <utility>

namespace wm::policies {

std::optional<CallId> RecallDedupe::under_way(const std::string& key) const {
    const auto found = running_.find(key);
    return found == running_.end() ? std::nullopt : std::optional(found->second);
}

const std::vector<Memory>* RecallDedupe::answered(const std::string& key, Instant now) {
    forget_old(now);
    const auto found = answers_.find(key);
    return found == answers_.end() ? nullptr : &found->second.memories;
}

void RecallDedupe::started(const std::string& key, const BankId& bank, CallId call) {
    running_[key] = call;
    calls_.insert_or_assign(call, Running{key, bank});
}

void RecallDedupe::ended(CallId call, const std::vector<Memory>* memories, Instant now) {
    const auto found = calls_.find(call);
    if (found == calls_.end()) return;
    auto running = std::move(found->second);
    calls_.erase(found);
    if (const auto held = running_.find(running.key); held != running_.end() && held->second == call)
        running_.erase(held);
    forget_old(now);
    if (!memories || running.stale || window_ == Millis(0) || answers_max_ == 0) return;
    while (answers_.size() >= answers_max_ && !order_.empty()) {
        answers_.erase(order_.front().second);
        order_.pop_front();
    }
    order_.emplace_back(now + window_, running.key);
    answers_.insert_or_assign(std::move(running.key), Answered{std::move(running.bank), now + window_, *memories});
}

void RecallDedupe::written(const BankId& bank) {
    std::erase_if(answers_, [&](const auto& entry) { return entry.second.bank == bank; });
    for (auto& [call, running] : calls_) {
        if (running.bank != bank || std::exchange(running.stale, true)) continue;
        if (const auto held = running_.find(running.key); held != running_.end() && held->second == call)
            running_.erase(held);  // who asks from now on asks anew
    }
}

void RecallDedupe::forget_old(Instant now) {
    while (!order_.empty() && order_.front().first <= now) {
        const auto found = answers_.find(order_.front().second);
        if (found != answers_.end() && found->second.until <= now) answers_.erase(found);
        order_.pop_front();
    }
}

}  // namespace wm::policies
