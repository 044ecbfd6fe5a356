#pragma once
// Batcher: makes the one retain of its scope of a turn (A6), without what is no news. One a scope.
//
//   in   Keep        the accepted records of a turn for this scope
//        Kept        they are durable: from now on a restatement is no news
//        RestWanted
//   out  Batched     to the Router that asked; without a batch when nothing new is left
//
// No news is: a state that is the last one known of its subject and attribute, whoever said it; an event of the turn before;
// any other statement that this person has made in this session. A state that flips back is news, and so is an event that
// happens again.

#include "actors/metrics.hpp"
#include "actors/rest.hpp"
#include "config/settings.hpp"
#include "policies/turn.hpp"
#include "runtime/actor.hpp"

#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace wm {

// What a record said, as far as it matters for being said again.
struct Assertion {
    enum class Kind : std::uint8_t { state, event, other } kind = Kind::other;
    std::string about;       // of a state: whose, subject and attribute
    std::uint64_t text = 0;  // hash of type and folded text
};
struct Batched {
    std::uint64_t ticket;
    ScopeName scope;
    std::optional<RetainBatch> batch;
    std::vector<Assertion> statements;  // what Kept is to say once the batch is durable
};
struct Keep {
    std::uint64_t ticket;
    UserId user;
    std::shared_ptr<const Turn> turn;
    std::vector<LearningRecord> records;
    Reply<Batched> reply_to;
};
struct Kept {
    UserId user;
    SessionId session;
    std::vector<Assertion> statements;
};

class Batcher final : public Actor<Batcher, Keep, Kept, RestWanted> {
public:
    Batcher(Scheduler&, ScopeName scope, Metrics&, const config::Settings&);
    void on(Keep);
    void on(Kept);
    void on(RestWanted);

private:
    using Speaker = std::pair<UserId, SessionId>;
    struct Said {
        Speaker who;
        std::set<std::uint64_t> last_events;  // of the latest turn that had any
        std::set<std::uint64_t> others;
    };
    Assertion assertion_of(const LearningRecord& record, const UserId& user) const;
    bool is_news(const Assertion& statement, const Said* said) const;
    const Said* said_by(const Speaker& who) const;
    Said& remember(const Speaker& who);

    ScopeName scope_;
    bool private_;
    Metrics& metrics_;
    const config::LimitSettings& limits_;
    std::list<Said> said_;  // the longest silent first; bounded
    std::map<Speaker, std::list<Said>::iterator> by_speaker_;
    std::unordered_map<std::string, std::uint64_t> states_;  // the last value kept; emptied when it grows too large
};

}  // namespace wm
