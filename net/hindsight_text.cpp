#include "net/hindsight_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>

namespace wm::hindsight {
namespace {

constexpr Millis retry_after_max = std::chrono::hours(1);

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_alnum(char c) { return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// Length of the well-formed UTF-8 character at the start of `text` (not empty); 0 when there is none.
std::size_t character_length(std::string_view text) {
    const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
    const auto follows = [&](std::size_t i) { return byte(i) >= 0x80 && byte(i) < 0xC0; };
    const unsigned lead = byte(0);
    if (lead < 0x80) return 1;
    if (lead >= 0xC2 && lead < 0xE0) return follows(1) ? 2 : 0;
    if (lead >= 0xE0 && lead < 0xF0) {
        if (lead == 0xE0 && byte(1) < 0xA0) return 0;   // overlong
        if (lead == 0xED && byte(1) >= 0xA0) return 0;  // a surrogate
        return follows(1) && follows(2) ? 3 : 0;
    }
    if (lead >= 0xF0 && lead < 0xF5) {
        if (lead == 0xF0 && byte(1) < 0x90) return 0;
        if (lead == 0xF4 && byte(1) >= 0x90) return 0;
        return follows(1) && follows(2) && follows(3) ? 4 : 0;
    }
    return 0;
}

// A cautious number of tokens for the run at the start of `text` and the run's length. A run is a word, or one character.
// A long word is no word but an id or a key, and those cost nearly a token a character.
struct Run {
    std::size_t length;
    std::size_t tokens;
};
Run next_run(std::string_view text) {
    std::size_t word = 0;
    while (word < text.size() && is_alnum(text[word])) ++word;
    if (word > 20) return {word, word};
    if (word > 0) return {word, std::any_of(text.begin(), text.begin() + word, is_digit) ? word : (word + 2) / 3};
    const auto length = std::max<std::size_t>(1, character_length(text));
    return {length, text[0] == ' ' ? 0 : length == 1 ? 1 : length == 4 ? 4 : length - 1};
}

std::optional<int> number(std::string_view text) {
    int value = 0;
    if (text.empty() || !std::all_of(text.begin(), text.end(), is_digit)) return {};
    if (std::from_chars(text.data(), text.data() + text.size(), value).ec != std::errc()) return {};
    return value;
}

std::optional<WallTime> moment(int year, int month, int day, int hour, int minute, int second) {
    using namespace std::chrono;
    const year_month_day date{std::chrono::year(year), std::chrono::month(static_cast<unsigned>(month)),
                              std::chrono::day(static_cast<unsigned>(day))};
    if (!date.ok() || hour > 23 || minute > 59 || second > 60) return {};
    const auto since = sys_days(date).time_since_epoch() + hours(hour) + minutes(minute) + seconds(second);
    return WallTime(duration_cast<milliseconds>(since));
}

// Sun, 06 Nov 1994 08:49:37 GMT, the one form that servers may send.
std::optional<WallTime> parse_http_date(std::string_view text) {
    static constexpr std::array<std::string_view, 12> months{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                             "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    if (text.size() != 29 || text.substr(25) != " GMT" || text[19] != ':' || text[22] != ':') return {};
    const auto month = std::find(months.begin(), months.end(), text.substr(8, 3));
    const auto day = number(text.substr(5, 2)), year = number(text.substr(12, 4));
    const auto hour = number(text.substr(17, 2)), minute = number(text.substr(20, 2)),
               second = number(text.substr(23, 2));
    if (month == months.end() || !day || !year || !hour || !minute || !second) return {};
    return moment(*year, static_cast<int>(month - months.begin()) + 1, *day, *hour, *minute, *second);
}

// +01:00, -0330, Z or nothing, in minutes.
std::optional<int> zone_minutes(std::string_view zone) {
    if (zone.empty() || zone == "Z" || zone == "z") return 0;
    if (zone[0] != '+' && zone[0] != '-') return {};
    const auto hours = number(zone.substr(1, 2));
    const auto rest = zone.size() > 3 && zone[3] == ':' ? zone.substr(4) : zone.size() > 3 ? zone.substr(3) : "00";
    const auto minutes = number(rest);
    if (!hours || !minutes || *hours > 23 || *minutes > 59) return {};
    return (zone[0] == '-' ? -1 : 1) * (*hours * 60 + *minutes);
}

}  // namespace

std::optional<Url> parse_url(std::string_view text) {
    Url url;
    if (text.starts_with("https://")) {
        url.tls = true;
        text.remove_prefix(8);
    } else if (text.starts_with("http://")) {
        text.remove_prefix(7);
    } else {
        return {};
    }
    const auto graphic = [](char c) { return c > ' ' && c < 0x7F && c != '?' && c != '#' && c != '@' && c != '\\'; };
    if (!std::all_of(text.begin(), text.end(), graphic)) return {};
    const auto slash = std::min(text.find('/'), text.size());
    url.authority = text.substr(0, slash);
    url.path = text.substr(slash);
    while (url.path.ends_with('/')) url.path.pop_back();

    std::string_view rest = url.authority;
    if (rest.starts_with('[')) {
        const auto end = rest.find(']');
        if (end == std::string_view::npos) return {};
        url.host = rest.substr(1, end - 1);
        rest.remove_prefix(end + 1);
    } else {
        const auto end = std::min(rest.find(':'), rest.size());
        url.host = rest.substr(0, end);
        rest.remove_prefix(end);
    }
    if (url.host.empty()) return {};
    url.port = url.tls ? "443" : "80";
    if (rest.empty()) return url;
    const auto port = number(rest.substr(1));
    if (rest[0] != ':' || !port || *port < 1 || *port > 65535) return {};
    url.port = std::to_string(*port);
    return url;
}

std::string encode_segment(std::string_view text) {
    static constexpr char digits[] = "0123456789ABCDEF";
    if (text == "." || text == "..") return text == "." ? "%2E" : "%2E%2E";  // else a step in the path
    std::string out;
    out.reserve(text.size());
    for (const char c : text) {
        if (is_alnum(c) || c == '-' || c == '.' || c == '_' || c == '~') {
            out += c;
        } else {
            const auto byte = static_cast<unsigned char>(c);
            out += {'%', digits[byte >> 4], digits[byte & 15]};
        }
    }
    return out;
}

std::string clean_utf8(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const auto length = character_length(text);
        out += length == 0 ? std::string_view("\xEF\xBF\xBD") : text.substr(0, length);
        text.remove_prefix(std::max<std::size_t>(1, length));
    }
    return out;
}

std::string cut_query(std::string_view text, std::size_t tokens_max) {
    std::size_t end = 0, tokens = 0;
    while (end < text.size()) {
        const auto run = next_run(text.substr(end));
        if (tokens + run.tokens > tokens_max) {
            if (tokens == 0) end += std::min(run.length, tokens_max);  // one word, longer than all that is allowed
            break;
        }
        tokens += run.tokens;
        end += run.length;
    }
    return clean_utf8(text.substr(0, end));
}

bool has_word(std::string_view text) {
    while (!text.empty()) {
        const auto length = character_length(text);
        const auto lead = static_cast<unsigned char>(text[0]);
        if (length == 1 && is_alnum(text[0])) return true;
        if (length == 2 && lead >= 0xC3) return true;  // é, ж, α; C2 is signs
        // 東, ก; not “ ” → ☃ 、。 nor U+FFFD, which stands for what was no text
        if (length == 3 && lead != 0xE2 && !text.starts_with("\xE3\x80") && !text.starts_with("\xEF\xBF\xBD"))
            return true;
        text.remove_prefix(std::max<std::size_t>(1, length));
    }
    return false;
}

std::optional<WallTime> parse_timestamp(std::string_view text) {
    if (text.size() < 19 || text[4] != '-' || text[7] != '-' || text[13] != ':' || text[16] != ':') return {};
    const auto year = number(text.substr(0, 4)), month = number(text.substr(5, 2)), day = number(text.substr(8, 2));
    const auto hour = number(text.substr(11, 2)), minute = number(text.substr(14, 2)),
               second = number(text.substr(17, 2));
    if (!year || !month || !day || !hour || !minute || !second) return {};
    auto at = moment(*year, *month, *day, *hour, *minute, *second);
    auto rest = text.substr(19);
    int milliseconds = 0;
    if (rest.starts_with('.')) {
        std::size_t digit = 1;
        for (int unit = 100; digit < rest.size() && is_digit(rest[digit]); ++digit, unit /= 10) {
            milliseconds += unit * (rest[digit] - '0');
        }
        rest.remove_prefix(digit);
    }
    const auto zone = zone_minutes(rest);
    if (!at || !zone) return {};
    return *at + Millis(milliseconds) - std::chrono::minutes(*zone);
}

std::string format_timestamp(WallTime at) {
    using namespace std::chrono;
    const sys_time<milliseconds> time(at.time_since_epoch());
    const auto midnight = floor<days>(time);
    const year_month_day date(midnight);
    const hh_mm_ss clock(time - midnight);
    char text[40];
    std::snprintf(text, sizeof text, "%04d-%02u-%02uT%02d:%02d:%02d.%03dZ", static_cast<int>(date.year()),
                  static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                  static_cast<int>(clock.hours().count()), static_cast<int>(clock.minutes().count()),
                  static_cast<int>(clock.seconds().count()), static_cast<int>(clock.subseconds().count()));
    return text;
}

std::optional<Millis> parse_retry_after(std::string_view value, std::string_view date, WallTime now) {
    const auto bounded = [](Millis pause) { return std::clamp(pause, Millis(0), retry_after_max); };
    if (!value.empty() && std::all_of(value.begin(), value.end(), is_digit)) {
        const auto seconds = number(value);  // empty: more than fits, which is more than an hour
        return seconds ? bounded(std::chrono::seconds(*seconds)) : retry_after_max;
    }
    const auto until = parse_http_date(value);
    if (!until) return {};
    return bounded(*until - parse_http_date(date).value_or(now));
}

}  // namespace wm::hindsight
