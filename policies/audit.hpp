#pragma once
// The audit trail (rule: who, what id, when, with which outcome; never what was said): lines that are chained by their
// hashes, so that a line that was changed, taken out or moved is found. Pure; one thread.
//
// A line: number, time in ms, action, agent, user, scope, object, verdict, hash, separated by tabs. Fields are ids and
// names of enums: whatever is not printable ASCII, or too long, is replaced. hash = BLAKE2b-256(the hash before, the line
// without its own), in hex.

#include "policies/instant.hpp"
#include "policies/types.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace wm {

enum class AuditAction : std::uint8_t { start, stop, config, retain, removal, denied, redaction };
std::string_view name_of(AuditAction action);

struct AuditEntry {
    AuditAction action = AuditAction::start;
    AgentId agent;       // who did it; empty: the daemon
    UserId user;         // for whom
    ScopeName scope;     // where
    std::string object;  // id of what: an operation, a dead letter, a rule set
    std::string verdict;
};

namespace policies {

struct AuditLine {
    std::uint64_t number = 0;
    WallTime at{};
    std::string action, agent, user, scope, object, verdict, hash;
};
std::optional<AuditLine> parse_audit_line(std::string_view line);  // without its end; says nothing of the chain

// Where a trail begins: the hash before its first line.
inline constexpr std::string_view audit_genesis = "0000000000000000000000000000000000000000000000000000000000000000";

class AuditChain {
public:
    AuditChain() : AuditChain(0, std::string(audit_genesis)) {}
    AuditChain(std::uint64_t last, std::string hash) : last_(last), hash_(std::move(hash)) {}

    std::string next(const AuditEntry& entry, WallTime at);  // ends with a line break
    // Is this the line that follows? Goes on behind it if so.
    bool follows(std::string_view line);

    std::uint64_t last() const { return last_; }
    const std::string& hash() const { return hash_; }

private:
    std::uint64_t last_;
    std::string hash_;
};

}  // namespace policies
}  // namespace wm
