// Reading: who may ask what, which question is another's too, how each is answered.
#include "actors/denial.hpp"
#include "actors/gateway.hpp"
#include "policies/secrets.hpp"
#include "policies/utf8.hpp"
#include "runtime/log.hpp"

#include <utility>

namespace wm {
namespace {

using policies::Lane;

Lane lane_of(RecallPurpose purpose) { return purpose == RecallPurpose::prefetch ? Lane::prefetch : Lane::interactive; }

// Who asks, where, and what: everything that the answer depends on.
std::string key_of(const Recall& m, const BankId& bank) {
    std::string key;
    const auto add = [&](const std::string& part) { key += std::to_string(part.size()) + ':' + part; };
    add(m.principal.user().str());
    add(m.principal.agent().str());
    add(bank.str());
    add(m.scope.str());
    add(m.query.text);
    for (const auto type : m.types) key += static_cast<char>('a' + static_cast<int>(type));
    key += m.latest ? '!' : m.prefer_observations ? '+' : '-';
    return key + std::to_string(static_cast<int>(m.budget)) + ' ' + std::to_string(m.max_tokens);
}

}  // namespace

void Gateway::on(Recall m) {
    if (!may_recall(m.principal, m.scope)) return refuse(m, RecallOutcome::denied);
    m.query = query_of(m.query);
    const auto bank = *m.principal.bank(m.scope);
    const auto key = key_of(m, bank);
    if (serve_from_another(m, key)) return;
    policies::Work work{++last_call_, lane_of(m.purpose), m.deadline, {}};
    dedupe_.started(key, bank, work.call);
    submit(OpenCall{std::move(m), time_.now()}, std::move(work));
}

// A recall joins an equal one only where that neither holds it up nor outlives its deadline.
bool Gateway::serve_from_another(Recall& m, const std::string& key) {
    const auto now = time_.now();
    if (const auto* memories = dedupe_.answered(key, now)) {
        metrics_.recall_shared_total.add({{Label::status, "answered"}});
        answer(m, now, RecallOutcome::ok, *memories);
        return true;
    }
    const auto first = dedupe_.under_way(key);
    if (!first) return false;
    auto& call = open_.at(*first);
    const auto& leader = std::get<Recall>(call.work);
    if (lane_of(leader.purpose) > lane_of(m.purpose) || leader.deadline > m.deadline ||
        call.joined.size() >= settings_.limits.queue_max)
        return false;
    metrics_.recall_shared_total.add({{Label::status, "under_way"}});
    call.joined.push_back(std::move(m));
    return true;
}

void Gateway::on(Reflect m) {
    if (!may_recall(m.principal, m.scope)) return m.reply_to.deliver({m.ticket, m.scope, RecallOutcome::denied, {}});
    m.query = query_of(m.query);
    policies::Work work{++last_call_, Lane::interactive, m.deadline, {}};
    submit(OpenCall{std::move(m), time_.now()}, std::move(work));
}

bool Gateway::may_recall(const Principal& principal, const ScopeName& scope) {
    const auto store = settings_.stores.find(scope);
    if (store != settings_.stores.end() && store->second.recall_mode == config::RecallMode::off) return false;
    if (principal.bank(scope)) return true;
    AuditEntry asked{.agent = principal.agent(), .user = principal.user(), .object = "recall"};
    if (store != settings_.stores.end()) asked.scope = scope;
    deny(metrics_, audit_, std::move(asked), "scope");
    return false;
}

// A question may hold a secret too, and the backend's logs and model provider see it (rule 7).
Content Gateway::query_of(const Content& query) const {
    auto redacted = policies::redact(query).text;
    redacted.text = policies::cut(redacted.text, settings_.limits.query_bytes_max);
    return redacted;
}

void Gateway::answer(OpenCall& call, RecallOutcome outcome, std::vector<Memory> memories, Content text) {
    if (std::holds_alternative<Probe>(call.work)) {
        probing_ = false;
        return;
    }
    if (auto* reflect = std::get_if<Reflect>(&call.work)) {
        metrics_.recall_total.add({{Label::scope, scope_label(reflect->scope)},
                                   {Label::operation, "reflect"},
                                   {Label::status, name_of(outcome)}});
        return reflect->reply_to.deliver({reflect->ticket, reflect->scope, outcome, std::move(text)});
    }
    // What failed for the first of several equal ones may go well for the next, which has more time.
    for (auto& joined : std::exchange(call.joined, {})) {
        if (outcome == RecallOutcome::ok) answer(joined, call.since, outcome, memories);
        else on(std::move(joined));
    }
    answer(std::get<Recall>(call.work), call.since, outcome, std::move(memories));
}

void Gateway::answer(const Recall& recall, Instant since, RecallOutcome outcome, std::vector<Memory> memories) {
    const auto purpose = name_of(recall.purpose);
    metrics_.recall_total.add(
        {{Label::scope, scope_label(recall.scope)}, {Label::operation, purpose}, {Label::status, name_of(outcome)}});
    metrics_.recall_duration_seconds.observe(std::chrono::duration<double>(time_.now() - since).count(),
                                             {{Label::scope, scope_label(recall.scope)}, {Label::operation, purpose}});
    if (outcome == RecallOutcome::ok)
        metrics_.recall_results.observe(static_cast<double>(memories.size()),
                                        {{Label::scope, scope_label(recall.scope)}, {Label::operation, purpose}});
    if (settings_.observability.log_recall)
        log(Level::info, "recall",
            {{"agent", recall.principal.agent().str()},
             {"scope", recall.scope.str()},
             {"for", purpose},
             {"status", name_of(outcome)},
             {"results", memories.size()},
             {"latency_ms", std::chrono::duration_cast<Millis>(time_.now() - since).count()}});
    recall.reply_to.deliver({recall.ticket, recall.scope, outcome, std::move(memories)});
}

void Gateway::refuse(const Recall& m, RecallOutcome outcome) {
    metrics_.recall_total.add({{Label::scope, scope_label(m.scope)},
                               {Label::operation, name_of(m.purpose)},
                               {Label::status, name_of(outcome)}});
    m.reply_to.deliver({m.ticket, m.scope, outcome, {}});
}

}  // namespace wm
