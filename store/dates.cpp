#include "store/dates.hpp"

#include "policies/fold.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <span>

namespace wm {
namespace {

constexpr std::size_t question_bytes_max = 4096;
constexpr std::size_t dates_max = 4;

struct MonthName {
    std::string_view name;
    unsigned month;
};
constexpr MonthName month_names[] = {
    {"january", 1},    {"february", 2}, {"march", 3},      {"april", 4},     {"may", 5},       {"june", 6},
    {"july", 7},       {"august", 8},   {"september", 9},  {"october", 10},  {"november", 11}, {"december", 12},
    {"enero", 1},      {"febrero", 2},  {"marzo", 3},      {"abril", 4},     {"mayo", 5},      {"junio", 6},
    {"julio", 7},      {"agosto", 8},   {"septiembre", 9}, {"setiembre", 9}, {"octubre", 10},  {"noviembre", 11},
    {"diciembre", 12}, {"januar", 1},   {"februar", 2},    {"marz", 3},      {"mai", 5},       {"juni", 6},
    {"juli", 7},       {"oktober", 10}, {"dezember", 12},  {"sept", 9},      {"nov", 11},      {"dec", 12},
    {"oct", 10},       {"aug", 8},      {"feb", 2},        {"jan", 1},
};
// Before a name that is a word as well ("may", "march"), these say that a month is meant.
constexpr std::string_view month_leads[] = {"in",   "of",   "since",  "until", "during", "last",
                                            "this", "next", "early",  "late",  "mid",    "by",
                                            "on",   "from", "before", "after", "to"};

struct Word {
    std::string_view text;
    std::optional<int> number;
    std::optional<unsigned> month;
};

std::optional<int> number_of(std::string_view text) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || text.size() > 4) return std::nullopt;
    const std::string_view rest(end, static_cast<std::size_t>(text.data() + text.size() - end));
    const bool ordinal = rest == "st" || rest == "nd" || rest == "rd" || rest == "th";
    return rest.empty() || ordinal ? std::optional(value) : std::nullopt;
}

std::optional<unsigned> month_of(std::string_view text) {
    const auto* found = std::ranges::find(month_names, text, &MonthName::name);
    return found == std::end(month_names) ? std::nullopt : std::optional(found->month);
}

std::vector<Word> words_of(std::string_view folded) {
    std::vector<Word> words;
    const auto inside = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (c & 0x80) != 0; };
    for (std::size_t at = 0; at < folded.size();) {
        if (!inside(folded[at])) {
            ++at;
            continue;
        }
        const auto from = at;
        while (at < folded.size() && inside(folded[at])) ++at;
        const auto text = folded.substr(from, at - from);
        if (text != "de" && text != "del" && text != "the") words.push_back({text, number_of(text), month_of(text)});
    }
    return words;
}

bool is_year(const Word& word) {
    return word.number && word.text.size() == 4 && *word.number >= 1900 && *word.number < 2200;
}
bool is_day(const Word& word) {
    return word.number && word.text.size() <= 4 && *word.number >= 1 && *word.number <= 31;
}
bool is_month_number(const Word& word) { return word.number && *word.number >= 1 && *word.number <= 12; }

// The date around the name of a month at `i`; `used`: up to where its words go.
std::optional<AskedDate> around(std::span<const Word> words, std::size_t i, std::size_t& used) {
    AskedDate date{.month = words[i].month};
    const bool of_before = i >= 2 && words[i - 1].text == "of" && is_day(words[i - 2]);
    if (i >= 1 && is_day(words[i - 1])) date.day = static_cast<unsigned>(*words[i - 1].number);
    if (of_before) date.day = static_cast<unsigned>(*words[i - 2].number);
    auto next = i + 1;
    if (!date.day && next < words.size() && is_day(words[next]))
        date.day = static_cast<unsigned>(*words[next++].number);
    if (next < words.size() && words[next].text == "of") ++next;
    if (next < words.size() && is_year(words[next])) date.year = words[next++].number;
    const bool is_word_too = words[i].text == "may" || words[i].text == "march" || words[i].text == "nov";
    const bool led = i >= 1 && std::ranges::find(month_leads, words[i - 1].text) != std::end(month_leads);
    if (is_word_too && !date.day && !date.year && !led) return std::nullopt;
    used = next;
    return date;
}

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

std::vector<AskedDate> dates_in(std::string_view question) {
    const auto folded = policies::fold_text(question.substr(0, question_bytes_max));
    const auto words = words_of(folded);
    std::vector<AskedDate> dates;
    for (std::size_t i = 0; i < words.size() && dates.size() < dates_max;) {
        auto used = i + 1;
        if (words[i].month) {
            if (auto date = around(words, i, used)) dates.push_back(*date);
        } else if (is_year(words[i])) {
            AskedDate date{.year = words[i].number};
            const auto joined = [&](std::size_t n) {  // 2023-05-07
                return i + n < words.size() &&
                       words[i + n].text.data() == words[i + n - 1].text.data() + words[i + n - 1].text.size() + 1 &&
                       words[i + n].text.size() == 2;
            };
            if (joined(1) && is_month_number(words[i + 1])) {
                date.month = static_cast<unsigned>(*words[i + 1].number);
                used = i + 2;
                if (joined(2) && is_day(words[i + 2])) {
                    date.day = static_cast<unsigned>(*words[i + 2].number);
                    used = i + 3;
                }
            }
            dates.push_back(date);
        }
        i = used;
    }
    return dates;
}

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
