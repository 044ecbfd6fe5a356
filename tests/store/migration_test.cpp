// Each version of the memory store's tables is made as it was, filled, and brought forward.

#include "store/keeping.hpp"
#include "store/memories.hpp"
#include "store/memory_schema.hpp"
#include "tests/store/embedded_support.hpp"

#include <gmock/gmock.h>

namespace wm::test {
namespace {

constexpr std::int64_t then = 1'780'000'000'000;

// What version 1 held of one memory; its index is made anew, as it is for every store that a new tokenizer opens.
constexpr const char* one_memory =
    "INSERT INTO banks(id, name) VALUES(1, 'wetopi-platform');"
    "INSERT INTO operations VALUES(1, 'op', 1, 1780000000000);"
    "INSERT INTO documents VALUES(1, 1, 'turn:1', x'00', 'op', '', 'platform', 'pve04 is offline', 1780000000000);"
    "INSERT INTO memories(bank, document, type, text, subject, attribute, subject_key, attribute_key, valid_from,"
    " recorded_at, current) VALUES(1, 1, 1, 'pve04 is offline', '', '', '', '', 1780000000000, 1780000000000, 1);";

void make(const std::string& folder, std::size_t version, const std::string& fill) {
    const auto& now = memory_schema();
    auto opened = Database::open(folder + "/memory.db", {now.application_id, now.what, now.steps.first(version)});
    ASSERT_TRUE(std::holds_alternative<Database>(opened)) << std::get<StoreError>(opened).message;
    ASSERT_TRUE(std::get<Database>(opened).exec(fill.c_str()));
}

MemoryTable open_table(const std::string& folder) { return std::get<MemoryTable>(MemoryTable::open(folder)); }

std::size_t found(MemoryTable& table, const std::string& question) {
    return table.find(bank("platform"), question, observations, 20)->size();
}

TEST(Migration, BringsAStoreOfEveryVersionForward) {
    for (std::size_t version = 1; version < memory_schema().steps.size(); ++version) {
        SCOPED_TRACE(version);
        TempDir folder;
        make(folder.path(), version, "UPDATE banks SET name = name;");
        {
            const auto name = bank("platform").str();
            auto fill = std::string(one_memory);
            fill.replace(fill.find("wetopi-platform"), 15, name);
            auto opened = Database::open(folder.file("memory.db"),
                                         {memory_store_id, "memory store", memory_schema().steps.first(version)});
            ASSERT_TRUE(std::get<Database>(opened).exec(fill.c_str()));
        }
        auto table = open_table(folder.path());
        EXPECT_EQ(found(table, "pve04"), 1u);
        MemoryKeeping keeping(table.database());
        EXPECT_EQ(keeping.counts(bank("platform"))->current, 1u);
        ASSERT_TRUE(
            table.retain(bank("platform"),
                         {ScopeName("platform"), OperationId("later"), at_millis(then), {event("d", "db-7 is up")}},
                         at_millis(then)));
        EXPECT_EQ(found(table, "db-7"), 1u);
    }
}

// Forms that were made before the rows' own columns stood beside them.
TEST(Migration, KeepsTheFormsOfVersionTwo) {
    TempDir folder;
    const auto name = bank("platform").str();
    auto fill = std::string(one_memory);
    fill.replace(fill.find("wetopi-platform"), 15, name);
    const auto indexed = index_text("pve04 is offline", "", at_millis(then));
    make(folder.path(), 2, fill);
    {
        auto opened =
            Database::open(folder.file("memory.db"), {memory_store_id, "memory store", memory_schema().steps.first(2)});
        auto& db = std::get<Database>(opened);
        const auto blob = packed(indexed.forms);
        ASSERT_TRUE(Statement(db, "INSERT INTO forms VALUES(1, 1, ?)")
                        .with(std::as_bytes(std::span(blob.data(), blob.size())))
                        .run());
        ASSERT_TRUE(Statement(db, "INSERT INTO words(rowid, terms) VALUES(1, ?)").with(index_words(1, indexed)).run());
        ASSERT_TRUE(Statement(db, "INSERT INTO meta VALUES('index_version', ?)").with(index_version).run());
    }
    auto table = open_table(folder.path());
    EXPECT_EQ(found(table, "pve04"), 1u);
}

}  // namespace
}  // namespace wm::test
