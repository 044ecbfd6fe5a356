#include "store/dates.hpp"

#include <chrono>

namespace wm {
namespace {

constexpr std::size_t dates_max = 4;

using Days = std::chrono::sys_days;
Days day_of(WallTime at) {
    return std::chrono::floor<std::chrono::days>(
        std::chrono::sys_time<std::chrono::milliseconds>(std::chrono::milliseconds(at.time_since_epoch().count())));
}

std::string digits(int value, std::size_t width) {
    auto text = std::to_string(value);
    return text.size() < width ? std::string(width - text.size(), '0') + text : text;
}

}  // namespace

std::vector<AskedDate> dates_in(std::string_view question) { return policies::named_dates(question, dates_max); }

std::vector<std::string> date_terms(WallTime at) {
    const std::chrono::year_month_day date(day_of(at));
    const auto month = digits(static_cast<int>(static_cast<unsigned>(date.month())), 2);
    const auto whole = "d" + digits(static_cast<int>(date.year()), 4) + month;
    return {whole, whole + digits(static_cast<int>(static_cast<unsigned>(date.day())), 2), "dm" + month};
}

std::optional<std::string> date_term(const AskedDate& date) {
    if (!date.month) return std::nullopt;
    const auto month = digits(static_cast<int>(*date.month), 2);
    return date.year ? "d" + digits(*date.year, 4) + month : "dm" + month;
}

double nearness(const AskedDate& asked, WallTime at) {
    using namespace std::chrono;
    const year_month_day date(day_of(at));
    if (!asked.month) return asked.year == static_cast<int>(date.year()) ? 0.3 : 0;
    const auto from_year = asked.year ? year(*asked.year) : date.year();
    const year_month_day wanted(from_year, month(*asked.month), day(asked.day.value_or(1)));
    if (!wanted.ok()) return 0;
    const auto after = (day_of(at) - Days(wanted)).count();
    if (asked.day) {
        if (after >= 0 && after <= 14) return 1 - 0.05 * static_cast<double>(after);
        if (after < 0 && after >= -3) return 0.4;
        return date.month() == wanted.month() && date.year() == wanted.year() ? 0.3 : 0;
    }
    if (date.month() == wanted.month() && date.year() == wanted.year()) return 1;
    return after > 27 && after <= 42 ? 0.5 : 0;  // told at the beginning of the next
}

}  // namespace wm
