#include "actors/tools.hpp"

#include "actors/denial.hpp"

#include "policies/batch.hpp"
#include "policies/budget.hpp"
#include "policies/context.hpp"
#include "policies/merge.hpp"
#include "policies/secrets.hpp"
#include "policies/utf8.hpp"

#include <algorithm>

namespace wm {
namespace {

constexpr std::string_view tool_names[] = {"memory_search", "memory_retain", "memory_reflect", "memory_status"};
constexpr Millis way_back{20};
constexpr std::size_t content_bytes_max = 8192;
constexpr std::size_t document_bytes_max = 128;
const ErrorAnswer full{ErrorCode::busy, "memory is busy: try again in a moment"};

// What a refusal means for the one who asked.
std::string explained(const std::string& reason) {
    if (reason == "secret") return "secret: the text holds a credential";
    if (reason == "speculation") return "speculation: a guess is not kept; say it when it is confirmed";
    if (reason == "instruction") return "instruction: orders to an agent are not kept as memory";
    if (reason == "unverified") return "unverified: nothing confirms it yet";
    if (reason == "batch_full") return "batch_full: more than one call may keep; say it in smaller parts";
    return reason.empty() ? "policy: nothing in it is worth keeping" : reason;
}

// How much to look for, and how much of it to bring back: the sizes of seeds §5. Who names no budget gets the scope's.
struct Wanted {
    Budget budget = Budget::low;
    std::uint32_t tokens_max = 0;
};
Wanted wanted_of(const std::optional<std::string>& name, const config::StoreSettings& store) {
    if (!name) return {static_cast<Budget>(store.recall_budget), static_cast<std::uint32_t>(store.recall_tokens_max)};
    if (*name == "high") return {Budget::high, 2000};
    return *name == "mid" ? Wanted{Budget::mid, 1500} : Wanted{Budget::low, 1000};
}

std::string_view name_of(config::BackendType type) {
    return type == config::BackendType::hindsight ? "hindsight" : "embedded";
}

// The best of them that fit, whole, as they may be shown to a model.
std::vector<Memory> presentable(std::vector<Memory> ranked, std::uint32_t tokens_max) {
    std::uint64_t tokens = 0;
    std::vector<Memory> shown;
    for (auto& memory : ranked) {
        memory.text = Content{policies::neutralised(policies::redact(memory.text).text.text)};
        memory.document = policies::neutralised(policies::cut(memory.document, document_bytes_max));
        const auto cost = policies::estimate_tokens(memory.text.text);
        if (memory.text.empty() || tokens + cost > tokens_max) continue;
        tokens += cost;
        shown.push_back(std::move(memory));
    }
    return shown;
}

// A digest keeps its lines: a heading a subject, a mark a memory.
Content neutral_lines(const std::string& text) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const auto end = std::min(text.find('\n', at), text.size());
        const std::string_view line(text.data() + at, end - at);
        out.append(line.starts_with("- ") ? "- " : "").append(policies::neutralised(line)).append("\n");
        at = end + 1;
    }
    while (!out.empty() && out.back() == '\n') out.pop_back();
    return {std::move(out)};
}

}  // namespace

Tools::Tools(Scheduler& scheduler, Time& time, std::shared_ptr<const policies::RouteRules> rules,
             GatewayAddress gateway, Address<NamesLearned> names, ExplainerAddress explainer, Reply<Answer> front,
             Metrics& metrics, const config::Settings& settings, Audit* audit)
    : Actor(scheduler, settings.limits.mailbox_max),
      time_(time),
      rules_(rules),
      judge_(rules, settings),
      gateway_(gateway),
      explainer_(explainer),
      names_learned_(names),
      front_(front),
      metrics_(metrics),
      settings_(settings),
      audit_(audit) {}

void Tools::on(ToolWanted m) {
    const auto ticket = ++last_ticket_;
    const auto index = m.arguments.index();
    const auto deadline = m.deadline - way_back;
    auto& open =
        open_
            .emplace(ticket,
                     Open{std::move(m), tool_names[index], {}, {}, false, {}, {}, {}, nullptr, nullptr, time_.now()})
            .first->second;
    const auto& exposed = settings_.tools.expose;
    if (!settings_.tools.enabled || std::ranges::find(exposed, static_cast<config::ToolName>(index)) == exposed.end())
        return reply(
            ticket, "disabled",
            ErrorAnswer{ErrorCode::tool_unknown, std::string(tool_names[index]) + " is switched off (tools.expose)"});
    time_.call_at(deadline, [this, ticket] { deliver(ToolDue{ticket}); });
    const auto arguments = open.call.arguments;
    std::visit([&](const auto& a) { start(ticket, open, a); }, arguments);
}

std::variant<std::vector<ScopeName>, ErrorAnswer> Tools::scopes_of(const ToolWanted& call,
                                                                   const std::vector<ScopeName>& named,
                                                                   std::string_view query,
                                                                   const policies::HarnessFacts& harness) const {
    const auto& who = call.principal;
    for (const auto& scope : named)
        if (!who.may(scope)) {
            AuditEntry asked{.agent = who.agent(), .user = who.user(), .object = call.turn.str()};
            if (settings_.stores.contains(scope)) asked.scope = scope;
            deny(metrics_, audit_, std::move(asked), "scope");
            return ErrorAnswer{ErrorCode::scope_denied, "scope \"" + std::string(policies::cut(scope.str(), 64)) +
                                                            "\" is not one of yours: " + listed(who.scopes())};
        }
    if (who.scopes().empty()) return ErrorAnswer{ErrorCode::scope_denied, "no scope is open to this speaker here"};
    if (!named.empty()) return named;
    std::vector<ScopeName> routed;
    for (const auto& scope : rules_->route(query, harness, policies::all_scopes, names_.of(who)).scopes)
        if (who.may(scope.scope) && routed.size() < settings_.routing.scopes_per_recall_max)
            routed.push_back(scope.scope);
    return routed.empty() ? who.scopes() : routed;
}

void Tools::asked(Open& open, const ScopeName& scope, Delivery sent) {
    if (sent == Delivery::full) open.failed.push_back(scope);
    else open.missing.insert(scope);
}

void Tools::start(std::uint64_t ticket, Open& open, const SearchArguments& arguments) {
    auto scopes = arguments.latest && !open.call.principal.scopes().empty()
                      ? std::variant<std::vector<ScopeName>, ErrorAnswer>(open.call.principal.scopes())
                      : scopes_of(open.call, arguments.scopes, arguments.query.text, open.call.harness);
    if (auto* error = std::get_if<ErrorAnswer>(&scopes)) return reply(ticket, "denied", std::move(*error));
    if (!arguments.latest) remember(open, arguments);
    // Whoever asks by a tool asks for memory: every type is read, observations first unless `deep` (A3).
    const std::vector types{MemoryType::observation, MemoryType::world, MemoryType::experience};
    for (const auto& scope : std::get<std::vector<ScopeName>>(scopes)) {
        const auto wanted = wanted_of(arguments.budget, settings_.stores.at(scope));
        const auto sent = gateway_.recall.tell(
            Recall{ticket, open.call.principal, scope, arguments.query, types, !arguments.deep, wanted.budget,
                   wanted.tokens_max, RecallPurpose::tool, open.call.deadline - way_back, *this, arguments.latest});
        asked(open, scope, sent);
        if (open.record)
            open.record->stores.push_back(
                {scope, 1, sent == Delivery::full ? name_of(RecallOutcome::queue_full) : "pending"});
    }
    if (open.missing.empty()) reply(ticket, "busy", full);
    else tell_progress(open);
}

void Tools::tell_progress(Open& open) {
    if (!open.call.progress) return;
    open.asked = std::max(open.asked, static_cast<std::uint32_t>(open.missing.size()));
    const auto done = open.asked - static_cast<std::uint32_t>(open.missing.size());
    front_.deliver({open.call.connection, open.call.frame, ProgressAnswer{done, open.asked}});
}

void Tools::remember(Open& open, const SearchArguments& arguments) {
    if (settings_.observability.explain_turns_max == 0) return;
    open.record = std::make_unique<policies::RecallRecord>();
    auto& record = *open.record;
    record.kind = policies::RecallKind::search;
    record.session = open.call.session;
    record.turn = open.call.turn;
    record.principal = open.call.principal;
    record.at = time_.wall();
    record.text = arguments.query;
    record.rules = rules_;
    record.names = names_.of(open.call.principal);
    record.platform = open.call.harness.platform;
    record.tool_namespaces = open.call.harness.tool_namespaces;
    record.task_kind = open.call.harness.task_kind;
    record.named = arguments.scopes;
    record.waiting = policies::Waiting::synchronous;
    record.source = "tool";
}

void Tools::start(std::uint64_t ticket, Open& open, const ReflectArguments& arguments) {
    auto scopes = scopes_of(open.call, arguments.scopes, arguments.query.text, open.call.harness);
    if (auto* error = std::get_if<ErrorAnswer>(&scopes)) return reply(ticket, "denied", std::move(*error));
    for (const auto& scope : std::get<std::vector<ScopeName>>(scopes)) {
        asked(open, scope,
              gateway_.reflect.tell(
                  Reflect{ticket, open.call.principal, scope, arguments.query, open.call.deadline - way_back, *this}));
    }
    if (open.missing.empty()) reply(ticket, "busy", full);
    else tell_progress(open);
}

void Tools::start(std::uint64_t ticket, Open& open, const RetainArguments& arguments) {
    const auto& call = open.call;
    auto scopes = scopes_of(call, {arguments.scope}, {}, {});
    if (auto* error = std::get_if<ErrorAnswer>(&scopes)) return reply(ticket, "denied", std::move(*error));
    open.retain = {arguments.scope, "rejected", "", {}};
    const auto refuse = [&](const std::string& reason) {
        metrics_.retain_rejected_total.add(
            {{Label::scope, scope_label(arguments.scope)}, {Label::status, reason.empty() ? "policy" : reason}});
        note_refusal(audit_,
                     {.agent = call.principal.agent(),
                      .user = call.principal.user(),
                      .scope = arguments.scope,
                      .object = call.turn.str()},
                     reason);
        open.retain.reason = explained(reason);
        reply(ticket, "rejected", ToolResult{open.retain});
    };
    if (!settings_.retain.enabled || settings_.stores.at(arguments.scope).retain_mode == config::RetainMode::off)
        return refuse("switched_off");
    if (arguments.content.text.size() > content_bytes_max) return refuse("too_long");
    auto judgement =
        policies::judge_statement(policies::strip_context(arguments.content, settings_.recall.inject_header),
                                  arguments.scope, arguments.confidence, judge_.context(call.principal));
    metrics_.learning_candidate_total.add({}, static_cast<double>(judgement.candidates));
    if (settings_.observability.explain_turns_max > 0) {
        open.judged = std::make_unique<policies::JudgedTurn>(
            policies::judged_turn(call.session, call.turn, call.principal, call.at, judgement));
        open.judged->by = "memory_retain";
    }
    const auto accepted = std::ranges::find(judgement.accepted, arguments.scope, &ScopedRecords::scope);
    if (accepted == judgement.accepted.end() || accepted->records.empty())
        return refuse(judgement.rejected.empty() ? "" : judgement.rejected.front().reason);

    open.names = policies::names_in(accepted->records);
    Turn turn{call.principal.agent(), call.session, call.turn, call.at, arguments.content, {}, {}, {}, true};
    std::vector<std::size_t> left_out;
    auto batch = policies::make_batch(
        turn, arguments.scope, accepted->records,
        {.items_max = settings_.limits.batch_items_max, .batch_bytes_max = settings_.limits.batch_bytes_max},
        &left_out);
    if (!left_out.empty()) return refuse("batch_full");  // all of it or nothing: "accepted" is a promise
    for (auto& item : batch.items) item.content = policies::redact(item.content).text;
    // The turn itself is judged later: what the tool keeps is marked under a name of its own.
    turn.id = TurnId(call.turn.str() + "/tool/" + batch.operation.str());
    for (auto& item : batch.items)
        if (item.subject.empty())
            item.document = DocumentId(item.document.str() + "/" + batch.operation.str().substr(0, 8));
    open.retain.operation = batch.operation;
    if (gateway_.retain.tell(Retain{ticket, call.principal, turn.id, {std::move(batch)}, *this}) == Delivery::full)
        return reply(ticket, "busy", full);
    open.missing.insert(arguments.scope);
}

void Tools::start(std::uint64_t ticket, Open& open, const StatusArguments&) {
    if (gateway_.status.tell(GatewayStatusWanted{ticket, *this, {}}) == Delivery::full)
        return reply(ticket, "busy", full);
    open.missing.insert(ScopeName("status"));
}

void Tools::on(Recalled m) {
    const auto it = open_.find(m.ticket);
    if (it == open_.end()) return;
    it->second.late = it->second.late || m.outcome == RecallOutcome::late;
    it->second.missing.erase(m.scope);
    if (it->second.record)
        policies::note_answer(*it->second.record, m.scope, name_of(m.outcome), time_.now() - it->second.since,
                              m.memories);
    if (m.outcome == RecallOutcome::ok) it->second.memories.push_back(std::move(m.memories));
    else it->second.failed.push_back(std::move(m.scope));
    tell_progress(it->second);
    if (it->second.missing.empty()) finish(m.ticket);
}

void Tools::on(Reflected m) {
    const auto it = open_.find(m.ticket);
    if (it == open_.end()) return;
    it->second.late = it->second.late || m.outcome == RecallOutcome::late;
    it->second.missing.erase(m.scope);
    if (m.outcome != RecallOutcome::ok) it->second.failed.push_back(std::move(m.scope));
    else if (!m.text.empty())
        it->second.parts.push_back({std::move(m.scope), neutral_lines(policies::redact(m.text).text.text)});
    tell_progress(it->second);
    if (it->second.missing.empty()) finish(m.ticket);
}

void Tools::on(TurnKept m) {
    const auto it = open_.find(m.ticket);
    if (it == open_.end()) return;
    const bool kept = m.status == TurnCommitted::Status::committed || m.status == TurnCommitted::Status::seen_before;
    if (!kept)
        return reply(m.ticket, "failed",
                     ErrorAnswer{ErrorCode::backend_down, "memory could not be written to disk: try again later"});
    it->second.retain.status = "accepted";
    auto& open = it->second;
    if (settings_.routing.learned_names && !open.names.empty() &&
        names_learned_.tell({open.call.principal, open.retain.scope, std::move(open.names)}) == Delivery::full)
        metrics_.backpressure_drops_total.add({{Label::operation, "names"}});
    const auto result = it->second.retain;
    reply(m.ticket, "ok", ToolResult{result});
}

void Tools::on(GatewayStatus m) {
    const auto it = open_.find(m.ticket);
    if (it == open_.end()) return;
    StatusResult out;
    out.backend_state = name_of(m.state);
    out.scopes = it->second.call.principal.scopes();
    out.latency = m.latency;
    out.last_recall = m.last_recall;
    out.last_retain = m.last_retain;
    out.degraded_since = m.degraded_since;
    out.queue_depth = m.queue_depth;
    out.drops = m.drops;
    reply(m.ticket, "ok", ToolResult{std::move(out)});
}

// A part of the answer in time is better than the whole too late.
void Tools::on(ToolDue m) {
    const auto it = open_.find(m.ticket);
    if (it == open_.end()) return;
    const auto& open = it->second;
    if (open.memories.empty() && open.parts.empty())
        return reply(m.ticket, "late", ErrorAnswer{ErrorCode::deadline_exceeded, "memory did not answer in time"});
    it->second.failed.insert(it->second.failed.end(), open.missing.begin(), open.missing.end());
    finish(m.ticket);
}

void Tools::finish(std::uint64_t ticket) {
    auto& open = open_.at(ticket);
    if (open.memories.empty() && open.parts.empty() && open.late)
        return reply(ticket, "late", ErrorAnswer{ErrorCode::deadline_exceeded, "memory did not answer in time"});
    if (open.memories.empty() && open.parts.empty() && !open.failed.empty())
        return reply(ticket, "backend_down",
                     ErrorAnswer{ErrorCode::backend_down, "memory is not reachable just now: " + listed(open.failed)});
    if (std::holds_alternative<ReflectArguments>(open.call.arguments))
        return reply(ticket, "ok", ToolResult{ReflectResult{std::move(open.parts), std::move(open.failed)}});
    SearchResult result;
    result.memories =
        presentable(policies::merge(std::move(open.memories), {.deduplicate = settings_.recall.deduplicate}),
                    static_cast<std::uint32_t>(settings_.recall.total_tokens_max));
    for (const auto& memory : result.memories)
        result.backends[memory.scope] =
            name_of(settings_.stores.at(memory.scope).backend.value_or(settings_.backend.type));
    result.failed = std::move(open.failed);
    if (open.record) open.record->given = result.memories.size();
    reply(ticket, "ok", ToolResult{std::move(result)});
}

void Tools::reply(std::uint64_t ticket, std::string_view status, AnswerBody body) {
    const auto it = open_.find(ticket);
    metrics_.tool_calls_total.add({{Label::operation, it->second.tool}, {Label::status, status}});
    front_.deliver({it->second.call.connection, it->second.call.frame, std::move(body)});
    if (auto record = std::move(it->second.record)) {
        record->took = time_.now() - it->second.since;
        if (explainer_.recall.tell({std::move(record)}) == Delivery::full)
            metrics_.backpressure_drops_total.add({{Label::operation, "explain"}});
    }
    if (auto judged = std::move(it->second.judged)) {
        judged->status = it->second.retain.status == "accepted" ? "retained" : "rejected";
        if (explainer_.judged.tell({std::move(judged)}) == Delivery::full)
            metrics_.backpressure_drops_total.add({{Label::operation, "explain"}});
    }
    open_.erase(it);
}

void Tools::on(RulesChanged m) {
    judge_.use(m.rules);
    rules_ = std::move(m.rules);
}

void Tools::on(NamesChanged m) { names_.put(m.bank, std::move(m.index)); }

void Tools::on(RestWanted m) { m.reply_to.deliver({open_.empty()}); }

}  // namespace wm
