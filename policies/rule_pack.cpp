#include "policies/rule_pack.hpp"

#include "policies/fold.hpp"
#include "policies/literals.hpp"

#include <re2/re2.h>

#include <algorithm>

namespace wm::policies {

Rule rule_of(const KnownEntity& entity) {
    Rule rule{"entity/" + entity.kind + ": " + entity.name, "", RuleForm::phrase, "", entity.weight};
    std::vector<std::string> names{fold_text(entity.name)};
    for (const auto& alias : entity.aliases) names.push_back(fold_text(alias));
    // acme.com and C-3 are literals too; what begins or ends with a mark, or holds two in a row, is not.
    const bool literal = std::all_of(names.begin(), names.end(), [](const std::string& name) {
        return !name.ends_with('*') && Literals::is_literal(name);
    });
    if (!literal) rule.form = RuleForm::pattern, rule.match = "(?:^|[^a-z0-9])(?:";
    for (const auto& name : names) {
        if (&name != names.data()) rule.match += '|';
        rule.match += literal ? name : RE2::QuoteMeta(name);
    }
    if (!literal) rule.match += ")(?:[^a-z0-9]|$)";
    return rule;
}

}  // namespace wm::policies
