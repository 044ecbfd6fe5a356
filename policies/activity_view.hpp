#pragma once
// A clause as its words, and what stands around one of them: negations, conditions, auxiliaries, orders of words. Grammar
// alone; what the words mean is in policies/activity.

#include "policies/activity_words.hpp"
#include "policies/fold.hpp"

#include <cstddef>
#include <string_view>
#include <vector>

namespace wm::policies::activity {

class ClauseView {
public:
    explicit ClauseView(std::string_view clause);

    // A negation, or a condition, before token `at` in the same comma segment. "No longer" and its kin are a state.
    bool preceded(std::size_t at, std::size_t reach, bool negation) const;
    // "I never opened it", "yo nunca he …": no habit
    bool tells_past(std::size_t at) const;
    bool preceded_by_modal(std::size_t at) const;
    // "Cuando la oferta sale pronto, cerramos el doble": the form is present and past, the condition makes it present.
    bool is_habitual(std::size_t at) const;
    // "würde", "könnte", "montaríamos": what would be.
    static bool is_subjunctive(const Token& token);
    bool has_past_time() const;
    bool has_auxiliary(std::size_t at) const;
    // "está apagado", "is deployed": how it is. "Ya está migrado" tells that it happened, too.
    bool is_resulting(std::size_t at) const;
    // "se llenó", "leaked", "ist vollgelaufen": a verb that no table has, in a form that only tells what was.
    bool tells_unknown_past(std::size_t i) const;
    // The infinitive of something that has just been done: "acabo de reiniciar", "tuvimos que reiniciar", "had to reboot".
    bool is_just_done(std::size_t at) const;
    // "borre los logs y ya va": typed without accents.
    bool reports_result(std::size_t i) const;
    // "Resumen de la noche", "Invoice 2291 was paid", "drain done": what leads is a noun.
    bool is_noun(std::size_t i) const;
    bool completed_ahead(std::size_t at) const;
    static bool ends_with_clitic(std::string_view word);

protected:
    std::string_view raw_;
    Folded folded_;
    std::vector<Token> tokens_;  // views into folded_
    std::size_t first_ = 0;      // behind what only opens a clause
    std::size_t start_ = 0;      // and behind "from now on", too
};

}  // namespace wm::policies::activity
