#include "actors/metrics.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace wm {
namespace {

TEST(MetricsDocument, IsTheFileInTheTree) {
    const std::string path = std::string(WM_SOURCE_DIR) + "/docs/metrics.md";
    if (std::getenv("WM_UPDATE")) std::ofstream(path) << metrics_document();
    std::ifstream in(path);
    std::stringstream text;
    text << in.rdbuf();
    EXPECT_EQ(text.str(), metrics_document()) << "WM_UPDATE=1 rewrites it";
}
TEST(MetricsDocument, HoldsEveryMetricOfTheSeeds) {
    const auto text = metrics_document();
    for (const auto* name : {"recall_total",
                             "recall_duration_seconds",
                             "recall_results",
                             "recall_tokens",
                             "cache_hits_total",
                             "sync_recall_total",
                             "retain_total",
                             "retain_rejected_total",
                             "retain_batches_total",
                             "queue_depth",
                             "backpressure_drops_total",
                             "route_total",
                             "route_scope_total",
                             "route_hits_total",
                             "route_misses_total",
                             "manual_search_after_miss_total",
                             "backend_errors_total",
                             "intent_total",
                             "intent_promoted_total",
                             "intent_rejected_total",
                             "learning_candidate_total",
                             "learning_retained_total",
                             "learning_type_total",
                             "operational_activity_total"})
        EXPECT_NE(text.find("`wetopi_memory_" + std::string(name) + "`"), std::string::npos) << name;
}
TEST(ScopeLabel, CollapsesCustomersAndProjectsToTheirTemplate) {
    EXPECT_EQ(scope_label(ScopeName("customer-42")), "customer-<id>");
    EXPECT_EQ(scope_label(ScopeName("project-apollo")), "project-<id>");
    EXPECT_EQ(scope_label(ScopeName("platform")), "platform");
}

}  // namespace
}  // namespace wm
