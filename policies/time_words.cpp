#include "policies/time_words.hpp"

#include "policies/fold.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace wm::policies {
namespace {

struct Named {
    std::string_view name;
    int value;
};
template <std::size_t size>
int named(const Named (&table)[size], std::string_view text) {
    const auto* found = std::ranges::find(table, text, &Named::name);
    return found == std::end(table) ? 0 : found->value;
}

constexpr Named months[] = {
    {"january", 1},    {"february", 2}, {"march", 3},      {"april", 4},     {"may", 5},       {"june", 6},
    {"july", 7},       {"august", 8},   {"september", 9},  {"october", 10},  {"november", 11}, {"december", 12},
    {"enero", 1},      {"febrero", 2},  {"marzo", 3},      {"abril", 4},     {"mayo", 5},      {"junio", 6},
    {"julio", 7},      {"agosto", 8},   {"septiembre", 9}, {"setiembre", 9}, {"octubre", 10},  {"noviembre", 11},
    {"diciembre", 12}, {"januar", 1},   {"februar", 2},    {"marz", 3},      {"mai", 5},       {"juni", 6},
    {"juli", 7},       {"oktober", 10}, {"dezember", 12},  {"sept", 9},      {"nov", 11},      {"dec", 12},
    {"oct", 10},       {"aug", 8},      {"feb", 2},        {"jan", 1},
};
constexpr Named weekdays[] = {
    {"monday", 1},  {"tuesday", 2}, {"wednesday", 3}, {"thursday", 4},  {"friday", 5},   {"saturday", 6},
    {"sunday", 7},  {"lunes", 1},   {"martes", 2},    {"miercoles", 3}, {"jueves", 4},   {"viernes", 5},
    {"sabado", 6},  {"domingo", 7}, {"montag", 1},    {"dienstag", 2},  {"mittwoch", 3}, {"donnerstag", 4},
    {"freitag", 5}, {"samstag", 6}, {"sonnabend", 6}, {"sonntag", 7},
};
constexpr Named weekdays_of_many[] = {
    {"mondays", 1},     {"tuesdays", 2}, {"wednesdays", 3}, {"thursdays", 4}, {"fridays", 5},   {"saturdays", 6},
    {"sundays", 7},     {"sabados", 6},  {"domingos", 7},   {"montags", 1},   {"dienstags", 2}, {"mittwochs", 3},
    {"donnerstags", 4}, {"freitags", 5}, {"samstags", 6},   {"sonntags", 7},
};
constexpr int unit(TimeUnit value) { return static_cast<int>(value); }
constexpr Named units[] = {
    {"second", unit(TimeUnit::second)},     {"seconds", unit(TimeUnit::second)},
    {"segundo", unit(TimeUnit::second)},    {"segundos", unit(TimeUnit::second)},
    {"sekunde", unit(TimeUnit::second)},    {"sekunden", unit(TimeUnit::second)},
    {"minute", unit(TimeUnit::minute)},     {"minutes", unit(TimeUnit::minute)},
    {"minuto", unit(TimeUnit::minute)},     {"minutos", unit(TimeUnit::minute)},
    {"minuten", unit(TimeUnit::minute)},    {"hour", unit(TimeUnit::hour)},
    {"hours", unit(TimeUnit::hour)},        {"hora", unit(TimeUnit::hour)},
    {"horas", unit(TimeUnit::hour)},        {"stunde", unit(TimeUnit::hour)},
    {"stunden", unit(TimeUnit::hour)},      {"day", unit(TimeUnit::day)},
    {"days", unit(TimeUnit::day)},          {"dia", unit(TimeUnit::day)},
    {"dias", unit(TimeUnit::day)},          {"tag", unit(TimeUnit::day)},
    {"tage", unit(TimeUnit::day)},          {"tagen", unit(TimeUnit::day)},
    {"week", unit(TimeUnit::week)},         {"weeks", unit(TimeUnit::week)},
    {"semana", unit(TimeUnit::week)},       {"semanas", unit(TimeUnit::week)},
    {"woche", unit(TimeUnit::week)},        {"wochen", unit(TimeUnit::week)},
    {"month", unit(TimeUnit::month)},       {"months", unit(TimeUnit::month)},
    {"mes", unit(TimeUnit::month)},         {"meses", unit(TimeUnit::month)},
    {"monat", unit(TimeUnit::month)},       {"monate", unit(TimeUnit::month)},
    {"monaten", unit(TimeUnit::month)},     {"monats", unit(TimeUnit::month)},
    {"quarter", unit(TimeUnit::quarter)},   {"quarters", unit(TimeUnit::quarter)},
    {"trimestre", unit(TimeUnit::quarter)}, {"trimestres", unit(TimeUnit::quarter)},
    {"quartal", unit(TimeUnit::quarter)},   {"quartale", unit(TimeUnit::quarter)},
    {"quartals", unit(TimeUnit::quarter)},  {"quartalen", unit(TimeUnit::quarter)},
    {"year", unit(TimeUnit::year)},         {"years", unit(TimeUnit::year)},
    {"ano", unit(TimeUnit::year)},          {"anos", unit(TimeUnit::year)},
    {"jahr", unit(TimeUnit::year)},         {"jahre", unit(TimeUnit::year)},
    {"jahren", unit(TimeUnit::year)},       {"jahres", unit(TimeUnit::year)},
    {"weekend", unit(TimeUnit::weekend)},   {"wochenende", unit(TimeUnit::weekend)},
    {"finde", unit(TimeUnit::weekend)},
};
constexpr Named numbers[] = {
    {"a", 1},    {"an", 1},     {"one", 1},   {"two", 2},    {"three", 3}, {"four", 4},    {"five", 5},
    {"six", 6},  {"seven", 7},  {"eight", 8}, {"nine", 9},   {"ten", 10},  {"eleven", 11}, {"twelve", 12},
    {"un", 1},   {"una", 1},    {"uno", 1},   {"dos", 2},    {"tres", 3},  {"cuatro", 4},  {"cinco", 5},
    {"seis", 6}, {"siete", 7},  {"ocho", 8},  {"nueve", 9},  {"diez", 10}, {"once", 11},   {"doce", 12},
    {"ein", 1},  {"eine", 1},   {"einem", 1}, {"einer", 1},  {"einen", 1}, {"zwei", 2},    {"drei", 3},
    {"vier", 4}, {"funf", 5},   {"sechs", 6}, {"sieben", 7}, {"acht", 8},  {"neun", 9},    {"zehn", 10},
    {"elf", 11}, {"zwolf", 12},
};
constexpr Named ordinals[] = {
    {"first", 1},   {"second", 2},  {"third", 3},   {"fourth", 4},  {"primer", 1},  {"segundo", 2}, {"tercer", 3},
    {"cuarto", 4},  {"erstes", 1},  {"zweites", 2}, {"drittes", 3}, {"viertes", 4}, {"ersten", 1},  {"zweiten", 2},
    {"dritten", 3}, {"vierten", 4}, {"primero", 1}, {"erste", 1},   {"zweite", 2},  {"dritte", 3},  {"vierte", 4},
};
constexpr int part(DayPart value) { return static_cast<int>(value); }
constexpr Named parts[] = {
    {"morning", part(DayPart::morning)},      {"noon", part(DayPart::noon)},
    {"afternoon", part(DayPart::afternoon)},  {"evening", part(DayPart::evening)},
    {"night", part(DayPart::night)},          {"mediodia", part(DayPart::noon)},
    {"tarde", part(DayPart::afternoon)},      {"noche", part(DayPart::night)},
    {"vormittag", part(DayPart::morning)},    {"mittag", part(DayPart::noon)},
    {"nachmittag", part(DayPart::afternoon)}, {"abend", part(DayPart::evening)},
    {"nacht", part(DayPart::night)},          {"fruh", part(DayPart::morning)},
    {"madrugada", part(DayPart::night)},
};
// Before a name that is a word as well ("may", "march"), these say that a month is meant.
constexpr std::string_view month_leads[] = {"in",   "of",   "since",  "until", "during", "last",
                                            "this", "next", "early",  "late",  "mid",    "by",
                                            "on",   "from", "before", "after", "to",     "every"};

bool digit(char c) { return c >= '0' && c <= '9'; }
bool inside(char c) { return (c >= 'a' && c <= 'z') || digit(c) || (c & 0x80) != 0; }

// A run of digits of `least` to `most`, none behind it.
std::optional<int> digits_at(std::string_view text, std::size_t& at, std::size_t least, std::size_t most) {
    auto end = at;
    while (end < text.size() && end - at <= most && digit(text[end])) ++end;
    if (end - at < least || end - at > most) return std::nullopt;
    int value = 0;
    std::from_chars(text.data() + at, text.data() + end, value);
    at = end;
    return value;
}
bool take(std::string_view text, std::size_t& at, char c) {
    if (at >= text.size() || text[at] != c) return false;
    ++at;
    return true;
}

std::optional<int> clock_at(std::string_view text, std::size_t& at) {  // 10:30, 10:30:05
    auto end = at;
    const auto hour = digits_at(text, end, 1, 2);
    if (!hour || *hour > 24 || !take(text, end, ':')) return std::nullopt;
    const auto minute = digits_at(text, end, 2, 2);
    if (!minute || *minute > 59) return std::nullopt;
    int seconds = *hour * 3600 + *minute * 60;
    auto more = end;
    if (take(text, more, ':')) {
        const auto second = digits_at(text, more, 2, 2);
        if (!second || *second > 59) return std::nullopt;
        seconds += *second;
        end = more;
    }
    at = end;
    return seconds;
}

bool valid(const NamedDate& date) {
    using namespace std::chrono;
    return !date.month ||
           year_month_day(year(date.year.value_or(2000)), month(*date.month), day(date.day.value_or(1))).ok();
}

// 2026-09-06, 2026-09
std::optional<NamedDate> iso_at(std::string_view text, std::size_t& at) {
    auto end = at;
    NamedDate date;
    date.year = digits_at(text, end, 4, 4);
    if (!date.year || *date.year < 1900 || *date.year >= 2200 || !take(text, end, '-')) return std::nullopt;
    const auto month = digits_at(text, end, 2, 2);
    if (!month || *month < 1 || *month > 12) return std::nullopt;
    date.month = static_cast<unsigned>(*month);
    auto more = end;
    if (take(text, more, '-')) {
        const auto day = digits_at(text, more, 2, 2);
        if (!day || *day < 1 || *day > 31) return std::nullopt;
        date.day = static_cast<unsigned>(*day);
        end = more;
    }
    if (!valid(date)) return std::nullopt;
    at = end;
    return date;
}

// 6.9.2026, 6.9., 6/9/2026
std::optional<NamedDate> european_at(std::string_view text, std::size_t& at) {
    for (const char mark : {'.', '/'}) {
        auto end = at;
        const auto first = digits_at(text, end, 1, 2);
        if (!first || !take(text, end, mark)) continue;
        const auto second = digits_at(text, end, 1, 2);
        if (!second || !take(text, end, mark)) continue;
        const auto year = digits_at(text, end, 4, 4);
        if ((!year && mark == '/') || (year && (*year < 1900 || *year >= 2200))) continue;
        if (!year && end < text.size() && digit(text[end])) continue;  // 10.0.0.1

        NamedDate date{year, static_cast<unsigned>(*second), static_cast<unsigned>(*first)};
        if (!valid(date) || *date.day == 0) std::swap(*date.month, *date.day);
        if (!valid(date) || *date.day == 0 || *date.month == 0) continue;
        at = end;
        return date;
    }
    return std::nullopt;
}

// 2026-09-06T10:00:00+02:00 behind its date; `at` is at the t.
void read_moment(std::string_view text, std::size_t& at, TimeToken& token) {
    using namespace std::chrono;
    auto end = at;
    if (!token.date->day || end >= text.size() || (text[end] != 't' && text[end] != ' ')) return;
    ++end;
    const auto seconds = clock_at(text, end);
    if (!seconds) return;
    token.minute_grain = *seconds % 60 == 0;
    if (take(text, end, '.')) {
        while (end < text.size() && digit(text[end])) ++end;
    }
    token.second_of_day = seconds;
    at = end;
    std::optional<int> offset;
    if (take(text, end, 'z')) {
        offset = 0;
    } else if (end < text.size() && (text[end] == '+' || text[end] == '-')) {
        const int sign = text[end++] == '-' ? -1 : 1;
        if (const auto shift = clock_at(text, end)) offset = sign * *shift;
    }
    if (!offset) return;
    at = end;
    const sys_days days(year_month_day(year(*token.date->year), month(*token.date->month), day(*token.date->day)));
    token.moment = WallTime(Wall::duration((days.time_since_epoch().count() * 86'400 + *seconds - *offset) * 1000));
}

void name(TimeToken& token) {
    const auto text = token.text;
    token.unit = static_cast<TimeUnit>(named(units, text));
    token.month = static_cast<unsigned>(named(months, text));
    token.weekday = named(weekdays, text);
    if (const int many = named(weekdays_of_many, text)) {
        token.weekday = many;
        token.plural = true;
    }
    token.part = static_cast<DayPart>(named(parts, text));
    for (const auto& day : weekdays) {  // Montagabend
        if (token.weekday != 0 || !text.starts_with(day.name)) continue;
        if (const int of = named(parts, text.substr(day.name.size()))) {
            token.weekday = day.value;
            token.part = static_cast<DayPart>(of);
        }
    }
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const auto rest = text.substr(static_cast<std::size_t>(end - text.data()));
    if (error == std::errc() && text.size() - rest.size() <= 4) {
        if (rest.empty() || rest == "st" || rest == "nd" || rest == "rd" || rest == "th") {
            token.number = value;
            token.digits = true;
            token.ordinal = !rest.empty();
        } else if ((rest == "am" || rest == "pm") && value >= 1 && value <= 12) {
            token.second_of_day = (value % 12 + (rest == "pm" ? 12 : 0)) * 3600;
        } else if (rest == "h" && value <= 24) {
            token.second_of_day = value * 3600;
        }
        return;
    }
    if (const int word = named(numbers, text)) token.number = word;
    if (const int word = named(ordinals, text)) {
        token.number = word;
        token.ordinal = true;
    }
}

}  // namespace

std::vector<TimeToken> time_tokens(std::string_view text) {
    std::vector<TimeToken> tokens;
    for (std::size_t at = 0; at < text.size();) {
        if (!inside(text[at])) {
            ++at;
            continue;
        }
        TimeToken token{.at = at};
        const bool own =
            at == 0 || (text[at - 1] != '.' && text[at - 1] != '/' && text[at - 1] != '-' && text[at - 1] != ':');
        auto end = at;
        if (own && digit(text[at])) {
            token.date = iso_at(text, end);
            if (token.date) {
                read_moment(text, end, token);
            } else {
                token.date = european_at(text, end);
                if (!token.date) token.second_of_day = clock_at(text, end);
            }
        }
        if (end == at) {
            while (end < text.size() && inside(text[end])) ++end;
        }
        token.end = end;
        token.text = text.substr(at, end - at);
        if (!token.date && !token.second_of_day) name(token);
        token.dot_behind = end < text.size() && text[end] == '.';
        tokens.push_back(token);
        at = end;
    }
    for (std::size_t i = 0; i + 2 < tokens.size(); ++i) {  // fin de semana
        if (tokens[i].text != "fin" || tokens[i + 1].text != "de" || tokens[i + 2].text != "semana") continue;
        tokens[i].unit = TimeUnit::weekend;
        tokens[i].end = tokens[i + 2].end;
        tokens.erase(tokens.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                     tokens.begin() + static_cast<std::ptrdiff_t>(i) + 3);
    }
    return tokens;
}

bool is_year(const TimeToken& token) {
    return token.digits && !token.ordinal && token.text.size() == 4 && *token.number >= 1900 && *token.number < 2200;
}
bool is_day(const TimeToken& token) {
    return token.number && (token.digits || token.ordinal) && *token.number >= 1 && *token.number <= 31;
}

std::optional<ReadDate> date_around(const std::vector<TimeToken>& tokens, std::size_t i) {
    const auto linking = [&](std::size_t at) {
        return at < tokens.size() && (tokens[at].text == "of" || tokens[at].text == "de" || tokens[at].text == "del");
    };
    const auto& here = tokens[i];
    if (here.date) return ReadDate{*here.date, i, i + 1};
    if (is_year(here)) return ReadDate{{.year = here.number}, i, i + 1};
    if (here.month == 0) return std::nullopt;
    ReadDate read{{.month = here.month}, i, i + 1};
    if (i >= 1 && is_day(tokens[i - 1])) {
        read.from = i - 1;
    } else if (i >= 2 && linking(i - 1) && is_day(tokens[i - 2])) {
        read.from = i - 2;
    }
    if (read.from != i) read.date.day = static_cast<unsigned>(*tokens[read.from].number);
    if (read.next < tokens.size() && tokens[read.next].text == "the" && !read.date.day) ++read.next;
    if (!read.date.day && read.next < tokens.size() && tokens[read.next].digits && is_day(tokens[read.next]))
        read.date.day = static_cast<unsigned>(*tokens[read.next++].number);
    const auto behind = linking(read.next) ? read.next + 1 : read.next;
    if (behind < tokens.size() && is_year(tokens[behind])) {
        read.date.year = tokens[behind].number;
        read.next = behind + 1;
    }
    const bool is_word_too = here.text == "may" || here.text == "march" || here.text == "nov";
    const bool led = i >= 1 && std::ranges::find(month_leads, tokens[i - 1].text) != std::end(month_leads);
    if (is_word_too && !read.date.day && !read.date.year && !led) return std::nullopt;
    return read;
}

std::vector<NamedDate> named_dates(std::string_view text, std::size_t most) {
    const auto folded = fold_text(text.substr(0, timed_bytes_max));
    const auto tokens = time_tokens(folded);
    std::vector<NamedDate> dates;
    for (std::size_t i = 0; i < tokens.size() && dates.size() < most;) {
        const auto read = date_around(tokens, i);
        if (read) dates.push_back(read->date);
        i = read ? read->next : i + 1;
    }
    return dates;
}

}  // namespace wm::policies
