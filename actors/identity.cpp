#include "actors/identity.hpp"

#include "actors/denial.hpp"

#include "runtime/log.hpp"

namespace wm {
namespace {

Directory directory_of(const config::Settings& settings) {
    Directory out;
    for (const auto& [id, user] : settings.identity.users) {
        DirectoryUser row{id, {}, user.allowed_scopes};
        for (const auto& account : user.accounts) row.accounts.emplace_back(account.platform, account.id);
        out.users.push_back(std::move(row));
    }
    for (const auto& [id, agent] : settings.identity.agents)
        out.agents.push_back({id, agent.allowed_scopes, agent.platforms});
    for (const auto& [key, profile] : settings.identity.profiles) out.profile_owners.emplace(key, profile.owner);
    out.default_agent_scopes = settings.identity.default_agent_scopes;
    out.personal_by_plane = settings.personal_owner == config::PersonalOwner::plane;
    return out;
}

std::string_view name_of(Denial denial) {
    constexpr std::string_view names[] = {"agent_unknown", "platform_refused", "sender_unknown"};
    return names[static_cast<std::size_t>(denial)];
}

}  // namespace

std::vector<StoreRow> store_rows(const config::Settings& settings) {
    std::vector<StoreRow> out;
    for (const auto& [scope, store] : settings.stores) out.push_back({scope, store.bank, store.bank_template});
    return out;
}

Identity::Identity(const StoreRegistry& stores, Metrics& metrics, const config::Settings& settings, Audit* audit)
    : resolver_(directory_of(settings), stores), metrics_(metrics), audit_(audit) {}

std::variant<Principal, Denial> Identity::who(const HookArrived& hook) const {
    const auto& speaker = hook.speaker;
    auto who = resolver_.resolve({hook.agent, speaker.platform, speaker.sender, speaker.session_key, speaker.profile,
                                  speaker.claims_private, speaker.origin});
    if (const auto* denial = std::get_if<Denial>(&who)) {
        deny(metrics_, audit_, {.agent = hook.agent, .object = hook.turn.str()}, name_of(*denial));
        log(Level::debug, "denied",
            {{"agent", hook.agent.str()}, {"reason", name_of(*denial)}, {"platform", speaker.platform}});
    }
    return who;
}

}  // namespace wm
