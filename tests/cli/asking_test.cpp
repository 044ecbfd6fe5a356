#include "cli/asking.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

namespace wm::cli {
namespace {

using testing::HasSubstr;

TEST(Asking, ATokenOfTheCommandLineGoesBeforeThatOfTheEnvironment) {
    ::setenv("WETOPI_MEMORY_TOKEN", "of-the-environment", 1);
    EXPECT_EQ(token_from("given").reveal(), "given");
    EXPECT_EQ(token_from("").reveal(), "of-the-environment");
    ::unsetenv("WETOPI_MEMORY_TOKEN");
    EXPECT_EQ(token_from("").reveal(), "");
}

TEST(Asking, SaysHowATokenIsMadeWhenTheDaemonWantsOne) {
    EXPECT_THAT(refusal_of({401, R"({"error":{"code":"unauthorized","message":"send one"}})"}),
                HasSubstr("wetopi-memory token create me --role operator"));
}

TEST(Asking, RepeatsTheDaemonsOwnWords) {
    EXPECT_EQ(refusal_of({403, R"({"error":{"code":"forbidden_role","message":"an agent may not"}})"}),
              "an agent may not");
    EXPECT_EQ(refusal_of({502, "<html>"}), "the daemon answered with status 502");
    EXPECT_EQ(refusal_of({500, R"({"error":"x"})"}), "the daemon answered with status 500");
}

}  // namespace
}  // namespace wm::cli
