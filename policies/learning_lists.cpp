// Lists that a user writes into one message: steps in a row that are said to work, and fact sheets.

#include "policies/fold.hpp"
#include "policies/learning_judge.hpp"
#include "policies/learning_names.hpp"

#include <algorithm>

namespace wm::policies::learning {

namespace {

constexpr std::size_t steps_min = 3;
constexpr std::size_t step_words_max = 14;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::size_t words_in(std::string_view text) {
    std::size_t words = 0;
    for (std::size_t i = 0; i < text.size(); ++i) words += text[i] != ' ' && (i == 0 || text[i - 1] == ' ') ? 1 : 0;
    return words;
}

// The parts of "drain it, stop kubelet, then uncordon" or "1) drain it, 2) stop kubelet": how many, and none of them long.
std::size_t steps_in(std::string_view text) {
    std::size_t steps = 0;
    std::size_t start = 0;
    int depth = 0;
    for (std::size_t at = 0; at <= text.size(); ++at) {
        if (at < text.size() && text[at] == '(') ++depth;
        if (at < text.size() && text[at] == ')' && depth > 0) --depth;
        const bool cut = at == text.size() || (depth == 0 && (text[at] == ',' || text[at] == ';') &&
                                               !(at > 0 && at + 1 < text.size() && is_digit(text[at + 1])));
        if (!cut) continue;
        const auto part = text.substr(start, at - start);
        const std::size_t words = words_in(part);
        if (words > step_words_max) return 0;
        steps += words > 0 ? 1 : 0;
        if (at == text.size())  // "…, run certbot and start postfix"
            for (const std::string_view last : {" and ", " y ", " und "})
                steps += part.find(last) != std::string_view::npos ? 1 : 0;
        start = at + 1;
    }
    return steps;
}

// Where the list of a sentence begins: behind its colon. npos without one.
std::size_t list_begin(std::string_view sentence) {
    for (std::size_t at = sentence.find(": "); at != std::string_view::npos; at = sentence.find(": ", at + 1)) {
        if (steps_in(sentence.substr(at + 2)) >= steps_min) return at + 2;
    }
    return std::string_view::npos;
}

// "Para sacar un nodo", "To renew the certificate", "Um den Akku zu tauschen": what the steps are for.
bool names_a_purpose(std::string_view sentence) {
    const std::string folded = fold_text(sentence.substr(0, 40));
    const std::string_view text = folded;
    const auto word_end = [&](std::size_t at) { return std::min(text.find_first_of(" ,:", at), text.size()); };
    if (text.starts_with("um ")) return true;
    if (text.starts_with("to ")) return word_end(3) > 4;
    if (!text.starts_with("para ")) return false;
    const auto verb = text.substr(5, word_end(5) - 5);
    return verb.ends_with("ar") || verb.ends_with("er") || verb.ends_with("ir") || verb.ends_with("rse") ||
           verb.ends_with("rlo") || verb.ends_with("rla");
}

}  // namespace

// "So klappt es: X löschen, Y wiederherstellen, dann Z zuweisen": steps in a row behind a colon, announced as a way to do
// something, and said or shown to work.
void Judge::judge_listed_procedures(Message& message, bool verified) {
    std::vector<Clause>& clauses = message.clauses;
    for (std::size_t i = 0; i < clauses.size();) {
        std::size_t end = i;
        std::string text;
        bool announced = false;
        bool fine = true;
        bool settled = false;  // its heading says that it works: what a step decides or finds is a step
        std::vector<ScopeName> scopes;
        for (; end < clauses.size() && clauses[end].sentence == clauses[i].sentence; ++end) {
            const Clause& clause = clauses[end];
            const Activity& activity = clause.activity;
            text += (text.empty() ? "" : ", ") + clause.text;
            announced = announced || activity.has(Signal::procedure) || activity.works ||
                        ((activity.has(Signal::verified) || verified) && names_a_purpose(text));
            settled = settled || (announced && activity.has(Signal::verified) && text.find(": ") == std::string::npos);
            fine = fine && clause.block == Block::prose && !clause.consumed && !clause.secret &&
                   clause.text.find('?') == std::string::npos && !activity.has(Signal::recall) &&
                   !activity.has(Signal::hedge) && !activity.has(Signal::open) && !activity.has(Signal::instruction) &&
                   (settled || (!activity.has(Signal::decision) && !activity.has(Signal::discovery)));
            if (scopes.empty()) scopes = clause.scopes();
        }
        const bool counted = text.find("1)") != std::string::npos && text.find("2)") != std::string::npos;
        announced = announced || counted;
        const bool listed = fine && announced && list_begin(text) != std::string_view::npos;
        if (listed && !verified) reject("unverified");
        if (listed && verified) {
            for (std::size_t k = i; k < end; ++k) clauses[k].consumed = true;
            if (!scopes.empty()) scopes.resize(1, scopes.front());
            add_procedure(message.source, text, std::move(scopes));
            close_procedure(message, clauses[i].paragraph);
        }
        i = end;
    }
}

// "It works; tested.": what stands beside the steps and only says so belongs to them.
void Judge::close_procedure(Message& message, std::size_t paragraph) {
    for (Clause& clause : message.clauses) {
        const Activity& activity = clause.activity;
        const bool beside = clause.paragraph == paragraph || clause.paragraph == paragraph + 1;
        const bool praise = activity.has(Signal::verified) || activity.has(Signal::procedure);
        if (beside && praise && !activity.has(Signal::mutation) && !activity.has(Signal::decision) &&
            !activity.has(Signal::discovery))
            clause.consumed = true;
    }
}

// "Hotel X, as they told me:" and items below: how the thing named above is.
void Judge::judge_fact_sheet() {
    std::vector<Clause>& clauses = user_.clauses;
    for (std::size_t i = 1; i < clauses.size(); ++i) {
        if (clauses[i].block != Block::item || clauses[i - 1].block != Block::prose) continue;
        const Clause& head = clauses[i - 1];
        std::size_t end = i;
        while (end < clauses.size() && clauses[end].block == Block::item) ++end;
        const Activity& activity = head.activity;
        const bool announces = head.text.ends_with(':') && objection(head).empty() &&
                               !activity.has(Signal::procedure) && !activity.has(Signal::plan) &&
                               !find_entities(head.text, 1).empty();
        if (announces && clauses[end - 1].sentence > clauses[i].sentence) add_sheet(i - 1, i, end);
        i = end;
    }
}

void Judge::add_sheet(std::size_t head, std::size_t begin, std::size_t end) {
    std::vector<Clause>& clauses = user_.clauses;
    std::string text = clauses[head].text;
    std::vector<ScopeName> scopes = clauses[head].scopes();
    std::vector<std::size_t> facts;
    for (std::size_t k = begin; k < end; ++k) {
        const Activity& activity = clauses[k].activity;
        const bool other = !objection(clauses[k]).empty() || clauses[k].consumed || clauses[k].secret ||
                           activity.has(Signal::mutation) || activity.has(Signal::decision) ||
                           activity.has(Signal::plan) || activity.has(Signal::preference) ||
                           activity.has(Signal::discovery) || activity.has(Signal::occurrence);
        if (other || clauses[k].text.empty()) continue;
        if (scopes.empty()) scopes = clauses[k].scopes();
        text += (facts.empty() ? " " : "; ") + clauses[k].text;
        facts.push_back(k);
    }
    if (facts.size() < 2 || scopes.empty()) return;
    for (const std::size_t k : facts) clauses[k].consumed = true;
    clauses[head].consumed = true;
    Candidate candidate = candidate_of(clauses[facts.front()], {scopes.front()}, Source::user);
    candidate.type = RecordType::state;
    candidate.text = compact(text, 2000);
    candidate.rule = "state";
    add(std::move(candidate));
}

}  // namespace wm::policies::learning
