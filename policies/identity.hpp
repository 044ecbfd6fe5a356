#pragma once
// The IdentityResolver (A9): the claims of one message → a principal, or a denial. Nothing is inherited from an earlier
// speaker, nothing is taken from text. What Hermes can and cannot know of a speaker: docs/protocol.md, "Identity".

#include "policies/access.hpp"
#include "policies/types.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace wm {

struct Claims {  // of one message; the agent is proven by its token, the rest is the plugin's word
    AgentId agent;
    std::string platform;
    std::string sender;
    std::string session_key;
    std::string profile;
    bool claims_private = false;
    std::string origin;  // of a sub-agent: the platform of its parent's turn; empty: none
};

enum class Denial : std::uint8_t {
    agent_unknown,     // no such agent in the directory, and no default
    platform_refused,  // this agent may not vouch for that platform
    sender_unknown,    // a chat platform with a sender whom the directory does not know, or without one
};

struct DirectoryUser {
    UserId id;
    std::vector<std::pair<std::string, std::string>> accounts;  // platform, platform user id
    std::vector<ScopeName> scopes;
};
struct DirectoryAgent {
    AgentId id;
    std::vector<ScopeName> scopes;
    std::vector<std::string> platforms;  // empty: all
};
struct Directory {
    std::vector<DirectoryUser> users;
    std::vector<DirectoryAgent> agents;
    std::map<std::string, UserId> profile_owners;  // "<agent>/<profile>", else "<profile>"
    std::vector<ScopeName> default_agent_scopes;   // of an agent that is not listed; empty: denied
    bool personal_by_plane = true;  // false: the native provider owns every private scope (personal.owner)
};

// True when nobody but the speaker takes part in the session: the command line, a direct message, a group session keyed
// by this very sender.
bool is_private_session(const Claims& claims);

// Immutable; any thread.
class IdentityResolver {
public:
    IdentityResolver(Directory directory, const StoreRegistry& stores);
    std::variant<Principal, Denial> resolve(const Claims& claims) const;

private:
    struct User {
        UserId id;
        std::vector<ScopeName> scopes;
    };
    struct Agent {
        std::vector<ScopeName> scopes;
        std::vector<std::string> platforms;
    };
    const User* owner_of_profile(const Claims& claims) const;
    Principal make(const Claims& claims, const Agent& agent, const User* user) const;

    const StoreRegistry& stores_;
    std::map<UserId, User> users_;
    std::map<std::pair<std::string, std::string>, UserId> accounts_;
    std::map<AgentId, Agent> agents_;
    std::map<std::string, UserId> profile_owners_;
    std::vector<ScopeName> default_agent_scopes_;
    bool personal_by_plane_;
};

}  // namespace wm
