// Dialogues in LoCoMo's format, with what is odd in such files, and the search's figures beside plain FTS5.
#include "cli/locomo.hpp"
#include "cli/commands.hpp"
#include "cli/locomo_score.hpp"

#include <gmock/gmock.h>

#include <boost/json.hpp>

namespace wm::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr auto odd =
    R"([{"sample_id":"c1","conversation":{"speaker_a":"Ana","session_10_date_time":"2:00 pm on 1 June, 2023",
  "session_10":[{"speaker":"Ana","dia_id":"D10:1","text":"later"}],
  "session_2_date_time":"12:09 am on 13 September, 2023","session_2":[{"speaker":"Ben","dia_id":"D2:1","text":"Look!",
    "img_url":["x"],"blip_caption":"a photo of a boat","query":"sailing boat"},{"speaker":"Ana","dia_id":"D2:02"}],
  "session_3_date_time":"1:00 pm","session_3":[]},
  "qa":[{"question":"one","answer":2022,"evidence":["D2:1; D2:02"],"category":1},
        {"question":"two","evidence":["D:2:2","D99:1"],"category":2},{"question":"three","category":5,"adversarial_answer":"x"},
        {"question":"four","evidence":["D"],"category":3},{"question":"five","evidence":"D10:01","category":4}]}])";

TEST(Locomo, ReadsSessionsInTheirOrderAndWhatAPictureShows) {
    const auto dialogues = std::get<std::vector<Dialogue>>(parse_dialogues(odd));
    ASSERT_EQ(dialogues.size(), 1u);
    const auto& sessions = dialogues[0].sessions;
    ASSERT_EQ(sessions.size(), 2u);
    EXPECT_EQ(sessions[0].number, 2);
    EXPECT_EQ(sessions[1].number, 10);
    EXPECT_EQ(sessions[0].turns[0].text, "Look! [a photo of a boat] [sailing boat]");
    EXPECT_EQ(sessions[0].turns[1].id, "D2:2");
}

TEST(Locomo, ReadsEvidenceHoweverItIsWritten) {
    const auto dialogues = std::get<std::vector<Dialogue>>(parse_dialogues(odd));
    const auto& questions = dialogues[0].questions;
    ASSERT_EQ(questions.size(), 5u);
    EXPECT_THAT(questions[0].evidence, ElementsAre("D2:1", "D2:2"));
    EXPECT_THAT(questions[1].evidence, ElementsAre("D2:2"));
    EXPECT_THAT(questions[2].evidence, IsEmpty());
    EXPECT_THAT(questions[3].evidence, IsEmpty());
    EXPECT_THAT(questions[4].evidence, ElementsAre("D10:1"));
    EXPECT_THAT(evidence_ids("D8:6; D9:17 D3:04"), ElementsAre("D8:6", "D9:17", "D3:4"));
}

TEST(Locomo, ReadsTheTimeOfASession) {
    EXPECT_EQ(session_time("1:56 pm on 8 May, 2023"), WallTime(Wall::duration(1'683'554'160'000)));
    EXPECT_EQ(session_time("12:09 am on 13 September, 2023"), WallTime(Wall::duration(1'694'563'740'000)));
    EXPECT_EQ(session_time("yesterday"), std::nullopt);
}

TEST(Locomo, SaysWhatIsWrongWithAFile) {
    const auto error = [](std::string_view text) { return std::get<std::string>(parse_dialogues(text)); };
    EXPECT_THAT(error("{"), HasSubstr("not JSON"));
    EXPECT_THAT(error("{}"), HasSubstr("not a list"));
    EXPECT_THAT(error("[]"), HasSubstr("no conversation"));
    EXPECT_THAT(error(R"([{"sample_id":"x","conversation":{}}])"), HasSubstr("x: "));
    EXPECT_THAT(std::get<std::string>(read_dialogues("/nowhere.json")), HasSubstr("/nowhere.json: cannot be read"));
}

TEST(LocomoScore, CountsSessionsByTheirBestTurnAndTurnsAmongTheFirstTen) {
    LocomoScore score;
    std::vector<RankedTurn> ranked;
    for (int i = 0; i < 12; ++i) ranked.push_back({i < 2 ? "1" : std::to_string(i), "D1:" + std::to_string(i)});
    score.add(ranked, {{"1", "D1:1"}, {"11", "D1:11"}}, 5);
    score.add(ranked, {{"4", "D1:4"}}, 7);
    score.add(ranked, {{"none", "D1:4"}}, 9);
    const auto figures = score.figures();
    EXPECT_NEAR(figures.at("session_hit@1").as_double(), 1.0 / 3, 1e-3);
    EXPECT_NEAR(figures.at("session_hit@5").as_double(), 2.0 / 3, 1e-3);
    EXPECT_NEAR(figures.at("turn_recall@10").as_double(), 1.5 / 3, 1e-3);
    EXPECT_EQ(figures.at("p50_us").as_double(), 7);
}

boost::json::object measured(const std::string& half, bool dates) {
    testing::internal::CaptureStdout();
    EXPECT_EQ(
        bench_locomo({.file = WM_SOURCE_DIR "/tests/data/dialogues.json", .half = half, .dates = dates, .json = true}),
        done);
    return boost::json::parse(testing::internal::GetCapturedStdout()).as_object();
}

// The shares were chosen on the first half. On both, turns are found far better than by the gate; sessions no worse, within
// what two hundred questions can tell.
TEST(Locomo, FindsMoreThanPlainFts5InOurOwnDialogues) {
    for (const bool dates : {false, true}) {
        for (const auto* half : {"first", "second"}) {
            const auto figures = measured(half, dates);
            const auto& gate = figures.at("gate").as_object();
            const auto ahead = [&](const char* key) { return figures.at(key).as_double() - gate.at(key).as_double(); };
            EXPECT_GT(ahead("turn_recall@10"), 0.05) << half;
            EXPECT_GT(ahead("session_hit@1") + ahead("session_hit@5") + ahead("session_hit@10"), 0) << half;
            for (const auto* key : {"session_hit@1", "session_hit@5", "session_hit@10"})
                EXPECT_GT(ahead(key), -0.03) << half << " " << key;
            EXPECT_EQ(figures.at("questions").as_int64() > 150, true);
        }
    }
}

}  // namespace
}  // namespace wm::cli
