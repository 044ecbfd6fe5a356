#include "config/scalar.hpp"

#include <gtest/gtest.h>

#include <limits>

using namespace wm::config;

namespace {

template <class T>
T value(const Parsed<T>& parsed) {
    EXPECT_TRUE(std::holds_alternative<T>(parsed)) << std::get<Fault>(parsed).message;
    return std::get<T>(parsed);
}
template <class T>
std::string fault(const Parsed<T>& parsed) {
    return std::holds_alternative<Fault>(parsed) ? std::get<Fault>(parsed).message : "no fault";
}

constexpr Range wide{std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()};

}  // namespace

TEST(Scalar, AFlagIsTrueOrFalse) {
    EXPECT_TRUE(value(parse_flag("true")));
    EXPECT_FALSE(value(parse_flag("false")));
    for (const auto* text : {"", "yes", "on", "True", "1"})
        EXPECT_EQ(fault(parse_flag(text)), "is neither true nor false") << text;
}

TEST(Scalar, AnIntegerIsDecimalAndInItsRange) {
    EXPECT_EQ(value(parse_integer("0", {0, 10})), 0);
    EXPECT_EQ(value(parse_integer("10", {0, 10})), 10);
    EXPECT_EQ(value(parse_integer("-3", {-5, 5})), -3);
    EXPECT_EQ(fault(parse_integer("11", {0, 10})), "is too large");
    EXPECT_EQ(fault(parse_integer("-1", {0, 10})), "is too small");
    EXPECT_EQ(fault(parse_integer("010", {0, 10})), "has a leading zero, which YAML readers take for octal (010 is 8)");
    for (const auto* text : {"", "-", "+1", "0x10", "1_000", "1e3", "1.0", " 1", "1 ", "one", "--1"})
        EXPECT_EQ(fault(parse_integer(text, wide)), "is not a whole number") << text;
}

TEST(Scalar, NoNumberOverflows) {
    EXPECT_EQ(value(parse_integer("999999999999999999", wide)), 999999999999999999);
    EXPECT_EQ(fault(parse_integer("9223372036854775808", wide)), "is too large a number");
    EXPECT_EQ(fault(parse_integer(std::string(1000, '9'), wide)), "is too large a number");
    EXPECT_EQ(fault(parse_duration("999999999999999999d", wide)), "is too large");
    EXPECT_EQ(fault(parse_bytes("999999999999999999GiB", wide)), "is too large");
}

TEST(Scalar, ADurationCarriesItsUnit) {
    const Range range{0, 1000000000};
    EXPECT_EQ(value(parse_duration("300ms", range)), 300);
    EXPECT_EQ(value(parse_duration("5s", range)), 5000);
    EXPECT_EQ(value(parse_duration("2 m", range)), 120000);
    EXPECT_EQ(value(parse_duration("1h", range)), 3600000);
    EXPECT_EQ(value(parse_duration("2d", range)), 172800000);
    EXPECT_EQ(fault(parse_duration("20d", range)), "is too large");
    EXPECT_EQ(fault(parse_duration("1ms", {10, 20})), "is too small");
    EXPECT_EQ(fault(parse_duration("05s", range)), "has a leading zero, which YAML readers take for octal (010 is 8)");
    for (const auto* text : {"", "5", "s", "-5s", "5S", "5  s", "5 s ", "1.5s", "5sec", "1h30m"})
        EXPECT_EQ(fault(parse_duration(text, range)), "is not a duration") << text;
}

TEST(Scalar, ASizeIsBytesOrCarriesItsUnit) {
    const Range range{0, std::int64_t{1} << 40};
    EXPECT_EQ(value(parse_bytes("1000", range)), 1000);
    EXPECT_EQ(value(parse_bytes("64KiB", range)), 65536);
    EXPECT_EQ(value(parse_bytes("1 MiB", range)), 1048576);
    EXPECT_EQ(value(parse_bytes("2GiB", range)), std::int64_t{2} << 30);
    for (const auto* text : {"", "KiB", "64K", "64kib", "64KB", "-1", "1.5MiB"})
        EXPECT_EQ(fault(parse_bytes(text, range)), "is not a size") << text;
}

TEST(Scalar, AFractionIsDecimalAndFinite) {
    EXPECT_EQ(value(parse_fraction("0.25", 0, 1)), 0.25);
    EXPECT_EQ(value(parse_fraction("1", 0, 1)), 1.0);
    EXPECT_EQ(print_fraction(value(parse_fraction("-0", 0, 1))), "0");
    EXPECT_EQ(fault(parse_fraction("1.01", 0, 1)), "is out of range");
    EXPECT_EQ(fault(parse_fraction("-0.1", 0, 1)), "is out of range");
    for (const auto* text : {"", "nan", "inf", "half", "0,5", "1e400", "0.5 "})
        EXPECT_EQ(fault(parse_fraction(text, 0, 1)), "is not a number") << text;
}

TEST(Scalar, WhatIsPrintedReadsBackAsItself) {
    for (const std::int64_t number : {0, 1, 999, 1000, 1500, 60000, 61000, 3600000, 86400000, 90000000}) {
        EXPECT_EQ(value(parse_duration(print_duration(number), wide)), number);
        EXPECT_EQ(value(parse_bytes(print_bytes(number), wide)), number);
    }
    for (const double number : {0.0, 0.1, 1.0 / 3, 1.0})
        EXPECT_EQ(value(parse_fraction(print_fraction(number), 0, 1)), number);
    EXPECT_EQ(print_duration(90000), "90s");
    EXPECT_EQ(print_bytes(3 << 20), "3MiB");
    EXPECT_EQ(print_range({1, 1}), "1");
    EXPECT_EQ(print_range({1, 64}), "1 … 64");
}
