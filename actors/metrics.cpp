#include "actors/metrics.hpp"

namespace wm {
namespace {

using Kind = MetricsRegistry::Kind;

MetricsRegistry::Family& counter(MetricsRegistry& registry, std::string name, std::string help) {
    return registry.family(Kind::counter, "wetopi_memory_" + std::move(name), std::move(help));
}
MetricsRegistry::Family& gauge(MetricsRegistry& registry, std::string name, std::string help) {
    return registry.family(Kind::gauge, "wetopi_memory_" + std::move(name), std::move(help));
}
MetricsRegistry::Family& histogram(MetricsRegistry& registry, std::string name, std::string help,
                                   std::vector<double> buckets) {
    return registry.family(Kind::histogram, "wetopi_memory_" + std::move(name), std::move(help), std::move(buckets));
}

const std::vector<double> seconds = {0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10};
const std::vector<double> counts = {0, 1, 2, 5, 10, 20, 50};
const std::vector<double> tokens = {0, 50, 100, 250, 500, 1000, 2000, 3000, 5000};

}  // namespace

Metrics::Metrics(MetricsRegistry& r)
    : recall_total(counter(r, "recall_total", "Recalls asked of a store, by scope, operation and outcome.")),
      recall_duration_seconds(
          histogram(r, "recall_duration_seconds", "From asking the gateway to its answer.", seconds)),
      recall_results(histogram(r, "recall_results", "Memories in one store's answer.", counts)),
      recall_shared_total(
          counter(r, "recall_shared_total", "Recalls served by an equal one that was under way or just answered.")),
      recall_tokens(histogram(r, "recall_tokens", "Estimated tokens injected or returned.", tokens)),
      context_total(counter(r, "context_total", "Answers to pre_llm_call by source.")),
      cache_hits_total(counter(r, "cache_hits_total", "Contexts answered from the prefetch cache.")),
      cache_misses_total(
          counter(r, "cache_misses_total", "Contexts for which the cache held nothing that concerns the message.")),
      cache_stale_total(counter(r, "cache_stale_total",
                                "Of the misses, those for which something about another subject was in the cache.")),
      sync_recall_total(counter(r, "sync_recall_total", "Synchronous recalls by what triggered them.")),
      sync_recall_outcome_total(
          counter(r, "sync_recall_outcome_total",
                  "Synchronous recalls by trigger and by whether every scope, some or none answered in time.")),
      retain_total(counter(r, "retain_total", "Batches by their end at the backend.")),
      retain_rejected_total(counter(r, "retain_rejected_total", "Candidates that the policy refused, by reason.")),
      retain_batches_total(counter(r, "retain_batches_total", "Batches accepted and made durable.")),
      turns_total(counter(r, "turns_total", "Turns judged, by what became of them.")),
      turns_incomplete_total(counter(r, "turns_incomplete_total", "Turns of whose tool results a limit dropped some.")),
      intent_total(counter(r, "intent_total", "Memory intents seen (native hindsight_retain).")),
      intent_promoted_total(counter(r, "intent_promoted_total", "Memory intents that became records.")),
      intent_rejected_total(counter(r, "intent_rejected_total", "Memory intents that the policy refused.")),
      learning_candidate_total(counter(r, "learning_candidate_total", "Statements that the policy looked at.")),
      learning_retained_total(counter(r, "learning_retained_total", "Records accepted, by scope.")),
      learning_type_total(counter(r, "learning_type_total", "Records accepted, by scope and type.")),
      operational_activity_total(counter(r, "operational_activity_total", "Turns in which a tool changed something.")),
      native_recall_total(
          counter(r, "native_recall_total", "Calls of the native provider's recall and reflect tools.")),
      route_total(counter(r, "route_total", "Messages routed: all but those that the prefetch cache answers.")),
      route_scope_total(counter(r, "route_scope_total", "Scopes that routing chose.")),
      route_hits_total(counter(r, "route_hits_total", "Messages with at least one scope.")),
      route_misses_total(counter(r, "route_misses_total", "Messages without a scope of enough confidence.")),
      manual_search_after_miss_total(
          counter(r, "manual_search_after_miss_total", "memory_search in a turn whose context was empty.")),
      rules_reload_total(counter(r, "rules_reload_total", "Reloads of the routing rules, by what became of them.")),
      rules_generation(
          gauge(r, "rules_generation", "Of the routing rules in force: 1 at the start, one more a reload.")),
      rules_in_force(gauge(r, "rules_in_force", "Routing rules and known entities in force.")),
      learned_names(gauge(r, "learned_names", "Names of accepted memories by which messages are routed.")),
      queue_depth(gauge(r, "queue_depth", "Calls waiting in the gateway, by lane.")),
      spool_depth(gauge(r, "spool_depth", "Accepted batches that the backend has not confirmed.")),
      spool_state(gauge(r, "spool_state", "0 takes turns, 1 full, 2 not writable, 3 not read since the start.")),
      spool_oldest_seconds(gauge(r, "spool_oldest_seconds", "Age of the oldest of them.")),
      backend_inflight(gauge(r, "backend_inflight", "Calls open to the backend.")),
      backend_inflight_limit(gauge(r, "backend_inflight_limit", "How many may be open at this moment.")),
      breaker_state(gauge(r, "breaker_state", "0 closed, 1 half-open, 2 open.")),
      backend_errors_total(counter(r, "backend_errors_total", "Failed attempts, by kind.")),
      backend_retries_total(counter(r, "backend_retries_total", "Attempts after the first, by operation.")),
      backpressure_drops_total(
          counter(r, "backpressure_drops_total", "Messages turned away at a full queue, by operation.")),
      hooks_total(counter(r, "hooks_total", "Hook messages, by hook.")),
      tool_calls_total(counter(r, "tool_calls_total", "Tool calls, by tool and outcome.")),
      denied_total(counter(r, "denied_total", "Messages and calls denied, by reason.")),
      sessions_open(gauge(r, "sessions_open", "Sessions that the daemon knows.")) {
    // Those without labels count from zero, so that a rate over them has its first step too.
    for (auto* family :
         {&cache_hits_total, &cache_misses_total, &cache_stale_total, &intent_total, &intent_promoted_total,
          &intent_rejected_total, &learning_candidate_total, &operational_activity_total, &route_total,
          &route_hits_total, &route_misses_total, &manual_search_after_miss_total})
        family->add({}, 0);
}

FrontMetrics::FrontMetrics(MetricsRegistry& r)
    : front_events_total(counter(r, "front_events_total", "What the front met, by event.")),
      connections_open(gauge(r, "connections_open", "Open connections.")) {}

SpoolMetrics::SpoolMetrics(MetricsRegistry& r)
    : spool_bytes(gauge(r, "spool_bytes", "Bytes of accepted batches that the backend has not confirmed.")),
      dead_letters(gauge(r, "dead_letters", "Batches kept in spool.db that no backend will take.")),
      dead_letters_dropped(
          gauge(r, "dead_letters_dropped", "Oldest dead letters that made room for newer ones, since the start.")),
      spool_corrupt(gauge(r, "spool_corrupt", "Rows of the spool found damaged, since the start.")),
      spool_failures(gauge(r, "spool_failures", "Requests to the spool that the disk refused, since the start.")),
      audit_failures(gauge(r, "audit_failures", "Entries of the audit trail that the disk refused, since the start.")) {
}

std::string scope_label(const ScopeName& scope) {
    for (const std::string_view family : {"customer-", "project-"})
        if (scope.str().starts_with(family)) return std::string(family) + "<id>";
    return scope.str();
}

std::string metrics_document() {
    MetricsRegistry registry;
    const Metrics metrics(registry);
    const FrontMetrics front(registry);
    const SpoolMetrics spool(registry);
    std::string out =
        "# Metrics\n\nGenerated by `wetopi-memory document metrics`; served at `/metrics` in Prometheus text.\n\n"
        "Label names are a closed list: `agent`, `scope`, `operation`, `status`, `type`. Values come from the "
        "configuration, the\n"
        "token list and enums of the code, never from a message; `customer-<id>` and `project-<id>` stand for all of "
        "their kind.\n\n"
        "| metric | kind | what |\n| --- | --- | --- |\n";
    for (const auto& row : registry.rows()) out += "| `" + row.name + "` | " + row.kind + " | " + row.help + " |\n";
    return out;
}

}  // namespace wm
