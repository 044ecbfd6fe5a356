#include "cli/dead_letters.hpp"

#include "cli/commands.hpp"
#include "store/seal.hpp"

#include <boost/json.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/stat.h>
#include <unistd.h>
#include <filesystem>

namespace wm::cli {
namespace {

using testing::HasSubstr;
using What = DeadLetterWork::What;
using Status = DeadLettersAnswered::Status;

std::string wrong(const std::string& body) {
    const auto read = read_dead_letter_work(body);
    const auto* message = std::get_if<std::string>(&read);
    return message ? *message : "";
}

TEST(DeadLetterPage, ReadsWhatIsAsked) {
    const auto work =
        std::get<DeadLetterWork>(read_dead_letter_work(R"({"do":"fix","ids":[7],"item":1,"text":"better","most":5})"));
    EXPECT_EQ(work.what, What::fix);
    EXPECT_EQ(work.ids, std::vector<SpoolId>{7});
    EXPECT_EQ(work.item, 1u);
    EXPECT_EQ(work.text.text, "better");
    EXPECT_EQ(work.most, 5u);
}

TEST(DeadLetterPage, SaysWhatIsWrongWithAQuestion) {
    EXPECT_THAT(wrong("no json"), HasSubstr("JSON object"));
    EXPECT_THAT(wrong(R"({"do":"burn"})"), HasSubstr("list, show"));
    EXPECT_THAT(wrong(R"({"do":"show"})"), HasSubstr("needs"));
    EXPECT_THAT(wrong(R"({"do":"drop"})"), HasSubstr("needs")) << "nothing is dropped for want of a number";
    EXPECT_THAT(wrong(R"({"do":"fix","ids":[1,2]})"), HasSubstr("one id"));
    EXPECT_THAT(wrong(R"({"do":"list","ids":[-1]})"), HasSubstr("positive"));
    EXPECT_THAT(wrong(R"({"do":"list","most":1001})"), HasSubstr("1000"));
    EXPECT_THAT(wrong(R"({"do":"list","ids":"all"})"), HasSubstr("list"));
}

TEST(DeadLetterPage, ShowsLettersAndAnswersRefusalsWithAStatusOfTheirOwn) {
    DeadLettersAnswered answer{.ticket = 1, .status = Status::done};
    answer.letters.push_back({.id = 7, .reason = "rejected", .bytes = 90, .readable = true, .spooled = {}});
    answer.letters[0].spooled.batch.items.push_back({DocumentId("d"), {"pve04"}, "", {}, "", ""});
    const auto page = dead_letters_page(answer);
    EXPECT_EQ(page.status, 200);
    const auto body = boost::json::parse(page.body);
    EXPECT_EQ(body.at("dead_letters").at(0).at("id").as_int64(), 7);
    EXPECT_EQ(body.at("dead_letters").at(0).at("items").at(0).at("text").as_string(), "pve04");
    for (const auto& [status, number] : {std::pair{Status::unknown_letter, 404},
                                         {Status::unknown_item, 404},
                                         {Status::unreadable_letter, 409},
                                         {Status::full, 507},
                                         {Status::failed, 503}}) {
        EXPECT_EQ(dead_letters_page({.status = status}).status, number);
        EXPECT_THAT(dead_letters_page({.status = status}).body, HasSubstr("error"));
    }
}

TEST(SpoolKey, PutsANewKeyInFrontAndKeepsTheOldOnes) {
    const auto file = std::filesystem::temp_directory_path() / ("wm-keys-" + std::to_string(getpid()));
    ASSERT_EQ(spool_key(file.string()), done);
    const auto first = std::get<Keyring>(Keyring::read(file.string(), {}));
    ASSERT_EQ(spool_key(file.string()), done);
    const auto second = std::get<Keyring>(Keyring::read(file.string(), {}));
    EXPECT_NE(second.current(), first.current());
    EXPECT_TRUE(second.holds(first.current()));
    struct stat about{};
    ASSERT_EQ(::stat(file.c_str(), &about), 0);
    EXPECT_EQ(about.st_mode & 0777, 0600u);
    std::filesystem::remove(file);
}

}  // namespace
}  // namespace wm::cli
