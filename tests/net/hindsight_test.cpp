// The client on loopback sockets, against a server that misbehaves.

#include "net/hindsight.hpp"

#include "runtime/asio_time.hpp"
#include "tests/net/hindsight_cases.hpp"
#include "tests/net/stand_in.hpp"
#include "tests/net/test_certificate.hpp"

#include <gtest/gtest.h>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>

#include <condition_variable>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

using namespace wm;
using namespace wm::hindsight_cases;
using namespace std::chrono_literals;
using stand_in::Act;
using stand_in::answer;
using stand_in::Request;
using stand_in::Server;

namespace {

const std::string nothing = R"({"results":[]})";

// Where answers arrive.
class Inbox {
public:
    void deliver(BackendAnswered message) {
        const std::lock_guard lock(mutex_);
        messages_.push_back(std::move(message));
        changed_.notify_all();
    }
    std::vector<BackendAnswered> wait_for(std::size_t count, Millis patience = 5s) {
        std::unique_lock lock(mutex_);
        changed_.wait_for(lock, patience, [&] { return messages_.size() >= count; });
        return messages_;
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<BackendAnswered> messages_;
};

// The real clock, plus what a test has added.
class AdvancedTime final : public Time {
public:
    explicit AdvancedTime(boost::asio::io_context& io) : real_(io) {}
    Instant now() const override {
        const std::lock_guard lock(mutex_);
        return real_.now() + added_;
    }
    WallTime wall() const override { return real_.wall(); }
    void call_at(Instant when, std::function<void()> fn) override {
        const std::lock_guard lock(mutex_);
        waiting_.emplace_back(when, fn);
        real_.call_at(when - added_, std::move(fn));
    }
    void advance(Duration by) {  // and fires what that makes due
        std::vector<std::function<void()>> due;
        {
            const std::lock_guard lock(mutex_);
            added_ += by;
            for (auto& [when, fn] : waiting_) {
                if (when <= real_.now() + added_) due.push_back(fn);
            }
        }
        for (auto& fn : due) fn();
    }

private:
    AsioTime real_;
    mutable std::mutex mutex_;
    Duration added_{};
    std::vector<std::pair<Instant, std::function<void()>>> waiting_;
};

class HindsightClient : public testing::Test {
protected:
    ~HindsightClient() override {
        work_.reset();
        io_.stop();
        for (auto& thread : threads_) thread.join();
    }
    Hindsight& connect(const std::string& url, const std::string& key = "secret", std::size_t inflight = 1) {
        config::BackendSettings settings;
        settings.url = url;
        settings.api_key = Secret(key);
        settings.inflight_max = inflight;
        client_ = std::make_unique<Hindsight>(io_, time_, settings);
        for (int i = 0; i < 2 && threads_.size() < 2; ++i) threads_.emplace_back([this] { io_.run(); });
        return *client_;
    }
    void start(const BackendCall& what, Millis within = 3s) {
        client_->start(++calls_, what, time_.now() + within, inbox_);
    }
    std::string ask(const BackendCall& what, Millis within = 3s) {
        start(what, within);
        const auto answers = inbox_.wait_for(calls_, within + 2s);
        return answers.size() == calls_ ? show(answers.back().result) : "no answer";
    }
    template <class Condition>
    static bool soon(Condition condition) {
        for (int i = 0; i < 300 && !condition(); ++i) std::this_thread::sleep_for(10ms);
        return condition();
    }

    boost::asio::io_context io_;
    boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_{io_.get_executor()};
    AdvancedTime time_{io_};
    Inbox inbox_;
    std::size_t calls_ = 0;
    std::unique_ptr<Hindsight> client_;
    std::vector<std::thread> threads_;
};

TEST_F(HindsightClient, SendsAWholeRequestAndReadsItsAnswer) {
    Server server([](const Request&) {
        return Act{
            answer(200, R"({"results":[{"id":"a","text":"port 9444","type":"observation","scores":{"final":1.1}}]})")};
    });
    connect(server.url() + "/api/", "secret\n");
    EXPECT_EQ(ask(recall()), "memories 1");
    const auto requests = server.requests();
    ASSERT_EQ(requests.size(), 1u);
    EXPECT_EQ(requests[0].line(), "POST /api/v1/default/banks/demo/memories/recall HTTP/1.1");
    for (const auto* field :
         {"Authorization: Bearer secret\r\n", "Content-Type: application/json\r\n", "Accept: application/json\r\n"}) {
        EXPECT_NE(requests[0].head.find(field), std::string::npos) << field;
    }
    EXPECT_NE(requests[0].head.find("Host: 127.0.0.1:" + server.port() + "\r\n"), std::string::npos);
    EXPECT_NE(requests[0].body.find(R"("max_tokens":1000)"), std::string::npos);
}

TEST_F(HindsightClient, SendsNoKeyWhenThereIsNone) {
    Server server([](const Request&) { return Act{answer(200, nothing)}; });
    connect(server.url(), "");
    EXPECT_EQ(ask(recall()), "memories 0");
    EXPECT_EQ(server.requests().at(0).head.find("Authorization"), std::string::npos);
}

TEST_F(HindsightClient, KeepsOneConnectionForCallAfterCall) {
    Server server([](const Request&) { return Act{answer(200, nothing)}; });
    connect(server.url());
    for (int i = 0; i < 20; ++i) EXPECT_EQ(ask(recall()), "memories 0");
    EXPECT_EQ(server.connections(), 1);
    EXPECT_EQ(server.requests().size(), 20u);
}

TEST_F(HindsightClient, GoesThroughACallOfSeveralRequestsOnOneConnection) {
    Server server([](const Request& request) {
        if (request.line().find("/operations/") != std::string::npos)
            return Act{answer(200, R"({"status":"completed"})")};
        return Act{answer(200, R"({"memory_unit_count":2})")};
    });
    connect(server.url());
    EXPECT_EQ(ask(poll()), "stored 4");
    EXPECT_EQ(server.connections(), 1);
    EXPECT_EQ(server.requests().size(), 3u);
}

TEST_F(HindsightClient, ReplacesAPooledConnectionThatTheServerHasClosed) {
    Server server([](const Request& request) {
        return Act{answer(200, nothing), request.connection == 0 ? Act::Then::close : Act::Then::keep};
    });
    connect(server.url());
    EXPECT_EQ(ask(recall()), "memories 0");
    ASSERT_TRUE(soon([&] { return server.closed() == 1; }));
    EXPECT_EQ(ask(recall()), "memories 0");
    EXPECT_EQ(server.connections(), 2);
}

TEST_F(HindsightClient, ReplacesAPooledConnectionThatWasReset) {
    Server server([](const Request& request) {
        return Act{answer(200, nothing), request.connection == 0 ? Act::Then::reset : Act::Then::keep};
    });
    connect(server.url());
    EXPECT_EQ(ask(recall()), "memories 0");
    ASSERT_TRUE(soon([&] { return server.closed() == 1; }));
    EXPECT_EQ(ask(recall()), "memories 0");
    EXPECT_EQ(server.connections(), 2);
}

TEST_F(HindsightClient, KeepsNoConnectionThatTheServerWillClose) {
    Server server([](const Request&) { return Act{answer(200, nothing, "connection: close\r\n"), Act::Then::hang}; });
    connect(server.url());
    EXPECT_EQ(ask(recall()), "memories 0");
    EXPECT_EQ(ask(recall()), "memories 0");
    EXPECT_EQ(server.connections(), 2);
}

TEST_F(HindsightClient, KeepsNoConnectionWithBytesNobodyAskedFor) {
    const auto twice = answer(200, nothing) + answer(200, R"({"results":[{"text":"x","type":"world"}]})");
    Server server([&](const Request&) { return Act{twice}; });
    connect(server.url());
    EXPECT_EQ(ask(recall()), "memories 0");
    std::this_thread::sleep_for(50ms);
    EXPECT_EQ(ask(recall()), "memories 0");
    EXPECT_EQ(server.connections(), 2);
}

TEST_F(HindsightClient, ClosesAnIdleConnectionBeforeTheServerDoes) {
    Server server([](const Request&) { return Act{answer(200, nothing)}; });
    connect(server.url());
    EXPECT_EQ(ask(recall()), "memories 0");
    time_.advance(24s);
    EXPECT_EQ(ask(recall()), "memories 0");
    EXPECT_EQ(server.connections(), 1);
    time_.advance(26s);
    EXPECT_TRUE(soon([&] { return server.closed() == 1; }));
    EXPECT_EQ(ask(recall()), "memories 0");
    EXPECT_EQ(server.connections(), 2);
}

TEST_F(HindsightClient, IsUnreachableWhenNobodyListens) {
    std::string url;
    {
        url = Server([](const Request&) { return Act{}; }).url();
    }
    connect(url);
    EXPECT_EQ(ask(recall()), "unreachable");
}

TEST_F(HindsightClient, IsUnreachableWhenTheConnectionEndsBeforeTheRequest) {
    Server server([](const Request&) { return Act{}; }, nullptr, true);
    connect("https://127.0.0.1:" + server.port());  // cut in the middle of the handshake
    EXPECT_EQ(ask(retain()), "unreachable");
    EXPECT_EQ(server.connections(), 1);
}

TEST_F(HindsightClient, IsBrokenWhenTheConnectionEndsAfterTheRequest) {
    for (const auto& act :
         {Act{"", Act::Then::close}, Act{"", Act::Then::reset}, Act{"HTTP/1.1 200 OK\r\ncontent-le", Act::Then::close},
          Act{"HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{\"resu", Act::Then::close},
          Act{"HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{\"resu", Act::Then::reset},
          Act{"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{\"re", Act::Then::close}}) {
        Server server([&](const Request&) { return act; });
        connect(server.url());
        EXPECT_EQ(ask(retain()), "broken") << act.bytes;
        EXPECT_EQ(server.requests().size(), 1u);  // tried once: whether to repeat is the gateway's to say
    }
}

TEST_F(HindsightClient, IsBrokenWhenAPooledConnectionTakesTheRequestAndEnds) {
    Server server([](const Request& request) {
        return request.number == 0 ? Act{answer(200, nothing)} : Act{"", Act::Then::close};
    });
    connect(server.url());
    EXPECT_EQ(ask(recall()), "memories 0");
    EXPECT_EQ(ask(retain()), "broken");
    EXPECT_EQ(server.requests().size(), 2u);
}

TEST_F(HindsightClient, TakesGarbageForMalformed) {
    for (const auto* bytes : {"SSH-2.0-OpenSSH_9.2\r\n\r\n", "HTTP/9.9 200 OK\r\n\r\n", "HTTP/1.1 abc\r\n\r\n",
                              "HTTP/1.1 200 OK\r\ncontent-length: -5\r\n\r\n",
                              "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n"}) {
        Server server([&](const Request&) { return Act{bytes, Act::Then::hang}; });
        connect(server.url());
        EXPECT_EQ(ask(recall()), "malformed") << bytes;
    }
    Server page([](const Request&) { return Act{answer(200, "<html>welcome</html>")}; });
    connect(page.url());
    EXPECT_EQ(ask(recall()), "malformed 200");
}

TEST_F(HindsightClient, StopsReadingAnAnswerThatIsTooLong) {
    const std::string big(HindsightExchange::response_bytes_max + 1, 'x');
    Server announced([&](const Request&) { return Act{answer(200, big)}; });
    connect(announced.url());
    EXPECT_EQ(ask(recall()), "malformed");
    Server chunked([&](const Request&) {
        return Act{"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n400001\r\n" + big + "\r\n0\r\n\r\n"};
    });
    connect(chunked.url());
    EXPECT_EQ(ask(recall()), "malformed");
    Server fields([](const Request&) { return Act{"HTTP/1.1 200 OK\r\nx: " + std::string(100000, 'x') + "\r\n\r\n"}; });
    connect(fields.url());
    EXPECT_EQ(ask(recall()), "malformed");
}

TEST_F(HindsightClient, PassesAPushBackOn) {
    const auto busy = answer(503, R"({"detail":"Server is at capacity"})", "retry-after: 2\r\n");
    Server server([&](const Request&) { return Act{busy}; });
    connect(server.url());
    EXPECT_EQ(ask(retain()), "overloaded 503 after 2000");
    EXPECT_EQ(ask(retain()), "overloaded 503 after 2000");
    EXPECT_EQ(server.connections(), 1);  // an error is no reason to drop a connection
}

TEST_F(HindsightClient, PassesARateLimitOnWhetherItIsGivenInSecondsOrAsADate) {  // BR-19
    const auto in_seconds = answer(429, "{}", "Retry-After: 7\r\n");
    const auto as_date =
        answer(429, "{}", "Date: Sun, 06 Nov 1994 08:50:00 GMT\r\nRetry-After: Sun, 06 Nov 1994 08:50:07 GMT\r\n");
    bool first = true;
    Server server([&](const Request&) { return Act{std::exchange(first, false) ? in_seconds : as_date}; });
    connect(server.url());
    EXPECT_EQ(ask(retain()), "overloaded 429 after 7000");
    EXPECT_EQ(ask(recall()), "overloaded 429 after 7000");
}

TEST_F(HindsightClient, AnswersAtTheDeadlineAndOnlyOnce) {
    Server server([](const Request&) { return Act{answer(200, nothing), Act::Then::keep, 1500ms}; });
    connect(server.url());
    const auto begin = time_.now();
    EXPECT_EQ(ask(recall(), 200ms), "timeout");
    const auto took = time_.now() - begin;
    EXPECT_GE(took, 200ms);
    EXPECT_LT(took, 1200ms);                       // the rest is for a busy machine
    EXPECT_EQ(inbox_.wait_for(2, 2s).size(), 1u);  // the late answer goes nowhere
    EXPECT_TRUE(soon([&] { return server.closed() == 1; }));
}

TEST_F(HindsightClient, CountsTheDeadlineOverAllRequestsOfACall) {
    Server server([](const Request& request) {
        return Act{answer(200, request.number == 0 ? R"({"status":"healthy"})" : "{}"), Act::Then::keep, 200ms};
    });
    connect(server.url());
    EXPECT_EQ(ask(HealthCall{}, 300ms), "timeout");
}

TEST_F(HindsightClient, CallsNobodyAfterTheDeadline) {
    Server server([](const Request&) { return Act{answer(200, nothing)}; });
    connect(server.url());
    EXPECT_EQ(ask(recall(), -1ms), "timeout");
    EXPECT_EQ(server.connections(), 0);
}

TEST_F(HindsightClient, CallsNobodyWithAUrlOrKeyThatCannotBe) {
    connect("hindsight:8888");
    EXPECT_EQ(ask(recall()), "unreachable");
    Server server([](const Request&) { return Act{answer(200, nothing)}; });
    connect(server.url(), "a\r\nX-Other: b");
    EXPECT_EQ(ask(recall()), "denied");
    EXPECT_EQ(server.connections(), 0);
}

TEST_F(HindsightClient, CarriesManyCallsAtOnce) {
    Server server([](const Request&) { return Act{answer(200, nothing), Act::Then::keep, 5ms}; });
    connect(server.url(), "secret", 8);
    for (int i = 0; i < 64; ++i) start(recall());
    const auto answers = inbox_.wait_for(64);
    ASSERT_EQ(answers.size(), 64u);
    std::set<CallId> calls;
    for (const auto& one : answers) {
        EXPECT_EQ(show(one.result), "memories 0");
        calls.insert(one.call);
    }
    EXPECT_EQ(calls.size(), 64u);
    EXPECT_TRUE(soon([&] { return server.closed() == server.connections() - 8; }));  // eight are kept
}

TEST_F(HindsightClient, FinishesWhatIsUnderWayAfterClose) {
    Server server([](const Request&) { return Act{answer(200, nothing), Act::Then::keep, 100ms}; });
    connect(server.url());
    start(recall());
    ASSERT_TRUE(soon([&] { return server.requests().size() == 1; }));
    client_->close();
    start(recall());
    const auto answers = inbox_.wait_for(2);
    ASSERT_EQ(answers.size(), 2u);
    EXPECT_EQ(show(answers[0].result), "unreachable");
    EXPECT_EQ(show(answers[1].result), "memories 0");
    EXPECT_TRUE(soon([&] { return server.closed() == 1; }));
}

TEST_F(HindsightClient, BelievesAServerWithATrustedCertificateAlone) {
    const TestCertificate certificate("localhost");
    auto context = certificate.server_context();
    Server server([](const Request&) { return Act{answer(200, nothing)}; }, &context);
    connect("https://localhost:" + server.port());
    EXPECT_EQ(ask(recall()), "unreachable");
    EXPECT_TRUE(server.requests().empty());
    const TrustedFor trust(certificate);
    connect("https://localhost:" + server.port());
    EXPECT_EQ(ask(recall()), "memories 0");
    EXPECT_EQ(ask(recall()), "memories 0");
    connect("https://127.0.0.1:" + server.port());  // the certificate names localhost
    EXPECT_EQ(ask(recall()), "unreachable");
    EXPECT_EQ(server.requests().size(), 2u);
}

}  // namespace
