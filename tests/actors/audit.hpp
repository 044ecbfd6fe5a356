#pragma once
// An audit trail in memory.

#include "actors/audit.hpp"

#include <string>
#include <vector>

namespace wm {

struct Accounts final : Audit {
    void note(AuditEntry entry) override {
        std::string line(name_of(entry.action));
        for (const auto& field : {entry.agent.str(), entry.user.str(), entry.scope.str(), entry.object, entry.verdict})
            line += "|" + field;
        lines.push_back(std::move(line));
    }
    std::vector<std::string> lines;
};

}  // namespace wm
