#include "policies/identity.hpp"

#include <gtest/gtest.h>

namespace wm {
namespace {

const ScopeName personal("personal"), business("business"), platform("platform");

struct Identity : testing::Test {
    StoreRegistry stores{
        {{personal, "", "user-{internal_user_id}"}, {business, "corp-business", ""}, {platform, "corp-platform", ""}}};
    Directory directory{
        .users = {{UserId("u_ana"), {{"telegram", "42"}, {"api_server", "key-ana"}}, {personal, business, platform}},
                  {UserId("u_ben"), {{"telegram", "43"}}, {personal, platform}}},
        .agents = {{AgentId("build"), {personal, business, platform}, {}},
                   {AgentId("approver"), {platform}, {"telegram"}}},
        .profile_owners = {{"build/default", UserId("u_ana")}},
    };
    Claims ana{AgentId("build"), "telegram", "42", "agent:main:telegram:dm:42", "default", true};

    std::vector<ScopeName> scopes(const Claims& claims) const {
        const auto result = IdentityResolver(directory, stores).resolve(claims);
        return std::get<Principal>(result).scopes();
    }
    Denial denial(const Claims& claims) const {
        return std::get<Denial>(IdentityResolver(directory, stores).resolve(claims));
    }
    std::string personal_bank(const Claims& claims) const {
        const auto bank = std::get<Principal>(IdentityResolver(directory, stores).resolve(claims)).bank(personal);
        return bank ? bank->str() : "";
    }
    Claims with(auto change) const {
        Claims claims = ana;
        change(claims);
        return claims;
    }
};

TEST_F(Identity, GivesAKnownUserInADirectMessageEveryScopeThatUserAndAgentShare) {
    EXPECT_EQ(scopes(ana), (std::vector{business, personal, platform}));
    EXPECT_EQ(personal_bank(ana), "user-u_ana");
}
TEST_F(Identity, IntersectsTheUsersScopesWithTheAgents) {
    EXPECT_EQ(scopes(with([](auto& c) {
                  c.sender = "43";
                  c.session_key = "agent:main:telegram:dm:43";
              })),
              (std::vector{personal, platform}));
    EXPECT_EQ(scopes(with([](auto& c) { c.agent = AgentId("approver"); })), (std::vector{platform}));
}
TEST_F(Identity, DeniesAnAgentThatTheDirectoryDoesNotKnow) {
    EXPECT_EQ(denial(with([](auto& c) { c.agent = AgentId("stranger"); })), Denial::agent_unknown);
}
TEST_F(Identity, GivesAnUnlistedAgentTheDefaultScopesWhenThereAreSome) {
    directory.default_agent_scopes = {platform};
    EXPECT_EQ(scopes(with([](auto& c) { c.agent = AgentId("stranger"); })), (std::vector{platform}));
}
TEST_F(Identity, DeniesASenderWhomTheDirectoryDoesNotKnow) {
    EXPECT_EQ(denial(with([](auto& c) { c.sender = "999"; })), Denial::sender_unknown);
}
TEST_F(Identity, DoesNotMistakeTheSameIdOnAnotherPlatformForTheSamePerson) {
    EXPECT_EQ(denial(with([](auto& c) {
                  c.platform = "slack";
                  c.session_key = "agent:main:slack:dm:42";
              })),
              Denial::sender_unknown);
}
TEST_F(Identity, DeniesAPlatformForWhichTheAgentMayNotVouch) {
    EXPECT_EQ(denial(with([](auto& c) {
                  c.agent = AgentId("approver");
                  c.platform = "cli";
              })),
              Denial::platform_refused);
}
TEST_F(Identity, KeepsPersonalMemoryOutOfASharedSession) {
    EXPECT_EQ(scopes(with([](auto& c) { c.session_key = "agent:main:telegram:group:-100"; })),
              (std::vector{business, platform}));
    EXPECT_EQ(scopes(with([](auto& c) { c.session_key = "agent:main:telegram:group:-100:7"; })),
              (std::vector{business, platform}));
}
TEST_F(Identity, AllowsPersonalMemoryInAGroupSessionKeyedByTheSpeaker) {
    EXPECT_EQ(scopes(with([](auto& c) { c.session_key = "agent:main:telegram:group:-100:42"; })),
              (std::vector{business, personal, platform}));
}
TEST_F(Identity, DoesNotTakeAGroupWhoseChatIdIsTheSendersForAPrivateOne) {
    EXPECT_EQ(scopes(with([](auto& c) { c.session_key = "agent:main:telegram:group:42"; })),
              (std::vector{business, platform}));
}
TEST_F(Identity, TakesTheStricterOfItsOwnViewAndThePluginsClaim) {
    EXPECT_EQ(scopes(with([](auto& c) { c.claims_private = false; })), (std::vector{business, platform}));
}
TEST_F(Identity, DoesNotBelieveASessionKeyOfAnotherPlatform) {
    EXPECT_EQ(scopes(with([](auto& c) { c.session_key = "agent:main:cli:dm:42"; })), (std::vector{business, platform}));
}
TEST_F(Identity, TakesTheProfilesOwnerInEveryTerminalOfHermes) {
    for (const auto* terminal : {"cli", "tui", "desktop"})
        EXPECT_EQ(personal_bank(with([&](auto& c) {
                      c.platform = terminal;
                      c.sender = "";
                      c.session_key = "";
                  })),
                  "user-u_ana")
            << terminal;
}
TEST_F(Identity, GivesACommandLineProfileWithoutAnOwnerNoPersonalMemory) {
    EXPECT_EQ(scopes(with([](auto& c) {
                  c.platform = "cli";
                  c.sender = "";
                  c.profile = "work";
              })),
              (std::vector{business, platform}));
}
TEST_F(Identity, GivesSubAgentsCronAndWebhooksNothingPersonalEvenWithASender) {
    for (const auto* source : {"subagent", "cron", "curator", "webhook"})
        EXPECT_EQ(scopes(with([&](auto& c) { c.platform = source; })), (std::vector{business, platform})) << source;
}
TEST_F(Identity, DeniesAMessageOfAChatPlatformWithoutASender) {
    EXPECT_EQ(denial(with([](auto& c) { c.sender = ""; })), Denial::sender_unknown);
}
TEST_F(Identity, GivesASubAgentTheRightsOfThePersonItWorksForAndNothingPrivate) {
    const auto of_ben = [](auto& c) {
        c.platform = "subagent";
        c.origin = "telegram";
        c.sender = "43";
    };
    EXPECT_EQ(scopes(with(of_ben)), (std::vector{platform})) << "ben has no business memory";
    EXPECT_EQ(denial(with([&](auto& c) {
                  of_ben(c);
                  c.sender = "999";
              })),
              Denial::sender_unknown);
}
TEST_F(Identity, KnowsAnApiClientByItsMappedKeyOnly) {
    EXPECT_EQ(personal_bank(with([](auto& c) {
                  c.platform = "api_server";
                  c.sender = "";
                  c.session_key = "key-ana";
              })),
              "user-u_ana");
    EXPECT_EQ(scopes(with([](auto& c) {
                  c.platform = "api_server";
                  c.sender = "";
                  c.session_key = "api-1";
              })),
              (std::vector{business, platform}));
}
TEST_F(Identity, TakesAClientOfMcpForWhomItsTokenWasMadeWhateverItClaims) {
    directory.users[0].accounts.emplace_back("mcp", "ana-desktop");
    directory.agents.push_back({AgentId("ana-desktop"), {personal, business, platform}, {}});
    const Claims desktop{AgentId("ana-desktop"), "mcp", "", "", "default", true};
    EXPECT_EQ(personal_bank(desktop), "user-u_ana");
    auto forged = desktop;
    forged.agent = AgentId("build");  // nobody's own token
    EXPECT_EQ(scopes(forged), (std::vector{business, platform}));
    for (const auto* name : {"ana-desktop", "42", "u_ana"}) {
        forged.sender = forged.session_key = name;
        EXPECT_EQ(personal_bank(forged), "") << name;
    }
    forged.platform = "subagent";
    forged.origin = "mcp";
    forged.sender = "ana-desktop";
    EXPECT_EQ(scopes(forged), (std::vector{business, platform})) << "nor does a sub-agent of it speak for her";
    forged = desktop;
    forged.claims_private = false;
    EXPECT_EQ(personal_bank(forged), "");
}
TEST_F(Identity, DeniesMcpToAnAgentThatMayVouchForOtherPlatformsOnly) {
    EXPECT_EQ(denial({AgentId("approver"), "mcp", "", "", "default", true}), Denial::platform_refused);
}
TEST_F(Identity, LeavesEveryPrivateScopeToTheNativeProviderWhenItOwnsPersonalMemory) {
    directory.personal_by_plane = false;
    EXPECT_EQ(scopes(ana), (std::vector{business, platform}));
    EXPECT_EQ(personal_bank(ana), "");
}
TEST_F(Identity, HasNoBankForAScopeOutsideTheAcl) {
    const auto result =
        IdentityResolver(directory, stores).resolve(with([](auto& c) { c.agent = AgentId("approver"); }));
    EXPECT_FALSE(std::get<Principal>(result).bank(business));
    EXPECT_FALSE(std::get<Principal>(result).bank(ScopeName("corp-business")));
}

TEST(StoreRegistry, HasNoBankForAnUnknownScopeOrAPrivateOneWithoutAUser) {
    const StoreRegistry stores({{personal, "", "user-{internal_user_id}"}});
    EXPECT_FALSE(stores.bank(ScopeName("sales"), UserId("u_1")));
    EXPECT_FALSE(stores.bank(personal, UserId()));
    EXPECT_EQ(stores.bank(personal, UserId("u_1"))->str(), "user-u_1");
}

}  // namespace
}  // namespace wm
