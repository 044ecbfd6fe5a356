#include "actors/sessions.hpp"

#include "policies/harness.hpp"

#include <algorithm>

namespace wm {

std::string_view name_of(const HookEvent& event) {
    constexpr std::string_view names[] = {"on_session_start", "pre_llm_call",   "pre_tool_call", "post_tool_call",
                                          "post_llm_call",    "on_session_end", "tool"};
    static_assert(std::size(names) == std::variant_size_v<HookEvent>);
    return names[event.index()];
}

std::optional<AnswerBody> Sessions::turned_away(const HookEvent& event) {
    if (std::holds_alternative<PreLlm>(event)) return ContextAnswer{};
    if (std::holds_alternative<ToolCall>(event))
        return ErrorAnswer{ErrorCode::busy, "memory is busy: try again in a moment"};
    return std::nullopt;  // evidence is missed; a turn that is not acknowledged is sent again
}

Sessions::Sessions(Scheduler& scheduler, Time& time, const Identity& identity, EvidenceAddress evidence,
                   PrefetcherAddress prefetcher, Address<ToolWanted> tools, Reply<Answer> front, Metrics& metrics,
                   const config::Settings& settings)
    : Actor(scheduler, settings.limits.mailbox_max),
      time_(time),
      identity_(identity),
      evidence_(evidence),
      prefetcher_(prefetcher),
      tools_(tools),
      front_(front),
      metrics_(metrics),
      settings_(settings) {}

void Sessions::on(HookArrived m) {
    // Two agents may use one session id: what follows knows a session by its agent too.
    m.speaker.session = SessionId(m.agent.str() + "/" + m.speaker.session.str());
    metrics_.hooks_total.add({{Label::operation, name_of(m.event)}});
    const auto speaking = who(m);
    if (const auto* principal = std::get_if<Principal>(&speaking)) dispatch(m, *principal);
    else denied(m, std::get<Denial>(speaking));
}

// Every message is resolved from what it says itself. What says the very same as the message before in its session is the
// same speaker, since the directory does not change while the daemon runs.
std::variant<Principal, Denial> Sessions::who(const HookArrived& hook) {
    const auto live = by_id_.find(hook.speaker.session);
    if (live == by_id_.end()) return identity_.who(hook);
    auto& before = *live->second;
    if (before.who && before.who->agent() == hook.agent && before.speaker == hook.speaker) return *before.who;
    auto found = identity_.who(hook);
    if (const auto* principal = std::get_if<Principal>(&found)) {
        before.speaker = hook.speaker;
        before.who = *principal;
    }
    return found;
}

void Sessions::dispatch(HookArrived& hook, const Principal& who) {
    std::visit([&](auto& event) { handle(hook, who, event); }, hook.event);
}

// Nothing is stored and nothing is told; the turn goes on (fail open towards Hermes, closed on identity).
void Sessions::denied(const HookArrived& hook, Denial why) {
    if (std::holds_alternative<PreLlm>(hook.event)) {
        metrics_.context_total.add({{Label::agent, hook.agent.str()}, {Label::status, "denied"}});
        front_.deliver({hook.connection, hook.frame, ContextAnswer{}});
    } else if (std::holds_alternative<PostLlm>(hook.event)) {
        metrics_.turns_total.add({{Label::status, "denied"}});
        front_.deliver({hook.connection, hook.frame, AckAnswer{}});
    } else if (std::holds_alternative<ToolCall>(hook.event)) {
        constexpr std::string_view texts[] = {
            "this agent is not in the directory (identity.agents)",
            "this agent may not vouch for that platform (identity.agents.<agent>.platforms)",
            "this sender is not in the directory (identity.users)"};
        front_.deliver({hook.connection, hook.frame,
                        ErrorAnswer{ErrorCode::identity_unknown, std::string(texts[static_cast<std::size_t>(why)])}});
    }
}

void Sessions::refused(const HookArrived& hook, std::string_view operation) {
    metrics_.backpressure_drops_total.add({{Label::operation, operation}});
    if (auto answer = turned_away(hook.event)) front_.deliver({hook.connection, hook.frame, std::move(*answer)});
}

void Sessions::handle(HookArrived& hook, const Principal& who, PreLlm& event) {
    auto& live = touch(hook.speaker.session);
    live.tools_before = std::exchange(live.tools, {});
    if (evidence_.opened.tell(TurnOpened{{hook.speaker.session, who.user(), hook.turn}}) == Delivery::full)
        metrics_.backpressure_drops_total.add({{Label::operation, "evidence"}});
    ContextWanted wanted{hook.connection,
                         hook.frame,
                         who,
                         hook.speaker.session,
                         hook.speaker.platform,
                         std::move(event.user_message),
                         hook.deadline,
                         *this,
                         std::move(hook.turn)};
    wanted.task_kind = policies::task_kind(hook.speaker.platform, hook.speaker.sender);
    wanted.tool_namespaces = live.tools_before;
    if (prefetcher_.wanted.tell(std::move(wanted)) == Delivery::full) refused(hook, "context");
}

void Sessions::handle(HookArrived& hook, const Principal& who, PreTool& event) {
    touch(hook.speaker.session);
    if (event.tool == "hindsight_recall" || event.tool == "hindsight_reflect")  // telemetry only (ADR §19)
        return metrics_.native_recall_total.add({{Label::operation, event.tool}});
    if (event.tool != "hindsight_retain") return;
    if (evidence_.intent.tell(IntentSeen{{hook.speaker.session, who.user(), hook.turn},
                                         {std::move(event.content), event.call_id, false}}) == Delivery::full)
        refused(hook, "evidence");
}

void Sessions::handle(HookArrived& hook, const Principal& who, PostTool& event) {
    policies::note_tool(touch(hook.speaker.session).tools, event.run);
    if (evidence_.finished.tell(ToolFinished{{hook.speaker.session, who.user(), hook.turn}, std::move(event.run)}) ==
        Delivery::full)
        refused(hook, "evidence");
}

void Sessions::handle(HookArrived& hook, const Principal& who, PostLlm& event) {
    touch(hook.speaker.session);
    TurnEnded ended{hook.connection, hook.frame, who, hook.speaker.session, hook.turn, hook.at, std::move(event)};
    ended.platform = hook.speaker.platform;
    ended.task_kind = policies::task_kind(hook.speaker.platform, hook.speaker.sender);
    if (evidence_.ended.tell(std::move(ended)) == Delivery::full) refused(hook, "retain");
}

void Sessions::handle(HookArrived& hook, const Principal& who, ToolCall& event) {
    auto& live = touch(hook.speaker.session);
    if (std::holds_alternative<SearchArguments>(event.arguments) && std::exchange(live.context_empty, false))
        metrics_.manual_search_after_miss_total.add();
    ToolWanted wanted{hook.connection, hook.frame, who,           hook.speaker.session,
                      hook.turn,       hook.at,    hook.deadline, std::move(event.arguments)};
    wanted.harness = {who.agent(), hook.speaker.platform, live.tools.empty() ? live.tools_before : live.tools,
                      std::string(policies::task_kind(hook.speaker.platform, hook.speaker.sender))};
    wanted.progress = event.progress;
    if (tools_.tell(std::move(wanted)) == Delivery::full) refused(hook, "tool");
}

void Sessions::handle(HookArrived& hook, const Principal&, SessionStart&) { touch(hook.speaker.session); }

void Sessions::handle(HookArrived& hook, const Principal&, SessionEnd&) { close(hook.speaker.session); }

void Sessions::on(ContextGiven m) {
    if (const auto it = by_id_.find(m.session); it != by_id_.end()) it->second->context_empty = m.empty;
}

Sessions::Live& Sessions::touch(const SessionId& session) {
    const auto it = by_id_.find(session);
    if (it != by_id_.end()) {
        live_.splice(live_.end(), live_, it->second);
    } else {
        if (live_.size() >= settings_.limits.sessions_max) close(SessionId(live_.front().id));
        live_.emplace_back().id = session;
        by_id_.emplace(session, std::prev(live_.end()));
        metrics_.sessions_open.set(static_cast<double>(live_.size()));
        arm_sweep();
    }
    live_.back().seen = time_.now();
    return live_.back();
}

// A missed closing costs memory until the receiver's own bound drops it: nothing depends on it.
void Sessions::close(const SessionId& session) {
    const SessionId id = session;
    const auto it = by_id_.find(id);
    if (it == by_id_.end()) return;
    live_.erase(it->second);
    by_id_.erase(it);
    metrics_.sessions_open.set(static_cast<double>(live_.size()));
    for (const auto sent : {evidence_.closed.tell(SessionClosed{id}), prefetcher_.closed.tell(SessionClosed{id})})
        if (sent == Delivery::full) metrics_.backpressure_drops_total.add({{Label::operation, "session_end"}});
}

// Sessions end by silence too: Hermes does not always say so.
void Sessions::arm_sweep() {
    if (std::exchange(sweeping_, true)) return;
    time_.call_at(time_.now() + settings_.limits.session_idle, [this] { deliver(SweepDue{}); });
}

void Sessions::on(SweepDue) {
    sweeping_ = false;
    const auto oldest = time_.now() - settings_.limits.session_idle;
    while (!live_.empty() && live_.front().seen <= oldest) close(SessionId(live_.front().id));
    if (!live_.empty()) arm_sweep();
}

void Sessions::on(RestWanted m) { m.reply_to.deliver({true}); }

}  // namespace wm
