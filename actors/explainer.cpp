#include "actors/explainer.hpp"

#include <algorithm>

namespace wm {
namespace {

constexpr std::size_t whole_max = 20;  // recalls of one turn that are explained: a turn has one context, a few searches

// The session of what is remembered has its agent before it, as actors/sessions writes it.
bool is_of(const SessionId& session, const AgentId& agent, const ExplainQuery& query) {
    if (!query.agent.empty() && query.agent != agent) return false;
    return query.session.empty() || session.str() == agent.str() + "/" + query.session.str();
}

bool concerns(const policies::RecallRecord& record, const ExplainQuery& query) {
    if (!is_of(record.session, record.principal->agent(), query)) return false;
    // In a list a turn has one line, so what was fetched after it has none.
    return query.turn.empty() ? record.kind != policies::RecallKind::prefetch : record.turn == query.turn;
}

}  // namespace

Explainer::Explainer(Scheduler& scheduler, const config::Settings& settings)
    : Actor(scheduler, settings.limits.mailbox_max), settings_(settings) {
    for (const auto& [scope, store] : settings.stores)
        scope_tokens_.emplace(scope, static_cast<std::uint32_t>(store.recall_tokens_max));
}

void Explainer::continue_with(Explainer& next) { next_ = &next; }

void Explainer::on(RecallSeen m) {
    bytes_ += policies::bytes_of(*m.record);
    records_.push_back(std::move(m.record));
    trim();
}

void Explainer::on(TurnJudged m) {
    bytes_ += policies::bytes_of(*m.turn);
    judged_.push_back(std::move(m.turn));
    trim();
}

void Explainer::trim() {
    const auto& limits = settings_.observability;
    const auto drop = [this](auto& oldest) {
        bytes_ -= policies::bytes_of(*oldest.front());
        oldest.pop_front();
    };
    while (records_.size() > limits.explain_turns_max) drop(records_);
    while (judged_.size() > limits.explain_turns_max) drop(judged_);
    while (bytes_ > limits.explain_bytes_max && (!records_.empty() || !judged_.empty())) {
        const bool recall = judged_.empty() || (!records_.empty() && records_.front()->at <= judged_.front()->at);
        if (recall) drop(records_);
        else drop(judged_);
    }
}

void Explainer::on(ExplainWanted m) {
    auto& out = m.so_far;
    const bool whole = !out.query.turn.empty();
    const auto most = whole ? whole_max : out.query.last;
    out.kept += records_.size();
    out.kept_max += settings_.observability.explain_turns_max;
    std::size_t found = 0;
    for (auto record = records_.rbegin(); record != records_.rend() && found < most; ++record) {
        if (!concerns(**record, out.query)) continue;
        out.recalls.push_back(explained(**record, whole));
        ++found;
    }
    std::ranges::stable_sort(out.recalls, std::ranges::greater(), &policies::Explanation::at);
    if (out.recalls.size() > most) out.recalls.resize(most);
    for (auto turn = judged_.rbegin(); whole && turn != judged_.rend() && out.judged.size() < most; ++turn)
        if ((*turn)->turn == out.query.turn && is_of((*turn)->session, (*turn)->agent, out.query))
            out.judged.push_back(std::make_shared<const policies::JudgedTurn>(policies::shown(**turn)));
    if (!next_) return m.reply_to.deliver(std::move(out));
    auto otherwise = m;  // tell takes the message
    if (next_->tell(std::move(m)) == Delivery::accepted) return;
    otherwise.so_far.complete = false;
    otherwise.reply_to.deliver(std::move(otherwise.so_far));
}

policies::Explanation Explainer::explained(const policies::RecallRecord& record, bool whole) const {
    policies::ExplainOptions options{settings_.recall.inject_header, scope_tokens_};
    options.total_tokens_max = static_cast<std::uint32_t>(settings_.recall.total_tokens_max);
    options.deduplicate = settings_.recall.deduplicate;
    options.scopes_max = settings_.routing.scopes_per_recall_max;
    options.candidates = whole;
    options.recalled = [this](const ScopeName& scope) {
        const auto store = settings_.stores.find(scope);
        return store != settings_.stores.end() && store->second.recall_mode != config::RecallMode::off;
    };
    return policies::explain(record, options);
}

}  // namespace wm
