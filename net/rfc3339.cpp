#include "net/rfc3339.hpp"

#include <cstdio>

namespace wm {
namespace {

// Reads from the front of `text` and shortens it. Once something did not fit, everything after it fails too.
class Scanner {
public:
    explicit Scanner(std::string_view text) : left_(text) {}

    int digits(std::size_t count, int low, int high) {
        int value = 0;
        if (left_.size() < count) ok_ = false;
        for (std::size_t i = 0; ok_ && i < count; ++i) {
            if (left_[i] < '0' || left_[i] > '9') ok_ = false;
            value = value * 10 + (left_[i] - '0');
        }
        if (!ok_ || value < low || value > high) {
            ok_ = false;
            return low;
        }
        left_.remove_prefix(count);
        return value;
    }
    void one_of(std::string_view choices) {
        if (!next_is(choices)) ok_ = false;
        if (ok_) left_.remove_prefix(1);
    }
    bool next_is(std::string_view choices) const {
        return ok_ && !left_.empty() && choices.find(left_.front()) != std::string_view::npos;
    }
    char take() {
        const char c = left_.front();
        left_.remove_prefix(1);
        return c;
    }
    void fail() { ok_ = false; }
    bool ended() const { return ok_ && left_.empty(); }
    bool ok() const { return ok_; }

private:
    std::string_view left_;
    bool ok_ = true;
};

int fraction(Scanner& in) {  // milliseconds
    if (!in.next_is(".")) return 0;
    in.take();
    if (!in.next_is("0123456789")) in.fail();
    int millis = 0;
    for (int weight = 100; in.next_is("0123456789"); weight /= 10) millis += weight * (in.take() - '0');
    return millis;
}

std::chrono::minutes offset(Scanner& in) {
    using namespace std::chrono;
    if (!in.next_is("Zz+-")) in.fail();
    if (!in.ok()) return minutes{0};
    const char sign = in.take();
    if (sign == 'Z' || sign == 'z') return minutes{0};
    const hours h{in.digits(2, 0, 23)};
    in.one_of(":");
    const minutes m{in.digits(2, 0, 59)};
    return sign == '-' ? -(h + m) : h + m;
}

}  // namespace

std::optional<WallTime> parse_rfc3339(std::string_view text) {
    using namespace std::chrono;
    Scanner in(text);
    const year y{in.digits(4, 1970, 9999)};
    in.one_of("-");
    const month m{static_cast<unsigned>(in.digits(2, 1, 12))};
    in.one_of("-");
    const day d{static_cast<unsigned>(in.digits(2, 1, 31))};
    in.one_of("Tt");
    const hours h{in.digits(2, 0, 23)};
    in.one_of(":");
    const minutes min{in.digits(2, 0, 59)};
    in.one_of(":");
    const seconds s{in.digits(2, 0, 60)};
    const milliseconds ms{fraction(in)};
    const auto east = offset(in);
    const year_month_day date{y, m, d};
    if (!in.ended() || !date.ok()) return std::nullopt;
    return WallTime{sys_days{date}.time_since_epoch() + h + min + s + ms - east};
}

std::string format_rfc3339(WallTime when) {
    using namespace std::chrono;
    const auto since = when.time_since_epoch();
    const auto days_since = floor<days>(since);
    const year_month_day date{sys_days{days_since}};
    const hh_mm_ss clock{since - days_since};
    char text[64];
    std::snprintf(text, sizeof text, "%04d-%02u-%02uT%02d:%02d:%02d.%03dZ", static_cast<int>(date.year()),
                  static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                  static_cast<int>(clock.hours().count()), static_cast<int>(clock.minutes().count()),
                  static_cast<int>(clock.seconds().count()), static_cast<int>(clock.subseconds().count()));
    return text;
}

}  // namespace wm
