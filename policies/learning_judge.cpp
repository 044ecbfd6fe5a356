#include "policies/learning_judge.hpp"
#include "policies/fold.hpp"
#include "policies/learning_names.hpp"
#include "policies/utf8.hpp"

#include <algorithm>
#include <array>

namespace wm::policies::learning {

using Kind = RunJudgement::Kind;

namespace {

// A program of trade, by a part of its name ("crm-cli", "erp_orders", "stripe"): what it changes is no infrastructure.
bool serves_trade(std::string_view program) {
    static constexpr auto trades = std::to_array<std::string_view>(
        {"crm",        "erp",      "billing", "invoice",    "invoices",    "invoicing",  "accounting", "payroll",
         "payments",   "orders",   "sales",   "facturas",   "facturacion", "pedidos",    "nominas",    "contabilidad",
         "rechnungen", "rechnung", "fibu",    "lohn",       "auftrag",     "odoo",       "sap",        "datev",
         "hubspot",    "sf",       "sfdx",    "salesforce", "pipedrive",   "zoho",       "holded",     "lexoffice",
         "sevdesk",    "stripe",   "paypal",  "shopify",    "woocommerce", "prestashop", "navision",   "sage",
         "quickbooks", "xero",     "wawi",    "pms",        "booking",     "reservas",   "sepa"});
    const std::string name = fold_text(program);
    for (std::size_t at = 0; at < name.size();) {
        const std::size_t end = std::min(name.find_first_of("-_.", at), name.size());
        const std::string_view part = std::string_view(name).substr(at, end - at);
        if (std::find(trades.begin(), trades.end(), part) != trades.end()) return true;
        at = end + 1;
    }
    return false;
}

}  // namespace

Proofs::Proofs(const Turn& turn) : runs(judge_runs(turn.tools)) {
    std::string worked;
    std::string failed;
    bool failed_before = false;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const RunJudgement& run = runs[i];
        own_tool = own_tool || run.kind == Kind::own_tool;
        const bool memory = run.kind == Kind::own_tool || run.kind == Kind::native_memory ||
                            turn.tools[i].tool.find("session_search") != std::string::npos;
        static constexpr std::size_t recalled_max = 8 * 1024;  // compared with what the agent says
        if (memory && turn.tools[i].tool.find("retain") == std::string::npos && recalled.size() < recalled_max)
            recalled.append(turn.tools[i].result.text.substr(0, recalled_max)).append(" ");
        if (run.kind == Kind::own_tool || run.kind == Kind::native_memory) continue;
        if (!memory && seen.size() < recalled_max) {
            seen.append(run.summary).append(" ");
            seen.append(turn.tools[i].result.text.substr(0, recalled_max)).append(" ");
        }
        any = any || run.succeeded;
        by_shell = by_shell || (run.succeeded && run.tool != turn.tools[i].tool);
        remote = remote || (run.succeeded && run.summary.starts_with("ssh "));
        answered = answered || (run.succeeded && run.kind != Kind::file_edit && run.kind != Kind::read) ||
                   (by_shell && run.kind != Kind::file_edit);
        measured = measured || (run.succeeded && (run.kind == Kind::check || run.kind == Kind::mutation));
        if (run.succeeded && run.kind == Kind::check) checked = true;
        recovered = recovered ||
                    (run.succeeded && (run.kind == Kind::mutation || run.kind == Kind::file_edit) && failed_before);
        failed_before = failed_before || !run.succeeded;
        edited = edited || (run.kind == Kind::file_edit && run.succeeded);
        const bool changes = run.kind == Kind::mutation;
        if (run.succeeded && !run.call_id.empty())
            call_ids.insert(changes ? call_ids.begin() : call_ids.end(), run.call_id);
        if (!changes) continue;
        mutated = mutated || run.succeeded;
        const bool by_command = run.succeeded && run.tool != turn.tools[i].tool;
        shell = shell || (by_command && !serves_trade(run.tool));
        trade = trade || (by_command && serves_trade(run.tool));
        unmended = !run.succeeded && !run.failed_then_fixed;
        if (run.failed_then_fixed) continue;
        for (const auto& [key, value] : turn.tools[i].arguments)
            (run.succeeded ? worked : failed).append(value.substr(0, 2000)).append(" ");
    }
    recalled_words = word_set(recalled);
    if (call_ids.size() > 8) call_ids.resize(8);
    for (const bool changes : {true, false}) {
        if (!commands.empty()) break;
        for (const RunJudgement& run : runs) {
            const bool counts = run.succeeded && run.kind != Kind::own_tool && run.kind != Kind::native_memory;
            if (counts && (run.kind == Kind::mutation) == changes && commands.size() < 600)
                commands.append(run.summary).append("\n");
        }
    }
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

bool Proofs::repeats_memory(std::string_view text) const {
    static constexpr double same_matter = 0.5;  // of the content words
    if (recalled.empty()) return false;
    const std::string folded = fold_text(text);
    for (const std::string_view source :
         {"laut notiz", "laut gedachtnis", "note says", "notes say", "memory says", "on record", "according to memory",
          "segun la nota", "segun la memoria", "en memoria consta", "consta que", "according to the note"}) {
        if (folded.find(source) != std::string::npos) return true;
    }
    // A name that memory alone knew.
    for (const std::string& name : find_entities(text)) {
        const bool from_memory = is_identifier(name) && recalled.find(name) != std::string::npos;
        if (from_memory && seen.find(name) == std::string::npos) return true;
    }
    return overlap(word_set(text), recalled_words) >= same_matter;
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
    // "Save the access", and the model keeps a password: what the user wanted kept is the secret, whoever wrote it out.
    for (const MemoryIntent& intent : turn_.intents) user_.secret = user_.secret || clean_text(intent.content).secret;
    // "Kill the job", a call of a tool that no table knows or that mostly looks, and "terminated the job": it was that call.
    const bool ordered = std::any_of(user_.clauses.begin(), user_.clauses.end(),
                                     [](const Clause& clause) { return clause.activity.orders_change; });
    const bool done = std::any_of(assistant_.clauses.begin(), assistant_.clauses.end(), [](const Clause& clause) {
        const Activity& said = clause.activity;
        const bool state = said.has(Signal::state) || said.has(Signal::fact);
        return said.has(Signal::mutation) || said.outcome || (state && (said.now || said.has(Signal::past)));
    });
    const bool reported = done && !assistant_.has(Signal::negated) && !assistant_.has(Signal::failure);
    if (ordered && reported && proofs_.answered && !proofs_.unmended && !user_.has(Signal::recall)) {
        proofs_.mutated = true;
        proofs_.shell = proofs_.shell || (proofs_.by_shell && !proofs_.trade);
    }
    // What a command line changes is infrastructure, whatever its names, but for a program of trade; another tool says in
    // its name what it is for.
    static constexpr std::string_view infrastructure = "infrastructure: servers, cluster, deployment";
    static constexpr std::string_view company = "customers, orders, invoices";
    std::string commands = proofs_.shell   ? std::string(infrastructure)
                           : proofs_.trade ? std::string(company)
                                           : proofs_.commands;
    std::replace(commands.begin(), commands.end(), '_', ' ');
    if (!commands.empty()) tool_scopes_ = corporate_scopes(commands, context_);
    carried_out_ = proofs_.any && (user_.has(Signal::request) || user_.has(Signal::question));
    mended_ = carried_out_ && proofs_.mutated;
    for (const Clause& clause : user_.clauses) asks_why_ = asks_why_ || clause.activity.asks_why;
    reject_by_message();
    judge_user();
    judge_intents();
    judge_assistant();
    judge_by_looks();
    judge_by_tools();
    return finish();
}

void Judge::reject(std::string_view reason, const ScopeName& scope) {
    const bool known = std::any_of(out_.rejected.begin(), out_.rejected.end(), [&](const Rejection& rejection) {
        return rejection.reason == reason && rejection.scope == scope;
    });
    if (!known) out_.rejected.push_back({std::string(reason), scope});
}

void Judge::reject(std::string_view reason, const Clause& clause) {
    reject(reason);
    if (clause.text.empty()) return;
    const std::string name(reason);
    note({{}, {}, name, strength_of(reason), name, {clause.text}, {}});
}

void Judge::note(Verdict verdict) {
    if (out_.verdicts.size() < verdicts_max) out_.verdicts.push_back(std::move(verdict));
}

void Judge::reject_by_message() {
    if (user_.secret || assistant_.secret) reject("secret");
    if (proofs_.own_tool) reject("own_tool");
    if (!proofs_.runs.empty() && proofs_.any) reject("raw_output");
}

std::vector<ScopeName> Judge::scopes_of(const Message& message, std::size_t index) const {
    const std::vector<Clause>& clauses = message.clauses;
    // "The trouble was its TTL; I set it to 300 and tested from three offices": what "it" is says what it is about.
    if (clauses[index].activity.refers_back && index > 0 && clauses[index - 1].paragraph == clauses[index].paragraph &&
        !clauses[index - 1].scopes().empty() && find_subject(clauses[index].text).empty())
        return {clauses[index - 1].scopes().front()};
    // What a command line changed is infrastructure, though a word of trade stands in its name.
    const bool by_command = message.source == Source::assistant && proofs_.shell && !tool_scopes_.empty() &&
                            clauses[index].scopes().size() == 1 && clauses[index].activity.has(Signal::mutation);
    if (by_command) return {tool_scopes_.front()};
    const std::vector<ScopeName>& own = clauses[index].scopes();
    const std::vector<ScopeName>& topic = own.empty() ? own : topic_scopes();
    if (own.size() > 1 && topic.size() == 1 && std::find(own.begin(), own.end(), topic.front()) != own.end())
        return topic;
    // What a look found is about what was asked, though a word of trade stands in the name of what was looked at.
    const bool looked = message.source == Source::assistant && proofs_.by_shell && !proofs_.mutated && !proofs_.trade;
    if (looked && topic == tool_scopes_ && !own.empty()) return topic;
    if (!own.empty()) return own;
    for (std::size_t back = index; back-- > 0 && clauses[back].paragraph == clauses[index].paragraph;) {
        if (!clauses[back].scopes().empty()) return {clauses[back].scopes().front()};
    }
    for (std::size_t next = index + 1; next < clauses.size() && clauses[next].sentence == clauses[index].sentence;
         ++next) {
        if (!clauses[next].scopes().empty()) return {clauses[next].scopes().front()};
    }
    // What the agent reports without a word of a scope is about what its calls did; a tool that is no command line serves
    // what the user spoke of.
    const bool by_tools = proofs_.shell || topic_scopes().empty();
    if (message.source == Source::assistant && !tool_scopes_.empty() && by_tools) return {tool_scopes_.front()};
    if (!topic_scopes().empty()) return {topic_scopes().front()};
    for (const Clause& clause : clauses) {
        if (!clause.scopes().empty()) return clause.scopes();
    }
    if (user_.has(Signal::personal)) return {};
    return plain_scopes(clauses[index].text, clauses[index].activity, context_);
}

// What the user's message as a whole is about; routed when no clause says it.
const std::vector<ScopeName>& Judge::topic_scopes() const {
    static constexpr std::size_t topic_bytes = 1000;  // what a message is about stands in its beginning
    if (!topic_scopes_) topic_scopes_ = corporate_scopes(cut(turn_.user_message.text, topic_bytes), context_);
    return *topic_scopes_;
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
    // "It is signed by both": the answer says what.
    for (const Clause& answer : assistant_.clauses) {
        const bool names = message.source == Source::user && objection(answer).empty() &&
                           overlap(answer.text, text) > 0 && !find_subject(answer.text).empty();
        if (names) return text + " (" + answer.text + ")";
    }
    return text;
}

void Judge::add(Candidate candidate) {
    ++out_.candidates;
    if (candidate.scopes.empty()) {
        note({{},
              candidate.type,
              std::string(candidate.rule),
              strength_of(candidate.rule),
              "no_scope",
              {candidate.text},
              {}});
        return reject("no_scope");
    }
    candidates_.push_back(std::move(candidate));
}

void Judge::add_types(std::initializer_list<RecordType> types, const Candidate& like) {
    for (const RecordType type : types) {
        Candidate candidate = like;
        candidate.type = type;
        add(std::move(candidate));
    }
}

// The cause with the sentences that explain it, up to the end of the paragraph.
void Judge::judge_learning(Message& message, std::size_t index, bool verified) {
    std::vector<Clause>& clauses = message.clauses;
    Candidate candidate = candidate_of(clauses[index], scopes_of(message, index), message.source);
    candidate.type = RecordType::learning;
    candidate.verified = verified;
    candidate.rule = "learning";
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

}  // namespace wm::policies::learning
