#include "policies/endings.hpp"

#include "policies/parts.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_set>

namespace wm::policies {
namespace {

constexpr std::size_t letters_min = 5;

struct Endings {
    std::string_view language;
    std::vector<std::string_view> endings;
};
const std::vector<Endings>& all_endings() {
    static const std::vector<Endings> rows = {
        {"es", {"s", "es"}}, {"en", {"s", "es"}}, {"de", {"n", "en", "s", "es", "e", "er", "em"}}, {"", {"s"}}};
    return rows;
}

bool takes_endings(std::string_view word) {
    return word.size() >= letters_min &&
           std::all_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

template <class Use>
void each_form(const Rule& rule, const Use& use) {
    if (rule.form == RuleForm::word) each_part(rule.match, '|', [&](std::string_view form) { use(std::string(form)); });
}

}  // namespace

RulePack with_endings(RulePack pack) {
    std::unordered_set<std::string> known;
    const auto note = [&](const Rule& rule) {
        each_form(rule, [&](std::string form) { known.insert(std::move(form)); });
    };
    for (const auto& group : pack.scopes) std::for_each(group.rules.begin(), group.rules.end(), note);
    std::for_each(pack.context.begin(), pack.context.end(), note);
    std::for_each(pack.memory_requests.begin(), pack.memory_requests.end(), note);
    for (const auto& language : pack.languages) known.insert(language.words.begin(), language.words.end());
    for (auto& group : pack.scopes)
        for (auto& rule : group.rules) {
            const auto row = std::ranges::find(all_endings(), rule.language, &Endings::language);
            if (row == all_endings().end() || rule.weight <= 0) continue;
            std::string more;
            each_form(rule, [&](const std::string& form) {
                if (!takes_endings(form)) return;
                for (const auto ending : row->endings)
                    if (auto ended = form + std::string(ending); known.insert(ended).second) more += "|" + ended;
            });
            if (!more.empty()) rule.endings = more.substr(1);
        }
    return pack;
}

}  // namespace wm::policies
