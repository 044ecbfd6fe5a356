#pragma once
// From the text of one YAML value to a number, a duration, a size, and back. A fault never quotes the value: it may
// have come from the environment. Pure; any thread.

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

namespace wm::config {

// Why a value is refused, as a predicate ("is not a whole number"), and what to write instead.
struct Fault {
    std::string message;
    std::string remedy;
};
template <class T>
using Parsed = std::variant<T, Fault>;

struct Range {  // both ends belong to it
    std::int64_t min = 0;
    std::int64_t max = 0;
};

Parsed<bool> parse_flag(std::string_view text);                                  // true, false
Parsed<std::int64_t> parse_integer(std::string_view text, Range range);          // decimal, no leading zero
Parsed<double> parse_fraction(std::string_view text, double min, double max);    // 0.5
Parsed<std::int64_t> parse_duration(std::string_view text, Range milliseconds);  // 300ms 5s 2m 1h 14d → milliseconds
Parsed<std::int64_t> parse_bytes(std::string_view text, Range bytes);            // 65536 64KiB 1MiB 1GiB → bytes

std::string print_fraction(double value);
std::string print_duration(std::int64_t milliseconds);  // in the largest unit that divides it
std::string print_bytes(std::int64_t bytes);
std::string print_duration_range(Range milliseconds);
std::string print_bytes_range(Range bytes);
std::string print_range(Range range);

}  // namespace wm::config
