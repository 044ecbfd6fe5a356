// What the gateway knows and says of itself: names, gauges, probes, the answers to memory_status and to the drain.
#include "actors/gateway.hpp"

#include "policies/secrets.hpp"
#include "runtime/log.hpp"

#include <algorithm>
#include <utility>

namespace wm {
namespace {

constexpr Millis probe_pause{10000};
constexpr Millis probe_pause_degraded{2000};
constexpr Millis spool_quiet{10000};  // without a refusal, before it is said to take turns again

}  // namespace

std::string_view name_of(BackendState state) {
    constexpr std::string_view names[] = {"up", "degraded", "down"};
    return names[static_cast<std::size_t>(state)];
}
std::string_view name_of(SpoolState state) {
    constexpr std::string_view names[] = {"taking", "full", "unwritable", "unread"};
    return names[static_cast<std::size_t>(state)];
}
std::string_view name_of(RecallOutcome outcome) {
    constexpr std::string_view names[] = {"ok", "denied", "queue_full", "late", "backend_down", "failed"};
    return names[static_cast<std::size_t>(outcome)];
}
std::string_view name_of(RecallPurpose purpose) {
    constexpr std::string_view names[] = {"prefetch", "first_turn", "synchronous", "tool"};
    return names[static_cast<std::size_t>(purpose)];
}

std::string_view name_of(DeadLettersAnswered::Status status) {
    constexpr std::string_view names[] = {"done",         "unknown_letter", "unreadable_letter",
                                          "unknown_item", "full",           "failed"};
    return names[static_cast<std::size_t>(status)];
}

void Gateway::count_drop(std::string_view operation) {
    ++drops_;
    metrics_.backpressure_drops_total.add({{Label::operation, operation}});
}

void Gateway::publish() {
    constexpr std::string_view lanes[] = {"interactive", "retain", "prefetch", "maintenance"};
    for (std::size_t lane = 0; lane < policies::lane_count; ++lane)
        metrics_.queue_depth.set(static_cast<double>(admission_.waiting(static_cast<policies::Lane>(lane))),
                                 {{Label::operation, lanes[lane]}, {Label::status, backend_name_}});
    metrics_.backend_inflight.set(static_cast<double>(admission_.inflight()), {{Label::status, backend_name_}});
    metrics_.backend_inflight_limit.set(static_cast<double>(admission_.limit()), {{Label::status, backend_name_}});
    metrics_.breaker_state.set(static_cast<double>(admission_.breaker()), {{Label::status, backend_name_}});
    metrics_.spool_depth.set(static_cast<double>(waiting_since_.size()), {{Label::status, backend_name_}});
}

// What one commit tells of the spool. A turn without batches fits into a full one, and one that is known already is not
// written: neither says that it takes turns again. Nor does a small turn right after a large one that had no room.
void Gateway::judge_spool(const TurnCommitted& m) {
    using Status = TurnCommitted::Status;
    const bool refused = m.status == Status::full || m.status == Status::failed;
    if (refused) spool_refused_ = time_.now();
    if (spool_state_ == SpoolState::unread) return;  // the worst of them: it ends when the spool has been read
    if (refused) return spool_is(m.status == Status::full ? SpoolState::full : SpoolState::unwritable);
    const bool written = m.status == Status::committed && (spool_state_ == SpoolState::unwritable || !m.ids.empty());
    if (written && spool_refused_ + spool_quiet <= time_.now()) spool_is(SpoolState::taking);
}

// A change of state is told once, not turn by turn.
void Gateway::spool_is(SpoolState state) {
    if (std::exchange(spool_state_, state) == state) return;
    metrics_.spool_state.set(static_cast<double>(state));
    if (state == SpoolState::taking) {
        spool_since_.reset();
        return log(Level::info, "spool takes turns again", {});
    }
    if (!spool_since_) spool_since_ = time_.wall();
    log(Level::error,
        state == SpoolState::unread ? "spool not readable: tried again until it is"
                                    : "spool takes no turn: none is acknowledged, and the plugins send them again",
        {{"reason", name_of(state)}});
}

// The worst state of all backends, and the sums; the last gateway asked answers.
void Gateway::on(GatewayStatusWanted m) {
    const auto earlier = [](std::optional<WallTime> a, std::optional<WallTime> b) {
        return a && b ? std::min(*a, *b) : (a ? a : b);
    };
    GatewayStatus status{m.ticket,
                         BackendState::up,
                         latency_,
                         last_recall_,
                         last_retain_,
                         earlier(degraded_since_, spool_since_),
                         admission_.waiting(),
                         drops_,
                         spool_state_};
    if (status.degraded_since) status.state = BackendState::degraded;
    if (admission_.breaker() == policies::BreakerState::open) status.state = BackendState::down;
    if (m.so_far) {
        status.state = std::max(status.state, m.so_far->state);
        status.latency = std::max(status.latency, m.so_far->latency);
        status.last_recall = std::max(status.last_recall, m.so_far->last_recall);
        status.last_retain = std::max(status.last_retain, m.so_far->last_retain);
        status.degraded_since = earlier(status.degraded_since, m.so_far->degraded_since);
        status.spool = std::max(status.spool, m.so_far->spool);
        status.queue_depth += m.so_far->queue_depth;
        status.drops += m.so_far->drops;
    }
    if (other_ && other_->tell(GatewayStatusWanted{m.ticket, m.reply_to, status}) == Delivery::accepted) return;
    m.reply_to.deliver(std::move(status));
}

// What an operator writes is text like any other: no secret of it reaches the disk.
void Gateway::on(DeadLettersWanted m) {
    auto work = m.work;
    work.ticket = ++last_ticket_;
    work.text = policies::redact(work.text).text;
    operators_.emplace(work.ticket, std::move(m));
    spool_.dead_letters(std::move(work), *this);
}

void Gateway::on(DeadLettersAnswered m) {
    const auto asked = operators_.extract(m.ticket);
    const auto& wanted = asked.mapped();
    m.ticket = wanted.work.ticket;
    if (m.changed > 0)
        log(Level::info, "dead letters changed by an operator",
            {{"replayed", m.revived.size()}, {"changed", m.changed}});
    for (const auto& spooled : m.revived) note_own(spooled.id);
    take_up(m.revived);
    wanted.reply_to.deliver(std::move(m));
}

void Gateway::probe_after(Millis pause) {
    time_.call_at(time_.now() + pause, [this] { deliver(ProbeDue{}); });
}

void Gateway::on(ProbeDue) {
    const auto now = time_.now();
    probe_after(degraded_since_ ? probe_pause_degraded : probe_pause);
    watch_age();
    if (probing_ || (!degraded_since_ && answered_ != Instant{} && answered_ + probe_pause > now)) return;
    probing_ = true;
    const policies::Work work{++last_call_, policies::Lane::maintenance, now + settings_.backend.timeouts.health, {}};
    submit(OpenCall{Probe{}, now}, work);
}

// Age alarms and drops nothing: what waits is good.
void Gateway::watch_age() {
    const auto oldest = waiting_since_.empty() ? time_.wall() : *waiting_since_.begin();
    const auto age = std::max(Wall::duration(0), time_.wall() - oldest);
    metrics_.spool_oldest_seconds.set(std::chrono::duration<double>(age).count(), {{Label::status, backend_name_}});
    if (std::exchange(too_old_, age > settings_.limits.spool_age_max) || !too_old_) return;
    log(Level::error, "batches wait too long for their backend",
        {{"hours", std::chrono::duration_cast<std::chrono::hours>(age).count()}, {"batches", waiting_since_.size()}});
}

void Gateway::on(RestWanted m) {
    // Batches that wait are on disk and outlive us; everything else has an asker.
    const auto owed = std::ranges::any_of(open_, [](const auto& entry) {
        return std::holds_alternative<Recall>(entry.second.work) || std::holds_alternative<Reflect>(entry.second.work);
    });
    const bool sending =
        admission_.inflight() > 0 || (admission_.breaker() == policies::BreakerState::closed && !open_.empty());
    const bool safe = !owed && committing_.empty() && operators_.empty() && dedupe_.at_rest();
    m.reply_to.deliver({safe && !sending, safe});
}

}  // namespace wm
