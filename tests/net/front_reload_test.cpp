// POST /v1/admin/reload: answered when it is done, from whatever thread.
#include "tests/net/front_world.hpp"

namespace wm::test {
namespace {

class FrontReload : public FrontTest {
protected:
    HttpReply post(const std::string& token, const std::string& body = "{}") {
        return RawClient(front->port()).http("POST", "/v1/admin/reload", bearer(token), body);
    }
};

TEST_F(FrontReload, AnswersAReloadWhenItIsDoneFromWhateverThread) {
    std::thread worker;
    reload = [&](std::function<void(PageAnswer)> done) {
        worker = std::thread([done] { done({422, "{\"status\":\"refused\"}\n"}); });
    };
    start();
    const auto reply = post(boss);
    EXPECT_EQ(reply.status, 422);
    EXPECT_EQ(reply.body, "{\"status\":\"refused\"}\n");
    worker.join();
    EXPECT_EQ(post(agent).status, 403);
    EXPECT_FALSE(worker.joinable()) << "nobody else starts one";
}

TEST_F(FrontReload, ForgetsAReloadWhoseAskerHasGone) {
    std::function<void(PageAnswer)> held;
    std::atomic<bool> asked{false};
    reload = [&](std::function<void(PageAnswer)> done) {
        held = std::move(done);
        asked = true;
    };
    start();
    {
        RawClient client(front->port());
        client.send("POST /v1/admin/reload HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n" + bearer(boss) + "\r\n");
        for (int i = 0; i < 500 && !asked; ++i) std::this_thread::sleep_for(std::chrono::milliseconds{10});
        ASSERT_TRUE(asked);
    }
    pass(std::chrono::seconds{31});
    held({200, "{}"});
    EXPECT_EQ(RawClient(front->port()).http("GET", "/healthz").status, 200);
}

TEST_F(FrontReload, HasNothingToReloadWithoutRules) {
    start();
    EXPECT_EQ(post(boss, "").status, 404);
}

}  // namespace
}  // namespace wm::test
