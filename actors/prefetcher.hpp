#pragma once
// Prefetcher: recalls ahead after each turn, and answers the next pre_llm_call from what it found. One a shard.
//
//   in   ContextWanted   the user has spoken; answered before its deadline
//        Prefetch        a turn has ended: recall for the next one (A2)
//        SessionClosed   forget what was fetched
//        RestWanted, RulesChanged, NamesChanged
//   own  Recalled, ContextDue
//   out  Answer → front, ContextGiven → Sessions, Recall → Gateway, RecallSeen → Explainer

#include "actors/explainer.hpp"
#include "actors/gateway.hpp"
#include "actors/hooks.hpp"
#include "actors/metrics.hpp"
#include "actors/names.hpp"
#include "actors/rule_keeper.hpp"
#include "config/settings.hpp"
#include "policies/cache.hpp"
#include "policies/route.hpp"
#include "policies/trigger.hpp"
#include "runtime/actor.hpp"

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <unordered_map>
#include <vector>

namespace wm {

struct ContextGiven {  // for what depends on whether memory helped: a manual search after a miss
    SessionId session;
    bool empty;
};
struct ContextWanted {
    ConnectionId connection;
    FrameId frame;
    Principal principal;
    SessionId session;
    std::string platform;
    Content text;
    Instant deadline;
    Reply<ContextGiven> reply_to;
    TurnId turn{};
    std::string task_kind{};
    std::vector<std::string> tool_namespaces{};  // of the session's last turn
};
struct Prefetch {
    Principal principal;
    SessionId session;
    Content query;
    TurnId turn{};  // that has ended
    policies::HarnessFacts harness{};
};
struct SessionClosed {
    SessionId session;
};
struct ContextDue {
    std::uint64_t ticket;
};

struct PrefetcherAddress {  // the rights a session needs of it
    template <class Target>
        requires(!std::same_as<std::remove_cv_t<Target>, PrefetcherAddress>)
    PrefetcherAddress(Target& target) : wanted(target), closed(target) {}
    Address<ContextWanted> wanted;
    Address<SessionClosed> closed;
};

// The front's own bytes of an answer, made when the answer is prefetched, so that giving it is a write. Any thread.
using MakeReady = std::function<std::shared_ptr<const std::string>(const ContextAnswer&)>;

class Prefetcher final : public Actor<Prefetcher, ContextWanted, Prefetch, SessionClosed, RestWanted, RulesChanged,
                                      NamesChanged, Recalled, ContextDue> {
public:
    // `make_ready` may be empty: then the front encodes each answer when it is given.
    Prefetcher(Scheduler&, Time&, std::shared_ptr<const policies::RouteRules>, Address<Recall> gateway,
               Address<RecallSeen> explainer, Reply<Answer> front, Metrics&, const config::Settings&,
               MakeReady make_ready = {});
    void on(ContextWanted);
    void on(Prefetch);
    void on(SessionClosed);
    void on(RestWanted);
    void on(RulesChanged);
    void on(NamesChanged);
    void on(Recalled);
    void on(ContextDue);

private:
    using Record = std::unique_ptr<policies::RecallRecord>;  // null: nothing is remembered for explain
    // A recall over several scopes under way: for the cache, or for somebody who waits.
    struct Gathering {
        std::optional<ContextWanted> waiting;
        SessionId session;
        UserId user;
        std::uint64_t generation = 0;
        Content query;
        std::map<ScopeName, double> confidences;
        std::set<ScopeName> missing;
        policies::Trigger why = policies::Trigger::none;  // of a synchronous one
        std::size_t asked = 0;                            // scopes
        std::vector<std::vector<Memory>> answers;
        Instant since{};
        Record record;
    };
    // What one message is given, and from what.
    struct Given {
        ContextSource source = ContextSource::none;
        std::shared_ptr<const policies::CacheEntry> cached;  // null: nothing was there
        std::shared_ptr<const policies::Block> block;        // null: nothing concerns the message
        std::shared_ptr<const std::string> ready;            // the front's bytes of the block; may be null
    };
    bool tells_routes() const;
    policies::Route routed(const ContextWanted& m);
    Given from_cache(const ContextWanted& m);
    Given found_now_or_before(const ContextWanted& m, const policies::Snapshot& found, bool answered);
    std::shared_ptr<const policies::Snapshot> snapshot_of(std::vector<std::vector<Memory>> answers,
                                                          std::map<ScopeName, double> confidences,
                                                          std::string_view query) const;
    bool is_recalled(const ScopeName& scope) const;
    bool may_wait(policies::Trigger why) const;
    static Gathering gathering_for(ContextWanted m, Record record);  // for somebody who waits
    void first_turn(ContextWanted m, const std::vector<policies::RoutedScope>& scopes, Record record);
    std::vector<policies::RoutedScope> allowed(const policies::Route&, const Principal&) const;
    void give(ContextWanted m, const Given& given, Record record);
    void count(const ContextWanted& m, const ContextAnswer& given, std::size_t memories);
    void synchronous(ContextWanted m, std::vector<policies::RoutedScope> scopes, policies::Trigger why, Record record);
    Record new_record(policies::RecallKind kind, const Principal& principal) const;
    void explain_later(Record record);
    void count_outcome(const Gathering& gathering);  // when its answer is due
    void gather(Gathering gathering, const Principal&, const std::vector<policies::RoutedScope>&, RecallPurpose,
                bool deep, Instant deadline, Instant answer_by);
    void finish(std::uint64_t ticket);

    Time& time_;
    std::shared_ptr<const policies::RouteRules> rules_;
    policies::ReadableNames names_;
    Address<Recall> gateway_;
    Address<RecallSeen> explainer_;
    Reply<Answer> front_;
    Metrics& metrics_;
    const config::Settings& settings_;
    MakeReady make_ready_;
    policies::PrefetchCache cache_;
    policies::ContextLimits limits_;
    std::uint64_t last_ticket_ = 0;  // also the generation of what it fetches
    std::unordered_map<std::uint64_t, Gathering> open_;
};

}  // namespace wm
