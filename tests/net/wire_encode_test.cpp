#include "tests/net/golden.hpp"

#include "net/json_text.hpp"
#include "net/rfc3339.hpp"
#include "net/wire.hpp"
#include "policies/utf8.hpp"

#include <gtest/gtest.h>
#include <boost/json.hpp>

#include <limits>
#include <random>

namespace wm {
namespace {

std::string as_json(std::string_view text) {
    std::string out;
    json_text::append_string(out, text);
    return out;
}

Memory memory() {
    Memory found;
    found.scope = ScopeName{"platform"};
    found.text = Content{"pve04 is powered off"};
    found.score = 0.875;
    found.at = *parse_rfc3339("2026-09-06T10:00:00.123+02:00");
    return found;
}

}  // namespace

TEST(WireEncode, WritesTheGoldenAnswers) {
    ContextAnswer context;
    context.context = Content{
        "[Wetopi Memory Plane]\nThe following information comes from persistent Wetopi memory.\n- pve04 is powered off "
        "(platform)"};
    context.source = ContextSource::cache;
    context.scopes = {ScopeName{"platform"}};
    context.tokens = 212;
    EXPECT_EQ(encode(Answer{1, 17, context}), test::golden_with("\"context\",\"id\""));
    EXPECT_EQ(encode(Answer{1, 17, PendingAnswer{Millis{2000}}}), test::golden_with("\"pending\""));
    EXPECT_EQ(encode(Answer{1, 25, AckAnswer{}}), test::golden_with("\"ack\""));
    EXPECT_EQ(encode_pong(28), test::golden_with("\"pong\""));
    const std::string message =
        "args.bank_id is not an argument of memory_search; it takes query, scopes, budget, mode";
    EXPECT_EQ(encode(Answer{1, 24, ErrorAnswer{ErrorCode::argument_unknown, message}}), test::golden_with("\"error\""));
    EXPECT_EQ(encode(WireError{ErrorCode::argument_unknown, 24, message}), test::golden_with("\"error\""));
    EXPECT_EQ(encode(Hello{"0.1.0", AgentId{"wetopi-build"}, 1u << 20, 16384, "middleware", "plane"}),
              test::golden_with("\"hello\""));
}

TEST(WireEncode, WritesTheSameBytesFromWhatWasMadeAhead) {
    ContextAnswer context{
        Content{"línea \"uno\"\n- dos\t\x01"}, ContextSource::cache, {ScopeName{"platform"}}, 12, nullptr};
    const auto plain = encode(Answer{1, 17, context});
    context.ready = encode_ahead(context);
    EXPECT_EQ(encode(Answer{1, 17, context}), plain);
    EXPECT_EQ(encode(Answer{1, 18, context}).size(), plain.size()) << "only the frame's number is put before it";
}

TEST(WireEncode, EscapesAtEveryPlaceOfAWord) {  // eight bytes are looked at at once
    for (const char c : {'"', '\\', '\n', '\x1f', '\x01'})
        for (std::size_t at = 0; at < 20; ++at) {
            std::string text(20, 'a');
            text[at] = c;
            EXPECT_EQ(boost::json::parse(as_json(text)).as_string(), boost::json::string_view(text));
        }
    EXPECT_EQ(as_json("abcdefg\x7f !#[]"), "\"abcdefg\x7f !#[]\"");
}

TEST(WireEncode, WritesTheGoldenToolResults) {
    SearchResult search;
    search.memories.push_back(memory());
    search.memories.back().document = "state:pve04:power";
    search.backends = {{ScopeName{"platform"}, "embedded"}};
    search.failed = {ScopeName{"business"}};
    EXPECT_EQ(encode(Answer{1, 20, ToolResult{search}}), test::golden_with("\"result\",\"id\":20"));
    const RetainResult retain{ScopeName{"platform"}, "accepted", "",
                              OperationId{"6f1c1d1e-8f6f-4f0e-9d59-0d8f3d0f3a11"}};
    EXPECT_EQ(encode(Answer{1, 21, ToolResult{retain}}), test::golden_with("\"result\",\"id\":21"));
    ReflectResult reflect;
    reflect.parts.push_back({ScopeName{"platform"}, Content{"pve04 was powered off on 2026-09-06."}});
    EXPECT_EQ(encode(Answer{1, 22, ToolResult{reflect}}), test::golden_with("\"result\",\"id\":22"));
    StatusResult status;
    status.backend_state = "up";
    status.scopes = {ScopeName{"business"}, ScopeName{"personal"}, ScopeName{"platform"}};
    status.latency = Millis{142};
    status.last_recall = memory().at;
    status.queue_depth = 3;
    EXPECT_EQ(encode(Answer{1, 23, ToolResult{status}}), test::golden_with("\"result\",\"id\":23"));
}

TEST(WireEncode, EveryGoldenLineIsWrittenOrRead) {
    Decoder decoder{WireLimits{}};
    for (const auto& line : test::golden_lines()) {
        const auto type = boost::json::parse(line).at("type").as_string();
        if (type == "hook" || type == "ping") {
            EXPECT_FALSE(std::holds_alternative<WireError>(decoder.decode(line, {}))) << line;
            EXPECT_FALSE(std::holds_alternative<Ignored>(decoder.decode(line, {}))) << line;
        }
    }
}

TEST(WireEncode, SaysWhyARetainWasRejected) {
    const RetainResult rejected{ScopeName{"platform"}, "rejected", "a credential", {}};
    EXPECT_EQ(encode(Answer{1, 2, ToolResult{rejected}}),
              R"({"type":"result","id":2,"content":"{\"status\":\"rejected\",)"
              R"(\"scope\":\"platform\",\"reason\":\"a credential\"}"})");
}

TEST(WireEncode, EscapesWhatJsonNeedsAndKeepsTheRest) {
    EXPECT_EQ(as_json("a\"b\\c\n\r\t\x01\x1f/ñ€😀"), R"("a\"b\\c\n\r\t\u0001\u001f/ñ€😀")");
    EXPECT_EQ(as_json(std::string_view("\0", 1)), R"("\u0000")");
    EXPECT_EQ(as_json(""), "\"\"");
}

TEST(WireEncode, ReplacesWhatIsNotUtf8) {
    const std::string_view bad[] = {"\x80", "\xC0\xAF",    "\xE2\x82", "\xED\xA0\x80", "\xF4\x90\x80\x80",
                                    "\xFF", "\xF0\x9F\x98"};
    for (const auto text : bad) {
        const auto out = as_json(text);
        EXPECT_EQ(out.substr(1, 3), "\xEF\xBF\xBD") << testing::PrintToString(text);
        EXPECT_NO_THROW(boost::json::parse(out));
    }
    EXPECT_EQ(as_json("a\xE2\x82z"), "\"a\xEF\xBF\xBD\xEF\xBF\xBDz\"");
}

TEST(WireEncode, WritesValidJsonWhateverTheTextIs) {
    std::mt19937 random(7);
    for (int i = 0; i < 5000; ++i) {
        std::string text(random() % 40, '\0');
        for (char& c : text) c = static_cast<char>(random() % 3 ? random() : 0xC0 | random() % 64);
        ContextAnswer context;
        context.context = Content{text};
        boost::json::error_code error;
        const auto value = boost::json::parse(encode(Answer{1, 1, context}), error);
        ASSERT_FALSE(error) << testing::PrintToString(text);
        const std::string once(value.at("context").as_string());
        ASSERT_EQ(as_json(once), boost::json::serialize(boost::json::string(once)))
            << "escaping differs from the library's";
    }
}

TEST(WireEncode, WritesNumbersThatAreNumbers) {
    const auto ratio = [](double value) {
        std::string out;
        json_text::append_ratio(out, value);
        return out;
    };
    EXPECT_EQ(ratio(0.875), "0.875");
    EXPECT_EQ(ratio(0.12345), "0.123");
    EXPECT_EQ(ratio(1), "1");
    EXPECT_EQ(ratio(std::numeric_limits<double>::quiet_NaN()), "0");
    EXPECT_EQ(ratio(std::numeric_limits<double>::infinity()), "0");
}

TEST(WireEncode, CutsTextBetweenCharacters) {
    EXPECT_EQ(policies::cut("abc", 3), "abc");
    EXPECT_EQ(policies::cut("abñ", 3), "ab");
    EXPECT_EQ(policies::cut("a😀", 4), "a");
    EXPECT_EQ(policies::cut("😀", 0), "");
}

TEST(Rfc3339, ReadsDatesWithTheirOffset) {
    const auto same = [](std::string_view a, std::string_view b) {
        const auto left = parse_rfc3339(a), right = parse_rfc3339(b);
        EXPECT_TRUE(left && right && *left == *right) << a << " and " << b;
    };
    same("2026-09-06T10:00:00.123+02:00", "2026-09-06T08:00:00.123Z");
    same("2026-09-06T10:00:00.123456789+02:00", "2026-09-06T08:00:00.123Z");
    same("2026-01-01T00:30:00+01:00", "2025-12-31T23:30:00Z");
    same("2026-01-01T00:00:00-03:30", "2026-01-01T03:30:00Z");
    same("2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z");
    same("2026-01-01t00:00:00z", "2026-01-01T00:00:00.000-00:00");
    EXPECT_EQ(format_rfc3339(*parse_rfc3339("2024-02-29T23:59:59.5Z")), "2024-02-29T23:59:59.500Z");
    EXPECT_EQ(parse_rfc3339("1970-01-01T00:00:00Z"), WallTime{});
}

TEST(Rfc3339, RefusesWhatIsLooser) {
    for (const auto* text : {"",
                             "2026-09-06",
                             "2026-09-06T10:00:00",
                             "2026-09-06 10:00:00Z",
                             "2026-9-06T10:00:00Z",
                             "2026-02-29T00:00:00Z",
                             "2026-13-01T00:00:00Z",
                             "2026-00-01T00:00:00Z",
                             "2026-01-32T00:00:00Z",
                             "2026-01-01T24:00:00Z",
                             "2026-01-01T00:60:00Z",
                             "2026-01-01T00:00:61Z",
                             "2026-01-01T00:00:00.Z",
                             "2026-01-01T00:00:00+0200",
                             "2026-01-01T00:00:00+24:00",
                             "2026-01-01T00:00:00Z ",
                             " 2026-01-01T00:00:00Z",
                             "1969-12-31T23:59:59Z",
                             "+026-01-01T00:00:00Z",
                             "2026-01-01T00:00:00+02"})
        EXPECT_FALSE(parse_rfc3339(text)) << text;
}

}  // namespace wm
