#include "policies/merge.hpp"

#include "policies/fold.hpp"
#include "policies/relevance.hpp"
#include "policies/stop_words.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

namespace wm::policies {
namespace {

// Two states that exclude each other: a statement of the one is no paraphrase of the other.
struct Opposite {
    std::string_view one, other;
};
constexpr Opposite opposites[] = {{"on", "off"},
                                  {"up", "down"},
                                  {"online", "offline"},
                                  {"enabled", "disabled"},
                                  {"active", "inactive"},
                                  {"start", "stop"},
                                  {"started", "stopped"},
                                  {"open", "closed"},
                                  {"allowed", "forbidden"},
                                  {"accepted", "rejected"},
                                  {"approved", "rejected"},
                                  {"increased", "decreased"},
                                  {"added", "removed"},
                                  {"healthy", "degraded"},
                                  {"before", "after"},
                                  {"always", "never"},
                                  {"likes", "dislikes"},
                                  {"with", "without"},
                                  {"paid", "unpaid"},
                                  {"first", "last"},
                                  {"minimum", "maximum"},
                                  {"from", "to"},
                                  {"encendido", "apagado"},
                                  {"encendida", "apagada"},
                                  {"activo", "inactivo"},
                                  {"activado", "desactivado"},
                                  {"abierto", "cerrado"},
                                  {"permitido", "prohibido"},
                                  {"aprobado", "rechazado"},
                                  {"aceptado", "rechazado"},
                                  {"sube", "baja"},
                                  {"antes", "despues"},
                                  {"siempre", "nunca"},
                                  {"con", "sin"},
                                  {"pagado", "impagado"},
                                  {"arriba", "caido"},
                                  {"anadido", "quitado"},
                                  {"an", "aus"},
                                  {"aktiv", "inaktiv"},
                                  {"offen", "geschlossen"},
                                  {"erlaubt", "verboten"},
                                  {"genehmigt", "abgelehnt"},
                                  {"angenommen", "abgelehnt"},
                                  {"vor", "nach"},
                                  {"immer", "nie"},
                                  {"mit", "ohne"},
                                  {"bezahlt", "unbezahlt"},
                                  {"hoch", "runter"}};

// Words of the future: what will be is not what is.
bool is_future(std::string_view word) {
    return word == "will" || word == "wird" || word == "werden" || word == "shall" || word == "would" ||
           word == "sera" || word == "seran" || word == "going" || word == "planned" || word == "previsto" ||
           word == "geplant";
}

struct Statement {
    std::set<std::string> terms, numbers, words, names;
    bool negated = false, future = false;
};

bool word_byte(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x80 || (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z');
}

// Words with a capital or a digit, folded to terms: Brennwald, pve04, MySQL.
void add_names(std::string_view text, Statement& out) {
    for (std::size_t at = 0; at < text.size();) {
        if (!word_byte(text[at])) {
            ++at;
            continue;
        }
        auto end = at;
        bool marked = false;
        for (; end < text.size() && word_byte(text[end]); ++end) marked |= (text[end] >= 'A' && text[end] <= 'Z');
        const auto word = text.substr(at, end - at);
        const auto folded = fold_text(word);
        out.words.insert(folded);
        out.negated |= is_negation(folded);
        out.future |= is_future(folded);
        if (marked || static_cast<unsigned char>(word[0]) == 0xC3)
            for (auto& term : content_terms(word)) out.names.insert(std::move(term));
        at = end;
    }
}

Statement statement_of(std::string_view text) {
    Statement out;
    for (auto& term : content_terms(text)) {
        if (term.find_first_of("0123456789") != std::string::npos) out.numbers.insert(term);
        out.terms.insert(std::move(term));
    }
    add_names(text, out);
    return out;
}

bool opposed(const Statement& a, const Statement& b) {
    const auto differs = [&](std::string_view one, std::string_view other) {
        const std::string x(one), y(other);
        return a.words.contains(x) && !b.words.contains(x) && b.words.contains(y) && !a.words.contains(y);
    };
    return std::any_of(std::begin(opposites), std::end(opposites),
                       [&](const Opposite& o) { return differs(o.one, o.other) || differs(o.other, o.one); });
}

// Words that one has and the other has not; with the names among them.
struct Difference {
    std::size_t words = 0, names = 0;
};
Difference only_in(const Statement& a, const Statement& b) {
    Difference d;
    for (const auto& term : a.terms)
        if (!b.terms.contains(term)) ++d.words, d.names += a.names.contains(term);
    return d;
}

bool same(const Statement& a, const Statement& b) {
    if (a.numbers != b.numbers || a.negated != b.negated || a.future != b.future || opposed(a, b)) return false;
    if (a.terms == b.terms) return !a.terms.empty() || a.words == b.words;
    const auto left = only_in(a, b), right = only_in(b, a);
    const auto common = a.terms.size() - left.words;
    if (left.names > 0 && right.names > 0) return false;
    if (left.names + right.names > 1) return false;  // one may be the capital that begins a sentence
    return common >= 3 && 100 * common >= 72 * (common + left.words + right.words);
}

void normalise(std::vector<Memory>& store, double confidence) {
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (auto& memory : store) {
        if (!std::isfinite(memory.score)) memory.score = 0;
        low = std::min(low, memory.score);
        high = std::max(high, memory.score);
    }
    // The worst of a store is still an answer of it: 0.5 at least, so that a long list does not bury another store's only one.
    for (auto& memory : store)
        memory.score = confidence * (high > low ? 0.5 + 0.5 * (memory.score - low) / (high - low) : 1.0);
}

bool before(const Memory& a, const Memory& b) {
    if (a.score != b.score) return a.score > b.score;
    if (a.at != b.at) return a.at > b.at;
    if (a.scope != b.scope) return a.scope < b.scope;
    return a.text.text < b.text.text;
}

}  // namespace

bool same_statement(std::string_view a, std::string_view b) { return same(statement_of(a), statement_of(b)); }

std::vector<Memory> merge(std::vector<std::vector<Memory>> per_scope, const MergeOptions& options,
                          std::vector<LeftOut>* left_out) {
    std::vector<Memory> all;
    for (auto& store : per_scope) {
        if (store.empty()) continue;
        const auto known = options.confidences.find(store.front().scope);
        normalise(store, known == options.confidences.end() ? 1.0 : std::clamp(known->second, 0.0, 1.0));
        std::move(store.begin(), store.end(), std::back_inserter(all));
    }
    std::sort(all.begin(), all.end(), before);
    std::vector<Memory> kept;
    std::vector<Statement> statements;
    for (std::size_t at = 0; at < all.size(); ++at) {
        auto& memory = all[at];
        if (kept.size() >= options.memories_max) {
            if (!left_out) break;
            left_out->push_back({std::move(memory), LeftOutReason::over_count, at, 0});
            continue;
        }
        if (options.deduplicate) {
            auto statement = statement_of(std::string_view(memory.text.text).substr(0, options.text_bytes_max));
            const auto known = std::find_if(statements.begin(), statements.end(),
                                            [&](const Statement& one) { return same(one, statement); });
            if (known != statements.end()) {
                const auto of = static_cast<std::size_t>(known - statements.begin());
                if (left_out) left_out->push_back({std::move(memory), LeftOutReason::duplicate, at, of});
                continue;
            }
            statements.push_back(std::move(statement));
        }
        kept.push_back(std::move(memory));
    }
    return kept;
}

}  // namespace wm::policies
