#include "store/lock.hpp"
#include "tests/store/support.hpp"

#include <gmock/gmock.h>

#include <sys/wait.h>
#include <unistd.h>

namespace wm::test {
namespace {

TEST(DataDirLock, RefusesASecondHolderAndNamesTheFirst) {
    TempDir folder;
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        auto held = DataDirLock::acquire(folder.path());
        const char held_it = std::holds_alternative<DataDirLock>(held) ? 'y' : 'n';
        if (write(ends[1], &held_it, 1) != 1) _exit(1);
        pause();
        _exit(0);
    }
    char held_it = 0;
    ASSERT_EQ(read(ends[0], &held_it, 1), 1);
    ASSERT_EQ(held_it, 'y');
    auto second = DataDirLock::acquire(folder.path());
    ASSERT_TRUE(std::holds_alternative<StoreError>(second));
    const auto& message = std::get<StoreError>(second).message;
    char name[256] = {};
    gethostname(name, sizeof name - 1);
    EXPECT_THAT(message, testing::HasSubstr("pid " + std::to_string(child) + " on " + name));
    EXPECT_THAT(message, testing::HasSubstr(folder.path()));
    kill(child, SIGKILL);  // however it ends, the lock goes with it
    waitpid(child, nullptr, 0);
    EXPECT_TRUE(std::holds_alternative<DataDirLock>(DataDirLock::acquire(folder.path())));
    close(ends[0]);
    close(ends[1]);
}

TEST(DataDirLock, IsFreeAgainOnceLetGoOf) {
    TempDir folder;
    {
        const auto first = DataDirLock::acquire(folder.path());
        EXPECT_EQ(first.index(), 0u);
    }
    EXPECT_EQ(DataDirLock::acquire(folder.path()).index(), 0u);
}

TEST(DataDirLock, MakesTheDirectoryForItsOwnerAlone) {
    TempDir folder;
    const auto data_dir = folder.file("a/b/data");
    const auto held = DataDirLock::acquire(data_dir);
    ASSERT_EQ(held.index(), 0u);
    EXPECT_EQ(std::filesystem::status(data_dir).permissions(), std::filesystem::perms::owner_all);
}

TEST(DataDirLock, SaysWhatIsWrongWithADirectoryThatIsAFile) {
    TempDir folder;
    std::fclose(std::fopen(folder.file("data").c_str(), "w"));
    const auto held = DataDirLock::acquire(folder.file("data"));
    ASSERT_EQ(held.index(), 1u);
    EXPECT_THAT(std::get<StoreError>(held).message, testing::HasSubstr("data_dir"));
}

}  // namespace
}  // namespace wm::test
