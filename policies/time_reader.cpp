#include "policies/time_reader.hpp"

#include "policies/time_calendar.hpp"

#include <algorithm>

namespace wm::policies {
namespace {

using namespace std::chrono;

struct Hours {
    int from, until;
};
Hours hours_of(DayPart part) {
    switch (part) {
        case DayPart::morning: return {6, 12};
        case DayPart::noon: return {12, 13};
        case DayPart::afternoon: return {12, 18};
        case DayPart::evening: return {18, 24};
        case DayPart::night: return {20, 30};
        case DayPart::none: break;
    }
    return {0, 24};
}

}  // namespace

PeriodReader::PeriodReader(const std::vector<TimeToken>& tokens, WallTime said, const Zone& zone)
    : tokens_(tokens), zone_(zone), said_(said), now_(zone.to_local(said)), today_(0) {
    today_ = (now_ - (now_ % day_seconds + day_seconds) % day_seconds) / day_seconds;
}

WallTime PeriodReader::instant(std::int64_t seconds, bool utc) const {
    return utc ? WallTime(Wall::duration(seconds * 1000)) : zone_.from_local(seconds);
}

bool PeriodReader::is(std::size_t i, std::initializer_list<std::string_view> words) const {
    return has(i) && std::ranges::find(words, tokens_[i].text) != words.end();
}

std::size_t PeriodReader::skip_articles(std::size_t i) const {
    while (is(i, {"the", "el",  "la", "los", "las", "lo", "der", "die", "das", "den", "dem",
                  "des", "del", "de", "of",  "am",  "im", "on",  "zum", "zur", "vom", "al"}))
        ++i;
    return i;
}

std::optional<int> PeriodReader::amount(std::size_t i) const {
    if (!has(i + 1) || !tokens_[i].number || tokens_[i + 1].unit == TimeUnit::none) return std::nullopt;
    if (tokens_[i].ordinal && tokens_[i].digits) return std::nullopt;
    return tokens_[i].number;
}

std::int64_t PeriodReader::shifted(std::int64_t seconds, int count, TimeUnit unit) const {
    const auto of_day = (seconds % day_seconds + day_seconds) % day_seconds;
    const auto day = (seconds - of_day) / day_seconds;
    switch (unit) {
        case TimeUnit::day: return seconds + count * day_seconds;
        case TimeUnit::week:
        case TimeUnit::weekend: return seconds + 7 * count * day_seconds;
        case TimeUnit::month: return months_on(day, count) * day_seconds + of_day;
        case TimeUnit::quarter: return months_on(day, 3 * count) * day_seconds + of_day;
        case TimeUnit::year: return months_on(day, 12 * count) * day_seconds + of_day;
        default: return seconds;
    }
}

Period PeriodReader::unit_around(std::int64_t day, TimeUnit unit, int shift) const {
    const auto date = date_of(day);
    const auto months_span = [&](year_month first, int size) {
        const auto from = first + months(shift * size);
        return whole_days(days_of(from / 1), days_of((from + months(size)) / 1), 0, 0);
    };
    switch (unit) {
        case TimeUnit::week: return whole_days(monday_of(day) + 7 * shift, monday_of(day) + 7 * shift + 7, 0, 0);
        case TimeUnit::weekend: return whole_days(monday_of(day) + 7 * shift + 5, monday_of(day) + 7 * shift + 7, 0, 0);
        case TimeUnit::month: return months_span(date.year() / date.month(), 1);
        case TimeUnit::quarter:
            return months_span(date.year() / month((static_cast<unsigned>(date.month()) - 1) / 3 * 3 + 1), 3);
        case TimeUnit::year: return months_span(date.year() / January, 12);
        default: return whole_days(day + shift, day + shift + 1, 0, 0);
    }
}

namespace {
std::optional<int> seconds_in(TimeUnit unit) {
    switch (unit) {
        case TimeUnit::second: return 1;
        case TimeUnit::minute: return 60;
        case TimeUnit::hour: return 3600;
        default: return std::nullopt;
    }
}
}  // namespace

Period PeriodReader::away(int count, TimeUnit unit) const {
    const auto said = floor<seconds>(said_.time_since_epoch()).count();
    if (const auto size = seconds_in(unit)) {
        const auto at = said + static_cast<std::int64_t>(count) * *size;
        return {at, at + *size, true, 0, 0};
    }
    const auto day = shifted(today_ * day_seconds, count, unit) / day_seconds;
    const bool of_days = unit == TimeUnit::day || unit == TimeUnit::week;
    return unit_around(day, of_days ? TimeUnit::day : unit, 0);
}

Period PeriodReader::rolling(int count, TimeUnit unit) const {
    const auto said = floor<seconds>(said_.time_since_epoch()).count();
    Period period{said, said, true, 0, 0};
    auto other = said - static_cast<std::int64_t>(count) * seconds_in(unit).value_or(0);
    if (!seconds_in(unit))
        other = floor<seconds>(zone_.from_local(shifted(now_, -count, unit)).time_since_epoch()).count();
    (count >= 0 ? period.from : period.until) = other;
    return period;
}

std::optional<Period> PeriodReader::relative_day(std::size_t i) const {
    struct Days {
        std::string_view word;
        int away;
    };
    constexpr Days words[] = {{"today", 0},    {"hoy", 0},       {"heute", 0},     {"yesterday", -1},  {"ayer", -1},
                              {"gestern", -1}, {"anteayer", -2}, {"antier", -2},   {"vorgestern", -2}, {"tomorrow", 1},
                              {"manana", 1},   {"morgen", 1},    {"ubermorgen", 2}};
    const auto day = [&](int away, std::size_t next) { return whole_days(today_ + away, today_ + away + 1, i, next); };
    const auto night = [&](int away, std::size_t next) {
        const auto from = (today_ + away) * day_seconds + 20 * 3600;
        return Period{from, from + 10 * 3600, false, i, next};
    };
    if (is(i, {"day"}) && is(i + 1, {"before"}) && is(i + 2, {"yesterday"})) return day(-2, i + 3);
    if (is(i, {"day"}) && is(i + 1, {"after"}) && is(i + 2, {"tomorrow"})) return day(2, i + 3);
    if (is(i, {"pasado"}) && is(i + 1, {"manana"})) return day(2, i + 2);
    if (is(i, {"antes"}) && is(i + 1, {"de"}) && is(i + 2, {"ayer"})) return day(-2, i + 3);
    if (is(i, {"anoche"}) || (is(i, {"last"}) && is(i + 1, {"night"})))
        return night(-1, tokens_[i].text == "last" ? i + 2 : i + 1);
    if (is(i, {"tonight"})) return night(0, i + 1);
    if (is(i, {"this", "esta", "este", "diesen", "diese", "dieser"}) && has(i + 1)) {
        const bool manana = tokens_[i].text == "esta" && tokens_[i + 1].text == "manana";
        const bool morgen = tokens_[i].text == "diesen" && tokens_[i + 1].text == "morgen";
        if (manana || morgen)
            return Period{today_ * day_seconds + 6 * 3600, today_ * day_seconds + 12 * 3600, false, i, i + 2};
        if (tokens_[i + 1].part != DayPart::none) return day(0, i + 1);
    }
    for (const auto& [word, away] : words)
        if (is(i, {word})) return day(away, i + 1);
    return std::nullopt;
}

std::optional<Period> PeriodReader::ago(std::size_t i) const {
    const auto given = [&](int count, TimeUnit unit, std::size_t next) {
        auto period = away(count, unit);
        period.first = i;
        period.next = next;
        return period;
    };
    const auto leads = is(i, {"hace", "vor"});
    const auto ahead = is(i, {"in", "en"}) || (is(i, {"dentro"}) && is(i + 1, {"de"}));
    const auto from = i + (is(i, {"dentro"}) ? 2u : 1u);
    if (leads || ahead) {
        if (const auto count = amount(from)) return given(leads ? -*count : *count, tokens_[from + 1].unit, from + 2);
    }
    if (const auto count = amount(i); count && is(i + 2, {"ago", "earlier"}))
        return given(-*count, tokens_[i + 1].unit, i + 3);
    return std::nullopt;
}

// last week, la semana pasada, el próximo mes, nächstes Jahr, las últimas dos semanas
std::optional<Period> PeriodReader::turned_unit(std::size_t i) const {
    const auto given = [&](Period period, std::size_t next) {
        period.first = i;
        period.next = next;
        return period;
    };
    if (has(i) && tokens_[i].unit >= TimeUnit::day) {
        const auto unit = tokens_[i].unit;
        if (is(i + 1, {"pasado", "pasada"})) return given(unit_around(today_, unit, -1), i + 2);
        if (is(i + 1, {"proximo", "proxima"})) return given(unit_around(today_, unit, 1), i + 2);
        if (is(i + 1, {"que"}) && is(i + 2, {"viene"})) return given(unit_around(today_, unit, 1), i + 3);
        if (is(i + 1, {"before"}) && is(i + 2, {"last"})) return given(unit_around(today_, unit, -2), i + 3);
        if (is(i + 1, {"antepasado", "antepasada"})) return given(unit_around(today_, unit, -2), i + 2);
    }
    const bool many = is(i, {"last", "past", "previous", "ultimos", "ultimas", "letzten", "vergangenen"});
    const bool coming = is(i, {"next", "coming", "proximos", "proximas", "nachsten", "kommenden"});
    if (many || coming) {
        if (const auto count = amount(i + 1); count && !is(i + 1, {"a", "an"}))
            return given(rolling(many ? *count : -*count, tokens_[i + 2].unit), i + 3);
    }
    if (is(i, {"vorletzte", "vorletzten", "vorletztes"}) && has(i + 1) && tokens_[i + 1].unit >= TimeUnit::day)
        return given(unit_around(today_, tokens_[i + 1].unit, -2), i + 2);
    if (!has(i + 1) || tokens_[i + 1].unit < TimeUnit::day) return std::nullopt;
    const auto turn = turn_before(tokens_[i].text);
    if (!turn) return std::nullopt;
    return given(unit_around(today_, tokens_[i + 1].unit, *turn), i + 2);
}

std::optional<Period> PeriodReader::weekday(std::size_t i, Leaning leaning) const {
    auto at = i;
    std::optional<int> turn;
    if (has(i) && tokens_[i].weekday == 0) {
        turn = turn_before(tokens_[i].text);
        if (!turn) return std::nullopt;
        ++at;
    }
    if (!has(at) || tokens_[at].weekday == 0 || tokens_[at].plural) return std::nullopt;
    const int wanted = tokens_[at].weekday - 1;
    auto next = at + 1;
    if (is(next, {"pasado"})) turn = -1, ++next;
    else if (is(next, {"proximo"})) turn = 1, ++next;
    else if (is(next, {"que"}) && is(next + 1, {"viene"})) turn = 1, next += 2;
    const auto in_week = monday_of(today_) + wanted;
    auto day = in_week;
    if (!turn && leaning == Leaning::past && day > today_) day -= 7;
    if (!turn && leaning == Leaning::future && day < today_) day += 7;
    if (turn == -1 && day >= today_) day -= 7;
    if (turn == 1 && day <= today_) day += 7;
    Period period = whole_days(day, day + 1, i, next);
    if (tokens_[at].part != DayPart::none) {
        const auto hours = hours_of(tokens_[at].part);
        period.until = period.from + hours.until * 3600;
        period.from += hours.from * 3600;
    }
    return period;
}

std::optional<Period> PeriodReader::unclocked(std::size_t i, Leaning leaning) const {
    if (!has(i)) return std::nullopt;
    if (auto period = part_of(i, leaning)) return period;
    if (auto period = relative_day(i)) return period;
    if (auto period = ago(i)) return period;
    if (auto period = turned_unit(i)) return period;
    if (auto period = weekday(i, leaning)) {
        // "Monday, 7 May": the date says more
        const auto dated = date(skip_articles(period->next), leaning);
        if (dated && dated->until - dated->from == day_seconds && !dated->instants) {
            auto whole_date = *dated;
            whole_date.first = i;
            return whole_date;
        }
        return period;
    }
    if (auto period = numbered(i, leaning)) return period;
    return date(i, leaning);
}

void PeriodReader::narrow(Period& period) const {
    if (period.instants || period.until - period.from != day_seconds) return;
    auto at = period.next;
    while (is(at, {"in", "at", "a", "por", "de", "en", "la", "las", "el", "the", "am", "um", "gegen", "al"})) ++at;
    if (!has(at)) return;
    const auto begun = period.from;
    if (tokens_[at].part != DayPart::none || (at > period.next && is(at, {"manana", "morgen"})) ||
        (at == period.next && is(at, {"morgen"}))) {
        const auto hours = hours_of(tokens_[at].part == DayPart::none ? DayPart::morning : tokens_[at].part);
        period.from = begun + hours.from * 3600;
        period.until = begun + hours.until * 3600;
        period.next = at + 1;
        return;
    }
    std::optional<int> clock = tokens_[at].second_of_day;
    auto next = at + 1;
    if (!clock && tokens_[at].digits && *tokens_[at].number <= 24 && is(next, {"uhr", "h", "am", "pm"})) {
        const auto hour = *tokens_[at].number;
        clock = (is(next, {"pm"}) ? hour % 12 + 12 : hour) * 3600;
        ++next;
    } else if (clock && is(next, {"uhr", "h"})) {
        ++next;
    }
    if (!clock) return;
    period.from = begun + *clock;
    period.until = period.from + 60;
    period.next = next;
}

std::optional<Period> PeriodReader::at(std::size_t i, Leaning leaning) const {
    auto period = unclocked(i, leaning);
    if (period) narrow(*period);
    return period;
}

}  // namespace wm::policies
