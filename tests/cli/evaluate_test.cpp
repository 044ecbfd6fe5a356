#include "cli/commands.hpp"

#include <gtest/gtest.h>
#include <boost/json.hpp>

#include <filesystem>
#include <fstream>

namespace wm::cli {
namespace {

namespace json = boost::json;

struct Evaluate : testing::Test {
    const std::string folder = testing::TempDir() + "/evaluate";
    const std::string turns = folder + "/turns.jsonl", predictions = folder + "/out.jsonl";
    void SetUp() override { std::filesystem::create_directories(folder); }

    int run(const std::string& lines) {
        std::ofstream(turns) << lines;
        testing::internal::CaptureStdout();
        testing::internal::CaptureStderr();
        const auto code = evaluate({turns, predictions, tool_output});
        out = testing::internal::GetCapturedStdout();
        error = testing::internal::GetCapturedStderr();
        return code;
    }
    json::object first() {
        std::ifstream in(predictions);
        std::string line;
        std::getline(in, line);
        return json::parse(line).as_object();
    }
    std::string out, error, tool_output;
};

TEST_F(Evaluate, WritesWhatIsRecalledAndKeptOfATurn) {
    ASSERT_EQ(
        run(R"({"id":"t1","lang":"es","agent":"build","user_message":"Recuerda que pve04 está apagado por mantenimiento.",)"
            R"("tool_calls":[],"assistant_response":"Anotado."})"),
        done);
    const auto prediction = first();
    EXPECT_EQ(prediction.at("id").as_string(), "t1");
    EXPECT_FALSE(prediction.at("memory_request").as_bool()) << "a wish to store is none";
    EXPECT_TRUE(prediction.at("retain").as_object().contains("platform"));
    EXPECT_NE(json::serialize(prediction.at("written")).find("pve04"), std::string::npos);
}
TEST_F(Evaluate, JudgesWithoutTheMarkAndWritesNoSecret) {
    ASSERT_EQ(run("{\"id\":\"t1\",\"lang\":\"en\",\"agent\":\"b\",\"user_message\":\"Remember that db-7 is offline. "
                  "The token is "
                  "ghp_\xE2\x81\x82"
                  "16C7e42F292c6912E7710c838347Ae178B4a\",\"tool_calls\":[],\"assistant_response\":\"ok\"}"),
              done);
    EXPECT_EQ(json::serialize(first()).find("16C7e42F"), std::string::npos);
}
TEST_F(Evaluate, NamesTheLineThatIsNotAnObject) {
    EXPECT_EQ(run("{\"id\":\"a\",\"user_message\":\"x\"}\n[1]\n"), failed);
    EXPECT_NE(error.find(":2: not a JSON object"), std::string::npos);
}
TEST_F(Evaluate, JudgesTheSameBehindCapturedOutput) {
    static constexpr auto line =
        R"({"id":"t1","lang":"en","agent":"b","user_message":"restart nginx on web-3",)"
        R"("tool_calls":[{"tool":"terminal","args":{"command":"ssh web-3 systemctl restart nginx"},)"
        R"("result":"Active: active","ok":true}],)"
        R"("assistant_response":"nginx on web-3 restarted.","expect":{"retain":{"platform":["event","state"]},)"
        R"("must_contain":{"platform":["WEB-3"]},"must_not_contain":["probe failed"]}})";
    tool_output = folder + "/output";
    std::filesystem::create_directories(tool_output);
    std::ofstream(tool_output + "/journal.txt") << "kubelet: probe failed, exit code 1\nkubelet: pod synced\n";
    ASSERT_EQ(run(line), done);
    EXPECT_NE(out.find("(2 hit, 0 extra, 0 missed)"), std::string::npos) << out;
    EXPECT_NE(out.find("must_contain found: 1.000 (1 of 1), must_not_contain written: 0"), std::string::npos) << out;
}
TEST_F(Evaluate, NamesAFolderWithoutOutput) {
    tool_output = folder + "/nothing";
    EXPECT_EQ(run("{}"), failed);
    EXPECT_NE(error.find("nothing: holds no .txt file"), std::string::npos);
}
TEST_F(Evaluate, NamesAFileThatCannotBeRead) {
    testing::internal::CaptureStderr();
    EXPECT_EQ(evaluate({folder + "/nowhere", predictions, {}}), failed);
    EXPECT_NE(testing::internal::GetCapturedStderr().find("nowhere: cannot be read"), std::string::npos);
}

}  // namespace
}  // namespace wm::cli
