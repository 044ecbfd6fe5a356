#include "cli/status_board.hpp"

#include <gtest/gtest.h>

namespace wm::cli {
namespace {

const std::map<ScopeName, std::string> banks{{ScopeName("personal"), "user-{internal_user_id}"},
                                             {ScopeName("platform"), "corp<platform>"}};

std::string page(bool detail) {
    const GatewayStatus status{0, BackendState::degraded, Millis(12), {}, {}, {}, 3, 1};
    return status_page(&status, 2, detail, "1.0", "embedded", banks);
}

TEST(StatusPage, ShowsTheBanksToTheOperator) {
    EXPECT_NE(page(true).find("Bank of personal</th><td><code>user-{internal_user_id}</code>"), std::string::npos);
    EXPECT_NE(page(true).find("<code>corp&lt;platform></code>"), std::string::npos);
}

TEST(StatusPage, ShowsTheStateAndNoBankToAnybodyElse) {
    EXPECT_NE(page(false).find("degraded"), std::string::npos);
    EXPECT_EQ(page(false).find("corp"), std::string::npos);
    EXPECT_EQ(page(false).find("Bank"), std::string::npos);
}

TEST(ReadinessDetail, SaysWhatTheSpoolDoes) {
    GatewayStatus status{0, BackendState::degraded, {}, {}, {}, WallTime(std::chrono::seconds(7)), 3, 1};
    status.spool = SpoolState::unwritable;
    const auto detail = readiness_detail(&status, 2);
    EXPECT_NE(detail.find(R"("spool":"unwritable")"), std::string::npos) << detail;
    EXPECT_NE(detail.find(R"("degraded_since":7)"), std::string::npos) << detail;
}

}  // namespace
}  // namespace wm::cli
