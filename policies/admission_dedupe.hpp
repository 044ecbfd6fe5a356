#pragma once
// Equal recalls at one time cost the backend one call: who asks what is under way joins it, who asks what was answered a
// moment ago gets that answer. A key says who asks (a principal's user and agent) as well as what, so nobody is served
// from another's question. Pure; one thread.

#include "policies/instant.hpp"
#include "policies/turn.hpp"
#include "policies/types.hpp"

#include <cstddef>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace wm::policies {

class RecallDedupe {
public:
    // `window` zero: only what is under way is shared. `answers_max` bounds what is remembered.
    explicit RecallDedupe(Millis window, std::size_t answers_max = 256) : window_(window), answers_max_(answers_max) {}

    std::optional<CallId> under_way(const std::string& key) const;
    const std::vector<Memory>* answered(const std::string& key, Instant now);  // valid until the next call

    void started(const std::string& key, const BankId& bank, CallId call);
    // The call ended: its key is free. With memories they serve equal recalls for the window.
    void ended(CallId call, const std::vector<Memory>* memories, Instant now);
    void written(const BankId& bank);  // what was read from there may be old now, also what is still under way

    bool at_rest() const { return running_.empty() && calls_.empty(); }

private:
    struct Running {
        std::string key;
        BankId bank;
        bool stale = false;  // written to since it started
    };
    struct Answered {
        BankId bank;
        Instant until{};
        std::vector<Memory> memories;
    };
    void forget_old(Instant now);

    Millis window_;
    std::size_t answers_max_;
    std::unordered_map<std::string, CallId> running_;
    std::unordered_map<CallId, Running> calls_;
    std::unordered_map<std::string, Answered> answers_;
    std::deque<std::pair<Instant, std::string>> order_;  // of answers_, by their end
};

}  // namespace wm::policies
