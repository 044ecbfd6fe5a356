#include "policies/activity_view.hpp"

#include <algorithm>

namespace wm::policies::activity {

ClauseView::ClauseView(std::string_view clause)
    : raw_(clause), folded_(fold(clause)), tokens_(tokenize(folded_, clause)) {
    while (start_ < tokens_.size() && start_ < 5 && tokens_[start_].is(WordClass::filler)) ++start_;
    if (start_ == tokens_.size()) start_ = 0;
    first_ = start_;
}

bool ClauseView::preceded(std::size_t at, std::size_t reach, bool negation) const {
    for (std::size_t back = 1; back <= reach && back <= at; ++back) {
        if (tokens_[at - back + 1].after_comma) return false;
        const std::string_view word = tokens_[at - back].text;
        if (negation) {
            const std::string_view next = at - back + 1 < tokens_.size() ? tokens_[at - back + 1].text : "";
            const bool neutral = (word == "no" && (next == "longer" || next == "solo")) ||
                                 (word == "not" && next == "only") ||
                                 (word == "nicht" && (next == "mehr" || next == "nur")) ||
                                 (word == "no" && at - back > 0 && tokens_[at - back - 1].text == "ya");
            // "I marked it without a date and it ended well": only what comes right behind is denied.
            const bool beyond = back > 2 && (word == "sin" || word == "without" || word == "ohne");
            if (tokens_[at - back].is(WordClass::negator) && !neutral && !beyond) return true;
        } else if (tokens_[at - back].is(WordClass::condition) && !(word == "si" && tokens_[at - back].accented_end)) {
            const bool date = tokens_[at - back].is(WordClass::bound) && at - back + 1 < tokens_.size() &&
                              tokens_[at - back + 1].is(WordClass::calendar);
            if (!date) return true;
        }
    }
    return false;
}

bool ClauseView::tells_past(std::size_t at) const {
    for (std::size_t i = at; i < tokens_.size() && i < at + 2; ++i) {
        if (tokens_[i].is(WordClass::perfect) || (tokens_[i].text.ends_with("ed") && tokens_[i].text.size() > 4))
            return true;
    }
    return false;
}

bool ClauseView::preceded_by_modal(std::size_t at) const {
    for (std::size_t back = 1; back <= 3 && back <= at; ++back) {
        const Token& token = tokens_[at - back];
        // "to" makes an infinitive of the word behind it; "the invoice to Harrow got paid" has another one.
        const bool other = back > 1 && (token.text == "to" || token.text == "zu");
        if ((token.is(WordClass::modal) && !other) || is_subjunctive(token)) return true;
    }
    return false;
}

bool ClauseView::is_habitual(std::size_t at) const {
    const std::string_view word = tokens_[at].text;
    return (word.ends_with("amos") || word.ends_with("imos")) &&
           std::any_of(tokens_.begin(), tokens_.begin() + static_cast<std::ptrdiff_t>(at),
                       [](const Token& token) { return token.is(WordClass::condition); });
}

bool ClauseView::is_subjunctive(const Token& token) {
    const std::string_view word = token.text;
    for (const std::string_view ending : {"ariamos", "eriamos", "iriamos", "arian", "erian", "irian"}) {
        if (word.size() > ending.size() + 1 && word.ends_with(ending)) return true;
    }
    if (!token.accented) return false;
    for (const std::string_view german : {"wurde", "wurden", "hatte", "hatten", "konnte", "konnten", "musste"}) {
        if (word == german) return true;
    }
    for (const std::string_view noun : {"notaria", "secretaria", "comisaria"}) {
        if (word == noun) return false;
    }
    return word.size() > 6 && (word.ends_with("aria") || word.ends_with("iria"));
}

bool ClauseView::has_past_time() const {
    return std::any_of(tokens_.begin(), tokens_.end(),
                       [](const Token& token) { return token.is(WordClass::past_time); });
}

bool ClauseView::has_auxiliary(std::size_t at) const {
    for (std::size_t back = 1; back <= 4 && back <= at; ++back) {
        if (tokens_[at - back].is(WordClass::auxiliary)) return true;
    }
    return std::any_of(tokens_.begin(), tokens_.end(),
                       [](const Token& token) { return token.is(WordClass::wide_auxiliary); });
}

bool ClauseView::is_resulting(std::size_t at) const {
    const bool ends = at + 1 == tokens_.size() || tokens_[at + 1].after_comma;
    for (std::size_t back = 1; back <= (ends ? 7U : 3U) && back <= at; ++back) {
        const std::string_view word = tokens_[at - back].text;
        if (tokens_[at - back].is(WordClass::has_been)) return false;
        if (!tokens_[at - back].is(WordClass::resulting)) continue;
        if (back > 3 && word != "ist" && word != "sind") continue;  // German puts the participle at the end
        const bool just = at > back && tokens_[at - back - 1].is(WordClass::already);
        return !just;
    }
    return false;
}

bool ClauseView::tells_unknown_past(std::size_t i) const {
    const std::string_view word = tokens_[i].text;
    if (word.size() < 5 || tokens_[i].is(WordClass::idle)) return false;
    const std::string_view before = i > 0 ? tokens_[i - 1].text : "";
    if (word.ends_with("o") && tokens_[i].accented_end) return true;
    if (word.ends_with("aron") || word.ends_with("ieron")) return true;
    if (word.ends_with("ado") || word.ends_with("ido"))
        return before == "ha" || before == "han" || before == "hemos" || before == "he";
    if (word.ends_with("ed"))
        return i > 0 && !tokens_[i - 1].is(WordClass::determiner) && !tokens_[i - 1].is(WordClass::resulting);
    const bool participle = word.find("ge") != std::string_view::npos && word.find("ge") < 6 &&
                            (word.ends_with("en") || word.ends_with("t"));
    const bool ends = i + 1 == tokens_.size() || tokens_[i + 1].after_comma;
    return participle && ends &&
           std::any_of(tokens_.begin(), tokens_.begin() + static_cast<std::ptrdiff_t>(i), [](const Token& token) {
               return token.text != "ich" && token.text != "wir" && token.text != "is" && token.text != "bin" &&
                      token.is(WordClass::wide_auxiliary);
           });
}

bool ClauseView::is_just_done(std::size_t at) const {
    for (std::size_t back = 2; back <= 4 && back <= at; ++back) {  // "had the lads wipe it"
        if (tokens_[at - back].text == "had" && tokens_[at - back + 1].text == "the") return true;
    }
    const bool infinitive =
        tokens_[at].text.ends_with("en") && (at + 1 == tokens_.size() || tokens_[at + 1].after_comma);
    for (std::size_t back = 1; infinitive && back <= at; ++back) {  // "musste mail-gw1 vom Netz nehmen"
        const Token& token = tokens_[at - back];
        if ((token.text == "musste" || token.text == "mussten") && !token.accented) return true;
    }
    return at >= 2 && tokens_[at - 2].is(WordClass::just_done) &&
           (tokens_[at - 1].text == "de" || tokens_[at - 1].text == "que" || tokens_[at - 1].text == "to" ||
            tokens_[at - 1].text == "a");
}

bool ClauseView::reports_result(std::size_t i) const {
    for (std::size_t at = i + 1; at + 2 < tokens_.size(); ++at) {
        if (tokens_[at].text == "y" && tokens_[at + 1].text == "ya") return true;
        if ((tokens_[at].text == "has" || tokens_[at].text == "have") && tokens_[at + 1].text == "been") return true;
    }
    return false;
}

bool ClauseView::is_noun(std::size_t i) const {
    if (i + 1 >= tokens_.size()) return false;
    const Token& next = tokens_[i + 1];
    if (tokens_[i].text == "firma" && !next.is(WordClass::order_object)) return true;  // German, and no Spanish order
    static constexpr std::string_view adjectives[] = {"quick", "short", "small", "another", "brief", "final", "kurzes"};
    const bool described = i > 0 && std::ranges::find(adjectives, tokens_[i - 1].text) != std::end(adjectives);
    if (described || next.text == "from") return true;  // "Quick update from the weekend"
    if (next.text == "de" || next.text == "del" || next.text == "of" || next.text == "done") return true;
    if (next.is(WordClass::resulting) || next.is(WordClass::has_been) || next.text == "was" || next.text == "were")
        return true;
    // "Label printer is broken": what follows is no object, and then a verb comes
    for (std::size_t k = i + 1; k < tokens_.size() && k <= i + 4; ++k) {
        if (tokens_[k].after_comma || tokens_[k].is(WordClass::order_object) || tokens_[k].is(WordClass::determiner))
            break;
        if (is_finite(k) && k > i + 1) return true;
    }
    // "Switch sw-2 went dead"
    if (i + 2 < tokens_.size() && next.text.find_first_of("0123456789-") != std::string_view::npos) {
        const std::string_view verb = tokens_[i + 2].text;
        for (const std::string_view past : {"went", "lost", "fell", "died", "froze", "had", "has", "is", "was"})
            if (verb == past) return true;
    }
    return next.text.front() >= '0' && next.text.front() <= '9' && completed_ahead(i + 1);
}

bool ClauseView::asks_by_mark() const {
    std::string_view tail = raw_;
    while (!tail.empty() && std::string_view(" \n\t\"')*_").find(tail.back()) != std::string_view::npos)
        tail.remove_suffix(1);
    bool asks = (!tail.empty() && tail.back() == '?') || raw_.find("¿") != std::string_view::npos;
    for (std::size_t i = first_; i < tokens_.size() && i <= first_ + 1; ++i)
        asks = asks || (tokens_[i].accented && tokens_[i].is(WordClass::accented_asker));
    return asks;
}

bool ClauseView::completed_ahead(std::size_t at) const {
    return std::any_of(tokens_.begin() + static_cast<std::ptrdiff_t>(at), tokens_.end(), [](const Token& token) {
        return token.text == "was" || token.text == "were" || token.is(WordClass::has_been) ||
               token.is(WordClass::resulting);
    });
}

bool ClauseView::ends_with_clitic(std::string_view word) {  // echale, dime, mirame
    return word.size() > 3 && (word.ends_with("le") || word.ends_with("me") || word.ends_with("nos"));
}

}  // namespace wm::policies::activity
