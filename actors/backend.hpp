#pragma once
// The port to a memory backend: one attempt of one call. net/hindsight and store/embedded implement it; the gateway alone
// uses it. An implementation never retries, queues or remembers: that is the gateway's.
//
// Thread: start() is called on the gateway's strand and returns at once. The answer is delivered exactly once, from any
// thread, at the deadline at the latest (then as Failure timeout).

#include "policies/instant.hpp"
#include "policies/turn.hpp"
#include "policies/types.hpp"
#include "runtime/address.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace wm {

enum class Budget : std::uint8_t { low, mid, high };

struct RecallCall {
    BankId bank;
    ScopeName scope;  // copied into each Memory
    Content query;
    std::vector<MemoryType> types;  // never empty
    bool prefer_observations = true;
    Budget budget = Budget::low;
    std::uint32_t max_tokens = 1000;  // sent in every recall (hindsight.md §8.1)
    bool latest = false;              // whatever the query: what was kept last. A backend that cannot tell rejects it
};
struct RetainCall {
    BankId bank;
    RetainBatch batch;
};
struct PollCall {  // what became of an accepted retain
    BankId bank;
    OperationId operation;
    std::vector<DocumentId> documents;
};
struct ReflectCall {
    BankId bank;
    ScopeName scope;
    Content query;
    Budget budget = Budget::low;
    std::uint32_t max_tokens = 1000;
};
struct HealthCall {};

// What is done to one memory, by the id that a recall gave it.
struct ForgetMemory {
    enum class How : std::uint8_t {
        trash,    // found no more, and gone for good after a while
        restore,  // back from there, or from having expired
        ttl,      // it expires so many days from now
    };
    std::string id;
    How how = How::trash;
    std::uint32_t ttl_days = 0;  // 0: never
};
struct CountMemories {};
struct ManageCall {
    BankId bank;
    std::variant<ForgetMemory, CountMemories> work;
};
using BackendCall = std::variant<RecallCall, RetainCall, PollCall, ReflectCall, HealthCall, ManageCall>;

struct Memories {
    std::vector<Memory> items;
};
struct Accepted {};  // the backend will store it: poll until it says more
struct Stored {
    std::uint32_t units = 0;
};  // memory units exist; zero is a fact to show, not an error
struct Reflection {
    Content text;
};
struct Healthy {
    std::string version;
};

struct Forgotten {
    bool known = false;  // else the bank holds no such memory, or it is so already
};
struct MemoryCounts {
    struct Kind {
        std::string name;  // state, event, … user_preference; unknown: it was not told
        std::uint64_t memories = 0;
    };
    std::uint64_t memories = 0;  // all but those in the trash
    std::uint64_t current = 0;   // that hold
    std::uint64_t expired = 0, trash = 0;
    std::vector<Kind> kinds;  // of `memories`
    std::uint64_t uses = 0;   // times that one was recalled
    std::optional<WallTime> oldest, newest, last_used;
    std::uint64_t store_bytes = 0;  // of the whole store, whatever the bank
};
struct Unsupported {};  // this backend does no such thing

// How a failure is to be treated (design.md §6). Texts of the backend stay out: they echo input.
struct Failure {
    enum class Kind : std::uint8_t {
        unreachable,  // refused, reset before anything was sent, DNS
        timeout,      // no answer by the deadline: the work may have been done
        broken,       // the connection ended after the request was sent: the work may have been done
        overloaded,   // 429, 503
        server,       // other 5xx
        rejected,     // 400, 404, 409, 410, 422: the same request will fail again
        denied,       // 401, 403: the key is wrong; the request is good
        malformed,    // the answer was not understood
        lost,         // an accepted operation is unknown to the backend
        failed,       // an accepted operation ended as failed
        unready,      // the bank could not be made as declared: nothing was sent, and the batch is good
    };
    Kind kind = Kind::unreachable;
    std::optional<Millis> retry_after;
    int http_status = 0;  // 0: none
};

using BackendResult =
    std::variant<Memories, Accepted, Stored, Reflection, Healthy, Forgotten, MemoryCounts, Unsupported, Failure>;

struct BackendAnswered {
    CallId call = 0;
    BackendResult result;
};

class Backend {
public:
    virtual ~Backend() = default;
    virtual void start(CallId call, const BackendCall& what, Instant deadline, Reply<BackendAnswered> reply_to) = 0;
};

}  // namespace wm
