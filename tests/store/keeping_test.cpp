// Expiry, trash, the time to live and the counts, as the backend port shows them.

#include "tests/store/embedded_support.hpp"

#include <gmock/gmock.h>

#include <sqlite3.h>
#include <fstream>
#include <iterator>

namespace wm::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::int64_t day0 = 1'780'000'000'000;
constexpr std::int64_t day = 86'400'000;

struct Kept : StoreBench {
    using StoreBench::StoreBench;
    void on_day(std::int64_t number) {
        time.set_wall(at_millis(day0 + number * day));
        call(HealthCall{});  // what the gateway sends every few seconds
        workers.run_all();
    }
    std::string id_of(const std::string& query, const std::vector<MemoryType>& types = everything) {
        const auto found = recall(query, types);
        if (found.empty()) throw std::runtime_error("not found");
        return found.front().id;
    }
    bool forget(const std::string& id, ForgetMemory::How how, std::uint32_t days = 0,
                const std::string& from = "platform") {
        return std::get<Forgotten>(call(ManageCall{bank(from), ForgetMemory{id, how, days}})).known;
    }
    bool trash(const std::string& id) { return forget(id, ForgetMemory::How::trash); }
    bool restore(const std::string& id) { return forget(id, ForgetMemory::How::restore); }
    MemoryCounts counts(const std::string& of = "platform") {
        return std::get<MemoryCounts>(call(ManageCall{bank(of), CountMemories{}}));
    }
};

std::string bytes_of(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

TEST(Keeping, RetiresWhatHasExpiredAndKeepsItAsHistory) {
    TempDir folder;
    Kept store(folder.path());
    store.on_day(0);
    store.retain("op", day0, {event("d", "Quellwerk runs on port 8080", {"type:project_state"})});
    store.on_day(89);
    EXPECT_THAT(store.texts("Quellwerk port"), SizeIs(1));
    store.on_day(91);
    EXPECT_THAT(store.texts("Quellwerk port"), IsEmpty());
    const auto history = store.recall("Quellwerk port", records);
    ASSERT_THAT(history, SizeIs(1));
    EXPECT_EQ(history[0].until, at_millis(day0 + 90 * day));
    EXPECT_EQ(store.counts().expired, 1u);
}

TEST(Keeping, LetsWhatIsSaidAgainHoldAnew) {
    TempDir folder;
    Kept store(folder.path());
    auto item = state("Quellwerk", "port", "Quellwerk runs on port 8080");
    item.tags = {"type:project_state"};
    store.on_day(0);
    store.retain("op", day0, {item});
    store.on_day(60);
    store.retain("again", day0 + 60 * day, {item});
    store.on_day(100);
    EXPECT_THAT(store.texts("Quellwerk port"), SizeIs(1)) << "said again on day 60";
    store.on_day(200);
    EXPECT_THAT(store.texts("Quellwerk port"), IsEmpty());
    store.retain("late", day0 + 200 * day, {item});
    EXPECT_THAT(store.texts("Quellwerk port"), SizeIs(1)) << "it was history, and is said to hold";
    EXPECT_EQ(store.counts().memories, 2u);
}

TEST(Keeping, NeverExpiresWhatHasNoTime) {
    TempDir folder;
    Kept store(folder.path());
    store.on_day(0);
    store.retain("op", day0, {event("d", "Quellwerk was founded in Linz", {"event"})});
    store.on_day(10'000);
    EXPECT_THAT(store.texts("Quellwerk Linz"), SizeIs(1));
}

TEST(Keeping, ExpiresMoreThanASliceHolds) {
    TempDir folder;
    Kept store(folder.path());
    store.on_day(0);
    std::vector<BatchItem> items;
    for (int i = 0; i < 200; ++i)
        items.push_back(event("d" + std::to_string(i), "host-" + std::to_string(i) + " is new", {"ttl:7"}));
    store.retain("op", day0, std::move(items));
    store.on_day(8);
    EXPECT_EQ(store.counts().expired, 200u);
    EXPECT_EQ(store.counts().current, 0u);
}

TEST(Keeping, FindsNothingThatIsInTheTrash) {
    TempDir folder;
    Kept store(folder.path());
    store.retain("op", day0, {event("d", "Marta's phone is 555-0175"), event("e", "Marta works in Linz")});
    const auto id = store.id_of("Marta phone");
    EXPECT_TRUE(store.trash(id));
    EXPECT_FALSE(store.trash(id)) << "it is there already";
    EXPECT_THAT(store.texts("Marta phone 555-0175", everything),
                testing::Not(testing::Contains("Marta's phone is 555-0175")));
    EXPECT_THAT(store.texts("Marta Linz", everything), ElementsAre("Marta works in Linz"));
    EXPECT_EQ(store.counts().trash, 1u);
    EXPECT_TRUE(store.restore(id));
    EXPECT_THAT(store.texts("Marta phone"), testing::Contains("Marta's phone is 555-0175"));
    EXPECT_EQ(store.counts().trash, 0u);
    EXPECT_FALSE(store.restore(id)) << "it is not there any more";
}

TEST(Keeping, DoesNotBringBackWhatAForgottenValueHadReplaced) {
    TempDir folder;
    Kept store(folder.path());
    store.retain("a", day0, {state("pve04", "power", "pve04 is on")});
    store.retain("b", day0 + day, {state("pve04", "power", "pve04 is off")});
    EXPECT_TRUE(store.trash(store.id_of("pve04", observations)));
    EXPECT_THAT(store.texts("pve04"), IsEmpty());
}

TEST(Keeping, TakesAForgottenValueThatIsSaidAgain) {
    TempDir folder;
    Kept store(folder.path());
    store.retain("a", day0, {state("pve04", "power", "pve04 is on")});
    EXPECT_TRUE(store.trash(store.id_of("pve04")));
    store.retain("b", day0 + day, {state("pve04", "power", "pve04 is on")});
    EXPECT_THAT(store.texts("pve04"), ElementsAre("pve04 is on"));
}

TEST(Keeping, RestoresAStateAsHistoryWhenANewerOneHolds) {
    TempDir folder;
    Kept store(folder.path());
    store.retain("a", day0, {state("pve04", "power", "pve04 is on")});
    const auto first = store.id_of("pve04");
    EXPECT_TRUE(store.trash(first));
    store.retain("b", day0 + day, {state("pve04", "power", "pve04 is off")});
    EXPECT_TRUE(store.restore(first));
    EXPECT_THAT(store.texts("pve04"), ElementsAre("pve04 is off"));
}

TEST(Keeping, ReachesNoMemoryOfAnotherBank) {
    TempDir folder;
    Kept store(folder.path());
    store.retain("op", day0, {event("d", "pve04 is on")});
    store.retain("other", day0, {event("d", "db-7 is on")}, "business");
    const auto id = store.id_of("pve04");
    for (const auto how : {ForgetMemory::How::trash, ForgetMemory::How::restore, ForgetMemory::How::ttl})
        EXPECT_FALSE(store.forget(id, how, 1, "business"));
    EXPECT_FALSE(store.forget(id, ForgetMemory::How::trash, 0, "nowhere"));
    EXPECT_THAT(store.texts("pve04"), SizeIs(1));
    EXPECT_EQ(store.counts("business").memories, 1u);
    EXPECT_EQ(store.counts("nowhere").memories, 0u);
}

TEST(Keeping, KnowsNoIdThatNoRecallGave) {
    TempDir folder;
    Kept store(folder.path());
    store.retain("op", day0, {event("d", "pve04 is on")});
    for (const auto* id : {"", "m", "1", "m1x", "m-1", "m99", "m1 OR 1=1", "m9223372036854775808"})
        EXPECT_FALSE(store.trash(id)) << id;
    EXPECT_THAT(store.texts("pve04"), SizeIs(1));
}

TEST(Keeping, EndsAMemoryWhenItIsToldTo) {
    TempDir folder;
    Kept store(folder.path());
    store.on_day(0);
    store.retain("op", day0, {event("d", "the demo runs on pve04")});
    store.on_day(10);
    EXPECT_TRUE(store.forget(store.id_of("pve04"), ForgetMemory::How::ttl, 7));
    store.on_day(16);
    EXPECT_THAT(store.texts("pve04"), SizeIs(1)) << "seven days from when it was told";
    const auto id = store.id_of("pve04");
    store.on_day(18);
    EXPECT_THAT(store.texts("pve04"), IsEmpty());
    EXPECT_TRUE(store.restore(id));
    store.on_day(24);
    EXPECT_THAT(store.texts("pve04"), SizeIs(1)) << "it holds for seven days again";
    EXPECT_TRUE(store.forget(id, ForgetMemory::How::ttl, 0));
    store.on_day(5000);
    EXPECT_THAT(store.texts("pve04"), SizeIs(1));
}

TEST(Keeping, PurgesTheTrashAfterThirtyDaysToTheLastByte) {
    TempDir folder;
    {
        Kept store(folder.path());
        store.on_day(0);
        store.retain("op", day0,
                     {event("d", "zanzibarwort blooms in Linz"),
                      state("zanzibarwort", "colour", "zanzibarwort is blue"), event("e", "pve04 is on")});
        for (const auto* said : {"zanzibarwort blooms", "zanzibarwort blue"})
            EXPECT_TRUE(store.trash(store.id_of(said))) << said;
        store.on_day(29);
        EXPECT_EQ(store.counts().trash, 2u);
        store.on_day(31);
        EXPECT_EQ(store.counts().trash, 0u);
        EXPECT_THAT(store.texts("zanzibarwort", everything), IsEmpty());
        EXPECT_THAT(store.texts("pve04"), SizeIs(1));
        EXPECT_EQ(bytes_of(folder.file("memory.db-wal")).find("zanzibarwort"), std::string::npos);
    }
    EXPECT_EQ(bytes_of(folder.file("memory.db")).find("zanzibarwort"), std::string::npos);
    EXPECT_NE(bytes_of(folder.file("memory.db")).find("pve04"), std::string::npos);
}

TEST(Keeping, CountsWhatABankHoldsByKindAndUse) {
    TempDir folder;
    Kept store(folder.path());
    store.on_day(0);
    store.retain("op", day0,
                 {event("d", "Marta likes tables", {"type:user_preference"}), event("e", "pve04 is on", {"state"}),
                  event("f", "db-7 is up")});
    store.recall("pve04");
    store.recall("pve04");
    store.on_day(3);
    store.recall("db-7");
    const auto counts = store.counts();
    EXPECT_EQ(counts.memories, 3u);
    EXPECT_EQ(counts.current, 3u);
    ASSERT_THAT(counts.kinds, SizeIs(3));
    EXPECT_EQ(counts.kinds[0].name, "unknown");
    EXPECT_EQ(counts.kinds[1].name, "state");
    EXPECT_EQ(counts.kinds[2].name, "user_preference");
    EXPECT_EQ(counts.uses, 3u);
    EXPECT_EQ(counts.last_used, at_millis(day0 + 3 * day));
    EXPECT_EQ(counts.oldest, at_millis(day0));
    EXPECT_GT(counts.store_bytes, 4096u);
}

TEST(Keeping, RemembersUsesOverARestart) {
    TempDir folder;
    {
        Kept store(folder.path());
        store.on_day(0);
        store.retain("op", day0, {event("d", "pve04 is on")});
        store.recall("pve04");
        store.on_day(1);
    }
    Kept store(folder.path());
    EXPECT_EQ(store.counts().uses, 1u);
}

}  // namespace
}  // namespace wm::test
