#pragma once
// Of policies/times: reads one period ("yesterday evening", "la semana pasada", "Anfang Mai") from tokens on.

#include "policies/time_words.hpp"

#include <initializer_list>

namespace wm::policies {

// A stretch on the local clocks, in seconds since 1970-01-01T00:00 local; or of instants, where hours are reckoned.
struct Period {
    std::int64_t from = 0, until = 0;
    bool instants = false;            // then both are seconds in UTC
    std::size_t first = 0, next = 0;  // tokens
};

enum class Leaning : std::uint8_t { past, future };  // of what names no year: the latest begun, or the next to come

std::optional<int> turn_before(std::string_view word);  // last -1, this 0, next 1

class PeriodReader {
public:
    PeriodReader(const std::vector<TimeToken>& tokens, WallTime said, const Zone& zone);

    // The period that begins at token `i`, or before it with the day of a month.
    std::optional<Period> at(std::size_t i, Leaning leaning) const;

    std::size_t skip_articles(std::size_t i) const;
    bool is(std::size_t i, std::initializer_list<std::string_view> words) const;
    bool has(std::size_t i) const { return i < tokens_.size(); }
    const TimeToken& token(std::size_t i) const { return tokens_[i]; }
    std::optional<int> amount(std::size_t i) const;  // of units, when tokens i and i+1 are a number and a unit
    std::int64_t now() const { return now_; }        // on the local clocks
    // `count` units before (negative) or after now. Hours and less are instants.
    Period away(int count, TimeUnit unit) const;
    Period rolling(int count, TimeUnit unit) const;  // the last so many up to now; negative: the next
    WallTime from_of(const Period& period) const { return instant(period.from, period.instants); }
    WallTime until_of(const Period& period) const { return instant(period.until, period.instants); }

private:
    std::optional<Period> unclocked(std::size_t i, Leaning leaning) const;
    std::optional<Period> relative_day(std::size_t i) const;
    std::optional<Period> ago(std::size_t i) const;
    std::optional<Period> turned_unit(std::size_t i) const;
    std::optional<Period> weekday(std::size_t i, Leaning leaning) const;
    std::optional<Period> numbered(std::size_t i, Leaning leaning) const;
    std::optional<Period> date(std::size_t i, Leaning leaning) const;
    std::optional<Period> part_of(std::size_t i, Leaning leaning) const;
    void narrow(Period& period) const;  // by the part of the day and the clock behind it
    Period unit_around(std::int64_t days, TimeUnit unit, int shift) const;
    WallTime instant(std::int64_t seconds, bool utc) const;
    std::int64_t shifted(std::int64_t seconds, int count, TimeUnit unit) const;

    const std::vector<TimeToken>& tokens_;
    const Zone& zone_;
    WallTime said_;
    std::int64_t now_, today_;  // seconds; days
};

}  // namespace wm::policies
