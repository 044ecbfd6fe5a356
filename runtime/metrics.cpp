#include "runtime/metrics.hpp"

#include <prometheus/counter.h>
#include <prometheus/gauge.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>
#include <prometheus/text_serializer.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>
#include <unordered_map>

namespace wm {
namespace {

constexpr std::string_view label_names[] = {"agent", "scope", "operation", "status", "type"};

// A client may not grow a family without end, even through the agent's name.
constexpr std::size_t series_max = 2000;

// A label set as one string, on the stack for as long as it is looked up.
class Key {
public:
    explicit Key(Labels labels) {
        for (const auto& [label, value] : labels) {
            push(static_cast<char>('0' + static_cast<int>(label)));
            for (const char c : value) push(c);
            push('\0');
        }
    }
    std::string_view view() const { return long_.empty() ? std::string_view(short_.data(), size_) : long_; }

private:
    void push(char c) {
        if (size_ < short_.size()) {
            short_[size_++] = c;
            return;
        }
        if (long_.empty()) long_.assign(short_.data(), size_);
        long_ += c;
    }
    std::array<char, 120> short_;
    std::size_t size_ = 0;
    std::string long_;
};
struct ViewHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const noexcept { return std::hash<std::string_view>()(text); }
};

prometheus::Labels to_prometheus(Labels labels) {
    prometheus::Labels out;
    for (const auto& [label, value] : labels) out.emplace(label_names[static_cast<std::size_t>(label)], value);
    return out;
}

}  // namespace

struct MetricsRegistry::Family::Impl {
    Kind kind;
    std::vector<double> buckets;
    prometheus::Family<prometheus::Counter>* counters = nullptr;
    prometheus::Family<prometheus::Gauge>* gauges = nullptr;
    prometheus::Family<prometheus::Histogram>* histograms = nullptr;
    mutable std::mutex mutex;  // guards `series`
    std::unordered_map<std::string, void*, ViewHash, std::equal_to<>> series;
    std::atomic<void*> plain{nullptr};  // the series without labels: found without the lock

    template <class Metric, class Make>
    Metric* resolve(Labels labels, Make make) {
        if (labels.size() == 0)
            if (auto* found = plain.load(std::memory_order_acquire)) return static_cast<Metric*>(found);
        const Key key(labels);
        const std::lock_guard lock(mutex);
        if (const auto it = series.find(key.view()); it != series.end()) return static_cast<Metric*>(it->second);
        if (series.size() >= series_max) return nullptr;
        Metric& made = make(to_prometheus(labels));
        series.emplace(std::string(key.view()), &made);
        if (labels.size() == 0) plain.store(&made, std::memory_order_release);
        return &made;
    }
};

MetricsRegistry::Family::Family(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
MetricsRegistry::Family::~Family() = default;

void MetricsRegistry::Family::add(Labels labels, double by) {
    auto* metric =
        impl_->resolve<prometheus::Counter>(labels, [this](auto l) -> auto& { return impl_->counters->Add(l); });
    if (metric) metric->Increment(by);
}
void MetricsRegistry::Family::set(double value, Labels labels) {
    auto* metric = impl_->resolve<prometheus::Gauge>(labels, [this](auto l) -> auto& { return impl_->gauges->Add(l); });
    if (metric) metric->Set(value);
}
void MetricsRegistry::Family::observe(double value, Labels labels) {
    auto* metric = impl_->resolve<prometheus::Histogram>(
        labels, [this](auto l) -> auto& { return impl_->histograms->Add(l, impl_->buckets); });
    if (metric) metric->Observe(value);
}

struct MetricsRegistry::Impl {
    prometheus::Registry registry;
    std::vector<std::unique_ptr<Family>> families;
    std::vector<Row> rows;
};

MetricsRegistry::MetricsRegistry() : impl_(std::make_unique<Impl>()) {}
MetricsRegistry::~MetricsRegistry() = default;

MetricsRegistry::Family& MetricsRegistry::family(Kind kind, std::string name, std::string help,
                                                 std::vector<double> buckets) {
    auto made = std::make_unique<Family::Impl>();
    made->kind = kind;
    made->buckets = std::move(buckets);
    switch (kind) {
        case Kind::counter:
            made->counters = &prometheus::BuildCounter().Name(name).Help(help).Register(impl_->registry);
            break;
        case Kind::gauge:
            made->gauges = &prometheus::BuildGauge().Name(name).Help(help).Register(impl_->registry);
            break;
        case Kind::histogram:
            made->histograms = &prometheus::BuildHistogram().Name(name).Help(help).Register(impl_->registry);
            break;
    }
    constexpr std::string_view kinds[] = {"counter", "gauge", "histogram"};
    impl_->rows.push_back({std::move(name), std::string(kinds[static_cast<std::size_t>(kind)]), std::move(help)});
    impl_->families.push_back(std::unique_ptr<Family>(new Family(std::move(made))));
    return *impl_->families.back();
}

std::string MetricsRegistry::text() const {
    const auto families = impl_->registry.Collect();
    auto out = prometheus::TextSerializer().Serialize(families);
    // The library leaves out what nothing has happened to yet; a dashboard wants to find it from the start.
    for (const auto& row : impl_->rows)
        if (std::ranges::none_of(families, [&](const auto& family) { return family.name == row.name; }))
            out += "# HELP " + row.name + " " + row.help + "\n# TYPE " + row.name + " " + row.kind + "\n";
    return out;
}

double MetricsRegistry::value(std::string_view name, Labels labels) const {
    const auto wanted = to_prometheus(labels);
    for (const auto& family : impl_->registry.Collect()) {
        if (family.name != name) continue;
        for (const auto& metric : family.metric) {
            prometheus::Labels have;
            for (const auto& label : metric.label) have.emplace(label.name, label.value);
            if (have == wanted)
                return family.type == prometheus::MetricType::Gauge ? metric.gauge.value : metric.counter.value;
        }
    }
    return 0;
}

std::vector<MetricsRegistry::Row> MetricsRegistry::rows() const { return impl_->rows; }

}  // namespace wm
