#include "tests/net/front_world.hpp"

#include <gmock/gmock.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <boost/json.hpp>

#include <fstream>
#include <future>

namespace wm {
namespace {

using test::HttpReply;
using test::RawClient;
using testing::HasSubstr;

class FrontHttp : public test::FrontTest {
protected:
    HttpReply get(const std::string& path, const std::string& headers = "") {
        return RawClient(front->port()).http("GET", path, headers);
    }
    HttpReply post(const std::string& body) {
        return RawClient(front->port()).http("POST", "/v1/hooks", bearer(agent), body);
    }
    // A key and a certificate that signs itself, as files for listen.tls.
    void make_certificate() {
        EVP_PKEY* key = EVP_EC_gen("P-256");
        X509* certificate = X509_new();
        X509_gmtime_adj(X509_getm_notBefore(certificate), 0);
        X509_gmtime_adj(X509_getm_notAfter(certificate), 3600);
        X509_set_pubkey(certificate, key);
        X509_sign(certificate, key, EVP_sha256());
        settings.listen.tls_key = (folder / "key.pem").string();
        settings.listen.tls_certificate = (folder / "cert.pem").string();
        FILE* file = std::fopen(settings.listen.tls_key.c_str(), "w");
        PEM_write_PrivateKey(file, key, nullptr, nullptr, 0, nullptr, nullptr);
        std::fclose(file);
        file = std::fopen(settings.listen.tls_certificate.c_str(), "w");
        PEM_write_X509(file, certificate);
        std::fclose(file);
        X509_free(certificate);
        EVP_PKEY_free(key);
    }
};

}  // namespace

TEST_F(FrontHttp, ServesHealthToAnybody) {
    start();
    const auto reply = get("/healthz");
    EXPECT_EQ(reply.status, 200);
    EXPECT_EQ(reply.body, "ok\n");
    EXPECT_EQ(get("/healthz?x=1").status, 200);
}

TEST_F(FrontHttp, SaysWhetherItIsReadyAndToWhomMore) {
    start();
    EXPECT_EQ(get("/readyz").body, "{\"ready\":true}");
    EXPECT_EQ(get("/readyz", bearer(agent)).body, "{\"ready\":true}");
    EXPECT_THAT(get("/readyz", bearer(boss)).body, HasSubstr("backend"));
    EXPECT_THAT(get("/readyz", bearer(scraper)).body, HasSubstr("backend"));
    ready = false;
    const auto reply = get("/readyz");
    EXPECT_EQ(reply.status, 503);
    EXPECT_EQ(reply.body, "{\"ready\":false}");
}

TEST_F(FrontHttp, ServesMetricsAndTheStatusPageToTheirRoles) {
    start();
    EXPECT_EQ(get("/metrics").status, 401);
    EXPECT_EQ(get("/metrics", bearer(agent)).status, 403);
    const auto reply = get("/metrics", bearer(scraper));
    EXPECT_EQ(reply.body, "wetopi_x 1\n");
    EXPECT_THAT(reply.head, HasSubstr("text/plain; version=0.0.4"));
    EXPECT_EQ(get("/metrics", bearer(boss)).status, 200);
    EXPECT_EQ(get("/").body, "<p>bare</p>") << "loopback";
    EXPECT_EQ(get("/", bearer(boss)).body, "<p>detail</p>");
    EXPECT_EQ(get("/", bearer(agent)).body, "<p>bare</p>");
    EXPECT_EQ(RawClient(settings.listen.unix_socket).http("GET", "/").body, "<p>bare</p>");
    EXPECT_THAT(get("/").head, HasSubstr("Content-Security-Policy: default-src 'none'"));
}

TEST_F(FrontHttp, ExplainsToOperatorsAlone) {
    explain = [this](Explained question) {
        if (question.query.turn == TurnId("busy")) return Delivery::full;
        question.kept = 3;
        question.recalls.resize(question.query.turn == TurnId("gone") ? 0 : 1);
        std::thread([this, question] { front->deliver(question); }).join();
        return Delivery::accepted;
    };
    start();
    EXPECT_EQ(get("/v1/admin/explain").status, 401);
    EXPECT_EQ(get("/v1/admin/explain", bearer(agent)).status, 403);
    EXPECT_EQ(get("/v1/admin/explain", bearer(scraper)).status, 403);
    const auto reply = get("/v1/admin/explain?turn=t1", bearer(boss));
    EXPECT_EQ(reply.status, 200);
    EXPECT_THAT(reply.body, HasSubstr("\"kept\":3"));
    EXPECT_THAT(reply.body, HasSubstr("candidates"));
    EXPECT_EQ(get("/v1/admin/explain?turn=gone", bearer(boss)).status, 404);
    EXPECT_THAT(get("/v1/admin/explain?turn=gone", bearer(boss)).body, HasSubstr("among the 3"));
    EXPECT_EQ(get("/v1/admin/explain?last=x", bearer(boss)).status, 400);
    EXPECT_EQ(get("/v1/admin/explain?turn=busy", bearer(boss)).status, 503);
    EXPECT_EQ(RawClient(settings.listen.unix_socket).http("GET", "/v1/admin/explain", bearer(boss)).status, 200);
}

TEST_F(FrontHttp, ExplainsNothingWhenThatIsSwitchedOff) {
    start();
    const auto reply = get("/v1/admin/explain", bearer(boss));
    EXPECT_EQ(reply.status, 404);
    EXPECT_THAT(reply.body, HasSubstr("observability.explain_turns_max"));
}

TEST_F(FrontHttp, DropsAnExplanationThatNobodyWaitsFor) {
    start();
    Explained late;
    late.connection = 1;
    front->deliver(late);
    EXPECT_TRUE(metrics.reaches(NetEvent::answer_lost, 1));
    EXPECT_EQ(get("/healthz").status, 200);
}

TEST_F(FrontHttp, NamesWhatItRefuses) {
    start();
    EXPECT_EQ(get("/nothing").status, 404);
    EXPECT_THAT(get("/nothing").body, HasSubstr(R"("code":"not_found")"));
    const auto wrong_method = get("/v1/hooks", bearer(agent));
    EXPECT_EQ(wrong_method.status, 405);
    EXPECT_THAT(wrong_method.head, HasSubstr("Allow: POST"));
    const auto no_token = RawClient(front->port()).http("POST", "/v1/hooks", "", "{}");
    EXPECT_EQ(no_token.status, 401);
    EXPECT_THAT(no_token.head, HasSubstr("WWW-Authenticate: Bearer"));
    EXPECT_THAT(no_token.body, HasSubstr("token create"));
    EXPECT_EQ(get("/healthz", "Origin: https://evil.example\r\n").status, 403);
    EXPECT_EQ(get("/v1/ws", bearer(agent)).status, 426);
    EXPECT_EQ(get("/healthz", "X: " + std::string(9000, 'x') + "\r\n").status, 431);
    RawClient garbage(front->port());
    garbage.send("this is not http\r\n\r\n");
    EXPECT_EQ(garbage.read_reply().status, 400);
}

TEST_F(FrontHttp, HoldsTheBodyLimitOnTheObjectThatReads) {
    settings.wire.frame_bytes_max = 10'000;
    start();
    EXPECT_EQ(post(std::string(9'900, ' ') + R"({"type":"ping","id":1})").status, 200);
    EXPECT_EQ(post(std::string(50'000, ' ') + R"({"type":"ping","id":1})").status, 413);
    RawClient chunked(front->port());
    const std::string chunk = "2000\r\n" + std::string(0x2000, ' ') + "\r\n";
    chunked.send("POST /v1/hooks HTTP/1.1\r\nHost: m\r\nTransfer-Encoding: chunked\r\n" + bearer(agent) + "\r\n" +
                 chunk + chunk + chunk + "0\r\n\r\n");
    EXPECT_EQ(chunked.read_reply().status, 413) << "a length that was not announced";
    EXPECT_EQ(metrics.of(NetEvent::frame_too_large), 2);
    EXPECT_EQ(hooks_seen(), 0u);
}

TEST_F(FrontHttp, KeepsAConnectionForTheNextRequest) {
    start();
    RawClient client(front->port());
    for (int i = 0; i < 3; ++i) EXPECT_EQ(client.http("GET", "/healthz").status, 200);
    EXPECT_EQ(client.http("POST", "/v1/hooks", bearer(agent), R"({"type":"ping","id":1})").body,
              R"([{"type":"pong","id":1}])");
    EXPECT_EQ(client.http("GET", "/healthz", "Connection: close\r\n").status, 200);
    EXPECT_TRUE(client.ended());
}

TEST_F(FrontHttp, ABodyThatIsNotReadIsNeverTakenForARequest) {
    start();
    RawClient client(front->port());
    const std::string smuggled = "GET /healthz HTTP/1.1\r\nHost: m\r\n\r\n";
    EXPECT_EQ(client.http("POST", "/nothing", "", smuggled).status, 404);
    EXPECT_TRUE(client.ended());
    EXPECT_EQ(metrics.of(NetEvent::request), 0);
}

TEST_F(FrontHttp, AnswersAPostInTheOrderOfItsMessages) {
    start();
    auto reply = std::async(std::launch::async, [&] {
        return post("[" + post_llm(11) + "," + R"({"type":"ping","id":12},{"type":"hook","id":13},)" + tool(14) + "," +
                    R"({"type":"hook","id":15,"hook":"on_session_end","session":{"id":"s"}}])");
    });
    const auto ack = hook(0), call = hook(1);
    hook(2);
    EXPECT_NE(ack.frame, call.frame);
    StatusResult status;
    status.backend_state = "up";
    front->deliver(Answer{call.connection, call.frame, ToolResult{status}});
    front->deliver(Answer{ack.connection, ack.frame, AckAnswer{}});
    const auto got = reply.get();
    EXPECT_EQ(got.status, 200);
    const auto answers = boost::json::parse(got.body).as_array();
    ASSERT_EQ(answers.size(), 4u) << got.body;
    EXPECT_EQ(boost::json::serialize(answers[0]), R"({"type":"ack","id":11})");
    EXPECT_EQ(boost::json::serialize(answers[1]), R"({"type":"pong","id":12})");
    EXPECT_EQ(answers[2].at("message").as_string(), "[2].hook is missing");
    EXPECT_EQ(answers[2].at("id").to_number<int>(), 13);
    EXPECT_EQ(answers[3].at("type").as_string(), "result");
    EXPECT_EQ(answers[3].at("id").to_number<int>(), 14);
}

TEST_F(FrontHttp, GivesAPostBackWhenTheTimeOfItsMessagesIsOver) {
    start();
    auto reply = std::async(std::launch::async, [&] { return post("[" + pre_llm(1) + "," + pre_llm(2) + "]"); });
    const auto first = hook(0), second = hook(1);
    ContextAnswer context;
    context.context = Content{"x"};
    front->deliver(Answer{first.connection, second.frame, PendingAnswer{Millis{1000}}});
    front->deliver(Answer{first.connection, first.frame, context});
    ASSERT_TRUE(metrics.reaches(NetEvent::answer_sent, 2));
    time.advance(Millis{400});
    EXPECT_EQ(reply.wait_for(std::chrono::milliseconds{50}), std::future_status::timeout)
        << "pending moved the deadline";
    time.advance(Millis{1000});
    EXPECT_EQ(reply.get().body, R"([{"type":"context","id":1,"context":"x","source":"none","scopes":[],"tokens":0}])");
    front->deliver(Answer{first.connection, second.frame, context});
    EXPECT_TRUE(metrics.reaches(NetEvent::answer_lost, 1));
}

TEST_F(FrontHttp, ALateAnswerFindsNoPlaceInTheNextPost) {
    start();
    RawClient client(front->port());
    auto reply =
        std::async(std::launch::async, [&] { return client.http("POST", "/v1/hooks", bearer(agent), post_llm(1)); });
    const auto late = hook(0);
    pass(std::chrono::seconds{31});
    EXPECT_EQ(reply.get().body, "[]");
    reply = std::async(std::launch::async, [&] { return client.http("POST", "/v1/hooks", bearer(agent), tool(1)); });
    const auto next = hook(1);
    EXPECT_EQ(next.connection, late.connection);
    front->deliver(Answer{late.connection, late.frame, AckAnswer{}});
    front->deliver(Answer{next.connection, next.frame, ErrorAnswer{ErrorCode::busy, "later"}});
    EXPECT_EQ(reply.get().body, R"([{"type":"error","id":1,"code":"busy","message":"later"}])");
}

TEST_F(FrontHttp, SaysWhatIsWrongWithABody) {
    start();
    const auto unreadable = post("{");
    EXPECT_EQ(unreadable.status, 400);
    EXPECT_EQ(unreadable.body, R"([{"type":"error","id":0,"code":"malformed","message":"the message is not JSON"}])");
    EXPECT_EQ(post("[]").body, "[]");
    full = true;
    EXPECT_THAT(post(tool(3)).body, HasSubstr("\"id\":3,\"code\":\"busy\""));
    EXPECT_EQ(post(post_llm(3)).body, "[]") << "no acknowledgement";
}

TEST_F(FrontHttp, HoldsTheRateOfOneConnection) {
    settings.messages_per_second_max = 3;
    start();
    const auto ping = [](int id) { return R"({"type":"ping","id":)" + std::to_string(id) + "}"; };
    const auto reply = post("[" + ping(1) + "," + ping(2) + "," + ping(3) + "," + ping(4) + "]");
    EXPECT_THAT(reply.body, HasSubstr("\"pong\",\"id\":3"));
    EXPECT_THAT(reply.body,
                HasSubstr(R"({"type":"error","id":4,"code":"busy","message":"too many messages a second"})"));
}

TEST_F(FrontHttp, EndsWhoNeverFinishesARequest) {
    start();
    RawClient silent(front->port());
    RawClient slow(front->port());
    slow.send("POST /v1/hooks HTTP/1.1\r\nHost: m\r\nContent-Length: 100\r\n" + bearer(agent) + "\r\n{");
    ASSERT_TRUE(metrics.open_becomes(2));
    ASSERT_TRUE(metrics.reaches(NetEvent::request, 1));
    pass(std::chrono::seconds{12});
    EXPECT_TRUE(metrics.reaches(NetEvent::silent_peer, 1));
    EXPECT_TRUE(silent.ended());
    pass(std::chrono::seconds{20});
    EXPECT_TRUE(metrics.reaches(NetEvent::silent_peer, 2));
    EXPECT_TRUE(slow.ended());
}

TEST_F(FrontHttp, IdleSocketsWithoutATokenKeepNoAgentOut) {
    settings.connections_max = 2;
    start(2);
    RawClient known(front->port());
    const auto ping = [&] { return known.http("POST", "/v1/hooks", bearer(agent), R"({"type":"ping","id":1})"); };
    ASSERT_EQ(ping().status, 200);
    auto before = connected();
    std::vector<std::unique_ptr<RawClient>> idle;
    for (int i = 0; i < 200; ++i) idle.push_back(std::make_unique<RawClient>(front->port()));
    ASSERT_TRUE(metrics.reaches(NetEvent::connection_refused, 200 - 128));
    auto after = connected();
    after->ws_send(pre_llm(1));
    EXPECT_EQ(hook(0).frame, 1u);
    before->ws_send(pre_llm(2));
    EXPECT_EQ(hook(1).frame, 2u);
    EXPECT_EQ(ping().status, 200) << "has shown a token";
    EXPECT_TRUE(idle.front()->ended()) << "the oldest";
    EXPECT_EQ(idle.back()->http("GET", "/healthz").status, 200) << "the newest";
    EXPECT_TRUE(metrics.open_becomes(127 + 3));
    EXPECT_EQ(metrics.of(NetEvent::connection_refused), 200 - 128 + 1);
    pass(std::chrono::seconds{6});
    EXPECT_TRUE(idle[198]->ended()) << "a header takes five seconds at most";
}

TEST_F(FrontHttp, FinishesAPostWhileTheDaemonStops) {
    start();
    RawClient idle(front->port());
    idle.http("GET", "/healthz");
    auto reply = std::async(std::launch::async, [&] { return post(post_llm(1)); });
    const auto asked = hook(0);
    front->close();
    EXPECT_TRUE(idle.ended());
    front->deliver(Answer{asked.connection, asked.frame, AckAnswer{}});
    const auto got = reply.get();
    EXPECT_EQ(got.body, R"([{"type":"ack","id":1}])");
    EXPECT_THAT(got.head, HasSubstr("Connection: close"));
    EXPECT_TRUE(metrics.open_becomes(0));
}

TEST_F(FrontHttp, SpeaksTlsWhenConfigured) {
    make_certificate();
    start();
    RawClient client(front->port());
    ASSERT_TRUE(client.start_tls());
    EXPECT_EQ(client.http("GET", "/healthz").status, 200);
    EXPECT_EQ(client.http("POST", "/v1/hooks", bearer(agent), R"({"type":"ping","id":1})").status, 200);
    RawClient socket(front->port());
    ASSERT_TRUE(socket.start_tls());
    ASSERT_EQ(socket.upgrade(agent), 101);
    EXPECT_THAT(socket.ws_text(), HasSubstr("hello"));
    socket.ws_send(pre_llm(3));
    EXPECT_EQ(hook(0).frame, 3u);
    EXPECT_EQ(RawClient(settings.listen.unix_socket).http("GET", "/healthz").status, 200)
        << "no TLS on the Unix socket";
    RawClient plain(front->port());
    EXPECT_EQ(plain.http("GET", "/healthz").status, 0);
}

TEST_F(FrontHttp, OffersOnlyCiphersWithForwardSecrecyAndAuthenticatedEncryption) {
    make_certificate();
    start();
    EXPECT_TRUE(RawClient(front->port()).start_tls("ECDHE-ECDSA-AES128-GCM-SHA256"));
    EXPECT_TRUE(RawClient(front->port()).start_tls("ECDHE-ECDSA-CHACHA20-POLY1305"));
    for (const auto* weak : {"ECDHE-ECDSA-AES128-SHA", "ECDHE-ECDSA-AES256-SHA384", "AES128-SHA"})
        EXPECT_FALSE(RawClient(front->port()).start_tls(weak)) << weak;
}
TEST_F(FrontHttp, WantsACertificateOfClientsWhenAnAuthorityIsNamed) {
    make_certificate();
    settings.listen.tls_client_ca = settings.listen.tls_certificate;
    start();
    constexpr auto tls12 =
        "ECDHE-ECDSA-AES128-GCM-SHA256";  // there the handshake itself tells a client that it is refused
    EXPECT_FALSE(RawClient(front->port()).start_tls(tls12));
    RawClient known(front->port());
    ASSERT_TRUE(known.start_tls(tls12, settings.listen.tls_certificate, settings.listen.tls_key));
    EXPECT_EQ(known.http("GET", "/healthz").status, 200);
    EXPECT_EQ(known.http("POST", "/v1/hooks", "", R"({"type":"ping","id":1})").status, 401) << "and a token as well";
    EXPECT_EQ(RawClient(settings.listen.unix_socket).http("GET", "/healthz").status, 200);
    stop();
    settings.listen.tls_client_ca = (folder / "none.pem").string();
    EXPECT_THAT(try_start().value_or(""), HasSubstr("listen.tls.client_ca: cannot use"));
}

TEST_F(FrontHttp, SaysWhyItCannotListen) {
    settings.listen.address = "0.0.0.0";
    EXPECT_THAT(try_start().value_or(""), HasSubstr("beyond loopback"));
    stop();
    settings.listen.address = "memory.local";
    EXPECT_THAT(try_start().value_or(""), HasSubstr("is not an address"));
    stop();
    settings.listen.address = "127.0.0.1";
    settings.listen.tls_certificate = settings.listen.tls_key = (folder / "none.pem").string();
    EXPECT_THAT(try_start().value_or(""), HasSubstr("listen.tls.certificate"));
    stop();
    settings.listen.tls_certificate = settings.listen.tls_key = "";
    std::ofstream(folder / "tokens.json") << "broken";
    EXPECT_THAT(try_start().value_or(""), HasSubstr("is not a list of tokens"));
    stop();
    std::filesystem::remove(folder / "tokens.json");
    settings.listen.unix_socket = "/tmp/" + std::string(120, 'x');
    EXPECT_THAT(try_start().value_or(""), HasSubstr("107 bytes"));
    stop();
    settings.listen.unix_socket = (folder / "file").string();
    std::ofstream(folder / "file") << "mine";
    EXPECT_THAT(try_start().value_or(""), HasSubstr("is not a socket"));
    EXPECT_TRUE(std::filesystem::exists(folder / "file"));
}

TEST_F(FrontHttp, TakesOverAStaleUnixSocketButNotALivingOne) {
    start();
    {
        Front second(
            {contexts.front().get()}, time, settings, [](HookArrived) { return Delivery::accepted; }, Pages{}, metrics,
            nullptr);
        EXPECT_THAT(second.listen().value_or(""), HasSubstr("another daemon listens"));
    }
    stop();
    EXPECT_FALSE(std::filesystem::exists(settings.listen.unix_socket)) << "taken away at the end";
    const int stale = ::socket(AF_UNIX, SOCK_STREAM, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::strncpy(address.sun_path, settings.listen.unix_socket.c_str(), sizeof address.sun_path - 1);
    ASSERT_EQ(::bind(stale, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    ::close(stale);
    start();
    EXPECT_EQ(RawClient(settings.listen.unix_socket).http("GET", "/healthz").status, 200);
}

}  // namespace wm
