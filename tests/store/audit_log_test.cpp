// The audit trail: what was written is found whole or found out.
#include "store/audit_log.hpp"

#include "tests/store/spool_support.hpp"

#include <gmock/gmock.h>

#include <sys/stat.h>
#include <fstream>
#include <iterator>

namespace wm::test {
namespace {

using testing::HasSubstr;

struct AuditTrail : testing::Test {
    TempDir folder;
    StillTime time;
    HeldWorkers workers;
    AuditLimits limits;
    std::unique_ptr<AuditLog> log;

    std::string open() {
        log.reset();
        auto opened = AuditLog::open(folder.path(), limits, workers, time);
        if (auto* error = std::get_if<StoreError>(&opened)) return error->message;
        log = std::move(std::get<std::unique_ptr<AuditLog>>(opened));
        return "";
    }
    void SetUp() override { ASSERT_EQ(open(), ""); }
    void note(const std::string& object, AuditAction action = AuditAction::retain) {
        log->note({action, AgentId("wetopi-build"), UserId("u_ana"), ScopeName("platform"), object, "stored"});
        workers.run_all();
    }
    AuditVerdict verify(std::vector<std::string>* objects = nullptr) {
        return read_audit(folder.path(), limits, [&](const policies::AuditLine& line) {
            if (objects) objects->push_back(line.object);
        });
    }
    std::string text() {
        std::ifstream file(folder.file("audit.log"), std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    void write(const std::string& text) { std::ofstream(folder.file("audit.log"), std::ios::binary) << text; }
};

TEST_F(AuditTrail, SaysWhoWhatWhenAndWithWhichOutcomeAcrossRestarts) {
    note("op-1");
    ASSERT_EQ(open(), "");
    note("op-2");
    std::vector<std::string> objects;
    const auto verdict = verify(&objects);
    EXPECT_EQ(verdict.broken, "");
    EXPECT_THAT(objects, testing::ElementsAre("op-1", "op-2"));
    EXPECT_EQ(verdict.last, 2u);
    const auto line = policies::parse_audit_line(text().substr(0, text().find('\n')));
    ASSERT_TRUE(line);
    EXPECT_EQ(line->action, "retain");
    EXPECT_EQ(line->agent, "wetopi-build");
    EXPECT_EQ(line->user, "u_ana");
    EXPECT_EQ(line->scope, "platform");
    EXPECT_EQ(line->verdict, "stored");
    EXPECT_EQ(line->at, time.wall());
}

TEST_F(AuditTrail, FindsOutEveryChangedByte) {
    for (const auto* object : {"op-1", "op-2", "op-3"}) note(object);
    const auto whole = text();
    for (std::size_t at = 0; at + 1 < whole.size(); ++at) {
        auto changed = whole;
        changed[at] = changed[at] == 'x' ? 'y' : 'x';
        write(changed);
        EXPECT_NE(verify().broken, "") << at;
    }
}

TEST_F(AuditTrail, FindsOutALineThatWasTakenOutOrMoved) {
    for (const auto* object : {"op-1", "op-2", "op-3"}) note(object);
    const auto whole = text();
    const auto first = whole.find('\n') + 1, second = whole.find('\n', first) + 1;
    write(whole.substr(0, first) + whole.substr(second));
    EXPECT_THAT(verify().broken, HasSubstr("audit.log line 2"));
    write(whole.substr(0, first) + whole.substr(second) + whole.substr(first, second - first));
    EXPECT_THAT(verify().broken, HasSubstr("line 2"));
    EXPECT_THAT(open(), HasSubstr("was changed after it was written"));
}

TEST_F(AuditTrail, GoesOnBehindALineThatACrashCutOff) {
    note("op-1");
    note("op-2");
    const auto whole = text();
    write(whole.substr(0, whole.size() - 7));
    EXPECT_TRUE(verify().cut_off);
    ASSERT_EQ(open(), "");
    note("op-3");
    std::vector<std::string> objects;
    EXPECT_EQ(verify(&objects).broken, "");
    EXPECT_THAT(objects, testing::ElementsAre("op-1", "op-3"));
}

TEST_F(AuditTrail, IsBoundedAndVerifiesFromItsOldestLine) {
    limits = {.file_bytes_max = 1000, .files_max = 3};
    ASSERT_EQ(open(), "");
    for (int i = 0; i < 200; ++i) note("op-" + std::to_string(i));
    ASSERT_EQ(open(), "");
    const auto verdict = verify();
    EXPECT_EQ(verdict.broken, "");
    EXPECT_GT(verdict.first, 1u);
    EXPECT_EQ(verdict.last, 200u);
    EXPECT_FALSE(std::filesystem::exists(folder.file("audit.3.log")));
    std::uintmax_t bytes = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder.path())) bytes += entry.file_size();
    EXPECT_LT(bytes, 4000u);
}

TEST_F(AuditTrail, HoldsNothingThatIsNoIdNorAnythingLong) {
    note("a secret\tword\nretain\x1b[31m" + std::string(500, 'x'));
    const auto written = text();
    EXPECT_THAT(written, HasSubstr("a?secret?word?retain?[31m"));
    EXPECT_LT(written.size(), 400u);
    EXPECT_EQ(verify().broken, "");
}

TEST_F(AuditTrail, IsNotPushedOutByWhoeverKnocksWithoutEnd) {
    for (int i = 0; i < 1000; ++i) note("front", AuditAction::denied);
    note("op-1");
    EXPECT_EQ(verify().last, AuditLog::denied_a_minute_max + 1);
    time.set_wall(time.wall() + std::chrono::minutes(1));
    note("front", AuditAction::denied);
    EXPECT_EQ(verify().last, AuditLog::denied_a_minute_max + 2);
}

TEST_F(AuditTrail, IsForItsOwnerAlone) {
    note("op-1");
    struct stat about{};
    ASSERT_EQ(::stat(folder.file("audit.log").c_str(), &about), 0);
    EXPECT_EQ(about.st_mode & 0777, 0600u);
}

struct Noted final : Audit {
    void note(AuditEntry entry) override {
        lines.push_back(std::string(name_of(entry.action)) + " " + entry.object + " " + entry.verdict);
    }
    std::vector<std::string> lines;
};

TEST(AuditedSpool, AccountsForWhatBecameOfEachBatchOnceItIsOnDisk) {
    TempDir folder;
    StillTime time;
    HeldWorkers workers;
    Noted noted;
    Answers<TurnCommitted> committed;
    Answers<DeadLettersAnswered> answered;
    const auto spool = open_spool(folder.path(), workers, time, {}, {}, &noted);
    spool->commit(AgentId("a"), TurnId("t"), {batch("op-1"), batch("op-2")}, committed);
    EXPECT_TRUE(noted.lines.empty()) << "not before it is durable";
    workers.run_all();
    spool->erase(1);
    spool->bury(2, "rejected");
    spool->erase(1);
    workers.run_all();
    DeadLetterWork replay{.what = DeadLetterWork::What::replay, .ids = {1}};
    spool->dead_letters(replay, answered);
    workers.run_all();
    spool->bury(3, "rejected");
    DeadLetterWork drop{.what = DeadLetterWork::What::drop, .ids = {1}};
    spool->dead_letters(drop, answered);
    workers.run_all();
    EXPECT_THAT(noted.lines, testing::ElementsAre("retain op-1 accepted", "retain op-2 accepted", "retain op-1 stored",
                                                  "retain op-2 dead_letter_rejected", "retain op-2 replayed",
                                                  "retain op-2 dead_letter_rejected", "removal op-2 dropped"));
}

TEST(AuditedSpool, AccountsForEachBatchOutOfWhichSecretsWereTaken) {
    TempDir folder;
    StillTime time;
    HeldWorkers workers;
    Noted noted;
    Answers<TurnCommitted> committed;
    const auto spool = open_spool(folder.path(), workers, time, {}, {}, &noted);
    auto redacted = batch("op-2");
    redacted.batch.items.at(0).content.text = "the token [REDACTED:github] and the password [REDACTED:password]";
    spool->commit(AgentId("a"), TurnId("t"), {batch("op-1"), redacted}, committed);
    workers.run_all();
    EXPECT_THAT(noted.lines,
                testing::ElementsAre("retain op-1 accepted", "retain op-2 accepted", "redaction op-2 marks_2"));
}

}  // namespace
}  // namespace wm::test
