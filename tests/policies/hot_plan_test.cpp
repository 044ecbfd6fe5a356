#include "policies/hot_plan.hpp"

#include "policies/hot_file.hpp"
#include "policies/hot_words.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace wm::policies::hot {
namespace {

using What = Step::What;
const WallTime now{std::chrono::days{20600}};
WallTime days_ago(int days) { return now - std::chrono::days{days}; }

struct HotPlan : testing::Test {
    Limits limits{.characters_max = 1000};
    Signals signals;
    Sidecar known;
    std::vector<std::string> entries;

    void add(const std::string& text, int age_days, Kind kind = Kind::rule, std::optional<double> importance = {}) {
        entries.push_back(text);
        known[key_of(text)] = {kind, days_ago(age_days), importance, text.starts_with("→")};
    }
    // Something new that fills the file so far.
    void fill(double part) {
        for (int i = 0; static_cast<double>(characters(join(entries))) < part * 1000; ++i)
            add("w" + std::to_string(i) + "qz" + std::string(90, 'a' + i), 0, Kind::rule, 0.95);
    }
    Plan plan() const { return plan_of(join(entries), known, signals, limits, now); }
    std::vector<What> whats() const {
        std::vector<What> all;
        for (const auto& step : plan().steps) all.push_back(step.what);
        return all;
    }
    static bool has(const std::vector<What>& all, What one) { return std::ranges::find(all, one) != all.end(); }
};

TEST_F(HotPlan, MeasuresTheFileAgainstItsThresholds) {
    EXPECT_EQ(pressure_of(599, limits), Pressure::none);
    EXPECT_EQ(pressure_of(600, limits), Pressure::soft);
    EXPECT_EQ(pressure_of(799, limits), Pressure::soft);
    EXPECT_EQ(pressure_of(800, limits), Pressure::hard);
}

TEST_F(HotPlan, LeavesAFileThatTheHostWouldNotWriteAlone) {
    add("Configured the VPN.", 100, Kind::state);
    const auto file = join(entries) + "\n";
    const auto plan = plan_of(file, known, signals, limits, now);
    EXPECT_FALSE(plan.readable);
    EXPECT_TRUE(plan.steps.empty());
    EXPECT_EQ(plan.sidecar, known);
    EXPECT_EQ(apply(file, plan, {}, now).file, file);
}

TEST_F(HotPlan, TypesWhatItDoesNotKnowAndForgetsWhatIsGone) {
    entries = {"Prefers tea.", "Migrated the wiki."};
    known[key_of("an entry that was changed")] = {};
    const auto sidecar = plan().sidecar;
    ASSERT_EQ(sidecar.size(), 2u);
    EXPECT_EQ(sidecar.at(key_of("Prefers tea.")).kind, Kind::rule);
    EXPECT_EQ(sidecar.at(key_of("Migrated the wiki.")).kind, Kind::state);
    EXPECT_EQ(sidecar.at(key_of("Migrated the wiki.")).since, now);
}

TEST_F(HotPlan, RetiresAStateAfterItsTimeAndNeverARule) {
    add("Migrated the wiki to host seven.", 7, Kind::state);
    add("Configured the firewall of Lyon.", 6, Kind::state);
    add("Prefers tea.", 1000);
    const auto made = plan();
    ASSERT_EQ(made.steps.size(), 1u);
    EXPECT_EQ(made.steps[0].what, What::sink_state);
    EXPECT_EQ(made.steps[0].cold, std::vector<std::string>{"Migrated the wiki to host seven."});
}

TEST_F(HotPlan, KeepsTheFirstOfEqualEntries) {
    add("Prefiere café.", 1);
    add("Something else entirely.", 1);
    add("prefiere cafe", 1);
    const auto made = plan();
    ASSERT_EQ(made.steps.size(), 1u);
    EXPECT_EQ(made.steps[0].what, What::drop_duplicate);
    EXPECT_EQ(apply(join(entries), made, {}, now).file, "Prefiere café.\n§\nSomething else entirely.");
}

TEST_F(HotPlan, TakesNothingAwayBeforeTheColdTierHasConfirmedIt) {
    add("Migrated the wiki to host seven.", 9, Kind::state);
    add("Prefers tea.", 9);
    const auto made = plan();
    EXPECT_EQ(apply(join(entries), made, {}, now).file, join(entries));
    const auto done = apply(join(entries), made, {key_of("Migrated the wiki to host seven.")}, now);
    EXPECT_EQ(done.file, "Prefers tea.");
    EXPECT_EQ(done.sidecar.size(), 1u);
    EXPECT_EQ(done.taken.size(), 1u);
}

TEST_F(HotPlan, AppliesToTheFileAsItIsNowAndNotAsItWas) {
    add("Migrated the wiki to host seven.", 9, Kind::state);
    add("Prefers tea.", 9);
    const auto made = plan();
    const std::set<std::string> confirmed{key_of("Migrated the wiki to host seven.")};
    const std::string changed = "Migrated the wiki to host eight.\n§\nPrefers tea.\n§\nNew: likes rain.";
    EXPECT_EQ(apply(changed, made, confirmed, now).file, changed) << "its entry was changed";
    const std::string more = join(entries) + "\n§\nNew: likes rain.";
    EXPECT_EQ(apply(more, made, confirmed, now).file, "Prefers tea.\n§\nNew: likes rain.");
}

TEST_F(HotPlan, SinksStaleEntriesAndCopiesOnlyUnderPressure) {
    add("VPN fixed", 1);
    add("The office is in Lyon.", 1);
    signals.in_cold = {same_key("the office is in lyon")};
    EXPECT_TRUE(whats().empty());
    fill(0.65);
    EXPECT_EQ(whats(), (std::vector{What::sink_stale, What::drop_copied}));
    signals.in_cold.reset();
    EXPECT_EQ(whats(), std::vector{What::sink_stale}) << "without the signal nothing is guessed";
}

TEST_F(HotPlan, MergesEntriesOfOneSubjectWhereThatSavesRoom) {
    add("The database apollo runs PostgreSQL on host nine. Ana owns apollo.", 1);
    add("The database apollo runs PostgreSQL on host nine. Ben owns its backups.", 1);
    fill(0.65);
    const auto made = plan();
    ASSERT_EQ(made.steps.size(), 1u);
    EXPECT_EQ(made.steps[0].what, What::merge);
    EXPECT_EQ(made.steps[0].becomes,
              "The database apollo runs PostgreSQL on host nine. Ana owns apollo. Ben owns its backups.");
    const auto done = apply(join(entries), made, {key_of(entries[0]), key_of(entries[1])}, now);
    EXPECT_TRUE(done.file.starts_with(made.steps[0].becomes));
    EXPECT_TRUE(done.sidecar.contains(key_of(made.steps[0].becomes)));
}

TEST_F(HotPlan, CompressesLongRulesThatNobodyTouched) {
    const std::string long_rule = "We spoke about the restarts at length, and " + std::string(150, 'x') +
                                  " was the end of it. Never restart apollo during office hours.";
    add(long_rule, 31);
    fill(0.65);
    const auto made = plan();
    ASSERT_EQ(made.steps.size(), 1u);
    EXPECT_EQ(made.steps[0].what, What::compress);
    EXPECT_EQ(made.steps[0].becomes, "Never restart apollo during office hours.");
    known[key_of(long_rule)].since = days_ago(29);
    EXPECT_TRUE(whats().empty());
}

TEST_F(HotPlan, TakesAnOldRecordForAStateAfterAll) {
    const std::string record = "2026-01-02: decided and configured the new firewall of Lyon.";
    add(record, 60);
    EXPECT_EQ(whats(), std::vector{What::sink_state});
    known[key_of(record)].since = days_ago(59);
    EXPECT_TRUE(whats().empty());
    EXPECT_EQ(plan().sidecar.at(key_of(record)).kind, Kind::rule);
}

TEST_F(HotPlan, LeavesAtMostThreePointersARunAndOnlyWhereNobodyAsked) {
    for (const auto* city : {"Lyon", "Bonn", "Turin", "Porto", "Ghent"})
        add("The branch in " + std::string(city) + " has its own printer and its own coffee machine, said somebody.",
            50);
    fill(0.85);
    EXPECT_FALSE(has(whats(), What::stub)) << "without a log of questions nobody knows";
    signals.asked.emplace();
    auto made = plan();
    EXPECT_EQ(std::ranges::count(made.steps, What::stub, &Step::what), 3);
    for (const auto& step : made.steps) EXPECT_LE(characters(step.becomes), 40u) << step.becomes;
    const auto ask = [&](int days) {
        for (const auto& word : words_of("Where is the printer?")) (*signals.asked)[word] = days_ago(days);
    };
    ask(29);
    EXPECT_FALSE(has(whats(), What::stub));
    ask(30);
    EXPECT_TRUE(has(whats(), What::stub));
    limits.hard = 0.95;
    EXPECT_FALSE(has(whats(), What::stub)) << "only under hard pressure";
}

TEST_F(HotPlan, CollectsTheOldestPointersUnderHardPressure) {
    add("→ printer lyon", 90);
    add("→ printer bonn", 80);
    fill(0.85);
    const auto made = plan();
    ASSERT_FALSE(made.steps.empty());
    EXPECT_EQ(made.steps[0].what, What::collect_stub);
    EXPECT_EQ(made.steps[0].keys, std::vector{key_of("→ printer lyon")});
    EXPECT_TRUE(made.steps[0].cold.empty()) << "what it points to is there already";
}

TEST_F(HotPlan, TouchesWhatIsProtectedOnlyToMergeOrCompressIt) {
    signals.asked.emplace();
    signals.in_cold.emplace();
    const std::vector<std::string> shielded{
        "Always answer in Spanish, in the style that Ana likes to read in the morning.",
        "Red line: nobody deletes a backup of apollo, whatever the reason may be."};
    for (const auto& text : shielded) add(text, 400);
    add("The printer of Lyon is on the third floor beside the stairs that lead to the roof.", 400, Kind::rule, 0.9);
    for (const auto& text : entries) signals.in_cold->insert(same_key(text));
    fill(0.9);
    for (const auto& step : plan().steps) EXPECT_TRUE(step.what == What::merge || step.what == What::compress);
}

// Whatever is written, fails, crashes or is changed by the host in between: what somebody once wrote and nobody took
// away himself is in the file or in the cold tier.
struct World {
    explicit World(std::uint32_t seed) : random(seed) {}

    bool chance(int percent) { return static_cast<int>(random() % 100) < percent; }
    std::string sentence() {
        static const std::vector<std::string> parts{"The database apollo",
                                                    "Ana prefers",
                                                    "never restart",
                                                    "was configured on 2026-01-02",
                                                    "decided and migrated",
                                                    "the printer of Lyon",
                                                    "fixed",
                                                    "Línea roja: no borrar",
                                                    "已修复",
                                                    "always answer in",
                                                    "PostgreSQL on host",
                                                    "the backups go to Frankfurt",
                                                    "café solo",
                                                    "über die Brücke",
                                                    "§ 12 of the law",
                                                    "siempre en español"};
        std::string text;
        for (auto words = 1 + random() % 5; words > 0; --words) text += parts[random() % parts.size()] + " ";
        return text + std::to_string(random() % 40) + ".";
    }
    void host_writes() {
        auto entries = split(file);
        const auto text = sentence();
        const auto what = entries.empty() ? 0 : random() % 4;
        if (what == 3 && !entries.empty()) {
            forget(entries[random() % entries.size()], entries);
        } else if (what == 2) {
            auto& changed = entries[random() % entries.size()];
            std::erase_if(owed, [&](const auto& one) { return same_key(one) == same_key(changed); });
            changed = text;
            owed.insert(text);
        } else if (std::ranges::find(entries, text) == entries.end()) {
            entries.push_back(text);
            owed.insert(text);
        }
        file = join(entries);
    }
    void forget(const std::string& text, std::vector<std::string>& entries) {
        std::erase_if(owed, [&](const auto& one) { return same_key(one) == same_key(text); });
        entries.erase(std::ranges::find(entries, std::string(text)));
    }
    // `honest`: false when the cold tier says that it holds what it lost, which nothing could survive.
    void overflow(bool honest) {
        Limits limits{.characters_max = 400};
        const auto plan = plan_of(file, sidecar, signals(), limits, time);
        std::set<std::string> confirmed;
        for (const auto& step : plan.steps)
            for (const auto& text : step.cold) {
                const bool fails = chance(30);
                if (!fails) cold.insert(text);
                if (!fails || !honest) confirmed.insert(key_of(text));
                if (chance(5)) return;  // it crashed here
            }
        while (chance(30)) host_writes();  // between the plan and the lock
        const auto applied = apply(file, plan, confirmed, time);
        if (honest) {
            ASSERT_TRUE(nothing_lost(file, applied.file, applied.taken, confirmed));
        }
        taken += applied.taken.size();
        if (chance(5)) return;  // crashed before the rename
        file = applied.file;
        if (chance(5)) return;  // before the sidecar was written
        sidecar = applied.sidecar;
    }
    Signals signals() {
        Signals known;
        if (chance(50)) known.asked.emplace();
        if (chance(50)) {
            known.in_cold.emplace();
            for (const auto& text : cold) known.in_cold->insert(same_key(text));
        }
        return known;
    }
    // What is in neither tier.
    std::vector<std::string> lost() const {
        std::set<std::string> there;
        for (const auto& text : split(file)) there.insert(same_key(text));
        for (const auto& text : cold) there.insert(same_key(text));
        std::vector<std::string> missing;
        for (const auto& text : owed)
            if (!there.contains(same_key(text))) missing.push_back(text);
        return missing;
    }

    std::mt19937 random;
    std::string file;
    Sidecar sidecar;
    std::set<std::string> cold, owed;
    WallTime time = now;
    std::size_t taken = 0;
};

TEST(HotTiers, LeaveNoEntryInNeitherOfThemWhateverFails) {
    std::size_t taken = 0;
    for (std::uint32_t seed = 1; seed <= 200; ++seed) {
        World world(seed);
        for (int step = 0; step < 60; ++step) {
            world.host_writes();
            world.time += std::chrono::hours(world.random() % 200);
            if (world.chance(40)) world.overflow(true);
            if (testing::Test::HasFatalFailure()) return;
            const auto lost = world.lost();
            ASSERT_TRUE(lost.empty()) << "seed " << seed << ", step " << step << ": " << lost.front();
        }
        taken += world.taken;
    }
    EXPECT_GT(taken, 2000u) << "or little was tried";
}

TEST(HotTiers, WouldBeSeenToLoseEntriesIfAWriteWereBelievedThatFailed) {
    std::size_t losing = 0;
    for (std::uint32_t seed = 1; seed <= 20; ++seed) {
        World world(seed);
        for (int step = 0; step < 60; ++step) {
            world.host_writes();
            world.time += std::chrono::hours(world.random() % 200);
            if (world.chance(40)) world.overflow(false);
        }
        losing += world.lost().empty() ? 0 : 1;
    }
    EXPECT_GT(losing, 15u);
}

TEST(HotTiers, BringAFileBelowItsTargetWhenNothingIsProtected) {
    Limits limits{.characters_max = 1000};
    std::vector<std::string> entries;
    Sidecar known;
    for (int i = 0; i < 12; ++i) {
        entries.push_back("On 2026-01-" + std::to_string(10 + i) + " it was decided and configured that host x" +
                          std::to_string(i) + " serves the wiki.");
        known[key_of(entries.back())] = {Kind::rule, days_ago(70), {}, false};
    }
    const auto file = join(entries);
    const auto plan = plan_of(file, known, {}, limits, now);
    std::set<std::string> confirmed;
    for (const auto& step : plan.steps)
        for (const auto& text : step.cold) confirmed.insert(key_of(text));
    EXPECT_LE(characters(apply(file, plan, confirmed, now).file), 400u);
}

}  // namespace
}  // namespace wm::policies::hot
