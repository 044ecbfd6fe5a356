#pragma once
// One turn before the judge of policies/learning: what was said, what the calls prove, and the candidates that come of it.

#include "policies/evidence.hpp"
#include "policies/learning.hpp"
#include "policies/learning_names.hpp"
#include "policies/learning_units.hpp"

#include <cstddef>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace wm::policies::learning {

// What the tool calls of a turn prove.
struct Proofs {
    std::vector<RunJudgement> runs;
    bool any = false;        // a call that is no memory tool succeeded
    bool measured = false;   // and it asked a system, not a file or a page
    bool checked = false;    // and it changed nothing
    bool mutated = false;    // and one changed something
    bool edited = false;     // or a file
    bool unmended = false;   // the last change failed and nothing mended it
    bool recovered = false;  // a call failed, and a later change worked
    bool own_tool = false;
    std::string recalled;               // what the memory tools brought back
    WordSet recalled_words;             // of it
    std::string seen;                   // what the other calls were about and brought back
    std::vector<std::string> call_ids;  // of successful calls, changes first
    bool by_shell = false;              // a command line worked
    bool remote = false;                // and it ran on another machine
    bool answered = false;              // a call worked that asked a system, or that no table knows
    bool shell = false;                 // a command line changed something
    bool trade = false;                 // a program of trade did: customers, orders, invoices
    std::string commands;               // of the changes that worked, else of the looks

    std::vector<std::string> failed_words;  // that only calls used whose change failed

    explicit Proofs(const Turn& turn);
    bool broken() const { return unmended && !mutated; }
    bool failed_on(std::string_view text) const;       // it names what only a failed change touched
    bool repeats_memory(std::string_view text) const;  // it says what a memory tool brought back
};

struct Candidate {
    RecordType type = RecordType::event;
    std::string text;
    std::vector<ScopeName> scopes;
    Activity activity;
    Source source = Source::user;
    bool verified = false;
    bool explicit_words = false;
    std::string_view rule = "statement";  // a row of policies/retain_signals
};

Candidate candidate_of(const Clause& clause, std::vector<ScopeName> scopes, Source source);

class Judge {
public:
    Judge(const Turn& turn, const JudgeContext& context) : turn_(turn), context_(context), proofs_(turn) {}

    Judgement run();
    Judgement run_statement(const Content& content, const ScopeName& scope, double confidence);

private:
    void reject(std::string_view reason, const ScopeName& scope = {});
    void reject(std::string_view reason, const Clause& clause);  // and say which clause
    void note(Verdict verdict);
    void reject_by_message();
    // The scopes of a clause: its own, else those of its neighbours, else those of the whole message.
    std::vector<ScopeName> scopes_of(const Message& message, std::size_t index) const;
    const std::vector<ScopeName>& topic_scopes() const;
    std::string named(const Message& message, std::size_t index) const;
    void add(Candidate candidate);
    void add_types(std::initializer_list<RecordType> types, const Candidate& like);
    void pass_over_words_of_others();
    void read_decision_lists();
    void read_announced_decisions();
    void judge_user();
    void judge_user_clause(std::size_t index);
    void judge_plain_statement(std::size_t index, const Candidate& like);
    bool is_remembered(std::size_t index) const;
    bool is_wish(std::size_t index) const;
    bool is_told_before(std::size_t index) const;
    bool stands_apart(std::size_t index) const;
    bool is_background(std::size_t index) const;
    bool is_own_rule(std::size_t index) const;
    bool explains(std::size_t index) const;
    void complete_by_answer(Candidate& candidate) const;
    bool goes_with_decision(const Clause& clause) const;
    Candidate decision_of(const Clause& clause, std::vector<ScopeName> scopes) const;
    void judge_procedures(Message& message, bool verified);
    void judge_told_procedures(Message& message, bool verified);
    void add_told_procedure(Message& message, std::size_t begin, std::size_t last);
    void judge_listed_procedures(Message& message, bool verified);
    std::vector<ScopeName> scopes_of_steps(const std::string& steps, std::vector<ScopeName> scopes) const;
    // Without a scope of their own, steps are about what the user spoke of.
    void add_procedure(Source source, const std::string& steps, std::vector<ScopeName> scopes);
    void close_procedure(Message& message, std::size_t paragraph);
    void judge_fact_sheet();
    void add_sheet(std::size_t head, std::size_t begin, std::size_t end);
    void judge_preference(std::size_t index);
    void judge_decisions();
    void judge_intents();
    void judge_intent(const MemoryIntent& intent);
    bool is_left_open(const Candidate& candidate) const;
    bool restates(const Candidate& candidate) const;
    void judge_assistant();
    void judge_learning(Message& message, std::size_t index, bool verified);
    bool judge_found(std::size_t index);
    void judge_by_looks();
    void judge_by_tools();
    Judgement finish();
    bool accept(const Candidate& candidate, const ScopeName& scope);
    std::string topic() const;

    const Turn& turn_;
    const JudgeContext& context_;
    Proofs proofs_;
    Message user_;
    Message assistant_;
    mutable std::optional<std::vector<ScopeName>> topic_scopes_;
    std::vector<ScopeName> tool_scopes_;  // of the commands that changed something, else of all that worked
    bool carried_out_ = false;            // the user asked for something and calls answered it
    bool asks_why_ = false;
    bool why_answered_ = false;
    bool mended_ = false;  // and one of them changed something
    std::vector<Candidate> candidates_;
    std::vector<std::tuple<ScopeName, std::string, std::string>>
        stated_;  // scope, subject, attribute said in words of status
    std::optional<std::string> topic_;
    // What a candidate's text names. Most texts are judged twice in a row, as an event and as a state.
    struct Names {
        std::string text;
        std::vector<std::string> entities;
        std::string subject;
    };
    const Names& names_of(const std::string& text);
    Names names_;
    std::map<ScopeName, std::vector<WordSet>> words_;  // of the accepted records, in their order
    Judgement out_;
};

}  // namespace wm::policies::learning
