#pragma once
// A turn and what is made of it, as values: evidence, memory intents, learning records, batches, recalled memories.
// Meaning: docs/architecture.md, "Words"; seeds A5, A6, A14 and the ADR on memory intent.

#include "policies/instant.hpp"
#include "policies/types.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace wm {

// One tool call that ended. `result` is cut to the evidence limit before it gets here.
struct ToolRun {
    std::string tool;
    std::vector<std::pair<std::string, std::string>> arguments;  // key, value; a nested value as its JSON text
    Content result;
    bool ok = false;  // the host's own status; policies/evidence judges further
    std::string call_id;
};

// The model's own call of the native hindsight_retain: a strong signal, never a pass (ADR §5).
struct MemoryIntent {
    Content content;
    std::string call_id;
    bool confirmed = false;  // post_tool_call said that it ran
};

// Everything a turn left behind, sealed.
struct Turn {
    AgentId agent;
    SessionId session;
    TurnId id;
    WallTime at{};
    Content user_message;
    Content assistant_response;
    std::vector<ToolRun> tools;
    std::vector<MemoryIntent> intents;
    bool evidence_complete = true;  // false when a limit dropped a part
};

enum class RecordType : std::uint8_t { state, event, decision, procedure, learning, preference };
enum class Temporality : std::uint8_t { temporary, pending, final };

// A statement that the policy accepted for one scope.
struct LearningRecord {
    RecordType type = RecordType::event;
    Content text;
    std::string subject;    // pve04; empty when the rules found none
    std::string attribute;  // power; subject and attribute together name a replaceable state
    double confidence = 0;  // 0..1
    double durability = 0;  // 0..1, a property and not a gate (ADR §9)
    bool verified = false;
    Temporality temporal = Temporality::final;
    std::vector<std::string> entities;
    std::vector<std::string> tags;
    std::vector<std::string> evidence;  // call ids, never content
};

struct ScopedRecords {
    ScopeName scope;
    std::vector<LearningRecord> records;
};

// One item of a retain. An event document has its own id and is never replaced; a state document is replaced by the next
// value of the same subject and attribute.
struct BatchItem {
    DocumentId document;
    Content content;
    std::string context;  // one line, no identity: it reaches the backend's model provider
    std::vector<std::string> tags;
    std::string subject;
    std::string attribute;
};

// All accepted records of one scope of one turn: one backend call (A6).
struct RetainBatch {
    ScopeName scope;
    OperationId operation;
    WallTime at{};
    std::vector<BatchItem> items;
};

enum class MemoryType : std::uint8_t { observation, world, experience };

// One memory that a backend gave back. The bank stays behind: provenance for the agent is scope, date and document.
struct Memory {
    ScopeName scope;
    Content text;
    MemoryType type = MemoryType::observation;
    double score = 0;  // 0..1 after policies/merge; what the backend says before
    WallTime at{};
    std::string id;
    std::optional<WallTime> until;  // of a value that no longer holds; exclusive
    std::string document;           // what it was retained as; empty where the backend does not say
};

}  // namespace wm
