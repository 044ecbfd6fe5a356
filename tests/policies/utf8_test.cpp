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

}  // namespace
}  // namespace wm::policies
