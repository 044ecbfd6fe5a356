#include "net/routes.hpp"

#include "net/rate.hpp"

#include <gmock/gmock.h>
#include <sodium.h>

namespace wm {
namespace {

using testing::HasSubstr;

TokenEntry entry(const std::string& token, Role role) {
    TokenEntry made;
    made.name = token.substr(4);
    made.role = role;
    crypto_generichash(made.hash.data(), made.hash.size(), reinterpret_cast<const unsigned char*>(token.data()),
                       token.size(), nullptr, 0);
    return made;
}

const TokenTable tokens({entry("wmt_agent", Role::agent), entry("wmt_operator", Role::operator_),
                         entry("wmt_metrics", Role::metrics)});

struct Row {
    std::string method, target, token;
    bool local;
    int status;  // 0: admitted
    bool detail;
};

RequestHead head_of(const Row& row, std::string_view authorization) {
    RequestHead head;
    head.method = row.method;
    head.target = row.target;
    head.authorization = authorization;
    head.upgrade = true;
    head.subprotocols = subprotocol;
    head.local = row.local;
    return head;
}

}  // namespace

TEST(Routes, EveryPathHasItsMethodAndItsRoles) {
    const Row rows[] = {
        {"GET", "/v1/ws", "wmt_agent", false, 0, false},
        {"GET", "/v1/ws", "", true, 401, false},
        {"GET", "/v1/ws", "wmt_unknown", true, 401, false},
        {"GET", "/v1/ws", "wmt_operator", true, 403, false},
        {"POST", "/v1/ws", "wmt_agent", true, 405, false},
        {"POST", "/v1/hooks", "wmt_agent", false, 0, false},
        {"POST", "/v1/hooks", "wmt_metrics", false, 403, false},
        {"POST", "/v1/hooks?token=wmt_agent", "", true, 401, false},
        {"GET", "/v1/hooks", "wmt_agent", false, 405, false},
        {"GET", "/healthz", "", false, 0, false},
        {"GET", "/healthz", "wmt_unknown", false, 0, false},
        {"POST", "/v1/admin/reload", "wmt_operator", false, 0, true},
        {"POST", "/v1/admin/reload", "", false, 401, false},
        {"POST", "/v1/admin/reload", "wmt_unknown", false, 401, false},
        {"POST", "/v1/admin/reload", "wmt_agent", false, 403, false},
        {"POST", "/v1/admin/reload", "wmt_metrics", false, 403, false},
        {"GET", "/v1/admin/reload", "wmt_operator", false, 405, false},
        {"GET", "/readyz", "", false, 0, false},
        {"GET", "/readyz", "wmt_agent", false, 0, false},
        {"GET", "/readyz", "wmt_metrics", false, 0, true},
        {"GET", "/readyz", "wmt_operator", false, 0, true},
        {"GET", "/readyz", "wmt_unknown", false, 401, false},
        {"GET", "/metrics", "", true, 401, false},
        {"GET", "/metrics", "wmt_agent", true, 403, false},
        {"GET", "/metrics", "wmt_metrics", false, 0, false},
        {"GET", "/metrics", "wmt_operator", false, 0, true},
        {"GET", "/", "", true, 0, false},
        {"GET", "/", "", false, 401, false},
        {"GET", "/", "wmt_agent", false, 0, false},
        {"GET", "/", "wmt_metrics", false, 0, false},
        {"GET", "/", "wmt_operator", false, 0, true},
        {"POST", "/v1/admin/dead-letters", "wmt_operator", false, 0, true},
        {"POST", "/v1/admin/dead-letters", "wmt_agent", true, 403, false},
        {"POST", "/v1/admin/dead-letters", "wmt_metrics", true, 403, false},
        {"POST", "/v1/admin/dead-letters", "", true, 401, false},
        {"GET", "/v1/admin/dead-letters", "wmt_operator", true, 405, false},
        {"GET", "/v1/admin/explain?turn=t1", "wmt_operator", false, 0, true},
        {"GET", "/v1/admin/explain", "", true, 401, false},
        {"GET", "/v1/admin/explain", "wmt_agent", true, 403, false},
        {"GET", "/v1/admin/explain", "wmt_metrics", true, 403, false},
        {"POST", "/v1/admin/explain", "wmt_operator", true, 405, false},
        {"DELETE", "/", "wmt_operator", true, 405, false},
        {"GET", "/admin", "wmt_operator", true, 404, false},
        {"GET", "", "wmt_operator", true, 404, false},
        {"GET", "/v1/ws/../hooks", "wmt_agent", true, 404, false},
    };
    for (const auto& row : rows) {
        const std::string authorization = row.token.empty() ? "" : "Bearer " + row.token;
        const auto admitted = admit(head_of(row, authorization), tokens, {});
        const auto what = row.method + " " + row.target + " " + row.token;
        const auto* refused = std::get_if<RefusedRequest>(&admitted);
        EXPECT_EQ(refused ? refused->status : 0, row.status) << what;
        if (refused) EXPECT_FALSE(refused->message.empty()) << what;
        else EXPECT_EQ(std::get<Admitted>(admitted).detail, row.detail) << what;
    }
}

TEST(Routes, TheSchemeOfATokenIsBearerInAnyCase) {
    const Row row{"POST", "/v1/hooks", "", true, 0, false};
    for (const auto* good : {"Bearer wmt_agent", "bearer wmt_agent", "BEARER  wmt_agent"})
        EXPECT_TRUE(std::holds_alternative<Admitted>(admit(head_of(row, good), tokens, {}))) << good;
    for (const auto* bad :
         {"wmt_agent", "Basic wmt_agent", "Bearer", "Bearer ", "Bearerwmt_agent", "Bearer wmt_agent x"})
        EXPECT_TRUE(std::holds_alternative<RefusedRequest>(admit(head_of(row, bad), tokens, {}))) << bad;
}

TEST(Routes, AForeignOriginIsRefusedBeforeAnythingElse) {
    const Row health{"GET", "/healthz", "", true, 0, false};
    auto head = head_of(health, "");
    head.origin = "https://evil.example";
    const auto refused = std::get<RefusedRequest>(admit(head, tokens, {"https://console.example"}));
    EXPECT_EQ(refused.status, 403);
    EXPECT_EQ(refused.code, "forbidden_origin");
    head.origin = "null";
    EXPECT_TRUE(std::holds_alternative<RefusedRequest>(admit(head, tokens, {})));
    head.origin = "https://console.example";
    EXPECT_TRUE(std::holds_alternative<Admitted>(admit(head, tokens, {"https://console.example"})));
}

TEST(Routes, AWebSocketNeedsItsUpgradeAndItsSubprotocol) {
    const Row socket{"GET", "/v1/ws", "", true, 0, false};
    auto head = head_of(socket, "Bearer wmt_agent");
    for (const auto* good : {"wetopi-memory.v1", "other, wetopi-memory.v1", "wetopi-memory.v1 ,x"}) {
        head.subprotocols = good;
        EXPECT_TRUE(std::holds_alternative<Admitted>(admit(head, tokens, {}))) << good;
    }
    for (const auto* bad : {"", "wetopi-memory.v2", "wetopi-memory.v1x", ","}) {
        head.subprotocols = bad;
        const auto refused = std::get<RefusedRequest>(admit(head, tokens, {}));
        EXPECT_EQ(refused.status, 400) << bad;
        EXPECT_THAT(refused.message, HasSubstr("wetopi-memory.v1"));
    }
    head.upgrade = false;
    EXPECT_EQ(std::get<RefusedRequest>(admit(head, tokens, {})).status, 426);
}

TEST(RateLimit, LetsOneSecondsWorthThroughAtOnceAndRefillsSteadily) {
    const Instant start{std::chrono::seconds{100}};
    RateLimit rate(10, start);
    for (int i = 0; i < 10; ++i) EXPECT_TRUE(rate.take(start));
    EXPECT_FALSE(rate.take(start));
    EXPECT_FALSE(rate.take(start + Millis{99}));
    EXPECT_TRUE(rate.take(start + Millis{101}));
    EXPECT_FALSE(rate.take(start + Millis{102}));
    EXPECT_FALSE(rate.take(start)) << "time that goes back gives nothing";
    for (int i = 0; i < 10; ++i) EXPECT_TRUE(rate.take(start + std::chrono::hours{1})) << i;
    EXPECT_FALSE(rate.take(start + std::chrono::hours{1}));
}

}  // namespace wm
