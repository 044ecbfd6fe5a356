#include "cli/commands.hpp"
#include "cli/hermes_home.hpp"
#include "cli/hot_sidecar.hpp"
#include "policies/hot_file.hpp"

#include <gmock/gmock.h>
#include <boost/json.hpp>

#include <filesystem>
#include <fstream>

namespace wm::cli {
namespace {

namespace fs = std::filesystem;
namespace json = boost::json;
namespace hot = policies::hot;
using testing::HasSubstr;
using testing::Not;

const std::string decided = "2024-01-02: decided and configured the firewall of Lyon.";
const std::string secret = std::string("ghp") + "_aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0dE3gF6";

struct HermesAudit : testing::Test {
    fs::path home = fs::path(testing::TempDir()) / "hermes_audit";

    void SetUp() override {
        fs::remove_all(home);
        fs::create_directories(home / "memories");
    }
    void write(const std::string& name, const std::string& text) {
        std::ofstream(home / name, std::ios::binary) << text;
    }
    std::string run(bool as_json) {
        testing::internal::CaptureStdout();
        HermesAuditOptions options;
        options.home = home.string();
        options.json = as_json;
        code = hermes_audit(options);
        return testing::internal::GetCapturedStdout();
    }
    json::object file(const std::string& out, std::size_t place = 0) {
        return json::parse(out).as_object().at("files").as_array().at(place).as_object();
    }
    int code = -1;
};

TEST_F(HermesAudit, TellsTypeAgePlanAndPlaceOfEachEntry) {
    write("memories/MEMORY.md", hot::join({"Prefers tea.", decided}));
    write(
        "memories/MEMORY.meta.json",
        write_sidecar({{hot::key_of(decided), {hot::Kind::state, WallTime{} + std::chrono::days(19000), {}, false}}}));
    const auto seen = file(run(true));
    EXPECT_EQ(code, done);
    EXPECT_EQ(seen.at("limit").to_number<std::size_t>(), 2200u) << "Hermes' own";
    const auto& entries = seen.at("entries").as_array();
    ASSERT_EQ(entries.size(), 2u);
    EXPECT_EQ(entries[0].at("type"), "rule");
    EXPECT_EQ(entries[0].at("place"), "keep");
    EXPECT_EQ(entries[0].at("age_days"), 0);
    EXPECT_EQ(entries[1].at("type"), "state");
    EXPECT_EQ(entries[1].at("plan"), "sink_state");
    EXPECT_EQ(entries[1].at("place"), "sink");
    EXPECT_GT(entries[1].at("age_days").as_int64(), 1000);
}

TEST_F(HermesAudit, TakesHermesOwnLimits) {
    write("config.yaml", "memory:\n  memory_char_limit: 100\n  user_char_limit: 50\n");
    write("memories/MEMORY.md", std::string(85, 'x'));
    write("memories/USER.md", std::string(20, 'y'));
    const auto out = run(true);
    EXPECT_EQ(file(out, 0).at("pressure"), "hard");
    EXPECT_EQ(file(out, 1).at("limit").to_number<std::size_t>(), 50u);
    EXPECT_EQ(file(out, 1).at("pressure"), "none");
}

TEST_F(HermesAudit, ReadsAnyFileOfThatForm) {
    write("notes.md", hot::join({"Prefers tea.", "prefers tea"}));
    HermesAuditOptions options;
    options.file = (home / "notes.md").string();
    options.json = true;
    testing::internal::CaptureStdout();
    EXPECT_EQ(hermes_audit(options), done);
    const auto seen = file(testing::internal::GetCapturedStdout());
    EXPECT_EQ(seen.at("limit").to_number<std::size_t>(), 5000u);
    EXPECT_EQ(seen.at("entries").as_array()[1].as_object().at("plan"), "drop_duplicate");
    EXPECT_EQ(seen.at("entries").as_array()[1].as_object().at("place"), "keep") << "the other says it";
    options.file += ".txt";
    EXPECT_EQ(hermes_audit(options), failed);
}

TEST_F(HermesAudit, ChangesNothingAndShowsNoSecret) {
    write("memories/MEMORY.md", hot::join({"The key is " + secret, decided}));
    const auto out = run(false);
    EXPECT_THAT(out, Not(HasSubstr(secret)));
    EXPECT_THAT(out, HasSubstr("No entry has been typed yet"));
    EXPECT_EQ(std::distance(fs::directory_iterator(home / "memories"), {}), 1) << "no sidecar, no lock, no draft";
    EXPECT_THAT(run(true), Not(HasSubstr(secret)));
}

TEST_F(HermesAudit, SaysThatAFileIsNotAsHermesWritesIt) {
    write("memories/MEMORY.md", "# Notes\n\nPrefers tea.\n");
    EXPECT_THAT(run(false), HasSubstr("Hermes would refuse to change this file"));
    fs::remove_all(home);
    EXPECT_EQ(run(false), "");
    EXPECT_EQ(code, failed);
}

TEST(HotSidecar, ReadsWhatItWrites) {
    const hot::Sidecar sidecar{
        {hot::key_of("a"), {hot::Kind::state, WallTime{std::chrono::milliseconds{1234567890123}}, 0.9, false}},
        {hot::key_of("b"), {hot::Kind::rule, WallTime{}, {}, true}}};
    EXPECT_EQ(read_sidecar(write_sidecar(sidecar)), sidecar);
    EXPECT_EQ(read_sidecar(""), hot::Sidecar{});
}

TEST(HotSidecar, LeavesOutWhatItCannotRead) {
    const auto key = hot::key_of("a");
    for (const std::string text : {"{", "[]", "7", "{}", R"({"entries":7})"}) EXPECT_FALSE(read_sidecar(text)) << text;
    for (const auto& entry :
         std::vector<std::string>{R"("short":{"kind":"rule","since":"2026-01-01T00:00:00Z"})",
                                  R"(")" + key + R"(":{"kind":"x","since":"2026-01-01T00:00:00Z"})",
                                  R"(")" + key + R"(":{"kind":"rule","since":"yesterday"})", R"(")" + key + R"(":7)"})
        EXPECT_EQ(read_sidecar("{\"entries\":{" + std::string(entry) + "}}"), hot::Sidecar{}) << entry;
    const auto odd = read_sidecar(R"({"entries":{")" + key +
                                  R"(":{"kind":"rule","since":"2026-01-01T00:00:00Z","importance":7,"new":1}}})");
    EXPECT_EQ(odd->at(key).importance, 1.0);
}

TEST(HermesHome, IsTheFolderOfTheProfile) {
    EXPECT_EQ(hermes_home("/h", ""), "/h");
    EXPECT_EQ(hermes_home("/h", "default"), "/h");
    EXPECT_EQ(hermes_home("/h", "work"), "/h/profiles/work");
}

}  // namespace
}  // namespace wm::cli
