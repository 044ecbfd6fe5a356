#include "runtime/log.hpp"

#include <gmock/gmock.h>

#include <string>

namespace wm {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

template <class F>
std::string printed(F write) {
    testing::internal::CaptureStderr();
    write();
    return testing::internal::GetCapturedStderr();
}

TEST(Log, WritesTheEventAndItsFields) {
    const std::string session = "s-1";
    const auto line = printed(
        [&] { log(Level::info, "recall", {{"session", session}, {"scopes", 2}, {"share", 0.25}, {"status", "ok"}}); });
    EXPECT_THAT(line, EndsWith(" info recall session=s-1 scopes=2 share=0.250 status=ok\n"));
}

TEST(Log, LetsNoFieldForgeALine) {
    const auto line = printed([] { log(Level::warning, "denied", {{"agent", "a\nb c=\"d\"\x7f"}}); });
    EXPECT_THAT(line, EndsWith(" denied agent=a_b_c=_d__\n"));
    EXPECT_EQ(std::count(line.begin(), line.end(), '\n'), 1);
}

TEST(Log, CutsALongField) {
    const auto line = printed([] { log(Level::error, "x", {{"agent", std::string(5000, 'a')}}); });
    EXPECT_THAT(line, HasSubstr("agent=" + std::string(120, 'a') + "…\n"));
    EXPECT_LT(line.size(), 250u);
}

TEST(Log, KeepsSilentBelowItsLevel) {
    log_level(Level::warning);
    EXPECT_THAT(printed([] { log(Level::info, "quiet", {}); }), IsEmpty());
    EXPECT_THAT(printed([] { log(Level::warning, "loud", {}); }), Not(IsEmpty()));
    log_level(Level::info);
}

}  // namespace
}  // namespace wm
