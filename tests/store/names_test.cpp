#include "store/names.hpp"

#include "tests/store/support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

namespace wm::test {
namespace {

using testing::ElementsAre;

struct Now final : Workers {  // each job at once
    void run(std::function<void()> work) override { work(); }
};
struct Taken {
    void deliver(NamesLoaded loaded) {
        for (const auto& row : loaded.rows)
            rows.push_back(row.place.scope.str() + "/" + row.place.user.str() + "/" + row.name);
        ++answers;
    }
    std::vector<std::string> rows;
    int answers = 0;
};

struct NamesFile : testing::Test {
    TempDir folder;
    Now workers;
    std::unique_ptr<SqliteNames> open() {
        return std::get<std::unique_ptr<SqliteNames>>(SqliteNames::open(folder.path(), workers));
    }
    std::vector<std::string> rows() {
        Taken taken;
        open()->load(taken);
        EXPECT_EQ(taken.answers, 1);
        return taken.rows;
    }
    const policies::NamePlace business{ScopeName("business"), {}}, ana{ScopeName("personal"), UserId("u_ana")};
};

TEST_F(NamesFile, KeepsNamesInTheirOrderAndForEachPlaceApart) {
    open()->save(business, {{"kestrovane", "brennwald"}, {}});
    open()->save(ana, {{"brennwald"}, {}});
    EXPECT_THAT(rows(), ElementsAre("business//kestrovane", "business//brennwald", "personal/u_ana/brennwald"));
}

TEST_F(NamesFile, ForgetsANameInItsOwnPlaceAlone) {
    open()->save(business, {{"brennwald", "pve04"}, {}});
    open()->save(ana, {{"brennwald"}, {}});
    open()->save(business, {{"pve05"}, {"brennwald"}});
    EXPECT_THAT(rows(), ElementsAre("business//pve04", "personal/u_ana/brennwald", "business//pve05"));
}

TEST_F(NamesFile, TakesANameTwiceAsOnce) {
    open()->save(business, {{"brennwald"}, {}});
    open()->save(business, {{"brennwald"}, {}});
    EXPECT_THAT(rows(), ElementsAre("business//brennwald"));
}

TEST_F(NamesFile, SaysWhatIsWrongWithAFileThatIsNoneOfOurs) {
    std::ofstream(folder.file("names.db")) << "this is no database at all, but long enough to be read as one";
    const auto opened = SqliteNames::open(folder.path(), workers);
    ASSERT_TRUE(std::holds_alternative<StoreError>(opened));
    EXPECT_THAT(std::get<StoreError>(opened).message, testing::HasSubstr("names.db"));
}

}  // namespace
}  // namespace wm::test
