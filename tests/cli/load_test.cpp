#include "cli/load_report.hpp"
#include "cli/load_turns.hpp"
#include "cli/plot.hpp"
#include "net/wire.hpp"

#include <gmock/gmock.h>
#include <boost/json.hpp>

#include <filesystem>
#include <fstream>

namespace wm::cli {
namespace {

namespace json = boost::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

const WallTime noon{Wall::duration(1'796'126'400'000)};

std::string file_with(const std::string& text) {
    const auto path = std::filesystem::path(::testing::TempDir()) / "load_turns.jsonl";
    std::ofstream(path) << text;
    return path.string();
}

TEST(LoadTurns, OfALabelledFileAreSaidWithTheirCallsButNoneOfMemory) {
    const auto read = read_load_turns(
        file_with(R"({"user_message":"restart it","assistant_response":"done","tool_calls":[)"
                  R"({"tool":"terminal","args":{"command":"systemctl restart x"},"result":"ok","ok":true},)"
                  R"({"tool":"hindsight_retain","args":{"content":"x"},"result":"ok","ok":true}]})"
                  "\n"));
    const auto& turns = std::get<std::vector<LoadTurn>>(read);
    ASSERT_EQ(turns.size(), 1U);
    EXPECT_EQ(turns[0].calls.size(), 1U);
    EXPECT_EQ(turns[0].user_message, "restart it");
}

TEST(LoadTurns, SayWhichLineOfAFileIsNoTurn) {
    EXPECT_THAT(std::get<std::string>(read_load_turns(file_with("{\"user_message\":\"a\"}\nnonsense\n"))),
                HasSubstr(":2: not a JSON object"));
    EXPECT_THAT(std::get<std::string>(read_load_turns(file_with(""))), HasSubstr("holds no turn"));
    EXPECT_THAT(std::get<std::string>(read_load_turns("/nowhere/at/all")), HasSubstr("cannot be read"));
}

TEST(LoadTurns, DifferFromTurnToTurnByTheirNumber) {
    const auto& turns = built_in_load_turns();
    const SpokenTurn one(turns[0], 17, 0, 0), two(turns[0], 18, 0, 0);
    EXPECT_THAT(one.question(1, "s", noon), AllOf(HasSubstr("node-17"), Not(HasSubstr("@"))));
    EXPECT_THAT(two.question(1, "s", noon), HasSubstr("node-18"));
}

TEST(LoadTurns, HaveAsManyCallsOfAsManyBytesAsAskedFor) {
    for (const auto& turn : built_in_load_turns()) {
        const SpokenTurn spoken(turn, 5, 4, 20'000);
        ASSERT_EQ(spoken.calls(), 4U);
        EXPECT_GT(spoken.call(3, "s", noon, 3).size(), 20'000U);
    }
}

TEST(LoadTurns, AreMessagesThatTheDaemonReads) {
    for (const auto& turn : built_in_load_turns()) {
        const SpokenTurn spoken(turn, 5, 1, 0);
        for (const auto& message :
             {spoken.session_start(1, "s", noon), spoken.question(2, "s", noon), spoken.call(3, "s", noon, 0),
              spoken.search(4, "s", noon), spoken.answer(5, "s", noon)}) {
            Decoder decoder({});
            EXPECT_TRUE(std::holds_alternative<HookArrived>(decoder.decode(message, {{}, noon}))) << message;
        }
    }
}

LoadReport report_of(std::uint64_t slow) {
    LoadReport report{"a <load>", {}, {}, ServerFigures{1500, 0.4, 10'000'000, 12'000'000, 13'000'000}};
    auto& r = report.result;
    r.seconds.resize(3);
    r.counted_seconds = 2;
    r.connected = 100;
    r.offered = 4;
    r.done = 3;
    r.lost = 1;
    r.errors["busy"] = 1;
    for (std::size_t s = 0; s < 2; ++s) {
        r.seconds[s].offered = 2;
        for (const std::uint64_t us : {std::uint64_t{100}, slow}) {
            r.parts[1].add(us);
            r.seconds[s].parts[1].add(us);
        }
    }
    return report;
}

TEST(LoadReport, SaysWhatWasOfferedAndWhatWasNotDone) {
    EXPECT_THAT(load_text(report_of(900)),
                AllOf(HasSubstr("2.0 offered and 1.5 done a second, 1 of 4 not done"), HasSubstr("busy"),
                      HasSubstr("pre_llm_call"), HasSubstr("(20.0 KB each)"), HasSubstr("1500 us of CPU a turn")));
}

TEST(LoadReport, ForMachinesHasEveryFigureAndTheSeriesOfSeconds) {
    const auto made = load_json(report_of(900));
    EXPECT_EQ(made.at("not_done").to_number<int>(), 1);
    EXPECT_EQ(made.at("latency").at("pre_llm_call").at("count").to_number<int>(), 4);
    EXPECT_EQ(made.at("latency").at("pre_llm_call").at("p50_us").to_number<int>(), 100);
    EXPECT_EQ(made.at("series").as_array().size(), 2U) << "a second without turns is no second";
    EXPECT_EQ(made.at("daemon").at("rss_connected_bytes").to_number<int>(), 12'000'000);
}

TEST(LoadPage, IsOnePageWithPlotsThatLoadsNothing) {
    const auto page = load_page(report_of(900));
    EXPECT_THAT(page, AllOf(HasSubstr("<svg"), HasSubstr("a &lt;load&gt;"), HasSubstr("polyline"),
                            Not(HasSubstr("http")), Not(HasSubstr("<script"))));
    EXPECT_THAT(page, Not(HasSubstr("nan")));
    EXPECT_THAT(page, Not(HasSubstr("inf")));
}

TEST(Plot, OfOnePointOrNoneIsStillDrawn) {
    for (const auto& plot :
         {Plot{"empty", "x", "y", {}, true, {}}, Plot{"one", "x", "y", {{"a", {{0, 5}}}}, false, {}}}) {
        const auto svg = svg_of(plot);
        EXPECT_THAT(svg, AllOf(HasSubstr("</svg>"), Not(HasSubstr("nan")), Not(HasSubstr("inf"))));
    }
}

TEST(Plot, DrawsGreaterValuesHigherUp) {
    const auto svg = svg_of({"t", "x", "y", {{"a", {{0, 10}, {1, 1000}}}}, true, {}});
    const auto points = svg.substr(svg.find("points=\"") + 8);
    double x0 = 0, y0 = 0, x1 = 0, y1 = 0;
    ASSERT_EQ(std::sscanf(points.c_str(), "%lf,%lf %lf,%lf", &x0, &y0, &x1, &y1), 4);
    EXPECT_LT(x0, x1);
    EXPECT_GT(y0, y1);
}

}  // namespace
}  // namespace wm::cli
