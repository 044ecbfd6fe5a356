#pragma once
// Judges what a turn leaves behind: which statements become learning records, in which scopes, and why others do not.
// Deterministic rules, no model (A4, ADR §13). Meaning of every word here: the labelling rules (state, event, decision,
// procedure, learning, preference; secret, speculation, chatter, …).

#include "policies/retain.hpp"
#include "policies/retain_signals.hpp"
#include "policies/turn.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace wm::policies {

// One statement that was considered, and what became of it. For explain; at most `verdicts_max` a turn.
struct Verdict {
    ScopeName scope;                 // empty when it was refused before a scope was known
    std::optional<RecordType> type;  // none when it was refused before it had one
    std::string rule;                // of policies/retain_signals: what it rests on, or the reason against it
    Strength strength = Strength::zero;
    std::string reason;                 // why it is not kept; empty: it is
    Content text;                       // redacted
    std::vector<std::string> evidence;  // call ids, never content
};
inline constexpr std::size_t verdicts_max = 64;

struct Rejection {
    std::string reason;  // secret, speculation, chatter, raw_output, unverified, personal_only, question, request,
                         // brainstorm, own_tool, instruction, duplicate, no_scope, policy, recalled
    ScopeName scope;     // empty when it was refused before a scope was known
};

struct JudgeContext {
    std::vector<ScopeName> allowed;  // scopes that this turn's principal may write
    bool personal_by_plane = true;   // false: the native provider owns personal, nothing goes there
    // Scopes of a sentence with confidence 0..1, best first. Called a few times for each candidate.
    std::function<std::vector<std::pair<ScopeName, double>>(std::string_view sentence)> route;
    std::map<std::string, RetainPolicyRow> policy;  // by type name; a missing row is the default's
};

struct Judgement {
    std::vector<ScopedRecords> accepted;  // one entry a scope, in the order of `allowed`
    std::vector<Rejection> rejected;      // one entry a reason and scope
    std::vector<Verdict> verdicts;        // in the order in which they were reached
    std::size_t candidates = 0;
    std::size_t intents_promoted = 0;
    std::size_t intents_rejected = 0;
};

Judgement judge_turn(const Turn& turn, const JudgeContext& context);

// What memory_retain hands in. The tool's scope is taken as said when it is allowed; the rest of the policy holds as for
// any statement: a guess, an order to the agent, a secret are refused whatever the confidence (BR-08, BR-15).
Judgement judge_statement(const Content& content, const ScopeName& scope, double confidence,
                          const JudgeContext& context);

}  // namespace wm::policies
