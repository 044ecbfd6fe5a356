// No query of one bank ever gives a row of another, whatever is stored and asked.

#include "tests/store/embedded_support.hpp"
#include "tests/store/questions.hpp"

#include <gmock/gmock.h>

#include <map>
#include <random>
#include <set>

namespace wm::test {
namespace {

using testing::IsEmpty;

TEST(Isolation, NoBankEverAnswersForAnother) {
    const std::vector<std::string> banks{"user-u_ana", "user-u_ben",         "1", "11", "b1w", "platform", "Platform",
                                         "user-%",     "platform' OR '1'='1"};
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        TempDir folder;
        StoreBench bench(folder.path());
        std::mt19937_64 random(seed);
        std::map<std::string, std::set<std::string>> own;
        for (int round = 0; round < 150; ++round) {
            const auto& name = banks[random() % banks.size()];
            const auto& fact = known[random() % std::size(known)];
            const auto text = std::string(fact.text) + " #" + std::to_string(round);
            const bool as_state = random() % 2 == 0;
            const auto operation = "op-" + std::to_string(random() % 120);  // some repeat, in one bank or across two
            const auto before = own[name].size();
            const auto result = bench.retain(
                operation, 1'780'000'000'000 + round,
                {as_state ? state("pve04", "power", text) : event("doc-" + std::to_string(random() % 40), text)}, name);
            ASSERT_TRUE(std::holds_alternative<Stored>(result));
            own[name].insert(text);
            EXPECT_GE(own[name].size(), before);
        }
        std::size_t found = 0;
        for (const auto& name : banks) {
            for (const auto& fact : known) {
                for (const auto& memory : bench.recall(fact.text, everything, name, 100'000)) {
                    const auto text = memory.text.text.substr(0, memory.text.text.find(" (until "));
                    EXPECT_TRUE(own[name].contains(text)) << name << " was given: " << text;
                    EXPECT_EQ(memory.scope.str(), name);
                    ++found;
                }
            }
            EXPECT_THAT(bench.recall("b1wpve04 b2wpve04 wpve04", everything, name), IsEmpty());
        }
        EXPECT_GT(found, 100u);
    }
}

TEST(Isolation, ABankThatWasNeverWrittenIsEmpty) {
    TempDir folder;
    StoreBench bench(folder.path());
    bench.retain("op-1", 1'780'000'000'000, {state("pve04", "power", "pve04 is offline")});
    EXPECT_THAT(bench.recall("pve04", everything, "sales"), IsEmpty());
    EXPECT_THAT(bench.recall("pve04", everything, ""), IsEmpty());
}

TEST(Isolation, TheSameStateInTwoBanksIsTwoStates) {
    TempDir folder;
    StoreBench bench(folder.path());
    bench.retain("op-1", 1'780'000'000'000, {state("pve04", "power", "pve04 is offline")}, "platform");
    bench.retain("op-1", 1'780'000'000'001, {state("pve04", "power", "pve04 is online")},
                 "security");  // the same operation id, too
    EXPECT_EQ(bench.texts("pve04", observations, "platform"), std::vector<std::string>{"pve04 is offline"});
    EXPECT_EQ(bench.texts("pve04", observations, "security"), std::vector<std::string>{"pve04 is online"});
}

}  // namespace
}  // namespace wm::test
