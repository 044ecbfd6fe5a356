// A spool of whose file a page is damaged: the rest goes on, the file is kept, and it is told.
#include "store/spool_salvage.hpp"
#include "tests/store/spool_support.hpp"

#include <gmock/gmock.h>

#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

namespace wm::test {
namespace {

constexpr int batches = 200;
constexpr long page_bytes = 4096;

std::string operation(int number) { return "op-" + std::to_string(1000 + number); }

void fill(const std::string& folder) {
    SpoolBench bench(folder);
    std::vector<SpooledBatch> all;
    for (int i = 0; i < batches; ++i) all.push_back(batch(operation(i), std::string(300, 'x')));
    ASSERT_EQ(bench.commit("t1", all).status, TurnCommitted::Status::committed);
}
void overwrite_page(const std::string& path, long page) {
    std::FILE* file = std::fopen(path.c_str(), "r+b");
    ASSERT_TRUE(file);
    std::fseek(file, page * page_bytes, SEEK_SET);
    const std::string noise(page_bytes, '\xa5');
    std::fwrite(noise.data(), 1, noise.size(), file);
    std::fclose(file);
}
long pages_of(const std::string& path) { return static_cast<long>(std::filesystem::file_size(path)) / page_bytes; }

TEST(Salvage, SavesTheRestOfASpoolWhicheverPageIsDamaged) {
    std::size_t salvaged = 0, costly = 0;
    TempDir whole;
    fill(whole.path());
    const auto pages = pages_of(whole.file("spool.db"));
    ASSERT_GT(pages, 20);
    for (long page = 1; page < pages; ++page) {
        TempDir folder;
        std::filesystem::copy_file(whole.file("spool.db"), folder.file("spool.db"));
        overwrite_page(folder.file("spool.db"), page);
        SpoolBench bench(folder.path());
        const auto left = bench.operations();
        EXPECT_TRUE(std::is_sorted(left.begin(), left.end())) << "page " << page;
        if (bench.spool->counts().corrupt == 0) continue;  // a page that nothing uses
        ++salvaged;
        costly += left.size() + 20 < static_cast<std::size_t>(batches);
        EXPECT_TRUE(std::filesystem::exists(folder.file("spool.db.damaged-1"))) << "page " << page;
        EXPECT_EQ(bench.commit("t-new", {batch("op-new")}).status, TurnCommitted::Status::committed);
    }
    EXPECT_GT(salvaged, 10u);
    EXPECT_LE(costly, 2u)
        << "only the roots of the table and of the schema may take more than a page of rows with them";
}

TEST(Salvage, LosesOnlyWhatLiesOnTheDamagedPage) {
    TempDir folder;
    fill(folder.path());
    // A leaf in the middle of the rows: the page that holds the bytes of one of them.
    std::FILE* file = std::fopen(folder.file("spool.db").c_str(), "rb");
    std::string bytes(std::filesystem::file_size(folder.file("spool.db")), 0);
    ASSERT_EQ(std::fread(bytes.data(), 1, bytes.size(), file), bytes.size());
    std::fclose(file);
    overwrite_page(folder.file("spool.db"), static_cast<long>(bytes.find("turn:" + operation(100))) / page_bytes);
    SpoolBench bench(folder.path());
    const auto left = bench.operations();
    EXPECT_LT(left.size(), static_cast<std::size_t>(batches));
    EXPECT_GT(left.size(), static_cast<std::size_t>(batches) - 20);
    EXPECT_THAT(left, testing::Contains(operation(0)));
    EXPECT_THAT(left, testing::Contains(operation(batches - 1)));
    EXPECT_EQ(bench.spool->counts().corrupt, 1u);
    EXPECT_EQ(bench.commit("t1", {batch("op-again")}).status, TurnCommitted::Status::seen_before)
        << "the marks of judged turns are saved too";
    EXPECT_GT(bench.commit("t2", {batch("op-next")}).ids.at(0), static_cast<SpoolId>(batches));
}

TEST(Salvage, CompletesWhatACrashInterrupted) {
    TempDir folder, other;
    fill(folder.path());
    fill(other.path());
    std::filesystem::rename(other.file("spool.db"), folder.file("spool.db.salvaged"));
    overwrite_page(folder.file("spool.db"), 3);
    SpoolBench bench(folder.path());
    EXPECT_EQ(bench.operations().size(), static_cast<std::size_t>(batches));
    EXPECT_TRUE(std::filesystem::exists(folder.file("spool.db.damaged-1")));
    EXPECT_FALSE(std::filesystem::exists(folder.file("spool.db.salvaged")));
}

}  // namespace
}  // namespace wm::test
