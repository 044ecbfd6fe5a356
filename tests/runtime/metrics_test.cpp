#include "runtime/metrics.hpp"

#include <gmock/gmock.h>

#include <string>
#include <thread>
#include <vector>

namespace wm {
namespace {

using testing::HasSubstr;
using testing::Not;
using Kind = MetricsRegistry::Kind;

TEST(Metrics, CountByLabels) {
    MetricsRegistry registry;
    auto& recalls = registry.family(Kind::counter, "recall_total", "Recalls.");
    recalls.add({{Label::scope, "platform"}, {Label::status, "ok"}});
    recalls.add({{Label::scope, "platform"}, {Label::status, "ok"}}, 2);
    recalls.add({{Label::scope, "business"}, {Label::status, "ok"}});
    EXPECT_EQ(registry.value("recall_total", {{Label::scope, "platform"}, {Label::status, "ok"}}), 3);
    EXPECT_EQ(registry.value("recall_total", {{Label::status, "ok"}, {Label::scope, "business"}}), 1);
    EXPECT_EQ(registry.value("recall_total", {{Label::scope, "sales"}}), 0);
    EXPECT_EQ(registry.value("no_such_metric"), 0);
}

TEST(Metrics, AreRenderedAsPrometheusText) {
    MetricsRegistry registry;
    registry.family(Kind::gauge, "queue_depth", "Waiting.").set(7, {{Label::operation, "retain"}});
    registry.family(Kind::histogram, "latency_seconds", "How long.", {0.1, 1}).observe(0.5);
    const auto text = registry.text();
    EXPECT_THAT(text, HasSubstr("# TYPE queue_depth gauge\nqueue_depth{operation=\"retain\"} 7\n"));
    EXPECT_THAT(text, HasSubstr("latency_seconds_bucket{le=\"0.1\"} 0\n"));
    EXPECT_THAT(text, HasSubstr("latency_seconds_bucket{le=\"1\"} 1\n"));
    EXPECT_EQ(registry.value("queue_depth", {{Label::operation, "retain"}}), 7);
}

TEST(Metrics, AreNamedBeforeAnythingHappened) {
    MetricsRegistry registry;
    auto& family = registry.family(Kind::counter, "denied_total", "Denied.");
    constexpr auto header = "# HELP denied_total Denied.\n# TYPE denied_total counter\n";
    EXPECT_EQ(registry.text(), header);
    family.add({{Label::agent, "a"}});
    EXPECT_EQ(registry.text(), std::string(header) + "denied_total{agent=\"a\"} 1\n");
}

TEST(Metrics, StopGrowingAtTheirBound) {
    MetricsRegistry registry;
    auto& family = registry.family(Kind::counter, "frames_total", "Frames.");
    for (int i = 0; i < 3000; ++i) family.add({{Label::agent, "agent-" + std::to_string(i)}});
    EXPECT_THAT(registry.text(), HasSubstr("agent-1999\""));
    EXPECT_THAT(registry.text(), Not(HasSubstr("agent-2000\"")));
    family.add({{Label::agent, "agent-7"}});
    EXPECT_EQ(registry.value("frames_total", {{Label::agent, "agent-7"}}), 2);
}

TEST(Metrics, NameTheirRowsForTheDocumentation) {
    MetricsRegistry registry;
    registry.family(Kind::counter, "a_total", "What a is.");
    registry.family(Kind::histogram, "b_seconds", "What b is.", {1});
    const auto rows = registry.rows();
    ASSERT_EQ(rows.size(), 2u);
    EXPECT_EQ(rows[0].name + rows[0].kind + rows[0].help, "a_totalcounterWhat a is.");
    EXPECT_EQ(rows[1].kind, "histogram");
}

TEST(Metrics, LoseNothingOnFourThreads) {
    MetricsRegistry registry;
    auto& family = registry.family(Kind::counter, "c_total", "C.");
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t)
        threads.emplace_back([&, t] {
            for (int i = 0; i < 5000; ++i) family.add({{Label::status, t % 2 ? "odd" : "even"}});
        });
    for (auto& thread : threads) thread.join();
    EXPECT_EQ(registry.value("c_total", {{Label::status, "odd"}}), 10000);
    EXPECT_EQ(registry.value("c_total", {{Label::status, "even"}}), 10000);
}

}  // namespace
}  // namespace wm
