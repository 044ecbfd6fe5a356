#include "policies/learning_judge.hpp"
#include "policies/learning_names.hpp"

#include <algorithm>

namespace wm::policies::learning {

using Kind = RunJudgement::Kind;

Proofs::Proofs(const Turn& turn) : runs(judge_runs(turn.tools)) {
    std::string worked;
    std::string failed;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const RunJudgement& run = runs[i];
        own_tool = own_tool || run.kind == Kind::own_tool;
        if (run.kind == Kind::own_tool || run.kind == Kind::native_memory) continue;
        any = any || run.succeeded;
        measured = measured || (run.succeeded && run.kind != Kind::read && run.kind != Kind::file_edit);
        edited = edited || (run.kind == Kind::file_edit && run.succeeded);
        const bool changes = run.kind == Kind::mutation;
        if (run.succeeded && !run.call_id.empty())
            call_ids.insert(changes ? call_ids.begin() : call_ids.end(), run.call_id);
        if (!changes) continue;
        mutated = mutated || run.succeeded;
        unmended = !run.succeeded && !run.failed_then_fixed;
        if (run.failed_then_fixed) continue;
        for (const auto& [key, value] : turn.tools[i].arguments)
            (run.succeeded ? worked : failed).append(value.substr(0, 2000)).append(" ");
    }
    if (call_ids.size() > 8) call_ids.resize(8);
    const std::vector<std::string> good = content_words(worked);
    for (std::string& word : content_words(failed)) {
        if (std::find(good.begin(), good.end(), word) == good.end()) failed_words.push_back(std::move(word));
    }
}

bool Proofs::failed_on(std::string_view text) const {
    const std::vector<std::string> words = content_words(text);
    return std::any_of(failed_words.begin(), failed_words.end(), [&](const std::string& word) {
        return std::find(words.begin(), words.end(), word) != words.end();
    });
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

// The text of a clause; one that names nothing ("lo he reiniciado") gets the name that the message gave before.
std::string Judge::named(const Message& message, std::size_t index) const {
    const std::string& text = message.clauses[index].text;
    if (!find_subject(text).empty()) return text;
    for (std::size_t back = index; back-- > 0;) {
        for (const std::string& name : find_entities(message.clauses[back].text)) {
            if (is_identifier(name)) return name + ": " + text;
        }
    }
    return text;
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
            // A line that ends in a colon announces numbered steps, or any when it is said in order to be remembered.
            const bool heads = clauses[head].text.ends_with(':') && (numbered || message.has(Signal::remember));
            announced = announced || activity.has(Signal::procedure) || heads;
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

// A standing wish, with the rest of its sentence: "por la mañana nada de reuniones, las pongo siempre de 15 a 17".
void Judge::judge_preference(std::size_t index) {
    std::vector<Clause>& clauses = user_.clauses;
    const Activity& activity = clauses[index].activity;
    if (clauses[index].consumed || activity.has(Signal::question) || activity.has(Signal::recall)) return;
    const bool wished =
        activity.has(Signal::preference) ||
        (user_.has(Signal::remember) && clauses[index].scopes.empty() && is_personal(clauses[index].text, context_));
    if (!wished) return;
    clauses[index].consumed = true;
    if (activity.has(Signal::one_off)) return;
    if (!context_.personal_by_plane || !is_allowed(personal_scope, context_)) return reject("personal_only");
    Candidate candidate = candidate_of(clauses[index], {ScopeName(std::string(personal_scope))}, Source::user);
    for (std::size_t k = index + 1; k < clauses.size() && clauses[k].sentence == clauses[index].sentence; ++k) {
        const Activity& more = clauses[k].activity;
        if (more.has(Signal::question) || more.has(Signal::mutation) || clauses[k].secret || clauses[k].consumed) break;
        candidate.text += ", " + clauses[k].text;
        clauses[k].consumed = true;
    }
    candidate.type = RecordType::preference;
    candidate.explicit_words = true;
    add(std::move(candidate));
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
            // "Lo hemos cerrado esta mañana" speaks of the decision; a change of something named is an event of its own.
            const bool changes =
                activity.has(Signal::mutation) && !activity.has(Signal::decision) && !clause.scopes.empty();
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
    for (std::size_t i = 0; i < user_.clauses.size(); ++i) judge_preference(i);
    if (!told_before) judge_decisions();
    for (std::size_t i = 0; i < user_.clauses.size(); ++i) {
        if (!user_.clauses[i].consumed) judge_user_clause(i, told_before, pure);
    }
}

void Judge::judge_user_clause(std::size_t index, bool told_before, bool pure) {
    Clause& clause = user_.clauses[index];
    if (const std::string_view reason = objection(clause, true); !reason.empty()) return reject(reason);
    if (clause.text.empty()) return;
    const Activity& activity = clause.activity;
    const bool changes = activity.has(Signal::mutation);
    const bool happens = activity.has(Signal::occurrence);
    const bool stands = activity.has(Signal::state) || activity.has(Signal::pending);
    if (told_before) {
        const bool told_here = std::any_of(user_.clauses.begin(), user_.clauses.end(), [&](const Clause& other) {
            return other.sentence == clause.sentence && other.activity.has(Signal::duplicate);
        });
        // "As I said, pve04 is off. New: I restarted pve06": a change in another sentence is news.
        if (told_here || !changes) {
            if (changes || stands || activity.has(Signal::fact)) reject("duplicate");
            return;
        }
    }
    if (activity.has(Signal::discovery) && !changes) {
        if (user_.has(Signal::verified)) return judge_learning(user_, index, true);
        if (!stands) return reject("unverified");
    }
    if (activity.has(Signal::plan) && !activity.has(Signal::pending) && !stands) return reject("brainstorm");
    Candidate like = candidate_of(clause, scopes_of(user_, index), Source::user);
    like.text = named(user_, index);
    if (activity.has(Signal::negated) && !changes && !stands) return;
    if (changes) return add_types({RecordType::event, RecordType::state}, like);
    if (happens) add_types({RecordType::event}, like);
    // A symptom that the same message asks to mend is over when the calls are done.
    if (stands && !carried_out_) return add_types({RecordType::state}, like);
    if (happens || carried_out_) return;
    const bool small_talk = activity.has(Signal::chatter) || activity.has(Signal::personal);
    const bool named_thing = !find_entities(clause.text, 1).empty();
    const std::size_t words = content_words(clause.text).size();
    const bool remembered = user_.has(Signal::remember) && !user_.secret && !activity.has(Signal::plan);
    const bool told = activity.has(Signal::fact) && words >= 2 && (remembered || (pure && named_thing));
    // A plain statement about something named, in words that the rules know for a scope's: wide capture (ADR §4.1).
    const bool plain = pure && !user_.secret && named_thing && words >= 2 && !clause.scopes.empty() &&
                       !activity.has(Signal::plan) && !activity.has(Signal::denial) && !small_talk;
    if (activity.has(Signal::past) && plain) return add_types({RecordType::event}, like);
    if (told || plain) return add_types({RecordType::state}, like);
    if (small_talk) reject("chatter");
}

}  // namespace wm::policies::learning
