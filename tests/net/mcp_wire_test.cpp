#include "net/mcp_wire.hpp"

#include "net/mcp_aliases.hpp"
#include "net/mcp_answer.hpp"
#include "net/mcp_sessions.hpp"
#include "net/tool_table.hpp"

#include <gmock/gmock.h>
#include <boost/json.hpp>

#include <random>

namespace wm::mcp {
namespace {

namespace json = boost::json;
using testing::HasSubstr;

Incoming read(std::string_view text) {
    static Reader reader{WireLimits{}};
    return reader.read(text);
}
Request request(std::string_view text) {
    auto incoming = read(text);
    if (const auto* fault = std::get_if<Fault>(&incoming)) ADD_FAILURE() << fault->message;
    return std::get<Request>(std::move(incoming));
}
Fault fault(std::string_view text) { return std::get<Fault>(read(text)); }

Offer everything() {
    Offer offer{"1.2.3", {}};
    for (std::size_t i = 0; i < tool_table().size(); ++i) offer.tools.push_back(i);
    return offer;
}

const std::vector<std::string> samples{
    R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},)"
    R"("clientInfo":{"name":"c","version":"1"}}})",
    R"({"jsonrpc":"2.0","method":"notifications/initialized"})",
    R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"7","reason":"x"}})",
    R"({"jsonrpc":"2.0","id":"a","method":"tools/list","params":{"_meta":{)"
    R"("io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}})",
    R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"memory_search","arguments":{"query":"backups",)"
    R"("scopes":["platform"],"mode":"deep"},"_meta":{"progressToken":5}}})",
    R"({"jsonrpc":"2.0","id":3,"method":"resources/read","params":{"uri":"wetopi-memory://status"}})",
    R"({"jsonrpc":"2.0","id":4,"result":{}})",
};

}  // namespace

TEST(McpWire, ReadsARequestOfEachMethod) {
    const std::pair<std::string, Method> rows[] = {{"initialize", Method::initialize},
                                                   {"server/discover", Method::discover},
                                                   {"ping", Method::ping},
                                                   {"tools/list", Method::tools_list},
                                                   {"resources/list", Method::resources_list},
                                                   {"resources/templates/list", Method::resource_templates_list},
                                                   {"prompts/list", Method::other},
                                                   {"nonsense", Method::other}};
    for (const auto& [name, method] : rows) {
        const auto read =
            request(R"({"jsonrpc":"2.0","id":1,"method":")" + name + R"(","params":{"protocolVersion":"2025-11-25"}})");
        EXPECT_EQ(read.method, method) << name;
        EXPECT_EQ(read.method_name, name);
        EXPECT_EQ(read.id, "1");
    }
}

TEST(McpWire, ReadsACallWithItsProgressTokenAndItsVersion) {
    const auto read = request(samples[4]);
    EXPECT_EQ(read.name, "memory_search");
    EXPECT_EQ(read.progress, "5");
    EXPECT_EQ(read.version, "");
    const auto& search = std::get<SearchArguments>(std::get<ToolArguments>(read.call));
    EXPECT_EQ(search.query.text, "backups");
    EXPECT_TRUE(search.deep);
    EXPECT_FALSE(search.latest);
    EXPECT_EQ(request(samples[3]).version, "2026-07-28");
    EXPECT_EQ(request(samples[3]).id, "\"a\"");
}

TEST(McpWire, KeepsAnIdAsItCame) {
    for (const std::string id : {"0", "-7", "9007199254740993", "\"x\"", "\"a \\\" b\""}) {
        EXPECT_EQ(request(R"({"jsonrpc":"2.0","method":"ping","id":)" + id + "}").id, id);
    }
    for (const auto& id :
         std::vector<std::string>{"null", "1.5", "true", "[]", "{}", "\"" + std::string(200, 'x') + "\""}) {
        EXPECT_EQ(fault(R"({"jsonrpc":"2.0","method":"ping","id":)" + id + "}").code, RpcCode::invalid_request) << id;
    }
}

TEST(McpWire, TellsWhatIsWrongWithAMessage) {
    const std::tuple<std::string, RpcCode, std::string> rows[] = {
        {"", RpcCode::parse_error, "not JSON"},
        {"{", RpcCode::parse_error, "not JSON"},
        {std::string(40, '[') + std::string(40, ']'), RpcCode::parse_error, "deeper than 32"},
        {"[]", RpcCode::invalid_request, "not a batch"},
        {"7", RpcCode::invalid_request, "an object"},
        {R"({"id":1,"method":"ping"})", RpcCode::invalid_request, "jsonrpc"},
        {R"({"jsonrpc":"1.0","id":1,"method":"ping"})", RpcCode::invalid_request, "jsonrpc"},
        {R"({"jsonrpc":"2.0","id":1})", RpcCode::invalid_request, "method"},
        {R"({"jsonrpc":"2.0","id":1,"method":7})", RpcCode::invalid_request, "method"},
        {R"({"jsonrpc":"2.0","id":1,"method":"ping","params":[]})", RpcCode::invalid_params,
         "params must be an object"},
        {R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{}})", RpcCode::invalid_params, "protocolVersion"},
        {R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}})", RpcCode::invalid_params, "params.name"},
        {R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"rm","arguments":{}}})",
         RpcCode::invalid_params, "no such tool"},
        {R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"memory_status","arguments":7}})",
         RpcCode::invalid_params, "params.arguments must be an object"},
        {R"({"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"x"}})", RpcCode::invalid_params,
         "cursor"},
        {R"({"jsonrpc":"2.0","id":1,"method":"resources/read"})", RpcCode::invalid_params, "uri"},
    };
    for (const auto& [text, code, words] : rows) {
        const auto found = fault(text);
        EXPECT_EQ(found.code, code) << text;
        EXPECT_THAT(found.message, HasSubstr(words)) << text;
    }
    EXPECT_EQ(fault(R"({"jsonrpc":"2.0","id":"q","method":"tools/call","params":{}})").id, "\"q\"");
}

TEST(McpWire, TellsTheModelOfArgumentsThatAToolDoesNotTake) {
    const auto read = request(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"memory_search",)"
                              R"("arguments":{"query":"x","bank_id":"user-ana"}}})");
    const auto& wrong = std::get<ToolFault>(read.call);
    EXPECT_EQ(wrong.code, ErrorCode::argument_unknown);
    EXPECT_THAT(wrong.message, HasSubstr("arguments.bank_id is not an argument of memory_search"));
    const auto answer = json::parse(called(read.id, Era::session, wrong)).as_object().at("result").as_object();
    EXPECT_TRUE(answer.at("isError").as_bool());
    EXPECT_FALSE(answer.contains("structuredContent"));
}

TEST(McpWire, ReadsCancellationsAndLetsOtherNotificationsPass) {
    const auto cancel = std::get<Notification>(read(samples[2]));
    EXPECT_TRUE(cancel.cancels);
    EXPECT_EQ(cancel.cancelled, "\"7\"");
    EXPECT_FALSE(std::get<Notification>(read(samples[1])).cancels);
    EXPECT_TRUE(std::holds_alternative<Reply>(read(samples[6])));
}

TEST(McpAnswer, SaysTheSameInBothErasButForWhatEachAsksFor) {
    const auto offer = everything();
    for (const auto era : {Era::stateless, Era::session}) {
        const auto list = json::parse(tools_listed("4", era, offer)).as_object();
        const auto& result = list.at("result").as_object();
        EXPECT_EQ(list.at("id").as_int64(), 4);
        EXPECT_EQ(result.at("tools").as_array().size(), tool_table().size());
        EXPECT_EQ(result.contains("resultType"), era == Era::stateless);
        EXPECT_EQ(result.contains("ttlMs"), era == Era::stateless);
        EXPECT_EQ(result.contains("cacheScope"), era == Era::stateless);
        const auto& search = result.at("tools").as_array().front().as_object();
        EXPECT_TRUE(search.at("annotations").as_object().at("readOnlyHint").as_bool());
        EXPECT_TRUE(search.at("inputSchema").is_object());
    }
}

TEST(McpAnswer, OffersOnlyWhatIsExposed) {
    const Offer offer{"1", {3}};
    const auto tools = json::parse(tools_listed("1", Era::session, offer)).as_object().at("result").as_object();
    ASSERT_EQ(tools.at("tools").as_array().size(), 1u);
    EXPECT_EQ(tools.at("tools").as_array()[0].as_object().at("name").as_string(), "memory_status");
    EXPECT_TRUE(resource_of("wetopi-memory://status", offer));
    EXPECT_FALSE(resource_of("wetopi-memory://recent", offer)) << "it shows what memory_search shows";
    EXPECT_FALSE(resource_of("file:///etc/passwd", everything()));
    EXPECT_TRUE(std::get<SearchArguments>(arguments_of(Resource::recent)).latest);
}

TEST(McpAliases, StandForToolsThatAreOffered) {
    auto offer = everything();
    EXPECT_FALSE(offer.has("memorycore_recall")) << "not unless configuration says so";
    offer.memorycore = true;
    for (const auto& alias : alias_table()) {
        EXPECT_TRUE(offer.has(alias.name)) << alias.name;
        EXPECT_TRUE(everything().has(tool_of(alias.name))) << alias.name;
        EXPECT_TRUE(json::parse(alias.input_schema).is_object()) << alias.name;
    }
    const auto tools = json::parse(tools_listed("1", Era::session, offer)).as_object().at("result").as_object();
    EXPECT_EQ(tools.at("tools").as_array().size(), tool_table().size() + alias_table().size());
    offer.tools = {3};  // memory_status
    EXPECT_FALSE(offer.has("memorycore_recall"));
    EXPECT_TRUE(offer.has("memorycore_get_memory_usage"));
}

TEST(McpAliases, AreReadAsTheToolTheyStandFor) {
    const auto call = [](const std::string& name, const std::string& arguments) {
        return request(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":")" + name +
                       R"(","arguments":)" + arguments + "}}")
            .call;
    };
    for (const auto& [top_k, budget] : {std::pair{"5", "low"}, {"6", "mid"}, {"20", "mid"}, {"21", "high"}}) {
        const auto read = call("memorycore_recall", R"({"query":"x","top_k":)" + std::string(top_k) + "}");
        EXPECT_EQ(std::get<SearchArguments>(std::get<ToolArguments>(read)).budget, budget) << top_k;
    }
    const auto fact = call("memorycore_store_fact", R"({"content":"Ana prefers tea.","importance":0.9})");
    EXPECT_EQ(std::get<RetainArguments>(std::get<ToolArguments>(fact)).content.text, "Ana prefers tea.");
    EXPECT_TRUE(std::get<RetainArguments>(std::get<ToolArguments>(fact)).scope.empty());
    EXPECT_TRUE(
        std::holds_alternative<StatusArguments>(std::get<ToolArguments>(call("memorycore_get_memory_usage", "{}"))));
    for (const auto& [name, arguments] : {std::pair{"memorycore_recall", R"({"query":"x","top_k":0})"},
                                          {"memorycore_recall", R"({"query":"x","bank_id":"y"})"},
                                          {"memorycore_recall", "{}"},
                                          {"memorycore_store_fact", R"({"content":"x","importance":2})"},
                                          {"memorycore_store_fact", R"({"content":"x","scope":"personal:u_ana"})"},
                                          {"memorycore_get_memory_usage", R"({"x":1})"}})
        EXPECT_TRUE(std::holds_alternative<ToolFault>(call(name, arguments))) << name << arguments;
}

TEST(McpAnswer, GivesAResultAsTextAndAsStructure) {
    StatusResult status;
    status.backend_state = "up";
    status.scopes = {ScopeName{"platform"}};
    const auto result = json::parse(called("1", Era::session, ToolResult{status})).as_object().at("result").as_object();
    EXPECT_FALSE(result.at("isError").as_bool());
    const auto text = result.at("content").as_array()[0].as_object().at("text").as_string();
    EXPECT_EQ(json::parse(text), result.at("structuredContent"));
    const auto wrong = json::parse(called("1", Era::session, ErrorAnswer{ErrorCode::scope_denied, "not yours"}))
                           .as_object()
                           .at("result")
                           .as_object();
    EXPECT_TRUE(wrong.at("isError").as_bool());
    EXPECT_THAT(std::string(wrong.at("content").as_array()[0].as_object().at("text").as_string()),
                HasSubstr("scope_denied"));
}

TEST(McpAnswer, NamesTheVersionsItSpeaksWhenItRefusesOne) {
    const auto refusal = json::parse(version_refused("1", "1900-01-01")).as_object().at("error").as_object();
    EXPECT_EQ(refusal.at("code").as_int64(), -32022);
    EXPECT_EQ(refusal.at("data").as_object().at("supported").as_array().size(), 1 + session_versions.size());
    EXPECT_EQ(refusal.at("data").as_object().at("requested").as_string(), "1900-01-01");
    EXPECT_TRUE(json::parse(refused({RpcCode::parse_error, {}, "x"})).as_object().at("id").is_null());
}

TEST(McpSessions, KnowOnlyIdsOfTheirOwnMakingForTheSameTokenAndForADay) {
    const SessionIds ids, others;
    const TokenHash ana{1}, ben{2};
    const WallTime now{Millis{1'000'000}};
    const auto id = ids.make(ana, 1, now);
    EXPECT_EQ(ids.version_of(id, ana, now), 1u);
    EXPECT_EQ(ids.version_of(id, ben, now), std::nullopt) << "of another token";
    EXPECT_EQ(others.version_of(id, ana, now), std::nullopt) << "of another process";
    EXPECT_EQ(ids.version_of(id, ana, now + session_lifetime - Millis{1}), 1u);
    EXPECT_EQ(ids.version_of(id, ana, now + session_lifetime), std::nullopt);
    EXPECT_NE(ids.make(ana, 1, now), id);
    for (const char c : id) EXPECT_TRUE(c > 0x20 && c < 0x7F);
    for (std::size_t i = 0; i < id.size(); ++i) {
        auto forged = id;
        forged[i] = forged[i] == 'A' ? 'B' : 'A';
        EXPECT_EQ(ids.version_of(forged, ana, now), std::nullopt) << i;
    }
    for (const auto* nonsense : {"", "x", "====", "AAAA"}) EXPECT_EQ(ids.version_of(nonsense, ana, now), std::nullopt);
}

TEST(McpSessions, RememberABoundedNumberOfThoseThatEnded) {
    EndedSessions ended;
    for (int i = 0; i < 5000; ++i) ended.add(std::to_string(i));
    EXPECT_FALSE(ended.holds("0"));
    EXPECT_TRUE(ended.holds("4999"));
    EXPECT_TRUE(ended.holds("904"));
}

// tests/fuzz/mcp_fuzz.cpp goes on from here for as long as one likes.
TEST(McpMutation, AnswersDamagedMessagesWithJson) {
    std::mt19937 random(20260728);
    std::size_t taken = 0, refusals = 0;
    for (int i = 0; i < 20'000; ++i) {
        auto line = samples[random() % samples.size()];
        for (auto edits = 1 + random() % 4; edits > 0 && !line.empty(); --edits) {
            const auto at = random() % line.size();
            switch (random() % 4) {
                case 0: line[at] = static_cast<char>(random()); break;
                case 1: line.erase(at, 1 + random() % 8); break;
                case 2: line.insert(at, line.substr(random() % line.size(), random() % 16)); break;
                default: line.insert(at, 1, "{}[]\",:\\u0-e"[random() % 12]); break;
            }
        }
        const auto incoming = read(line);
        if (const auto* wrong = std::get_if<Fault>(&incoming)) {
            ++refusals;
            EXPECT_LT(wrong->message.size(), 400u);
            json::error_code error;
            json::parse(refused(*wrong), error);
            EXPECT_FALSE(error) << refused(*wrong);
        } else {
            ++taken;
        }
        if (const auto* good = std::get_if<Request>(&incoming)) {
            json::error_code error;
            json::parse(tools_listed(good->id, Era::stateless, everything()), error);
            EXPECT_FALSE(error) << good->id;
            json::parse(progressed(good->progress.empty() ? "1" : good->progress, {1, 2}), error);
            EXPECT_FALSE(error) << good->progress;
        }
    }
    EXPECT_GT(taken, 1000u);
    EXPECT_GT(refusals, 1000u);
}

}  // namespace wm::mcp
