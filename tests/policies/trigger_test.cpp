#include "policies/trigger.hpp"

#include "policies/activity.hpp"
#include "policies/text_split.hpp"

#include <boost/json.hpp>

#include <gtest/gtest.h>

#include <fstream>

namespace wm::policies {
namespace {

Route with(double confidence, bool memory_request = false) {
    Route route;
    route.scopes = {{ScopeName("platform"), confidence}};
    route.memory_request = memory_request;
    return route;
}

TEST(Trigger, IsAnExplicitRequestOrAConfidentMissAndNothingElse) {
    EXPECT_EQ(trigger(with(0.5, true), true), Trigger::explicit_memory_request);
    EXPECT_EQ(trigger(with(0.9), false), Trigger::high_confidence_cache_miss);
    EXPECT_EQ(trigger(with(0.9), true), Trigger::none) << "the cache has it";
    EXPECT_EQ(trigger(with(0.6), false), Trigger::none);
    EXPECT_EQ(trigger(Route{}, false), Trigger::none);
}
TEST(OnlyStores, KnowsAWishToStoreInEachLanguage) {
    for (const auto* text : {"Recuerda que pve04 está apagado por mantenimiento",
                             "Remember that db-7 is in read-only mode.", "Merk dir, dass srv-web2 offline ist."})
        EXPECT_TRUE(only_stores(text)) << text;
}
TEST(OnlyStores, IsNotSaidOfAMessageThatAsksAsWell) {
    for (const auto* text : {"Recuerda que pve04 está apagado. ¿Y pve05 cómo está?", "¿En qué estado está pve04?",
                             "Is db-7 up?", "¿Recuerdas cómo está pve04?", "he apagado pve04", ""})
        EXPECT_FALSE(only_stores(text)) << text;
}

// What the whole reading of a sentence would say, on everything that was said in the labelled turns.
TEST(OnlyStores, JudgesAsAReadingOfEverySignalWould) {
    int stores = 0, asks = 0;
    for (const char* name : {"turns", "recall_fresh", "retain_fresh"}) {
        std::ifstream file(std::string(WM_SOURCE_DIR "/tests/data/") + name + ".jsonl");
        ASSERT_TRUE(file);
        for (std::string line; std::getline(file, line);) {
            const auto turn = boost::json::parse(line).as_object();
            for (const char* key : {"user_message", "assistant_response"}) {
                if (!turn.contains(key) || !turn.at(key).is_string()) continue;
                const std::string text(turn.at(key).as_string());
                bool asking = false, storing = false;
                for (const auto& sentence : split_sentences(text)) {
                    const auto activity = detect_activity(sentence.text);
                    asking |= activity.has(Signal::question) || activity.has(Signal::recall);
                    storing |= activity.has(Signal::remember);
                }
                EXPECT_EQ(only_stores(text), storing && !asking) << text;
                stores += storing && !asking, asks += asking;
            }
        }
    }
    EXPECT_GT(stores, 20);
    EXPECT_GT(asks, 100);
}

}  // namespace
}  // namespace wm::policies
