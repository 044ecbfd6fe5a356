#include "actors/evidence.hpp"

#include "policies/utf8.hpp"

#include <algorithm>

namespace wm {
namespace {

constexpr std::string_view intent_tool = "hindsight_retain";

std::size_t bytes_of(const ToolRun& run) {
    std::size_t bytes = run.tool.size() + run.result.text.size() + run.call_id.size();
    for (const auto& [key, value] : run.arguments) bytes += key.size() + value.size();
    return bytes;
}

}  // namespace

EvidenceKeeper::EvidenceKeeper(Scheduler& scheduler, Address<TurnClosed> router, Metrics& metrics,
                               const config::Settings& settings)
    : Actor(scheduler, settings.limits.mailbox_max), router_(router), metrics_(metrics), limits_(settings.limits) {}

void EvidenceKeeper::on(TurnOpened m) {
    forget(m.session);
    open(m.session, m.turn);
}

void EvidenceKeeper::on(ToolFinished m) {
    auto& turn = open(m.session, m.turn);
    if (turn.sealed) return metrics_.backpressure_drops_total.add({{Label::operation, "evidence_late"}});
    confirm(turn, m.run);
    m.run.result.text = policies::cut(m.run.result.text, limits_.evidence_bytes_max);
    if (!fits(turn, bytes_of(m.run)) || turn.tools.size() >= limits_.evidence_runs_max) {
        turn.complete = false;
        return metrics_.backpressure_drops_total.add({{Label::operation, "evidence"}});
    }
    turn.tools.push_back(std::move(m.run));
}

// post_tool_call says that the native retain really ran (ADR §6).
void EvidenceKeeper::confirm(Open& turn, const ToolRun& run) {
    if (run.tool != intent_tool) return;
    for (auto& intent : turn.intents)
        if (intent.call_id == run.call_id) intent.confirmed = run.ok;
}

void EvidenceKeeper::on(IntentSeen m) {
    auto& turn = open(m.session, m.turn);
    if (turn.sealed || turn.intents.size() >= limits_.evidence_runs_max || !fits(turn, m.intent.content.text.size()))
        return metrics_.backpressure_drops_total.add({{Label::operation, "evidence"}});
    metrics_.intent_total.add();
    turn.intents.push_back(std::move(m.intent));
}

void EvidenceKeeper::on(TurnEnded m) {
    auto turn = std::make_shared<Turn>();
    turn->agent = m.principal.agent();
    turn->session = m.session;
    turn->id = m.turn;
    turn->at = m.at;
    turn->user_message = std::move(m.end.user_message);
    turn->assistant_response = std::move(m.end.assistant_response);
    auto& seen = open(m.session, m.turn);
    if (m.end.resent) {  // the outbox's copy is whole; ours, if any, may not be
        turn->tools = std::move(m.end.tools);
        for (const auto& run : turn->tools) {
            if (run.tool != intent_tool) continue;
            const auto content =
                std::ranges::find(run.arguments, "content", [](const auto& argument) { return argument.first; });
            if (content != run.arguments.end())
                turn->intents.push_back({Content{content->second}, run.call_id, run.ok});
        }
    } else {
        turn->tools = std::move(seen.tools);
        turn->intents = std::move(seen.intents);
        turn->evidence_complete = seen.complete;
    }
    seen.tools.clear();
    seen.intents.clear();
    seen.sealed = true;
    if (router_.tell({m.connection, m.frame, m.principal, std::move(turn)}) == Delivery::full)
        metrics_.backpressure_drops_total.add(
            {{Label::operation, "retain"}});  // no acknowledgement: it will be sent again
}

void EvidenceKeeper::on(SessionClosed m) { forget(m.session); }

EvidenceKeeper::Open& EvidenceKeeper::open(const SessionId& session, const TurnId& turn) {
    if (const auto it = by_session_.find(session); it != by_session_.end()) {
        turns_.splice(turns_.end(), turns_, it->second);
        if (it->second->turn != turn) *it->second = Open{session, turn};
        return *it->second;
    }
    if (turns_.size() >= limits_.sessions_max) forget(SessionId(turns_.front().session));
    turns_.push_back(Open{session, turn});
    by_session_.emplace(session, std::prev(turns_.end()));
    return turns_.back();
}

void EvidenceKeeper::forget(const SessionId& session) {
    const auto it = by_session_.find(session);
    if (it == by_session_.end()) return;
    turns_.erase(it->second);
    by_session_.erase(it);
}

bool EvidenceKeeper::fits(Open& turn, std::size_t bytes) {
    if (turn.bytes + bytes > limits_.turn_bytes_max) return false;
    turn.bytes += bytes;
    return true;
}

void EvidenceKeeper::on(RestWanted m) { m.reply_to.deliver({true}); }

}  // namespace wm
