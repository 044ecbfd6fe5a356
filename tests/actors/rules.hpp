#pragma once
// A rule pack small enough to know by heart, for the tests of actors.

#include "policies/route.hpp"

#include <memory>

namespace wm {

// srv1x and "servidor" are platform, "prefiero" and "informes" personal, "margen" business; "nuestra memoria" asks for memory.
inline std::shared_ptr<const policies::RouteRules> small_rules() {
    static const auto rules = [] {
        using policies::RuleForm;
        policies::RulePack pack;
        pack.scopes = {
            {ScopeName("platform"), "", {{"hosts", RuleForm::pattern, R"(\bsrv[0-9]+x\b)", 3}, {"server", RuleForm::word, "servidor", 3}}},
            {ScopeName("personal"), "", {{"prefer", RuleForm::word, "prefiero", 3}, {"reports", RuleForm::word, "informes", 3}}},
            {ScopeName("business"), "", {{"margin", RuleForm::word, "margen", 3}}}};
        pack.memory_requests = {{"memory", RuleForm::phrase, "nuestra memoria", 1}};
        return std::get<std::shared_ptr<const policies::RouteRules>>(policies::RouteRules::compile(pack));
    }();
    return rules;
}

}  // namespace wm
