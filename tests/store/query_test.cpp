#include "store/query.hpp"

#include <gmock/gmock.h>

#include <map>

namespace wm::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// A question to a bank of `rows` memories in which `held` says how many have a term.
struct Bench {
    Query query;
    std::vector<std::string> planned;

    Bench(std::string_view question, const std::map<std::string, std::uint64_t>& held, std::uint64_t rows)
        : query(question) {
        for (auto& term : query.terms()) {
            const auto known = held.find(term.index);
            term.rows = known == held.end() ? 0 : known->second;
        }
        for (const auto* term : query.plan(rows)) planned.push_back(term->index);
    }
};

TEST(Query, AsksForNothingWithoutAWordThatSaysSomething) {
    for (const auto* text : {"", "*", "¿qué?", "what is it", "NEAR(", "\xff"}) {
        Bench bench(text, {}, 100);
        EXPECT_THAT(bench.planned, IsEmpty()) << text;
        EXPECT_FALSE(bench.query.judge("what is it", "").relevant) << text;
    }
}

TEST(Query, LooksUpTheRarestTermsAndLeavesCommonOnesOut) {
    Bench bench("pve04 backup cluster restic nightly", {{"wpve04", 3}, {"wbackup", 4000}, {"wrestic", 40}}, 10'000);
    EXPECT_THAT(bench.planned, ElementsAre("wpve04", "wrestic"));
}

TEST(Query, LooksUpACommonTermWhenThereIsNothingElse) {
    EXPECT_THAT(Bench("backups", {{"wbackup", 4000}}, 10'000).planned, ElementsAre("wbackup"));
}

TEST(Query, LooksUpEightTermsAtMost) {
    std::map<std::string, std::uint64_t> held;
    std::string question;
    for (char c = 'a'; c <= 'z'; ++c) {
        const std::string word(5, c);
        question += word + "x ";
        held["w" + word + "x"] = static_cast<std::uint64_t>(c - 'a') + 1;
    }
    EXPECT_EQ(Bench(question, held, 10'000).planned.size(), 8u);
}

TEST(Query, AdmitsWhatHoldsTheIdentifier) {
    Bench bench("please have a look whether db-7 still answers the monitoring checks of yesterday",
                {{"wdb7", 5}, {"wdb", 50}, {"w7", 90}}, 10'000);
    EXPECT_TRUE(bench.query.judge("db-7 is offline", "").relevant);
    EXPECT_FALSE(bench.query.judge("db-8 is offline", "").relevant);
    EXPECT_FALSE(bench.query.judge("7 db shards", "").relevant);
}

TEST(Query, AdmitsNothingForOneCommonWordOfMany) {
    Bench bench("recommend a good book about gardening in the mountains", {{"wbook", 300}, {"wgarden", 0}}, 10'000);
    EXPECT_FALSE(bench.query.judge("we book the meeting room by phone", "").relevant);
}

TEST(Query, ScoresMoreOfTheQuestionHigher) {
    Bench bench("postfix version mailserver", {{"wpostfix", 4}, {"wmailserv", 6}}, 1000);
    const auto both = bench.query.judge("the mailserver runs postfix", "").score;
    const auto one = bench.query.judge("the mailserver was moved", "").score;
    EXPECT_GT(both, one);
    EXPECT_LE(both, 1);
    EXPECT_GT(one, 0);
}

}  // namespace
}  // namespace wm::test
