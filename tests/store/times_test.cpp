// Every expression of tests/data/times.tsv in three languages, wherever the host stands.
#include "policies/times.hpp"
#include "store/zones.hpp"

#include <gmock/gmock.h>

#include <cstdlib>
#include <ctime>
#include <fstream>
#include <sstream>

namespace wm::test {
namespace {

using policies::TimeExpression;
using policies::TimeUnit;

constexpr std::string_view kinds[] = {"span", "since", "until", "after", "duration", "recurring"};
constexpr std::string_view units[] = {"none", "second", "minute",  "hour", "day",
                                      "week", "month",  "quarter", "year", "weekend"};

WallTime at_second(std::int64_t seconds) { return WallTime(Wall::duration(seconds * 1000)); }
constexpr std::int64_t said = 1'793'002'500;  // 2026-10-26T09:15:00+01:00

std::string second_of(const std::optional<WallTime>& at) {
    return at ? std::to_string(std::chrono::floor<std::chrono::seconds>(at->time_since_epoch()).count()) : "-";
}
std::string written(const TimeExpression& time) {
    std::ostringstream out;
    out << kinds[static_cast<std::size_t>(time.kind)] << '\t' << second_of(time.from) << '\t' << second_of(time.until)
        << '\t' << time.count << '\t' << units[static_cast<std::size_t>(time.unit)] << '\t' << time.weekday << '\t'
        << time.second_of_day;
    return out.str();
}
std::string read(std::string_view text, const policies::Zone& zone, std::int64_t when = said) {
    std::string all;
    for (const auto& time : policies::times_in(text, at_second(when), zone))
        all += (all.empty() ? "" : " + ") + written(time);
    return all;
}
policies::Zone madrid() { return zone_named("Europe/Madrid").value(); }

class HostZone {  // of this process, for as long as this lives
public:
    explicit HostZone(const char* name) {
        setenv("TZ", name, 1);
        tzset();
    }
    ~HostZone() {
        unsetenv("TZ");
        tzset();
    }
};

class Times : public testing::TestWithParam<const char*> {};

TEST_P(Times, AreExactInThreeLanguagesUnderThisZoneOfTheHost) {
    const HostZone host(GetParam());
    std::ifstream file(WM_SOURCE_DIR "/tests/data/times.tsv");
    std::string line;
    int read_of[3] = {};
    while (std::getline(file, line)) {
        if (line.starts_with('#')) continue;
        std::vector<std::string> fields;
        std::istringstream parts(line);
        for (std::string field; std::getline(parts, field, '\t');) fields.push_back(field);
        ASSERT_EQ(fields.size(), 10u) << line;
        auto expected = fields[0];
        for (std::size_t i = 1; i < 7; ++i) expected += "\t" + fields[i];
        for (std::size_t language = 0; language < 3; ++language) {
            EXPECT_EQ(read(fields[7 + language], madrid()), expected) << fields[7 + language];
            ++read_of[language];
        }
    }
    EXPECT_THAT(read_of, testing::Each(testing::Ge(120)));
}
INSTANTIATE_TEST_SUITE_P(Hosts, Times, testing::Values("UTC", "America/Los_Angeles", "Pacific/Auckland"),
                         [](const auto& host) {
                             return std::string(
                                 std::string_view(host.param).substr(std::string_view(host.param).rfind('/') + 1));
                         });

TEST(TimesOfAZone, HaveADayOf23HoursWhenTheClocksGoForward) {
    // 2026-03-30, the day after; the day that is meant begins at +01:00 and ends at +02:00.
    const std::int64_t day_after = 1'774'857'600;  // 2026-03-30T10:00:00+02:00
    for (const auto* text : {"yesterday", "ayer", "gestern"}) {
        const auto times = policies::times_in(text, at_second(day_after), madrid());
        ASSERT_EQ(times.size(), 1u);
        EXPECT_EQ(*times[0].until - *times[0].from, std::chrono::hours(23)) << text;
    }
    // 02:30 is never shown: as long after the gap began as it is told.
    EXPECT_EQ(madrid().from_local(1'774'751'400), at_second(1'774'747'800));
    // 2026-10-25T02:30 is shown twice: the first.
    EXPECT_EQ(madrid().from_local(1'792'895'400), at_second(1'792'888'200));
}

TEST(TimesOfAZone, AreThoseOfTheEventsOffsetAwayFromHome) {
    const auto home = madrid();
    const auto at_home = policies::zone_of(3600, &home, at_second(said));
    const auto in_tokyo = policies::zone_of(9 * 3600, &home, at_second(said));
    EXPECT_EQ(at_home.offset_at(at_second(said - 90 * 86'400)), 7200);
    EXPECT_EQ(in_tokyo.offset_at(at_second(said - 90 * 86'400)), 9 * 3600);
    EXPECT_NE(read("today", at_home), read("today", in_tokyo));
    EXPECT_EQ(read("today", policies::zone_of(3600, nullptr, at_second(said))),
              "span\t1792969200\t1793055600\t0\tnone\t0\t-1");
}

TEST(TimesOfAZone, AreNoneForAPlaceThatDoesNotExist) { EXPECT_FALSE(zone_named("Europe/Atlantis")); }

TEST(TimesInText, AreFoundWithinASentenceAndNotInOtherWords) {
    EXPECT_EQ(
        policies::times_in("What changed last week, and what was the plan in May?", at_second(said), madrid()).size(),
        2u);
    for (const auto* text :
         {"may I march on?", "port 8080, 12 of 30", "10.0.0.1 and 192.168.10.24", "version 1.2.3", "",
          "the second server", "el segundo nodo", "an der zweiten Stelle", "1/2 done", "ratio 16:9 9999"})
        EXPECT_EQ(read(text, madrid()), "") << text;
}

TEST(TimesInText, AreBoundedWhateverTheText) {
    std::string many;
    for (int i = 0; i < 500; ++i) many += "yesterday ";
    EXPECT_EQ(policies::times_in(many, at_second(said), madrid()).size(), policies::times_max);
    EXPECT_NO_FATAL_FAILURE(policies::times_in(std::string(100'000, '9'), at_second(said), madrid()));
    EXPECT_NO_FATAL_FAILURE(policies::times_in(
        "99999999999 days ago, in 9999 years, vor 9999 Jahren, 31.2.2026, 0.0.2026", at_second(said), madrid()));
}

}  // namespace
}  // namespace wm::test
