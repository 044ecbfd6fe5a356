// Of policies/time_reader: periods that are named by the calendar.
#include "policies/time_calendar.hpp"

namespace wm::policies {

using namespace std::chrono;

std::optional<int> turn_before(std::string_view word) {
    for (const auto* last :
         {"last",       "previous",    "pasado",      "pasada",      "ultimo",      "ultima",  "letzte",  "letzten",
          "letzter",    "letztes",     "letztem",     "vorige",      "vorigen",     "voriges", "vorigem", "voriger",
          "vergangene", "vergangenen", "vergangenes", "vergangenem", "vergangener", "past"})
        if (word == last) return -1;
    for (const auto* now : {"this", "current", "este", "esta", "diese", "diesen", "dieses", "diesem", "dieser"})
        if (word == now) return 0;
    for (const auto* next : {"next", "coming", "proximo", "proxima", "nachste", "nachsten", "nachstes", "nachstem",
                             "nachster", "kommende", "kommenden", "kommendes", "kommendem", "kommender"})
        if (word == next) return 1;
    return std::nullopt;
}

// Q3 2025, third quarter of 2025, week 36, KW 36
std::optional<Period> PeriodReader::numbered(std::size_t i, Leaning leaning) const {
    if (!has(i)) return std::nullopt;
    const auto text = tokens_[i].text;
    int quarter = 0;
    auto next = i + 1;
    if (text.size() == 2 && (text[0] == 'q' || text[0] == 't') && text[1] >= '1' && text[1] <= '4')
        quarter = text[1] - '0';
    if (tokens_[i].ordinal && *tokens_[i].number <= 4 && has(next) && tokens_[next].unit == TimeUnit::quarter) {
        quarter = *tokens_[i].number;
        ++next;
    }
    const bool week = is(i, {"week", "semana", "kw", "kalenderwoche"}) && has(next) && tokens_[next].digits &&
                      *tokens_[next].number >= 1 && *tokens_[next].number <= 53 && !tokens_[next].ordinal;
    if (quarter == 0 && !week) return std::nullopt;
    const int number = week ? *tokens_[next++].number : quarter;
    const auto behind = skip_articles(next);
    std::optional<int> named_year;
    if (has(behind) && is_year(tokens_[behind])) {
        named_year = tokens_[behind].number;
        next = behind + 1;
    }
    const auto from_of_year = [&](int y) {
        if (!week) return days_of(year(y) / month(static_cast<unsigned>(quarter * 3 - 2)) / 1);
        return monday_of(days_of(year(y) / January / 4)) + 7 * (number - 1);
    };
    auto y = named_year.value_or(static_cast<int>(date_of(today_).year()));
    const auto until_of_year = [&](int of) {
        return week ? from_of_year(of) + 7
                    : days_of((year(of) / month(static_cast<unsigned>(quarter * 3 - 2)) + months(3)) / 1);
    };
    if (!named_year && leaning == Leaning::past && from_of_year(y) > today_) --y;
    if (!named_year && leaning == Leaning::future && until_of_year(y) <= today_) ++y;
    return whole_days(from_of_year(y), until_of_year(y), i, next);
}

std::optional<Period> PeriodReader::date(std::size_t i, Leaning leaning) const {
    auto at = i;
    auto turn = has(i) ? turn_before(tokens_[i].text) : std::nullopt;
    if (turn) at = i + 1;
    if (!has(at)) return std::nullopt;
    // The day stands before its month: look for the month from the day on.
    auto name = at;
    if (is_day(tokens_[at]) && !is_year(tokens_[at])) {
        name = at + 1;
        if (is(name, {"of", "de", "del"})) ++name;
        if (!has(name) || tokens_[name].month == 0) return std::nullopt;
    }
    const auto read = date_around(tokens_, name);
    if (!read || read->from < at) return std::nullopt;
    if (tokens_[name].moment) {
        const auto from = floor<seconds>(tokens_[name].moment->time_since_epoch()).count();
        return Period{from, from + (tokens_[name].minute_grain ? 60 : 1), true, i, read->next};
    }
    const auto& [y, m, d] = read->date;
    auto next = read->next;
    if (!y && is(next, {"pasado"})) turn = -1, ++next;
    else if (!y && is(next, {"proximo"})) turn = 1, ++next;
    else if (!y && is(next, {"que"}) && is(next + 1, {"viene"})) turn = 1, next += 2;
    if (!m) return whole_days(days_of(year(*y) / January / 1), days_of(year(*y + 1) / January / 1), i, next);
    const auto span_of = [&](int of) -> std::optional<Period> {
        const auto first = year(of) / month(*m);
        if (!d) return whole_days(days_of(first / 1), days_of((first + months(1)) / 1), i, next);
        if (!(first / day(*d)).ok()) return std::nullopt;
        return whole_days(days_of(first / day(*d)), days_of(first / day(*d)) + 1, i, next);
    };
    if (y) {
        auto period = span_of(*y);
        if (period && tokens_[name].second_of_day) {
            period->from += *tokens_[name].second_of_day;
            period->until = period->from + (tokens_[name].minute_grain ? 60 : 1);
        }
        return period;
    }
    const auto this_year = static_cast<int>(date_of(today_).year());
    const auto today = today_ * day_seconds;
    const bool future = turn == 1 || (!turn && leaning == Leaning::future);
    for (int step = 0; step <= 8; ++step) {  // 29 February
        const auto period = span_of(future ? this_year + step : this_year - step);
        if (!period || (turn == 0 && step == 0)) {
            if (period) return period;
            continue;
        }
        if (future ? (turn ? period->from > today : period->until > today)
                   : (turn ? period->until <= today : period->from <= today))
            return period;
    }
    return std::nullopt;
}

// Anfang Mai, a finales de mes, late 2025
std::optional<Period> PeriodReader::part_of(std::size_t i, Leaning leaning) const {
    auto at = is(i, {"a", "at", "in"}) ? i + 1 : i;
    at = skip_articles(at);
    int third = -1;
    if (is(at, {"early", "beginning", "start", "principios", "inicios", "comienzos", "anfang"})) third = 0;
    if (is(at, {"mid", "middle", "mediados", "mitte"})) third = 1;
    if (is(at, {"late", "end", "finales", "fines", "ende"})) third = 2;
    if (third < 0 || is(at, {"a", "in"})) return std::nullopt;
    const auto from = skip_articles(at + 1);
    auto inner = unclocked(from, leaning);
    if (!inner && has(from) && tokens_[from].unit >= TimeUnit::month) {
        inner = unit_around(today_, tokens_[from].unit, 0);
        inner->next = from + 1;
    }
    if (!inner || inner->instants) return std::nullopt;
    const auto size_in_days = (inner->until - inner->from) / day_seconds;
    if (size_in_days < 28) return std::nullopt;
    // A month: its first ten days, the second ten, the rest; a year or quarter: by whole thirds of months.
    const auto first = inner->from / day_seconds;
    std::int64_t edges[4] = {first, first + 10, first + 20, first + size_in_days};
    if (size_in_days > 31) {
        const int size = size_in_days > 100 ? 4 : 1;
        edges[1] = months_on(first, size);
        edges[2] = months_on(first, 2 * size);
    }
    return whole_days(edges[third], edges[third + 1], i, inner->next);
}

}  // namespace wm::policies
