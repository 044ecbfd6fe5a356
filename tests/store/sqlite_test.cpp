#include "store/sqlite.hpp"
#include "tests/store/support.hpp"

#include <gmock/gmock.h>

#include <sys/stat.h>
#include <array>
#include <fstream>

namespace wm::test {
namespace {

using testing::HasSubstr;

constexpr std::array one{"CREATE TABLE t(a INTEGER, b TEXT)"};
constexpr std::array two{"CREATE TABLE t(a INTEGER, b TEXT)", "ALTER TABLE t ADD COLUMN c TEXT DEFAULT 'new'"};
constexpr std::uint32_t mine = 0x11223344;

Database opened(const std::string& path, const Schema& schema) {
    auto result = Database::open(path, schema);
    if (auto* error = std::get_if<StoreError>(&result)) throw std::runtime_error(error->message);
    return std::get<Database>(std::move(result));
}
std::string refusal(const std::string& path, const Schema& schema) {
    const auto result = Database::open(path, schema);
    const auto* error = std::get_if<StoreError>(&result);
    return error ? error->message : "opened";
}

TEST(Sqlite, KeepsTheFileForItsOwnerAlone) {
    TempDir folder;
    auto db = opened(folder.file("x.db"), {mine, "thing", one});
    for (const auto* name : {"x.db", "x.db-wal", "x.db-shm"}) {
        struct stat file{};
        ASSERT_EQ(stat(folder.file(name).c_str(), &file), 0) << name;
        EXPECT_EQ(file.st_mode & 0777, 0600u) << name;
    }
}

TEST(Sqlite, BindsEveryKindOfValueAndReadsItBack) {
    TempDir folder;
    auto db = opened(folder.file("x.db"), {mine, "thing", one});
    const std::array bytes{std::byte{0}, std::byte{255}};
    Statement echo(db, "SELECT ?, ?, ?, ?, ?");
    ASSERT_EQ(echo.with(std::int64_t{-5}, 2.5, std::string_view("a\0b", 3), Bytes(bytes), std::optional<int>()).step(),
              Step::row);
    EXPECT_EQ(echo.integer(0), -5);
    EXPECT_EQ(echo.real(1), 2.5);
    EXPECT_EQ(echo.text(2), std::string_view("a\0b", 3));
    EXPECT_EQ(echo.bytes(3).size(), 2u);
    EXPECT_TRUE(echo.null(4));
}

TEST(Sqlite, FailsAStatementThatIsBoundByHalf) {
    TempDir folder;
    auto db = opened(folder.file("x.db"), {mine, "thing", one});
    Statement insert(db, "INSERT INTO t VALUES(?, ?)");
    EXPECT_FALSE(insert.with(1).run());
    EXPECT_FALSE(insert.with(1, "x", 2).run());
    EXPECT_TRUE(insert.with(1, "x").run());
    EXPECT_FALSE(insert.run());  // bound once, run once
    EXPECT_FALSE(Statement(db, "SELEC 1").with().run());
}

TEST(Sqlite, RollsBackWhatIsNotCommitted) {
    TempDir folder;
    auto db = opened(folder.file("x.db"), {mine, "thing", one});
    {
        Transaction transaction(db);
        EXPECT_TRUE(db.exec("INSERT INTO t VALUES(1, 'x')"));
    }
    Statement count(db, "SELECT count(*) FROM t");
    ASSERT_EQ(count.with().step(), Step::row);
    EXPECT_EQ(count.integer(0), 0);
}

TEST(Sqlite, ReadsOneStateAsLongAsASnapshotLives) {
    TempDir folder;
    auto reader = opened(folder.file("x.db"), {mine, "thing", one});
    auto writer = opened(folder.file("x.db"), {mine, "thing", one});
    const auto rows = [&] {
        Statement count(reader, "SELECT count(*) FROM t");
        return count.with().step() == Step::row ? count.integer(0) : -1;
    };
    {
        const Snapshot snapshot(reader);
        EXPECT_EQ(rows(), 0);
        ASSERT_TRUE(writer.exec("INSERT INTO t VALUES(1, 'x')"));
        EXPECT_EQ(rows(), 0);
    }
    EXPECT_EQ(rows(), 1);
}

TEST(Sqlite, LeavesATransactionAloneThatASnapshotIsTakenIn) {
    TempDir folder;
    auto db = opened(folder.file("x.db"), {mine, "thing", one});
    Transaction transaction(db);
    { const Snapshot snapshot(db); }
    EXPECT_TRUE(db.in_transaction());
}

TEST(Sqlite, MovesAnOlderFileForward) {
    TempDir folder;
    { EXPECT_TRUE(opened(folder.file("x.db"), {mine, "thing", one}).exec("INSERT INTO t VALUES(1, 'x')")); }
    auto db = opened(folder.file("x.db"), {mine, "thing", two});
    Statement read(db, "SELECT c FROM t");
    ASSERT_EQ(read.with().step(), Step::row);
    EXPECT_EQ(read.text(0), "new");
}

TEST(Sqlite, RefusesAFileOfANewerVersion) {
    TempDir folder;
    { auto db = opened(folder.file("x.db"), {mine, "thing", two}); }
    EXPECT_THAT(refusal(folder.file("x.db"), {mine, "thing", one}), HasSubstr("schema version 2"));
}

TEST(Sqlite, RefusesADatabaseOfSomebodyElse) {
    TempDir folder;
    { auto db = opened(folder.file("x.db"), {mine + 1, "other thing", one}); }
    EXPECT_THAT(refusal(folder.file("x.db"), {mine, "thing", one}), HasSubstr("not a thing"));
}

TEST(Sqlite, NamesTheFileAndTheRemedyWhenItIsDamaged) {
    TempDir folder;
    const auto path = folder.file("x.db");
    {
        auto db = opened(path, {mine, "thing", one});
        Transaction transaction(db);
        Statement insert(db, "INSERT INTO t VALUES(?, ?)");
        for (int i = 0; i < 2000; ++i) ASSERT_TRUE(insert.with(i, std::string(50, 'x')).run());
        ASSERT_TRUE(transaction.commit());
    }
    const auto size = std::filesystem::file_size(path);
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(static_cast<std::streamoff>(size / 2 / 4096 * 4096));
    file << std::string(4096, '\xee');
    file.close();
    const auto message = refusal(path, {mine, "thing", one});
    EXPECT_THAT(message, HasSubstr(path));
    EXPECT_THAT(message, HasSubstr("backup"));
}

TEST(Sqlite, SaysThatADirectoryIsMissing) {
    TempDir folder;
    EXPECT_THAT(refusal(folder.file("nowhere/x.db"), {mine, "thing", one}), HasSubstr("directory exists"));
}

TEST(Sqlite, EndsAQueryWhenItIsToldTo) {
    TempDir folder;
    auto db = opened(folder.file("x.db"), {mine, "thing", one});
    int asked = 0;
    db.interrupt_when([&] { return ++asked > 3; });
    Statement endless(db, "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n");
    EXPECT_EQ(endless.with().step(), Step::failed);
    db.interrupt_when({});
    EXPECT_EQ(Statement(db, "SELECT 1").with().step(), Step::row);
}

}  // namespace
}  // namespace wm::test
