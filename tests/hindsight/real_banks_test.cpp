// Declared banks against the real server that real_test.cpp names: bootstrap, drift, banks on demand. Every run has
// banks of its own.

#include "cli/bootstrap.hpp"
#include "config/banks.hpp"
#include "net/hindsight.hpp"
#include "policies/access.hpp"
#include "runtime/asio_time.hpp"

#include <gtest/gtest.h>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>

#include <algorithm>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <random>
#include <thread>

using namespace wm;
using namespace std::chrono_literals;
using policies::BankCatalog;
using policies::BankTemplate;
using policies::BankValue;
using policies::DesiredBank;

namespace {

std::string environment(const char* name) {
    const char* value = std::getenv(name);
    return value ? value : "";
}

class Answers {
public:
    void deliver(BackendAnswered message) {
        const std::lock_guard lock(mutex_);
        results_.push_back(std::move(message.result));
        changed_.notify_all();
    }
    BackendResult take() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return !results_.empty(); });
        auto result = std::move(results_.front());
        results_.erase(results_.begin());
        return result;
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<BackendResult> results_;
};

class RealBanks : public testing::Test {
protected:
    RealBanks() {
        settings.backend.type = config::BackendType::hindsight;
        settings.backend.url = environment("WM_HINDSIGHT_URL");
        settings.backend.api_key = Secret(environment("WM_HINDSIGHT_KEY"));
        settings.stores.clear();
        settings.stores[ScopeName("personal")].bank_template = run + "user-{internal_user_id}";
        settings.stores[ScopeName("platform")].bank = run + "platform";
        const auto built_in = config::load_banks_file("");
        auto platform = *built_in.catalog->find("wetopi-platform");
        platform.bank = run + "platform";
        auto person = *built_in.catalog->find("user-u_1");
        person.bank.clear();
        catalog = BankCatalog({platform}, {BankTemplate{{run + "user-*"}, person}});
        server.emplace(settings.backend, 20s);
    }

    cli::BootstrapReport bootstrap(bool dry_run = false) {
        auto report = cli::run_bootstrap({settings, catalog, true, dry_run}, *server);
        EXPECT_FALSE(report.failed()) << cli::to_text(report, dry_run, false) << report.fault.value_or("");
        return report;
    }
    std::string mission(const std::string& bank) {
        auto read = server->read(bank);
        const auto* state = std::get_if<policies::BankState>(&read);
        if (!state || !state->overrides.contains("retain_mission")) return "";
        return std::get<std::string>(state->overrides.at("retain_mission").data);
    }
    std::string declared_mission(const std::string& bank) {
        return std::get<std::string>(catalog.find(bank)->config.at("retain_mission").data);
    }

    std::mt19937_64 random{std::random_device()()};
    std::string run = "wm-" + std::to_string(random() % 1000000000) + "-";
    config::Settings settings;
    BankCatalog catalog;
    std::optional<HindsightBanks> server;
};

TEST_F(RealBanks, AreMadeOnceAndTheSecondRunChangesNothing) {
    const auto first = bootstrap();
    EXPECT_TRUE(first.drift());
    ASSERT_EQ(first.banks.size(), 1u);
    EXPECT_TRUE(first.banks[0].change.create);
    EXPECT_TRUE(first.banks[0].change.left_out.empty());
    EXPECT_EQ(first.server.version, environment("WM_HINDSIGHT_VERSION"));
    EXPECT_EQ(mission(run + "platform"), declared_mission(run + "platform"));
    const auto second = bootstrap();
    EXPECT_FALSE(second.drift()) << cli::to_text(second, false, false);
    EXPECT_FALSE(second.banks[0].applied);
}

TEST_F(RealBanks, AreMendedWhenAMissionHasDrifted) {
    bootstrap();
    const std::string bank = run + "platform";
    ASSERT_FALSE(server->patch(bank, {{"retain_mission", {}, BankValue{std::string("Keep everything.")}},
                                      {"retain_chunk_size", {}, BankValue{2500.0}}}));
    const auto shown = bootstrap(true);
    EXPECT_TRUE(shown.drift());
    EXPECT_NE(cli::to_text(shown, true, false).find("      - Keep everything."), std::string::npos);
    EXPECT_EQ(mission(bank), "Keep everything.");
    EXPECT_TRUE(bootstrap().banks[0].applied);
    EXPECT_EQ(mission(bank), declared_mission(bank));
    const auto after = bootstrap(true);
    EXPECT_FALSE(after.drift());
    EXPECT_EQ(after.banks[0].change.unmanaged, std::vector<std::string>{"retain_chunk_size"});
}

TEST_F(RealBanks, TakeASettingAwayThatMustNotBeSet) {
    bootstrap();
    const std::string bank = run + "platform";
    ASSERT_FALSE(server->patch(bank, {{"retain_chunk_size", {}, BankValue{2500.0}}}));
    auto platform = *catalog.find(bank);
    platform.unset = {"retain_chunk_size"};
    catalog = BankCatalog({platform}, {});
    EXPECT_TRUE(bootstrap().banks[0].applied);
    EXPECT_FALSE(bootstrap(true).drift());
}

TEST_F(RealBanks, LeaveOutWhatTheServerDoesNotKnow) {
    auto platform = *catalog.find(run + "platform");
    platform.config["recall_prefer_observations"] = BankValue{true};
    platform.config["disposition_skepticism"] = BankValue{4.0};
    platform.config["recall_budget_adaptive_low"] = BankValue{0.05};
    catalog = BankCatalog({platform}, {});
    const auto left_out = bootstrap().banks.at(0).change.left_out;
    EXPECT_EQ(left_out.size(), environment("WM_HINDSIGHT_VERSION") == "0.9.2" ? 1u : 0u);
    EXPECT_FALSE(bootstrap().drift());
}

TEST_F(RealBanks, RefuseAWholeRequestForOneUnknownSetting) {
    bootstrap();
    const auto refused = server->patch(
        run + "platform", {{"no_such", {}, BankValue{true}}, {"retain_mission", {}, BankValue{std::string("x")}}});
    ASSERT_TRUE(refused);
    EXPECT_EQ(refused->http_status, 400);
    EXPECT_NE(refused->message.find("it refuses no_such; nothing of it was applied"), std::string::npos)
        << refused->message;
    EXPECT_EQ(mission(run + "platform"), declared_mission(run + "platform"));
}

TEST_F(RealBanks, OfPeopleAreMadeFromTheTemplateBeforeTheFirstRetain) {
    boost::asio::io_context io;
    auto work = boost::asio::make_work_guard(io);
    AsioTime time(io);
    Answers answers;
    Hindsight client(io, time, settings.backend, std::make_shared<const BankCatalog>(catalog));
    std::thread thread([&] { io.run(); });
    const ScopeName scope("personal");
    const StoreRegistry registry({{scope, "", run + "user-{internal_user_id}"}});
    const auto bank = *registry.bank(scope, UserId("u_carlos"));
    const auto digits = std::to_string(100000000000 + random() % 800000000000);
    RetainBatch batch{scope, OperationId("11111111-2222-4333-8444-" + digits), time.wall(), {}};
    batch.items.push_back(
        {DocumentId("turn-1"), Content{"Carlos prefers short reports in the morning."}, "", {}, "", ""});

    client.start(1, RetainCall{bank, batch}, time.now() + 30s, answers);
    EXPECT_TRUE(std::holds_alternative<Accepted>(answers.take()));
    EXPECT_EQ(mission(bank.str()), declared_mission(bank.str()));
    auto result = BackendResult(Accepted{});
    for (int i = 0; i < 300 && std::holds_alternative<Accepted>(result); ++i) {
        std::this_thread::sleep_for(100ms);
        client.start(2, PollCall{bank, batch.operation, {DocumentId("turn-1")}}, time.now() + 30s, answers);
        result = answers.take();
    }
    const auto* stored = std::get_if<Stored>(&result);
    EXPECT_TRUE(stored && stored->units > 0);
    const auto report = bootstrap(true);  // it is of a configured person, so bootstrap looks after it too
    EXPECT_TRUE(std::any_of(report.banks.begin(), report.banks.end(), [&](const auto& outcome) {
        return outcome.change.bank == bank.str() && outcome.change.empty();
    }));

    work.reset();
    io.stop();
    thread.join();
}

}  // namespace
