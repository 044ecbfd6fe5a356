#include "policies/patterns.hpp"
#include "policies/substrings.hpp"

#include <gtest/gtest.h>
#include <re2/re2.h>

#include <algorithm>
#include <random>

namespace wm::policies {
namespace {

TEST(Substrings, FindEachStringOnceWhereverItStands) {
    const Substrings set({"he", "she", "hers", "s", "xyz"});
    std::vector<int> found;
    set.find("ushers she", found);
    std::sort(found.begin(), found.end());
    EXPECT_EQ(found, (std::vector<int>{0, 1, 2, 3}));
    found.clear();
    set.find("", found);
    EXPECT_TRUE(found.empty());
}

TEST(Substrings, AgreeWithASlowSearchOnRandomStrings) {
    std::mt19937 random(6);
    const auto text = [&](std::size_t most) {
        std::string out;
        for (auto n = 1 + random() % most; n > 0; --n) out += "ab\xC3"[random() % 3];
        return out;
    };
    for (int round = 0; round < 2000; ++round) {
        std::vector<std::string> wanted;
        for (int i = 0; i < 6; ++i)
            if (auto one = text(5); std::find(wanted.begin(), wanted.end(), one) == wanted.end()) wanted.push_back(one);
        const auto in = text(30);
        std::vector<int> found, slow;
        Substrings(wanted).find(in, found);
        std::sort(found.begin(), found.end());
        for (std::size_t i = 0; i < wanted.size(); ++i)
            if (in.find(wanted[i]) != std::string::npos) slow.push_back(static_cast<int>(i));
        ASSERT_EQ(found, slow) << in;
    }
}

TEST(Patterns, SayWhyOneIsRefused) {
    Patterns patterns;
    EXPECT_EQ(patterns.add("(", 0), "no RE2 pattern (missing ): ()");
    EXPECT_EQ(patterns.add("a?", 0), "matches the empty text");
    EXPECT_EQ(patterns.add("a+", 0), "");
    EXPECT_TRUE(patterns.compile());
}

TEST(Patterns, MatchWithAndWithoutSubstringsAsEachAloneWould) {
    const std::vector<std::string> all = {R"(\bosd\.\d+)",
                                          R"(\b[a-z]{2,5}\d{2}\b)",
                                          R"(\bque (?:habiamos|hemos) (?:decid|acord)\w*)",
                                          R"(\d ?(?:€|eur\b))",
                                          R"(^ab)",
                                          R"(\bwhat(?: \w+){0,3} did we\b)",
                                          R"((?:^|[^\w ]\s*)te acuerdas\b)",
                                          R"(x{3})"};
    Patterns patterns;
    for (std::size_t i = 0; i < all.size(); ++i) ASSERT_EQ(patterns.add(all[i], static_cast<Patterns::Id>(i)), "");
    ASSERT_TRUE(patterns.compile());
    std::mt19937 random(8);
    static const char* pieces[] = {"osd.",  "7",      "que ",   "hemos ", "decidido", "€",           "12", "pve", "ab",
                                   "what ", "price ", "did we", " ",      "? ",       "te acuerdas", "x",  "\xFF"};
    for (int round = 0; round < 3000; ++round) {
        std::string text;
        for (auto n = random() % 10; n > 0; --n) text += pieces[random() % std::size(pieces)];
        std::vector<std::uint8_t> hits(all.size(), 0);
        patterns.find(text, hits);
        for (std::size_t i = 0; i < all.size(); ++i)
            ASSERT_EQ(hits[i] != 0, RE2::PartialMatch(text, RE2(all[i], RE2::Quiet))) << all[i] << " on " << text;
    }
}

}  // namespace
}  // namespace wm::policies
