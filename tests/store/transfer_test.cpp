#include "store/transfer.hpp"
#include "store/memory_schema.hpp"
#include "tests/store/support.hpp"

#include <gmock/gmock.h>

#include <sys/wait.h>
#include <unistd.h>
#include <csignal>

namespace wm::test {
namespace {

constexpr std::int64_t t0 = 1'780'000'000'000, minute = 60'000;

MemoryTable open_table(const std::string& folder) { return std::get<MemoryTable>(MemoryTable::open(folder)); }

void keep(MemoryTable& table, const std::string& into, int session, std::vector<BatchItem> items) {
    const auto at = at_millis(t0 + session * minute);
    RetainBatch batch{ScopeName(into), OperationId("op-" + into + std::to_string(session)), at, std::move(items)};
    ASSERT_TRUE(table.retain(bank(into), batch, at));
}
BatchItem event(const std::string& document, const std::string& text) {
    return {DocumentId(document), {text}, "a turn", {"type:event"}, "", ""};
}
BatchItem state(const std::string& subject, const std::string& text) {
    return {DocumentId("state:" + subject), {text}, "", {"type:state", "confidence:80"}, subject, "power"};
}
// Each says something and changes a state: of twenty hosts, in two banks.
void keep_sessions(MemoryTable& table, int sessions) {
    for (int i = 0; i < sessions; ++i) {
        const auto host = "pve" + std::to_string(i % 20);
        keep(table, i % 3 == 0 ? "business" : "platform", i,
             {event("turn-" + std::to_string(i), "Maintenance " + std::to_string(i) + " of " + host + " is done."),
              state(host, host + " runs version " + std::to_string(i / 40))});
    }
}
std::vector<CarriedMemory> exported(const std::string& folder) {
    auto table = open_table(folder);
    return carry_out(table.database()).value();
}
BroughtIn import_into(const std::string& folder, const std::vector<CarriedMemory>& memories, bool dry = false) {
    auto table = open_table(folder);
    return bring_in(table.database(), memories, dry).value();
}

TEST(Transfer, IntoAnEmptyStoreAndOutAgainIsTheSame) {
    TempDir from, to;
    {
        auto table = open_table(from.path());
        keep_sessions(table, 300);
    }
    const auto all = exported(from.path());
    ASSERT_GT(all.size(), 300u);
    const auto told = import_into(to.path(), all);
    EXPECT_EQ(told.added, all.size());
    EXPECT_EQ(exported(to.path()), all);
    auto before = open_table(from.path()), after = open_table(to.path());
    for (const auto* question : {"what version does pve7 run?", "maintenance 17 of pve17"}) {
        const auto wanted = before.find(bank("platform"), question, {MemoryType::observation, MemoryType::world}, 20);
        const auto found = after.find(bank("platform"), question, {MemoryType::observation, MemoryType::world}, 20);
        ASSERT_FALSE(wanted->empty());
        std::vector<std::string> a, b;
        for (const auto& row : *wanted) a.push_back(row.text);
        for (const auto& row : *found) b.push_back(row.text);
        EXPECT_EQ(a, b);
    }
}

TEST(Transfer, AddsNothingTheSecondTime) {
    TempDir from, to;
    {
        auto table = open_table(from.path());
        keep_sessions(table, 50);
    }
    const auto all = exported(from.path());
    import_into(to.path(), all);
    const auto again = import_into(to.path(), all);
    EXPECT_EQ(again.added, 0u);
    EXPECT_EQ(again.known, all.size());
    EXPECT_EQ(exported(to.path()), all);
}

TEST(Transfer, TellsBeforehandAndChangesNothing) {
    TempDir from, to;
    {
        auto table = open_table(from.path());
        keep_sessions(table, 50);
    }
    const auto all = exported(from.path());
    EXPECT_EQ(import_into(to.path(), all, true).added, all.size());
    EXPECT_TRUE(exported(to.path()).empty());
}

TEST(Transfer, OfAThousandSessionsKilledAmidstEndsAsWithoutIt) {
    TempDir from, to;
    {
        auto table = open_table(from.path());
        keep_sessions(table, 1000);
    }
    const auto all = exported(from.path());
    const auto child = fork();
    if (child == 0) {
        auto opened = Database::open(to.file("memory.db"), memory_schema());
        int transactions = 0;
        (void)bring_in(std::get<Database>(opened), all, false, [&](const BroughtIn&) {
            if (++transactions == 3) kill(getpid(), SIGKILL);
        });
        _exit(0);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    const auto half = exported(to.path()).size();
    EXPECT_GT(half, 0u);
    EXPECT_LT(half, all.size());
    const auto told = import_into(to.path(), all);
    EXPECT_EQ(told.known, half);
    EXPECT_EQ(told.added, all.size() - half);
    EXPECT_EQ(exported(to.path()), all);
}

TEST(Transfer, RefusesWhatHoldsASecret) {
    TempDir from, to;
    {
        auto table = open_table(from.path());
        keep_sessions(table, 3);
    }
    auto all = exported(from.path());
    all[1].content += " password=" + std::string("Tr0ub4dor&3xyz!");
    const auto told = import_into(to.path(), all);
    EXPECT_EQ(told.secret, 1u);
    EXPECT_EQ(told.added, all.size() - 1);
    for (const auto& memory : exported(to.path())) EXPECT_EQ(memory.content.find("Tr0ub4dor"), std::string::npos);
}

TEST(Transfer, LeavesOneOpenValueOfAStateWhereTheStoreHasANewerOne) {
    TempDir from, to;
    {
        auto older = open_table(from.path());
        keep(older, "platform", 1, {state("pve04", "pve04 is offline")});
        auto newer = open_table(to.path());
        keep(newer, "platform", 9, {state("pve04", "pve04 is online")});
    }
    import_into(to.path(), exported(from.path()));
    const auto all = exported(to.path());
    ASSERT_EQ(all.size(), 2u);
    EXPECT_EQ(std::ranges::count_if(all, [](const auto& m) { return m.current && !m.until; }), 1);
    for (const auto& memory : all) EXPECT_EQ(memory.current, memory.text == "pve04 is online") << memory.text;
}

TEST(Transfer, LeavesTheTrashBehindAndBringsNothingBackFromThere) {
    TempDir from;
    std::vector<CarriedMemory> before;
    {
        auto table = open_table(from.path());
        keep(table, "platform", 1,
             {event("turn-1", "Title.\n\nActivity:\n- Ana moved to Vigo\n- the backup of pve04 is done\n")});
        before = carry_out(table.database()).value();
        ASSERT_EQ(before.size(), 2u);
        ASSERT_TRUE(table.database().exec("UPDATE memories SET retired = 2 WHERE text LIKE '%Ana%'"));
        const auto after = carry_out(table.database()).value();
        ASSERT_EQ(after.size(), 1u);
        EXPECT_EQ(after[0].content.find("Ana"), std::string::npos);
    }
    EXPECT_EQ(import_into(from.path(), before).known, 2u);
    EXPECT_EQ(exported(from.path()).size(), 1u);
}

}  // namespace
}  // namespace wm::test
