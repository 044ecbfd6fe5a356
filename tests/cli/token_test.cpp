#include "cli/token.hpp"
#include "net/tokens.hpp"

#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>
#include <vector>

namespace wm {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

struct Printed {
    int code = 0;
    std::string out, err;
};

class TokenCommand : public testing::Test {
protected:
    void SetUp() override {
        std::string name = (fs::temp_directory_path() / "wm_token_command_XXXXXX").string();
        ASSERT_NE(::mkdtemp(name.data()), nullptr);
        folder = name;
    }
    void TearDown() override { fs::remove_all(folder); }

    Printed run(std::vector<std::string> args) {
        testing::internal::CaptureStdout();
        testing::internal::CaptureStderr();
        Printed printed;
        printed.code = cli::token_command(args, folder / "tokens.json");
        printed.out = testing::internal::GetCapturedStdout();
        printed.err = testing::internal::GetCapturedStderr();
        return printed;
    }

    fs::path folder;
};

}  // namespace

TEST_F(TokenCommand, CreatesATokenThatTheFileKnows) {
    const auto printed = run({"create", "wetopi-build", "--role", "operator"});
    EXPECT_EQ(printed.code, 0) << printed.err;
    EXPECT_THAT(printed.out, testing::MatchesRegex("wmt_[-A-Za-z0-9_]{43}\n"));
    EXPECT_THAT(printed.err, HasSubstr("shown once"));
    const auto table = std::get<std::shared_ptr<const TokenTable>>(TokenFile(folder / "tokens.json").load());
    const auto* entry = table->find(printed.out.substr(0, printed.out.size() - 1));
    ASSERT_NE(entry, nullptr);
    EXPECT_EQ(entry->name, "wetopi-build");
    EXPECT_EQ(entry->role, Role::operator_);
}

TEST_F(TokenCommand, ListsWithoutSecretsAndRevokes) {
    EXPECT_THAT(run({"list"}).out, HasSubstr("No tokens"));
    EXPECT_EQ(run({"list", "--json"}).out, "[]\n");
    const auto created = run({"create", "wetopi-build", "--json"});
    EXPECT_THAT(created.out, HasSubstr("\"token\":\"wmt_"));
    const auto listed = run({"list"});
    EXPECT_THAT(listed.out, HasSubstr("wetopi-build"));
    EXPECT_THAT(listed.out, testing::Not(HasSubstr("wmt_")));
    EXPECT_THAT(run({"list", "--json"}).out, HasSubstr(R"("name":"wetopi-build","role":"agent")"));
    const auto revoked = run({"revoke", "wetopi-build"});
    EXPECT_EQ(revoked.code, 0);
    EXPECT_THAT(revoked.out, HasSubstr("wetopi-build"));
    EXPECT_EQ(run({"revoke", "wetopi-build"}).code, 1);
    EXPECT_THAT(run({"revoke", "wetopi-build"}).err, HasSubstr("no token has the name or id \"wetopi-build\""));
}

TEST_F(TokenCommand, MakesTokensThatExpireAndRotatesThem) {
    const auto created = run({"create", "wetopi-build", "--expires", "90d"});
    EXPECT_EQ(created.code, 0);
    EXPECT_THAT(created.err, HasSubstr(", until 20"));
    EXPECT_THAT(run({"list", "--json"}).out, HasSubstr("\"expires\":\"20"));
    const auto rotated = run({"rotate", "wetopi-build", "--grace", "1h"});
    EXPECT_EQ(rotated.code, 0) << rotated.err;
    EXPECT_THAT(rotated.out, testing::MatchesRegex("wmt_[-A-Za-z0-9_]{43}\n"));
    EXPECT_THAT(rotated.err, HasSubstr("The old one holds until 20"));
    EXPECT_THAT(run({"list"}).out, HasSubstr("no expiry"));
    EXPECT_EQ(run({"rotate", "nobody"}).code, 1);
}

TEST_F(TokenCommand, SaysWhatItDoesNotUnderstand) {
    const std::pair<std::vector<std::string>, std::string> rows[] = {
        {{}, "say what to do: create, list, rotate or revoke"},
        {{"make", "x"}, "there is no action \"make\""},
        {{"create"}, "create takes one name"},
        {{"create", "a", "b"}, "create takes one name"},
        {{"create", "a", "--role"}, "--role takes agent, operator or metrics"},
        {{"create", "a", "--role", "root"}, "--role takes agent, operator or metrics"},
        {{"create", "a", "--forever"}, "there is no option --forever"},
        {{"list", "a"}, "list takes no name"},
        {{"revoke"}, "revoke takes one name"},
        {{"rotate"}, "rotate takes one name"},
        {{"create", "a", "--expires", "soon"}, "--expires takes a time such as 90d or 1h"},
        {{"rotate", "a", "--grace"}, "--grace takes a time such as 90d or 1h"},
    };
    for (const auto& [args, what] : rows) {
        const auto printed = run(args);
        EXPECT_EQ(printed.code, 2) << what;
        EXPECT_THAT(printed.err, HasSubstr(what));
        EXPECT_THAT(printed.err, HasSubstr("usage:"));
        EXPECT_EQ(printed.out, "");
    }
    EXPECT_EQ(run({"create", "a b"}).code, 1);
    EXPECT_THAT(run({"create", "a b"}).err, HasSubstr("such as wetopi-build"));
}

}  // namespace wm
