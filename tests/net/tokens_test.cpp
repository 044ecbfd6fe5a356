#include "net/tokens.hpp"
#include "net/rfc3339.hpp"

#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <set>
#include <sstream>
#include <thread>

namespace wm {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

const WallTime now = *parse_rfc3339("2026-09-06T10:00:00Z");

class Tokens : public testing::Test {
protected:
    void SetUp() override {
        std::string name = (fs::temp_directory_path() / "wm_tokens_XXXXXX").string();
        ASSERT_NE(::mkdtemp(name.data()), nullptr);
        folder = name;
        path = folder / "data" / "tokens.json";
    }
    void TearDown() override { fs::remove_all(folder); }

    NewToken create(const std::string& name, Role role = Role::agent) {
        auto created = TokenFile(path).create(name, role, now);
        if (const auto* fault = std::get_if<TokenFault>(&created)) throw std::runtime_error(fault->message);
        return std::get<NewToken>(created);
    }
    std::shared_ptr<const TokenTable> table() {
        auto loaded = TokenFile(path).load();
        if (const auto* fault = std::get_if<TokenFault>(&loaded)) throw std::runtime_error(fault->message);
        return std::get<std::shared_ptr<const TokenTable>>(loaded);
    }
    std::string fault_of(const std::string& content) {
        fs::create_directories(path.parent_path());
        std::ofstream(path) << content;
        fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write);
        auto loaded = TokenFile(path).load();
        const auto* fault = std::get_if<TokenFault>(&loaded);
        return fault ? fault->message : "taken";
    }

    fs::path folder, path;
};

}  // namespace

TEST_F(Tokens, ATokenIsFoundByItselfAlone) {
    const auto lead = create("wetopi-lead"), build = create("wetopi-build", Role::operator_);
    const auto all = table();
    ASSERT_NE(all->find(lead.token.reveal()), nullptr);
    EXPECT_EQ(all->find(lead.token.reveal())->name, "wetopi-lead");
    EXPECT_EQ(all->find(lead.token.reveal())->role, Role::agent);
    EXPECT_EQ(all->find(build.token.reveal())->role, Role::operator_);
    EXPECT_EQ(all->find(build.token.reveal())->created, now);
    EXPECT_EQ(all->find(""), nullptr);
    EXPECT_EQ(all->find(lead.token.reveal() + "x"), nullptr);
    EXPECT_EQ(all->find(lead.token.reveal().substr(4)), nullptr);
    auto other = lead.token.reveal();
    other.back() = other.back() == 'A' ? 'B' : 'A';
    EXPECT_EQ(all->find(other), nullptr);
}

TEST_F(Tokens, ATokenIs32RandomBytesInBase64Url) {
    std::set<std::string> seen;
    for (int i = 0; i < 20; ++i) {
        const auto token = create("a").token.reveal();
        EXPECT_THAT(token, testing::MatchesRegex("wmt_[-A-Za-z0-9_]{43}"));
        EXPECT_TRUE(seen.insert(token).second);
    }
}

TEST_F(Tokens, TheFileHoldsHashesAndIsTheOwnersAlone) {
    const auto token = create("wetopi-build").token.reveal();
    std::stringstream text;
    text << std::ifstream(path).rdbuf();
    EXPECT_THAT(text.str(), HasSubstr("wetopi-build"));
    EXPECT_THAT(text.str(), testing::Not(HasSubstr(token)));
    EXPECT_THAT(text.str(), testing::Not(HasSubstr(token.substr(4))));
    struct ::stat info{};
    ASSERT_EQ(::stat(path.c_str(), &info), 0);
    EXPECT_EQ(info.st_mode & 0777, 0600u);
    ASSERT_EQ(::stat(path.parent_path().c_str(), &info), 0);
    EXPECT_EQ(info.st_mode & 0777, 0700u);
    EXPECT_FALSE(fs::exists(path.string() + ".new"));
}

TEST_F(Tokens, RevokesByNameAndById) {
    const auto first = create("wetopi-build"), second = create("wetopi-build"), other = create("wetopi-lead");
    EXPECT_EQ(std::get<std::vector<TokenEntry>>(TokenFile(path).revoke(first.entry.id)).size(), 1u);
    EXPECT_EQ(table()->find(first.token.reveal()), nullptr);
    EXPECT_NE(table()->find(second.token.reveal()), nullptr);
    create("wetopi-build");
    EXPECT_EQ(std::get<std::vector<TokenEntry>>(TokenFile(path).revoke("wetopi-build")).size(), 2u);
    EXPECT_EQ(table()->find(second.token.reveal()), nullptr);
    EXPECT_NE(table()->find(other.token.reveal()), nullptr);
    EXPECT_TRUE(table()->holds(other.entry.hash));
    EXPECT_FALSE(table()->holds(second.entry.hash));
    EXPECT_THAT(std::get<TokenFault>(TokenFile(path).revoke("nobody")).message, HasSubstr("token list"));
}

TEST_F(Tokens, AMissingFileHoldsNoTokens) {
    EXPECT_TRUE(table()->entries().empty());
    EXPECT_THAT(std::get<TokenFault>(TokenFile(path).revoke("x")).message, HasSubstr("does not exist"));
}

TEST_F(Tokens, ABrokenFileIsNamedAndNotReplaced) {
    EXPECT_THAT(fault_of("not json"), HasSubstr("is not a list of tokens"));
    EXPECT_THAT(fault_of("{}"), HasSubstr("is not a list of tokens"));
    EXPECT_THAT(fault_of(R"({"tokens":[{"name":"a"}]})"), HasSubstr("tokens[0] needs"));
    const auto entry = [](const std::string& hash, const std::string& role) {
        return R"({"tokens":[{"name":"a","role":")" + role + R"(","created":"2026-01-01T00:00:00Z","hash":")" + hash +
               "\"}]}";
    };
    EXPECT_EQ(fault_of(entry(std::string(64, 'a'), "agent")), "taken");
    EXPECT_THAT(fault_of(entry(std::string(63, 'a'), "agent")), HasSubstr("64 hex digits"));
    EXPECT_THAT(fault_of(entry(std::string(64, 'x'), "agent")), HasSubstr("64 hex digits"));
    EXPECT_THAT(fault_of(entry(std::string(64, 'a'), "root")), HasSubstr("role"));
    const auto created = TokenFile(path).create("b", Role::agent, now);
    EXPECT_TRUE(std::holds_alternative<TokenFault>(created)) << "a file that cannot be read must not be overwritten";
}

TEST_F(Tokens, AFileThatOthersMayWriteIsRefused) {
    create("a");
    fs::permissions(path, fs::perms::group_write, fs::perm_options::add);
    EXPECT_THAT(std::get<TokenFault>(TokenFile(path).load()).message, HasSubstr("chmod 600"));
}

TEST_F(Tokens, NamesAreChecked) {
    for (const auto* name : {"", "a b", "../x", "-a", "ñ"})
        EXPECT_TRUE(std::holds_alternative<TokenFault>(TokenFile(path).create(name, Role::agent, now))) << name;
    EXPECT_TRUE(std::holds_alternative<TokenFault>(TokenFile(path).create(std::string(65, 'a'), Role::agent, now)));
    EXPECT_TRUE(std::holds_alternative<NewToken>(TokenFile(path).create("wetopi-build_2.x", Role::agent, now)));
}

TEST_F(Tokens, ChangesAreSeenOnceAndBrokenOnesLeaveTheOldTable) {
    TokenFile daemon(path);
    ASSERT_TRUE(std::holds_alternative<std::shared_ptr<const TokenTable>>(daemon.load()));
    EXPECT_EQ(daemon.changed(now), nullptr);
    create("a");
    const auto changed = daemon.changed(now);
    ASSERT_NE(changed, nullptr);
    EXPECT_EQ(changed->entries().size(), 1u);
    EXPECT_EQ(daemon.changed(now), nullptr);
    fault_of("broken");
    EXPECT_EQ(daemon.changed(now), nullptr);
    EXPECT_EQ(daemon.changed(now), nullptr);
    fs::remove(path);
    const auto emptied = daemon.changed(now);
    ASSERT_NE(emptied, nullptr);
    EXPECT_TRUE(emptied->entries().empty());
}

TEST_F(Tokens, ATokenThatExpiresIsInForceUntilThenAndNoLonger) {
    using std::chrono::hours;
    TokenFile daemon(path);
    const auto made = daemon.create("build", Role::agent, now, now + hours(2));
    const auto& token = std::get<NewToken>(made).token.reveal();
    create("lead");
    const auto at = [&](WallTime when) { return std::get<std::shared_ptr<const TokenTable>>(daemon.in_force(when)); };
    EXPECT_NE(at(now)->find(token), nullptr);
    EXPECT_EQ(daemon.changed(now + hours(1)), nullptr);
    const auto later = daemon.changed(now + hours(2));
    ASSERT_NE(later, nullptr) << "the file is the same, and the token is over";
    EXPECT_EQ(later->find(token), nullptr);
    EXPECT_EQ(later->entries().size(), 1u);
    EXPECT_EQ(daemon.changed(now + hours(3)), nullptr) << "told once";
    EXPECT_EQ(at(now + hours(3))->find(token), nullptr) << "nor after a restart";
    EXPECT_EQ(table()->entries().size(), 2u) << "a list still shows it";
}
TEST_F(Tokens, ARotatedTokenHoldsForItsGraceAndTheNewOneHasItsRole) {
    using std::chrono::hours;
    const auto old = create("ops", Role::operator_);
    TokenFile file(path);
    const auto made = file.rotate("ops", now, now + hours(1));
    ASSERT_TRUE(std::holds_alternative<NewToken>(made));
    const auto& fresh = std::get<NewToken>(made);
    EXPECT_EQ(fresh.entry.role, Role::operator_);
    const auto within = std::get<std::shared_ptr<const TokenTable>>(file.in_force(now));
    EXPECT_NE(within->find(old.token.reveal()), nullptr);
    EXPECT_NE(within->find(fresh.token.reveal()), nullptr);
    const auto after = std::get<std::shared_ptr<const TokenTable>>(file.in_force(now + hours(1)));
    EXPECT_EQ(after->find(old.token.reveal()), nullptr);
    EXPECT_NE(after->find(fresh.token.reveal()), nullptr);
    const auto again = file.rotate("ops", now, now + hours(9));
    ASSERT_TRUE(std::holds_alternative<NewToken>(again));
    EXPECT_EQ(std::get<std::shared_ptr<const TokenTable>>(file.in_force(now + hours(1)))->find(old.token.reveal()),
              nullptr)
        << "what was to expire earlier still does";
    EXPECT_THAT(std::get<TokenFault>(file.rotate("nobody", now, now)).message, HasSubstr("nobody"));
    create("ops", Role::agent);
    EXPECT_THAT(std::get<TokenFault>(file.rotate("ops", now, now)).message, HasSubstr("several roles"));
}
TEST_F(Tokens, AnExpiryThatIsNoDateMakesTheFileBroken) {
    EXPECT_THAT(fault_of(R"({"tokens":[{"name":"a","role":"agent","hash":")" + std::string(64, 'a') +
                         R"(","created":"2026-09-06T10:00:00Z","expires":"soon"}]})"),
                HasSubstr("expires"));
}

TEST_F(Tokens, TwoCommandsAtOnceLoseNothing) {
    std::thread other([&] {
        for (int i = 0; i < 20; ++i) create("a");
    });
    for (int i = 0; i < 20; ++i) create("b");
    other.join();
    EXPECT_EQ(table()->entries().size(), 40u);
}

}  // namespace wm
