#include "policies/learning.hpp"

#include "policies/learning_judge.hpp"
#include "policies/learning_names.hpp"
#include "policies/orders.hpp"

#include <algorithm>

namespace wm::policies {

namespace learning {

Judgement Judge::run_statement(const Content& content, const ScopeName& scope, double confidence) {
    if (!is_allowed(scope.str(), context_)) {
        reject("no_scope", scope);
        return std::move(out_);
    }
    const Message message = read_message(content, Source::user, context_);
    // How somebody wishes to be answered is their own to say; where to send things is not.
    const bool own_wish = scope.str() == personal_scope && content.text.find("://") == std::string::npos;
    if (message.has(Signal::instruction) || (!own_wish && orders_the_reader(content.text))) {
        reject("instruction", scope);
        return std::move(out_);
    }
    for (const Clause& clause : message.clauses) {
        ++out_.candidates;
        // A standing wish of a person about answers is what personal memory is for; an address to send things to is not.
        const bool wish = scope.str() == personal_scope && clause.activity.has(Signal::preference) &&
                          !clause.activity.has(Signal::instruction) && clause.text.find("://") == std::string::npos;
        if (const std::string_view reason = objection(clause); !reason.empty() && !(wish && reason == "request")) {
            const std::string_view why = reason == "request" ? "instruction" : reason;
            reject(why, scope);
            note({scope, {}, std::string(why), strength_of(why), std::string(why), {clause.text}, {}});
            continue;
        }
        if (content_words(clause.text).size() < 2) continue;
        const Activity& activity = clause.activity;
        Candidate candidate = candidate_of(clause, {scope}, Source::user);
        candidate.explicit_words = true;
        candidate.rule = "explicit_tool";
        candidate.type = scope.str() == personal_scope      ? RecordType::preference
                         : activity.has(Signal::decision)   ? RecordType::decision
                         : activity.has(Signal::discovery)  ? RecordType::learning
                         : activity.has(Signal::mutation)   ? RecordType::event
                         : activity.has(Signal::occurrence) ? RecordType::event
                                                            : RecordType::state;
        candidates_.push_back(candidate);
        if (candidate.type == RecordType::event && activity.has(Signal::mutation)) {
            candidate.type = RecordType::state;
            candidates_.push_back(candidate);
        }
    }
    if (message.secret) reject("secret", scope);
    Judgement judged = finish();
    for (ScopedRecords& scoped : judged.accepted) {
        for (LearningRecord& record : scoped.records)
            record.confidence = std::min(record.confidence, std::clamp(confidence, 0.0, 1.0));
    }
    return judged;
}

}  // namespace learning

Judgement judge_turn(const Turn& turn, const JudgeContext& context) { return learning::Judge(turn, context).run(); }

Judgement judge_statement(const Content& content, const ScopeName& scope, double confidence,
                          const JudgeContext& context) {
    const Turn none;
    return learning::Judge(none, context).run_statement(content, scope, confidence);
}

}  // namespace wm::policies
