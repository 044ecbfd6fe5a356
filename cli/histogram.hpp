#pragma once
// Latencies in microseconds with a relative error of at most 1/128, whatever their range: log-linear buckets as in Gil
// Tene's HdrHistogram. Nothing is dropped; a value beyond 2^40 us counts as that.

#include <cstdint>
#include <vector>

namespace wm::cli {

class Histogram {
public:
    void add(std::uint64_t value);
    void merge(const Histogram& other);

    std::uint64_t count() const { return count_; }
    std::uint64_t max() const { return max_; }
    double mean() const;
    // The value that `share` (0..1) of the values do not exceed; 0 of an empty one.
    std::uint64_t percentile(double share) const;

private:
    std::vector<std::uint64_t> buckets_;  // as many as the greatest value needs
    std::uint64_t count_ = 0, max_ = 0;
    double sum_ = 0;
};

}  // namespace wm::cli
