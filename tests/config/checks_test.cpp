#include "config/checks.hpp"

#include <gtest/gtest.h>

using namespace wm::config;

namespace {

void accepts(Check check, std::initializer_list<std::string> texts) {
    for (const auto& text : texts) EXPECT_FALSE(check(text)) << text << ' ' << check(text)->message;
}
void refuses(Check check, std::initializer_list<std::string> texts) {
    for (const auto& text : texts) EXPECT_TRUE(check(text)) << text;
}

}  // namespace

TEST(Checks, AScopeIsAShortSmallWord) {
    accepts(check_scope, {"personal", "customer-42", "project-apollo", "0", std::string(63, 'a')});
    refuses(check_scope, {"", "-a", "Personal", "a_b", "a.b", "a/b", "a b", "é", std::string(64, 'a')});
}

TEST(Checks, AnIdAPlatformAnAccountAndAProfile) {
    accepts(check_id, {"u_1234", "U1", "a.b-c", std::string(64, 'a')});
    refuses(check_id, {"", "_u", ".", "..", "a/b", "a b", "é", std::string(65, 'a')});
    accepts(check_platform, {"telegram", "api_server", "x"});
    refuses(check_platform, {"", "Telegram", "1x", "a b", std::string(33, 'a')});
    accepts(check_account, {"42", "webhook:route", "José", "U0/x"});
    refuses(check_account, {"", "a\nb", std::string(201, 'a')});
    accepts(check_profile, {"default", "wetopi-build/default"});
    refuses(check_profile, {"", "/", "a/", "/a", "a/b/c", "a b"});
}

TEST(Checks, ABankFitsIntoAHindsightPath) {
    accepts(check_bank, {"wetopi-platform", "u:1.x_y", std::string(192, 'a')});
    refuses(check_bank, {"", ".", "..", "-a", "a/b", "a%2Fb", "a b", "bänk", "a{b}", std::string(193, 'a')});
    accepts(check_bank_template, {"user-{internal_user_id}", "{internal_user_id}", "{internal_user_id}.memory"});
    refuses(check_bank_template,
            {"", "user", "user-{user}", "{internal_user_id}{internal_user_id}", "a/{internal_user_id}",
             "-{internal_user_id}", "{internal_user_id} {x}", std::string(129, 'a') + "{internal_user_id}"});
}

TEST(Checks, AUrlHasASchemeAHostAndNoSecret) {
    accepts(check_url, {"", "http://h", "http://127.0.0.1:8888", "https://memory.example.com:443/a/b",
                        "http://[::1]:80", "http://[::1]", "http://a_b"});
    refuses(check_url,
            {"h", "ftp://h", "http://", "http:///x", "http://h:", "http://h:0", "http://h:65536", "http://h:999999",
             "http://h:8x", "http://h?q", "http://h#f", "http://u:p@h", "http://a b", "http://é", "http://a..b",
             "http://-a", "http://[::g]", "http://[]", "http://" + std::string(1100, 'a')});
    accepts(check_origin, {"https://console.example.com", "http://localhost:8080"});
    refuses(check_origin, {"", "https://h/", "https://h/x", "console.example.com", "null"});
}

TEST(Checks, AnAddressIsNumericOrLocalhost) {
    accepts(check_address, {"127.0.0.1", "0.0.0.0", "::", "::1", "fe80::1", "localhost"});
    refuses(check_address, {"", "example.com", "127.0.0", "256.0.0.1", ":::", "127.0.0.1:80"});
    EXPECT_TRUE(is_loopback("127.0.0.1") && is_loopback("127.9.9.9") && is_loopback("::1") && is_loopback("localhost"));
    EXPECT_FALSE(is_loopback("0.0.0.0") || is_loopback("::") || is_loopback("10.0.0.1") ||
                 is_loopback("127.evil.example"));
}

TEST(Checks, TextsHaveALength) {
    accepts(check_any, {"", "a\nb"});
    refuses(check_any, {std::string(4097, 'a')});
    accepts(check_line, {"", "Carlos"});
    refuses(check_line, {"a\nb", std::string(201, 'a')});
    accepts(check_path, {"", "/a b/ç"});
    refuses(check_path, {"a\nb", std::string(1025, 'a')});
    accepts(check_folder, {"./data"});
    refuses(check_folder, {"", "a\nb"});
}

TEST(Checks, BanksMeetWhenSomePersonMakesThemOne) {
    const std::string id(user_placeholder);
    EXPECT_TRUE(banks_may_meet("a", "a"));
    EXPECT_FALSE(banks_may_meet("a", "b"));
    EXPECT_TRUE(banks_may_meet("user-" + id, "user-7"));
    EXPECT_TRUE(banks_may_meet("user-7", "user-" + id));
    EXPECT_FALSE(banks_may_meet("user-", "user-" + id));
    EXPECT_FALSE(banks_may_meet("user-:7", "user-" + id));  // no id begins with a colon
    EXPECT_FALSE(banks_may_meet("user-7.x", "user-" + id + ".y"));
    EXPECT_TRUE(banks_may_meet("user-" + id, "user-x-" + id));
    EXPECT_FALSE(banks_may_meet("user-" + id, "private-" + id));
    EXPECT_FALSE(banks_may_meet("u-" + id + ".a", "u-" + id + ".b"));
    EXPECT_TRUE(banks_may_meet("u-" + id + ".a", "u-" + id));
}

TEST(Checks, TheNearestWordIsNear) {
    const std::vector<std::string> words{"type", "url", "timeout_seconds", "bank"};
    EXPECT_EQ(nearest("tpye", words), "");  // two changes in four letters are too many
    EXPECT_EQ(nearest("typ", words), "type");
    EXPECT_EQ(nearest("timeout_second", words), "timeout_seconds");
    EXPECT_EQ(nearest("timeuot_secnds", words), "timeout_seconds");
    EXPECT_EQ(nearest("wibble", words), "");
    EXPECT_EQ(nearest("", words), "");
    EXPECT_EQ(nearest(std::string(65, 'a'), words), "");
}
