#include "policies/learning_judge.hpp"
#include "policies/learning_names.hpp"

#include <algorithm>

namespace wm::policies::learning {

using Kind = RunJudgement::Kind;

Proofs::Proofs(const Turn& turn) : runs(judge_runs(turn.tools)) {
    for (const RunJudgement& run : runs) {
        own_tool = own_tool || run.kind == Kind::own_tool;
        if (run.kind == Kind::own_tool || run.kind == Kind::native_memory) continue;
        any = any || run.succeeded;
        const bool changes = run.kind == Kind::mutation;
        mutated = mutated || (changes && run.succeeded);
        if (changes) broken = !run.succeeded && !run.failed_then_fixed;
        if (run.succeeded && !run.call_id.empty()) {
            call_ids.insert(changes ? call_ids.begin() : call_ids.end(), run.call_id);
        }
    }
    if (call_ids.size() > 8) call_ids.resize(8);
}

Candidate candidate_of(const Clause& clause, std::vector<ScopeName> scopes, Source source) {
    Candidate candidate;
    candidate.text = clause.text;
    candidate.scopes = std::move(scopes);
    candidate.activity = clause.activity;
    candidate.source = source;
    candidate.verified = clause.activity.has(Signal::verified);
    return candidate;
}

Judgement Judge::run() {
    user_ = read_message(turn_.user_message, Source::user, context_);
    assistant_ = read_message(turn_.assistant_response, Source::assistant, context_);
    topic_scopes_ = corporate_scopes(turn_.user_message.text, context_);
    carried_out_ = proofs_.any && (user_.has(Signal::request) || user_.has(Signal::question));
    reject_by_message();
    judge_user();
    judge_intents();
    judge_assistant();
    judge_by_tools();
    return finish();
}

void Judge::reject(std::string_view reason, const ScopeName& scope) {
    const bool known = std::any_of(out_.rejected.begin(), out_.rejected.end(), [&](const Rejection& rejection) {
        return rejection.reason == reason && rejection.scope == scope;
    });
    if (!known) out_.rejected.push_back({std::string(reason), scope});
}

void Judge::reject_by_message() {
    if (user_.secret || assistant_.secret) reject("secret");
    if (proofs_.own_tool) reject("own_tool");
    if (!proofs_.runs.empty() && proofs_.any) reject("raw_output");
}

std::vector<ScopeName> Judge::scopes_of(const Message& message, std::size_t index) const {
    const std::vector<Clause>& clauses = message.clauses;
    if (!clauses[index].scopes.empty()) return clauses[index].scopes;
    for (std::size_t back = index; back-- > 0 && clauses[back].paragraph == clauses[index].paragraph;) {
        if (!clauses[back].scopes.empty()) return clauses[back].scopes;
    }
    if (!topic_scopes_.empty()) return {topic_scopes_.front()};
    for (const Clause& clause : clauses) {
        if (!clause.scopes.empty()) return clause.scopes;
    }
    return {};
}

void Judge::add(Candidate candidate) {
    ++out_.candidates;
    if (candidate.scopes.empty()) return reject("no_scope");
    candidates_.push_back(std::move(candidate));
}

void Judge::add_types(std::initializer_list<RecordType> types, const Candidate& like) {
    for (const RecordType type : types) {
        Candidate candidate = like;
        candidate.type = type;
        add(std::move(candidate));
    }
}

// Steps: at least two items in a row, with a sentence before them that announces a procedure or says that it works.
void Judge::judge_procedures(Message& message, bool verified) {
    std::vector<Clause>& clauses = message.clauses;
    for (std::size_t i = 0; i < clauses.size();) {
        if (clauses[i].block != Block::item) {
            ++i;
            continue;
        }
        std::size_t end = i;
        std::size_t items = 0;
        std::size_t sentence = 0;
        bool numbered = false;
        for (; end < clauses.size() && clauses[end].block == Block::item; ++end) {
            items += clauses[end].sentence != sentence ? 1 : 0;
            sentence = clauses[end].sentence;
            numbered = numbered || clauses[end].numbered;
        }
        bool announced = false;
        bool proven = verified;
        std::string text;
        std::vector<ScopeName> scopes;
        for (std::size_t head = i; head-- > 0 && i - head <= 4 && clauses[head].block == Block::prose &&
                                   clauses[head].paragraph + 1 >= clauses[i].paragraph;) {
            const Activity& activity = clauses[head].activity;
            announced = announced || activity.has(Signal::procedure);
            proven = proven || activity.has(Signal::verified);
            text = clauses[head].text + (text.empty() ? "" : " ") + text;
            if (scopes.empty()) scopes = clauses[head].scopes;
        }
        const bool steps = items >= 2 && announced && (numbered || proven) && proven;
        if (steps) {
            for (std::size_t k = i; k < end; ++k) {
                text += (clauses[k].sentence != (k > i ? clauses[k - 1].sentence : 0) ? "; " : ", ") + clauses[k].text;
                clauses[k].consumed = true;
                if (scopes.empty()) scopes = clauses[k].scopes;
            }
            for (std::size_t head = i; head-- > 0 && i - head <= 4;) {
                if (clauses[head].activity.has(Signal::procedure)) clauses[head].consumed = true;
            }
            Candidate candidate;
            candidate.type = RecordType::procedure;
            candidate.text = compact(text, 2000);
            if (const auto whole = corporate_scopes(candidate.text, context_); !whole.empty()) scopes = {whole.front()};
            candidate.scopes = scopes.empty() ? topic_scopes_ : scopes;
            candidate.source = message.source;
            candidate.verified = true;
            add(std::move(candidate));
        }
        i = end;
    }
}

bool Judge::judge_preference(Clause& clause) {
    const Activity& activity = clause.activity;
    if (!activity.has(Signal::preference) || activity.has(Signal::question) || activity.has(Signal::recall))
        return false;
    clause.consumed = true;
    if (activity.has(Signal::one_off)) return true;
    if (!context_.personal_by_plane || !is_allowed(personal_scope, context_)) {
        reject("personal_only");
        return true;
    }
    Candidate candidate = candidate_of(clause, {ScopeName(std::string(personal_scope))}, Source::user);
    candidate.type = RecordType::preference;
    candidate.explicit_words = true;
    add(std::move(candidate));
    return true;
}

// A decision takes the statements around it along: "Approved. Ceph goes to 19.2.3 on Thursday."
void Judge::judge_decisions() {
    std::vector<Clause>& clauses = user_.clauses;
    for (std::size_t i = 0; i < clauses.size(); ++i) {
        const bool decides = clauses[i].activity.has(Signal::decision) && objection(clauses[i]).empty();
        if (!decides || clauses[i].consumed) continue;
        std::vector<Candidate> by_scope;
        for (std::size_t k = 0; k < clauses.size(); ++k) {
            Clause& clause = clauses[k];
            if (clause.paragraph != clauses[i].paragraph || clause.consumed || clause.text.empty()) continue;
            const Activity& activity = clause.activity;
            const bool changes = activity.has(Signal::mutation) && !activity.has(Signal::decision);
            if (!objection(clause).empty() || changes || activity.has(Signal::preference) ||
                activity.has(Signal::chatter))
                continue;
            const std::vector<ScopeName> scopes = scopes_of(user_, k);
            clause.consumed = true;
            const auto same =
                std::find_if(by_scope.begin(), by_scope.end(), [&](const Candidate& c) { return c.scopes == scopes; });
            if (same != by_scope.end()) {
                same->text += " " + clause.text;
                continue;
            }
            Candidate candidate = candidate_of(clause, scopes, Source::user);
            candidate.type = RecordType::decision;
            candidate.explicit_words = true;
            by_scope.push_back(std::move(candidate));
        }
        for (Candidate& candidate : by_scope) add(std::move(candidate));
    }
}

// The cause with the sentences that explain it, up to the end of the paragraph.
void Judge::judge_learning(Message& message, std::size_t index, bool verified) {
    std::vector<Clause>& clauses = message.clauses;
    Candidate candidate = candidate_of(clauses[index], scopes_of(message, index), message.source);
    candidate.type = RecordType::learning;
    candidate.verified = verified;
    clauses[index].consumed = true;
    for (std::size_t k = index + 1; k < clauses.size() && clauses[k].paragraph == clauses[index].paragraph; ++k) {
        const bool fine = objection(clauses[k]).empty() && clauses[k].block != Block::row && !clauses[k].secret;
        if (!fine || candidate.text.size() + clauses[k].text.size() > 600) continue;
        candidate.text += " " + clauses[k].text;
        const Activity& activity = clauses[k].activity;
        if (!activity.has(Signal::mutation) && !activity.has(Signal::state)) clauses[k].consumed = true;
    }
    add(std::move(candidate));
}

void Judge::judge_user() {
    const bool told_before = user_.has(Signal::duplicate);
    const bool pure = !user_.has(Signal::question) && !user_.has(Signal::request) && !user_.has(Signal::recall);
    judge_procedures(user_, user_.has(Signal::verified));
    for (Clause& clause : user_.clauses) {
        if (!clause.consumed) judge_preference(clause);
    }
    if (!told_before) judge_decisions();
    for (std::size_t i = 0; i < user_.clauses.size(); ++i) {
        if (!user_.clauses[i].consumed) judge_user_clause(i, told_before, pure);
    }
}

void Judge::judge_user_clause(std::size_t index, bool told_before, bool pure) {
    Clause& clause = user_.clauses[index];
    if (const std::string_view reason = objection(clause); !reason.empty()) return reject(reason);
    if (clause.text.empty()) return;
    const Activity& activity = clause.activity;
    const bool changes = activity.has(Signal::mutation);
    const bool happens = activity.has(Signal::occurrence);
    const bool stands = activity.has(Signal::state) || activity.has(Signal::pending);
    if (told_before) {
        if (changes || stands || activity.has(Signal::fact)) reject("duplicate");
        return;
    }
    if (activity.has(Signal::discovery) && !changes) {
        if (user_.has(Signal::verified)) return judge_learning(user_, index, true);
        if (!stands) return reject("unverified");
    }
    if (activity.has(Signal::plan) && !activity.has(Signal::pending) && !stands) return reject("brainstorm");
    const Candidate like = candidate_of(clause, scopes_of(user_, index), Source::user);
    if (activity.has(Signal::negated) && !changes && !stands) return;
    if (changes) return add_types({RecordType::event, RecordType::state}, like);
    if (happens) add_types({RecordType::event}, like);
    // A symptom that the same message asks to mend is over when the calls are done.
    if (stands && !carried_out_) return add_types({RecordType::state}, like);
    const bool remembered = user_.has(Signal::remember) && !user_.secret;
    const bool told = activity.has(Signal::fact) && pure && !find_entities(clause.text, 1).empty();
    const bool enough = content_words(clause.text).size() >= 2;
    if (!happens && enough && !carried_out_ && (told || (remembered && !activity.has(Signal::plan)))) {
        return add_types({RecordType::state}, like);
    }
    if (activity.has(Signal::chatter) || activity.has(Signal::personal)) reject("chatter");
}

}  // namespace wm::policies::learning
