#pragma once
// A whole company in one seed: the System with every actor, simulated agents, a simulated backend and disk, and crashes.

#include "actors/system.hpp"
#include "tests/actors/rules.hpp"
#include "tests/sim/disk.hpp"
#include "tests/sim/hermes.hpp"
#include "tests/sim/hindsight.hpp"
#include "tests/sim/names.hpp"
#include "tests/sim/rules.hpp"

#include <memory>
#include <optional>

namespace wm::sim {

inline config::Settings settings_for(World& world) {
    const ScopeName personal("personal"), business("business"), platform("platform");
    config::Settings s;
    s.stores[personal].bank_template = "user-{internal_user_id}";
    s.stores[business].bank = "corp-business";
    s.stores[platform].bank = "corp-platform";
    if (world.chance(30)) s.stores[personal].backend = config::BackendType::hindsight;
    s.identity.users[UserId("u_ana")] = {"Ana", {{"telegram", "42"}}, {personal, business, platform}};
    s.identity.users[UserId("u_ben")] = {"Ben", {{"telegram", "43"}}, {personal, platform}};
    for (const auto* agent : {"wetopi-lead", "wetopi-build", "wetopi-approver"})
        s.identity.agents[AgentId(agent)] = {{personal, business, platform}, {}};
    s.backend.inflight_max = 1 + world.below(3);
    s.backend.reserved_sync = world.below(s.backend.inflight_max);
    s.limits.mailbox_max = std::array<std::size_t, 4>{1, 2, 16, 4096}[world.below(4)];
    s.limits.queue_max = std::array<std::size_t, 3>{1, 4, 1024}[world.below(3)];
    s.limits.sessions_max = world.chance(20) ? 2 : 1000;
    if (world.chance(15)) s.limits.spool_bytes_max = 1200;
    s.backend.adaptive = world.chance(40);
    s.limits.dedupe_window = world.chance(50) ? Millis(0) : Millis(1000);
    s.limits.shards = 1 + world.below(2);
    s.observability.explain_turns_max = std::array<std::size_t, 4>{0, 1, 8, 256}[world.below(4)];
    s.routing.learned_names_max = world.chance(20) ? 2 : 2000;
    s.recall.cache_entries_max = world.chance(20) ? 1 : 100;
    s.observability.log_recall = s.observability.log_retain = s.observability.log_routing = false;
    return s;
}

class Company {
public:
    Company(std::uint64_t seed, FaultCounts& counts)
        : world(seed),
          faults(world, counts),
          settings(settings_for(world)),
          disk(world),
          hermes(world, faults),
          names(world),
          rules(world, faults, small_rules()) {
        const auto chat = [&](const char* agent, const char* session, const char* key, Person person, bool shared) {
            chats_.push_back({AgentId(agent),
                              {SessionId(session), key, "telegram", person.account, "default", !shared},
                              std::move(person),
                              shared});
        };
        chat("wetopi-build", "s-ana", "agent:main:telegram:dm:42", {"u_ana", "42"}, false);
        chat("wetopi-lead", "s-ben", "agent:main:telegram:dm:43", {"u_ben", "43"}, false);
        chat("wetopi-approver", "s-group", "agent:main:telegram:group:-100", {"u_ana", "42"}, true);
        chat("wetopi-approver", "s-group", "agent:main:telegram:group:-100", {"u_ben", "43"}, true);
        chat("wetopi-build", "s-own", "agent:main:telegram:group:-100:42", {"u_ana", "42"}, false);
        change_keys();
        start();
    }

    void start() {
        backend.emplace(world, faults, server, settings.backend.inflight_max);
        // In some seeds personal memory lives in the other backend.
        other = scopes_elsewhere(settings).empty()
                    ? nullptr
                    : std::make_unique<SimHindsight>(world, faults, server, settings.backend.inflight_max);
        spool = std::make_unique<SimSpool>(world, faults, disk,
                                           SpoolLimits{settings.limits.spool_bytes_max, settings.limits.turn_memory});
        metrics = std::make_unique<MetricsRegistry>();
        const std::vector<Scheduler*> shards(settings.limits.shards, &world);
        system = std::make_unique<System>(
            shards, System::Ports{world, world, *backend, other.get(), *spool, *metrics, hermes, &rules, &names},
            small_rules(), settings);
        system->begin();
        hermes.connect([this](HookArrived hook) { return front_tell(std::move(hook)); });
    }
    // kill -9, or the machine's end, also in the middle of what is being written. Nobody closes a file.
    void crash() {
        hermes.disconnect();
        if (faults.strikes(Fault::dies_in_a_write, 50)) spool->die_in_the_middle(world.below(25));
        world.forget();
        rules.forget();
        system.reset();
        disk.platters.die_after(0);
        spool.reset();
        if (faults.strikes(Fault::power_cut, 60)) disk.platters.power_cut();
        else disk.platters.kill();
        change_keys();
        start();
    }

    void live(int turns) {
        for (int i = 0; i < turns; ++i) {
            if (world.chance(15)) rules.ask(system->reload());  // answered in the middle of what follows
            hermes.play_turn(chats_[world.below(chats_.size())]);
            if (world.chance(50)) world.advance(Millis(world.below(5000)));
            if (world.chance(30)) hermes.resend_unacknowledged(Millis(5000));
            if (world.chance(8)) replay_dead_letters();
            if (world.chance(5)) hermes.end_session(chats_[world.below(chats_.size())]);
            if (faults.strikes(Fault::wall_jump, 5))
                world.jump_wall(Wall::duration(static_cast<std::int64_t>(world.below(7200000)) - 3600000));
            if (faults.strikes(Fault::crash, 6)) {
                for (auto steps = world.below(50); steps > 0; --steps) world.step();  // anywhere in the middle
                crash();
            }
        }
    }
    // Everything works again; whatever is owed is paid.
    void calm_down() {
        faults.heal();
        if (settings.limits.mailbox_max <
            16) {  // a mailbox of one refuses for ever when all resend at once: one by one
            for (int i = 0; i < 200 && hermes.unacknowledged() > 0; ++i) resend_one();
        }
        for (int i = 0; i < 50 && hermes.unacknowledged() > 0; ++i) {
            hermes.resend_unacknowledged(Millis(0));
            world.advance(Millis(10000));
        }
        for (auto& chat : chats_) hermes.end_session(chat);
        world.advance(std::chrono::hours(3));
    }
    // What the disk refused to forget is sent again after a restart, and nothing is stored by that.
    void restart() {
        crash();
        world.advance(std::chrono::hours(3));
    }
    // An operator has everything sent again that was refused for good.
    void replay_dead_letters() {
        (void)system->dead_letters().tell(DeadLettersWanted{{.what = DeadLetterWork::What::replay}, operator_});
    }
    // An operator asks why; a mailbox that is full is asked again.
    Explained explain(ExplainQuery query) {
        operator_.answer.reset();
        for (int i = 0; i < 100 && !operator_.answer; ++i) {
            if (system->tell(ExplainWanted{{1, 1, query}, operator_}) == Delivery::full) world.step();
            else world.settle();
        }
        return operator_.answer.value_or(Explained{});
    }
    std::optional<bool> drain() {
        std::optional<bool> rested;
        system->drain([&](bool at_rest) { rested = at_rest; });
        world.advance(std::chrono::seconds(30));
        return rested;
    }

    World world;
    Faults faults;
    config::Settings settings;
    Server server;
    Disk disk;
    SimHermes hermes;
    SimNames names;
    SimRules rules;
    std::optional<SimHindsight> backend;
    std::unique_ptr<SimHindsight> other;
    std::unique_ptr<SimSpool> spool;
    std::unique_ptr<MetricsRegistry> metrics;
    std::unique_ptr<System> system;

private:
    struct Operator {
        void deliver(Explained explained) { answer = std::move(explained); }
        void deliver(DeadLettersAnswered done) { replayed += done.revived.size(); }
        std::optional<Explained> answer;
        std::uint64_t replayed = 0;
    };
    // In some seeds the spool is sealed from the start or from some restart on, and its key is changed at others.
    void change_keys() {
        if (!world.chance(20)) return;
        disk.keys = std::string(42, static_cast<char>('A' + world.below(26))) + "A=\n" + disk.keys;
    }
    // What net/front does when the first mailbox is full (P4).
    Delivery front_tell(HookArrived hook) {
        const auto connection = hook.connection;
        const auto frame = hook.frame;
        auto answer = Sessions::turned_away(hook.event);
        const auto delivery = system->tell(std::move(hook));
        if (delivery == Delivery::full && answer) hermes.deliver({connection, frame, std::move(*answer)});
        return delivery;
    }
    void resend_one() {
        hermes.resend_unacknowledged(Millis(0));
        world.advance(Millis(10000));
    }

    std::deque<Chat> chats_;
    Operator operator_;
};

}  // namespace wm::sim
