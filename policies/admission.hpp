#pragma once
// Who may call the backend now, who waits, who is turned away, when a failure is tried again, when the backend is left
// alone (seeds A7, §20; design.md §6). A pure state machine: feed it events with the time, do the actions it returns.
//
//   lanes      interactive before retain before prefetch before maintenance; a lane passed over too often goes first
//   keys       two pieces of work that share a key run one after the other, in the order they were submitted: the next
//              state of a resource never overtakes the one before it
//   retry      exponential with full jitter; inside the deadline, or for ever when there is none (a retain); retries are
//              at most `retries_percent` of the calls: beyond that a recall ends, a retain waits at a fixed pace
//   limit      inflight_max, or with `adaptive` what the gradient of the latency allows below it
//   breaker    closed → open after `breaker_failures` in a row, with no success for `breaker_quiet` (a backend that fails
//              now and then is not down) → one probe after a pause → closed, or open again

#include "policies/admission_gradient.hpp"
#include "policies/admission_lane.hpp"
#include "policies/instant.hpp"
#include "policies/types.hpp"

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

namespace wm::policies {

enum class Lane : std::uint8_t { interactive, retain, prefetch, maintenance };
constexpr std::size_t lane_count = 4;

struct AdmissionLimits {
    std::size_t inflight_max = 1;   // over all lanes
    std::size_t reserved_sync = 0;  // of them, slots that only the interactive lane may use
    std::size_t queue_max = 1024;   // waiting in one lane; retains are bounded by the spool instead
    int attempts_max = 3;           // of work with a deadline
    std::size_t retries_percent = 20;
    bool adaptive = false;
    Millis backoff_first{200};
    Millis backoff_max{60000};
    int breaker_failures = 5;
    Millis breaker_quiet{1000};
    Millis breaker_pause{5000};  // doubles up to backoff_max while probes fail
};

struct Work {
    CallId call = 0;
    Lane lane = Lane::interactive;
    std::optional<Instant> deadline;  // none: tried until it succeeds or is refused for good
    std::vector<std::string> keys;
};

struct Start {
    CallId call;
};
struct Finish {  // forgotten without success: tell the asker
    enum class Why : std::uint8_t { queue_full, expired, exhausted, refused, backend_down };
    CallId call;
    Why why;
};
struct WakeAt {
    Instant when;
};  // call tick() then
using Action = std::variant<Start, Finish, WakeAt>;
using Actions = std::vector<Action>;

enum class FailureClass : std::uint8_t {
    transient,  // nothing was done, or doing it again is harmless: the ids are the same
    permanent,  // the same request will fail again
};
enum class BreakerState : std::uint8_t { closed, half_open, open };

class Admission {
public:
    explicit Admission(AdmissionLimits limits) : limits_(limits), gradient_(limits.inflight_max) {}

    Actions submit(Work work, Instant now);
    Actions succeeded(CallId call, Instant now);
    // `random`: 64 uniform bits for the jitter. `retry_after`: what the backend asked for; nothing is started before.
    Actions failed(CallId call, FailureClass kind, std::optional<Millis> retry_after, Instant now,
                   std::uint64_t random);
    // Ends one attempt without success and asks for the next one after `pause`: an accepted operation that is not done yet.
    Actions again_after(CallId call, Millis pause, Instant now);
    Actions tick(Instant now);
    // Of an answer that tells how loaded the backend is, before succeeded() or failed(); without `adaptive` ignored.
    void measured(Duration latency) { gradient_.answered(latency, inflight_); }
    void overloaded() { gradient_.overloaded(); }

    BreakerState breaker() const { return breaker_; }
    std::size_t inflight() const { return inflight_; }
    std::size_t limit() const { return limits_.adaptive ? gradient_.limit() : limits_.inflight_max; }
    std::size_t waiting() const;
    std::size_t waiting(Lane lane) const { return lanes_[static_cast<std::size_t>(lane)].size(); }
    std::uint64_t looked_at() const;  // waiting calls, to find those that start: must not grow with how many wait
    bool at_rest() const;             // owes nothing, remembers nothing

private:
    struct Call {
        Work work;
        int attempts = 0;
        bool running = false;
        Instant not_before{};
    };

    static constexpr double retry_tokens_max = 10;  // retries that may come in a row after a quiet time

    void pump(Actions& out, Instant now);
    std::optional<CallId> pick(Instant now);
    std::optional<CallId> first_eligible(Lane lane, Instant now);
    bool holds_its_keys(const Call& call) const;
    void wait(const Call& call, bool first);
    void wait_no_more(const Call& call);
    void expire(Actions& out, Instant now);
    void finish(Actions& out, CallId call, Finish::Why why);  // of one that waits no more
    void forget(CallId call);
    void end_attempt(Call& call);
    void count_failure(Actions& out, Instant now, std::uint64_t random);
    void recover(Instant now);
    bool may_retry() const { return retry_tokens_ >= 1; }

    AdmissionLimits limits_;
    ConcurrencyGradient gradient_;
    double retry_tokens_ = retry_tokens_max;  // each first attempt earns a part of one, each later one costs one
    std::unordered_map<CallId, Call> calls_;
    std::array<AdmissionLane, lane_count> lanes_;
    std::set<std::pair<Instant, CallId>> deadlines_;  // of those that wait
    std::array<int, lane_count> passed_over_{};
    std::map<std::string, std::deque<CallId>> keys_;  // who holds or awaits each key, in order
    std::size_t inflight_ = 0;
    std::size_t inflight_other_ = 0;  // not interactive
    Instant pause_until_{};           // the backend asked for it, or the breaker is open
    BreakerState breaker_ = BreakerState::closed;
    int failures_in_a_row_ = 0;
    std::optional<Instant> last_success_;
    int openings_in_a_row_ = 0;
};

// Exponential backoff with full jitter: uniform in [0, min(most, first · 2^(attempt-1))]; attempt counts from 1.
Millis backoff(int attempt, Millis first, Millis most, std::uint64_t random);

}  // namespace wm::policies
