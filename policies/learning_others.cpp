// What a message holds that its speaker does not say: texts to be worded, words of others, what is told and doubted.

#include "policies/fold.hpp"
#include "policies/learning_judge.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace wm::policies::learning {
namespace {

bool holds_any(std::string_view folded, std::initializer_list<std::string_view> parts) {
    return std::any_of(parts.begin(), parts.end(),
                       [&](std::string_view part) { return folded.find(part) != std::string_view::npos; });
}

bool ends_in_doubt(std::string_view clause) {
    if (clause.size() > 80) return false;
    return holds_any(fold_text(clause), {"i doubt it", "i doubt that", "i don't believe it", "i dont believe it",
                                         "lo dudo", "no me lo creo", "no lo creo", "bezweifle ich", "ich bezweifle",
                                         "glaub ich nicht", "glaube ich nicht"});
}

// The customer wrote: "…"; Kunde schrieb: „…“
bool quotes_somebody(std::string_view clause) {
    static constexpr auto quotes = std::to_array<std::string_view>({": '", ": \"", ": „", ": “", ": «", ": ‘"});
    static constexpr auto verbs = std::to_array<std::string_view>(
        {"sent",    "they sent", "geschickt", "wortlich", "geschrieben", "literalmente", "ha puesto", "mandado",
         "enviado", "quote",     "wrote",     "writes",   "said",        "says",         "asked",     "asks",
         "schrieb", "schreibt",  "sagte",     "sagt",     "meinte",      "fragte",       "escribio",  "escribe",
         "dijo",    "dice",      "pregunto",  "pregunta", "me pone",     "contesto"});
    for (const auto quote : quotes) {
        const auto at = clause.find(quote);
        if (at == std::string_view::npos) continue;
        const auto before = fold_text(clause.substr(0, at));
        const auto ends = [&](std::string_view verb) { return std::string_view(before).ends_with(verb); };
        if (std::any_of(verbs.begin(), verbs.end(), ends)) return true;
    }
    return false;
}

}  // namespace

// What is handed over to be worded, what somebody else wrote, and what the speaker doubts at its end is no statement of the
// speaker's: the whole sentence, and behind "translate this:" the next one too.
void Judge::pass_over_words_of_others() {
    std::vector<Clause>& clauses = user_.clauses;
    for (std::size_t i = 0; i < clauses.size(); ++i) {
        // "Schreib mir Uhrzeiten nie mit am/pm" orders no text, but how all texts are to be.
        const bool of_all_texts =
            clauses[i].activity.has(Signal::standing) && clauses[i].text.find(':') == std::string::npos;
        const bool handed = clauses[i].activity.writes && clauses[i].activity.has(Signal::request) && !of_all_texts;
        const bool doubted = ends_in_doubt(clauses[i].text);
        if (!handed && !doubted && !quotes_somebody(clauses[i].text)) continue;
        const auto sentence = clauses[i].sentence;
        const auto beyond = handed && clauses[i].text.ends_with(':') ? sentence + 1 : sentence;
        for (std::size_t k = 0; k < clauses.size(); ++k) {
            if (clauses[k].consumed || clauses[k].sentence < sentence || clauses[k].sentence > beyond) continue;
            if (handed && k < i) continue;
            clauses[k].consumed = true;
            reject(handed ? "request" : "speculation", clauses[k]);
        }
    }
}

}  // namespace wm::policies::learning
