// POST /mcp over real sockets: what a client of the Model Context Protocol meets at the front.

#include "net/tool_table.hpp"
#include "tests/net/front_world.hpp"

#include <gmock/gmock.h>
#include <boost/json.hpp>

namespace wm {
namespace {

namespace json = boost::json;
using test::HttpReply;
using test::RawClient;
using testing::HasSubstr;
using testing::Not;

class FrontMcp : public test::FrontTest {
protected:
    void SetUp() override {
        FrontTest::SetUp();
        settings.mcp_offer.version = "0.1.0";
        for (std::size_t i = 0; i < tool_table().size(); ++i) settings.mcp_offer.tools.push_back(i);
    }

    std::string headers(const std::string& more = "") const {
        return bearer(agent) + "Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n" +
               more;
    }
    HttpReply post(const std::string& body, const std::string& more = "") {
        return RawClient(front->port()).http("POST", "/mcp", headers(more), body);
    }
    static std::string request(const std::string& method, const std::string& params = "{}",
                               const std::string& id = "1") {
        return R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":")" + method + R"(","params":)" + params + "}";
    }
    static std::string stateless_params(const std::string& more = "") {
        return "{" + more +
               R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
               R"("io.modelcontextprotocol/clientCapabilities":{}}})";
    }
    HttpReply stateless(const std::string& method, const std::string& more = "", const std::string& name = "") {
        return post(request(method, stateless_params(more)),
                    "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: " + method + "\r\n" +
                        (name.empty() ? "" : "Mcp-Name: " + name + "\r\n"));
    }
    std::string begin_session(const std::string& version = "2025-11-25") {
        const auto reply = post(request("initialize", R"({"protocolVersion":")" + version +
                                                          R"(","capabilities":{},)"
                                                          R"("clientInfo":{"name":"t","version":"1"}})"));
        EXPECT_EQ(reply.status, 200) << reply.body;
        const auto at = reply.head.find("MCP-Session-Id: ");
        if (at == std::string::npos) return {};
        return reply.head.substr(at, reply.head.find("\r\n", at) + 2 - at);
    }
    static json::object result(const HttpReply& reply) {
        return json::parse(reply.body).as_object().at("result").as_object();
    }
    static json::object error(const HttpReply& reply) {
        return json::parse(reply.body).as_object().at("error").as_object();
    }
    static StatusResult up() {
        StatusResult status;
        status.backend_state = "up";
        return status;
    }
};

const std::string status_call = R"("name":"memory_status","arguments":{},)";

}  // namespace

TEST_F(FrontMcp, WantsAnAgentsTokenAndNoForeignOrigin) {
    start();
    RawClient client(front->port());
    EXPECT_EQ(RawClient(front->port()).http("POST", "/mcp", "Content-Type: application/json\r\n", "{}").status, 401);
    EXPECT_EQ(RawClient(front->port()).http("POST", "/mcp", bearer(boss), "{}").status, 403);
    EXPECT_EQ(post(request("ping"), "Origin: http://evil.example\r\n").status, 403);
    for (const auto* method : {"GET", "PUT"}) {
        const auto reply = RawClient(front->port()).http(method, "/mcp", headers());
        EXPECT_EQ(reply.status, 405) << method;
        EXPECT_THAT(reply.head, HasSubstr("Allow: POST, DELETE"));
    }
    client.send("HEAD /mcp HTTP/1.1\r\nHost: memory\r\n" + headers() + "\r\n");
    EXPECT_TRUE(client.ended()) << "a body after HEAD would be taken for the next answer";
    EXPECT_EQ(hooks_seen(), 0u);
}

TEST_F(FrontMcp, IsNotThereWhenItIsSwitchedOff) {
    settings.mcp_enabled = false;
    start();
    EXPECT_EQ(post(request("ping")).status, 404);
}

TEST_F(FrontMcp, ServesEachStatelessRequestByItself) {
    start();
    const auto discovered = result(stateless("server/discover"));
    EXPECT_EQ(discovered.at("supportedVersions").as_array().front().as_string(), "2026-07-28");
    EXPECT_TRUE(discovered.at("capabilities").as_object().contains("tools"));
    EXPECT_EQ(result(stateless("tools/list")).at("tools").as_array().size(), tool_table().size());
    const auto unknown = stateless("prompts/list");
    EXPECT_EQ(unknown.status, 404);
    EXPECT_EQ(error(unknown).at("code").as_int64(), -32601);
    EXPECT_THAT(stateless("tools/list").head, Not(HasSubstr("MCP-Session-Id")));
}

TEST_F(FrontMcp, RefusesAStatelessRequestWhoseHeadersSaySomethingElse) {
    start();
    const auto call = request("tools/call", stateless_params(status_call));
    const std::string version = "MCP-Protocol-Version: 2026-07-28\r\n", method = "Mcp-Method: tools/call\r\n";
    for (const auto& sent :
         {std::string(), version, version + "Mcp-Method: tools/list\r\nMcp-Name: memory_status\r\n", version + method,
          version + method + "Mcp-Name: memory_search\r\n", method + "MCP-Protocol-Version: 2025-11-25\r\n"}) {
        const auto reply = post(call, sent);
        EXPECT_EQ(reply.status, 400) << sent;
        EXPECT_EQ(error(reply).at("code").as_int64(), -32020) << sent;
    }
    const auto without_meta = post(request("tools/list"), version + "Mcp-Method: tools/list\r\n");
    EXPECT_EQ(error(without_meta).at("code").as_int64(), -32020);
    EXPECT_EQ(hooks_seen(), 0u);
    answer = ToolResult{up()};
    // memory_status, as a client writes a name that is no plain ASCII
    EXPECT_EQ(post(call, version + method + "Mcp-Name: =?base64?bWVtb3J5X3N0YXR1cw==?=\r\n").status, 200);
}

TEST_F(FrontMcp, NamesTheRevisionsItSpeaks) {
    start();
    const std::string meta = R"({"_meta":{"io.modelcontextprotocol/protocolVersion":"1900-01-01"}})";
    const auto reply =
        post(request("tools/list", meta), "MCP-Protocol-Version: 1900-01-01\r\nMcp-Method: tools/list\r\n");
    EXPECT_EQ(reply.status, 400);
    EXPECT_EQ(error(reply).at("code").as_int64(), -32022);
    EXPECT_EQ(error(reply).at("data").as_object().at("supported").as_array().size(), 4u);
}

TEST_F(FrontMcp, AgreesOnTheRevisionOfASession) {
    start();
    for (const auto& [asked, given] : {std::pair{"2025-11-25", "2025-11-25"},
                                       {"2025-06-18", "2025-06-18"},
                                       {"2025-03-26", "2025-03-26"},
                                       {"2024-11-05", "2025-11-25"}}) {
        const auto reply = post(request("initialize", R"({"protocolVersion":")" + std::string(asked) + "\"}"));
        EXPECT_EQ(result(reply).at("protocolVersion").as_string(), given);
        EXPECT_EQ(result(reply).at("serverInfo").as_object().at("name").as_string(), "wetopi-memory");
        EXPECT_THAT(reply.head, HasSubstr("MCP-Session-Id: "));
    }
}

TEST_F(FrontMcp, ServesASessionUntilItsClientEndsIt) {
    start(2);
    const auto session = begin_session();
    EXPECT_EQ(post(R"({"jsonrpc":"2.0","method":"notifications/initialized"})", session).status, 202);
    EXPECT_EQ(post(request("ping"), session + "MCP-Protocol-Version: 2025-11-25\r\n").status, 200);
    EXPECT_EQ(result(post(request("tools/list"), session)).at("tools").as_array().size(), tool_table().size());
    EXPECT_EQ(post(request("ping"), session + "MCP-Protocol-Version: 1999-01-01\r\n").status, 400);
    EXPECT_EQ(post(request("ping")).status, 400) << "no session";
    EXPECT_EQ(post(request("ping"), "MCP-Session-Id: made-up\r\n").status, 404);
    EXPECT_EQ(RawClient(front->port()).http("DELETE", "/mcp", headers()).status, 400);
    EXPECT_EQ(RawClient(front->port()).http("DELETE", "/mcp", headers(session)).status, 204);
    for (int i = 0; i < 4; ++i) {  // on both threads, a moment later
        for (int tries = 0; tries < 100 && post(request("ping"), session).status != 404; ++tries) pass(Millis{1});
        EXPECT_EQ(post(request("ping"), session).status, 404);
    }
}

TEST_F(FrontMcp, GivesASessionToNoOtherToken) {
    start();
    const auto session = begin_session();
    agent = token("wetopi-other", Role::agent);
    for (int tries = 0; tries < 100 && post(request("ping"), session).status == 401; ++tries)
        pass(std::chrono::seconds{1});
    EXPECT_EQ(post(request("ping"), session).status, 404);
}

TEST_F(FrontMcp, HandsACallToTheSystemAsWhoeverTheTokenIs) {
    answer = ToolResult{up()};
    start();
    const auto reply = stateless("tools/call", status_call, "memory_status");
    const auto called = result(reply);
    EXPECT_FALSE(called.at("isError").as_bool());
    EXPECT_EQ(called.at("resultType").as_string(), "complete");
    EXPECT_EQ(called.at("structuredContent").as_object().at("backend").as_string(), "up");
    const auto first = hook(0);
    EXPECT_EQ(first.agent, AgentId{"wetopi-build"});
    EXPECT_EQ(first.speaker.platform, "mcp");
    EXPECT_EQ(first.speaker.sender, "");
    EXPECT_TRUE(first.speaker.claims_private);
    EXPECT_EQ(first.deadline - time.now(), settings.mcp_deadline);
    EXPECT_TRUE(std::holds_alternative<StatusArguments>(std::get<ToolCall>(first.event).arguments));
    stateless("tools/call", status_call, "memory_status");
    EXPECT_NE(hook(1).turn, first.turn) << "two calls are never taken for one";
}

TEST_F(FrontMcp, TellsTheModelWhatWentWrongWithACall) {
    answer = ErrorAnswer{ErrorCode::scope_denied, "scope \"sales\" is not one of yours"};
    start();
    const auto denied = result(stateless("tools/call", status_call, "memory_status"));
    EXPECT_TRUE(denied.at("isError").as_bool());
    EXPECT_THAT(json::serialize(denied), HasSubstr("scope_denied"));
    const auto forged = result(
        stateless("tools/call", R"("name":"memory_status","arguments":{"bank_id":"user-ana"},)", "memory_status"));
    EXPECT_TRUE(forged.at("isError").as_bool());
    EXPECT_EQ(metrics.of(NetEvent::argument_unknown), 1);
    EXPECT_EQ(hooks_seen(), 1u) << "what cannot be read is not asked";
    const auto unknown = stateless("tools/call", R"("name":"rm","arguments":{},)", "rm");
    EXPECT_EQ(error(unknown).at("code").as_int64(), -32602);
}

TEST_F(FrontMcp, SaysBusyWhenTheSystemIsFull) {
    start();
    full = true;
    EXPECT_THAT(stateless("tools/call", status_call, "memory_status").body, HasSubstr("busy"));
    EXPECT_EQ(metrics.of(NetEvent::dropped_tool), 1);
}

TEST_F(FrontMcp, DoesNotWaitBeyondTheDeadlineOfACall) {
    start();
    RawClient client(front->port());
    client.send("POST /mcp HTTP/1.1\r\nHost: memory\r\n" +
                headers("MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: memory_status\r\n") +
                "Content-Length: " + std::to_string(request("tools/call", stateless_params(status_call)).size()) +
                "\r\n\r\n" + request("tools/call", stateless_params(status_call)));
    const auto asked = hook(0);
    pass(settings.mcp_deadline);
    const auto reply = client.read_reply();
    EXPECT_EQ(reply.status, 200);
    EXPECT_THAT(reply.body, HasSubstr("deadline_exceeded"));
    front->deliver(Answer{asked.connection, asked.frame, ToolResult{up()}});
    EXPECT_TRUE(metrics.reaches(NetEvent::answer_lost, 1));
    EXPECT_EQ(
        client.http("POST", "/mcp", headers(), request("initialize", R"({"protocolVersion":"2025-11-25"})")).status,
        200)
        << "the connection goes on";
}

TEST_F(FrontMcp, StreamsProgressBeforeTheAnswer) {
    start();
    const auto session = begin_session();
    const std::string body =
        request("tools/call", R"({"name":"memory_status","arguments":{},"_meta":{"progressToken":"p"}})", "9");
    RawClient client(front->port());
    client.send("POST /mcp HTTP/1.1\r\nHost: memory\r\n" + headers(session) +
                "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
    const auto asked = hook(0);
    EXPECT_TRUE(std::get<ToolCall>(asked.event).progress);
    for (const std::uint32_t done : {0u, 1u})
        front->deliver(Answer{asked.connection, asked.frame, ProgressAnswer{done, 2}});
    front->deliver(Answer{asked.connection, asked.frame, ToolResult{up()}});
    const auto stream = client.read_stream();
    EXPECT_THAT(stream, HasSubstr("Content-Type: text/event-stream"));
    const auto first = stream.find(R"("progressToken":"p","progress":0,"total":2)");
    const auto second = stream.find(R"("progress":1,"total":2)");
    const auto last = stream.find(R"("id":9,"result")");
    EXPECT_TRUE(first < second && second < last && last != std::string::npos) << stream;
    EXPECT_EQ(client.http("POST", "/mcp", headers(session), request("ping")).status, 200) << "the connection goes on";
}

TEST_F(FrontMcp, SaysNothingMoreAboutACallThatWasCancelled) {
    start(2);
    const auto session = begin_session();
    for (const std::string progress : {"", R"(,"_meta":{"progressToken":1})"}) {
        const auto number = hooks_seen();
        const std::string body =
            request("tools/call", R"({"name":"memory_status","arguments":{})" + progress + "}", "7");
        RawClient client(front->port());
        client.send("POST /mcp HTTP/1.1\r\nHost: memory\r\n" + headers(session) +
                    "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
        const auto asked = hook(number);
        EXPECT_EQ(
            post(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":8}})", session).status,
            202)
            << "of another request";
        EXPECT_EQ(
            post(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}})", session).status,
            202);
        const auto reply = progress.empty() ? client.read_reply().head : client.read_stream();
        EXPECT_THAT(reply, Not(HasSubstr("\"id\":7")));
        EXPECT_THAT(reply, HasSubstr(progress.empty() ? "204" : "0\r\n\r\n"));
    }
}

TEST_F(FrontMcp, ReadsResourcesThroughTheToolsThatShowTheSame) {
    answer = ToolResult{up()};
    start();
    const auto list = result(stateless("resources/list")).at("resources").as_array();
    ASSERT_EQ(list.size(), 2u);
    const auto read =
        result(stateless("resources/read", R"("uri":"wetopi-memory://status",)", "wetopi-memory://status"));
    const auto content = read.at("contents").as_array()[0].as_object();
    EXPECT_EQ(content.at("mimeType").as_string(), "application/json");
    EXPECT_THAT(std::string(content.at("text").as_string()), HasSubstr("\"backend\":\"up\""));
    stateless("resources/read", R"("uri":"wetopi-memory://recent",)", "wetopi-memory://recent");
    EXPECT_TRUE(std::get<SearchArguments>(std::get<ToolCall>(hook(1).event).arguments).latest);
    EXPECT_EQ(error(stateless("resources/read", R"("uri":"file:///etc/passwd",)", "file:///etc/passwd")).at("code"),
              -32602);
    const auto session = begin_session();
    EXPECT_EQ(error(post(request("resources/read", R"({"uri":"x:y"})"), session)).at("code"), -32002);
}

TEST_F(FrontMcp, PutsAFactThatNamesNoScopeWhereConfigurationSays) {
    settings.mcp_offer.memorycore = true;
    settings.mcp_offer.fact_scope = ScopeName{"platform"};
    answer = ToolResult{RetainResult{ScopeName{"platform"}, "accepted", "", {}}};
    start();
    const std::string fact = R"("name":"memorycore_store_fact","arguments":{"content":"Ana owns apollo."},)";
    EXPECT_FALSE(result(stateless("tools/call", fact, "memorycore_store_fact")).at("isError").as_bool());
    EXPECT_EQ(std::get<RetainArguments>(std::get<ToolCall>(hook(0).event).arguments).scope, ScopeName{"platform"});
}

TEST_F(FrontMcp, AsksForTheScopeOfAFactWhereNoneIsConfigured) {
    settings.mcp_offer.memorycore = true;
    start();
    const std::string fact = R"("name":"memorycore_store_fact","arguments":{"content":"Ana owns apollo."},)";
    EXPECT_THAT(stateless("tools/call", fact, "memorycore_store_fact").body, HasSubstr("arguments.scope is missing"));
    EXPECT_EQ(hooks_seen(), 0u);
}

TEST_F(FrontMcp, KnowsNoAliasUnlessItIsSwitchedOn) {
    start();
    const std::string call = R"("name":"memorycore_get_memory_usage","arguments":{},)";
    EXPECT_EQ(error(stateless("tools/call", call, "memorycore_get_memory_usage")).at("code"), -32602);
}

TEST_F(FrontMcp, RefusesWhatIsNoJsonRpcMessage) {
    start();
    EXPECT_EQ(post("{").status, 400);
    EXPECT_EQ(error(post("{")).at("code").as_int64(), -32700);
    EXPECT_EQ(error(post("[]")).at("code").as_int64(), -32600);
    EXPECT_EQ(
        RawClient(front->port()).http("POST", "/mcp", bearer(agent) + "Content-Type: text/plain\r\n", "{}").status,
        415);
    settings.messages_per_second_max = 200;
    EXPECT_EQ(post(std::string(settings.wire.frame_bytes_max + 1, ' ')).status, 413);
}

}  // namespace wm
