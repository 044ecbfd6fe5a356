// Banks at a server that keeps them as Hindsight does: read, made, changed; and made on demand before a first retain.

#include "net/hindsight_banks.hpp"

#include "net/hindsight.hpp"
#include "runtime/asio_time.hpp"
#include "tests/net/bank_server.hpp"
#include "tests/net/hindsight_cases.hpp"

#include <gmock/gmock.h>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>

#include <condition_variable>
#include <mutex>
#include <thread>

using namespace wm;
using namespace wm::hindsight_cases;
using namespace std::chrono_literals;
using policies::BankCatalog;
using policies::BankTemplate;
using policies::BankValue;
using policies::DesiredBank;
using stand_in::BankServer;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

namespace {

BankValue text(std::string value) { return {std::move(value)}; }
std::string mission_of(const BankServer& server, const std::string& bank) {
    const auto held = server.bank(bank);
    const auto* mission = held.overrides.if_contains("retain_mission");
    return mission && mission->is_string() ? std::string(mission->as_string()) : std::string();
}

config::BackendSettings settings_of(const std::string& url, const std::string& key = "") {
    config::BackendSettings settings;
    settings.url = url;
    settings.api_key = Secret(key);
    return settings;
}
HindsightBanks banks_at(const BankServer& server) { return HindsightBanks(settings_of(server.url()), 5s); }

template <class T>
std::string fault_of(const BanksResultOf<T>& result) {
    const auto* fault = std::get_if<BanksFault>(&result);
    return fault ? fault->message : "";
}

TEST(HindsightBanks, ReadWhatTheServerIsAndHas) {
    BankServer server("0.9.2");
    server.audit_log = true;
    server.put("b", {{"retain_mission", "keep"}, {"recall_max_tokens", 2500}}, "The B");
    auto banks = banks_at(server);
    const auto version = std::get<hindsight::ServerVersion>(banks.version());
    EXPECT_EQ(version.version, "0.9.2");
    EXPECT_TRUE(version.audit_log);
    EXPECT_FALSE(version.llm_trace);
    const auto listed = std::get<std::vector<hindsight::ListedBank>>(banks.list());
    ASSERT_EQ(listed.size(), 1u);
    EXPECT_EQ(listed[0].name, "The B");
    const auto state = std::get<policies::BankState>(banks.read("b"));
    EXPECT_EQ(state.overrides.at("retain_mission"), text("keep"));
    EXPECT_EQ(state.overrides.at("recall_max_tokens"), BankValue{2500.0});
    EXPECT_TRUE(state.known.contains("retain_chunk_size"));
    EXPECT_FALSE(state.known.contains("recall_prefer_observations"));
}

TEST(HindsightBanks, ListMoreThanOnePage) {
    int asked = 0;
    stand_in::Server server([&](const stand_in::Request& request) {
        ++asked;
        const int offset = request.line().find("offset=100") == std::string::npos ? 0 : 100;
        std::string banks;
        for (int i = offset; i < std::min(offset + 100, 130); ++i)
            banks +=
                (banks.empty() ? "" : ",") + std::string(R"({"bank_id":"b)") + std::to_string(i) + R"(","name":null})";
        return stand_in::Act{stand_in::answer(200, "{\"banks\":[" + banks + "],\"total\":130}")};
    });
    HindsightBanks banks(settings_of(server.url()), 5s);
    EXPECT_EQ(std::get<std::vector<hindsight::ListedBank>>(banks.list()).size(), 130u);
    EXPECT_EQ(asked, 2);
}

TEST(HindsightBanks, WriteNumbersAsTheServerWantsThem) {
    BankServer server;
    auto banks = banks_at(server);
    EXPECT_FALSE(banks.put("b", "Name"));
    EXPECT_FALSE(banks.patch("b", {{"recall_max_tokens", {}, BankValue{2500.0}},
                                   {"recall_budget_adaptive_low", {}, BankValue{0.25}},
                                   {"retain_mission", {}, text("keep ✓")}}));
    const auto body = server.requests().back().body;
    EXPECT_THAT(body, HasSubstr("\"recall_max_tokens\":2500,"));
    EXPECT_THAT(body, HasSubstr("\"recall_budget_adaptive_low\":2.5E-1"));
    EXPECT_FALSE(banks.patch("b", {{"retain_mission", text("keep ✓"), std::nullopt}}));
    EXPECT_EQ(server.requests().back().body, R"({"updates":{"retain_mission":null}})");
    EXPECT_EQ(mission_of(server, "b"), "");
}

TEST(HindsightBanks, SayWhichSettingIsRefusedAndNothingElseOfTheServersWords) {
    BankServer server;
    auto banks = banks_at(server);
    const auto refused = banks.patch("b", {{"no_such", {}, text("x")}, {"retain_mission", {}, text("y")}});
    ASSERT_TRUE(refused);
    EXPECT_THAT(refused->message, HasSubstr("status 400; it refuses no_such; nothing of it was applied"));
    EXPECT_THAT(refused->message, Not(HasSubstr("retain_mission")));
    EXPECT_THAT(refused->message, Not(HasSubstr("Unknown")));
    EXPECT_FALSE(server.has("b"));
}

TEST(HindsightBanks, SayWhatIsWrongAndHowToMendIt) {
    BankServer server;
    server.key = "right";
    HindsightBanks stranger(settings_of(server.url(), "wrong"), 5s);
    EXPECT_THAT(fault_of(stranger.list()),
                HasSubstr("its banks: the server does not take the key; set backend.api_key"));
    HindsightBanks known(settings_of(server.url(), "right\n"), 5s);
    EXPECT_EQ(fault_of(known.list()), "");

    stand_in::Server other([](const stand_in::Request& request) {
        const bool slow = request.line().find("/slow/") != std::string::npos;
        return slow ? stand_in::Act{"", stand_in::Act::Then::hang} : stand_in::Act{stand_in::answer(200, "<html>")};
    });
    EXPECT_THAT(fault_of(HindsightBanks(settings_of(other.url()), 5s).version()),
                HasSubstr("is this a Hindsight server?"));
    EXPECT_THAT(fault_of(HindsightBanks(settings_of(other.url() + "/slow"), 200ms).version()), HasSubstr("in time"));
    EXPECT_THAT(fault_of(HindsightBanks(settings_of("http://127.0.0.1:1"), 5s).version()),
                HasSubstr("nobody answers at http://127.0.0.1:1: is Hindsight running"));
    EXPECT_THAT(fault_of(HindsightBanks(settings_of(""), 5s).version()), HasSubstr("write http(s)://host[:port]"));
}

// --- on demand ---

class Inbox {
public:
    void deliver(BackendAnswered message) {
        const std::lock_guard lock(mutex_);
        messages_.push_back(std::move(message));
        changed_.notify_all();
    }
    std::string take() {
        std::unique_lock lock(mutex_);
        if (!changed_.wait_for(lock, 10s, [&] { return !messages_.empty(); })) return "no answer";
        auto line = show(messages_.front().result);
        messages_.erase(messages_.begin());
        return line;
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<BackendAnswered> messages_;
};

class BankOnDemand : public testing::Test {
protected:
    ~BankOnDemand() override {
        work_.reset();
        io_.stop();
        if (thread_.joinable()) thread_.join();
    }
    void connect(const BankServer& server) {
        DesiredBank person{"", "", {{"retain_mission", text("of one person")}, {"enable_observations", {true}}}, {}};
        DesiredBank platform{"wetopi-platform", "Wetopi Platform", {{"retain_mission", text("of the platform")}}, {}};
        person.config.emplace("recall_prefer_observations", BankValue{true});
        auto catalog =
            std::make_shared<const BankCatalog>(std::vector{platform}, std::vector{BankTemplate{{"user-*"}, person}});
        client_ = std::make_unique<Hindsight>(io_, time_, settings_of(server.url()), catalog);
        if (!thread_.joinable()) thread_ = std::thread([this] { io_.run(); });
    }
    std::string retain(const std::string& bank) {
        client_->start(++calls_, hindsight_cases::retain("11111111-2222-4333-8444-555555555555", bank),
                       time_.now() + 5s, inbox_);
        return inbox_.take();
    }

    boost::asio::io_context io_;
    boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_{io_.get_executor()};
    AsioTime time_{io_};
    Inbox inbox_;
    CallId calls_ = 0;
    std::unique_ptr<Hindsight> client_;
    std::thread thread_;
};

TEST_F(BankOnDemand, IsMadeFromItsTemplateAndReadBackBeforeTheFirstRetain) {
    for (const std::string version : {"1.1.0", "0.9.2"}) {
        BankServer server(version);
        connect(server);
        EXPECT_EQ(retain("user-u_1"), "accepted");
        const std::string bank = "/v1/default/banks/user-u_1";
        std::vector<std::string> expected{"GET " + bank + "/config", "PUT " + bank,
                                          "GET " + bank + "/config", "PATCH " + bank + "/config",
                                          "GET " + bank + "/config", "POST " + bank + "/memories"};
        auto calls = server.calls();
        ASSERT_GE(calls.size(), expected.size());
        calls.resize(expected.size());
        EXPECT_EQ(calls, expected) << version;
        EXPECT_EQ(mission_of(server, "user-u_1"), "of one person");
        EXPECT_EQ(server.bank("user-u_1").overrides.contains("recall_prefer_observations"), version == "1.1.0");
    }
}

TEST_F(BankOnDemand, IsLookedAtOnceInAProcess) {
    BankServer server;
    connect(server);
    EXPECT_EQ(retain("user-u_1"), "accepted");
    const auto before = server.calls().size();
    EXPECT_EQ(retain("user-u_1"), "accepted");
    EXPECT_THAT(server.calls(true),
                ElementsAre(HasSubstr("PUT"), HasSubstr("PATCH"), HasSubstr("POST"), HasSubstr("POST")));
    for (auto i = before; i < server.calls().size(); ++i) EXPECT_THAT(server.calls()[i], Not(HasSubstr("/config")));
    EXPECT_EQ(server.bank("user-u_1").retains, 2);
}

TEST_F(BankOnDemand, IsLeftAsItIsWhenSomebodyHasSetIt) {
    BankServer server;
    server.put("wetopi-platform", {{"retain_mission", "of an operator"}});
    connect(server);
    EXPECT_EQ(retain("wetopi-platform"), "accepted");
    EXPECT_THAT(server.calls(true), ElementsAre(HasSubstr("POST")));
    EXPECT_EQ(mission_of(server, "wetopi-platform"), "of an operator");
}

TEST_F(BankOnDemand, GetsItsMissionLaterWhenAWriteHasMadeItWithoutOne) {
    BankServer server;
    server.put("wetopi-platform", {});
    connect(server);
    EXPECT_EQ(retain("wetopi-platform"), "accepted");
    EXPECT_EQ(mission_of(server, "wetopi-platform"), "of the platform");
    EXPECT_EQ(server.bank("wetopi-platform").name, "Wetopi Platform");
}

TEST_F(BankOnDemand, IsCompletedWhereItHasNoMissionAndKeepsWhatSomebodySet) {
    BankServer server;
    server.put("user-u_1", {{"enable_observations", false}});
    connect(server);
    EXPECT_EQ(retain("user-u_1"), "accepted");
    EXPECT_EQ(mission_of(server, "user-u_1"), "of one person");
    EXPECT_FALSE(server.bank("user-u_1").overrides.at("enable_observations").as_bool());
}

TEST_F(BankOnDemand, IsNothingToABankThatNobodyDeclared) {
    BankServer server;
    connect(server);
    EXPECT_EQ(retain("wetopi-security"), "accepted");
    EXPECT_THAT(server.calls(true), ElementsAre("POST /v1/default/banks/wetopi-security/memories"));
}

TEST_F(BankOnDemand, KeepsTheRetainBackWhenTheServerDoesNotKeepTheMission) {
    BankServer server;
    server.forgets = {"retain_mission"};
    connect(server);
    EXPECT_EQ(retain("user-u_1"), "unready 200");
    EXPECT_EQ(server.bank("user-u_1").retains, 0);
    EXPECT_EQ(retain("user-u_1"), "unready 200") << "it is not remembered as ready";
    EXPECT_EQ(server.bank("user-u_1").retains, 0);
}

TEST_F(BankOnDemand, KeepsTheRetainBackWhenTheServerRefusesTheSettings) {
    for (const auto& [status, says] :
         {std::pair{400, "unready 400"}, {422, "unready 422"}, {500, "unready 500"}, {503, "overloaded 503"}}) {
        BankServer server;
        server.patch_status = status;
        connect(server);
        EXPECT_EQ(retain("user-u_1"), says);
        EXPECT_EQ(retain("user-u_1"), says) << "it is not remembered as ready";
        EXPECT_EQ(server.bank("user-u_1").retains, 0);
    }
}

TEST_F(BankOnDemand, IsDeniedByAWrongKeyLikeAnyCall) {
    BankServer server;
    server.key = "right";
    connect(server);
    EXPECT_EQ(retain("user-u_1"), "denied 401");
    EXPECT_THAT(server.calls(true), IsEmpty());
}

}  // namespace
