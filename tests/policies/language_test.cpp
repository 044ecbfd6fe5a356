#include "policies/language.hpp"

#include <gtest/gtest.h>

#include <string>

namespace wm::policies {
namespace {

TEST(LanguageOf, KnowsTheThreeByTheirSmallWords) {
    EXPECT_EQ(language_of("He apagado pve04 para mantenimiento; el apagado terminó bien."), Language::spanish);
    EXPECT_EQ(language_of("pve04 is offline for maintenance, we moved the workloads."), Language::english);
    EXPECT_EQ(language_of("pve04 ist wegen Wartung aus, wir haben alles verschoben."), Language::german);
}

TEST(LanguageOf, SaysEnglishWhenNothingTells) {
    EXPECT_EQ(language_of(""), Language::english);
    EXPECT_EQ(language_of("pve04 offline"), Language::english);
    EXPECT_EQ(language_of("\xff\xfe\x80"), Language::english);
}

TEST(LanguageOf, ReadsOnlyTheBeginningOfALongText) {
    EXPECT_EQ(language_of("el nodo está en la red " + std::string(4000, 'x') + " the and the and the and the and the"),
              Language::spanish);
}

}  // namespace
}  // namespace wm::policies
