#include "config/substitute.hpp"

#include "tests/config/reading.hpp"

using namespace wm::config;

namespace {

EnvLookup some() {
    return environment({{"A", "1"}, {"EMPTY", ""}, {"NESTED", "${A} $${A}"}, {"LONG", std::string(50000, 'x')}});
}
std::string text(std::string_view source) {
    const auto result = substitute(source, some());
    EXPECT_TRUE(result.faults.empty()) << source;
    return result.text;
}
std::string fault(std::string_view source) {
    const auto result = substitute(source, some());
    return result.faults.empty() ? "" : result.faults.front().message;
}

}  // namespace

TEST(Substitute, PutsInVariablesAndDefaults) {
    EXPECT_EQ(text("plain $ } { $A"), "plain $ } { $A");
    EXPECT_EQ(text("a${A}b${A}"), "a1b1");
    EXPECT_EQ(text("${EMPTY}"), "");
    EXPECT_EQ(text("${EMPTY:-x}${NONE:-y}${NONE:-}${A:-z}"), "xy1");
    EXPECT_EQ(text("${NONE:-http://h:1/:-}"), "http://h:1/:-");
    EXPECT_TRUE(substitute("${A}", some()).from_environment);
    EXPECT_FALSE(substitute("A", some()).from_environment);
}

TEST(Substitute, TwoDollarsAreAPlainOne) {
    EXPECT_EQ(text("$${A} $$ $$${A}"), "${A} $$ $${A}");
    EXPECT_FALSE(substitute("$${A}", some()).from_environment);
}

TEST(Substitute, DoesNotReadAgainWhatItPutIn) { EXPECT_EQ(text("${NESTED}"), "${A} $${A}"); }

TEST(Substitute, NamesWhatIsMissingOrMalformed) {
    EXPECT_EQ(fault("x${NONE}"), "needs the environment variable NONE, which is not set");
    EXPECT_EQ(substitute("${NONE}${NONE2}", some()).faults.size(), 2U);
    for (const auto* bad : {"${}", "${1A}", "${A B}", "${A-x}", "${:-x}", "${${A}}"})
        EXPECT_EQ(fault(bad), "holds a ${…} that names no variable") << bad;
    EXPECT_EQ(fault("${A"), "holds a ${ without its }");
    EXPECT_EQ(fault("${LONG}${LONG}"), "is longer than 64 KiB once its variables are put in");
}

TEST(Substitute, AnEscapedTextComesBackAsItWas) {
    for (const auto* source : {"", "$", "${A}", "$${A}", "$$${A}", "a ${", "$$", "}{$"})
        EXPECT_EQ(text(escape_substitution(source)), source);
}
