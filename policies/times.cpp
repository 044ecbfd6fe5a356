#include "policies/times.hpp"

#include "policies/fold.hpp"
#include "policies/time_reader.hpp"

namespace wm::policies {
namespace {

using Kind = TimeExpression::Kind;

class ExpressionReader {
public:
    ExpressionReader(const std::vector<TimeToken>& tokens, WallTime said, const Zone& zone)
        : read_(tokens, said, zone), said_(said) {}

    struct Found {
        TimeExpression expression;
        std::size_t next = 0;
    };
    std::optional<Found> at(std::size_t i) const {
        if (auto found = recurring(i)) return found;
        if (auto found = range(i)) return found;
        if (auto found = bounded(i)) return found;
        if (auto found = duration(i)) return found;
        const auto start = read_.is(i, {"in", "en"}) ? i + 1 : i;  // in May, en 2025, in the last 3 days
        if (const auto period = read_.at(i, Leaning::past)) return span(*period);
        const auto period = read_.at(read_.skip_articles(start), Leaning::past);
        return period ? std::optional(span(*period)) : std::nullopt;
    }

private:
    Found span(const Period& period) const {
        return {{.kind = Kind::span, .from = read_.from_of(period), .until = read_.until_of(period)}, period.next};
    }
    std::optional<Period> inner(std::size_t i, Leaning leaning) const {
        if (const auto period = read_.at(i, leaning)) return period;
        if (const auto period = read_.at(read_.skip_articles(i), leaning)) return period;
        return read_.is(i, {"in", "en"}) ? read_.at(read_.skip_articles(i + 1), leaning) : std::nullopt;
    }

    // between A and B, desde A hasta B, von A bis B
    std::optional<Found> range(std::size_t i) const {
        if (!read_.is(i, {"between", "entre", "zwischen", "from", "desde", "de", "del", "von", "vom"}))
            return std::nullopt;
        const auto first = inner(i + 1, Leaning::past);
        if (!first ||
            !read_.is(first->next, {"and", "y", "e", "und", "to", "until", "till", "hasta", "a", "al", "bis"}))
            return std::nullopt;
        auto second_at = first->next + 1;
        if (read_.is(second_at, {"zum"})) ++second_at;
        auto second = inner(second_at, Leaning::past);
        // The later one leans on the earlier: from Monday to Friday is one week, not two halves of two.
        if (second && read_.until_of(*second) <= read_.from_of(*first)) second = inner(second_at, Leaning::future);
        if (!second) return std::nullopt;
        auto from = read_.from_of(*first);
        if (read_.until_of(*second) <= from) return std::nullopt;
        return Found{{.kind = Kind::span, .from = from, .until = read_.until_of(*second)}, second->next};
    }

    std::optional<Found> since(std::size_t i) const {
        if (!read_.is(i, {"since", "desde", "seit"})) return std::nullopt;
        const auto from = read_.is(i + 1, {"hace"}) ? i + 2 : i + 1;
        if (const auto count = read_.amount(from)) {  // seit drei Tagen, desde hace tres días
            if (!read_.is(from + 2, {"ago"}))
                return Found{{.kind = Kind::since,
                              .from = read_.from_of(read_.rolling(*count, read_.token(from + 1).unit)),
                              .until = said_},
                             from + 2};
        }
        const auto period = inner(i + 1, Leaning::past);
        if (!period) return std::nullopt;
        return Found{{.kind = Kind::since, .from = read_.from_of(*period), .until = said_}, period->next};
    }

    std::optional<Found> bounded(std::size_t i) const {
        if (auto found = since(i)) return found;
        if (read_.is(i, {"until", "till", "hasta", "bis", "by"})) {
            const auto at = read_.is(i + 1, {"zum"}) ? i + 2 : i + 1;
            const auto period = inner(at, Leaning::future);
            if (!period) return std::nullopt;
            return Found{{.kind = Kind::until, .until = read_.until_of(*period)}, period->next};
        }
        const bool before = read_.is(i, {"before"}) || (read_.is(i, {"antes"}) && read_.is(i + 1, {"de", "del"})) ||
                            (read_.is(i, {"vor"}) && !read_.amount(i + 1));
        if (before) {
            const auto period = inner(read_.is(i, {"antes"}) ? i + 2 : i + 1, Leaning::past);
            if (!period) return std::nullopt;
            return Found{{.kind = Kind::until, .until = read_.from_of(*period)}, period->next};
        }
        const bool after =
            read_.is(i, {"after", "nach"}) || (read_.is(i, {"despues"}) && read_.is(i + 1, {"de", "del"}));
        if (!after) return std::nullopt;
        const auto period = inner(read_.is(i, {"despues"}) ? i + 2 : i + 1, Leaning::past);
        if (!period) return std::nullopt;
        return Found{{.kind = Kind::after, .from = read_.until_of(*period)}, period->next};
    }

    std::optional<Found> duration(std::size_t i) const {
        const bool led = read_.is(i, {"for", "durante"});
        const auto from = led ? i + 1 : i;
        const auto count = read_.amount(from);
        if (!count || read_.is(from + 2, {"ago", "earlier"})) return std::nullopt;
        const bool lang = read_.is(from + 2, {"lang", "long"});
        if (!led && !lang) return std::nullopt;
        return Found{{.kind = Kind::duration, .count = *count, .unit = read_.token(from + 1).unit},
                     from + (lang ? 3u : 2u)};
    }

    std::optional<Found> recurring(std::size_t i) const {
        Found found{{.kind = Kind::recurring, .count = 1}, i + 1};
        auto& how = found.expression;
        if (read_.is(i, {"daily", "diariamente", "taglich"})) how.unit = TimeUnit::day;
        if (read_.is(i, {"hourly", "stundlich"})) how.unit = TimeUnit::hour;
        if (read_.is(i, {"weekly", "semanalmente", "wochentlich"})) how.unit = TimeUnit::week;
        if (read_.is(i, {"monthly", "mensualmente", "monatlich"})) how.unit = TimeUnit::month;
        if (read_.is(i, {"yearly", "annually", "anualmente", "jahrlich"})) how.unit = TimeUnit::year;
        if (how.unit == TimeUnit::none) {
            auto at = i;
            const bool every = read_.is(at, {"every", "each", "cada", "jeden", "jede", "jedes", "jeder", "alle"});
            const bool all = read_.is(at, {"todos", "todas"}) && read_.is(at + 1, {"los", "las"});
            const bool many = read_.is(at, {"los", "on"});
            at += every ? 1u : all ? 2u : many ? 1u : 0u;
            if (!read_.has(at)) return std::nullopt;
            const auto& token = read_.token(at);
            if (token.weekday != 0 && (every || all || token.plural || (read_.is(i, {"los"})))) {
                how.unit = TimeUnit::week;
                how.weekday = token.weekday;
                found.next = at + 1;
            } else if (const auto count = read_.amount(at); count && every) {
                how.count = *count;
                how.unit = read_.token(at + 1).unit;
                found.next = at + 2;
            } else if (token.unit != TimeUnit::none && (every || all)) {
                how.unit = token.unit;
                found.next = at + 1;
            } else {
                return std::nullopt;
            }
            if (read_.is(i, {"los"}) && !token.plural && read_.is(at + 1, {"pasado", "pasados"})) return std::nullopt;
        }
        auto clock = found.next;
        while (read_.is(clock, {"at", "a", "las", "la", "um", "the"})) ++clock;
        if (clock > found.next && read_.has(clock)) {
            const auto& token = read_.token(clock);
            if (token.second_of_day) how.second_of_day = *token.second_of_day;
            else if (token.digits && *token.number <= 24) how.second_of_day = *token.number * 3600;
            if (how.second_of_day >= 0) found.next = read_.is(clock + 1, {"uhr"}) ? clock + 2 : clock + 1;
        }
        return found;
    }

    PeriodReader read_;
    WallTime said_;
};

}  // namespace

std::vector<TimeExpression> times_in(std::string_view text, WallTime said, const Zone& zone) {
    const auto folded = fold_text(text.substr(0, timed_bytes_max));
    const auto tokens = time_tokens(folded);
    const ExpressionReader reader(tokens, said, zone);
    std::vector<TimeExpression> times;
    for (std::size_t i = 0; i < tokens.size() && times.size() < times_max;) {
        auto found = reader.at(i);
        if (!found) {
            ++i;
            continue;
        }
        found->expression.at = tokens[i].at;
        found->expression.end = tokens[found->next - 1].end;
        times.push_back(found->expression);
        i = found->next;
    }
    return times;
}

}  // namespace wm::policies
