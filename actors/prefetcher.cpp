#include "actors/prefetcher.hpp"

#include "policies/merge.hpp"
#include "runtime/log.hpp"

#include <algorithm>

namespace wm {
namespace {

constexpr Millis prefetch_deadline{30000};
// An answer has to reach the client before its own deadline: what the way back may take.
constexpr Millis way_back{20};

std::vector<MemoryType> types_of(const std::vector<config::RecallType>& types) {
    std::vector<MemoryType> out;
    for (const auto type : types) out.push_back(static_cast<MemoryType>(type));
    return out;
}

// The rule without the word of it that matched: that word stands in the message.
std::string rule_of(const policies::RouteReason& reason) { return reason.rule.substr(0, reason.rule.find(':')); }

}  // namespace

Prefetcher::Prefetcher(Scheduler& scheduler, Time& time, std::shared_ptr<const policies::RouteRules> rules,
                       Address<Recall> gateway, Address<RecallSeen> explainer, Reply<Answer> front, Metrics& metrics,
                       const config::Settings& settings, MakeReady make_ready)
    : Actor(scheduler, settings.limits.mailbox_max),
      time_(time),
      rules_(std::move(rules)),
      gateway_(gateway),
      explainer_(explainer),
      front_(front),
      metrics_(metrics),
      settings_(settings),
      make_ready_(std::move(make_ready)),
      cache_({settings.recall.cache_entries_max, settings.recall.cache_bytes_max, settings.recall.cache_ttl}) {
    limits_.header = settings.recall.inject_header;
    limits_.total_tokens_max = static_cast<std::uint32_t>(settings.recall.total_tokens_max);
    for (const auto& [scope, store] : settings.stores)
        limits_.scope_tokens_max.emplace(scope, static_cast<std::uint32_t>(store.recall_tokens_max));
}

std::vector<policies::RoutedScope> Prefetcher::allowed(const policies::Route& route, const Principal& principal) const {
    std::vector<policies::RoutedScope> out;
    for (const auto& routed : route.scopes) {
        // Rights first: a scope that is not the speaker's takes no other's place.
        const bool room = out.size() < settings_.routing.scopes_per_recall_max;
        if (room && is_recalled(routed.scope) && principal.may(routed.scope)) out.push_back(routed);
    }
    return out;
}

bool Prefetcher::is_recalled(const ScopeName& scope) const {
    const auto store = settings_.stores.find(scope);
    return store != settings_.stores.end() && store->second.recall_mode != config::RecallMode::off;
}

// The hot path: one look-up and one reading of the message. What was found is ready since its recall ended.
void Prefetcher::on(ContextWanted m) {
    auto record = new_record(policies::RecallKind::context, m.principal);
    if (!settings_.recall.enabled) {
        if (record) record->waiting = policies::Waiting::recall_disabled;
        return give(std::move(m), {}, std::move(record));
    }
    const auto given = from_cache(m);
    const bool hit = given.block != nullptr;
    bool cold = !given.cached;  // nothing was ever fetched for this person in this session
    (hit ? metrics_.cache_hits_total : metrics_.cache_misses_total).add();
    if (!hit && given.cached && !given.cached->found->memories().empty()) metrics_.cache_stale_total.add();
    // What the cache answers was routed when it was fetched: only a wish for memory would still be waited for.
    if (hit && !tells_routes() && !rules_->may_ask_for_memory(m.text.text)) {
        if (record) record->cached = given.cached;
        return give(std::move(m), given, std::move(record));
    }

    const auto route = routed(m);
    auto why = policies::trigger(route, hit);
    auto waiting = policies::Waiting::not_triggered;
    if (why == policies::Trigger::none && !cold) {
        if (record) record->cached = given.cached;
        return give(std::move(m), given, std::move(record));
    }
    auto scopes = allowed(route, m.principal);
    const bool could_wait = why == policies::Trigger::high_confidence_cache_miss || (cold && !scopes.empty());
    if (why != policies::Trigger::none) waiting = policies::Waiting::switched_off;
    if (why != policies::Trigger::explicit_memory_request && could_wait && policies::only_stores(m.text.text)) {
        why = policies::Trigger::none;
        cold = false;
        waiting = policies::Waiting::only_stores;
    }
    if (record) {
        record->trigger = why;
        record->cached = given.cached;
    }
    if (may_wait(why)) {
        // Asked for memory without a subject that routes: every scope of theirs may hold it.
        if (route.scopes.empty() && why == policies::Trigger::explicit_memory_request)
            for (const auto& scope : m.principal.scopes())
                if (is_recalled(scope) && scopes.size() < settings_.routing.scopes_per_recall_max)
                    scopes.push_back({scope, 0.5});
        if (!scopes.empty()) return synchronous(std::move(m), std::move(scopes), why, std::move(record));
        waiting = policies::Waiting::no_scope;
    }
    if (cold && settings_.recall.automatic_prefetch && !scopes.empty())
        return first_turn(std::move(m), scopes, std::move(record));
    if (record) record->waiting = waiting;
    give(std::move(m), given, std::move(record));
}

bool Prefetcher::tells_routes() const { return settings_.observability.log_routing && logs(Level::info); }

policies::Route Prefetcher::routed(const ContextWanted& m) {
    const bool told = tells_routes();
    auto route = rules_->route(m.text.text, {m.principal.agent(), m.platform, m.tool_namespaces, m.task_kind},
                               policies::all_scopes, names_.of(m.principal),
                               told ? policies::Reasons::given : policies::Reasons::left_out);
    if (told)
        log(Level::info, "route",
            {{"agent", m.principal.agent().str()},
             {"session", m.session.str()},
             {"scopes", route.scopes.size()},
             {"best", route.scopes.empty() ? std::string("none") : route.scopes.front().scope.str()},
             {"confidence", route.scopes.empty() ? 0.0 : route.scopes.front().confidence},
             {"rule", route.reasons.empty() ? std::string("none") : rule_of(route.reasons.front())},
             {"memory_request", route.memory_request ? "yes" : "no"}});
    metrics_.route_total.add();
    (route.scopes.empty() ? metrics_.route_misses_total : metrics_.route_hits_total).add();
    for (const auto& scope : route.scopes) metrics_.route_scope_total.add({{Label::scope, scope_label(scope.scope)}});
    return route;
}

Prefetcher::Given Prefetcher::from_cache(const ContextWanted& m) {
    auto entry = settings_.recall.cache ? cache_.find(m.session, m.principal.user(), time_.now()) : nullptr;
    if (!entry) return {};
    const auto& found = *entry->found;
    Given given{ContextSource::cache, std::move(entry), nullptr, nullptr};
    const auto concerning = found.concerning(m.text.text, m.principal);  // rights may have gone since
    if (concerning.empty()) return given;
    given.block = found.block(concerning, limits_);
    if (given.block == found.whole()) given.ready = given.cached->ready;
    return given;
}

std::shared_ptr<const policies::Snapshot> Prefetcher::snapshot_of(std::vector<std::vector<Memory>> answers,
                                                                  std::map<ScopeName, double> confidences,
                                                                  std::string_view query) const {
    auto merged = policies::merge(std::move(answers),
                                  {.deduplicate = settings_.recall.deduplicate, .confidences = std::move(confidences)});
    return std::make_shared<const policies::Snapshot>(std::move(merged), query, limits_);
}

bool Prefetcher::may_wait(policies::Trigger why) const {
    if (why == policies::Trigger::none || !settings_.recall.synchronous) return false;
    // Without a prefetch the cache is always cold: that is a choice, and no reason to wait for every message.
    const bool fetches_ahead = settings_.recall.cache && settings_.recall.automatic_prefetch;
    if (why == policies::Trigger::high_confidence_cache_miss && !fetches_ahead) return false;
    const auto reason = why == policies::Trigger::explicit_memory_request
                            ? config::SyncReason::explicit_memory_request
                            : config::SyncReason::high_confidence_cache_miss;
    const auto& allowed_reasons = settings_.recall.synchronous_only_when;
    return std::ranges::find(allowed_reasons, reason) != allowed_reasons.end();
}

Prefetcher::Gathering Prefetcher::gathering_for(ContextWanted m, Record record) {
    Gathering out;
    out.record = std::move(record);
    out.session = m.session;
    out.user = m.principal.user();
    out.query = m.text;
    out.waiting = std::move(m);
    return out;
}

// No turn of this session has been fetched for: what the prefetch would have done is done now, inside the client's own
// deadline. Late means empty, and the answer is there for the next turn.
void Prefetcher::first_turn(ContextWanted m, const std::vector<policies::RoutedScope>& scopes, Record record) {
    if (record) record->waiting = policies::Waiting::first_turn;
    const auto answer_by = m.deadline - way_back;
    const auto principal = m.principal;
    gather(gathering_for(std::move(m), std::move(record)), principal, scopes, RecallPurpose::first_turn, false,
           time_.now() + prefetch_deadline, answer_by);
}

void Prefetcher::give(ContextWanted m, const Given& given, Record record) {
    ContextAnswer answer;
    const auto memories = given.block ? given.block->used.size() : 0;
    if (memories > 0) answer = {given.block->text, given.source, given.block->scopes, given.block->tokens, given.ready};
    count(m, answer, memories);
    if (record) {
        record->source = to_string(answer.source);
        record->given = memories;
        record->tokens = answer.tokens;
    }
    const bool empty = answer.context.empty();
    front_.deliver({m.connection, m.frame, std::move(answer)});
    m.reply_to.deliver({m.session, empty});
    if (!record) return;
    record->session = std::move(m.session);
    record->turn = std::move(m.turn);
    record->principal = std::move(m.principal);
    record->platform = std::move(m.platform);
    record->tool_namespaces = std::move(m.tool_namespaces);
    record->task_kind = std::move(m.task_kind);
    record->text = std::move(m.text);
    explain_later(std::move(record));
}

void Prefetcher::count(const ContextWanted& m, const ContextAnswer& given, std::size_t memories) {
    const auto source = to_string(given.source);
    metrics_.context_total.add({{Label::agent, m.principal.agent().str()}, {Label::status, source}});
    metrics_.recall_tokens.observe(given.tokens, {{Label::operation, "context"}});
    if (tells_routes())
        log(Level::info, "context",
            {{"agent", m.principal.agent().str()},
             {"session", m.session.str()},
             {"source", source},
             {"scopes", listed(given.scopes)},
             {"memories", memories},
             {"tokens", given.tokens}});
}

Prefetcher::Record Prefetcher::new_record(policies::RecallKind kind, const Principal& principal) const {
    if (settings_.observability.explain_turns_max == 0) return nullptr;
    auto record = std::make_unique<policies::RecallRecord>();
    record->kind = kind;
    record->at = time_.wall();
    record->rules = rules_;
    record->names = names_.of(principal);
    return record;
}

// After the answer went out: explaining is nobody's wait.
void Prefetcher::explain_later(Record record) {
    if (record && explainer_.tell({std::move(record)}) == Delivery::full)
        metrics_.backpressure_drops_total.add({{Label::operation, "explain"}});
}

void Prefetcher::synchronous(ContextWanted m, std::vector<policies::RoutedScope> scopes, policies::Trigger why,
                             Record record) {
    if (record) record->waiting = policies::Waiting::synchronous;
    const bool asked = why == policies::Trigger::explicit_memory_request;
    metrics_.sync_recall_total.add({{Label::status, policies::name_of(why)}});
    const auto within = settings_.recall.synchronous_deadline;
    front_.deliver({m.connection, m.frame, PendingAnswer{within}});
    const auto deadline = time_.now() + within - way_back;
    const auto principal = m.principal;
    auto gathering = gathering_for(std::move(m), std::move(record));
    gathering.why = why;
    gather(std::move(gathering), principal, scopes, RecallPurpose::synchronous, asked, deadline, deadline);
}

void Prefetcher::on(Prefetch m) {
    if (!settings_.recall.enabled || !settings_.recall.cache || !settings_.recall.automatic_prefetch) return;
    const auto route = rules_->route(m.query.text, m.harness, policies::all_scopes, names_.of(m.principal),
                                     policies::Reasons::left_out);
    const auto scopes = allowed(route, m.principal);
    if (scopes.empty()) return;
    Gathering gathering;
    gathering.session = m.session;
    gathering.user = m.principal.user();
    gathering.query = std::move(m.query);
    if ((gathering.record = new_record(policies::RecallKind::prefetch, m.principal))) {
        auto& record = *gathering.record;
        record.session = gathering.session;
        record.turn = std::move(m.turn);
        record.principal = m.principal;
        record.platform = std::move(m.harness.platform);
        record.tool_namespaces = std::move(m.harness.tool_namespaces);
        record.task_kind = std::move(m.harness.task_kind);
        record.text = gathering.query;
        record.waiting = policies::Waiting::ahead;
    }
    gather(std::move(gathering), m.principal, scopes, RecallPurpose::prefetch, false, time_.now() + prefetch_deadline,
           {});
}

void Prefetcher::gather(Gathering gathering, const Principal& principal,
                        const std::vector<policies::RoutedScope>& scopes, RecallPurpose purpose, bool deep,
                        Instant deadline, Instant answer_by) {
    const auto ticket = ++last_ticket_;
    gathering.generation = ticket;
    gathering.since = time_.now();
    gathering.asked = scopes.size();
    cache_.begin(gathering.session, gathering.user, ticket, time_.now());
    const Content query = gathering.query;
    for (const auto& routed : scopes) {
        const auto& store = settings_.stores.at(routed.scope);
        const auto types = deep ? std::vector{MemoryType::observation, MemoryType::world, MemoryType::experience}
                                : types_of(settings_.recall.automatic_types);
        const auto budget =
            purpose != RecallPurpose::synchronous ? settings_.recall.automatic_budget : store.recall_budget;
        const auto sent =
            gateway_.tell({ticket, principal, routed.scope, query, types, settings_.recall.prefer_observations,
                           static_cast<Budget>(budget), static_cast<std::uint32_t>(store.recall_tokens_max), purpose,
                           deadline, *this});
        if (gathering.record)
            gathering.record->stores.push_back(
                {routed.scope, routed.confidence,
                 sent == Delivery::full ? name_of(RecallOutcome::queue_full) : "pending"});
        if (sent == Delivery::full) {
            metrics_.backpressure_drops_total.add({{Label::operation, "recall"}});
            continue;
        }
        gathering.confidences.emplace(routed.scope, routed.confidence);
        gathering.missing.insert(routed.scope);
    }
    const bool asked = !gathering.missing.empty();
    const bool waits = gathering.waiting.has_value();
    open_.emplace(ticket, std::move(gathering));
    if (!asked) return finish(ticket);
    if (waits) time_.call_at(answer_by, [this, ticket] { deliver(ContextDue{ticket}); });
}

void Prefetcher::on(Recalled m) {
    const auto it = open_.find(m.ticket);
    if (it == open_.end()) return;
    auto& gathering = it->second;
    gathering.missing.erase(m.scope);
    if (gathering.record)
        policies::note_answer(*gathering.record, m.scope, name_of(m.outcome), time_.now() - gathering.since,
                              m.memories);
    if (m.outcome == RecallOutcome::ok) gathering.answers.push_back(std::move(m.memories));
    if (gathering.missing.empty()) finish(m.ticket);
}

// The client waits no longer: it gets what there is. What still comes is for its next turn.
void Prefetcher::on(ContextDue m) {
    const auto it = open_.find(m.ticket);
    if (it == open_.end() || !it->second.waiting) return;
    auto& gathering = it->second;
    auto waiting = std::move(*gathering.waiting);
    gathering.waiting.reset();
    count_outcome(gathering);
    if (gathering.record) gathering.record->took = time_.now() - gathering.since;
    const auto found = snapshot_of(gathering.answers, gathering.confidences, gathering.query.text);
    const auto given = found_now_or_before(waiting, *found, !gathering.answers.empty());
    if (gathering.record && given.cached) gathering.record->cached = given.cached;
    give(std::move(waiting), given, std::move(gathering.record));
}

// No store answered: what an earlier turn's recall found of it is better than nothing. An empty answer is one.
Prefetcher::Given Prefetcher::found_now_or_before(const ContextWanted& m, const policies::Snapshot& found,
                                                  bool answered) {
    if (!answered)
        if (auto before = from_cache(m); before.block) return before;
    return {ContextSource::synchronous, nullptr, found.whole(), nullptr};
}

void Prefetcher::count_outcome(const Gathering& gathering) {
    if (gathering.why == policies::Trigger::none) return;
    const auto answered = gathering.answers.size();
    const auto* outcome = answered == 0 ? "empty" : answered < gathering.asked ? "partial" : "complete";
    metrics_.sync_recall_outcome_total.add(
        {{Label::operation, policies::name_of(gathering.why)}, {Label::status, outcome}});
}

void Prefetcher::finish(std::uint64_t ticket) {
    auto gathering = std::move(open_.at(ticket));
    open_.erase(ticket);
    if (gathering.waiting) count_outcome(gathering);
    const bool answered = !gathering.answers.empty();  // a store that fails must not wipe what an earlier one gave
    const auto found =
        snapshot_of(std::move(gathering.answers), std::move(gathering.confidences), gathering.query.text);
    const auto& block = *found->whole();
    if (settings_.recall.cache && answered) {
        auto ready = make_ready_ && !block.text.empty()
                         ? make_ready_({block.text, ContextSource::cache, block.scopes, block.tokens, nullptr})
                         : nullptr;
        cache_.put(gathering.session, gathering.user, gathering.generation, found, std::move(ready), time_.now());
    }
    if (gathering.record) {
        gathering.record->took = time_.now() - gathering.since;
        gathering.record->given = found->memories().size();
    }
    if (!gathering.waiting) return explain_later(std::move(gathering.record));
    const auto given = found_now_or_before(*gathering.waiting, *found, answered);
    if (gathering.record && given.cached) gathering.record->cached = given.cached;
    give(std::move(*gathering.waiting), given, std::move(gathering.record));
}

void Prefetcher::on(RulesChanged m) { rules_ = std::move(m.rules); }

void Prefetcher::on(NamesChanged m) { names_.put(m.bank, std::move(m.index)); }

void Prefetcher::on(SessionClosed m) { cache_.erase(m.session); }

void Prefetcher::on(RestWanted m) { m.reply_to.deliver({open_.empty()}); }

}  // namespace wm
