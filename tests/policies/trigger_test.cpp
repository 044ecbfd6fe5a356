#include "policies/trigger.hpp"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace wm::policies
