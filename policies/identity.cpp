#include "policies/identity.hpp"

#include <algorithm>
#include <string_view>

namespace wm {
namespace {

bool contains(const auto& list, const auto& value) { return std::ranges::find(list, value) != std::ranges::end(list); }

std::vector<std::string_view> split(std::string_view text, char at) {
    std::vector<std::string_view> parts;
    while (true) {
        const auto end = text.find(at);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos) return parts;
        text.remove_prefix(end + 1);
    }
}

// Sources without a person in front of them, whatever they send as sender (hermes.md §5, §6): nothing private there.
bool is_unattended(const Claims& claims) {
    constexpr std::string_view sources[] = {"subagent", "cron", "curator", "webhook"};
    return contains(sources, std::string_view(claims.platform)) || claims.sender.starts_with("webhook:");
}
// Where the owner of a Hermes profile sits: one person, and Hermes names no sender.
bool is_terminal(std::string_view platform) { return platform == "cli" || platform == "tui" || platform == "desktop"; }

// A client of MCP has no sender: it is who its token was made for, and nobody else speaks through it.
bool is_mcp(std::string_view platform) { return platform == "mcp"; }

}  // namespace

bool is_private_session(const Claims& claims) {
    if (!claims.claims_private) return false;
    if (is_mcp(claims.platform)) return true;
    if (is_terminal(claims.platform) || claims.platform == "api_server") return true;
    if (claims.sender.empty()) return false;
    // agent:<namespace>:<platform>:<chat type>:<chat>[:<thread>][:<user>]
    const auto key = split(claims.session_key, ':');
    if (key.size() < 5 || key[0] != "agent" || key[2] != claims.platform) return false;
    if (key[3] == "dm") return true;
    return key.size() >= 6 && key.back() == claims.sender;
}

IdentityResolver::IdentityResolver(Directory directory, const StoreRegistry& stores)
    : stores_(stores),
      profile_owners_(std::move(directory.profile_owners)),
      default_agent_scopes_(std::move(directory.default_agent_scopes)),
      personal_by_plane_(directory.personal_by_plane) {
    for (auto& user : directory.users) {
        for (auto& account : user.accounts) accounts_.emplace(std::move(account), user.id);
        users_.emplace(user.id, User{user.id, std::move(user.scopes)});
    }
    for (auto& agent : directory.agents)
        agents_.emplace(std::move(agent.id), Agent{std::move(agent.scopes), std::move(agent.platforms)});
}

const IdentityResolver::User* IdentityResolver::owner_of_profile(const Claims& claims) const {
    auto it = profile_owners_.find(claims.agent.str() + "/" + claims.profile);
    if (it == profile_owners_.end()) it = profile_owners_.find(claims.profile);
    if (it == profile_owners_.end()) return nullptr;
    const auto user = users_.find(it->second);
    return user == users_.end() ? nullptr : &user->second;
}

std::variant<Principal, Denial> IdentityResolver::resolve(const Claims& claims) const {
    const auto listed = agents_.find(claims.agent);
    if (listed == agents_.end() && default_agent_scopes_.empty()) return Denial::agent_unknown;
    const Agent agent = listed == agents_.end() ? Agent{default_agent_scopes_, {}} : listed->second;
    if (!agent.platforms.empty() && !contains(agent.platforms, claims.platform)) return Denial::platform_refused;

    // A sub-agent works for the person of its parent's turn, with that person's rights and no more.
    const bool delegated = claims.platform == "subagent";
    const auto& platform = delegated ? claims.origin : claims.platform;
    if (!delegated && is_unattended(claims)) return make(claims, agent, nullptr);
    if (is_terminal(platform)) return make(claims, agent, owner_of_profile(claims));

    // An api_server client is known by its session key alone: the OpenAI user field never reaches us.
    const bool by_key = platform == "api_server";
    const auto& account = is_mcp(platform) ? claims.agent.str() : by_key ? claims.session_key : claims.sender;
    const auto it = accounts_.find({platform, account});
    if (it != accounts_.end()) return make(claims, agent, &users_.at(it->second));
    const bool nobody = by_key || is_mcp(platform) || (delegated && claims.origin.empty());
    if (nobody) return make(claims, agent, nullptr);
    return Denial::sender_unknown;
}

Principal IdentityResolver::make(const Claims& claims, const Agent& agent, const User* user) const {
    auto data = std::make_shared<Principal::Data>();
    data->agent = claims.agent;
    if (user) data->user = user->id;
    const bool personal = user && personal_by_plane_ && !is_unattended(claims) && is_private_session(claims);
    for (const auto& scope : stores_.scopes()) {
        if (!contains(agent.scopes, scope) || (user && !contains(user->scopes, scope))) continue;
        if (stores_.is_private(scope) && !personal) continue;
        auto bank = stores_.bank(scope, data->user);
        if (!bank) continue;
        data->scopes.push_back(scope);
        data->banks.emplace(scope, std::move(*bank));
    }
    return Principal(std::move(data));
}

}  // namespace wm
