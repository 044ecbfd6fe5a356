#include "store/stems.hpp"

#include <gtest/gtest.h>

namespace wm::test {
namespace {

using policies::Language;

TEST(Stems, ComeFromTheRulesOfEachLanguage) {
    EXPECT_EQ(stem_of(Language::english, "hiking"), stem_of(Language::english, "hike"));
    EXPECT_EQ(stem_of(Language::english, "pets"), "pet");
    EXPECT_EQ(stem_of(Language::spanish, "comunicacion"), stem_of(Language::spanish, "comunicaciones"));
    EXPECT_EQ(stem_of(Language::german, "hauser"), stem_of(Language::german, "hausern"));
}

TEST(Stems, LeaveWhatIsNoWordAsItIs) {
    EXPECT_EQ(stem_of(Language::english, ""), "");
    EXPECT_EQ(stem_of(Language::english, std::string(60, 'x')), std::string(60, 'x'));
}

}  // namespace
}  // namespace wm::test
