#include "policies/learning_units.hpp"

#include "policies/fold.hpp"
#include "policies/secrets.hpp"
#include "policies/utf8.hpp"

#include <algorithm>

namespace wm::policies::learning {

namespace {

constexpr std::size_t message_bytes_max = 64 * 1024;  // judged of a message; the rest is raw output in all likelihood
constexpr std::size_t clauses_max = 400;

// "X and the password is [REDACTED:password]": the parts before and behind the one that holds the mark.
std::string without_secret_part(std::string_view clause) {
    static constexpr std::string_view joints[] = {" y ", " e ", " and ", " und ", ", ", "; ", ". "};
    const std::size_t mark = clause.find("[REDACTED:");
    std::size_t begin = 0;
    for (const std::string_view joint : joints) {
        const std::size_t at = clause.substr(0, mark).rfind(joint);
        if (at != std::string_view::npos && at > begin) begin = at;
    }
    return std::string(clause.substr(0, begin));
}

// Text that a third party wrote stands between quotation marks; it is not what the speaker says.
std::string without_quotations(std::string_view text) {
    static constexpr std::pair<std::string_view, std::string_view> pairs[] = {
        {"\"", "\""}, {"“", "”"}, {"«", "»"}, {"„", "“"}, {"»", "«"}, {"‚", "‘"}, {"‹", "›"}};
    static constexpr std::size_t short_quote = 40;  // a quoted name stays
    std::string out(text);
    for (const auto& [open, close] : pairs) {
        for (std::size_t at = out.find(open); at != std::string::npos;) {
            const std::size_t end = out.find(close, at + open.size());
            if (end == std::string::npos) break;
            if (end - at > short_quote) {
                out.erase(at, end + close.size() - at);
                at = out.find(open, at);
            } else {
                at = out.find(open, end + close.size());
            }
        }
    }
    return out;
}

// Upper and lower case, digits, and a mark inside: no name, no version, no address.
bool looks_like_password(std::string_view word) {
    static constexpr std::string_view marks = "!$%&*?#^~";  // "replicas=3" and "C++17" have others
    if (word.size() < 8 || word.size() > 64 || word.find_first_of("/()<>[]{}|\\") != std::string_view::npos)
        return false;
    bool lower = false, upper = false, digit = false, mark = false;
    int turns = 0;  // between letters and digits
    for (std::size_t i = 0; i < word.size(); ++i) {
        const char c = word[i];
        const bool number = c >= '0' && c <= '9';
        if (i > 0 && number != (word[i - 1] >= '0' && word[i - 1] <= '9')) ++turns;
        lower = lower || (c >= 'a' && c <= 'z');
        upper = upper || (c >= 'A' && c <= 'Z');
        digit = digit || number;
        mark = mark || (i + 1 < word.size() && marks.find(c) != std::string_view::npos);
    }
    if (!(lower || upper)) return false;
    if (!digit || word.find('@') != std::string_view::npos) return false;
    const bool mixed = lower && upper;
    return (mark && (mixed || word.find_first_of("!$^&*~") != std::string_view::npos)) || (mixed && turns >= 3);
}

// "He rotado la contraseña. La nueva: …": the key stands a sentence before its value, where a pattern does not look.
std::string without_passwords(std::string text) {
    static constexpr std::string_view keys[] = {
        "contrasena", "password", "passwort",   "kennwort",   "passphrase", "passcode", "passwd",
        "pwd",        "api key",  "credencial", "credential", "zugang",     "clave",    "secret",
        "login",      "log in",   "acceso",     "anmeld",     "usuario",    "user ",    "username",
        "kennung",    "token",    "benutzer",   "sign in",    "cuenta",     "account",  "schlussel"};
    const std::string folded = fold_text(text);
    if (std::none_of(std::begin(keys), std::end(keys),
                     [&](std::string_view key) { return folded.find(key) != std::string::npos; }))
        return text;
    static constexpr std::string_view blanks = " \t\r\n";
    static constexpr std::string_view edges = ".,;:\"'`*";
    for (std::size_t at = text.find_first_not_of(blanks); at != std::string::npos;
         at = text.find_first_not_of(blanks, at)) {
        std::size_t end = std::min(text.find_first_of(blanks, at), text.size());
        const std::size_t next = end;
        while (at < end && edges.find(text[at]) != std::string_view::npos) ++at;
        while (end > at && edges.find(text[end - 1]) != std::string_view::npos) --end;
        if (!looks_like_password(std::string_view(text).substr(at, end - at))) {
            at = next;
            continue;
        }
        static constexpr std::string_view mark = "[REDACTED:password]";
        text.replace(at, end - at, mark);
        at += mark.size();
    }
    return text;
}

// "Jetzt wissen wir, warum …": what follows is the cause, and no question.
bool says_it_knows(std::string_view clause) {
    const std::string folded = fold_text(clause);
    for (const std::string_view end :
         {"wissen wir", "weiss ich", "ist klar", "wissen wir jetzt", "weiss ich jetzt", "we know", "i know", "sabemos",
          "ya se", "esta claro", "it s clear", "it is clear"}) {
        if (folded.ends_with(end) && folded.find("nicht") == std::string::npos && !folded.starts_with("no "))
            return true;
    }
    return false;
}

// A tag of the plane's own making inside a text: "[scope:business]", "</scope>", "[verified]", "SYSTEM:".
bool forges_tags(std::string_view sentence) {
    const std::string folded = fold_text(sentence);
    for (const std::string_view mark :
         {"[scope", "<scope", "</scope", "[verified", "[system", "<system", "[memory", "<memory", "[wetopi memory"}) {
        if (folded.find(mark) != std::string::npos) return true;
    }
    return sentence.find("SYSTEM:") != std::string_view::npos ||
           sentence.find("SYSTEM PROMPT") != std::string_view::npos;
}

}  // namespace

bool is_allowed(std::string_view scope, const JudgeContext& context) {
    return std::any_of(context.allowed.begin(), context.allowed.end(),
                       [&](const ScopeName& name) { return name.str() == scope; });
}

std::vector<ScopeName> corporate_scopes(std::string_view text, const JudgeContext& context) {
    static constexpr double close_share = 0.9;  // of the best confidence: then a text is about both
    std::vector<ScopeName> scopes;
    if (!context.route) return scopes;
    double best = 0;
    for (const auto& [scope, confidence] : context.route(text)) {
        if (scope.str() == personal_scope || !is_allowed(scope.str(), context)) continue;
        if (scopes.empty()) best = confidence;
        if (confidence >= best * close_share && scopes.size() < 2) scopes.push_back(scope);
    }
    return scopes;
}

std::vector<ScopeName> plain_scopes(std::string_view text, const Activity& activity, const JudgeContext& context) {
    static constexpr std::string_view company[] = {
        "rechnung", "abrechn", "umsatz",  "tarif",   "preis",   "angebot", "lieferant", "kunde",    "factur",
        "pedido",   "precio",  "proveed", "cliente", "invoice", "price",   "supplier",  "customer", "billing",
        "revenue",  "quote",   "margen",  "marge",   "margin",  "rabatt",  "descuento", "discount"};
    static constexpr std::string_view machines[] = {"server", "servidor",   "rack",   "firewall", "router", "cluster",
                                                    "backup", "kubernetes", "docker", "platte",   "disco",  "uplink",
                                                    "vpn",    "dns",        "cron",   "patch",    "ssh"};
    const std::string folded = fold_text(text);
    const auto speaks_of = [&](const auto& words) {
        return std::any_of(std::begin(words), std::end(words),
                           [&](std::string_view word) { return folded.find(word) != std::string::npos; });
    };
    const std::string& about = activity.attribute;
    const bool trade = about == "contract" || about == "payment" || about == "terms" || speaks_of(company);
    const bool plant =
        about == "power" || about == "deployment" || about == "version" || about == "replicas" || speaks_of(machines);
    if (trade == plant || activity.has(Signal::personal) || activity.addresses_speaker) return {};
    const std::string_view scope = trade ? "business" : "platform";
    if (!is_allowed(scope, context)) return {};
    return {ScopeName(std::string(scope))};
}

bool is_personal(std::string_view text, const JudgeContext& context) {
    if (!context.route) return false;
    const auto scopes = context.route(text);
    return !scopes.empty() && scopes.front().first.str() == personal_scope;
}

std::string compact(std::string_view text, std::size_t bytes_max) {
    std::string out;
    for (const char c : text) {
        const bool blank = c == ' ' || c == '\n' || c == '\r' || c == '\t';
        if (blank && (out.empty() || out.back() == ' ')) continue;
        if (c == '*' && (out.empty() || out.back() == ' ' || out.back() == '*')) continue;
        out += blank ? ' ' : c;
    }
    while (!out.empty() && (out.back() == ' ' || out.back() == '*')) out.pop_back();
    out.resize(cut(out, bytes_max).size());
    return out;
}

CleanText clean_text(const Content& content) {
    const Redaction clean = redact({std::string(cut(content.text, message_bytes_max))});
    CleanText out{without_quotations(without_passwords(clean.text.text))};
    out.secret = clean.found > 0 || out.text.find("[REDACTED:password]") != std::string::npos;
    return out;
}

Message read_message(const Content& content, Source source, const JudgeContext& context) {
    Message message;
    message.source = source;
    const auto [text, secret] = clean_text(content);
    message.secret = secret;
    std::size_t index = 0;
    for (const Sentence& sentence : split_sentences(text)) {
        ++index;
        if (sentence.block == Block::code || sentence.block == Block::quote) continue;
        bool commanded = forges_tags(sentence.text);  // who commands the memory in a sentence states nothing in it
        for (const std::string_view part : split_clauses(sentence.text)) {
            if (message.clauses.size() >= clauses_max) return message;
            Clause clause;
            clause.sentence = index;
            clause.paragraph = sentence.paragraph;
            clause.block = sentence.block;
            clause.numbered = sentence.numbered;
            clause.secret = part.find("[REDACTED:") != std::string_view::npos;
            clause.text = clause.secret ? without_secret_part(part) : std::string(part);
            clause.activity = detect_activity(clause.text);
            commanded = commanded || clause.activity.has(Signal::instruction);
            if (commanded) clause.activity.set(Signal::instruction);
            if (!message.clauses.empty() && message.clauses.back().sentence == index && clause.activity.asks_why &&
                says_it_knows(message.clauses.back().text)) {
                clause.activity.clear(Signal::question);
                clause.activity.set(Signal::discovery);
            }
            message.any |= clause.activity.bits;
            if (const std::size_t begin = clause.activity.statement_begin; begin > 0 && begin <= clause.text.size()) {
                clause.text.erase(0, begin);
            }
            clause.text = compact(clause.text);
            if (clause.activity.closes) return message;  // a signature follows
            clause.context = &context;
            message.clauses.push_back(std::move(clause));
        }
    }
    return message;
}

const std::vector<ScopeName>& Clause::scopes() const {
    if (!scopes_) scopes_ = text.empty() ? std::vector<ScopeName>() : corporate_scopes(text, *context);
    return *scopes_;
}

std::string_view objection(const Clause& clause, bool incidents_count) {
    const Activity& activity = clause.activity;
    if (clause.secret && clause.text.empty()) return "secret";
    if (activity.has(Signal::instruction)) return "instruction";
    if (activity.has(Signal::question) || activity.has(Signal::recall)) return "question";
    if (activity.has(Signal::request)) return "request";
    // An option that a user turns down is a decision; a cause that is turned down is a guess that was wrong.
    const bool turned_down = incidents_count && activity.has(Signal::decision);
    if (activity.has(Signal::hedge) || (activity.has(Signal::discarded) && !turned_down)) return "speculation";
    if (activity.has(Signal::open)) return "brainstorm";
    // What a user tells of a failure is an incident; what an agent tells of one is a change that did not happen.
    // "They cannot deliver M6 until week 34" is how a supplier stands; "I can't do Friday" is nobody's terms.
    const bool terms = activity.has(Signal::state) && activity.attribute == "terms" && !activity.has(Signal::speaker) &&
                       !activity.has(Signal::personal);
    const bool incident = activity.has(Signal::occurrence) || terms;
    if (activity.has(Signal::failure) && !(incidents_count && incident)) return "unverified";
    return {};
}

}  // namespace wm::policies::learning
