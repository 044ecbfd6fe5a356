// A recorded stream of the real Hermes → the exact backend calls and answers, in virtual time: the regression net for every
// change of a rule. WM_UPDATE=1 rewrites what is expected.
#include "actors/system.hpp"
#include "config/defaults.hpp"
#include "config/rules.hpp"
#include "net/rfc3339.hpp"
#include "net/wire.hpp"
#include "tests/sim/world.hpp"

#include <gtest/gtest.h>
#include <boost/json.hpp>

#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>

namespace wm {
namespace {

namespace json = boost::json;

std::string file_of(const std::string& name) { return std::string(WM_SOURCE_DIR) + "/tests/golden/" + name; }
std::string content_of(const std::string& path) {
    std::ifstream in(path);
    std::stringstream out;
    out << in.rdbuf();
    return out.str();
}

// Writes down what it is asked, keeps documents, gives all of a bank's back.
class ScribeBackend final : public Backend {
public:
    ScribeBackend(sim::World& world, std::string& story) : world_(world), story_(story) {}
    void start(CallId id, const BackendCall& what, Instant, Reply<BackendAnswered> reply_to) override {
        auto result = std::visit([this](const auto& call) { return answer(call); }, what);
        world_.call_at(world_.now() + Millis(5), [=] { reply_to.deliver({id, result}); });
    }

private:
    BackendResult answer(const RecallCall& call) {
        json::array types;
        for (const auto type : call.types) types.emplace_back(static_cast<int>(type));
        tell({{"call", "recall"},
              {"bank", call.bank.str()},
              {"query", call.query.text},
              {"types", types},
              {"max_tokens", call.max_tokens}});
        Memories out;
        for (const auto& [id, text] : banks_[call.bank.str()])
            out.items.push_back(
                {call.scope, {text}, MemoryType::observation, 0.9, WallTime(std::chrono::hours(500000)), id.str()});
        return out;
    }
    BackendResult answer(const RetainCall& call) {
        json::array items;
        for (const auto& item : call.batch.items) {
            items.push_back(json::object{{"document", item.document.str()}, {"content", item.content.text}});
            banks_[call.bank.str()][item.document] = item.content.text;
        }
        tell({{"call", "retain"},
              {"bank", call.bank.str()},
              {"operation", call.batch.operation.str()},
              {"items", items}});
        return Stored{static_cast<std::uint32_t>(call.batch.items.size())};
    }
    BackendResult answer(const auto&) { return Failure{}; }
    void tell(const json::object& line) { story_ += json::serialize(line) + "\n"; }

    sim::World& world_;
    std::string& story_;
    std::map<std::string, std::map<DocumentId, std::string>> banks_;
};

class MemorySpool final : public Spool {
public:
    void commit(AgentId agent, TurnId turn, std::vector<SpooledBatch> batches, Reply<TurnCommitted> reply_to) override {
        TurnCommitted out{agent, turn, TurnCommitted::Status::committed, {}};
        for (std::size_t i = 0; i < batches.size(); ++i) out.ids.push_back(++last_);
        reply_to.deliver(std::move(out));
    }
    void mark_sent(SpoolId) override {}
    void erase(SpoolId) override {}
    void bury(SpoolId, std::string) override {}
    void dead_letters(DeadLetterWork work, Reply<DeadLettersAnswered> reply_to) override {
        reply_to.deliver({.ticket = work.ticket, .status = DeadLettersAnswered::Status::unknown_letter});
    }
    void load(Reply<SpoolLoaded> reply_to) override { reply_to.deliver({{}, true}); }

private:
    SpoolId last_ = 0;
};

struct ScribeFront {
    void deliver(Answer answer) { story += encode(answer) + "\n"; }
    std::string& story;
};

config::Settings demo_settings() {
    auto settings = config::default_settings();
    const std::vector scopes{ScopeName("personal"), ScopeName("business"), ScopeName("platform")};
    settings.identity.users[UserId("u_demo")] = {"Demo", {}, scopes};
    settings.identity.agents[AgentId("demo")] = {scopes, {}};
    settings.identity.profiles["demo/default"] = {UserId("u_demo")};
    settings.observability.log_recall = settings.observability.log_retain = settings.observability.log_routing = false;
    return settings;
}

std::string replayed(const std::string& stream) {
    sim::World world(1);
    world.jump_wall(*parse_rfc3339("2026-11-30T19:34:14Z") - world.wall());  // when it was recorded
    std::string story;
    ScribeBackend backend(world, story);
    MemorySpool spool;
    ScribeFront front{story};
    MetricsRegistry metrics;
    const auto settings = demo_settings();
    const auto rules = policies::RouteRules::compile(config::built_in_rule_packs());
    System system({&world}, System::Ports{world, world, backend, nullptr, spool, metrics, front},
                  std::get<std::shared_ptr<const policies::RouteRules>>(rules), settings);
    system.begin();
    Decoder decoder{WireLimits{}};
    std::istringstream lines(stream);
    for (std::string line; std::getline(lines, line);) {
        auto decoded = decoder.decode(line, {world.now(), world.wall()});
        auto* hook = std::get_if<HookArrived>(&decoded);
        if (!hook) {
            ADD_FAILURE() << "not a hook: " << line.substr(0, 80);
            continue;
        }
        hook->agent = AgentId("demo");
        story += json::serialize(json::object{{"hook", name_of(hook->event)}}) + "\n";
        EXPECT_EQ(system.tell(std::move(*hook)), Delivery::accepted);
        world.advance(std::chrono::seconds(1));
    }
    return story;
}

TEST(GoldenReplay, OfARealHermesSessionMakesTheSameCallsAndAnswers) {
    const auto story = replayed(content_of(file_of("hermes_session.jsonl")));
    const auto path = file_of("hermes_session.story.jsonl");
    if (std::getenv("WM_UPDATE")) std::ofstream(path) << story;
    EXPECT_EQ(story, content_of(path)) << "WM_UPDATE=1 rewrites it";
    EXPECT_NE(story.find("\"source\":\"synchronous\""), std::string::npos)
        << "the second session gets what the first one kept";
}
TEST(GoldenReplay, TellsTheSameStoryTwice) {
    const auto stream = content_of(file_of("hermes_session.jsonl"));
    EXPECT_EQ(replayed(stream), replayed(stream));
}

}  // namespace
}  // namespace wm
