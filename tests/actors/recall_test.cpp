// Recall through the whole System in virtual time: what a backend's pace may and may not do to an answer.
#include "actors/system.hpp"
#include "tests/actors/people.hpp"
#include "tests/actors/rules.hpp"
#include "tests/sim/world.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace wm {
namespace {

using namespace std::chrono_literals;

// Keeps what it is given by bank; answers after `takes`, or refuses at once when dead.
class PacedBackend final : public Backend {
public:
    explicit PacedBackend(sim::World& world) : world_(world) {}
    void start(CallId id, const BackendCall& what, Instant deadline, Reply<BackendAnswered> reply_to) override {
        open_most = std::max(open_most, ++open_);
        recalls += std::holds_alternative<RecallCall>(what);
        auto result = dead ? BackendResult(Failure{Failure::Kind::unreachable, std::nullopt, 0})
                           : std::visit([this](const auto& call) { return work(call); }, what);
        auto when = world_.now() + (dead ? 0ms : takes);
        if (when >= deadline) {
            when = deadline;
            result = Failure{Failure::Kind::timeout, std::nullopt, 0};
        }
        world_.call_at(when, [=, this] {
            --open_;
            reply_to.deliver({id, result});
        });
    }

    Millis takes{10};
    bool dead = false;
    int open_most = 0, recalls = 0;
    std::map<std::string, std::vector<std::string>> banks;

private:
    BackendResult work(const RecallCall& call) {
        Memories out;
        for (const auto& text : banks[call.bank.str()])
            out.items.push_back({call.scope, {text}, MemoryType::observation, 0.9, world_.wall(), text});
        return out;
    }
    BackendResult work(const RetainCall& call) {
        for (const auto& item : call.batch.items) banks[call.bank.str()].push_back(item.content.text);
        return Stored{1};
    }
    BackendResult work(const PollCall&) { return Stored{1}; }
    BackendResult work(const ReflectCall&) { return Reflection{}; }
    BackendResult work(const HealthCall&) { return Healthy{"1"}; }
    BackendResult work(const ManageCall&) { return Unsupported{}; }

    sim::World& world_;
    int open_ = 0;
};

class InstantSpool final : public Spool {
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

struct RecallTest : testing::Test {
    struct Given {
        ContextAnswer answer;
        Instant at{};
    };
    struct Front {
        explicit Front(sim::World& w) : world(w) {}
        void deliver(Answer answer) {
            if (auto* context = std::get_if<ContextAnswer>(&answer.body))
                contexts[answer.frame] = {std::move(*context), world.now()};
        }
        sim::World& world;
        std::map<FrameId, Given> contexts;
    };

    config::Settings settings = small_company();
    sim::World world{1};
    PacedBackend backend{world};
    InstantSpool spool;
    MetricsRegistry metrics;
    Front front{world};
    std::optional<System> system;
    FrameId frame = 0;
    ConnectionId connection = 1;

    void begin() {
        system.emplace(std::vector<Scheduler*>{&world},
                       System::Ports{world, world, backend, nullptr, spool, metrics, front}, small_rules(), settings);
        system->begin();
        world.settle();
    }
    void tell(HookEvent event, const Speaker& speaker) {
        ASSERT_EQ(system->tell({connection, ++frame, AgentId("build"), speaker, TurnId("t" + std::to_string(frame)),
                                world.wall(), world.now() + 300ms, std::move(event)}),
                  Delivery::accepted);
        world.settle();
    }
    // The frame of the question; its answer is in front.contexts once it was given.
    FrameId ask(const std::string& text, const Speaker& speaker) {
        tell(PreLlm{{text}}, speaker);
        return frame;
    }
    std::string text_of(FrameId of) { return front.contexts.at(of).answer.context.text; }
    // A whole turn, and what it sets off.
    void turn(const std::string& text, const Speaker& speaker) {
        tell(PreLlm{{text}}, speaker);
        tell(PostLlm{{text}, {"De acuerdo."}, false, {}}, speaker);
        world.advance(5s);
    }
};

TEST_F(RecallTest, IsAnsweredAtTheSameInstantByAHealthyASlowAndADeadBackend) {
    backend.banks["corp-platform"] = {"srv1x is offline for maintenance"};
    begin();
    const auto ana = speaker_of("42");
    turn("¿cómo va srv1x?", ana);
    const auto answered_within = [&] {
        // The turn before has just ended: its prefetch is under way, whatever becomes of it.
        tell(PostLlm{{"¿y srv1x?"}, {"Un momento."}, false, {}}, ana);
        const auto asked = world.now();
        const auto question = ask("¿srv1x sigue parado?", ana);
        EXPECT_TRUE(front.contexts.contains(question)) << "answered before any time has passed";
        EXPECT_EQ(front.contexts[question].answer.source, ContextSource::cache);
        EXPECT_NE(text_of(question).find("srv1x is offline"), std::string::npos);
        return front.contexts[question].at - asked;
    };
    EXPECT_EQ(answered_within(), 0ms);
    backend.takes = 2000ms;
    EXPECT_EQ(answered_within(), 0ms);
    world.advance(20s);
    backend.dead = true;
    EXPECT_EQ(answered_within(), 0ms);
    world.advance(60s);
    EXPECT_EQ(answered_within(), 0ms) << "with the breaker open too";
}

TEST_F(RecallTest, QueuesParallelRecallsBehindOneSlotAndAllArrive) {
    for (const auto* bank : {"corp-platform", "corp-business", "user-u_ana"})
        backend.banks[bank] = {"nuestra memoria de " + std::string(bank)};
    backend.takes = 100ms;
    begin();
    const auto question = ask("¿qué hay en nuestra memoria?", speaker_of("42"));
    world.advance(299ms);
    EXPECT_FALSE(front.contexts.contains(question)) << "the third is not there yet";
    world.advance(2ms);
    ASSERT_TRUE(front.contexts.contains(question));
    EXPECT_EQ(front.contexts[question].answer.scopes.size(), 3u);
    EXPECT_EQ(backend.open_most, 1);
}

TEST_F(RecallTest, RunsParallelRecallsAtOnceWhereThreeSlotsAreFree) {
    settings.backend.inflight_max = 3;
    for (const auto* bank : {"corp-platform", "corp-business", "user-u_ana"})
        backend.banks[bank] = {"nuestra memoria de " + std::string(bank)};
    backend.takes = 100ms;
    begin();
    const auto question = ask("¿qué hay en nuestra memoria?", speaker_of("42"));
    world.advance(101ms);
    ASSERT_TRUE(front.contexts.contains(question));
    EXPECT_EQ(front.contexts[question].answer.scopes.size(), 3u);
    EXPECT_EQ(backend.open_most, 3);
}

TEST_F(RecallTest, RemembersInOneProfileWhatThePersonSaidInAnother) {
    begin();
    auto work = speaker_of("42", "at-work"), home = speaker_of("42", "at-home");
    home.profile = "home";
    turn("Recuerda que prefiero los informes los lunes.", work);
    ASSERT_EQ(backend.banks["user-u_ana"].size(), 1u);
    const auto question = ask("¿cómo prefiero los informes?", home);
    world.advance(1s);
    EXPECT_NE(text_of(question).find("lunes"), std::string::npos);
    const auto other = ask("¿cómo prefiero los informes?", speaker_of("43", "bens"));
    world.advance(1s);
    EXPECT_EQ(text_of(other).find("lunes"), std::string::npos) << "ben is somebody else";
}

TEST_F(RecallTest, KeepsWhatWasFetchedAheadThroughAReconnect) {
    backend.banks["corp-platform"] = {"srv1x is offline for maintenance"};
    begin();
    turn("¿cómo va srv1x?", speaker_of("42"));
    const auto before = backend.recalls;
    connection = 2;
    tell(SessionStart{}, speaker_of("42"));
    const auto question = ask("¿srv1x sigue parado?", speaker_of("42"));
    EXPECT_EQ(front.contexts[question].answer.source, ContextSource::cache);
    EXPECT_EQ(backend.recalls, before);
}

TEST_F(RecallTest, InjectsNothingOfTheTopicBefore) {
    backend.banks["corp-platform"] = {"srv1x is offline for maintenance"};
    begin();
    turn("¿cómo va srv1x?", speaker_of("42"));
    const auto question = ask("traduce este párrafo al alemán, por favor", speaker_of("42"));
    EXPECT_TRUE(text_of(question).empty());
}

TEST_F(RecallTest, GivesALateResultToTheSessionThatAskedAndToNoOther) {
    settings.recall.synchronous = false;
    backend.banks["corp-platform"] = {"srv1x is offline", "srv2x is online"};
    backend.takes = 400ms;
    begin();
    const auto first = ask("¿en qué estado está srv1x?", speaker_of("42", "one"));
    const auto second = ask("¿en qué estado está srv2x?", speaker_of("42", "two"));
    world.advance(2s);
    EXPECT_TRUE(text_of(first).empty()) << "the client waits 300 ms and no longer";
    EXPECT_TRUE(text_of(second).empty());
    const auto again = ask("¿srv1x?", speaker_of("42", "one"));
    EXPECT_NE(text_of(again).find("srv1x is offline"), std::string::npos);
    EXPECT_EQ(text_of(again).find("srv2x"), std::string::npos) << "it does not concern the message";
    const auto elsewhere = ask("¿srv1x?", speaker_of("43", "one"));
    world.settle();
    EXPECT_FALSE(front.contexts.contains(elsewhere)) << "ben's first turn here: nothing was fetched for him";
}

}  // namespace
}  // namespace wm
