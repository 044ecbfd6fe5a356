#include "actors/router.hpp"

#include "actors/denial.hpp"
#include "policies/context.hpp"
#include "policies/evidence.hpp"
#include "policies/harness.hpp"
#include "runtime/log.hpp"

#include <algorithm>
#include <set>

namespace wm {
namespace {

// Judging a turn is the longest work of a shard: everything else gets its turn after each one.
constexpr std::size_t turns_at_once = 1;

policies::Proof proof_of(config::Verification verification) {
    switch (verification) {
        case config::Verification::none: return policies::Proof::none;
        case config::Verification::medium: return policies::Proof::medium;
        case config::Verification::explicit_or_high: return policies::Proof::explicit_or_high;
        case config::Verification::required: return policies::Proof::required;
    }
    return policies::Proof::required;
}

std::string_view name_of(TurnCommitted::Status status, bool empty) {
    switch (status) {
        case TurnCommitted::Status::committed: return empty ? "empty" : "retained";
        case TurnCommitted::Status::seen_before: return "seen_before";
        case TurnCommitted::Status::full: return "full";
        case TurnCommitted::Status::failed: return "failed";
    }
    return "failed";
}

std::string reasons_of(const policies::Judgement& judgement) {
    std::string out;
    for (const auto& rejection : judgement.rejected)
        if (out.find(rejection.reason) == std::string::npos) out += (out.empty() ? "" : ",") + rejection.reason;
    return out.empty() ? "none" : out;
}

}  // namespace

Judge::Judge(std::shared_ptr<const policies::RouteRules> rules, const config::Settings& settings)
    : rules_(std::move(rules)),
      scopes_max_(settings.stores.size()),
      personal_by_plane_(settings.personal_owner == config::PersonalOwner::plane),
      policy_(policies::default_retain_policy()) {
    for (const auto& [type, row] : settings.memory_policy)
        policy_[type] = {row.retain, row.temporal, proof_of(row.verification), row.durability_min};
}

policies::JudgeContext Judge::context(const Principal& principal) const {
    return {principal.scopes(), personal_by_plane_,
            [this, agent = principal.agent()](std::string_view sentence) {
                std::vector<std::pair<ScopeName, double>> out;
                for (const auto& routed : rules_->route(sentence, {agent, {}, {}, {}}, scopes_max_).scopes)
                    out.emplace_back(routed.scope, routed.confidence);
                return out;
            },
            policy_};
}

Router::Router(Scheduler& scheduler, std::shared_ptr<const policies::RouteRules> rules, Batchers batchers,
               Address<Retain> gateway, Address<Prefetch> prefetcher, Address<NamesLearned> names,
               Address<TurnJudged> explainer, Reply<Answer> front, Metrics& metrics, const config::Settings& settings,
               Audit* audit)
    : Actor(scheduler, settings.limits.mailbox_max, turns_at_once),
      judge_(std::move(rules), settings),
      batchers_(std::move(batchers)),
      gateway_(gateway),
      prefetcher_(prefetcher),
      names_(names),
      explainer_(explainer),
      front_(front),
      metrics_(metrics),
      settings_(settings),
      audit_(audit) {}

void Router::on(TurnClosed m) {
    // What waits for the disk is ours to bound: no mailbox counts it. No acknowledgement, so the turn comes again.
    if (open_.size() >= settings_.limits.queue_max)
        return metrics_.backpressure_drops_total.add({{Label::operation, "retain"}});
    if (!m.turn->evidence_complete) metrics_.turns_incomplete_total.add();
    auto judgement = judge(m);
    count(m, judgement);
    prefetch(m);
    const auto ticket = ++last_ticket_;
    auto judged = remembered(m, judgement);
    auto& open =
        open_.emplace(ticket, Open{std::move(m), 0, false, reasons_of(judgement), {}, {}, {}, std::move(judged)})
            .first->second;
    for (auto& scoped : judgement.accepted) {
        if (settings_.routing.learned_names) open.names.emplace(scoped.scope, policies::names_in(scoped.records));
        const auto batcher = batchers_.find(scoped.scope);
        if (batcher == batchers_.end()) continue;
        if (batcher->second.keep.tell({ticket, open.closed.principal.user(), open.closed.turn,
                                       std::move(scoped.records), *this}) == Delivery::full)
            open.refused = true;
        else ++open.awaited;
    }
    if (open.awaited == 0) commit(ticket);
}

policies::Judgement Router::judge(const TurnClosed& m) {
    if (!settings_.retain.enabled || !settings_.retain.automatic) return {};
    // What we injected must not come back as news (BR-01).
    Turn turn = *m.turn;
    const auto& header = settings_.recall.inject_header;
    turn.user_message = policies::strip_context(std::move(turn.user_message), header);
    turn.assistant_response = policies::strip_context(std::move(turn.assistant_response), header);
    const bool recalled =
        !(turn.user_message == m.turn->user_message) || !(turn.assistant_response == m.turn->assistant_response);
    auto judgement = policies::judge_turn(turn, judge_.context(m.principal));
    if (recalled) judgement.rejected.push_back({"recalled", {}});
    const auto is_closed = [&](const ScopeName& scope) {
        const auto store = settings_.stores.find(scope);
        return !m.principal.may(scope) || store == settings_.stores.end() ||
               store->second.retain_mode == config::RetainMode::off;
    };
    for (auto& verdict : judgement.verdicts)
        if (verdict.reason.empty() && is_closed(verdict.scope)) verdict.reason = "switched_off";
    std::erase_if(judgement.accepted,
                  [&](const ScopedRecords& scoped) { return scoped.records.empty() || is_closed(scoped.scope); });
    if (std::ranges::any_of(turn.tools, [](const ToolRun& run) {
            const auto judged = policies::judge_run(run);
            return judged.succeeded && judged.kind == policies::RunJudgement::Kind::mutation;
        }))
        metrics_.operational_activity_total.add();
    return judgement;
}

void Router::count(const TurnClosed& m, const policies::Judgement& judgement) {
    metrics_.learning_candidate_total.add({}, static_cast<double>(judgement.candidates));
    metrics_.intent_promoted_total.add({}, static_cast<double>(judgement.intents_promoted));
    metrics_.intent_rejected_total.add({}, static_cast<double>(judgement.intents_rejected));
    std::set<ScopeName> told;
    for (const auto& rejection : judgement.rejected) {
        metrics_.retain_rejected_total.add(
            {{Label::scope, scope_label(rejection.scope)}, {Label::status, rejection.reason}});
        if (rejection.reason == "secret" && told.insert(rejection.scope).second)
            note_refusal(audit_,
                         {.agent = m.principal.agent(),
                          .user = m.principal.user(),
                          .scope = rejection.scope,
                          .object = m.turn->id.str()},
                         rejection.reason);
    }
}

std::unique_ptr<policies::JudgedTurn> Router::remembered(const TurnClosed& m, policies::Judgement& judgement) const {
    if (settings_.observability.explain_turns_max == 0) return nullptr;
    return std::make_unique<policies::JudgedTurn>(
        policies::judged_turn(m.turn->session, m.turn->id, m.principal, m.turn->at, judgement));
}

void Router::explain_later(Open& open, std::string_view status) {
    if (!open.judged) return;
    open.judged->status = status;
    if (explainer_.tell({std::move(open.judged)}) == Delivery::full)
        metrics_.backpressure_drops_total.add({{Label::operation, "explain"}});
}

void Router::on(Batched m) {
    const auto it = open_.find(m.ticket);
    auto& open = it->second;
    if (m.batch) open.batches.push_back(std::move(*m.batch));
    open.statements.emplace(std::move(m.scope), std::move(m.statements));
    if (--open.awaited == 0) commit(m.ticket);
}

// All batches of the turn in one step, with the mark that it has been judged: durable together or not at all.
void Router::commit(std::uint64_t ticket) {
    auto& open = open_.at(ticket);
    if (open.refused) return drop(ticket);
    std::ranges::sort(open.batches, {}, &RetainBatch::scope);
    if (gateway_.tell({ticket, open.closed.principal, open.closed.turn->id, open.batches, *this}) == Delivery::full)
        drop(ticket);
}

void Router::drop(std::uint64_t ticket) {
    metrics_.backpressure_drops_total.add({{Label::operation, "retain"}});
    explain_later(open_.at(ticket), "full");
    open_.erase(ticket);
}

void Router::on(TurnKept m) {
    const auto it = open_.find(m.ticket);
    auto open = std::move(it->second);
    open_.erase(it);
    const auto status = name_of(m.status, open.batches.empty());
    metrics_.turns_total.add({{Label::status, status}});
    explain_later(open, status);
    if (settings_.observability.log_retain)
        log(Level::info, "turn judged",
            {{"agent", open.closed.turn->agent.str()},
             {"turn", open.closed.turn->id.str()},
             {"status", status},
             {"batches", open.batches.size()},
             {"rejected", open.rejected}});
    if (m.status == TurnCommitted::Status::full || m.status == TurnCommitted::Status::failed) return;
    if (m.status == TurnCommitted::Status::committed)
        for (auto& [scope, statements] : open.statements)
            batchers_.at(scope).kept.deliver(
                {open.closed.principal.user(), open.closed.turn->session, std::move(statements)});
    if (m.status == TurnCommitted::Status::committed) learn_names(open);
    front_.deliver({open.closed.connection, open.closed.frame, AckAnswer{}});
}

// Only what is durable is known.
void Router::learn_names(Open& open) {
    for (auto& [scope, names] : open.names)
        if (!names.empty() && names_.tell({open.closed.principal, scope, std::move(names)}) == Delivery::full)
            metrics_.backpressure_drops_total.add({{Label::operation, "names"}});
}

void Router::prefetch(const TurnClosed& m) {
    auto query = policies::strip_context(m.turn->user_message, settings_.recall.inject_header);
    if (query.empty()) return;
    policies::HarnessFacts facts{m.principal.agent(), m.platform, {}, m.task_kind};
    for (const auto& run : m.turn->tools) policies::note_tool(facts.tool_namespaces, run);
    Prefetch wanted{m.principal, m.turn->session, std::move(query), m.turn->id, std::move(facts)};
    if (prefetcher_.tell(std::move(wanted)) == Delivery::full)
        metrics_.backpressure_drops_total.add({{Label::operation, "prefetch"}});
}

void Router::on(RulesChanged m) { judge_.use(std::move(m.rules)); }

void Router::on(RestWanted m) { m.reply_to.deliver({open_.empty()}); }

}  // namespace wm
