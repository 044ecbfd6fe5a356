#pragma once
// Every metric family of the seeds' §31 and the ADR's §20, in one struct that is handed to each actor. Labels are the
// closed list of runtime/metrics.hpp; a reason is a status value. docs/metrics.md is generated from here.

#include "policies/types.hpp"
#include "runtime/metrics.hpp"

#include <string>

namespace wm {

struct Metrics {
    explicit Metrics(MetricsRegistry& registry);
    using Family = MetricsRegistry::Family;

    // recall
    Family& recall_total;             // scope, operation (prefetch, first_turn, synchronous, tool, reflect), status
    Family& recall_duration_seconds;  // scope, operation
    Family& recall_results;           // scope, operation
    Family& recall_shared_total;      // status (under_way, answered)
    Family& recall_tokens;            // operation; tokens injected or returned
    Family& context_total;            // agent, status (cache, synchronous, none, denied, late)
    Family& cache_hits_total;
    Family& cache_misses_total;
    Family& cache_stale_total;          // of the misses, those for which something else had been fetched
    Family& sync_recall_total;          // status (explicit_memory_request, high_confidence_cache_miss)
    Family& sync_recall_outcome_total;  // operation: that reason; status (complete, partial, empty)

    // retain
    Family& retain_total;           // scope, status (stored, nothing_extracted, dead_letter)
    Family& retain_rejected_total;  // status: the reason
    Family& retain_batches_total;   // scope
    Family& turns_total;            // status (retained, empty, seen_before, failed, denied)
    Family& turns_incomplete_total;
    Family& intent_total;
    Family& intent_promoted_total;
    Family& intent_rejected_total;
    Family& learning_candidate_total;
    Family& learning_retained_total;  // scope
    Family& learning_type_total;      // scope, type
    Family& operational_activity_total;
    Family& native_recall_total;  // operation (hindsight_recall, hindsight_reflect)

    // routing
    Family& route_total;
    Family& route_scope_total;  // scope
    Family& route_hits_total;
    Family& route_misses_total;
    Family& manual_search_after_miss_total;
    Family& rules_reload_total;  // status (reloaded, unchanged, refused, busy)
    Family& rules_generation;
    Family& rules_in_force;
    Family& learned_names;

    // gateway
    Family& queue_depth;  // operation (lane), status (backend)
    Family& spool_depth;
    Family& spool_state;
    Family& spool_oldest_seconds;  // status (backend), like the next two
    Family& backend_inflight;
    Family& backend_inflight_limit;
    Family& breaker_state;             // status (backend); 0 closed, 1 half-open, 2 open
    Family& backend_errors_total;      // status (kind)
    Family& backend_retries_total;     // operation
    Family& backpressure_drops_total;  // operation

    // front and identity
    Family& hooks_total;       // operation (hook)
    Family& tool_calls_total;  // operation (tool), status
    Family& denied_total;      // agent, status (reason)
    Family& sessions_open;
};

// What net/ counts, by the enumerators of its NetEvent.
struct FrontMetrics {
    explicit FrontMetrics(MetricsRegistry& registry);
    using Family = MetricsRegistry::Family;

    Family& front_events_total;  // agent, status (event)
    Family& connections_open;
};

// What lies on the disk, set by whoever owns the spool's file each time the page is shown. No labels: there is one spool.
struct SpoolMetrics {
    explicit SpoolMetrics(MetricsRegistry& registry);
    using Family = MetricsRegistry::Family;

    Family& spool_bytes;   // of the waiting batches; limits.spool_bytes_max is where a turn is no longer acknowledged
    Family& dead_letters;  // kept
    Family& dead_letters_dropped;  // since the start, like the next two
    Family& spool_corrupt;
    Family& spool_failures;
    Family& audit_failures;
};

// customer-42 and customer-43 are one series: the template stands for the name (design.md §10).
std::string scope_label(const ScopeName& scope);

std::string metrics_document();  // docs/metrics.md; a test compares them

}  // namespace wm
