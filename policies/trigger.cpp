#include "policies/trigger.hpp"

#include "policies/activity.hpp"
#include "policies/text_split.hpp"

namespace wm::policies {

namespace {

bool may_ask(std::string_view sentence) { return sentence.find_first_of("?\xC2") != std::string_view::npos; }  // ? ¿

}  // namespace

bool only_stores(std::string_view message) {
    const auto sentences = split_sentences(message);
    bool stores = false;
    // Most messages ask, and those that do are known by one sentence: it is read first.
    for (const bool asking : {true, false}) {
        for (const auto& sentence : sentences) {
            if (may_ask(sentence.text) != asking) continue;
            const auto wish = detect_wish(sentence.text);
            if (wish.has(Signal::question) || wish.has(Signal::recall)) return false;
            stores = stores || wish.has(Signal::remember);
        }
    }
    return stores;
}

}  // namespace wm::policies
