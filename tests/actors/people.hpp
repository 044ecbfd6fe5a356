#pragma once
// A small company for the tests of actors: three scopes, two people, one agent.

#include "actors/identity.hpp"
#include "config/settings.hpp"

namespace wm {

inline const ScopeName personal_scope("personal"), business_scope("business"), platform_scope("platform");

inline config::Settings small_company() {
    config::Settings s;
    s.stores[personal_scope].bank_template = "user-{internal_user_id}";
    s.stores[business_scope].bank = "corp-business";
    s.stores[platform_scope].bank = "corp-platform";
    s.identity.users[UserId("u_ana")] = {"Ana", {{"telegram", "42"}}, {personal_scope, business_scope, platform_scope}};
    s.identity.users[UserId("u_ben")] = {"Ben", {{"telegram", "43"}}, {personal_scope, platform_scope}};
    s.identity.agents[AgentId("build")] = {{personal_scope, business_scope, platform_scope}, {}};
    s.observability.log_recall = s.observability.log_retain = s.observability.log_routing = false;
    return s;
}

inline Speaker speaker_of(const std::string& account, const std::string& session = "s1") {
    return {SessionId(session), "agent:main:telegram:dm:" + account, "telegram", account, "default", true};
}

inline Principal principal_of(const config::Settings& settings, const StoreRegistry& stores,
                              const std::string& account) {
    const IdentityResolver resolver(
        {{{UserId("u_ana"), {{"telegram", "42"}}, {personal_scope, business_scope, platform_scope}},
          {UserId("u_ben"), {{"telegram", "43"}}, {personal_scope, platform_scope}}},
         {{AgentId("build"), settings.identity.agents.at(AgentId("build")).allowed_scopes, {}}},
         {},
         {},
         true},
        stores);
    return std::get<Principal>(resolver.resolve(
        {AgentId("build"), "telegram", account, "agent:main:telegram:dm:" + account, "default", true}));
}

}  // namespace wm
