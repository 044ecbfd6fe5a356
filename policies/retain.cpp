#include "policies/retain.hpp"

namespace wm::policies {

std::string_view type_name(RecordType type) {
    switch (type) {
        case RecordType::state: return "state";
        case RecordType::event: return "event";
        case RecordType::decision: return "decision";
        case RecordType::procedure: return "procedure";
        case RecordType::learning: return "learning";
        case RecordType::preference: return "preference";
    }
    return "event";
}

Proof proof_of(bool said_by_user, bool backed_by_run, bool explicit_words, bool verified) {
    if (verified) return Proof::required;
    if (explicit_words) return Proof::explicit_or_high;
    return said_by_user || backed_by_run ? Proof::medium : Proof::none;
}

const std::map<std::string, RetainPolicyRow>& default_retain_policy() {
    static const std::map<std::string, RetainPolicyRow> rows{
        // type         keep  temporal  needs                    durability from
        {"state", {true, true, Proof::medium, 0}},
        {"event", {true, true, Proof::medium, 0}},
        {"decision", {true, false, Proof::explicit_or_high, 0}},
        {"procedure", {true, false, Proof::required, 0}},
        {"learning", {true, false, Proof::required, 0}},
        {"preference", {true, false, Proof::medium, 0}},
    };
    return rows;
}

std::string_view refuse(const LearningRecord& record, Proof proof,
                        const std::map<std::string, RetainPolicyRow>& policy) {
    const std::string type(type_name(record.type));
    const auto given = policy.find(type);
    const RetainPolicyRow& row = given != policy.end() ? given->second : default_retain_policy().at(type);
    if (!row.retain || record.durability < row.durability_min) return "policy";
    return proof < row.verification ? "unverified" : std::string_view();
}

}  // namespace wm::policies
