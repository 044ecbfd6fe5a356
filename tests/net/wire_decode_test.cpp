#include "tests/net/golden.hpp"

#include "net/rfc3339.hpp"
#include "net/wire.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace wm {
namespace {

// Ten minutes after the golden lines.
constexpr Received arrival{Instant{std::chrono::seconds{100}}, WallTime{std::chrono::seconds{1'788'682'200}}};

Decoded decode(std::string_view frame, WireLimits limits = {}) { return Decoder(limits).decode(frame, arrival); }

HookArrived hook_of(std::string_view frame, WireLimits limits = {}) {
    auto decoded = decode(frame, limits);
    if (const auto* error = std::get_if<WireError>(&decoded)) ADD_FAILURE() << error->message;
    if (auto* hook = std::get_if<HookArrived>(&decoded)) return std::move(*hook);
    ADD_FAILURE() << "not a hook: " << frame;
    return {};
}

template <class Event>
Event event_of(const HookArrived& hook) {
    if (const auto* event = std::get_if<Event>(&hook.event)) return *event;
    ADD_FAILURE() << "another event, index " << hook.event.index();
    return {};
}

WireError error_of(std::string_view frame, WireLimits limits = {}) {
    auto decoded = decode(frame, limits);
    if (auto* error = std::get_if<WireError>(&decoded)) return *error;
    ADD_FAILURE() << "was taken: " << frame;
    return {};
}

// A pre_llm_call with some of its keys replaced or taken away ("" takes it away).
std::string pre_llm(const std::string& key = "", const std::string& json = "") {
    std::vector<std::pair<std::string, std::string>> fields{
        {"type", "\"hook\""},         {"id", "7"},       {"hook", "\"pre_llm_call\""},
        {"session", R"({"id":"s"})"}, {"turn", "\"t\""}, {"data", R"({"user_message":"hola"})"},
    };
    const auto found =
        std::find_if(fields.begin(), fields.end(), [&](const auto& field) { return field.first == key; });
    if (found != fields.end()) found->second = json;
    else if (!key.empty()) fields.emplace_back(key, json);
    std::string text = "{";
    for (const auto& [name, value] : fields)
        if (!value.empty()) text += (text.size() > 1 ? ",\"" : "\"") + name + "\":" + value;
    return text + "}";
}

std::string tool(const std::string& name, const std::string& args) {
    return R"({"type":"tool","id":9,"session":{"id":"s"},"tool":")" + name + R"(","args":)" + args + "}";
}

}  // namespace

TEST(WireDecode, ReadsTheGoldenPreLlmCall) {
    const auto hook = hook_of(test::golden_with("pre_llm_call"));
    EXPECT_EQ(hook.frame, 17u);
    EXPECT_EQ(hook.connection, 0u);
    EXPECT_TRUE(hook.agent.empty());
    EXPECT_EQ(hook.speaker.session.str(), "20260906_1");
    EXPECT_EQ(hook.speaker.session_key, "agent:main:telegram:dm:42");
    EXPECT_EQ(hook.speaker.platform, "telegram");
    EXPECT_EQ(hook.speaker.sender, "42");
    EXPECT_EQ(hook.speaker.profile, "default");
    EXPECT_TRUE(hook.speaker.claims_private);
    EXPECT_EQ(hook.turn.str(), "20260906_1:20260906_1:0a1b2c3d");
    EXPECT_EQ(format_rfc3339(hook.at), "2026-09-06T08:00:00.123Z");
    EXPECT_EQ(hook.deadline, arrival.now + Millis{300});
    EXPECT_EQ(event_of<PreLlm>(hook).user_message.text, "¿En qué estado está pve04?");
}

TEST(WireDecode, ReadsTheGoldenSessionHooks) {
    event_of<SessionStart>(hook_of(test::golden_with("on_session_start")));
    const auto end = hook_of(test::golden_with("on_session_end"));
    event_of<SessionEnd>(end);
    EXPECT_TRUE(end.speaker.sender.empty());
    EXPECT_TRUE(end.turn.empty());
}

TEST(WireDecode, ReadsForWhomASubAgentWorks) {
    const auto speaker = hook_of(test::golden_with("\"subagent\"")).speaker;
    EXPECT_EQ(speaker.platform, "subagent");
    EXPECT_EQ(speaker.sender, "42");
    EXPECT_EQ(speaker.origin, "telegram");
    EXPECT_FALSE(speaker.claims_private);
    EXPECT_TRUE(hook_of(pre_llm()).speaker.origin.empty());
    EXPECT_TRUE(hook_of(pre_llm("session", R"({"id":"s","origin":null})")).speaker.origin.empty());
    EXPECT_EQ(error_of(pre_llm("session", R"({"id":"s","origin":7})")).message,
              "session.origin must be a string, not a whole number");
}

TEST(WireDecode, ReadsTheGoldenToolHooks) {
    const auto pre = event_of<PreTool>(hook_of(test::golden_with("pre_tool_call")));
    EXPECT_EQ(pre.tool, "hindsight_retain");
    EXPECT_EQ(pre.content.text, "pve04 was powered off");
    EXPECT_EQ(pre.call_id, "call_1");
    const auto run = event_of<PostTool>(hook_of(test::golden_with("post_tool_call"))).run;
    EXPECT_EQ(run.tool, "terminal");
    EXPECT_EQ(run.result.text, "Powering off.");
    EXPECT_TRUE(run.ok);
    EXPECT_EQ(run.call_id, "call_2");
    const std::vector<std::pair<std::string, std::string>> arguments{{"command", "ssh pve04 poweroff"},
                                                                     {"timeout", "30"}};
    EXPECT_EQ(run.arguments, arguments);
}

TEST(WireDecode, ReadsTheGoldenEndsOfATurn) {
    const auto fresh = event_of<PostLlm>(hook_of(test::golden_with(R"("id":25,"hook")")));
    EXPECT_EQ(fresh.user_message.text, "Apaga pve04");
    EXPECT_EQ(fresh.assistant_response.text, "pve04 está apagado.");
    EXPECT_FALSE(fresh.resent);
    EXPECT_TRUE(fresh.tools.empty());
    const auto again = event_of<PostLlm>(hook_of(test::golden_with("resent")));
    EXPECT_TRUE(again.resent);
    ASSERT_EQ(again.tools.size(), 1u);
    EXPECT_EQ(again.tools[0].result.text, "Powering off.");
    EXPECT_TRUE(again.tools[0].ok);
}

TEST(WireDecode, ReadsTheGoldenToolCalls) {
    const auto hook = hook_of(test::golden_with(R"("mode":"deep")"));
    EXPECT_EQ(hook.deadline, arrival.now + Millis{10'000});
    const auto search = std::get<SearchArguments>(event_of<ToolCall>(hook).arguments);
    EXPECT_EQ(search.query.text, "pve04");
    EXPECT_EQ(search.scopes, std::vector{ScopeName{"platform"}});
    EXPECT_EQ(search.budget, "mid");
    EXPECT_TRUE(search.deep);
    const auto retain =
        std::get<RetainArguments>(event_of<ToolCall>(hook_of(test::golden_with("memory_retain"))).arguments);
    EXPECT_EQ(retain.content.text, "pve04 is off until Monday");
    EXPECT_EQ(retain.scope.str(), "platform");
    EXPECT_EQ(retain.reason, "asked to");
    EXPECT_DOUBLE_EQ(retain.confidence, 0.9);
    const auto reflect =
        std::get<ReflectArguments>(event_of<ToolCall>(hook_of(test::golden_with("memory_reflect"))).arguments);
    EXPECT_EQ(reflect.query.text, "what happened to pve04?");
    EXPECT_EQ(reflect.scopes.size(), 2u);
    const auto status = hook_of(test::golden_with("memory_status"));
    EXPECT_TRUE(std::holds_alternative<StatusArguments>(event_of<ToolCall>(status).arguments));
}

TEST(WireDecode, ReadsTheGoldenPing) {
    const auto decoded = decode(test::golden_with("\"ping\""));
    ASSERT_TRUE(std::holds_alternative<Ping>(decoded));
    EXPECT_EQ(std::get<Ping>(decoded).frame, 28u);
}

TEST(WireDecode, IgnoresUnknownKeysHooksAndTypes) {
    EXPECT_EQ(hook_of(pre_llm("later", R"({"a":[1,{}]})")).frame, 7u);
    const auto hook = decode(pre_llm("hook", "\"pre_verify\""));
    ASSERT_TRUE(std::holds_alternative<Ignored>(hook));
    EXPECT_EQ(std::get<Ignored>(hook).frame, 7u);
    EXPECT_TRUE(std::holds_alternative<Ignored>(decode(pre_llm("type", "\"goodbye\""))));
    EXPECT_TRUE(std::holds_alternative<Ignored>(decode(R"({"type":"pong","id":3})")));
}

TEST(WireDecode, TakesNullForAbsent) {
    const auto hook = hook_of(
        R"({"type":"hook","id":1,"hook":"on_session_start","ts":null,"sender":null,"turn":null,"deadline_ms":null,)"
        R"("data":null,"session":{"id":"s","key":null,"platform":null,"kind":null,"profile":null}})");
    EXPECT_EQ(hook.at, arrival.wall);
    EXPECT_EQ(hook.deadline, arrival.now + Millis{30'000});
    EXPECT_FALSE(hook.speaker.claims_private);
}

TEST(WireDecode, StampsWithTheArrivalWhenThereIsNoDate) {
    EXPECT_EQ(hook_of(pre_llm()).at, arrival.wall);
    EXPECT_EQ(hook_of(pre_llm("ts", "\"2026-09-01T00:00:00Z\"")).at, *parse_rfc3339("2026-09-01T00:00:00Z"));
}

TEST(WireDecode, BelievesADateOfTheLastFourteenDaysAndFiveMinutesAhead) {
    const auto at = [](WallTime ts) { return hook_of(pre_llm("ts", '"' + format_rfc3339(ts) + '"')).at; };
    const auto oldest = arrival.wall - std::chrono::hours{14 * 24};
    const auto newest = arrival.wall + std::chrono::minutes{5};
    EXPECT_EQ(at(oldest), oldest);
    EXPECT_EQ(at(oldest - Millis{1}), oldest);
    EXPECT_EQ(at(WallTime{}), oldest);
    EXPECT_EQ(at(newest), newest) << "another machine's clock";
    EXPECT_EQ(at(newest + Millis{1}), arrival.wall);
    EXPECT_EQ(at(*parse_rfc3339("9999-12-31T23:59:59Z")), arrival.wall);
}

TEST(WireDecode, BoundsTheDeadline) {
    EXPECT_EQ(hook_of(pre_llm()).deadline, arrival.now + Millis{300});
    EXPECT_EQ(hook_of(pre_llm("deadline_ms", "2000")).deadline, arrival.now + Millis{2000});
    EXPECT_EQ(hook_of(pre_llm("deadline_ms", "0")).deadline, arrival.now + Millis{1});
    EXPECT_EQ(hook_of(pre_llm("deadline_ms", "18446744073709551615")).deadline, arrival.now + Millis{60'000});
    EXPECT_EQ(hook_of(tool("memory_status", "{}")).deadline, arrival.now + Millis{10'000});
}

TEST(WireDecode, CutsAToolResultAtTheEvidenceLimitBetweenCharacters) {
    WireLimits limits;
    limits.evidence_bytes_max = 4;
    const auto hook = hook_of(R"({"type":"hook","id":1,"hook":"post_tool_call","session":{"id":"s"},"turn":"t",)"
                              R"("data":{"tool":"x","result":"abcñd","status":"error"}})",
                              limits);
    const auto run = event_of<PostTool>(hook).run;
    EXPECT_EQ(run.result.text, "abc");
    EXPECT_FALSE(run.ok);
}

TEST(WireDecode, KeepsNestedToolArgumentsAsTheirJson) {
    const auto hook = hook_of(R"({"type":"hook","id":1,"hook":"post_tool_call","session":{"id":"s"},"turn":"t",)"
                              R"("data":{"tool":"x","args":{"a":{"b":[1, 2]},"c":true,"d":null,"e":"f"}}})");
    const std::vector<std::pair<std::string, std::string>> arguments{
        {"a", R"({"b":[1,2]})"}, {"c", "true"}, {"d", "null"}, {"e", "f"}};
    EXPECT_EQ(event_of<PostTool>(hook).run.arguments, arguments);
}

TEST(WireDecode, MendsHalvesOfSurrogatePairs) {
    const auto text = [](const std::string& json) {
        return event_of<PreLlm>(hook_of(pre_llm("data", "{\"user_message\":\"" + json + "\"}"))).user_message.text;
    };
    EXPECT_EQ(text(R"(a\ud83db)"),
              "a\xEF\xBF\xBD"
              "b");
    EXPECT_EQ(text(R"(\ude00)"), "\xEF\xBF\xBD");
    EXPECT_EQ(text(R"(\ud83d\ud83d\ude00)"), "\xEF\xBF\xBD\xF0\x9F\x98\x80");
    EXPECT_EQ(text(R"(\ud83d\ude00)"), "\xF0\x9F\x98\x80");
    EXPECT_EQ(text(R"(\\ud83d and \ud83d)"), "\\ud83d and \xEF\xBF\xBD");
}

TEST(WireDecode, JudgesEachMessageOfAnArrayByItself) {
    Decoder decoder{WireLimits{}};
    const auto all = decoder.decode_all("[" + pre_llm() + ",{\"type\":\"ping\",\"id\":2},{\"id\":3},7]", arrival);
    ASSERT_EQ(all.size(), 4u);
    EXPECT_TRUE(std::holds_alternative<HookArrived>(all[0]));
    EXPECT_TRUE(std::holds_alternative<Ping>(all[1]));
    EXPECT_EQ(std::get<WireError>(all[2]).message, "[2].type is missing");
    EXPECT_EQ(std::get<WireError>(all[2]).frame, 3u);
    EXPECT_EQ(std::get<WireError>(all[3]).message, "[3] must be an object, not a whole number");
    EXPECT_EQ(decoder.decode_all(pre_llm(), arrival).size(), 1u);
    EXPECT_TRUE(decoder.decode_all("[]", arrival).empty());
    WireLimits few;
    few.messages_max = 2;
    const auto refused = Decoder(few).decode_all("[1,2,3]", arrival);
    ASSERT_EQ(refused.size(), 1u);
    EXPECT_EQ(std::get<WireError>(refused[0]).message, "more than 2 messages at once");
}

struct Wrong {
    std::string frame;
    FrameId id;
    ErrorCode code;
    std::string message;
};

TEST(WireDecode, NamesEveryFaultWithItsPath) {
    const auto data = [](const std::string& json) { return pre_llm("data", json); };
    const std::string post = R"({"type":"hook","id":7,"hook":"post_llm_call","session":{"id":"s"},"turn":"t","data":)";
    const Wrong rows[] = {
        {"", 0, ErrorCode::malformed, "the message is empty"},
        {"{", 0, ErrorCode::malformed, "the message is not JSON"},
        {"{\"a\":\"\xff\"}", 0, ErrorCode::malformed, "the message is not UTF-8"},
        {"[]", 0, ErrorCode::malformed, "the message must be an object, not an array"},
        {"\"x\"", 0, ErrorCode::malformed, "the message must be an object, not a string"},
        {pre_llm("id", ""), 0, ErrorCode::malformed, "id is missing"},
        {pre_llm("id", "0"), 0, ErrorCode::malformed, "id must be 1 or more"},
        {pre_llm("id", "-1"), 0, ErrorCode::malformed, "id must not be negative"},
        {pre_llm("id", "\"7\""), 0, ErrorCode::malformed, "id must be a whole number, not a string"},
        {pre_llm("id", "7.5"), 0, ErrorCode::malformed, "id must be a whole number, not a number"},
        {pre_llm("type", ""), 7, ErrorCode::malformed, "type is missing"},
        {pre_llm("type", "1"), 7, ErrorCode::malformed, "type must be a string, not a whole number"},
        {pre_llm("hook", ""), 7, ErrorCode::malformed, "hook is missing"},
        {pre_llm("session", ""), 7, ErrorCode::malformed, "session is missing"},
        {pre_llm("session", "[]"), 7, ErrorCode::malformed, "session must be an object, not an array"},
        {pre_llm("session", "{}"), 7, ErrorCode::malformed, "session.id is missing"},
        {pre_llm("session", R"({"id":""})"), 7, ErrorCode::malformed, "session.id must not be empty"},
        {pre_llm("session", R"({"id":true})"), 7, ErrorCode::malformed,
         "session.id must be a string, not true or false"},
        {pre_llm("session", R"({"id":"a\nb"})"), 7, ErrorCode::malformed,
         "session.id must not hold control characters"},
        {pre_llm("session", R"({"id":"s","kind":"public"})"), 7, ErrorCode::malformed,
         "session.kind must be private or shared"},
        {pre_llm("session", R"({"id":"s","key":[]})"), 7, ErrorCode::malformed,
         "session.key must be a string, not an array"},
        {pre_llm("sender", "\"42\""), 7, ErrorCode::malformed, "sender must be an object, not a string"},
        {pre_llm("sender", R"({"id":42})"), 7, ErrorCode::malformed, "sender.id must be a string, not a whole number"},
        {pre_llm("turn", ""), 7, ErrorCode::malformed, "turn is missing"},
        {pre_llm("turn", "\"" + std::string(513, 'x') + "\""), 7, ErrorCode::malformed,
         "turn is longer than 512 bytes"},
        {pre_llm("ts", "\"yesterday\""), 7, ErrorCode::malformed,
         "ts must be an RFC 3339 date with an offset, such as 2026-09-06T10:00:00.123+02:00"},
        {pre_llm("deadline_ms", "-5"), 7, ErrorCode::malformed, "deadline_ms must not be negative"},
        {pre_llm("deadline_ms", "\"1\""), 7, ErrorCode::malformed, "deadline_ms must be a whole number, not a string"},
        {data(""), 7, ErrorCode::malformed, "data is missing"},
        {data("[]"), 7, ErrorCode::malformed, "data must be an object, not an array"},
        {data("{}"), 7, ErrorCode::malformed, "data.user_message is missing"},
        {data(R"({"user_message":["a"]})"), 7, ErrorCode::malformed,
         "data.user_message must be a string, not an array"},
        {post + R"({"user_message":"a"}})", 7, ErrorCode::malformed, "data.assistant_response is missing"},
        {post + R"({"user_message":"a","assistant_response":"b","resent":1}})", 7, ErrorCode::malformed,
         "data.resent must be true or false, not a whole number"},
        {post + R"({"user_message":"a","assistant_response":"b","resent":true,"tools":{}}})", 7, ErrorCode::malformed,
         "data.tools must be an array, not an object"},
        {post + R"({"user_message":"a","assistant_response":"b","resent":true,"tools":[{"tool":"x"},{}]}})", 7,
         ErrorCode::malformed, "data.tools[1].tool is missing"},
        {post + R"({"user_message":"a","assistant_response":"b","resent":true,"tools":[{"tool":"x","result":{}}]}})", 7,
         ErrorCode::malformed, "data.tools[0].result must be a string, not an object"},
        {post + R"({"user_message":"a","assistant_response":"b","resent":true,"tools":["x"]}})", 7,
         ErrorCode::malformed, "data.tools[0] must be an object, not a string"},
    };
    for (const auto& row : rows) {
        const auto error = error_of(row.frame);
        EXPECT_EQ(error.message, row.message) << row.frame;
        EXPECT_EQ(error.code, row.code) << row.frame;
        EXPECT_EQ(error.frame, row.id) << row.frame;
    }
}

TEST(WireDecode, RefusesToolArgumentsThatAreForgedOrWrong) {
    const auto unknown = ErrorCode::argument_unknown, invalid = ErrorCode::argument_invalid;
    const std::string scope = " is not the name of a scope: use one that memory_status lists, such as \"platform\"";
    const Wrong rows[] = {
        {tool("memory_search", R"({"query":"q","bank_id":"b"})"), 9, unknown,
         "args.bank_id is not an argument of memory_search; it takes query, scopes, budget, mode"},
        {tool("memory_retain", R"({"content":"c","scope":"platform","user_id":"u"})"), 9, unknown,
         "args.user_id is not an argument of memory_retain; it takes content, scope, reason, confidence"},
        {tool("memory_reflect", R"({"query":"q","session":{}})"), 9, unknown,
         "args.session is not an argument of memory_reflect; it takes query, scopes"},
        {tool("memory_status", R"({"agent":"a"})"), 9, unknown,
         "args.agent is not an argument of memory_status; it takes none"},
        {tool("memory_status", R"({"a b\n<script>":1})"), 9, unknown,
         "args.a?b??script? is not an argument of memory_status; it takes none"},
        {tool("memory_search", R"({"bank_id":null})"), 9, unknown,
         "args.bank_id is not an argument of memory_search; it takes query, scopes, budget, mode"},
        {tool("memory_search", "{}"), 9, invalid, "args.query is missing"},
        {tool("memory_search", R"({"query":" \n"})"), 9, invalid, "args.query must not be empty"},
        {tool("memory_search", R"({"query":7})"), 9, invalid, "args.query must be a string, not a whole number"},
        {tool("memory_search", R"({"query":"q","scopes":"platform"})"), 9, invalid,
         "args.scopes must be an array, not a string"},
        {tool("memory_search", R"({"query":"q","scopes":["platform",1]})"), 9, invalid,
         "args.scopes[1] must be a string, not a whole number"},
        {tool("memory_search", R"({"query":"q","scopes":["personal:u_ana"]})"), 9, invalid, "args.scopes[0]" + scope},
        {tool("memory_search", R"({"query":"q","scopes":["../ben"]})"), 9, invalid, "args.scopes[0]" + scope},
        {tool("memory_search", R"({"query":"q","budget":"huge"})"), 9, invalid, "args.budget must be low, mid or high"},
        {tool("memory_search", R"({"query":"q","mode":"fast"})"), 9, invalid, "args.mode must be normal or deep"},
        {tool("memory_retain", R"({"content":"c"})"), 9, invalid, "args.scope is missing"},
        {tool("memory_retain", R"({"content":"c","scope":"Personal"})"), 9, invalid, "args.scope" + scope},
        {tool("memory_retain", R"({"content":"c","scope":"platform","confidence":1.5})"), 9, invalid,
         "args.confidence must be between 0 and 1"},
        {tool("memory_retain", R"({"content":"c","scope":"platform","confidence":"high"})"), 9, invalid,
         "args.confidence must be a number, not a string"},
        {tool("memory_forget", "{}"), 9, ErrorCode::tool_unknown,
         "tool is none of memory_search, memory_retain, memory_reflect, memory_status"},
        {tool("memory_search", "[]"), 9, ErrorCode::argument_invalid, "args must be an object, not an array"},
        {R"({"type":"tool","id":9,"session":{"id":"s"}})", 9, ErrorCode::malformed, "tool is missing"},
    };
    for (const auto& row : rows) {
        const auto error = error_of(row.frame);
        EXPECT_EQ(error.message, row.message) << row.frame;
        EXPECT_EQ(to_string(error.code), to_string(row.code)) << row.frame;
        EXPECT_EQ(error.frame, row.id) << row.frame;
    }
}

TEST(WireDecode, TakesAScopeOnceAndAConfidenceAtItsBounds) {
    const auto hook = hook_of(tool("memory_search", R"({"query":"q","scopes":["a","b","a","customer-42"]})"));
    EXPECT_EQ(std::get<SearchArguments>(event_of<ToolCall>(hook).arguments).scopes.size(), 3u);
    for (const auto* confidence : {"0", "1", "0.5"})
        hook_of(tool("memory_retain",
                     R"({"content":"c","scope":"platform","confidence":)" + std::string(confidence) + "}"));
}

TEST(WireDecode, HoldsTheLimitsOfLengthAndDepth) {
    WireLimits limits;
    limits.frame_bytes_max = 200;
    const auto frame = pre_llm();
    EXPECT_EQ(hook_of(frame + std::string(200 - frame.size(), ' '), limits).frame, 7u);
    EXPECT_EQ(error_of(frame + std::string(201 - frame.size(), ' '), limits).message,
              "the message is longer than 200 bytes");
    const auto nested = [](std::size_t levels) {
        return pre_llm("x", std::string(levels - 1, '[') + "1" + std::string(levels - 1, ']'));
    };
    EXPECT_EQ(hook_of(nested(32)).frame, 7u);
    EXPECT_EQ(error_of(nested(33)).message, "the message is nested deeper than 32 levels");
    EXPECT_EQ(error_of(nested(10'000)).message, "the message is nested deeper than 32 levels");
}

TEST(WireDecode, StaysUsableAfterABadFrame) {
    Decoder decoder{WireLimits{}};
    for (const auto* bad : {"{", "", "[[", "\"\\ud83d"}) {
        EXPECT_TRUE(std::holds_alternative<WireError>(decoder.decode(bad, arrival)));
        EXPECT_TRUE(std::holds_alternative<HookArrived>(decoder.decode(pre_llm(), arrival)));
    }
}

}  // namespace wm
