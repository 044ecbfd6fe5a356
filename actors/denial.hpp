#pragma once
// What an actor denies is counted and, where somebody keeps account, noted: who asked, in which turn, why not. Any thread.

#include "actors/audit.hpp"
#include "actors/metrics.hpp"

#include <string>
#include <string_view>

namespace wm {

// `asked`: agent, user, scope, and the turn or operation as `object`. A scope that a caller made up is content: only one
// that is configured may stand there. `reason` is an enum's name. `audit` may be null.
inline void deny(Metrics& metrics, Audit* audit, AuditEntry asked, std::string_view reason) {
    metrics.denied_total.add({{Label::agent, asked.agent.str()}, {Label::status, reason}});
    if (!audit) return;
    asked.action = AuditAction::denied;
    asked.verdict = reason;
    audit->note(std::move(asked));
}

// What was refused because a secret stands in it is accounted for as such, once for each scope. Other reasons: nothing.
inline void note_refusal(Audit* audit, AuditEntry refused, std::string_view reason) {
    if (!audit || reason != "secret") return;
    refused.action = AuditAction::redaction;
    refused.verdict = "refused";
    audit->note(std::move(refused));
}

}  // namespace wm
