#include "store/backup.hpp"
#include "store/memories.hpp"
#include "tests/store/support.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

namespace wm::test {
namespace {

using testing::HasSubstr;

constexpr std::int64_t t0 = 1'780'000'000'000;

MemoryTable open_table(const std::string& folder) { return std::get<MemoryTable>(MemoryTable::open(folder)); }

void keep(MemoryTable& table, const std::string& text) {
    RetainBatch batch{ScopeName("platform"), OperationId("op " + text), at_millis(t0), {}};
    batch.items.push_back({DocumentId("doc " + text), {text}, "", {}, "", ""});
    ASSERT_TRUE(table.retain(bank("platform"), batch, at_millis(t0)));
}
std::size_t found(MemoryTable& table, const std::string& question) {
    return table.find(bank("platform"), question, {MemoryType::observation}, 5)->size();
}

TEST(Backup, IsTheStoreOfOneMomentWhileItGoesOn) {
    TempDir folder, elsewhere;
    auto table = open_table(folder.path());
    keep(table, "pve04 is offline");
    const auto file = elsewhere.file("memory.db");
    EXPECT_FALSE(back_up(folder.path(), file));
    keep(table, "db-7 is offline");
    EXPECT_EQ(std::filesystem::status(file).permissions(), std::filesystem::perms(0600));
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(elsewhere.path()), {}), 1);
    auto copy = open_table(elsewhere.path());
    EXPECT_EQ(found(copy, "pve04"), 1u);
    EXPECT_EQ(found(copy, "db-7"), 0u);
    EXPECT_EQ(found(table, "db-7"), 1u);
}

TEST(Backup, ReplacesNoFileAndLeavesNoneBehind) {
    TempDir folder, elsewhere;
    EXPECT_THAT(back_up(folder.path(), elsewhere.file("copy.db"))->message, HasSubstr("is data_dir right?"));
    auto table = open_table(folder.path());
    std::ofstream(elsewhere.file("copy.db")) << "mine";
    EXPECT_THAT(back_up(folder.path(), elsewhere.file("copy.db"))->message, HasSubstr("exists"));
    EXPECT_EQ(std::filesystem::file_size(elsewhere.file("copy.db")), 4u);
    EXPECT_THAT(back_up(folder.path(), elsewhere.file("no/copy.db"))->message, HasSubstr("cannot be created"));
}

TEST(Backup, RefusesWhatIsNoMemoryStore) {
    TempDir folder, elsewhere;
    std::ofstream(folder.file("memory.db")) << std::string(8192, 'x');
    EXPECT_TRUE(back_up(folder.path(), elsewhere.file("copy.db")));
    EXPECT_TRUE(std::filesystem::is_empty(elsewhere.path()));
}

// What a killed process leaves: the file, and a log that was not brought into it.
TEST(Backup, IsMadeOfAStoreThatWasLeftBehindWithItsLog) {
    TempDir folder, left, elsewhere;
    auto table = open_table(folder.path());
    keep(table, "pve04 is offline");
    for (const auto* part : {"memory.db", "memory.db-wal"}) std::filesystem::copy(folder.file(part), left.file(part));
    EXPECT_FALSE(back_up(left.path(), elsewhere.file("memory.db")));
    auto copy = open_table(elsewhere.path());
    EXPECT_EQ(found(copy, "pve04"), 1u);
    auto opened = open_table(left.path());
    EXPECT_EQ(found(opened, "pve04"), 1u);
}

}  // namespace
}  // namespace wm::test
