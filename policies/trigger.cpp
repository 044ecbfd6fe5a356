#include "policies/trigger.hpp"

#include "policies/activity.hpp"
#include "policies/text_split.hpp"

namespace wm::policies {

bool only_stores(std::string_view message) {
    bool stores = false;
    for (const auto& sentence : split_sentences(message)) {
        const auto activity = detect_activity(sentence.text);
        if (activity.has(Signal::question) || activity.has(Signal::recall)) return false;
        stores = stores || activity.has(Signal::remember);
    }
    return stores;
}

}  // namespace wm::policies
