#include "net/hindsight_text.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <random>
#include <string>

using namespace wm;
using namespace wm::hindsight;
using namespace std::chrono_literals;

namespace {

WallTime at(std::int64_t milliseconds) { return WallTime(Millis(milliseconds)); }

TEST(HindsightUrl, TakesWhatAnOperatorWrites) {
    struct Row {
        const char* text;
        bool tls;
        const char* host;
        const char* port;
        const char* authority;
        const char* path;
    };
    for (const auto& row :
         {Row{"http://127.0.0.1:8888", false, "127.0.0.1", "8888", "127.0.0.1:8888", ""},
          Row{"http://hindsight/", false, "hindsight", "80", "hindsight", ""},
          Row{"https://memory.example.com", true, "memory.example.com", "443", "memory.example.com", ""},
          Row{"https://memory.example.com:8443/api//", true, "memory.example.com", "8443", "memory.example.com:8443",
              "/api"},
          Row{"http://[::1]:8888/x", false, "::1", "8888", "[::1]:8888", "/x"}}) {
        const auto url = parse_url(row.text);
        ASSERT_TRUE(url) << row.text;
        EXPECT_EQ(url->tls, row.tls) << row.text;
        EXPECT_EQ(url->host, row.host) << row.text;
        EXPECT_EQ(url->port, row.port) << row.text;
        EXPECT_EQ(url->authority, row.authority) << row.text;
        EXPECT_EQ(url->path, row.path) << row.text;
    }
}

TEST(HindsightUrl, RefusesWhatItCannotReach) {
    for (const auto* text :
         {"", "hindsight:8888", "ftp://host", "http://", "http://:80", "http://host:", "http://host:0",
          "http://host:65536", "http://host:8x", "http://user:pw@host", "http://host/?q=1", "http://ho st",
          "http://host/#a", "http://[::1", "http://[]:80", "http://host\r\nX: y", "http://[::1]8080"}) {
        EXPECT_FALSE(parse_url(text)) << text;
    }
}

TEST(HindsightPath, EncodesEveryByteThatIsNotPlain) {
    EXPECT_EQ(encode_segment("user-42_a.b~"), "user-42_a.b~");
    EXPECT_EQ(encode_segment("state:pve04:power"), "state%3Apve04%3Apower");
    EXPECT_EQ(encode_segment("a/b?c#d e%"), "a%2Fb%3Fc%23d%20e%25");
    EXPECT_EQ(encode_segment("\xC3\xA9"), "%C3%A9");
    EXPECT_EQ(encode_segment(".."), "%2E%2E");
    EXPECT_EQ(encode_segment(std::string("\r\n\0", 3)), "%0D%0A%00");
}

TEST(HindsightText, KeepsWellFormedUtf8AndReplacesTheRest) {
    const std::string good = "Müller träumt von 東京 🗼";
    EXPECT_EQ(clean_utf8(good), good);
    EXPECT_EQ(clean_utf8("a\xC3"), "a\uFFFD");  // cut in the middle
    EXPECT_EQ(clean_utf8("\xF0\x9F\x97"), "\uFFFD\uFFFD\uFFFD");
    EXPECT_EQ(clean_utf8("\xC0\xAF"), "\uFFFD\uFFFD");            // overlong slash
    EXPECT_EQ(clean_utf8("\xED\xA0\xBD"), "\uFFFD\uFFFD\uFFFD");  // surrogate
    EXPECT_EQ(clean_utf8("\xF4\x90\x80\x80"), "\uFFFD\uFFFD\uFFFD\uFFFD");
}

TEST(HindsightText, CleaningTwiceChangesNothingMore) {
    std::mt19937 random(7);
    for (int round = 0; round < 2000; ++round) {
        std::string bytes(random() % 40, '\0');
        for (auto& byte : bytes) byte = static_cast<char>(random());
        const auto once = clean_utf8(bytes);
        EXPECT_EQ(clean_utf8(once), once);
    }
}

TEST(HindsightQuery, KeepsAShortQueryAsItIs) {
    for (const auto* text : {"", "which port?", "¿Qué puerto usa el gateway?", "東京の天気は？"})
        EXPECT_EQ(cut_query(text, 480), text);
}

TEST(HindsightQuery, CutsALongOneBetweenWords) {
    std::string text;
    for (int i = 0; i < 1000; ++i) text += "gateway port ";
    const auto cut = cut_query(text, 480);
    EXPECT_LT(cut.size(), 2000u);
    EXPECT_GT(cut.size(), 1000u);
    EXPECT_EQ(text.substr(0, cut.size()), cut);
    EXPECT_TRUE(cut.ends_with("gateway") || cut.ends_with("port") || cut.ends_with(' '));
}

TEST(HindsightQuery, CutsOneEndlessWordAndWholeCharacters) {
    EXPECT_EQ(cut_query("  " + std::string(5000, 'x'), 480), "  " + std::string(480, 'x'));
    std::string tower;
    for (int i = 0; i < 1000; ++i) tower += "🗼";
    const auto cut = cut_query(tower, 480);
    EXPECT_EQ(cut.size(), 480u);
    EXPECT_EQ(clean_utf8(cut), cut);
}

TEST(HindsightQuery, KnowsWhichTextsHoldAWord) {
    for (const auto* text : {"a", "?! 7", "é", "привет", "東京", "ก", "ქ"}) EXPECT_TRUE(has_word(text)) << text;
    for (const auto* text : {"", " ", "?!...", "— “” …", "🗼🚀", "、。", "\xFF\xFE", "\xEF\xBF\xBD \xEF\xBF\xBD"})
        EXPECT_FALSE(has_word(text)) << text;
}

TEST(HindsightTime, ReadsTheFormsThatHindsightWrites) {
    EXPECT_EQ(parse_timestamp("2026-11-30T16:54:55.666019+00:00"), at(1796057695666));
    EXPECT_EQ(parse_timestamp("2026-11-30T16:54:55Z"), at(1796057695000));
    EXPECT_EQ(parse_timestamp("2026-11-30 16:54:55"), at(1796057695000));
    EXPECT_EQ(parse_timestamp("2026-11-30T18:24:55.6+01:30"), at(1796057695600));
    EXPECT_EQ(parse_timestamp("2026-11-30T15:54:55-0100"), at(1796057695000));
    EXPECT_EQ(parse_timestamp("1969-12-31T23:59:59.999Z"), at(-1));
    for (const auto* text :
         {"", "soon", "2026-11-30", "2026-13-30T16:54:55Z", "2026-02-30T16:54:55Z", "2026-11-30T25:54:55Z",
          "2026-11-30T16:54:55+", "2026-11-30T16:54:55+99:00", "2026-11-30T16:54:55 CET", "2026-11-3xT16:54:55Z"}) {
        EXPECT_FALSE(parse_timestamp(text)) << text;
    }
}

TEST(HindsightTime, WritesWhatItReads) {
    EXPECT_EQ(format_timestamp(at(1796057695666)), "2026-11-30T16:54:55.666Z");
    EXPECT_EQ(format_timestamp(at(0)), "1970-01-01T00:00:00.000Z");
    for (const std::int64_t milliseconds : {-1LL, 1LL, 951782400123LL, 4102444799999LL}) {
        EXPECT_EQ(parse_timestamp(format_timestamp(at(milliseconds))), at(milliseconds));
    }
}

TEST(HindsightRetryAfter, CountsSecondsAndDatesFromTheServersOwnClock) {
    const auto now = at(784111777000);  // Sun, 06 Nov 1994 08:49:37 GMT
    EXPECT_EQ(parse_retry_after("2", "", now), 2s);
    EXPECT_EQ(parse_retry_after("0", "", now), 0s);
    EXPECT_EQ(parse_retry_after("Sun, 06 Nov 1994 08:50:07 GMT", "", now), 30s);
    EXPECT_EQ(parse_retry_after("Sun, 06 Nov 1994 08:50:07 GMT", "Sun, 06 Nov 1994 08:50:00 GMT", now), 7s);
    EXPECT_EQ(parse_retry_after("Sun, 06 Nov 1994 08:50:07 GMT", "nonsense", now), 30s);
    EXPECT_EQ(parse_retry_after("Sun, 06 Nov 1994 08:00:00 GMT", "", now), 0s);
}

TEST(HindsightRetryAfter, IsAtMostAnHourAndNeverNonsense) {
    EXPECT_EQ(parse_retry_after("86400", "", at(0)), 1h);
    EXPECT_EQ(parse_retry_after("99999999999999999999", "", at(0)), 1h);
    for (const auto* value :
         {"", "-1", "soon", "1.5", "Sun, 06 Foo 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 CET"}) {
        EXPECT_FALSE(parse_retry_after(value, "", at(0))) << value;
    }
}

}  // namespace
