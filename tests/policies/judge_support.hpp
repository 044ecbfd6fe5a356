#pragma once
// A judge with the rule packs of the binary, and turns to put before it.

#include "config/rules.hpp"
#include "policies/learning.hpp"
#include "policies/route.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace wm::policies::testing_judge {

inline JudgeContext context(std::vector<ScopeName> allowed = {ScopeName("personal"), ScopeName("business"),
                                                              ScopeName("platform")}) {
    static const auto compiled = RouteRules::compile(config::built_in_rule_packs());
    const auto& rules = std::get<std::shared_ptr<const RouteRules>>(compiled);
    JudgeContext made;
    made.allowed = std::move(allowed);
    made.policy = default_retain_policy();
    made.route = [&rules](std::string_view sentence) {
        std::vector<std::pair<ScopeName, double>> scopes;
        for (const RoutedScope& scope : rules->route(sentence, {}, 3).scopes)
            scopes.emplace_back(scope.scope, scope.confidence);
        return scopes;
    };
    return made;
}

inline Turn said(std::string user, std::string assistant = "Ok.") {
    Turn turn;
    turn.agent = AgentId("build");
    turn.session = SessionId("s");
    turn.id = TurnId("t");
    turn.user_message.text = std::move(user);
    turn.assistant_response.text = std::move(assistant);
    return turn;
}

inline ToolRun ran(std::string command, std::string result, bool ok = true, std::string id = "c") {
    ToolRun run;
    run.tool = "terminal";
    run.arguments = {{"command", std::move(command)}};
    run.result.text = std::move(result);
    run.ok = ok;
    run.call_id = std::move(id);
    return run;
}

}  // namespace wm::policies::testing_judge
