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
    // "Kubernetes actualizado a 1.31", "Zertifikat erneuert, gültig bis März": a report without a verb that could say when.
    bool is_telegram(std::size_t at) const;
    // "the link dropped twice": nobody dropped it
    bool is_intransitive(std::size_t at) const;
    // "haben die Firewall auf 7.4.2 gelupft": whatever the verb is, it led to a value
    bool leads_somewhere(std::size_t at) const;
    // "ist die Leitung weggebrochen": it happened, as German tells it
    bool is_german_perfect(std::size_t at) const;
    // "dump the env", "vuélcame la tabla", "grep mal": an order in a word that no table has
    bool orders_in_unknown_word(std::size_t at) const;
    // "no me programes", "no nos mandes"
    bool forbids_speaker(std::size_t at) const;
    // "schicken Sie mir", "don't ask me"
    bool orders_by_form(std::size_t at) const;
    // "enséñame", "ponmelos"; `imperative`: a table has it as one
    static bool orders_by_clitic(std::string_view word, bool imperative);
    // "…?", "¿…", "qué", "dónde" with their accents at the beginning
    bool asks_by_mark() const;
    bool is_as_usual(std::size_t at) const;  // "de siempre", "wie immer"
    bool colon_before(std::size_t at) const;
    // twice, last night: it is told as what happened
    bool tells_when() const;
    static bool is_ours(std::string_view word);
    // "los cuelgues venían del ahorro de energía", "the stalls were the MTU", "die Abbrüche lagen am Kabel"
    bool names_cause() const;
    // "Was offline for an hour" happened.
    bool was_so(std::size_t at) const;
    bool is_morning(std::size_t at) const;  // "heute Morgen" is not tomorrow
    // "habe den Zertifikatswechsel gemacht", "hecha la migración", "finished the rollout": the change is a noun
    bool finishes_change() const;
    // "unterschrieben haben sie noch nicht": what leads is denied behind it
    bool denied_behind(std::size_t at) const;
    // "rock solid since Tuesday", "seit Dienstag stabil": what was mended holds
    bool has_held() const;
    // "Management has pushed the opening": who decides did it
    bool is_by_a_chief() const;
    // "estuvo devolviendo errores", "kept freezing"
    bool went_on() const;
    // "confirmado con tcpdump", and not with Marta
    bool by_instrument(std::size_t at) const;
    bool denies() const;
    // A number that is no date and no name: "60 días", "83 %".
    bool holds_amount() const;
    // "a partir de marzo", "from 1 May", "ab Montag": from then on it holds
    bool is_dated() const;
    // "all quotes need two signatures"
    bool names_every() const;
    bool obliges() const;
    // "we", "entregamos"
    bool rules_ourselves() const;
    // "Proxmox it is", "we're not renewing the licences"
    bool chooses() const;
    // "no more root logins from today", "Schluss mit …"
    bool ends_a_custom() const;
    // A verb that makes a participle beside it an adjective; "esta noche" holds none.
    bool is_finite(std::size_t at) const;
    static bool is_new(std::string_view word);
    // "lo bajé a 300", "hab ihn ausgeschaltet", "set it to 30": of what was named before
    bool refers_back() const;

protected:
    std::string_view raw_;
    Folded folded_;
    std::vector<Token> tokens_;  // views into folded_
    std::size_t first_ = 0;      // behind what only opens a clause
    std::size_t start_ = 0;      // and behind "from now on", too
};

}  // namespace wm::policies::activity
