#include "tests/net/front_world.hpp"

#include <gmock/gmock.h>

#include <set>

namespace wm {
namespace {

using test::RawClient;
using testing::HasSubstr;
using FrontWebSocket = test::FrontTest;

constexpr int text_frame = 1, close_frame = 8, ping_frame = 9, pong_frame = 10;

}  // namespace

TEST_F(FrontWebSocket, GreetsWithItsLimitsAndTheAgentOfTheToken) {
    start();
    RawClient client(front->port());
    ASSERT_EQ(client.upgrade(agent), 101);
    const auto hello = client.ws_read();
    EXPECT_EQ(hello.opcode, 2);
    EXPECT_EQ(
        hello.payload,
        R"({"type":"hello","protocol":"wetopi-memory.v1","version":"0.1.0","agent":"wetopi-build",)"
        R"("limits":{"frame_bytes":1048576,"evidence_bytes":16384},"inject":"middleware","personal_owner":"plane"})");
}

TEST_F(FrontWebSocket, EchoesTheSubprotocol) {
    start();
    RawClient client(front->port());
    const auto reply =
        client.http("GET", "/v1/ws",
                    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: wetopi-memory.v1\r\n" +
                        bearer(agent));
    EXPECT_EQ(reply.status, 101);
    EXPECT_THAT(reply.head, HasSubstr("Sec-WebSocket-Protocol: wetopi-memory.v1"));
    EXPECT_THAT(reply.head, HasSubstr("s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")) << "RFC 6455, 1.3";
}

TEST_F(FrontWebSocket, RefusesWhoHasNoAgentTokenOrTheWrongSubprotocolOrAnOrigin) {
    start();
    EXPECT_EQ(RawClient(front->port()).upgrade(""), 401);
    EXPECT_EQ(RawClient(front->port()).upgrade("wmt_forged"), 401);
    EXPECT_EQ(RawClient(front->port()).upgrade(boss), 403);
    EXPECT_EQ(RawClient(front->port()).upgrade(agent, "", ""), 400);
    EXPECT_EQ(RawClient(front->port()).upgrade(agent, "", "wetopi-memory.v2"), 400);
    EXPECT_EQ(RawClient(front->port()).upgrade(agent, "Origin: https://evil.example\r\n"), 403);
    EXPECT_EQ(metrics.of(NetEvent::unauthorized), 2);
    EXPECT_EQ(metrics.of(NetEvent::forbidden), 2);
    EXPECT_EQ(metrics.of(NetEvent::bad_request), 2);
}

TEST_F(FrontWebSocket, HandsABinaryAndATextFrameOn) {
    start();
    auto client = connected();
    client->ws_send(pre_llm(5));
    const auto first = hook(0);
    EXPECT_EQ(first.agent.str(), "wetopi-build");
    EXPECT_EQ(first.frame, 5u);
    EXPECT_EQ(std::get<PreLlm>(first.event).user_message.text, "hola");
    EXPECT_EQ(first.deadline, time.now() + Millis{300});
    EXPECT_EQ(first.at, time.wall());
    client->ws_send(pre_llm(6), text_frame);
    EXPECT_EQ(hook(1).frame, 6u);
    EXPECT_EQ(hook(1).connection, first.connection);
}

TEST_F(FrontWebSocket, SendsAnswersToTheConnectionThatAsked) {
    start();
    auto one = connected(), two = connected();
    one->ws_send(post_llm(7));
    two->ws_send(post_llm(7));
    const auto a = hook(0), b = hook(1);
    EXPECT_NE(a.connection, b.connection);
    front->deliver(Answer{b.connection, 7, ErrorAnswer{ErrorCode::rejected, "second"}});
    front->deliver(Answer{a.connection, 7, AckAnswer{}});
    const auto to_one = one->ws_text(), to_two = two->ws_text();
    EXPECT_NE(to_one, to_two);
    EXPECT_THAT(to_one + to_two, HasSubstr("\"ack\",\"id\":7"));
    EXPECT_THAT(to_one + to_two, HasSubstr("second"));
}

TEST_F(FrontWebSocket, SendsPendingBeforeTheContext) {
    start();
    auto client = connected();
    client->ws_send(pre_llm(8));
    const auto asked = hook(0);
    front->deliver(Answer{asked.connection, 8, PendingAnswer{Millis{2000}}});
    ContextAnswer context;
    context.context = Content{"pve04"};
    context.source = ContextSource::synchronous;
    front->deliver(Answer{asked.connection, 8, context});
    EXPECT_EQ(client->ws_text(), R"({"type":"pending","id":8,"deadline_ms":2000})");
    EXPECT_EQ(client->ws_text(),
              R"({"type":"context","id":8,"context":"pve04","source":"synchronous","scopes":[],"tokens":0})");
}

TEST_F(FrontWebSocket, AnswersPings) {
    start();
    auto client = connected();
    client->ws_send(R"({"type":"ping","id":3})");
    EXPECT_EQ(client->ws_text(), R"({"type":"pong","id":3})");
    client->ws_send("abc", ping_frame);
    const auto pong = client->ws_read();
    EXPECT_EQ(pong.opcode, pong_frame);
    EXPECT_EQ(pong.payload, "abc");
    EXPECT_EQ(hooks_seen(), 0u);
}

TEST_F(FrontWebSocket, PingsAfterTwentySecondsOfSilenceAndEndsASilentPeer) {
    start();
    auto client = connected();
    pass(std::chrono::seconds{19});
    client->ws_send(R"({"type":"ping","id":1})");
    EXPECT_EQ(client->ws_text(), R"({"type":"pong","id":1})") << "heard, so the twenty seconds begin anew";
    pass(std::chrono::seconds{19});
    client->ws_send(R"({"type":"ping","id":2})");
    EXPECT_EQ(client->ws_text(), R"({"type":"pong","id":2})") << "no ping came before";
    pass(std::chrono::seconds{21});
    EXPECT_EQ(client->ws_read().opcode, ping_frame);
    EXPECT_EQ(metrics.of(NetEvent::silent_peer), 0);
    pass(std::chrono::seconds{46});
    EXPECT_TRUE(metrics.reaches(NetEvent::silent_peer, 1));
    EXPECT_TRUE(client->ended());
}

TEST_F(FrontWebSocket, ReactsToAFullSystemAsPromisedForEachMessage) {
    start();
    full = true;
    auto client = connected();
    client->ws_send(post_llm(1));  // no acknowledgement
    client->ws_send(
        R"({"type":"hook","id":2,"hook":"post_tool_call","session":{"id":"s"},"turn":"t","data":{"tool":"x"}})");
    client->ws_send(R"({"type":"hook","id":3,"hook":"on_session_end","session":{"id":"s"}})");
    client->ws_send(pre_llm(4));
    EXPECT_EQ(client->ws_text(), R"({"type":"context","id":4,"context":"","source":"none","scopes":[],"tokens":0})");
    client->ws_send(tool(5));
    EXPECT_EQ(client->ws_text(),
              R"({"type":"error","id":5,"code":"busy","message":"the memory daemon is busy: try again"})");
    for (const auto event : {NetEvent::dropped_retain, NetEvent::dropped_evidence, NetEvent::dropped_session,
                             NetEvent::dropped_context, NetEvent::dropped_tool})
        EXPECT_EQ(metrics.of(event), 1) << to_string(event);
    EXPECT_EQ(metrics.of(NetEvent::message), 0);
}

TEST_F(FrontWebSocket, NamesFaultsAndClosesAfterTenMalformedMessages) {
    start();
    auto client = connected();
    client->ws_send(R"({"type":"tool","id":9,"session":{"id":"s"},"tool":"memory_status","args":{"user_id":"u"}})");
    EXPECT_THAT(client->ws_text(), HasSubstr("argument_unknown"));
    EXPECT_EQ(metrics.of(NetEvent::argument_unknown), 1);
    for (int i = 0; i < 10; ++i) {
        client->ws_send("{");
        EXPECT_EQ(client->ws_text(),
                  R"({"type":"error","id":0,"code":"malformed","message":"the message is not JSON"})");
    }
    const auto last = client->ws_read();
    EXPECT_EQ(last.close_code(), 1002);
    EXPECT_THAT(last.payload, HasSubstr("malformed"));
    EXPECT_EQ(metrics.of(NetEvent::message_malformed), 10);
}

TEST_F(FrontWebSocket, HoldsTheDepthLimit) {
    settings.wire.depth_max = 8;
    start();
    auto client = connected();
    client->ws_send(R"({"type":"ping","id":1,"x":)" + std::string(9, '[') + "1" + std::string(9, ']') + "}");
    EXPECT_THAT(client->ws_text(), HasSubstr("nested deeper than 8 levels"));
}

TEST_F(FrontWebSocket, ClosesWhenAFrameIsTooLarge) {
    settings.wire.frame_bytes_max = 10'000;
    start();
    auto client = connected();
    client->ws_send(std::string(9'000, ' ') + R"({"type":"ping","id":1})");
    EXPECT_EQ(client->ws_text(), R"({"type":"pong","id":1})");
    client->ws_send(std::string(50'000, ' ') + R"({"type":"ping","id":2})");
    EXPECT_EQ(client->ws_read().close_code(), 1009);
    EXPECT_TRUE(metrics.reaches(NetEvent::frame_too_large, 1));
    EXPECT_TRUE(metrics.open_becomes(0));
}

TEST_F(FrontWebSocket, ClosesWhoSendsTooFast) {
    settings.messages_per_second_max = 20;
    start();
    auto client = connected();
    for (int i = 1; i <= 21; ++i) client->ws_send(R"({"type":"ping","id":)" + std::to_string(i) + "}");
    for (int i = 1; i <= 20; ++i) EXPECT_THAT(client->ws_text(), HasSubstr("pong")) << i;
    const auto last = client->ws_read();
    EXPECT_EQ(last.close_code(), 1008);
    EXPECT_THAT(last.payload, HasSubstr("rate exceeded"));
    EXPECT_EQ(metrics.of(NetEvent::rate_exceeded), 1);
}

TEST_F(FrontWebSocket, ToleratesTheSameNumberWhenTimePasses) {
    settings.messages_per_second_max = 20;
    start();
    auto client = connected();
    for (int i = 1; i <= 60; ++i) {
        if (i % 20 == 0) pass(std::chrono::seconds{1});
        client->ws_send(R"({"type":"ping","id":)" + std::to_string(i) + "}");
        ASSERT_THAT(client->ws_text(), HasSubstr("pong")) << i;
    }
}

TEST_F(FrontWebSocket, RefusesOneConnectionTooMany) {
    settings.connections_max = 2;
    start();
    auto one = connected(), two = connected();
    auto third = std::make_unique<RawClient>(front->port());
    ASSERT_EQ(third->upgrade(agent), 101);
    EXPECT_EQ(third->ws_read().close_code(), 1013);
    EXPECT_EQ(metrics.of(NetEvent::connection_refused), 1);
    third->ws_send(std::string("\x03\xf5", 2), close_frame);
    EXPECT_TRUE(third->ended());
    third.reset();
    one.reset();
    ASSERT_TRUE(metrics.open_becomes(1));
    connected();
}

TEST_F(FrontWebSocket, EndsAReaderThatDoesNotRead) {
    settings.write_queue_bytes_max = 256 * 1024;
    start();
    RawClient client(front->port());
    client.small_receive_buffer();
    ASSERT_EQ(client.upgrade(agent), 101);
    client.ws_text();
    client.ws_send(pre_llm(1));
    const auto asked = hook(0);
    ContextAnswer large;
    large.context = Content{std::string(1 << 20, 'x')};
    for (int i = 0; i < 40; ++i) front->deliver(Answer{asked.connection, 1, large});
    EXPECT_TRUE(metrics.reaches(NetEvent::slow_reader, 1));
    EXPECT_TRUE(metrics.open_becomes(0));
    EXPECT_TRUE(metrics.reaches(NetEvent::answer_lost, 1)) << "what comes after the end finds nobody";
}

TEST_F(FrontWebSocket, EndsAReaderThatStopsInTheMiddleOfAnAnswer) {
    start();
    RawClient client(front->port());
    client.small_receive_buffer();
    ASSERT_EQ(client.upgrade(agent), 101);
    client.ws_text();
    client.ws_send(pre_llm(1));
    const auto asked = hook(0);
    ContextAnswer large;
    large.context = Content{std::string(16 << 20, 'x')};
    front->deliver(Answer{asked.connection, 1, large});
    ASSERT_TRUE(client.something_came());
    EXPECT_EQ(metrics.of(NetEvent::slow_reader), 0) << "one answer may be larger than the queue";
    pass(std::chrono::seconds{21});
    EXPECT_TRUE(metrics.reaches(NetEvent::slow_reader, 1));
    EXPECT_TRUE(metrics.open_becomes(0));
}

TEST_F(FrontWebSocket, CountsAnswersThatFindNobody) {
    start();
    auto client = connected();
    client->ws_send(post_llm(1));
    const auto asked = hook(0);
    client.reset();
    ASSERT_TRUE(metrics.open_becomes(0));
    front->deliver(Answer{asked.connection, 1, AckAnswer{}});
    front->deliver(Answer{0, 1, AckAnswer{}});
    front->deliver(Answer{99'999, 1, AckAnswer{}});
    EXPECT_TRUE(metrics.reaches(NetEvent::answer_lost, 3));
    EXPECT_EQ(metrics.of(NetEvent::answer_sent), 0);
}

TEST_F(FrontWebSocket, ClosesAConnectionWhoseTokenIsRevoked) {
    start();
    const auto other = token("other", Role::agent);
    pass(std::chrono::seconds{3});
    auto client = connected();
    auto revoked = std::make_unique<RawClient>(front->port());
    for (int i = 0; i < 100 && revoked->upgrade(other) != 101; ++i)
        revoked = std::make_unique<RawClient>(front->port());
    revoked->ws_text();
    ASSERT_TRUE(std::holds_alternative<std::vector<TokenEntry>>(TokenFile(folder / "tokens.json").revoke("other")));
    pass(std::chrono::seconds{3});
    const auto last = revoked->ws_read();
    EXPECT_EQ(last.close_code(), 1008);
    EXPECT_THAT(last.payload, HasSubstr("token revoked"));
    client->ws_send(R"({"type":"ping","id":1})");
    EXPECT_THAT(client->ws_text(), HasSubstr("pong"));
    EXPECT_EQ(RawClient(front->port()).upgrade(other), 401);
}

TEST_F(FrontWebSocket, FinishesItsAnswersAndSaysThatItStops) {
    start();
    auto client = connected();
    client->ws_send(post_llm(4));
    const auto asked = hook(0);
    front->stop_accepting();
    front->deliver(Answer{asked.connection, 4, AckAnswer{}});
    EXPECT_EQ(client->ws_text(), R"({"type":"ack","id":4})");
    front->close();
    EXPECT_EQ(client->ws_read().close_code(), 1001);
    client->ws_send(std::string("\x03\xe9", 2), close_frame);
    EXPECT_TRUE(client->ended());
    client.reset();
    EXPECT_TRUE(metrics.open_becomes(0));
    EXPECT_THROW(RawClient(front->port()), std::runtime_error);
}

TEST_F(FrontWebSocket, EndsInFiveSecondsWhenTheOtherSideDoesNotAnswerTheClose) {
    start();
    auto client = connected();
    front->close();
    EXPECT_EQ(client->ws_read().close_code(), 1001);
    EXPECT_EQ(front->connections(), 1u);
    pass(std::chrono::seconds{6});
    EXPECT_TRUE(metrics.open_becomes(0));
}

TEST_F(FrontWebSocket, ServesTheUnixSocketForItsOwnerAlone) {
    start();
    const auto mode = std::filesystem::status(settings.listen.unix_socket).permissions();
    EXPECT_EQ(mode, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
    RawClient client(settings.listen.unix_socket);
    ASSERT_EQ(client.upgrade(agent), 101);
    EXPECT_THAT(client.ws_text(), HasSubstr("hello"));
    client.ws_send(pre_llm(2));
    EXPECT_EQ(hook(0).frame, 2u);
    EXPECT_EQ(RawClient(settings.listen.unix_socket).upgrade("wmt_forged"), 401);
}

TEST_F(FrontWebSocket, SpreadsConnectionsOverItsThreadsAndFindsThemAll) {
    answer = AckAnswer{};
    start(3);
    std::vector<std::unique_ptr<RawClient>> clients;
    for (int i = 0; i < 9; ++i) clients.push_back(connected());
    for (int round = 1; round <= 20; ++round) {
        for (auto& client : clients) client->ws_send(post_llm(round));
        for (auto& client : clients)
            EXPECT_EQ(client->ws_text(), R"({"type":"ack","id":)" + std::to_string(round) + "}");
    }
    std::set<ConnectionId> shards;
    for (std::size_t i = 0; i < hooks_seen(); ++i) shards.insert(hook(i).connection % 3);
    EXPECT_EQ(shards.size(), 3u);
}

}  // namespace wm
