#pragma once
// Gateway: the one voice to the memory backend, and the owner of retries and of the durable queue.
//
//   in   Recall, Reflect      answered once, at the deadline at the latest
//        Retain               the accepted batches of a turn: answered when durable, sent until stored or buried
//        GatewayStatusWanted  for memory_status and /readyz
//        TakeUp               a durable batch of a scope that lives in this gateway's backend
//        DeadLettersWanted    an operator looks at what no backend took, mends it, sends it again, lets it go
//        RestWanted           is anything but the durable queue still under way?
//   own  BackendAnswered, TurnCommitted, SpoolLoaded, DeadLettersAnswered, AdmissionDue, ProbeDue
//   out  Recalled, Reflected, TurnKept, GatewayStatus, DeadLettersAnswered, Rested
//   port Backend, Spool
//
// One a backend. The first one owns the durable queue: it commits a turn's batches together, whatever their backend, and
// hands those that live elsewhere to their own gateway.

#include "actors/audit.hpp"
#include "actors/backend.hpp"
#include "actors/metrics.hpp"
#include "actors/rest.hpp"
#include "actors/spool.hpp"
#include "config/settings.hpp"
#include "policies/access.hpp"
#include "policies/admission.hpp"
#include "policies/admission_dedupe.hpp"
#include "runtime/actor.hpp"
#include "runtime/random.hpp"
#include "runtime/time.hpp"

#include <deque>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

namespace wm {

enum class BackendState : std::uint8_t { up, degraded, down };
enum class SpoolState : std::uint8_t { taking, full, unwritable, unread };  // anything but taking: degraded
enum class RecallPurpose : std::uint8_t { prefetch, first_turn, synchronous, tool };
enum class RecallOutcome : std::uint8_t { ok, denied, queue_full, late, backend_down, failed };
std::string_view name_of(BackendState state);
std::string_view name_of(SpoolState state);
std::string_view name_of(RecallOutcome outcome);
std::string_view name_of(RecallPurpose purpose);

struct Recalled {
    std::uint64_t ticket;
    ScopeName scope;
    RecallOutcome outcome;
    std::vector<Memory> memories;
};
struct Recall {
    std::uint64_t ticket;  // the asker's own
    Principal principal;
    ScopeName scope;
    Content query;
    std::vector<MemoryType> types;
    bool prefer_observations;
    Budget budget;
    std::uint32_t max_tokens;
    RecallPurpose purpose;
    Instant deadline;
    Reply<Recalled> reply_to;
    bool latest = false;  // whatever the query: what was kept last
};
struct Reflected {
    std::uint64_t ticket;
    ScopeName scope;
    RecallOutcome outcome;
    Content text;
};
struct Reflect {
    std::uint64_t ticket;
    Principal principal;
    ScopeName scope;
    Content query;
    Instant deadline;
    Reply<Reflected> reply_to;
};
struct TurnKept {
    std::uint64_t ticket;
    TurnCommitted::Status status;
};
struct Retain {
    std::uint64_t ticket;
    Principal principal;
    TurnId turn;
    std::vector<RetainBatch> batches;  // may be empty: the turn is marked as judged all the same
    Reply<TurnKept> reply_to;
};
struct GatewayStatus {
    std::uint64_t ticket;
    BackendState state;
    std::optional<Millis> latency;                                     // of the last call that succeeded
    std::optional<WallTime> last_recall, last_retain, degraded_since;  // since: of what has been wrong longest
    std::size_t queue_depth;
    std::uint64_t drops;
    SpoolState spool = SpoolState::taking;
};
struct GatewayStatusWanted {
    std::uint64_t ticket;
    Reply<GatewayStatus> reply_to;
    std::optional<GatewayStatus> so_far;  // of the gateways that have been asked before this one
};
struct TakeUp {
    SpooledBatch spooled;
    BankId bank;
};
struct DeadLettersWanted {  // answered under the asker's own ticket
    DeadLetterWork work;
    Reply<DeadLettersAnswered> reply_to;
};
struct AdmissionDue {};
struct ProbeDue {};

struct GatewayAddress {  // the rights of who uses all of it
    template <class Target>
        requires(!std::same_as<std::remove_cv_t<Target>, GatewayAddress>)
    GatewayAddress(Target& target) : recall(target), reflect(target), retain(target), status(target) {}
    Address<Recall> recall;
    Address<Reflect> reflect;
    Address<Retain> retain;
    Address<GatewayStatusWanted> status;
};

class Gateway final
    : public Actor<Gateway, Recall, Reflect, Retain, GatewayStatusWanted, TakeUp, DeadLettersWanted, RestWanted,
                   BackendAnswered, TurnCommitted, SpoolLoaded, DeadLettersAnswered, AdmissionDue, ProbeDue> {
public:
    // `backend_name` is a metric label. `audit`: where denials are accounted for; null: nowhere.
    Gateway(Scheduler&, Time&, Random&, Backend&, std::string backend_name, Spool&, const StoreRegistry&, Metrics&,
            const config::Settings&, Audit* audit = nullptr);

    // Wiring, before begin(): the gateway of the other backend and the scopes that live there.
    void share_with(Gateway& other, std::set<ScopeName> scopes);
    void begin();  // once, before the first message: takes up what an earlier run left in the spool; starts probing

    void on(Recall);
    void on(Reflect);
    void on(Retain);
    void on(GatewayStatusWanted);
    void on(TakeUp);
    void on(DeadLettersWanted);
    void on(RestWanted);
    void on(BackendAnswered);
    void on(TurnCommitted);
    void on(SpoolLoaded);
    void on(DeadLettersAnswered);
    void on(AdmissionDue);
    void on(ProbeDue);

private:
    struct OpenRetain {
        SpooledBatch spooled;
        BankId bank;
        bool accepted = false;  // the backend has it: the next attempt is a poll
        unsigned polls = 0;     // since it was accepted
        unsigned failed = 0;    // how often the backend ended it as failed or lost it
        unsigned unready = 0;   // how often its bank could not be made as declared
    };
    struct Probe {};  // is the backend there? asked when nothing else would tell
    struct OpenCall {
        std::variant<Recall, Reflect, OpenRetain, Probe> work;
        Instant since{};
        Instant attempt_since{};
        int attempts = 0;
        std::vector<Recall> joined;  // equal ones that wait for this one's answer
    };
    // What is being made durable. Commits of one (agent, turn) are answered in the order they were asked.
    struct Committing {
        std::uint64_t ticket;
        std::vector<SpooledBatch> batches;
        std::vector<BankId> banks;
        Reply<TurnKept> reply_to;
    };

    bool may_recall(const Principal& principal, const ScopeName& scope);
    Content query_of(const Content& query) const;
    void submit(OpenCall call, policies::Work work);
    void enqueue(SpooledBatch spooled, BankId bank);
    void take_up(std::vector<SpooledBatch> batches);
    void note_own(SpoolId id);
    void perform(const policies::Actions& actions);
    void perform(const policies::Start& action);
    void perform(const policies::Finish& action);
    void perform(const policies::WakeAt& action);
    bool serve_from_another(Recall& m, const std::string& key);
    void answer(OpenCall& call, RecallOutcome outcome, std::vector<Memory> memories, Content text);
    void answer(const Recall& recall, Instant since, RecallOutcome outcome, std::vector<Memory> memories);
    void succeed(CallId id, BackendResult result);
    void retained(CallId id, std::uint32_t units);
    void fail(CallId id, const Failure& failure);
    bool operation_ended_badly(CallId id, const Failure& failure);
    BackendCall attempt_of(const OpenCall& call) const;
    Instant attempt_deadline(const OpenCall& call) const;
    void refuse(const Recall& m, RecallOutcome outcome);
    void judge_spool(const TurnCommitted& m);
    void spool_is(SpoolState state);
    void probe_after(Millis pause);
    void watch_age();
    void count_drop(std::string_view operation);
    void publish();

    Time& time_;
    Random& random_;
    Backend& backend_;
    std::string backend_name_;
    Gateway* other_ = nullptr;
    std::set<ScopeName> elsewhere_;
    Spool& spool_;
    const StoreRegistry& stores_;
    Metrics& metrics_;
    const config::Settings& settings_;
    Audit* audit_;
    policies::Admission admission_;
    policies::RecallDedupe dedupe_;
    CallId last_call_ = 0;
    std::unordered_map<CallId, OpenCall> open_;
    std::map<std::pair<AgentId, TurnId>, std::deque<Committing>> committing_;
    std::unordered_map<std::uint64_t, DeadLettersWanted> operators_;  // what the spool is asked for them
    std::uint64_t last_ticket_ = 0;
    std::multiset<WallTime> waiting_since_;  // of the open retains: when their turn was
    bool too_old_ = false;
    std::set<Instant> wakes_;  // armed timers: one an instant
    std::optional<Millis> latency_;
    Instant answered_{};  // when the backend last answered well
    bool probing_ = false;
    SpoolState spool_state_ = SpoolState::taking;
    std::optional<WallTime> spool_since_;  // when it left `taking`
    Instant spool_refused_{};              // a turn, the last time
    std::optional<SpoolId> own_from_;      // the first position of this run: what is before was left by an earlier one
    std::optional<WallTime> last_recall_, last_retain_, degraded_since_;
    std::uint64_t drops_ = 0;
};

}  // namespace wm
