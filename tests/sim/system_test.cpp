// The whole System, thousands of seeds. WM_SIM_SEEDS sets how many, WM_SIM_FIRST where to begin, WM_SIM_TURNS how many turns
// each plays (2,000 seeds of 50 are 100,000 turns); a seed that failed is printed, with what repeats it.
#include "tests/sim/company.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>

namespace wm::sim {
namespace {

std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
    const char* text = std::getenv(name);
    return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

void everything_accepted_is_stored_or_buried(const Company& company) {
    EXPECT_EQ(company.spool->counts().waiting, 0u) << "batches that never left the spool";
    for (const auto& [operation, spooled] : company.disk.committed) {
        if (company.disk.buried.contains(operation)) continue;
        const auto bank = StoreRegistry(store_rows(company.settings)).bank(spooled.batch.scope, spooled.user);
        ASSERT_TRUE(bank);
        const auto& documents = company.server.banks.at(bank->str());
        for (const auto& item : spooled.batch.items) {
            ASSERT_TRUE(documents.contains(item.document)) << "an accepted document is not in its bank";
            if (item.subject.empty()) {
                EXPECT_EQ(documents.at(item.document).text, item.content.text);
                EXPECT_EQ(company.server.writes.at(bank->str() + "\n" + item.document.str()), 1) << "written once";
            }
        }
    }
}

void every_acknowledged_fact_was_kept(const Company& company) {
    std::string all;
    for (const auto& [operation, spooled] : company.disk.committed)
        for (const auto& item : spooled.batch.items) all += item.content.text + "\n";
    for (const auto& turn : company.hermes.turns)
        if (!turn.host.empty() && turn.acked && turn.speaker.sender != "666")
            EXPECT_NE(all.find(turn.host), std::string::npos)
                << "acknowledged and not kept: " << turn.end.user_message.text << " turn " << turn.id.str();
}

void at_most_one_retain_a_scope_and_turn(const Company& company) {
    std::set<std::pair<std::string, std::string>> seen;
    for (const auto& [operation, spooled] : company.disk.committed) {
        const auto event = std::find_if(spooled.batch.items.begin(), spooled.batch.items.end(),
                                        [](const auto& item) { return item.subject.empty(); });
        if (event != spooled.batch.items.end())
            EXPECT_TRUE(seen.emplace(spooled.user.str() + spooled.batch.scope.str(), event->document.str()).second);
    }
}

void banks_hold_their_own_person_only(const Company& company) {
    for (const auto& [bank, documents] : company.server.banks)
        for (const auto& [id, document] : documents)
            if (const auto at = document.text.find("owner-"); at != std::string::npos)
                EXPECT_EQ(bank, "user-" + document.text.substr(at + 6, 5)) << "personal memory in the wrong bank";
}

// A private name is its own person's: every other place is a shared scope.
void names_are_kept_for_whose_memory_they_are(const Company& company) {
    const StoreRegistry stores(store_rows(company.settings));
    std::map<policies::NamePlace, std::size_t> kept;
    for (const auto& row : company.names.rows) {
        EXPECT_EQ(stores.is_private(row.place.scope), !row.place.user.empty());
        EXPECT_LE(++kept[row.place], company.settings.routing.learned_names_max);
    }
}

// What an operator is told about a recall is what the agent was given, and holds no secret.
std::uint64_t recalls_are_explained_as_they_were_answered(Company& company) {
    const auto list = company.explain({{}, {}, {}, 4});
    EXPECT_LE(list.kept, list.kept_max);
    EXPECT_LE(list.recalls.size(), 4u);
    std::uint64_t injected = 0;
    for (const auto& line : list.recalls) {
        const auto whole = company.explain({line.turn, line.session, line.agent});
        EXPECT_FALSE(whole.recalls.empty()) << line.turn.str();
        for (const auto& recall : whole.recalls) {
            EXPECT_EQ(recall.turn, line.turn);
            EXPECT_EQ(recall.text.text.find(planted_secret), std::string::npos);
            std::size_t given = 0;
            for (const auto& candidate : recall.candidates) {
                given += candidate.fate <= policies::Fate::returned;
                EXPECT_EQ(candidate.text.text.find(planted_secret), std::string::npos);
            }
            EXPECT_EQ(given, recall.given) << policies::name_of(recall.kind) << " of " << recall.turn.str();
            if (recall.kind == policies::RecallKind::context) injected += given;
        }
    }
    return injected;
}

struct Seen {                    // what a run must show for its checks to mean something
    std::uint64_t contexts = 0;  // with memory
    std::uint64_t own = 0;       // parts of them that say for which session they were recalled
    std::uint64_t injected = 0;  // memories that were injected and explained
    std::uint64_t turns = 0;
};

bool run(std::uint64_t seed, FaultCounts& counts, Seen& seen) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Company company(seed, counts);
    company.live(static_cast<int>(from_environment("WM_SIM_TURNS", 25)));
    company.calm_down();
    EXPECT_EQ(company.hermes.unacknowledged(), 0u) << "turns that nobody ever acknowledged";
    double batches = 0;
    for (const auto* scope : {"personal", "business", "platform"})
        batches += company.metrics->value("wetopi_memory_retain_batches_total", {{Label::scope, scope}});
    EXPECT_EQ(batches, static_cast<double>(company.spool->answered_batches())) << "the metric and the disk disagree";
    EXPECT_EQ(company.drain(), std::optional(true)) << "at rest, everything is empty";
    seen.injected += recalls_are_explained_as_they_were_answered(company);
    company.restart();
    everything_accepted_is_stored_or_buried(company);
    every_acknowledged_fact_was_kept(company);
    at_most_one_retain_a_scope_and_turn(company);
    banks_hold_their_own_person_only(company);
    names_are_kept_for_whose_memory_they_are(company);
    EXPECT_EQ(company.rules.unanswered(), 0u) << "a reload that was never answered";
    seen.turns += company.hermes.turns.size();
    seen.contexts += company.hermes.contexts_with_text;
    seen.own += company.hermes.answers_for_the_asker;
    return !testing::Test::HasFailure();
}

TEST(System, KeepsItsPromisesUnderEverySeed) {
    const auto first = from_environment("WM_SIM_FIRST", 0);
    const auto seeds = from_environment("WM_SIM_SEEDS", 2000);
    FaultCounts counts{};
    Seen seen;
    std::uint64_t done = 0;
    for (auto seed = first; seed < first + seeds; ++seed, ++done)
        if (!run(seed, counts, seen)) {
            std::printf("seed %llu failed: WM_SIM_FIRST=%llu WM_SIM_SEEDS=1\n", static_cast<unsigned long long>(seed),
                        static_cast<unsigned long long>(seed));
            break;
        }
    std::printf("%llu turns of %llu seeds, %llu contexts with memory; injected:\n",
                static_cast<unsigned long long>(seen.turns), static_cast<unsigned long long>(done),
                static_cast<unsigned long long>(seen.contexts));
    for (std::size_t i = 0; i < fault_count; ++i) {
        std::printf("  %-32s %llu\n", fault_names[i].data(), static_cast<unsigned long long>(counts[i]));
        if (seeds >= 100) EXPECT_GT(counts[i], 0u) << fault_names[i] << " was never injected";
    }
    if (seeds < 100) return;
    EXPECT_GT(seen.contexts, 0u);
    EXPECT_GT(seen.own, 0u) << "no context could have gone to the wrong session";
    EXPECT_GT(seen.injected, 0u) << "no memory that was injected was explained";
}

TEST(System, IsTheSameStoryForTheSameSeed) {
    const auto story = [](std::uint64_t seed) {
        FaultCounts counts{};
        Company company(seed, counts);
        company.live(25);
        company.calm_down();
        return std::tuple(company.server.calls, company.hermes.answers, company.disk.committed.size(), counts);
    };
    EXPECT_EQ(story(42), story(42));
    EXPECT_NE(story(42), story(43));
}

}  // namespace
}  // namespace wm::sim
