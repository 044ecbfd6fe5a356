#include "cli/histogram.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace wm::cli {
namespace {

constexpr int fine_bits = 7;  // 128 buckets between a power of two and the next
constexpr std::uint64_t fine = 1U << fine_bits, value_max = std::uint64_t{1} << 40;

// Values below 2 * fine have a bucket each.
std::size_t bucket_of(std::uint64_t value) {
    const int shift = std::max(static_cast<int>(std::bit_width(value)) - fine_bits - 1, 0);
    return static_cast<std::size_t>(static_cast<std::uint64_t>(shift) * fine + (value >> shift));
}

std::uint64_t highest_of(std::size_t bucket) {
    const auto shift = bucket < 2 * fine ? 0 : bucket / fine - 1;
    const auto mantissa = bucket - shift * fine;
    return ((mantissa + 1) << shift) - 1;
}

}  // namespace

void Histogram::add(std::uint64_t value) {
    value = std::min(value, value_max);
    const auto bucket = bucket_of(value);
    if (bucket >= buckets_.size()) buckets_.resize(bucket + 1);
    ++buckets_[bucket];
    ++count_;
    max_ = std::max(max_, value);
    sum_ += static_cast<double>(value);
}

void Histogram::merge(const Histogram& other) {
    if (other.buckets_.size() > buckets_.size()) buckets_.resize(other.buckets_.size());
    for (std::size_t i = 0; i < other.buckets_.size(); ++i) buckets_[i] += other.buckets_[i];
    count_ += other.count_;
    max_ = std::max(max_, other.max_);
    sum_ += other.sum_;
}

double Histogram::mean() const { return count_ == 0 ? 0 : sum_ / static_cast<double>(count_); }

std::uint64_t Histogram::percentile(double share) const {
    const auto wanted = std::max<std::uint64_t>(
        static_cast<std::uint64_t>(std::ceil(std::clamp(share, 0.0, 1.0) * static_cast<double>(count_))), 1);
    std::uint64_t seen = 0;
    for (std::size_t i = 0; i < buckets_.size(); ++i) {
        seen += buckets_[i];
        if (seen >= wanted) return std::min(highest_of(i), max_);
    }
    return max_;
}

}  // namespace wm::cli
