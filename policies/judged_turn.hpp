#pragma once
// What was judged of a turn, for `explain`: every statement that was looked at, and why it is kept or not. Built by who
// judges; immutable once handed over. Holds content: for operators only, in memory only.

#include "policies/access.hpp"
#include "policies/learning.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace wm::policies {

struct JudgedTurn {
    SessionId session;  // with its agent, as actors/sessions writes it
    TurnId turn;
    AgentId agent;
    UserId user;
    WallTime at{};
    std::string_view by = "turn";      // memory_retain: handed in by the model
    std::string_view status = "open";  // retained, empty, seen_before, full, failed, rejected
    std::size_t candidates = 0;
    std::vector<Verdict> verdicts;  // redacted by who judged, each the beginning of its text
};

inline constexpr std::size_t verdict_bytes_max = 400;  // of a text that is remembered

// What is remembered of a judgement, whose verdicts it takes over: the beginning of each text.
JudgedTurn judged_turn(SessionId session, TurnId turn, const Principal& principal, WallTime at, Judgement& judgement);

// As an operator is shown it: redacted once more, as all that is shown.
JudgedTurn shown(JudgedTurn turn);

std::size_t bytes_of(const JudgedTurn& turn);  // about what it keeps in memory

}  // namespace wm::policies
