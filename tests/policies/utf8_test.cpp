#include "policies/utf8.hpp"

#include <gtest/gtest.h>

namespace wm::policies {
namespace {

TEST(Cut, NeverEndsInsideACharacter) {
    EXPECT_EQ(cut("año", 2), "a");
    EXPECT_EQ(cut("año", 3), "añ");
    EXPECT_EQ(cut("设备", 4), "设");
    EXPECT_EQ(cut("abc", 10), "abc");
    EXPECT_EQ(cut("\x80\x80\x80", 2), "") << "no character begins here";
}

TEST(CutMiddle, KeepsHowATextBeganAndHowItEnded) {
    EXPECT_EQ(cut_middle("abc", 20), "abc");
    EXPECT_EQ(cut_middle("0123456789abcdefghij", 17), "01234\n[...]\nfghij");
    EXPECT_EQ(cut_middle("ññññññññññññññ", 14), "ñ\n[...]\nñ") << "and cuts no character";
    EXPECT_EQ(cut_middle("0123456789", 5), "01234") << "too little room for both";
}

}  // namespace
}  // namespace wm::policies
