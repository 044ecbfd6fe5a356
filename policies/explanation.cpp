#include "policies/explanation.hpp"

#include "policies/context.hpp"
#include "policies/merge.hpp"
#include "policies/relevance.hpp"
#include "policies/secrets.hpp"
#include "policies/utf8.hpp"

#include <algorithm>
#include <cmath>

namespace wm::policies {
namespace {

Content shown(const Content& text, std::size_t bytes_max) {
    // The whole is scanned: a secret that the cut goes through would no longer look like one.
    const auto clean = redact(text).text;
    const auto head = cut(clean.text, bytes_max);
    return {std::string(head) + (head.size() < clean.text.size() ? "…" : "")};
}

SessionId without_agent(const SessionId& session, const AgentId& agent) {
    const auto prefix = agent.str() + "/";
    return session.str().starts_with(prefix) ? SessionId(session.str().substr(prefix.size())) : session;
}

ScopeFate fate_of(const ScopeName& scope, const RecallRecord& record, const ExplainOptions& options) {
    if (!options.recalled(scope)) return ScopeFate::recall_off;
    return !record.principal || record.principal->may(scope) ? ScopeFate::chosen : ScopeFate::not_allowed;
}

void explain_route(const RecallRecord& record, const ExplainOptions& options, Explanation& out) {
    if (!record.rules) return;
    const HarnessFacts facts{out.agent, record.platform, record.tool_namespaces, record.task_kind};
    auto route = record.rules->route(record.text.text, facts, all_scopes, record.names);
    out.threshold = record.rules->threshold();
    out.memory_request = route.memory_request;
    std::map<ScopeName, double> weights;
    for (const auto& reason : route.reasons) weights[reason.scope] += reason.weight;
    std::size_t chosen = 0;
    for (const auto& routed : route.scopes) {
        const auto fate = fate_of(routed.scope, record, options);
        if (fate == ScopeFate::chosen && ++chosen > options.scopes_max) continue;
        out.scopes.push_back({routed.scope, routed.confidence, weights[routed.scope], fate});
        weights.erase(routed.scope);
    }
    weights.erase(ScopeName("any"));
    weights.erase(ScopeName("memory"));
    for (const auto& [scope, weight] : weights) out.scopes.push_back({scope, 0, weight, ScopeFate::not_confident});
    out.reasons = std::move(route.reasons);
    std::stable_sort(out.reasons.begin(), out.reasons.end(), [](const RouteReason& a, const RouteReason& b) {
        return std::abs(a.weight) > std::abs(b.weight);
    });
}

Fate fate_of(LeftOutReason why) {
    switch (why) {
        case LeftOutReason::duplicate: return Fate::duplicate;
        case LeftOutReason::over_count: return Fate::over_count;
        case LeftOutReason::over_scope_budget: return Fate::over_scope_budget;
        case LeftOutReason::over_total_budget: return Fate::over_total_budget;
        case LeftOutReason::empty: return Fate::empty;
    }
    return Fate::empty;
}

// The same memory in another list: a store may give back one text under two ids, two scopes the same id.
bool is_same(const Memory& a, const Memory& b) { return a.scope == b.scope && a.id == b.id && a.text == b.text; }

class Candidates {
public:
    Candidates(const RecallRecord& record, const ExplainOptions& options) : record_(record), options_(options) {}

    std::vector<ExplainedCandidate> all() {
        auto answers = considered();
        MergeOptions merging;
        merging.deduplicate = options_.deduplicate;
        if (record_.kind != RecallKind::search)
            for (const auto& store : record_.stores) merging.confidences.emplace(store.scope, store.confidence);
        std::vector<LeftOut> left_out;
        const auto ranked = merge(std::move(answers), merging, &left_out);
        place(ranked);
        for (const auto& one : left_out) add(one.memory, fate_of(one.why), one.of);
        for (auto& [memory, fate] : before_) add(memory, fate, 0, false);
        return std::move(out_);
    }

private:
    // What the merge was given: the stores' answers, or what the cache held for this message.
    std::vector<std::vector<Memory>> considered() {
        std::vector<std::vector<Memory>> answers;
        for (const auto& store : record_.stores) {
            answers.push_back(store.memories);
            remember(store.memories);
        }
        std::vector<Memory> from_cache;
        if (record_.cached) {
            remember(record_.cached->found->memories());
            for (const auto& memory : record_.cached->found->memories()) {
                if (relevant({&memory, 1}, record_.text.text, record_.cached->found->previous()).empty())
                    before_.emplace_back(memory, Fate::not_relevant);
                else if (record_.principal && !record_.principal->may(memory.scope))
                    before_.emplace_back(memory, Fate::not_allowed);
                else from_cache.push_back(memory);
            }
        }
        // A recall that came too late leaves what was fetched before.
        if (record_.stores.empty() || record_.source == "cache") answers.push_back(std::move(from_cache));
        return answers;
    }

    void place(const std::vector<Memory>& ranked) {
        constexpr Fate fates[] = {Fate::injected, Fate::cached, Fate::returned};
        for (const auto& memory : ranked) add(memory, fates[static_cast<std::size_t>(record_.kind)], 0);
        if (record_.kind != RecallKind::context) return;
        auto clean = ranked;
        for (auto& memory : clean) memory.text = redact(memory.text).text;
        std::vector<LeftOut> left_out;
        (void)render_context(options_.header, clean, options_.scope_tokens_max, options_.total_tokens_max, &left_out);
        for (const auto& one : left_out) out_[one.at].fate = fate_of(one.why);
        std::vector<std::size_t> lines;  // place of each line among the ranked
        for (std::size_t i = 0; i < out_.size(); ++i)
            if (out_[i].fate == Fate::injected) lines.push_back(i);
        for (const auto& one : left_out)
            if (one.why == LeftOutReason::duplicate) out_[one.at].of = lines.at(one.of);
    }

    void remember(const std::vector<Memory>& memories) { raw_.insert(raw_.end(), memories.begin(), memories.end()); }

    void add(const Memory& memory, Fate fate, std::size_t of, bool ranked = true) {
        const auto found = std::find_if(raw_.begin(), raw_.end(), [&](const Memory& m) { return is_same(m, memory); });
        out_.push_back({memory.scope, shown(memory.text, options_.text_bytes_max), memory.type,
                        found == raw_.end() ? 0 : found->score, ranked ? memory.score : 0, memory.at, memory.id, fate,
                        of});
    }

    const RecallRecord& record_;
    const ExplainOptions& options_;
    std::vector<Memory> raw_;
    std::vector<std::pair<Memory, Fate>> before_;
    std::vector<ExplainedCandidate> out_;
};

}  // namespace

std::size_t bytes_of(const RecallRecord& record) {
    const auto of = [](const std::vector<Memory>& memories) {
        std::size_t bytes = 0;
        for (const auto& memory : memories) bytes += sizeof memory + memory.text.text.size() + memory.id.size();
        return bytes;
    };
    auto bytes = sizeof record + record.text.text.size() + record.session.str().size() + record.turn.str().size();
    if (record.cached) bytes += sizeof *record.cached + record.cached->found->bytes();
    for (const auto& store : record.stores) bytes += sizeof store + of(store.memories);
    return bytes;
}

void note_answer(RecallRecord& record, const ScopeName& scope, std::string_view outcome, Duration took,
                 const std::vector<Memory>& memories) {
    for (auto& store : record.stores) {
        if (store.scope != scope) continue;
        store.outcome = outcome;
        store.took = took;
        if (outcome == "ok") store.memories = memories;
    }
}

Explanation explain(const RecallRecord& record, const ExplainOptions& options) {
    Explanation out;
    out.kind = record.kind;
    if (record.principal) {
        out.agent = record.principal->agent();
        out.user = record.principal->user();
    }
    out.session = without_agent(record.session, out.agent);
    out.turn = record.turn;
    out.platform = record.platform;
    out.at = record.at;
    out.text = shown(record.text, options.text_bytes_max);
    explain_route(record, options, out);
    out.named = record.named;
    out.trigger = record.trigger;
    out.waiting = record.waiting;
    out.source = record.source;
    out.had_cache = record.cached != nullptr;
    if (record.cached) out.generation = record.cached->generation;
    for (const auto& store : record.stores)
        out.stores.push_back({store.scope, store.confidence, store.outcome, store.took, store.memories.size()});
    if (options.candidates) out.candidates = Candidates(record, options).all();
    out.given = record.given;
    out.tokens = record.tokens;
    out.took = record.took;
    return out;
}

std::string_view name_of(RecallKind kind) {
    constexpr std::string_view names[] = {"context", "prefetch", "search"};
    return names[static_cast<std::size_t>(kind)];
}
std::string_view name_of(Waiting waiting) {
    constexpr std::string_view names[] = {"synchronous", "first_turn",   "ahead",    "not_triggered",
                                          "only_stores", "switched_off", "no_scope", "recall_disabled"};
    return names[static_cast<std::size_t>(waiting)];
}
std::string_view name_of(Trigger trigger) {
    constexpr std::string_view names[] = {"none", "explicit_memory_request", "high_confidence_cache_miss"};
    return names[static_cast<std::size_t>(trigger)];
}
std::string_view name_of(ScopeFate fate) {
    constexpr std::string_view names[] = {"chosen", "not_allowed", "recall_off", "not_confident"};
    return names[static_cast<std::size_t>(fate)];
}
std::string_view name_of(Fate fate) {
    constexpr std::string_view names[] = {"injected",          "cached",      "returned",   "duplicate",
                                          "not_relevant",      "not_allowed", "over_count", "over_scope_budget",
                                          "over_total_budget", "empty"};
    return names[static_cast<std::size_t>(fate)];
}

}  // namespace wm::policies
