// What the user said: standing wishes, decisions, learnings, changes, states.

#include "policies/learning_judge.hpp"
#include "policies/learning_names.hpp"

#include <algorithm>
#include <cstdlib>

namespace wm::policies::learning {

namespace {

// "Die alten VMs sind gelöscht", "the new runner is registered", "läuft seit heute früh auf Debian 12": how it is now, and
// that it has just become so. What is off or on may have been so for long.
bool tells_of_change(const Activity& activity) {
    const std::string_view about = activity.attribute;
    if (activity.has(Signal::temporary) || activity.has(Signal::pending)) return false;
    const bool lasting = about == "deployment" || about == "version" || about == "location" || about == "power";
    // What is new is in use: it was put there. One that is down was there before.
    if (activity.recent && (lasting || activity.outcome)) return true;
    if (activity.fresh && (about == "deployment" || about == "existence" || (activity.outcome && lasting))) return true;
    return activity.outcome && (about == "existence" || about == "location" || about == "version");
}

// "Dos decisiones de hoy", "zwei Entscheidungen", "decisions from this morning's meeting": no more than that.
bool announces_decisions(std::string_view clause) {
    static constexpr std::size_t heading_words_max = 9;
    const auto words = content_words(clause, 3);
    if (words.size() > heading_words_max || clause.find('?') != std::string_view::npos) return false;
    return std::any_of(words.begin(), words.end(), [](const std::string& word) {
        return word == "entscheidungen" || word == "beschlusse" || word == "decisiones" || word == "acuerdos" ||
               word == "decisions";
    });
}

}  // namespace

// The clause belongs to what the user asked to remember: the wish stands in its sentence, or alone in the one beside it.
bool Judge::is_remembered(std::size_t index) const {
    const Clause& clause = user_.clauses[index];
    return std::any_of(user_.clauses.begin(), user_.clauses.end(), [&](const Clause& other) {
        if (!other.activity.has(Signal::remember) || other.activity.has(Signal::question)) return false;
        if (other.paragraph > clause.paragraph + 1) return false;
        if (other.sentence == clause.sentence) return true;
        const std::size_t apart =
            other.sentence > clause.sentence ? other.sentence - clause.sentence : clause.sentence - other.sentence;
        return apart == 1 && content_words(other.text).size() < 3;
    });
}

// A wish for always, a way of working, or a matter of the speaker that shall be remembered.
bool Judge::is_wish(std::size_t index) const {
    const Clause& clause = user_.clauses[index];
    const Activity& activity = clause.activity;
    const auto has_any = [&](std::initializer_list<Signal> signals) {
        return std::any_of(signals.begin(), signals.end(), [&](Signal signal) { return activity.has(signal); });
    };
    if (has_any({Signal::question, Signal::recall, Signal::discarded}) || activity.for_others) return false;
    if (user_.has(Signal::instruction)) return false;  // a text that commands the agent speaks for nobody
    // "If db-7 goes down, call me" is for one case.
    if (activity.has(Signal::plan) && activity.has(Signal::request) && !activity.has(Signal::standing)) return false;
    // What was ordered and is done now is no standing wish.
    const bool own_words = activity.addresses_speaker || activity.has(Signal::speaker);
    if (mended_ && !own_words && !activity.has(Signal::preference)) return false;
    if (activity.has(Signal::preference) || is_own_rule(index)) return true;
    if (has_any({Signal::hedge, Signal::open, Signal::mutation, Signal::occurrence, Signal::failure})) return false;
    const bool own = activity.has(Signal::speaker) || activity.addresses_speaker;
    const bool remembered = is_remembered(index);
    if (activity.has(Signal::standing) && !(activity.has(Signal::personal) && !remembered)) {
        const bool elsewhere = !clause.scopes().empty();
        if (activity.has(Signal::request) && (activity.addresses_speaker || !elsewhere)) return true;
        if (activity.has(Signal::speaker) && (activity.wants || !elsewhere)) return true;
    }
    // "Wenn du meine Texte korrigierst, markier die Änderungen immer": how the speaker is to be served, whatever the verb.
    const bool asks = user_.has(Signal::recall) || user_.has(Signal::question);
    if (!asks && activity.has(Signal::standing) && clause.scopes().empty() && !activity.has(Signal::past) &&
        !activity.has(Signal::decision) && is_personal(clause.text, context_))
        return true;
    const bool decided = activity.has(Signal::decision);  // "he decidido no coger llamadas"
    if (decided ? !activity.has(Signal::speaker) : !remembered || user_.secret) return false;
    if (activity.has(Signal::one_off) || !clause.scopes().empty()) return false;
    // What the model keeps of somebody's life stays where the model keeps it.
    if (!decided && activity.has(Signal::personal) && !turn_.intents.empty()) return false;
    return decided || (own && !activity.has(Signal::plan)) || is_personal(clause.text, context_);
}

// "Conmigo, …, siempre": it begins with the speaker, or speaks of the form of answers, and holds for always.
bool Judge::is_own_rule(std::size_t index) const {
    const Clause& clause = user_.clauses[index];
    const Activity& activity = clause.activity;
    if (!activity.own_matter && !(activity.format && activity.has(Signal::standing))) return false;
    // "For me this never works, why?" is no rule.
    const bool asks = std::any_of(user_.clauses.begin(), user_.clauses.end(), [&](const Clause& other) {
        return other.activity.has(Signal::question) && other.scopes().empty();
    });
    if (asks) return false;
    if (!clause.scopes().empty() || activity.has(Signal::mutation) || activity.has(Signal::occurrence)) return false;
    return std::any_of(user_.clauses.begin(), user_.clauses.end(), [&](const Clause& other) {
        return other.paragraph == clause.paragraph && other.activity.has(Signal::standing);
    });
}

// A standing wish, with the rest of its sentence: "por la mañana nada de reuniones, las pongo siempre de 15 a 17".
void Judge::judge_preference(std::size_t index) {
    std::vector<Clause>& clauses = user_.clauses;
    if (clauses[index].consumed || clauses[index].text.empty() || !is_wish(index)) return;
    clauses[index].consumed = true;
    if (clauses[index].activity.has(Signal::one_off) || clauses[index].activity.has(Signal::hedge)) return;
    if (!context_.personal_by_plane || !is_allowed(personal_scope, context_))
        return reject("personal_only", clauses[index]);
    Candidate candidate = candidate_of(clauses[index], {ScopeName(std::string(personal_scope))}, Source::user);
    candidate.rule = is_remembered(index) ? "remember" : "standing_wish";
    const auto joins = [&](const Clause& clause) {
        const Activity& more = clause.activity;
        return clause.sentence == clauses[index].sentence && !more.has(Signal::question) &&
               !more.has(Signal::mutation) && !clause.secret && !clause.consumed && !clause.text.empty();
    };
    for (std::size_t k = index; k > 0 && joins(clauses[k - 1]); --k) {
        candidate.text = clauses[k - 1].text + ", " + candidate.text;
        clauses[k - 1].consumed = true;
    }
    for (std::size_t k = index + 1; k < clauses.size() && joins(clauses[k]); ++k) {
        candidate.text += ", " + clauses[k].text;
        clauses[k].consumed = true;
    }
    candidate.type = RecordType::preference;
    candidate.explicit_words = true;
    add(std::move(candidate));
}

// What stands beside a decision and belongs to it: no change, no state of its own, no other matter.
bool Judge::goes_with_decision(const Clause& clause) const {
    const Activity& activity = clause.activity;
    if (activity.has(Signal::decision)) return objection(clause, true).empty();
    if (!objection(clause).empty() || activity.has(Signal::preference) || activity.has(Signal::chatter)) return false;
    // "Lo hemos cerrado esta mañana" speaks of the decision; a change of something named is an event of its own.
    const bool named = !clause.scopes().empty() || !find_subject(clause.text).empty();
    if (activity.has(Signal::mutation) && !clause.scopes().empty()) return false;
    if (activity.has(Signal::mutation) && !named && content_words(clause.text).size() < 2) return true;  // "killed it"
    if (activity.has(Signal::occurrence) || (activity.has(Signal::state) && named)) return false;
    const bool only_wish = activity.has(Signal::remember) && !activity.has(Signal::fact);
    const bool amount = clause.text.find_first_of("0123456789") != std::string::npos;
    return !only_wish && (amount || content_words(clause.text).size() >= 2);
}

// A decision takes the statements around it along: "Approved. Ceph goes to 19.2.3 on Thursday."
void Judge::judge_decisions() {
    std::vector<Clause>& clauses = user_.clauses;
    for (std::size_t i = 0; i < clauses.size(); ++i) {
        const bool decides = clauses[i].activity.has(Signal::decision) && objection(clauses[i], true).empty();
        if (!decides || clauses[i].consumed) continue;
        std::vector<Candidate> by_scope;
        for (std::size_t k = 0; k < clauses.size(); ++k) {
            Clause& clause = clauses[k];
            if (clause.paragraph != clauses[i].paragraph || clause.consumed || clause.text.empty()) continue;
            if (!goes_with_decision(clause)) continue;
            // What does not decide goes where the decision goes, unless its own words say otherwise.
            // "Priya signed off" says of nothing what it is about.
            const bool short_word = k != i && content_words(clause.text).size() < 6;
            const std::vector<ScopeName> scopes =
                !short_word && (clause.activity.has(Signal::decision) || !clause.scopes().empty())
                    ? scopes_of(user_, k)
                    : scopes_of(user_, i);
            const auto same =
                std::find_if(by_scope.begin(), by_scope.end(), [&](const Candidate& c) { return c.scopes == scopes; });
            const bool beside = clause.activity.has(Signal::decision) || clause.sentence == clauses[i].sentence;
            if (same == by_scope.end() && !beside) {
                if (by_scope.empty() && k < i && scopes == scopes_of(user_, i))
                    by_scope.push_back(decision_of(clause, scopes));
                else if (!by_scope.empty()) by_scope.front().text += " " + clause.text;
                else continue;
                clause.consumed = true;
                continue;
            }
            clause.consumed = true;
            if (same != by_scope.end()) same->text += " " + clause.text;
            else by_scope.push_back(decision_of(clause, scopes));
        }
        for (Candidate& candidate : by_scope) {
            complete_by_answer(candidate);
            add(std::move(candidate));
        }
    }
}

// "The second one, settled": what was chosen stands in the answer alone.
void Judge::complete_by_answer(Candidate& candidate) const {
    if (!candidate.scopes.empty()) return;
    for (std::size_t i = 0; i < assistant_.clauses.size(); ++i) {
        const Clause& clause = assistant_.clauses[i];
        const Activity& activity = clause.activity;
        if (clause.scopes().empty() || activity.has(Signal::question) || activity.has(Signal::hedge)) continue;
        candidate.scopes = {clause.scopes().front()};
        candidate.text += " (" + clause.text + ")";
        return;
    }
}

Candidate Judge::decision_of(const Clause& clause, std::vector<ScopeName> scopes) const {
    Candidate candidate = candidate_of(clause, std::move(scopes), Source::user);
    candidate.type = RecordType::decision;
    candidate.explicit_words = true;
    candidate.rule = "decision";
    return candidate;
}

// "The board decided today:" and items below, or items and "all approved" behind them: each item is what was decided.
void Judge::read_decision_lists() {
    std::vector<Clause>& clauses = user_.clauses;
    for (std::size_t i = 1; i < clauses.size(); ++i) {
        if (clauses[i].block != Block::item || clauses[i - 1].block != Block::prose) continue;
        std::size_t end = i;
        while (end < clauses.size() && clauses[end].block == Block::item) ++end;
        const auto decides = [&](std::size_t at) {
            return at < clauses.size() && clauses[at].activity.has(Signal::decision) &&
                   objection(clauses[at], true).empty();
        };
        const bool heads = clauses[i - 1].text.ends_with(':') && !clauses[i - 1].activity.has(Signal::question);
        if (heads && (decides(i - 1) || decides(end)))
            for (std::size_t k = i; k < end; ++k) {
                Activity& activity = clauses[k].activity;
                if (!objection(clauses[k], true).empty() || clauses[k].text.empty()) continue;
                for (const Signal told : {Signal::mutation, Signal::occurrence, Signal::state, Signal::fact})
                    activity.clear(told);
                activity.set(Signal::decision);
            }
        i = end;
    }
}

// "Two decisions of today. We deliver no more to Austria. …": what a heading calls decisions.
void Judge::read_announced_decisions() {
    std::vector<Clause>& clauses = user_.clauses;
    for (std::size_t i = 0; i < clauses.size(); ++i) {
        if (!announces_decisions(clauses[i].text)) continue;
        for (std::size_t k = i + 1; k < clauses.size() && clauses[k].paragraph == clauses[i].paragraph; ++k) {
            Activity& activity = clauses[k].activity;
            const bool told = activity.has(Signal::fact) || activity.has(Signal::denial) || activity.has(Signal::state);
            if (told && !clauses[k].scopes().empty() && objection(clauses[k], true).empty() &&
                !activity.has(Signal::standing) && !activity.has(Signal::plan))
                activity.set(Signal::decision);
        }
    }
}

void Judge::judge_user() {
    pass_over_words_of_others();
    read_decision_lists();
    read_announced_decisions();
    judge_procedures(user_, user_.has(Signal::verified));
    judge_listed_procedures(user_, user_.has(Signal::verified));
    judge_told_procedures(user_, user_.has(Signal::verified));
    judge_fact_sheet();
    for (std::size_t i = 0; i < user_.clauses.size(); ++i) judge_preference(i);
    const bool told_before = user_.has(Signal::duplicate);
    if (!told_before) judge_decisions();
    for (std::size_t i = 0; i < user_.clauses.size(); ++i) {
        if (!user_.clauses[i].consumed) judge_user_clause(i);
    }
}

// "As I said, pve04 is off. New: I restarted pve06": what stands with the words, or behind them and is no change, was said
// before. What stands before them in the message is news.
bool Judge::is_told_before(std::size_t index) const {
    const Clause& clause = user_.clauses[index];
    for (const Clause& other : user_.clauses) {
        if (!other.activity.has(Signal::duplicate)) continue;
        if (other.sentence == clause.sentence) return true;
        if (other.sentence < clause.sentence && !clause.activity.has(Signal::mutation)) return true;
    }
    return false;
}

void Judge::judge_user_clause(std::size_t index) {
    Clause& clause = user_.clauses[index];
    if (const std::string_view reason = objection(clause, true); !reason.empty()) {
        // "Verified: they cannot mount it unless the host has the tools": a bound that was found, and no failed attempt.
        if (reason == "unverified" && clause.activity.has(Signal::general) && user_.has(Signal::verified))
            return judge_learning(user_, index, true);
        return reject(reason, clause);
    }
    if (clause.text.empty()) return;
    const Activity& activity = clause.activity;
    const bool changes = activity.has(Signal::mutation);
    const bool happens = activity.has(Signal::occurrence);
    const bool stands = activity.has(Signal::state) || activity.has(Signal::pending);
    if (is_told_before(index)) {
        if (changes || stands || activity.has(Signal::fact)) reject("duplicate", clause);
        return;
    }
    const bool verified = user_.has(Signal::verified);
    const bool mends = changes && verified;  // "it was the MTU, I set it to 1420, tested": the cause, and the change
    if (activity.has(Signal::discovery) && (mends || activity.has(Signal::verified))) {
        judge_learning(user_, index, true);
        if (!changes) return;
    }
    if (activity.has(Signal::discovery) && !changes) {
        if (verified) return judge_learning(user_, index, true);
        if (!stands) return reject("unverified", clause);
    }
    if (explains(index)) return judge_learning(user_, index, true);
    if (is_background(index)) return reject("question", clause);
    if (activity.has(Signal::plan) && !activity.has(Signal::pending) && !stands) return reject("brainstorm", clause);
    Candidate like = candidate_of(clause, scopes_of(user_, index), Source::user);
    like.text = named(user_, index);
    like.rule = is_remembered(index) ? "remember" : "statement";
    if (activity.has(Signal::negated) && !changes && !stands && !happens) return;
    if (changes) {
        if (like.rule != "remember") like.rule = "change";
        return add_types({RecordType::event, RecordType::state}, like);
    }
    if (happens && user_.has(Signal::open) && user_.has(Signal::hedge) && !stands)
        return reject("brainstorm", clause);  // what is told of a talk that decided nothing
    if (happens) add_types({RecordType::event}, like);
    // A symptom that the same message asks to mend is over when the calls are done.
    // "The file is in the inbox" beside a question only says where to look.
    const bool aside = user_.has(Signal::question) && clause.scopes().empty() && find_subject(clause.text).size() < 4;
    if (stands && !mended_ && !aside) {
        if (like.rule != "remember") like.rule = "state";
        if (!happens && tells_of_change(activity)) add_types({RecordType::event}, like);
        return add_types({RecordType::state}, like);
    }
    if (happens) return;
    judge_plain_statement(index, like);
}

// How one thing brings another about, or what was measured: a learning where the user checked it.
bool Judge::explains(std::size_t index) const {
    const Activity& activity = user_.clauses[index].activity;
    const bool stands = activity.has(Signal::state) || activity.has(Signal::pending);
    const bool happens = activity.has(Signal::occurrence);
    if (activity.has(Signal::request)) return false;            // "whenever you scale it, tell me what it costs"
    if (mended_ || !user_.has(Signal::verified)) return false;  // a symptom that the same message asks to mend
    if (activity.measured && activity.compares) return true;
    if (activity.measured && activity.has(Signal::general) && activity.compared) return true;
    if (activity.has(Signal::mutation)) return false;
    const bool heading = user_.clauses[index].text.ends_with(':');
    if (activity.measured && !stands && !happens && !heading) return true;
    return activity.has(Signal::general) && (activity.has(Signal::verified) || (!stands && !happens));
}

// What goes with a question for what is remembered tells what was then, and no news.
bool Judge::is_background(std::size_t index) const {
    const Activity& activity = user_.clauses[index].activity;
    const bool told = activity.has(Signal::mutation) || activity.has(Signal::occurrence) || activity.has(Signal::past);
    // "What did we charge them? We settled it in a call": what it was settled in is no news.
    const bool continues = activity.refers_back && index > 0 && user_.clauses[index - 1].activity.has(Signal::question);
    if (told && continues && !activity.has(Signal::speaker) && !user_.has(Signal::remember)) return true;
    if (!told || !user_.has(Signal::recall) || user_.has(Signal::remember)) return false;
    const bool own_news = activity.has(Signal::mutation) && activity.has(Signal::speaker);
    return !own_news && !stands_apart(index);
}

// A statement in no word of status: kept when it was asked for, or when it is about something named (ADR §4.1, wide capture).
void Judge::judge_plain_statement(std::size_t index, const Candidate& like) {
    const Clause& clause = user_.clauses[index];
    const Activity& activity = clause.activity;
    const bool small_talk = activity.has(Signal::chatter) || user_.has(Signal::personal);
    const bool named_thing =
        !find_entities(clause.text, 1).empty() || opens_with_name(clause.text) ||
        (activity.has(Signal::fact) && (activity.amount || activity.ours || activity.other_party)) ||
        (activity.amount && !user_.has(Signal::open) && !user_.has(Signal::hedge) && !clause.scopes().empty() &&
         clause.scopes() == topic_scopes());
    const std::size_t words = content_words(clause.text).size();
    const bool asks = user_.has(Signal::question) || user_.has(Signal::request) || user_.has(Signal::recall);
    const bool remembered = user_.has(Signal::remember) && !user_.secret && !activity.has(Signal::plan);
    // Beside a question or an order only what is a matter of its own counts: not the ground of what is asked for.
    const bool apart = !asks || (!clause.scopes().empty() && stands_apart(index));
    const bool told = activity.has(Signal::fact) && words >= 2 &&
                      (remembered || (apart && named_thing && !user_.has(Signal::personal) && !activity.attested));
    // What stands beside a guess is the symptom that is guessed about.
    const bool symptom = user_.has(Signal::hedge) && !activity.has(Signal::fact) && !activity.has(Signal::past);
    const bool plain = apart && !symptom && !user_.secret && named_thing && words >= 2 && !clause.scopes().empty() &&
                       !activity.has(Signal::plan) && !activity.has(Signal::denial) && !small_talk &&
                       !activity.attested && !(activity.has(Signal::verified) && activity.has(Signal::past));
    if (mended_ && !told) return;
    if (activity.has(Signal::past) && plain) return add_types({RecordType::event}, like);
    if (told && activity.recent) return add_types({RecordType::event, RecordType::state}, like);
    if (told || plain) return add_types({RecordType::state}, like);
    if (small_talk) reject("chatter", clause);
}

// None of its sentence asks, and what asks elsewhere is about another scope.
bool Judge::stands_apart(std::size_t index) const {
    const Clause& clause = user_.clauses[index];
    return std::none_of(user_.clauses.begin(), user_.clauses.end(), [&](const Clause& other) {
        const bool asks = other.activity.has(Signal::question) || other.activity.has(Signal::request) ||
                          other.activity.has(Signal::recall);
        return asks &&
               (other.sentence == clause.sentence || other.scopes().empty() || other.scopes() == clause.scopes());
    });
}

}  // namespace wm::policies::learning
