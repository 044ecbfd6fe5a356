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

std::shared_ptr<const Snapshot> one(std::string text) {
    return std::make_shared<const Snapshot>(
        std::vector{Memory{ScopeName("platform"), Content{std::move(text)}, MemoryType::observation, 1, {}, "m"}}, "",
        ContextLimits{});
}
PrefetchCache::Limits limits(std::size_t entries_max, Duration ttl, std::size_t bytes_max = 1u << 20) {
    return {entries_max, bytes_max, ttl};
}
bool put(PrefetchCache& cache, const SessionId& session, const UserId& user, std::uint64_t generation, std::string text,
         Instant now) {
    return cache.put(session, user, generation, one(std::move(text)), nullptr, now);
}
std::string text_of(const std::shared_ptr<const CacheEntry>& entry) { return entry->found->memories().at(0).text.text; }

TEST(PrefetchCache, GivesBackWhatWasPutForThisPersonInThisSession) {
    PrefetchCache cache(limits(10, 300s));
    EXPECT_TRUE(put(cache, s1, ana, 1, "pve04 is off", start));
    const auto entry = cache.find(s1, ana, start + 1s);
    ASSERT_NE(entry, nullptr);
    EXPECT_EQ(entry->generation, 1u);
    ASSERT_EQ(entry->found->memories().size(), 1u);
    EXPECT_EQ(text_of(entry), "pve04 is off");
}

TEST(PrefetchCache, NeverServesAnotherPersonOrSession) {
    PrefetchCache cache(limits(10, 300s));
    put(cache, s1, ana, 1, "Ana's", start);
    EXPECT_EQ(cache.find(s1, ben, start), nullptr);
    EXPECT_EQ(cache.find(s2, ana, start), nullptr);
    EXPECT_EQ(cache.find(s1, UserId(), start), nullptr);
}

TEST(PrefetchCache, DropsLateResultsOfAnOlderGeneration) {
    PrefetchCache cache(limits(10, 300s));
    put(cache, s1, ana, 5, "new", start);
    EXPECT_FALSE(put(cache, s1, ana, 4, "old", start + 1s));
    EXPECT_EQ(text_of(cache.find(s1, ana, start + 1s)), "new");
    EXPECT_TRUE(put(cache, s1, ana, 5, "newer", start + 2s));
    EXPECT_EQ(text_of(cache.find(s1, ana, start + 2s)), "newer");
}

TEST(PrefetchCache, TakesNothingOlderThanAPrefetchThatHasBegun) {
    PrefetchCache cache(limits(10, 300s));
    put(cache, s1, ana, 1, "first", start);
    cache.begin(s1, ana, 3, start + 1s);
    EXPECT_EQ(text_of(cache.find(s1, ana, start + 1s)), "first") << "what is stored stays until the new one comes";
    EXPECT_FALSE(put(cache, s1, ana, 2, "late", start + 2s));
    EXPECT_TRUE(put(cache, s1, ana, 3, "third", start + 3s));
    cache.begin(s2, ben, 1, start);
    EXPECT_EQ(cache.find(s2, ben, start), nullptr) << "begun is not stored";
}

TEST(PrefetchCache, ForgetsAfterItsTimeToLive) {
    PrefetchCache cache(limits(10, 300s));
    put(cache, s1, ana, 1, "x", start);
    EXPECT_NE(cache.find(s1, ana, start + 300s), nullptr);
    EXPECT_EQ(cache.find(s1, ana, start + 301s), nullptr) << "being read does not make it younger";
    put(cache, s2, ben, 1, "y", start + 900s);
    EXPECT_EQ(cache.size(), 1u) << "what is too old leaves without being asked for";
}

TEST(PrefetchCache, DropsTheLeastRecentlyUsedWhenFull) {
    PrefetchCache cache(limits(2, 300s));
    put(cache, s1, ana, 1, "1", start);
    put(cache, s1, ben, 1, "2", start);
    EXPECT_NE(cache.find(s1, ana, start), nullptr);
    put(cache, s2, ana, 1, "3", start);
    EXPECT_EQ(cache.size(), 2u);
    EXPECT_NE(cache.find(s1, ana, start), nullptr);
    EXPECT_EQ(cache.find(s1, ben, start), nullptr);
}

TEST(PrefetchCache, HoldsNoMoreBytesThanItMay) {
    const auto size = one(std::string(1000, 'x'))->bytes();
    ASSERT_GT(size, 3000u) << "the text, its line and the block";
    PrefetchCache cache(limits(100, 300s, 2 * size + size / 2));
    put(cache, s1, ana, 1, std::string(1000, 'a'), start);
    put(cache, s1, ben, 1, std::string(1000, 'b'), start);
    EXPECT_EQ(cache.bytes(), 2 * size);
    EXPECT_NE(cache.find(s1, ana, start), nullptr);
    put(cache, s2, ana, 1, std::string(1000, 'c'), start);
    EXPECT_EQ(cache.bytes(), 2 * size);
    EXPECT_EQ(cache.find(s1, ben, start), nullptr) << "the longest unused one makes room";
    EXPECT_NE(cache.find(s1, ana, start), nullptr);
    cache.erase_user(ana);
    EXPECT_EQ(cache.bytes(), 0u);
}

TEST(PrefetchCache, KeepsNothingOfWhatIsLargerThanItself) {
    PrefetchCache cache(limits(100, 300s, one("small")->bytes() + 500));
    EXPECT_TRUE(put(cache, s1, ana, 1, "small", start));
    EXPECT_FALSE(put(cache, s1, ana, 2, std::string(5000, 'x'), start));
    EXPECT_EQ(cache.find(s1, ana, start), nullptr) << "what it replaces is out of date";
    EXPECT_EQ(cache.bytes(), 0u);
}

TEST(PrefetchCache, CountsWhatTheFrontMadeAheadToo) {
    PrefetchCache cache(limits(100, 300s));
    const auto found = one("x");
    cache.put(s1, ana, 1, found, std::make_shared<const std::string>(700, 'x'), start);
    EXPECT_EQ(cache.bytes(), found->bytes() + 700);
}

TEST(PrefetchCache, ErasesASessionOrAPersonEverywhere) {
    PrefetchCache cache(limits(10, 300s));
    for (const auto& session : {s1, s2})
        for (const auto& user : {ana, ben}) put(cache, session, user, 1, "x", start);
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
        PrefetchCache cache(limits(1000, 50s));
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
                if (put(cache, session, user, generation, text, now)) model[key] = {generation, now, text};
                else ASSERT_TRUE(known != model.end() && generation < known->second.generation);
            } else {
                const auto entry = cache.find(session, user, now);
                ASSERT_EQ(entry != nullptr, alive);
                if (alive) {
                    ASSERT_EQ(text_of(entry), known->second.text);
                }
            }
        }
    }
}

}  // namespace
}  // namespace wm::policies
