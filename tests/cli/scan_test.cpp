#include "cli/commands.hpp"

#include <gtest/gtest.h>
#include <boost/json.hpp>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace wm::cli {
namespace {

namespace json = boost::json;

// Put together here, so that no scanner of repositories trips over it.
const std::string secret = std::string("ghp") + "_aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0dE3gF6";

struct Scan : testing::Test {
    const std::string file = testing::TempDir() + "/scan.txt";

    int run(const std::string& text, ScanOptions options = {}) {
        std::ofstream(file, std::ios::binary) << text;
        options.files = {file};
        return run(options);
    }
    int run(const ScanOptions& options) {
        testing::internal::CaptureStdout();
        testing::internal::CaptureStderr();
        const auto code = scan(options);
        out = testing::internal::GetCapturedStdout();
        error = testing::internal::GetCapturedStderr();
        EXPECT_EQ(out.find(secret), std::string::npos) << "a secret was printed";
        EXPECT_EQ(error.find(secret), std::string::npos) << "a secret was printed";
        return code;
    }
    std::vector<json::object> lines() const {
        std::vector<json::object> found;
        std::istringstream in(out);
        for (std::string line; std::getline(in, line);) found.push_back(json::parse(line).as_object());
        return found;
    }
    std::string out, error;
};

TEST_F(Scan, AnswersEachLineWithWhereItsSecretsAreInBytes) {
    ASSERT_EQ(
        run("{\"id\":7,\"text\":\"contraseña: ok; el PAT es " + secret + ".\"}\n{\"id\":\"b\",\"text\":\"nothing\"}\n",
            {.files = {}, .jsonl = true}),
        done);
    const auto answers = lines();
    ASSERT_EQ(answers.size(), 2U);
    EXPECT_EQ(answers[0].at("id"), json::value(7));
    const auto& findings = answers[0].at("findings").as_array();
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].at("rule"), json::value("github"));
    const std::string text = "contraseña: ok; el PAT es " + secret + ".";
    const auto start = findings[0].at("start").to_number<std::size_t>(),
               end = findings[0].at("end").to_number<std::size_t>();
    EXPECT_EQ(text.substr(start, end - start), secret);
    EXPECT_EQ(answers[0].at("redacted"), json::value("contraseña: ok; el PAT es [REDACTED:github]."));
    EXPECT_EQ(answers[1].at("id"), json::value("b"));
    EXPECT_TRUE(answers[1].at("findings").as_array().empty());
    EXPECT_EQ(answers[1].at("redacted"), json::value("nothing"));
}
TEST_F(Scan, NamesALineThatIsNoGoodAndGoesOn) {
    ASSERT_EQ(run("{\"id\":1,\"text\":\"a\"}\n{\"id\":2\n\n[3]\n{\"id\":4,\"text\":5}\n{\"text\":\"b\",\"more\":{}}\n",
                  {.files = {}, .jsonl = true}),
              failed);
    ASSERT_EQ(lines().size(), 2U);
    EXPECT_TRUE(lines()[1].at("id").is_null());
    EXPECT_NE(error.find("scan.txt:2: no JSON"), std::string::npos) << error;
    EXPECT_NE(error.find("scan.txt:4: wanted is"), std::string::npos) << error;
    EXPECT_NE(error.find("scan.txt:5: wanted is"), std::string::npos) << error;
}
TEST_F(Scan, ReportsTheLineTheColumnAndTheRuleOfEachSecretInAText) {
    EXPECT_EQ(run("first\n  token " + secret + "\nlast " + secret + "\n"), drift);
    EXPECT_EQ(out, file + ":2:9: github, 40 bytes\n" + file + ":3:6: github, 40 bytes\n");
    EXPECT_NE(error.find("2 found"), std::string::npos);
}
TEST_F(Scan, WritesATextWithoutItsSecretsAndTheRestByteForByte) {
    EXPECT_EQ(run("first\r\n" + secret + "\n\x80 last", {.files = {}, .jsonl = false, .redact = true}), done);
    EXPECT_EQ(out, "first\r\n[REDACTED:github]\n\x80 last");
}
TEST_F(Scan, IsDoneWithATextWithoutSecrets) {
    EXPECT_EQ(run("the token expires at midnight\n"), done);
    EXPECT_EQ(out, "");
}
TEST_F(Scan, SaysWhichFileItCannotRead) {
    EXPECT_EQ(run(ScanOptions{{testing::TempDir() + "/no-such-file"}}), failed);
    EXPECT_NE(error.find("no-such-file"), std::string::npos);
    EXPECT_EQ(run(ScanOptions{{testing::TempDir()}}), failed);
}

TEST_F(Scan, LooksForTheOperatorsOwnSecretsToo) {
    const std::string rules = testing::TempDir() + "/scan_rules.yaml";
    std::ofstream(rules) << "rules:\n  - {id: acme-badge, pattern: 'ACME-(\\d{4}-\\d{4})', keyword: acme-}\n";
    EXPECT_EQ(run("badge ACME-1234-5678\n", {.files = {}, .redact = true, .rules = rules}), done);
    EXPECT_EQ(out, "badge ACME-[REDACTED:acme-badge]\n");
    std::ofstream(rules) << "rules:\n  - {id: acme-badge}\n";
    EXPECT_EQ(run("x", {.files = {}, .rules = rules}), misunderstood);
    EXPECT_NE(error.find("rules[0].pattern: is missing"), std::string::npos) << error;
    EXPECT_EQ(run("badge ACME-1234-5678\n", {.files = {}, .redact = true}), done);
    EXPECT_EQ(out, "badge ACME-1234-5678\n") << "without them as before";
}

}  // namespace
}  // namespace wm::cli
