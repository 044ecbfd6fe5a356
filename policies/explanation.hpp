#pragma once
// Why a recall came out as it did. What it was made from is kept as it was: message, rules, rights, memories. Every policy
// is a function, so the reasons are worked out when an operator asks, not while an agent waits for its answer.
// Holds content: for operators only, in memory only.

#include "policies/access.hpp"
#include "policies/cache.hpp"
#include "policies/instant.hpp"
#include "policies/route.hpp"
#include "policies/trigger.hpp"
#include "policies/turn.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wm::policies {

enum class RecallKind : std::uint8_t {
    context,   // pre_llm_call
    prefetch,  // after a turn, for the next one
    search,    // memory_search
};

// What was done about the answer's memories besides looking into the cache.
enum class Waiting : std::uint8_t {
    synchronous,      // the trigger earned a synchronous recall
    first_turn,       // nothing had been fetched: recalled within the client's own deadline
    ahead,            // nobody waits: a prefetch
    not_triggered,    // no memory request, and the cache answered or no scope is near certain
    only_stores,      // the message hands something over to be kept
    switched_off,     // recall.synchronous.enabled or only_when, or nothing is fetched ahead
    no_scope,         // no scope that is routed to is recalled and the speaker's
    recall_disabled,  // recall.enabled
};

struct AskedStore {
    ScopeName scope;
    double confidence = 0;  // of the route
    std::string_view outcome =
        "pending";                 // ok, denied, queue_full, late, backend_down, failed; pending: not waited for
    Duration took{};               // from asking to the answer
    std::vector<Memory> memories;  // as the store ranked them
};

// One recall decision as it was made. Built by who decides; immutable once handed over.
struct RecallRecord {
    RecallKind kind = RecallKind::context;
    SessionId session;  // with its agent, as actors/sessions writes it
    TurnId turn;        // of a prefetch: the turn that it followed
    std::optional<Principal> principal;
    std::string platform;
    std::vector<std::string> tool_namespaces;
    std::string task_kind;
    NameIndexes names;  // by which it was routed
    WallTime at{};
    Content text;
    std::shared_ptr<const RouteRules> rules;
    std::vector<ScopeName> named;  // by the model in a search; empty: the rules chose
    Trigger trigger = Trigger::none;
    Waiting waiting = Waiting::not_triggered;
    std::string_view source = "none";  // none, cache, synchronous; of a search: tool
    std::shared_ptr<const CacheEntry> cached;
    std::vector<AskedStore> stores;
    std::size_t given = 0;     // memories that went out, or into the cache
    std::uint32_t tokens = 0;  // of the injected block
    Duration took{};           // from the question to the answer
};
std::size_t bytes_of(const RecallRecord& record);  // about what it keeps in memory
// A store has answered. `outcome` is a literal; memories count with outcome ok.
void note_answer(RecallRecord& record, const ScopeName& scope, std::string_view outcome, Duration took,
                 const std::vector<Memory>& memories);

// What the policies are told by the configuration; must be what they were told when the recall was made.
struct ExplainOptions {
    std::string_view header;
    const std::map<ScopeName, std::uint32_t>& scope_tokens_max;
    std::uint32_t total_tokens_max = 0;
    bool deduplicate = true;
    std::size_t scopes_max = 3;
    std::function<bool(const ScopeName&)> recalled;  // the scope exists and its recall is not off
    std::size_t text_bytes_max = 400;                // of a message or memory that is shown
    bool candidates = true;                          // false: routing and counts only
};

enum class ScopeFate : std::uint8_t {
    chosen,
    not_allowed,    // outside the speaker's rights
    recall_off,     // stores.<scope>.recall.mode off, or no such store
    not_confident,  // below the threshold, in passing beside a better one, or more than max_scopes_per_recall
};
struct ExplainedScope {
    ScopeName scope;
    double confidence = 0;  // 0 of one that routing did not choose
    double weight = 0;      // sum of its own rules that fired
    ScopeFate fate = ScopeFate::chosen;
};

enum class Fate : std::uint8_t {
    injected,      // in the context that the model read
    cached,        // kept for the next turn
    returned,      // to the model, by memory_search
    duplicate,     // of candidate `of`
    not_relevant,  // fetched for the turn before, does not concern this message
    not_allowed,   // the speaker's rights have gone since
    over_count,
    over_scope_budget,
    over_total_budget,
    empty,
};
struct ExplainedCandidate {
    ScopeName scope;
    Content text;  // redacted, its beginning
    MemoryType type = MemoryType::observation;
    double store_score = 0;  // what the store, or the prefetch before, said
    double score = 0;        // 0..1 among all stores; 0 of one that did not get so far
    WallTime at{};
    std::string id;
    Fate fate = Fate::injected;
    std::size_t of = 0;  // of a duplicate: place among the candidates, from 0
};
struct ExplainedStore {
    ScopeName scope;
    double confidence = 0;
    std::string_view outcome;
    Duration took{};
    std::size_t memories = 0;
};

struct Explanation {
    RecallKind kind = RecallKind::context;
    SessionId session;  // without its agent
    TurnId turn;
    AgentId agent;
    UserId user;
    std::string platform;
    WallTime at{};
    Content text;  // redacted, its beginning
    bool memory_request = false;
    double threshold = 0;
    std::vector<ExplainedScope> scopes;  // those chosen by the rules first, best first
    std::vector<RouteReason> reasons;    // the heaviest first
    std::vector<ScopeName> named;
    Trigger trigger = Trigger::none;
    Waiting waiting = Waiting::not_triggered;
    std::string_view source;
    bool had_cache = false;
    std::uint64_t generation = 0;  // of the cache: the number of the prefetch that filled it
    std::vector<ExplainedStore> stores;
    std::vector<ExplainedCandidate> candidates;  // what got through first, best first
    std::size_t given = 0;
    std::uint32_t tokens = 0;
    Duration took{};
};
Explanation explain(const RecallRecord& record, const ExplainOptions& options);

std::string_view name_of(RecallKind);
std::string_view name_of(Waiting);
std::string_view name_of(Trigger);
std::string_view name_of(ScopeFate);
std::string_view name_of(Fate);

}  // namespace wm::policies
