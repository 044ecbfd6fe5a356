#pragma once
// A rule pack small enough to know by heart, for the tests of actors.

#include "policies/route.hpp"

#include <memory>

namespace wm {

// srv1x and "servidor" are platform, "prefiero" and "informes" personal, "margen" business; "nuestra memoria" asks for memory.
inline std::shared_ptr<const policies::RouteRules> small_rules() {
    static const auto rules = [] {
        using policies::RuleForm;
        const auto rule = [](const char* name, RuleForm form, const char* match, double weight) {
            policies::Rule out;
            out.name = name;
            out.form = form;
            out.match = match;
            out.weight = weight;
            return out;
        };
        const auto scope = [](const char* name, std::vector<policies::Rule> rows) {
            policies::ScopeRules out;
            out.scope = ScopeName(name);
            out.rules = std::move(rows);
            return out;
        };
        policies::RulePack pack;
        pack.scopes = {scope("platform", {rule("hosts", RuleForm::pattern, R"(\bsrv[0-9]+x\b)", 3),
                                          rule("server", RuleForm::word, "servidor", 3)}),
                       scope("personal", {rule("prefer", RuleForm::word, "prefiero", 3),
                                          rule("reports", RuleForm::word, "informes", 3)}),
                       scope("business", {rule("margin", RuleForm::word, "margen", 3)})};
        pack.memory_requests = {rule("memory", RuleForm::phrase, "nuestra memoria", 1)};
        return std::get<std::shared_ptr<const policies::RouteRules>>(policies::RouteRules::compile(pack));
    }();
    return rules;
}

}  // namespace wm
