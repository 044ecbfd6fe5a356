#pragma once
// Sessions: the first actor a hook meets. Knows the live sessions, resolves every message's speaker, and sends each event
// to those it concerns. One a shard; a session always lands on the same shard.
//
//   in   HookArrived    from the front
//        RestWanted
//   own  ContextGiven, SweepDue
//   out  ContextWanted → Prefetcher, TurnOpened, ToolFinished, IntentSeen, TurnEnded → Evidence,
//        ToolWanted → Tools, SessionClosed → Evidence and Prefetcher, Answer → front for what could not go on

#include "actors/evidence.hpp"
#include "actors/hooks.hpp"
#include "actors/identity.hpp"
#include "actors/metrics.hpp"
#include "actors/prefetcher.hpp"
#include "actors/tools.hpp"
#include "config/settings.hpp"
#include "runtime/actor.hpp"

#include <list>
#include <optional>
#include <unordered_map>
#include <variant>

namespace wm {

struct SweepDue {};

class Sessions final : public Actor<Sessions, HookArrived, RestWanted, ContextGiven, SweepDue> {
public:
    Sessions(Scheduler&, Time&, const Identity& identity, EvidenceAddress evidence, PrefetcherAddress prefetcher,
             Address<ToolWanted> tools, Reply<Answer> front, Metrics&, const config::Settings&);
    void on(HookArrived);
    void on(RestWanted);
    void on(ContextGiven);
    void on(SweepDue);

    // What a hook's sender is told when a queue on the way is full (P4): fail open. Also the front's reaction.
    static std::optional<AnswerBody> turned_away(const HookEvent& event);

private:
    struct Live {
        SessionId id;
        Instant seen{};
        bool context_empty = false;                    // of the turn that is open
        std::vector<std::string> tools, tools_before;  // namespaces, of the turn that is open and of the last one
        Speaker speaker;                               // of the last message that was resolved, and who that was
        std::optional<Principal> who{};                // none: nobody yet
    };
    std::variant<Principal, Denial> who(const HookArrived& hook);
    void dispatch(HookArrived& hook, const Principal& who);
    void denied(const HookArrived& hook, Denial why);
    void handle(HookArrived& hook, const Principal& who, PreLlm& event);
    void handle(HookArrived& hook, const Principal& who, PreTool& event);
    void handle(HookArrived& hook, const Principal& who, PostTool& event);
    void handle(HookArrived& hook, const Principal& who, PostLlm& event);
    void handle(HookArrived& hook, const Principal& who, ToolCall& event);
    void handle(HookArrived& hook, const Principal& who, SessionStart& event);
    void handle(HookArrived& hook, const Principal& who, SessionEnd& event);
    void refused(const HookArrived& hook, std::string_view operation);
    Live& touch(const SessionId& session);
    void close(const SessionId& session);
    void arm_sweep();

    Time& time_;
    const Identity& identity_;
    EvidenceAddress evidence_;
    PrefetcherAddress prefetcher_;
    Address<ToolWanted> tools_;
    Reply<Answer> front_;
    Metrics& metrics_;
    const config::Settings& settings_;
    bool sweeping_ = false;
    std::list<Live> live_;  // the longest silent first
    std::unordered_map<SessionId, std::list<Live>::iterator> by_id_;
};

std::string_view name_of(const HookEvent& event);

}  // namespace wm
