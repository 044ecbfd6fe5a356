#include "config/scalar.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

namespace wm::config {

namespace {

struct Unit {
    std::string_view name;
    std::int64_t factor;
};
constexpr std::array<Unit, 5> duration_units{{{"ms", 1}, {"s", 1000}, {"m", 60000}, {"h", 3600000}, {"d", 86400000}}};
constexpr std::array<Unit, 4> byte_units{{{"", 1}, {"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}}};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::size_t digits_at_front(std::string_view text) {
    std::size_t count = 0;
    while (count < text.size() && is_digit(text[count])) ++count;
    return count;
}

// What is wrong with the digits of a number, if anything. YAML readers take 010 for 8, so a leading zero has no one
// meaning.
std::optional<Fault> fault_of_digits(std::string_view digits) {
    if (digits.size() > 1 && digits.front() == '0')
        return Fault{"has a leading zero, which YAML readers take for octal (010 is 8)",
                     "write the number without leading zeros"};
    if (digits.size() > 18) return Fault{"is too large a number", "give a smaller one"};
    return std::nullopt;
}

std::int64_t value_of_digits(std::string_view digits) {  // digits were checked: at most 18 of them
    std::int64_t value = 0;
    for (const char digit : digits) value = value * 10 + (digit - '0');
    return value;
}

// number × unit inside the range, or why not.
template <std::size_t N>
Parsed<std::int64_t> parse_with_unit(std::string_view text, const std::array<Unit, N>& units, Range range,
                                     const Fault& malformed, const std::string& allowed) {
    const auto count = digits_at_front(text);
    if (count == 0) return malformed;
    const auto digits = text.substr(0, count);
    auto name = text.substr(count);
    if (!name.empty() && name.front() == ' ') name.remove_prefix(1);
    for (const auto& unit : units) {
        if (unit.name != name) continue;
        if (auto fault = fault_of_digits(digits)) return *fault;
        const auto value = value_of_digits(digits);
        if (value > std::numeric_limits<std::int64_t>::max() / unit.factor || value * unit.factor > range.max)
            return Fault{"is too large", "allowed is " + allowed};
        if (value * unit.factor < range.min) return Fault{"is too small", "allowed is " + allowed};
        return value * unit.factor;
    }
    return malformed;
}

template <std::size_t N>
std::string print_with_unit(std::int64_t value, const std::array<Unit, N>& units) {
    auto best = units.front();
    for (const auto& unit : units)
        if (value != 0 && value % unit.factor == 0) best = unit;
    return std::to_string(value / best.factor) + std::string(best.name);
}

}  // namespace

Parsed<bool> parse_flag(std::string_view text) {
    if (text == "true") return true;
    if (text == "false") return false;
    return Fault{"is neither true nor false", "write true or false"};
}

Parsed<std::int64_t> parse_integer(std::string_view text, Range range) {
    const bool negative = !text.empty() && text.front() == '-';
    const auto digits = negative ? text.substr(1) : text;
    if (digits.empty() || digits_at_front(digits) != digits.size())
        return Fault{"is not a whole number", "write digits only, " + print_range(range)};
    if (auto fault = fault_of_digits(digits)) return *fault;
    const auto value = negative ? -value_of_digits(digits) : value_of_digits(digits);
    if (value < range.min) return Fault{"is too small", "allowed is " + print_range(range)};
    if (value > range.max) return Fault{"is too large", "allowed is " + print_range(range)};
    return value;
}

Parsed<double> parse_fraction(std::string_view text, double min, double max) {
    const std::string allowed = print_fraction(min) + " … " + print_fraction(max);
    double value = 0;
    const auto* end = text.data() + text.size();
    const auto [at, error] = std::from_chars(text.data(), end, value, std::chars_format::fixed);
    if (error != std::errc{} || at != end || !std::isfinite(value))
        return Fault{"is not a number", "write a number such as 0.5; allowed is " + allowed};
    if (value < min || value > max) return Fault{"is out of range", "allowed is " + allowed};
    return value == 0 ? 0.0 : value;  // -0 is 0
}

Parsed<std::int64_t> parse_duration(std::string_view text, Range milliseconds) {
    const auto allowed = print_duration_range(milliseconds);
    return parse_with_unit(
        text, duration_units, milliseconds,
        {"is not a duration",
         "write a whole number and its unit, such as 300ms, 5s, 2m, 1h or 14d; allowed is " + allowed},
        allowed);
}

Parsed<std::int64_t> parse_bytes(std::string_view text, Range bytes) {
    const auto allowed = print_bytes_range(bytes);
    return parse_with_unit(
        text, byte_units, bytes,
        {"is not a size", "write bytes, or a whole number and KiB, MiB or GiB, such as 64KiB; allowed is " + allowed},
        allowed);
}

std::string print_fraction(double value) {
    std::array<char, 32> buffer{};
    const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    return error == std::errc{} ? std::string(buffer.data(), end) : "0";
}
std::string print_duration(std::int64_t milliseconds) { return print_with_unit(milliseconds, duration_units); }
std::string print_bytes(std::int64_t bytes) { return print_with_unit(bytes, byte_units); }
std::string print_range(Range range) {
    const auto min = std::to_string(range.min);
    return range.min == range.max ? min : min + " … " + std::to_string(range.max);
}
std::string print_duration_range(Range range) { return print_duration(range.min) + " … " + print_duration(range.max); }
std::string print_bytes_range(Range range) { return print_bytes(range.min) + " … " + print_bytes(range.max); }

}  // namespace wm::config
