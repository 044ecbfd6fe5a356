#pragma once
// The retain policy: what each type of record needs before it is kept (ADR §9), as data. Durability is a property and
// gates only where a scope's row says so (design.md §10).

#include "policies/turn.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace wm::policies {

enum class Proof : std::uint8_t {
    none,              // anything that was said
    medium,            // the user's own statement, or an agent's backed by a successful call
    explicit_or_high,  // explicit words of the user, or of the agent confirming them
    required           // a check in the turn, or the user's own "verified"
};

struct RetainPolicyRow {  // one type's row of memory_policy.<type>
    bool retain = true;
    bool temporal = false;
    Proof verification = Proof::medium;
    double durability_min = 0;  // 0..1
};

// How strongly a statement is backed: the highest Proof that it meets.
Proof proof_of(bool said_by_user, bool backed_by_run, bool explicit_words, bool verified);

// The rows of the ADR §9, keyed by type name: state, event, decision, procedure, learning, preference.
const std::map<std::string, RetainPolicyRow>& default_retain_policy();

std::string_view type_name(RecordType type);

// Empty when the record may be kept; else the reason of labelling.md (unverified, policy). A type without a row has the
// default's.
std::string_view refuse(const LearningRecord& record, Proof proof,
                        const std::map<std::string, RetainPolicyRow>& policy);

}  // namespace wm::policies
