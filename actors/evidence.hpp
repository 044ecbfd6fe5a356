#pragma once
// Evidence: what the open turn's tools did (A5). Nothing here is memory; it lives for the turn. One a shard.
//
//   in   TurnOpened     a user message: whatever that person had open in that session is over
//        ToolFinished, IntentSeen
//        TurnEnded      seals the turn
//        SessionClosed
//        RestWanted
//   out  TurnClosed → Router
//
// Everything about a turn takes this one path, since strands order messages per receiver and never across receivers.

#include "actors/hooks.hpp"
#include "actors/metrics.hpp"
#include "actors/prefetcher.hpp"
#include "actors/router.hpp"
#include "config/settings.hpp"
#include "runtime/actor.hpp"

#include <list>
#include <map>

namespace wm {

// Whose turn a message speaks of: nobody writes into the turn of another person or agent.
struct TurnOf {
    SessionId session;  // the agent's own (Sessions puts the agent's name before it)
    UserId user;
    TurnId turn;
    friend auto operator<=>(const TurnOf&, const TurnOf&) = default;
};
struct TurnOpened {
    TurnOf of;
};
struct ToolFinished {
    TurnOf of;
    ToolRun run;
};
struct IntentSeen {
    TurnOf of;
    MemoryIntent intent;
};
struct TurnEnded {
    ConnectionId connection;
    FrameId frame;
    Principal principal;
    SessionId session;
    TurnId turn;
    WallTime at;
    PostLlm end;
    std::string platform{};
    std::string task_kind{};
};

// The rights a session needs of it. From one target that takes them all.
struct EvidenceAddress {
    template <class Target>
        requires(!std::same_as<std::remove_cv_t<Target>, EvidenceAddress>)
    EvidenceAddress(Target& target) : opened(target), finished(target), intent(target), ended(target), closed(target) {}
    Address<TurnOpened> opened;
    Address<ToolFinished> finished;
    Address<IntentSeen> intent;
    Address<TurnEnded> ended;
    Address<SessionClosed> closed;
};

class EvidenceKeeper final
    : public Actor<EvidenceKeeper, TurnOpened, ToolFinished, IntentSeen, TurnEnded, SessionClosed, RestWanted> {
public:
    EvidenceKeeper(Scheduler&, Address<TurnClosed> router, Metrics&, const config::Settings&);
    void on(TurnOpened);
    void on(ToolFinished);
    void on(IntentSeen);
    void on(TurnEnded);
    void on(SessionClosed);
    void on(RestWanted);

private:
    struct Open {
        TurnOf of;
        std::vector<ToolRun> tools;
        std::vector<MemoryIntent> intents;
        std::size_t bytes = 0;
        bool complete = true;
        bool sealed = false;  // its end was seen: what still comes is late
    };
    Open& open(const TurnOf& of);
    void take_seen(Turn& turn, Open& seen);
    void take_whole(Turn& turn, std::vector<ToolRun> tools);
    void forget_session(const SessionId& session, const UserId* user);  // null: everybody's turns
    void forget(std::list<Open>::iterator turn);
    bool fits(Open& turn, std::size_t bytes);
    void confirm(Open& turn, const ToolRun& run);

    Address<TurnClosed> router_;
    Metrics& metrics_;
    const config::LimitSettings& limits_;
    std::list<Open> turns_;  // the longest silent first; bounded by limits.sessions_max
    std::map<TurnOf, std::list<Open>::iterator> by_turn_;
};

}  // namespace wm
