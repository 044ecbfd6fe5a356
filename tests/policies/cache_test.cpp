#include "policies/cache.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace wm::policies {
namespace {

using namespace std::chrono_literals;

const SessionId s1("s1"), s2("s2");
const UserId ana("u_ana"), ben("u_ben");
const Instant start{};

std::vector<Memory> one(std::string text) { return {Memory{ScopeName("platform"), Content{std::move(text)}}}; }

TEST(PrefetchCache, GivesBackWhatWasPutForThisPersonInThisSession) {
    PrefetchCache cache(10, 300s);
    EXPECT_TRUE(cache.put(s1, ana, 1, "pve04", one("pve04 is off"), start));
    const auto entry = cache.find(s1, ana, start + 1s);
    ASSERT_NE(entry, nullptr);
    EXPECT_EQ(entry->generation, 1u);
    EXPECT_EQ(entry->query, "pve04");
    ASSERT_EQ(entry->memories.size(), 1u);
    EXPECT_EQ(entry->memories[0].text.text, "pve04 is off");
}

TEST(PrefetchCache, NeverServesAnotherPersonOrSession) {
    PrefetchCache cache(10, 300s);
    cache.put(s1, ana, 1, "q", one("Ana's"), start);
    EXPECT_EQ(cache.find(s1, ben, start), nullptr);
    EXPECT_EQ(cache.find(s2, ana, start), nullptr);
    EXPECT_EQ(cache.find(s1, UserId(), start), nullptr);
}

TEST(PrefetchCache, DropsLateResultsOfAnOlderGeneration) {
    PrefetchCache cache(10, 300s);
    cache.put(s1, ana, 5, "new", one("new"), start);
    EXPECT_FALSE(cache.put(s1, ana, 4, "old", one("old"), start + 1s));
    EXPECT_EQ(cache.find(s1, ana, start + 1s)->memories[0].text.text, "new");
    EXPECT_TRUE(cache.put(s1, ana, 5, "new", one("newer"), start + 2s));
    EXPECT_EQ(cache.find(s1, ana, start + 2s)->memories[0].text.text, "newer");
}

TEST(PrefetchCache, TakesNothingOlderThanAPrefetchThatHasBegun) {
    PrefetchCache cache(10, 300s);
    cache.put(s1, ana, 1, "first", one("first"), start);
    cache.begin(s1, ana, 3, start + 1s);
    EXPECT_EQ(cache.find(s1, ana, start + 1s)->query, "first") << "what is stored stays until the new one comes";
    EXPECT_FALSE(cache.put(s1, ana, 2, "late", one("late"), start + 2s));
    EXPECT_TRUE(cache.put(s1, ana, 3, "third", one("third"), start + 3s));
    cache.begin(s2, ben, 1, start);
    EXPECT_EQ(cache.find(s2, ben, start), nullptr) << "begun is not stored";
}

TEST(PrefetchCache, ForgetsAfterItsTimeToLive) {
    PrefetchCache cache(10, 300s);
    cache.put(s1, ana, 1, "q", one("x"), start);
    EXPECT_NE(cache.find(s1, ana, start + 300s), nullptr);
    EXPECT_EQ(cache.find(s1, ana, start + 301s), nullptr) << "being read does not make it younger";
    cache.put(s2, ben, 1, "q", one("y"), start + 900s);
    EXPECT_EQ(cache.size(), 1u) << "what is too old leaves without being asked for";
}

TEST(PrefetchCache, DropsTheLeastRecentlyUsedWhenFull) {
    PrefetchCache cache(2, 300s);
    cache.put(s1, ana, 1, "q", one("1"), start);
    cache.put(s1, ben, 1, "q", one("2"), start);
    EXPECT_NE(cache.find(s1, ana, start), nullptr);
    cache.put(s2, ana, 1, "q", one("3"), start);
    EXPECT_EQ(cache.size(), 2u);
    EXPECT_NE(cache.find(s1, ana, start), nullptr);
    EXPECT_EQ(cache.find(s1, ben, start), nullptr);
}

TEST(PrefetchCache, ErasesASessionOrAPersonEverywhere) {
    PrefetchCache cache(10, 300s);
    for (const auto& session : {s1, s2})
        for (const auto& user : {ana, ben}) cache.put(session, user, 1, "q", one("x"), start);
    cache.erase_user(ana);
    EXPECT_EQ(cache.size(), 2u);
    EXPECT_EQ(cache.find(s2, ana, start), nullptr);
    cache.erase(s1);
    EXPECT_EQ(cache.size(), 1u);
    EXPECT_NE(cache.find(s2, ben, start), nullptr);
}

TEST(PrefetchCache, AgreesWithASlowModelOverRandomUse) {
    std::mt19937 random(3);
    for (int round = 0; round < 50; ++round) {
        PrefetchCache cache(1000, 50s);
        struct Known {
            std::uint64_t generation;
            Instant stored;
            std::string text;
        };
        std::map<std::pair<int, int>, Known> model;
        auto now = start;
        for (int step = 0; step < 200; ++step) {
            now += std::chrono::seconds(random() % 20);
            const int s = static_cast<int>(random() % 3), u = static_cast<int>(random() % 3);
            const SessionId session("s" + std::to_string(s));
            const UserId user("u" + std::to_string(u));
            const auto key = std::make_pair(s, u);
            const auto known = model.find(key);
            const bool alive = known != model.end() && now - known->second.stored <= 50s;
            if (random() % 2) {
                const std::uint64_t generation = random() % 8;
                const auto text = std::to_string(step);
                if (cache.put(session, user, generation, text, one(text), now)) model[key] = {generation, now, text};
                else ASSERT_TRUE(known != model.end() && generation < known->second.generation);
            } else {
                const auto entry = cache.find(session, user, now);
                ASSERT_EQ(entry != nullptr, alive);
                if (alive) {
                    ASSERT_EQ(entry->query, known->second.text);
                }
            }
        }
    }
}

}  // namespace
}  // namespace wm::policies
