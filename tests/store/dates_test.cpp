#include "store/dates.hpp"

#include <gmock/gmock.h>

namespace wm::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::int64_t day = 86'400'000;
WallTime may_7_2023(std::int64_t days_later = 0) {
    return WallTime(Wall::duration(1'683'450'000'000 + days_later * day));
}

std::string written(const AskedDate& date) {
    const auto part = [](auto value) { return value ? std::to_string(*value) : std::string("-"); };
    return part(date.year) + "/" + part(date.month) + "/" + part(date.day);
}
std::vector<std::string> dates(std::string_view question) {
    std::vector<std::string> all;
    for (const auto& date : dates_in(question)) all.push_back(written(date));
    return all;
}

TEST(Dates, AreReadInThreeLanguages) {
    EXPECT_THAT(dates("What did she do on 7 May 2023?"), ElementsAre("2023/5/7"));
    EXPECT_THAT(dates("on May 7th, 2023"), ElementsAre("2023/5/7"));
    EXPECT_THAT(dates("¿qué pasó el 7 de mayo de 2023?"), ElementsAre("2023/5/7"));
    EXPECT_THAT(dates("Was war im März?"), ElementsAre("-/3/-"));
    EXPECT_THAT(dates("2023-05-07 and in 2022"), ElementsAre("2023/5/7", "2022/-/-"));
    EXPECT_THAT(dates("between June and August 2023"), ElementsAre("-/6/-", "2023/8/-"));
}

TEST(Dates, AreNotSeenInOtherWords) {
    EXPECT_THAT(dates("may I march on?"), IsEmpty());
    EXPECT_THAT(dates("port 8080, 12 of 30"), IsEmpty());
    EXPECT_THAT(dates(""), IsEmpty());
    EXPECT_THAT(dates("in May"), ElementsAre("-/5/-"));
}

TEST(Dates, AreInTheIndexByMonthAndDay) {
    EXPECT_THAT(date_terms(may_7_2023()), ElementsAre("d202305", "d20230507", "dm05"));
    EXPECT_EQ(date_term({2023, 5, 7}), "d202305");
    EXPECT_EQ(date_term({{}, 5, {}}), "dm05");
    EXPECT_EQ(date_term({2023, {}, {}}), std::nullopt);
}

TEST(Dates, AreNearestOnTheDayAndInTheDaysAfter) {
    const AskedDate asked{2023, 5, 7};
    EXPECT_EQ(nearness(asked, may_7_2023()), 1);
    EXPECT_GT(nearness(asked, may_7_2023(3)), nearness(asked, may_7_2023(9)));
    EXPECT_GT(nearness(asked, may_7_2023(9)), nearness(asked, may_7_2023(-9)));
    EXPECT_EQ(nearness(asked, may_7_2023(90)), 0);
    EXPECT_EQ(nearness({2023, 5, {}}, may_7_2023(20)), 1);
    EXPECT_EQ(nearness({2022, 5, {}}, may_7_2023()), 0);
    EXPECT_EQ(nearness({2023, 2, 31}, may_7_2023()), 0);
}

}  // namespace
}  // namespace wm::test
