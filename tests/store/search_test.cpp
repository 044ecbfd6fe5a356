// A search without the floor of relevance: what it finds, in which order, and why.
#include "store/memories.hpp"
#include "tests/store/support.hpp"

#include <gmock/gmock.h>

namespace wm::test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

constexpr std::int64_t day = 86'400'000, t0 = 1'683'450'000'000;  // 2023-05-07
const std::vector<MemoryType> records{MemoryType::world, MemoryType::experience};

struct Bench {
    TempDir folder;
    MemoryTable table = std::get<MemoryTable>(MemoryTable::open(folder.path()));
    int batches = 0;

    struct Said {
        std::string who, text;
    };
    void say(const std::vector<Said>& turns, std::int64_t at = t0, const std::string& into = "talk") {
        const auto name = std::to_string(++batches);
        RetainBatch batch{ScopeName("talk"), OperationId("op-" + name), at_millis(at), {}};
        for (const auto& [who, text] : turns)
            batch.items.push_back(
                {DocumentId(name + "." + std::to_string(batch.items.size())), {text}, "", {}, who, ""});
        EXPECT_TRUE(table.retain(bank(into), batch, at_millis(at)));
    }
    std::vector<FoundRow> search(const std::string& question,
                                 Search how = {.types = records, .rows_max = 20, .as_of = {}},
                                 const std::string& from = "talk") {
        return table.search(bank(from), question, how).value();
    }
    std::vector<std::string> texts(const std::string& question) {
        std::vector<std::string> all;
        for (auto& row : search(question)) all.push_back(std::move(row.text));
        return all;
    }
};

TEST(Search, FindsAWordByItsStem) {
    Bench bench;
    bench.say({{"Ana", "We went hiking with the dogs"}});
    EXPECT_THAT(bench.texts("Who likes to hike?"), ElementsAre("We went hiking with the dogs"));
    EXPECT_THAT(bench.texts("a dog"), ElementsAre("We went hiking with the dogs"));
}

TEST(Search, LiftsAnAnswerByTheQuestionBeforeIt) {
    Bench bench;
    bench.say({{"Ana", "What instrument do you play, Ben?"}, {"Ben", "The oboe, since school"}, {"Ana", "How nice"}});
    bench.say({{"Ben", "I ate far too many cherries"}, {"Ana", "Again"}});
    const auto rows = bench.search("What instrument does Ben play?");
    const auto* answer = &*std::ranges::find(rows, "The oboe, since school", &FoundRow::text);
    const auto* other = &*std::ranges::find(rows, "I ate far too many cherries", &FoundRow::text);
    ASSERT_LT(answer, rows.data() + rows.size());
    EXPECT_GT(answer->why.neighbours, 0.3);
    EXPECT_LT(answer, other);
}

TEST(Search, LiftsNothingAcrossTwoBatches) {
    Bench bench;
    bench.say({{"Ana", "The lighthouse keeper left"}});
    bench.say({{"Ben", "Bread is in the oven"}});
    EXPECT_THAT(bench.texts("lighthouse"), ElementsAre("The lighthouse keeper left"));
}

TEST(Search, PutsTheDateThatWasAskedForFirst) {
    Bench bench;
    for (int month = 0; month < 4; ++month) bench.say({{"Ana", "I ran a race"}}, t0 + month * 31 * day);
    const auto rows = bench.search("Which race did Ana run in July 2023?");
    ASSERT_FALSE(rows.empty());
    EXPECT_EQ(rows.front().from, at_millis(t0 + 2 * 31 * day));
    EXPECT_EQ(rows.front().why.date, 1);
}

TEST(Search, SaysWhatAPlaceIsOwedTo) {
    Bench bench;
    bench.say({{"Ana", "The kiln cracked"}, {"Ben", "Oh no"}});
    const auto rows = bench.search("kiln");
    ASSERT_FALSE(rows.empty());
    EXPECT_EQ(rows.front().why.words, 1);
    EXPECT_EQ(rows.front().why.score, 1);
    EXPECT_EQ(rows.front().score, 1);
}

TEST(Search, StaysInItsBank) {
    Bench bench;
    bench.say({{"Ana", "The kiln cracked"}}, t0, "talk");
    bench.say({{"Ana", "The kiln is new"}}, t0, "other");
    EXPECT_THAT(bench.texts("kiln"), ElementsAre("The kiln cracked"));
    EXPECT_THAT(bench.search("kiln", {.types = records, .rows_max = 20, .as_of = {}}, "nobody's"), IsEmpty());
}

TEST(Search, GivesWhatHeldAtATimeByHalfOpenIntervals) {
    Bench bench;
    const auto power = [&](const char* text, std::int64_t at) {
        RetainBatch batch{ScopeName("talk"), OperationId(text), at_millis(at), {}};
        batch.items.push_back({DocumentId("state"), {text}, "", {}, "pve04", "power"});
        EXPECT_TRUE(bench.table.retain(bank("talk"), batch, at_millis(at)));
    };
    power("pve04 is offline", t0);
    power("pve04 is online", t0 + day);
    const auto at = [&](std::int64_t when) {
        std::vector<std::string> all;
        for (auto& row : bench.search("pve04", {{MemoryType::observation}, 20, at_millis(when)}))
            all.push_back(std::move(row.text));
        return all;
    };
    EXPECT_THAT(at(t0 - 1), IsEmpty());
    EXPECT_THAT(at(t0), ElementsAre("pve04 is offline"));
    EXPECT_THAT(at(t0 + day - 1), ElementsAre("pve04 is offline"));
    EXPECT_THAT(at(t0 + day), ElementsAre("pve04 is online"));
}

TEST(Search, ReadsAWordInTheLanguageOfTheQuestion) {
    Bench bench;
    bench.say({{"Ana", "My son sails on the sea"}});
    EXPECT_THAT(bench.texts("Where is her son?"), Not(IsEmpty()));
    EXPECT_THAT(bench.texts("son los que hay"), IsEmpty());  // Spanish: "they are"
}

}  // namespace
}  // namespace wm::test
