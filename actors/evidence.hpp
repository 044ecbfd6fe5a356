#pragma once
// Evidence: what the open turn's tools did (A5). Nothing here is memory; it lives for the turn. One a shard.
//
//   in   TurnOpened     a user message: whatever that session had open is over
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
#include <unordered_map>

namespace wm {

struct TurnOpened {
    SessionId session;
    TurnId turn;
};
struct ToolFinished {
    SessionId session;
    TurnId turn;
    ToolRun run;
};
struct IntentSeen {
    SessionId session;
    TurnId turn;
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
        SessionId session;
        TurnId turn;
        std::vector<ToolRun> tools;
        std::vector<MemoryIntent> intents;
        std::size_t bytes = 0;
        bool complete = true;
        bool sealed = false;  // its end was seen: what still comes is late
    };
    Open& open(const SessionId& session, const TurnId& turn);
    void forget(const SessionId& session);
    bool fits(Open& turn, std::size_t bytes);
    void confirm(Open& turn, const ToolRun& run);

    Address<TurnClosed> router_;
    Metrics& metrics_;
    const config::LimitSettings& limits_;
    std::list<Open> turns_;  // one a session, the longest silent first
    std::unordered_map<SessionId, std::list<Open>::iterator> by_session_;
};

}  // namespace wm
