// Procedures: steps in a list or told one after the other, with the words that announce them and show that they work.

#include "policies/learning_judge.hpp"

namespace wm::policies::learning {

namespace {

constexpr std::size_t procedure_bytes_max = 2000;

}  // namespace

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
            if (scopes.empty()) scopes = clauses[head].scopes();
        }
        const bool steps = items >= 2 && announced && (numbered || proven) && proven;
        if (steps) {
            for (std::size_t k = i; k < end; ++k) {
                text += (clauses[k].sentence != (k > i ? clauses[k - 1].sentence : 0) ? "; " : ", ") + clauses[k].text;
                clauses[k].consumed = true;
                if (scopes.empty()) scopes = clauses[k].scopes();
            }
            for (std::size_t head = i; head-- > 0 && i - head <= 4;) {
                if (clauses[head].activity.has(Signal::procedure) || clauses[head].text.ends_with(':'))
                    clauses[head].consumed = true;
            }
            add_procedure(message.source, text, scopes_of_steps(text, std::move(scopes)));
            close_procedure(message, clauses[i].paragraph);
        }
        i = end;
    }
}

// "Primero … luego … después …": the sentences of a paragraph that go from step to step.
void Judge::judge_told_procedures(Message& message, bool verified) {
    std::vector<Clause>& clauses = message.clauses;
    for (std::size_t i = 0; i < clauses.size();) {
        std::size_t end = i;
        std::size_t steps = 0;
        std::size_t last = i;
        bool opens = false;
        bool announced = false;
        bool fine = true;
        for (; end < clauses.size() && clauses[end].paragraph == clauses[i].paragraph; ++end) {
            const Clause& clause = clauses[end];
            if (clause.block != Block::prose || clause.consumed) continue;
            const Activity& activity = clause.activity;
            if (activity.steps > 0) last = end;
            steps += activity.steps;
            opens = opens || activity.first_step;
            announced = announced || activity.has(Signal::procedure);
            const bool part = activity.steps > 0 || activity.has(Signal::procedure);
            fine = fine && !(part && (activity.has(Signal::question) || activity.has(Signal::recall) ||
                                      activity.has(Signal::hedge) || activity.has(Signal::instruction)));
        }
        const bool sequence = steps >= 2 && (opens || steps >= 3) && fine && announced;
        if (sequence && !verified) reject("unverified");
        if (sequence && verified) add_told_procedure(message, i, last);
        i = end;
    }
}

void Judge::add_told_procedure(Message& message, std::size_t begin, std::size_t last) {
    std::vector<Clause>& clauses = message.clauses;
    std::string text;
    std::vector<ScopeName> scopes;
    while (last + 1 < clauses.size() && clauses[last + 1].sentence == clauses[last].sentence) ++last;
    for (std::size_t k = begin; k <= last; ++k) {
        Clause& clause = clauses[k];
        const Activity& activity = clause.activity;
        const bool other = activity.has(Signal::chatter) || activity.has(Signal::recall) || clause.secret ||
                           clause.block != Block::prose || clause.consumed;
        if (other) continue;
        text += (text.empty() ? "" : clauses[k].sentence == clauses[k - 1].sentence ? ", " : " ") + clause.text;
        clause.consumed = true;
        if (scopes.empty()) scopes = clause.scopes();
    }
    add_procedure(message.source, text, scopes_of_steps(text, std::move(scopes)));
}

// What all the steps together are about, when that is a matter of the company's; else what one of them is about.
std::vector<ScopeName> Judge::scopes_of_steps(const std::string& steps, std::vector<ScopeName> scopes) const {
    if (const auto whole = corporate_scopes(compact(steps, procedure_bytes_max), context_); !whole.empty())
        return {whole.front()};
    return scopes;
}

void Judge::add_procedure(Source source, const std::string& steps, std::vector<ScopeName> scopes) {
    Candidate candidate;
    candidate.type = RecordType::procedure;
    candidate.text = compact(steps, procedure_bytes_max);
    candidate.scopes = scopes.empty() ? topic_scopes() : std::move(scopes);
    candidate.source = source;
    candidate.verified = true;
    candidate.rule = "procedure";
    add(std::move(candidate));
}

}  // namespace wm::policies::learning
