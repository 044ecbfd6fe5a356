#pragma once
// The port to the audit trail. store/audit_log implements it; whoever decides something that must be accounted for notes it.
//
// Thread: any; returns at once. What a disk refuses is counted, never waited for.

#include "policies/audit.hpp"

namespace wm {

class Audit {
public:
    virtual ~Audit() = default;
    virtual void note(AuditEntry entry) = 0;
};

}  // namespace wm
