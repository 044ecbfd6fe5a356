// What the agent said and wanted remembered, judged by what its calls prove.

#include "policies/learning_judge.hpp"
#include "policies/learning_names.hpp"
#include "policies/secrets.hpp"

#include <algorithm>
#include <optional>

namespace wm::policies::learning {

void Judge::judge_intents() {
    std::vector<std::string_view> seen;
    for (const MemoryIntent& intent : turn_.intents) {
        if (std::find(seen.begin(), seen.end(), intent.content.text) != seen.end()) {
            reject("duplicate");
            continue;
        }
        seen.push_back(intent.content.text);
        judge_intent(intent);
    }
}

void Judge::judge_intent(const MemoryIntent& intent) {
    const std::size_t before = candidates_.size();
    bool restated = false;
    const Message message = read_message(intent.content, Source::intent, context_);
    const std::vector<ScopeName> scopes = corporate_scopes(intent.content.text, context_);
    const auto refuse_intent = [&](std::string_view reason) {
        ++out_.intents_rejected;
        reject(reason);
        note({{},
              {},
              "intent",
              strength_of("intent"),
              std::string(reason),
              message.secret ? Content{} : redact(intent.content).text,
              {intent.call_id}});
    };
    if (message.secret) return refuse_intent("secret");
    if (scopes.empty() || message.has(Signal::personal)) return refuse_intent("personal_only");
    std::string_view reason;
    for (const Clause& clause : message.clauses) {
        if (const std::string_view why = objection(clause); !why.empty()) {
            reason = why;
            continue;
        }
        const Activity& activity = clause.activity;
        Candidate like = candidate_of(clause, clause.scopes().empty() ? scopes : clause.scopes(), Source::intent);
        like.explicit_words = true;
        like.rule = "intent";
        if (is_left_open(like)) {
            reason = "speculation";
            continue;
        }
        if (restates(like)) {  // the user's own words say it already, and of what type it is
            restated = true;
            continue;
        }
        like.verified = like.verified && (proofs_.any || user_.has(Signal::verified));
        if (activity.has(Signal::decision)) {
            add_types({RecordType::decision}, like);
        } else if (activity.has(Signal::discovery) || (asks_why_ && activity.has(Signal::general))) {
            like.verified = like.verified || proofs_.checked;
            add_types({RecordType::learning}, like);
        } else if (activity.has(Signal::mutation)) {
            add_types({RecordType::event, RecordType::state}, like);
        } else if (activity.has(Signal::occurrence)) {
            add_types({RecordType::event}, like);
        } else if ((activity.has(Signal::plan) || activity.has(Signal::procedure)) && !activity.has(Signal::state) &&
                   !activity.has(Signal::pending)) {
            reason = "unverified";  // a way to do something that nothing shows to work
        } else {
            add_types({RecordType::state}, like);
        }
    }
    if (candidates_.size() == before && !restated) return refuse_intent(reason.empty() ? "personal_only" : reason);
    ++out_.intents_promoted;
}

// The model keeps as a fact what the user only guesses, weighs or asks: "we may or may not take on the Fenwick job".
bool Judge::is_left_open(const Candidate& candidate) const {
    static constexpr double same_matter = 0.4;  // overlap of content words
    bool open = false;
    for (const Clause& clause : user_.clauses) {
        if (overlap(clause.text, candidate.text) < same_matter) continue;
        const Activity& activity = clause.activity;
        if (!activity.has(Signal::hedge) && !activity.has(Signal::open)) return false;
        open = true;
    }
    return open;
}

bool Judge::restates(const Candidate& candidate) const {
    static constexpr double same_matter = 0.6;  // overlap of content words
    return std::any_of(candidates_.begin(), candidates_.end(), [&](const Candidate& other) {
        return other.source == Source::user && other.scopes == candidate.scopes &&
               overlap(other.text, candidate.text) >= same_matter;
    });
}

void Judge::judge_assistant() {
    if (!proofs_.any) return;
    if (assistant_.has(Signal::failure) && !proofs_.mutated) reject("unverified");
    if (proofs_.broken()) {
        reject("unverified");
        if (!proofs_.checked) return;
    }
    judge_procedures(assistant_, assistant_.has(Signal::verified) && proofs_.mutated);
    judge_listed_procedures(assistant_, assistant_.has(Signal::verified) && proofs_.mutated);
    bool refuted = false;  // a hypothesis was thrown away: what stands beside it only explains why
    for (const Clause& clause : assistant_.clauses) refuted = refuted || clause.activity.has(Signal::discarded);
    for (std::size_t i = 0; i < assistant_.clauses.size(); ++i) {
        Clause& clause = assistant_.clauses[i];
        if (clause.consumed || clause.text.empty() || clause.block == Block::row) continue;
        if (proofs_.repeats_memory(clause.text)) {
            reject("own_tool", clause);
            continue;
        }
        if (judge_found(i)) continue;
        if (const std::string_view reason = objection(clause); !reason.empty()) {
            if (reason == "speculation" || reason == "unverified") reject(reason, clause);
            continue;
        }
        const Activity& activity = clause.activity;
        if (activity.has(Signal::plan)) continue;
        Candidate like = candidate_of(clause, scopes_of(assistant_, i), Source::assistant);
        like.rule = "checked_state";
        if (proofs_.broken()) {  // what a check saw after the failure; the change itself did not happen
            if (proofs_.checked && activity.has(Signal::state) && !activity.has(Signal::mutation) &&
                !activity.has(Signal::negated))
                add_types({RecordType::state}, like);
            continue;
        }
        if (activity.has(Signal::mutation) && (proofs_.mutated || proofs_.edited)) {
            like.rule = "executed_change";
            if (proofs_.failed_on(clause.text)) {
                reject("unverified", clause);
                continue;
            }
            add_types({RecordType::event, RecordType::state}, like);
        } else if (activity.outcome && proofs_.edited && !proofs_.mutated) {
            like.rule = "executed_change";
            add_types({RecordType::event, RecordType::state}, like);
        } else if (activity.has(Signal::state) && (proofs_.mutated || !refuted)) {
            add_types({RecordType::state}, like);
        } else if (activity.has(Signal::fact) && proofs_.measured && !proofs_.mutated && !refuted) {
            add_types({RecordType::state}, like);
        }
    }
}

// A cause that a call of the turn confirms, or why the first try failed where a later one worked. True: nothing else of
// the clause is left to judge.
bool Judge::judge_found(std::size_t index) {
    const Clause& clause = assistant_.clauses[index];
    const Activity& activity = clause.activity;
    const std::string_view reason = objection(clause);
    const bool explained = activity.has(Signal::discovery) || activity.has(Signal::general);
    // "The export is empty because the user cannot write there": the failure that was asked about, and not one of the agent's.
    const bool asked_failure = asks_why_ && !why_answered_ && proofs_.by_shell && !proofs_.mutated &&
                               !activity.has(Signal::speaker) && proofs_.recalled.empty();
    // "Root cause: old files had filled the disk, so the snapshot failed", after a change that mended it.
    const bool mended = activity.has(Signal::discovery) && proofs_.mutated && !proofs_.unmended && !proofs_.broken();
    if ((proofs_.recovered || asked_failure || mended) && explained && activity.has(Signal::failure) &&
        reason == "unverified") {
        why_answered_ = why_answered_ || asked_failure;
        if (asked_failure && (proofs_.checked || proofs_.remote)) {
            Candidate like = candidate_of(clause, scopes_of(assistant_, index), Source::assistant);
            like.rule = "checked_state";
            add_types({RecordType::state}, like);
        }
        judge_learning(assistant_, index, true);
        return true;
    }
    if (!reason.empty()) return false;
    const bool looked = proofs_.checked || proofs_.by_shell;  // a log that was read shows it as well
    // What answers a "why" after a look is the cause that was looked for.
    const bool answers = asks_why_ && !why_answered_ && looked && !proofs_.mutated && proofs_.recalled.empty() &&
                         (activity.has(Signal::general) || activity.has(Signal::state) || activity.has(Signal::fact)) &&
                         !activity.has(Signal::plan);
    if (activity.has(Signal::discovery) || answers) {
        why_answered_ = why_answered_ || answers;
        const bool verified =
            activity.has(Signal::verified) || proofs_.mutated || looked || assistant_.has(Signal::verified);
        if (!verified) {
            reject("unverified", clause);
            return true;
        }
        // What a look found is also how the thing is now.
        if (!proofs_.mutated && (proofs_.checked || proofs_.remote)) {
            Candidate like = candidate_of(clause, scopes_of(assistant_, index), Source::assistant);
            like.rule = "checked_state";
            add_types({RecordType::state}, like);
        }
        judge_learning(assistant_, index, true);
        return true;
    }
    const bool compares = activity.has(Signal::general) && activity.has(Signal::verified) && proofs_.checked;
    if (!compares || activity.has(Signal::mutation) || activity.has(Signal::state)) return false;
    judge_learning(assistant_, index, true);
    return true;
}

namespace {

// A word of some length that stands in both, such as the resource that was asked about.
bool shares_a_name(std::string_view answer, std::string_view question) {
    static constexpr std::size_t name_bytes_min = 6;
    const auto asked = content_words(question, name_bytes_min);
    const auto said = content_words(answer, name_bytes_min);
    return std::any_of(said.begin(), said.end(), [&](const std::string& word) {
        return std::find(asked.begin(), asked.end(), word) != asked.end();
    });
}

}  // namespace

// What the agent answers after a look that was asked for is how the thing is now, in whatever words: "donors-r1 is fully
// caught up, zero seconds behind".
void Judge::judge_by_looks() {
    const bool looked = proofs_.checked || proofs_.remote;
    if (!looked || !carried_out_ || proofs_.mutated || proofs_.edited || proofs_.broken() || asks_why_) return;
    if (user_.has(Signal::hedge) || !proofs_.recalled.empty() || assistant_.has(Signal::discarded)) return;
    const bool told = std::any_of(candidates_.begin(), candidates_.end(), [](const Candidate& candidate) {
        return candidate.source == Source::assistant || candidate.source == Source::tool;
    });
    if (told) return;
    for (std::size_t i = 0; i < assistant_.clauses.size(); ++i) {
        const Clause& clause = assistant_.clauses[i];
        const Activity& activity = clause.activity;
        const bool fits = objection(clause).empty() && clause.block == Block::prose && !clause.text.empty() &&
                          !activity.has(Signal::plan) && !activity.has(Signal::speaker) &&
                          !activity.has(Signal::negated) && content_words(clause.text).size() >= 3;
        const auto names = find_entities(clause.text, 4);
        const bool named =
            std::any_of(names.begin(), names.end(), [](const auto& name) { return is_identifier(name); }) ||
            shares_a_name(clause.text, turn_.user_message.text);
        if (!fits || !named) continue;
        Candidate like = candidate_of(clause, scopes_of(assistant_, i), Source::assistant);
        like.rule = "checked_state";
        return add_types({RecordType::state}, like);
    }
}

// A change that worked is a strong signal even when the words around it are unusual (ADR §10): what the agent says of the
// outcome is the event, too.
void Judge::judge_by_tools() {
    if (!proofs_.mutated) return;
    bool event = false;
    bool state = false;
    std::optional<Candidate> outcome;
    for (const Candidate& candidate : candidates_) {
        // What the user tells counts when it is about what the calls did.
        const bool same_matter =
            carried_out_ && std::any_of(candidate.scopes.begin(), candidate.scopes.end(), [&](const ScopeName& scope) {
                return std::find(tool_scopes_.begin(), tool_scopes_.end(), scope) != tool_scopes_.end();
            });
        if (candidate.source == Source::user && !same_matter) continue;
        event = event || candidate.type == RecordType::event;
        state = state || candidate.type == RecordType::state;
        const bool reported = candidate.source == Source::assistant && candidate.type == RecordType::state;
        if (reported && !outcome && !proofs_.failed_on(candidate.text)) outcome = candidate;
    }
    if (event && state) return;
    if (outcome && !event) {
        outcome->rule = "executed_change";
        return add_types({RecordType::event}, *outcome);
    }
    if (proofs_.unmended) return;
    for (std::size_t i = 0; i < assistant_.clauses.size(); ++i) {
        const Clause& clause = assistant_.clauses[i];
        const bool fits = objection(clause).empty() && clause.block == Block::prose && !clause.text.empty() &&
                          !clause.activity.has(Signal::plan) && content_words(clause.text).size() >= 2;
        if (!fits) continue;
        Candidate like = candidate_of(clause, scopes_of(assistant_, i), Source::tool);
        like.rule = "executed_change";
        for (std::size_t k = i + 1; k < assistant_.clauses.size() && assistant_.clauses[k].sentence == clause.sentence;
             ++k)
            if (objection(assistant_.clauses[k]).empty()) like.text += ", " + assistant_.clauses[k].text;
        if (!event) add_types({RecordType::event}, like);
        if (!state) add_types({RecordType::state}, like);
        return;
    }
}

}  // namespace wm::policies::learning
