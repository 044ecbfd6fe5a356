#include "cli/histogram.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace wm::cli {
namespace {

TEST(Histogram, IsExactForSmallValues) {
    Histogram h;
    for (std::uint64_t value = 1; value <= 100; ++value) h.add(value);
    EXPECT_EQ(h.percentile(0.5), 50U);
    EXPECT_EQ(h.percentile(0.99), 99U);
    EXPECT_EQ(h.percentile(1), 100U);
    EXPECT_EQ(h.percentile(0), 1U);
    EXPECT_EQ(h.max(), 100U);
    EXPECT_DOUBLE_EQ(h.mean(), 50.5);
}

TEST(Histogram, IsNeverFartherFromTheSortedValuesThanOneInAHundredAndTwentyEight) {
    std::mt19937_64 random(7);
    std::lognormal_distribution<double> shape(7, 3);
    std::vector<std::uint64_t> values;
    Histogram h;
    for (int i = 0; i < 20000; ++i) {
        values.push_back(static_cast<std::uint64_t>(shape(random)));
        h.add(values.back());
    }
    std::sort(values.begin(), values.end());
    for (const double share : {0.01, 0.1, 0.5, 0.9, 0.99, 0.999, 1.0}) {
        const auto at = static_cast<std::size_t>(std::ceil(share * static_cast<double>(values.size()))) - 1;
        const auto told = h.percentile(share);
        EXPECT_GE(told, values[at]) << share;
        EXPECT_LE(static_cast<double>(told), static_cast<double>(values[at]) * (1 + 1.0 / 128) + 1) << share;
    }
}

TEST(Histogram, OfTwoIsAsIfAllHadGoneIntoOne) {
    Histogram a, b, both;
    for (const std::uint64_t value : {3, 900, 70'000}) a.add(value), both.add(value);
    for (const std::uint64_t value : {1, 12'000'000}) b.add(value), both.add(value);
    a.merge(b);
    EXPECT_EQ(a.count(), 5U);
    for (const double share : {0.2, 0.5, 0.8, 1.0}) EXPECT_EQ(a.percentile(share), both.percentile(share));
}

TEST(Histogram, HoldsAValueThatIsFarTooLarge) {
    Histogram h;
    h.add(~std::uint64_t{0});
    EXPECT_EQ(h.percentile(0.5), std::uint64_t{1} << 40);
}

TEST(Histogram, OfNothingIsZero) {
    EXPECT_EQ(Histogram().percentile(0.99), 0U);
    EXPECT_EQ(Histogram().mean(), 0);
}

}  // namespace
}  // namespace wm::cli
