#include "actors/gateway.hpp"

#include "actors/denial.hpp"
#include "runtime/log.hpp"

#include <algorithm>

namespace wm {
namespace {

using policies::Finish;
using policies::Lane;

constexpr Millis poll_pause_first{500};
constexpr Millis poll_pause_max{8000};
constexpr unsigned operation_failures_max = 5;
constexpr Millis reload_pause{5000};

policies::AdmissionLimits limits_of(const config::Settings& settings) {
    return {.inflight_max = settings.backend.inflight_max,
            .reserved_sync = settings.backend.reserved_sync,
            .queue_max = settings.limits.queue_max,
            .attempts_max = settings.backend.retry ? settings.limits.attempts_max : 1,
            .retries_percent = settings.limits.retries_percent_max,
            .adaptive = settings.backend.adaptive,
            .backoff_first = settings.limits.backoff_first,
            .backoff_max = settings.limits.backoff_max};
}

RecallOutcome outcome_of(Finish::Why why) {
    switch (why) {
        case Finish::Why::queue_full: return RecallOutcome::queue_full;
        case Finish::Why::expired: return RecallOutcome::late;
        case Finish::Why::backend_down: return RecallOutcome::backend_down;
        case Finish::Why::exhausted:
        case Finish::Why::refused: return RecallOutcome::failed;
    }
    return RecallOutcome::failed;
}

std::string_view name_of(Failure::Kind kind) {
    constexpr std::string_view names[] = {"unreachable", "timeout",   "broken", "overloaded", "server",      "rejected",
                                          "denied",      "malformed", "lost",   "failed",     "bank_unready"};
    return names[static_cast<std::size_t>(kind)];
}

// A wrong key is the operator's to mend: the batch is good and waits.
policies::FailureClass class_of(Failure::Kind kind) {
    return kind == Failure::Kind::rejected ? policies::FailureClass::permanent : policies::FailureClass::transient;
}

}  // namespace

Gateway::Gateway(Scheduler& scheduler, Time& time, Random& random, Backend& backend, std::string backend_name,
                 Spool& spool, const StoreRegistry& stores, Metrics& metrics, const config::Settings& settings,
                 Audit* audit)
    : Actor(scheduler, settings.limits.mailbox_max),
      time_(time),
      random_(random),
      backend_(backend),
      backend_name_(std::move(backend_name)),
      spool_(spool),
      stores_(stores),
      metrics_(metrics),
      settings_(settings),
      audit_(audit),
      admission_(limits_of(settings)),
      dedupe_(settings.limits.dedupe_window) {}

void Gateway::share_with(Gateway& other, std::set<ScopeName> scopes) {
    other_ = &other;
    elsewhere_ = std::move(scopes);
}

void Gateway::begin() {
    metrics_.spool_state.set(0);
    spool_.load(*this);
    if (other_) other_->probe_after(Millis(0));
    probe_after(Millis(0));
}

void Gateway::on(Retain m) {
    Committing committing{m.ticket, {}, {}, m.reply_to};
    for (auto& batch : m.batches) {
        auto bank = m.principal.bank(batch.scope);
        if (!bank) {  // judged for scopes of this principal, so this is a bug of ours; the batch goes nowhere
            deny(metrics_, audit_,
                 {.agent = m.principal.agent(),
                  .user = m.principal.user(),
                  .scope = batch.scope,
                  .object = batch.operation.str()},
                 "scope");
            continue;
        }
        committing.batches.push_back({0, m.principal.agent(), m.principal.user(), std::move(batch), false});
        committing.banks.push_back(std::move(*bank));
    }
    auto batches = committing.batches;
    committing_[{m.principal.agent(), m.turn}].push_back(std::move(committing));
    spool_.commit(m.principal.agent(), m.turn, std::move(batches), *this);
}

void Gateway::on(TurnCommitted m) {
    const auto it = committing_.find({m.agent, m.turn});
    auto committing = std::move(it->second.front());
    it->second.pop_front();
    if (it->second.empty()) committing_.erase(it);
    if (m.status == TurnCommitted::Status::committed) {
        for (std::size_t i = 0; i < committing.batches.size(); ++i) {
            auto& spooled = committing.batches[i];
            spooled.id = m.ids.at(i);
            if (spooled.id != 0) note_own(spooled.id);
            metrics_.retain_batches_total.add({{Label::scope, scope_label(spooled.batch.scope)}});
            if (spooled.id != 0) enqueue(std::move(spooled), std::move(committing.banks[i]));
        }
    } else if (m.status == TurnCommitted::Status::full) {
        count_drop("retain");
    }
    judge_spool(m);
    committing.reply_to.deliver({committing.ticket, m.status});
}

void Gateway::on(SpoolLoaded m) {
    if (!m.ok) {  // a full disk, say: what an earlier run left behind is safe, and is taken up when it can be
        spool_is(SpoolState::unread);
        return time_.call_at(time_.now() + reload_pause, [this] { spool_.load(*this); });
    }
    if (spool_state_ == SpoolState::unread) spool_is(SpoolState::taking);
    std::erase_if(m.batches, [this](const auto& spooled) { return own_from_ && spooled.id >= *own_from_; });
    if (!m.batches.empty()) log(Level::info, "spool taken up", {{"batches", m.batches.size()}});
    take_up(std::move(m.batches));
}

// Positions from here on were given in this run: a queue that is read later does not hold them a second time.
void Gateway::note_own(SpoolId id) { own_from_ = std::min(own_from_.value_or(id), id); }

void Gateway::take_up(std::vector<SpooledBatch> batches) {
    for (auto& spooled : batches) {
        auto bank = stores_.bank(spooled.batch.scope, spooled.user);
        // Left behind while the plane owned personal memory; now the native provider does, and a bank has one writer.
        const bool foreign =
            settings_.personal_owner == config::PersonalOwner::native && stores_.is_private(spooled.batch.scope);
        if (!bank || foreign) {
            spool_.bury(spooled.id, foreign ? "owner_native" : "scope_unknown");
            log(Level::error, "a batch of an earlier run has no store any more: moved to the dead letters",
                {{"scope", spooled.batch.scope.str()}, {"reason", foreign ? "owner_native" : "scope_unknown"}});
            metrics_.retain_total.add(
                {{Label::scope, scope_label(spooled.batch.scope)}, {Label::status, "dead_letter"}});
            continue;
        }
        enqueue(std::move(spooled), std::move(*bank));
    }
    publish();
}

void Gateway::on(TakeUp m) { enqueue(std::move(m.spooled), std::move(m.bank)); }

void Gateway::enqueue(SpooledBatch spooled, BankId bank) {
    if (elsewhere_.contains(spooled.batch.scope)) return other_->deliver(TakeUp{std::move(spooled), std::move(bank)});
    policies::Work work{++last_call_, Lane::retain, std::nullopt, {}};
    for (const auto& item : spooled.batch.items) work.keys.push_back(bank.str() + '\n' + item.document.str());
    const bool accepted = spooled.sent;
    waiting_since_.insert(spooled.batch.at);
    submit(OpenCall{OpenRetain{std::move(spooled), std::move(bank), accepted}, time_.now()}, std::move(work));
}

void Gateway::submit(OpenCall call, policies::Work work) {
    open_.emplace(work.call, std::move(call));
    perform(admission_.submit(std::move(work), time_.now()));
    publish();
}

void Gateway::on(AdmissionDue) {
    const auto now = time_.now();
    wakes_.erase(wakes_.begin(), wakes_.upper_bound(now));
    perform(admission_.tick(now));
    publish();
}

void Gateway::perform(const policies::Actions& actions) {
    for (const auto& action : actions) std::visit([this](const auto& a) { perform(a); }, action);
}

void Gateway::perform(const policies::WakeAt& action) {
    if (!wakes_.insert(action.when).second) return;
    time_.call_at(action.when, [this] { deliver(AdmissionDue{}); });
}

void Gateway::perform(const policies::Start& action) {
    auto& call = open_.at(action.call);
    call.attempt_since = time_.now();
    if (++call.attempts > 1) {
        const bool retain = std::holds_alternative<OpenRetain>(call.work);
        metrics_.backend_retries_total.add({{Label::operation, retain ? "retain" : "recall"}});
    }
    backend_.start(action.call, attempt_of(call), attempt_deadline(call), *this);
}

BackendCall Gateway::attempt_of(const OpenCall& call) const {
    if (const auto* recall = std::get_if<Recall>(&call.work))
        return RecallCall{*recall->principal.bank(recall->scope),
                          recall->scope,
                          recall->query,
                          recall->types,
                          recall->prefer_observations,
                          recall->budget,
                          recall->max_tokens,
                          recall->latest};
    if (const auto* reflect = std::get_if<Reflect>(&call.work))
        return ReflectCall{*reflect->principal.bank(reflect->scope), reflect->scope, reflect->query};
    if (std::holds_alternative<Probe>(call.work)) return HealthCall{};
    const auto& retain = std::get<OpenRetain>(call.work);
    if (!retain.accepted) return RetainCall{retain.bank, retain.spooled.batch};
    PollCall poll{retain.bank, retain.spooled.batch.operation, {}};
    for (const auto& item : retain.spooled.batch.items) poll.documents.push_back(item.document);
    return poll;
}

Instant Gateway::attempt_deadline(const OpenCall& call) const {
    const auto& timeouts = settings_.backend.timeouts;
    if (const auto* recall = std::get_if<Recall>(&call.work))
        return std::min(recall->deadline, time_.now() + timeouts.recall);
    if (const auto* reflect = std::get_if<Reflect>(&call.work))
        return std::min(reflect->deadline, time_.now() + timeouts.reflect);
    return time_.now() + (std::holds_alternative<Probe>(call.work) ? timeouts.health : timeouts.retain_ack);
}

void Gateway::perform(const policies::Finish& action) {
    const auto it = open_.find(action.call);
    auto call = std::move(it->second);
    open_.erase(it);
    dedupe_.ended(action.call, nullptr, time_.now());
    if (const auto* retain = std::get_if<OpenRetain>(&call.work)) {  // refused for good: the operator looks at it
        waiting_since_.erase(waiting_since_.find(retain->spooled.batch.at));
        spool_.bury(retain->spooled.id, retain->failed > 0 ? "failed" : "rejected");
        metrics_.retain_total.add(
            {{Label::scope, scope_label(retain->spooled.batch.scope)}, {Label::status, "dead_letter"}});
        log(Level::error, "batch refused by the backend: moved to the dead letters",
            {{"scope", retain->spooled.batch.scope.str()}, {"operation", retain->spooled.batch.operation.str()}});
        return;
    }
    if (action.why == Finish::Why::queue_full) count_drop("recall");
    answer(call, outcome_of(action.why), {}, {});
}

void Gateway::on(BackendAnswered m) {
    if (const auto* failure = std::get_if<Failure>(&m.result)) {
        fail(m.call, *failure);
    } else {
        latency_ = std::chrono::duration_cast<Millis>(time_.now() - open_.at(m.call).attempt_since);
        degraded_since_.reset();
        answered_ = time_.now();
        if (std::holds_alternative<Memories>(m.result))
            admission_.measured(time_.now() - open_.at(m.call).attempt_since);
        succeed(m.call, std::move(m.result));
    }
    publish();
}

void Gateway::succeed(CallId id, BackendResult result) {
    const auto now = time_.now();
    auto& call = open_.at(id);
    if (auto* retain = std::get_if<OpenRetain>(&call.work)) {
        if (std::holds_alternative<Accepted>(result)) {
            if (!std::exchange(retain->accepted, true)) spool_.mark_sent(retain->spooled.id);
            dedupe_.written(retain->bank);
            call.attempts = 0;
            const auto pause = std::min(poll_pause_max, poll_pause_first * (1 << std::min(retain->polls++, 10u)));
            return perform(admission_.again_after(id, pause, now));
        }
        const auto* stored = std::get_if<Stored>(&result);
        return retained(id, stored ? stored->units : 0);
    }
    auto done = std::move(call);
    open_.erase(id);
    const auto actions = admission_.succeeded(id, now);
    if (!std::holds_alternative<Probe>(done.work)) last_recall_ = time_.wall();
    auto* memories = std::get_if<Memories>(&result);
    auto* reflection = std::get_if<Reflection>(&result);
    dedupe_.ended(id, memories ? &memories->items : nullptr, now);
    answer(done, RecallOutcome::ok, memories ? std::move(memories->items) : std::vector<Memory>{},
           reflection ? std::move(reflection->text) : Content{});
    perform(actions);
}

void Gateway::retained(CallId id, std::uint32_t units) {
    const auto it = open_.find(id);
    const auto& retain = std::get<OpenRetain>(it->second.work);
    const auto scope = retain.spooled.batch.scope;
    spool_.erase(retain.spooled.id);
    dedupe_.written(retain.bank);
    waiting_since_.erase(waiting_since_.find(retain.spooled.batch.at));
    last_retain_ = time_.wall();
    metrics_.retain_total.add(
        {{Label::scope, scope_label(scope)}, {Label::status, units > 0 ? "stored" : "nothing_extracted"}});
    if (settings_.observability.log_retain)
        log(Level::info, "retain",
            {{"agent", retain.spooled.agent.str()},
             {"scope", scope.str()},
             {"operation", retain.spooled.batch.operation.str()},
             {"items", retain.spooled.batch.items.size()},
             {"units", units}});
    open_.erase(it);
    perform(admission_.succeeded(id, time_.now()));
}

void Gateway::fail(CallId id, const Failure& failure) {
    metrics_.backend_errors_total.add({{Label::status, name_of(failure.kind)}});
    const auto before = admission_.breaker();
    if (!degraded_since_) degraded_since_ = time_.wall();
    if (failure.kind == Failure::Kind::overloaded || failure.kind == Failure::Kind::timeout) admission_.overloaded();
    if (operation_ended_badly(id, failure)) return;
    perform(admission_.failed(id, class_of(failure.kind), failure.retry_after, time_.now(), random_.next()));
    if (before != admission_.breaker() && admission_.breaker() == policies::BreakerState::open &&
        before == policies::BreakerState::closed)
        log(Level::error, "backend down: recalls are answered empty, batches wait on disk",
            {{"kind", name_of(failure.kind)}, {"http_status", failure.http_status}});
}

// An accepted operation that failed or was lost says nothing against the backend's health, nor does a bank that cannot be
// made as declared: it is sent anew after a pause. What ended as failed a few times is the operator's.
bool Gateway::operation_ended_badly(CallId id, const Failure& failure) {
    auto* retain = std::get_if<OpenRetain>(&open_.at(id).work);
    const bool unready = failure.kind == Failure::Kind::unready;
    if (!retain || (failure.kind != Failure::Kind::lost && failure.kind != Failure::Kind::failed && !unready))
        return false;
    const auto now = time_.now();
    retain->accepted = false;
    retain->polls = 0;
    if (failure.kind == Failure::Kind::failed) ++retain->failed;
    if (unready && retain->unready++ == 0)
        log(Level::error, "bank not as declared: its batches wait on disk (wetopi-memory bootstrap --dry-run)",
            {{"scope", retain->spooled.batch.scope.str()}, {"http_status", failure.http_status}});
    if (retain->failed >= operation_failures_max) {
        perform(admission_.failed(id, policies::FailureClass::permanent, std::nullopt, now, 0));
    } else {
        const auto& limits = settings_.limits;
        const auto times = static_cast<int>(std::min(retain->failed + retain->unready, 30u)) + 1;
        const auto pause =
            limits.backoff_first + policies::backoff(times, limits.backoff_first, limits.backoff_max, random_.next());
        perform(admission_.again_after(id, pause, now));
    }
    return true;
}

}  // namespace wm
