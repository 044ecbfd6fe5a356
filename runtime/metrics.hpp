#pragma once
// Counters, gauges and histograms over prometheus-cpp. Label names are a closed list (design.md §10: agent, scope,
// operation, status, type); values come from enums, the configuration and the token list, never from a message.
// Any thread. A label set is resolved once and kept: a lookup costs more than the increment.

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace wm {

enum class Label : std::uint8_t { agent, scope, operation, status, type };
using Labels = std::initializer_list<std::pair<Label, std::string_view>>;

class MetricsRegistry {
public:
    enum class Kind : std::uint8_t { counter, gauge, histogram };
    class Family;

    MetricsRegistry();
    ~MetricsRegistry();
    MetricsRegistry(const MetricsRegistry&) = delete;
    MetricsRegistry& operator=(const MetricsRegistry&) = delete;

    Family& family(Kind kind, std::string name, std::string help, std::vector<double> buckets = {});

    std::string text() const;  // Prometheus exposition format 0.0.4; every family by name, also one without a sample
    double value(std::string_view name,
                 Labels labels = {}) const;  // counters and gauges; 0 when there is none. For tests
    struct Row {
        std::string name, kind, help;
    };
    std::vector<Row> rows() const;  // for docs/metrics.md

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

class MetricsRegistry::Family {
public:
    ~Family();
    void add(Labels labels = {}, double by = 1);     // counter
    void set(double value, Labels labels = {});      // gauge
    void observe(double value, Labels labels = {});  // histogram

private:
    friend class MetricsRegistry;
    struct Impl;
    explicit Family(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

}  // namespace wm
