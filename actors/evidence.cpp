#include "actors/evidence.hpp"

#include "policies/utf8.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

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
    forget_session(m.of.session, &m.of.user);
    open(m.of);
}

void EvidenceKeeper::on(ToolFinished m) {
    auto& turn = open(m.of);
    if (turn.sealed) return metrics_.backpressure_drops_total.add({{Label::operation, "evidence_late"}});
    confirm(turn, m.run);
    m.run.result.text = policies::cut_middle(m.run.result.text, limits_.evidence_bytes_max);
    if (turn.tools.size() >= limits_.evidence_runs_max || !fits(turn, bytes_of(m.run))) {
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
    auto& turn = open(m.of);
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
    const TurnOf of{m.session, m.principal.user(), m.turn};
    if (m.end.resent) take_whole(*turn, std::move(m.end.tools));  // the turn that is open now is another one
    else take_seen(*turn, open(of));
    turn->user_message.text = policies::cut(m.end.user_message.text, limits_.turn_bytes_max);
    turn->assistant_response.text = policies::cut(m.end.assistant_response.text, limits_.turn_bytes_max);
    TurnClosed closed{m.connection,          m.frame, m.principal, std::move(turn), std::move(m.platform),
                      std::move(m.task_kind)};
    if (router_.tell(std::move(closed)) == Delivery::full)
        metrics_.backpressure_drops_total.add({{Label::operation, "retain"}});  // no acknowledgement: it is sent again
}

void EvidenceKeeper::take_seen(Turn& turn, Open& seen) {
    turn.tools = std::exchange(seen.tools, {});
    turn.intents = std::exchange(seen.intents, {});
    turn.evidence_complete = seen.complete;
    seen.sealed = true;
}

// The outbox's copy is whole, whatever was seen live.
void EvidenceKeeper::take_whole(Turn& turn, std::vector<ToolRun> tools) {
    Open whole;
    for (auto& run : tools) {
        run.result.text = policies::cut_middle(run.result.text, limits_.evidence_bytes_max);
        if (turn.tools.size() >= limits_.evidence_runs_max || !fits(whole, bytes_of(run))) {
            turn.evidence_complete = false;
            metrics_.backpressure_drops_total.add({{Label::operation, "evidence"}});
            continue;
        }
        const auto content =
            std::ranges::find(run.arguments, "content", [](const auto& argument) { return argument.first; });
        if (run.tool == intent_tool && content != run.arguments.end()) {
            metrics_.intent_total.add();
            turn.intents.push_back({Content{content->second}, run.call_id, run.ok});
        }
        turn.tools.push_back(std::move(run));
    }
}

void EvidenceKeeper::on(SessionClosed m) { forget_session(m.session, nullptr); }

EvidenceKeeper::Open& EvidenceKeeper::open(const TurnOf& of) {
    if (const auto it = by_turn_.find(of); it != by_turn_.end()) {
        turns_.splice(turns_.end(), turns_, it->second);
        return turns_.back();
    }
    if (turns_.size() >= limits_.sessions_max) forget(turns_.begin());
    turns_.emplace_back().of = of;
    by_turn_.emplace(of, std::prev(turns_.end()));
    return turns_.back();
}

void EvidenceKeeper::forget(std::list<Open>::iterator turn) {
    by_turn_.erase(turn->of);
    turns_.erase(turn);
}

// Turns of one session lie side by side in the map.
void EvidenceKeeper::forget_session(const SessionId& session, const UserId* user) {
    for (auto it = by_turn_.lower_bound({session, {}, {}}); it != by_turn_.end() && it->first.session == session;) {
        const auto turn = it++;
        if (!user || turn->first.user == *user) forget(turn->second);
    }
}

bool EvidenceKeeper::fits(Open& turn, std::size_t bytes) {
    if (turn.bytes + bytes > limits_.turn_bytes_max) return false;
    turn.bytes += bytes;
    return true;
}

void EvidenceKeeper::on(RestWanted m) { m.reply_to.deliver({true}); }

}  // namespace wm
