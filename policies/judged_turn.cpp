#include "policies/judged_turn.hpp"

#include "policies/secrets.hpp"
#include "policies/utf8.hpp"

namespace wm::policies {

std::vector<Verdict> remembered(std::vector<Verdict> verdicts) {
    for (auto& verdict : verdicts) {
        verdict.text = redact(verdict.text).text;
        verdict.text.text = cut(verdict.text.text, verdict_bytes_max);
    }
    return verdicts;
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
