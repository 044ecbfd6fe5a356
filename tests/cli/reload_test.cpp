#include "cli/reload_desk.hpp"
#include "cli/rule_source.hpp"
#include "config/defaults.hpp"

#include <boost/asio/io_context.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <optional>

namespace wm::cli {
namespace {

using testing::HasSubstr;

struct AtOnce final : Workers {
    void run(std::function<void()> work) override { work(); }
};
struct Loaded {
    void deliver(RulesLoaded loaded) { got = std::move(loaded); }
    std::optional<RulesLoaded> got;
};
struct Trail final : Audit {
    void note(AuditEntry entry) override { verdicts.push_back(entry.verdict); }
    std::vector<std::string> verdicts;
};
struct Keeper {  // answers what it is told, or is full
    Delivery tell(ReloadWanted wanted) {
        if (full) return Delivery::full;
        wanted.reply_to.deliver({wanted.ticket, ReloadStatus::reloaded, 2, 7, "abc", {}});
        return Delivery::accepted;
    }
    bool full = false;
};

TEST(PackSource, ReadsTheOperatorsFolderEachTimeAndNamesWhatIsWrongThere) {
    const auto folder = std::filesystem::temp_directory_path() / ("wm-pack-source-" + std::to_string(getpid()));
    std::filesystem::create_directories(folder);
    auto settings = config::default_settings();
    settings.routing.rules_dir = folder.string();
    AtOnce workers;
    PackSource source(settings, workers);
    Loaded before, after, broken;
    source.load(before);
    std::ofstream(folder / "a.yaml") << "version: 1\nscope: platform\nrules: [{id: a, weight: 1, words: [zorbing]}]\n";
    source.load(after);
    std::ofstream(folder / "b.yaml") << "version: 1\nscope: nowhere\n";
    source.load(broken);
    std::filesystem::remove_all(folder);
    const auto& first = std::get<RuleSet>(before.got->result);
    const auto& second = std::get<RuleSet>(after.got->result);
    EXPECT_EQ(second.count, first.count + 1);
    EXPECT_NE(second.fingerprint, first.fingerprint);
    EXPECT_EQ(second.compiled->route("zorbing", {}, 3).scopes.at(0).scope, ScopeName("platform"));
    EXPECT_THAT(std::get<RuleProblems>(broken.got->result),
                testing::ElementsAre(HasSubstr("b.yaml:2: scope: is a scope without a store")));
}

TEST(ReloadDesk, GivesEachAskerItsOwnAnswer) {
    boost::asio::io_context io;
    Keeper keeper;
    Trail trail;
    ReloadDesk desk(io, keeper, trail);
    std::vector<PageAnswer> answers;
    desk.ask([&](PageAnswer answer) { answers.push_back(std::move(answer)); });
    desk.ask({});  // a signal waits for none
    io.run();
    ASSERT_EQ(answers.size(), 1u);
    EXPECT_EQ(answers[0].status, 200);
    EXPECT_EQ(answers[0].body, R"({"status":"reloaded","generation":2,"rules":7,"fingerprint":"abc"})"
                               "\n");
    keeper.full = true;
    desk.ask([&](PageAnswer answer) { answers.push_back(std::move(answer)); });
    io.restart();
    io.run();
    ASSERT_EQ(answers.size(), 2u);
    EXPECT_EQ(answers[1].status, 503);
    EXPECT_EQ(answers[1].body, "{\"status\":\"busy\"}\n");
    EXPECT_THAT(trail.verdicts, testing::ElementsAre("reloaded", "reloaded", "busy"));
}

TEST(ReloadPage, ListsTheProblemsOfWhatWasRefused) {
    const auto page = reload_page({1, ReloadStatus::refused, 1, 5, "abc", {"a.yaml:3: x; y"}});
    EXPECT_EQ(page.status, 422);
    EXPECT_THAT(page.body, HasSubstr(R"("problems":["a.yaml:3: x; y"])"));
}

}  // namespace
}  // namespace wm::cli
