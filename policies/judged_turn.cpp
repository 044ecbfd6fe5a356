#include "policies/judged_turn.hpp"

#include "policies/secrets.hpp"
#include "policies/utf8.hpp"

#include <utility>

namespace wm::policies {

JudgedTurn judged_turn(SessionId session, TurnId turn, const Principal& principal, WallTime at, Judgement& judgement) {
    JudgedTurn judged;
    judged.session = std::move(session);
    judged.turn = std::move(turn);
    judged.agent = principal.agent();
    judged.user = principal.user();
    judged.at = at;
    judged.candidates = judgement.candidates;
    judged.verdicts = std::move(judgement.verdicts);
    for (auto& verdict : judged.verdicts) verdict.text.text = cut(verdict.text.text, verdict_bytes_max);
    return judged;
}

JudgedTurn shown(JudgedTurn turn) {
    for (auto& verdict : turn.verdicts) verdict.text = redact(verdict.text).text;
    return turn;
}

std::size_t bytes_of(const JudgedTurn& turn) {
    auto bytes = sizeof turn + turn.session.str().size() + turn.turn.str().size();
    for (const auto& verdict : turn.verdicts) {
        bytes += sizeof verdict + verdict.text.text.size() + verdict.rule.size() + verdict.reason.size();
        for (const auto& call : verdict.evidence) bytes += sizeof call + call.size();
    }
    return bytes;
}

}  // namespace wm::policies
