#include "config/hermes_config.hpp"

#include <gtest/gtest.h>

namespace wm::config {
namespace {

std::string enabled(const std::string& text) {
    const auto result = with_plugin_enabled(text, "wetopi-memory");
    const auto* out = std::get_if<std::string>(&result);
    return out ? *out : "fault: " + std::get<HermesConfigFault>(result).message;
}

TEST(HermesConfig, GainsAPluginsSectionWhenThereIsNone) {
    EXPECT_EQ(enabled(""), "plugins:\n  enabled:\n    - wetopi-memory\n");
    EXPECT_EQ(enabled("model:\n  default: x"), "model:\n  default: x\nplugins:\n  enabled:\n    - wetopi-memory\n");
}
TEST(HermesConfig, KeepsCommentsOrderAndTheOtherPlugins) {
    EXPECT_EQ(
        enabled("# mine\nplugins:\n  # these\n  enabled:\n  - one # first\n  - two\nmodel: {default: x}\n"),
        "# mine\nplugins:\n  # these\n  enabled:\n  - wetopi-memory\n  - one # first\n  - two\nmodel: {default: x}\n");
    EXPECT_EQ(enabled("plugins:\n  enabled: [one, two]\n"), "plugins:\n  enabled: [wetopi-memory, one, two]\n");
    EXPECT_EQ(enabled("plugins:\n  disabled: [old]\n"),
              "plugins:\n  enabled:\n    - wetopi-memory\n  disabled: [old]\n");
}
TEST(HermesConfig, FillsAnEmptyList) {
    EXPECT_EQ(enabled("plugins:\n  enabled: []\n"), "plugins:\n  enabled: [wetopi-memory]\n");
    EXPECT_EQ(enabled("plugins:\n  enabled:\nmodel: x\n"), "plugins:\n  enabled: [wetopi-memory]\nmodel: x\n");
    EXPECT_EQ(enabled("plugins: {}\nmodel: x\n"), "plugins:\n  enabled:\n    - wetopi-memory\nmodel: x\n");
}
TEST(HermesConfig, IsLeftAloneWhenThePluginIsEnabledAlready) {
    const std::string text = "plugins:\n  enabled: [wetopi-memory]\n";
    EXPECT_EQ(enabled(text), text);
}
TEST(HermesConfig, SaysWhatStandsInTheWay) {
    EXPECT_NE(enabled("plugins:\n  disabled: [wetopi-memory]\n").find("plugins.disabled"), std::string::npos);
    EXPECT_NE(enabled("a: [").find("not valid YAML"), std::string::npos);
    EXPECT_NE(enabled("plugins: 7\n").find("hermes plugins enable"), std::string::npos);
}
TEST(HermesConfig, KnowsHowLargeTheMemoryFilesMayBe) {
    EXPECT_EQ(memory_limits("").memory, 2200u);
    EXPECT_EQ(memory_limits("memory: 7\n").user, 1375u);
    const auto own = memory_limits("memory:\n  memory_char_limit: 4000\n  user_char_limit: -1\n");
    EXPECT_EQ(own.memory, 4000u);
    EXPECT_EQ(own.user, 1375u) << "what is no limit is none";
}
TEST(HermesConfig, KnowsTheMemoryProvider) {
    EXPECT_EQ(memory_provider("memory:\n  provider: hindsight\n"), "hindsight");
    EXPECT_FALSE(memory_provider("memory: {}\n"));
    EXPECT_FALSE(memory_provider(""));
}

}  // namespace
}  // namespace wm::config
