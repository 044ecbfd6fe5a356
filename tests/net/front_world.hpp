#pragma once
// A front on loopback with its thread, its tokens, time that the test moves, and a system that the test plays.

#include "net/front.hpp"
#include "tests/net/manual_time.hpp"
#include "tests/net/raw_client.hpp"

#include <gtest/gtest.h>
#include <unistd.h>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>

#include <atomic>
#include <condition_variable>
#include <filesystem>
#include <map>
#include <mutex>
#include <thread>

namespace wm::test {

class CountingMetrics final : public NetMetrics {
public:
    void count(NetEvent event, const AgentId&) override {
        const std::lock_guard lock(mutex_);
        ++counts_[event];
        changed_.notify_all();
    }
    void open_connections(std::size_t now) override {
        const std::lock_guard lock(mutex_);
        open_ = now;
        changed_.notify_all();
    }
    int of(NetEvent event) {
        const std::lock_guard lock(mutex_);
        return counts_[event];
    }
    bool reaches(NetEvent event, int times) {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, std::chrono::seconds{5}, [&] { return counts_[event] >= times; });
    }
    bool open_becomes(std::size_t wanted) {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, std::chrono::seconds{5}, [&] { return open_ == wanted; });
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::map<NetEvent, int> counts_;
    std::size_t open_ = 0;
};

class FrontTest : public testing::Test {
protected:
    void SetUp() override {
        std::string name = (std::filesystem::temp_directory_path() / "wm_front_XXXXXX").string();
        ASSERT_NE(::mkdtemp(name.data()), nullptr);
        folder = name;
        settings.listen.port = 0;
        settings.listen.unix_socket = (folder / "s.sock").string();
        settings.hello.version = "0.1.0";
        settings.hello.frame_bytes_max = settings.wire.frame_bytes_max;
        settings.hello.evidence_bytes_max = settings.wire.evidence_bytes_max;
        settings.hello.inject = "middleware";
        settings.hello.personal_owner = "plane";
        agent = token("wetopi-build", Role::agent);
        boss = token("boss", Role::operator_);
        scraper = token("prometheus", Role::metrics);
    }
    void TearDown() override {
        if (front) stop();
        std::filesystem::remove_all(folder);
    }

    std::string token(const std::string& name, Role role) {
        auto made = TokenFile(folder / "tokens.json").create(name, role, WallTime{});
        return std::get<NewToken>(made).token.reveal();
    }
    static std::string bearer(const std::string& token) { return "Authorization: Bearer " + token + "\r\n"; }

    void start(std::size_t threads = 1) { ASSERT_EQ(try_start(threads), std::nullopt); }
    std::optional<std::string> try_start(std::size_t threads = 1) {
        std::vector<boost::asio::io_context*> shards;
        for (std::size_t i = 0; i < threads; ++i) {
            contexts.push_back(std::make_unique<boost::asio::io_context>(1));
            guards.emplace_back(contexts.back()->get_executor());
            shards.push_back(contexts.back().get());
        }
        front = std::make_unique<Front>(
            shards, time, settings, [this](HookArrived hook) { return on_hook(std::move(hook)); },
            Pages{[] { return std::string("wetopi_x 1\n"); },
                  [this] { return Readiness{ready, R"({"ready":true,"backend":"up"})"}; },
                  [](bool detail) { return std::string(detail ? "<p>detail</p>" : "<p>bare</p>"); }, reload, explain},
            metrics, std::make_unique<TokenFile>(folder / "tokens.json"));
        if (auto wrong = front->listen()) return wrong;
        for (auto& context : contexts) runners.emplace_back([io = context.get()] { io->run(); });
        return std::nullopt;
    }
    void stop() {
        guards.clear();
        if (!runners.empty()) {
            front->close();
            for (int i = 0; i < 100 && !front->at_rest(); ++i) {
                pass(std::chrono::milliseconds{500});
            }
            EXPECT_TRUE(front->at_rest());
        }
        for (auto& context : contexts) context->stop();
        for (auto& runner : runners) runner.join();
        front.reset();
        runners.clear();
        contexts.clear();
    }

    // Time passes while the front's threads run, so that timers armed on the way fire too.
    void pass(Duration by) {
        const Duration step = std::chrono::milliseconds{500};
        for (; by > Duration{}; by -= step) {
            time.advance(std::min(by, step));
            std::this_thread::sleep_for(std::chrono::milliseconds{1});
        }
        for (int i = 0; i < 5; ++i) {
            std::this_thread::sleep_for(std::chrono::milliseconds{4});
            time.advance(Duration{});
        }
    }

    // The system, on the front's thread: keeps what came and does what the test says.
    Delivery on_hook(HookArrived hook) {
        const auto delivery = full ? Delivery::full : Delivery::accepted;
        if (!full && answer) front->deliver(Answer{hook.connection, hook.frame, *answer});
        const std::lock_guard lock(mutex);
        hooks.push_back(std::move(hook));
        changed.notify_all();
        return delivery;
    }
    HookArrived hook(std::size_t index) {
        std::unique_lock lock(mutex);
        if (!changed.wait_for(lock, std::chrono::seconds{5}, [&] { return hooks.size() > index; }))
            throw std::runtime_error("no such message arrived");
        return hooks[index];
    }
    std::size_t hooks_seen() {
        const std::lock_guard lock(mutex);
        return hooks.size();
    }

    // A client past the greeting.
    std::unique_ptr<RawClient> connected() {
        auto client = std::make_unique<RawClient>(front->port());
        EXPECT_EQ(client->upgrade(agent), 101);
        EXPECT_NE(client->ws_text().find("\"hello\""), std::string::npos);
        return client;
    }
    static std::string pre_llm(int id) {
        return R"({"type":"hook","id":)" + std::to_string(id) +
               R"(,"hook":"pre_llm_call","session":{"id":"s"},"turn":"t","data":{"user_message":"hola"}})";
    }
    static std::string post_llm(int id) {
        return R"({"type":"hook","id":)" + std::to_string(id) +
               R"(,"hook":"post_llm_call","session":{"id":"s"},"turn":"t",)"
               R"("data":{"user_message":"hola","assistant_response":"adiós"}})";
    }
    static std::string tool(int id) {
        return R"({"type":"tool","id":)" + std::to_string(id) +
               R"(,"session":{"id":"s"},"turn":"t","tool":"memory_status","args":{}})";
    }

    std::filesystem::path folder;
    FrontSettings settings;
    ManualTime time;
    CountingMetrics metrics;
    std::string agent, boss, scraper;
    std::atomic<bool> ready{true}, full{false};
    std::optional<AnswerBody> answer;                             // set before start()
    std::function<void(std::function<void(PageAnswer)>)> reload;  // the same
    std::function<Delivery(Explained)> explain;                   // the same
    std::vector<std::unique_ptr<boost::asio::io_context>> contexts;
    std::vector<boost::asio::executor_work_guard<boost::asio::io_context::executor_type>> guards;
    std::vector<std::thread> runners;
    std::unique_ptr<Front> front;
    std::mutex mutex;
    std::condition_variable changed;
    std::vector<HookArrived> hooks;
};

}  // namespace wm::test
