#pragma once
// Backend calls as Hindsight's HTTP exchanges, without I/O: what to send, and what the answers mean. Some calls take more
// than one exchange. What is known of Hindsight 0.9.2 and 1.1.0 was seen on running servers: tests/net/hindsight_samples.
//
//   HindsightExchange exchange(call);
//   for (Step step = exchange.begin(); …; step = exchange.answered(response, now)) send the request, until it is a result
//
// What Hindsight says in `detail` and `error_message` echoes input and internals: none of it is in a result.
// Not thread-safe; one exchange is one attempt.

#include "actors/backend.hpp"
#include "net/hindsight_bank_setup.hpp"
#include "net/hindsight_http.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace wm {

using HindsightStep = std::variant<HttpRequest, BackendResult>;

class HindsightExchange {
public:
    static constexpr std::size_t request_bytes_max = 1u << 20;   // a larger one is not sent: Failure rejected
    static constexpr std::size_t response_bytes_max = 4u << 20;  // the transport stops reading there: Failure malformed
    static constexpr std::size_t query_tokens_max = 480;         // 0.9.2 refuses more than 500
    static constexpr std::size_t look_ups_max = 64;              // requests that count one operation's units

    explicit HindsightExchange(BackendCall call) : call_(std::move(call)) {}

    // Before begin(), of a retain: its bank is made as declared first, if need be (net/hindsight_bank_setup).
    void prepare(policies::DesiredBank bank) { setup_.emplace(std::move(bank)); }
    // What that found or did; empty until then, and without prepare().
    const std::optional<hindsight::BankSetup::Ready>& prepared() const { return prepared_; }

    // The first request, or a result that needs none: a query without a word finds nothing, a bank name that Hindsight
    // cannot hold is rejected.
    HindsightStep begin();

    // What follows from an answer. `now` dates a Retry-After in an answer without a Date.
    //   recall   Memories. A bank that does not exist yet is an empty one, not a failure: 1.1.0 says 404, 0.9.2 says [].
    //   retain   Failure unready, when its bank could not be made as declared; nothing of it was sent.
    //            Accepted, when our operation id was taken over. Hindsight says the same of an id whose operation has
    //            failed before, and does nothing: so its state is asked for, and a failed one is queued again.
    //   poll     Accepted while the operation or a child of it runs, then Stored with the units of its own count; when that
    //            is zero or missing, with those of its documents, as a repeated text makes no new ones.
    //            Failure failed when it or a child failed or was cancelled; Failure lost when it is unknown.
    //   reflect  Reflection. It would create its bank, so /stats is asked first; a missing bank (1.1.0: 404) and an empty
    //            one (0.9.2 cannot tell the two apart) give an empty text without a model call.
    //   manage   Forgotten, MemoryCounts by Hindsight's own types, Unsupported for a time to live and for an observation.
    //   health   Healthy after /health and /version; the version may be empty.
    HindsightStep answered(const HttpResponse& response, WallTime now);

private:
    HindsightStep begin(const RecallCall&);
    HindsightStep begin(const RetainCall&);
    HindsightStep begin(const PollCall&);
    HindsightStep begin(const ReflectCall&);
    HindsightStep begin(const HealthCall&);
    HindsightStep begin(const ManageCall&);
    HindsightStep read(const RecallCall&, const HttpResponse&);
    HindsightStep read(const RetainCall&, const HttpResponse&);
    HindsightStep read(const PollCall&, const HttpResponse&);
    HindsightStep read(const ReflectCall&, const HttpResponse&);
    HindsightStep read(const HealthCall&, const HttpResponse&);
    HindsightStep read(const ManageCall&, const HttpResponse&);
    HindsightStep count_units();
    HindsightStep set_up(const HttpResponse&);

    BackendCall call_;
    std::optional<hindsight::BankSetup> setup_;  // while it is under way
    std::optional<hindsight::BankSetup::Ready> prepared_;
    bool opened_ = false;                // the first answer of several has been read
    bool reviving_ = false;              // a failed operation was asked to run again
    std::vector<std::string> look_ups_;  // targets still to ask for units, last first
    std::uint32_t units_ = 0;
};

}  // namespace wm
