// The rules that more than one key takes part in.
#include "config/defaults.hpp"
#include "tests/config/reading.hpp"

#include <gmock/gmock.h>

using namespace wm;
using namespace wm::config;
using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

TEST(Rules, RecallAndAcknowledgementFollowTimeoutSecondsUnlessGiven) {
    const auto follows = good("backend: {timeout_seconds: 9}").backend;
    EXPECT_EQ(follows.timeouts.recall, 9s);
    EXPECT_EQ(follows.timeouts.retain_ack, 9s);
    EXPECT_EQ(follows.timeouts.reflect, 60s);
    EXPECT_EQ(follows.timeouts.health, 2s);
    const auto given = good("backend: {timeout_seconds: 9, timeouts: {recall: 300ms}}").backend;
    EXPECT_EQ(given.timeouts.recall, 300ms);
    EXPECT_EQ(given.timeouts.retain_ack, 9s);
}

TEST(Rules, TheModeOfRetainIsThatOfEveryScopeWithoutItsOwn) {
    const auto settings =
        good("retain: {mode: \"off\"}\nstores:\n  a: {bank: a}\n  b: {bank: b, retain: {mode: automatic}}\n");
    EXPECT_EQ(settings.stores.at(ScopeName("a")).retain_mode, RetainMode::off);
    EXPECT_EQ(settings.stores.at(ScopeName("b")).retain_mode, RetainMode::automatic);
    EXPECT_EQ(good("").stores.at(ScopeName("personal")).retain_mode, RetainMode::automatic);
}

TEST(Rules, NoScopeIsCalledLikeAWordOfTheRuleFiles) {
    for (const std::string word : {"any", "memory"})
        EXPECT_THAT(said("\nstores:\n  " + word + ": {bank: a}\n"),
                    HasSubstr("stores." + word + ": is a word of the rule files"));
    EXPECT_TRUE(read("stores: {team-memory: {bank: a}}").ok());
}

TEST(Rules, ReservedSyncLeavesRoomForTheRest) {
    EXPECT_TRUE(read("backend: {concurrency: {max_inflight: 2, reserved_sync: 1}}").ok());
    EXPECT_THAT(said("backend: {concurrency: {max_inflight: 2, reserved_sync: 2}}"),
                HasSubstr("reserved_sync: leaves nothing of max_inflight (2)"));
    EXPECT_THAT(said("backend: {concurrency: {reserved_sync: 1}}"), HasSubstr("leaves nothing"));
    // A mistyped partner says nothing about this one.
    EXPECT_EQ(read("backend: {concurrency: {max_inflight: two, reserved_sync: 1}}").problems.size(), 1U);
}

TEST(Rules, AScopeInHindsightNeedsTheUrl) {
    EXPECT_THAT(said("\nbackend: {type: hindsight}"),
                HasSubstr("c.yaml:2: backend.url: is missing, and a scope lives in Hindsight"));
    EXPECT_THAT(said("stores:\n  a:\n    bank: a\n    backend: hindsight\n"),
                HasSubstr("c.yaml:4: backend.url: is missing"));
    EXPECT_TRUE(read("backend: {url: \"http://h:8888\"}\nstores: {a: {bank: a, backend: hindsight}}").ok());
}

TEST(Rules, NoBankHasTwoScopes) {
    EXPECT_THAT(said("stores: {a: {bank: x}, b: {bank: x}}"),
                HasSubstr("stores.b.bank: can be the same bank as that of scope \"a\""));
    EXPECT_THAT(
        said("stores: {a: {bank_template: \"u-{internal_user_id}\"}, b: {bank_template: \"u-{internal_user_id}\"}}"),
        HasSubstr("stores.b.bank_template: can be"));
    EXPECT_THAT(said("stores: {a: {bank: u-7}, b: {bank_template: \"u-{internal_user_id}\"}}"),
                HasSubstr("stores.b.bank_template: can be"));
    EXPECT_TRUE(read("stores: {a: {bank: x}, b: {bank: y}}").ok());
    // One name in two backends is two banks.
    EXPECT_TRUE(read("backend: {url: \"http://h\"}\nstores: {a: {bank: x}, b: {bank: x, backend: hindsight}}").ok());
}

TEST(Rules, AScopeHasOneKindOfBank) {
    EXPECT_THAT(said("stores: {a: {}}"), HasSubstr("stores.a: has neither bank nor bank_template"));
    EXPECT_THAT(said("stores: {a: {bank: x, bank_template: \"u-{internal_user_id}\"}}"),
                HasSubstr("stores.a.bank_template: stands beside bank"));
}

TEST(Rules, TheNativeOwnerTakesEveryPrivateScopeAway) {
    const auto result = read(
        "personal: {owner: native}\n"
        "stores:\n"
        "  personal: {}\n"
        "  diary: {bank_template: \"diary-{internal_user_id}\"}\n"
        "  platform: {}\n"
        "identity:\n"
        "  users: {u: {allowed_scopes: [personal, diary, platform]}}\n"
        "  agents: {a: {allowed_scopes: [platform, personal]}}\n"
        "  default_agent_scopes: [diary]\n");
    ASSERT_TRUE(result.ok()) << describe(result);
    EXPECT_THAT(result.settings->identity.users.at(UserId("u")).allowed_scopes, ElementsAre(ScopeName("platform")));
    EXPECT_THAT(result.settings->identity.agents.at(AgentId("a")).allowed_scopes, ElementsAre(ScopeName("platform")));
    EXPECT_THAT(result.settings->identity.default_agent_scopes, IsEmpty());
    EXPECT_THAT(describe(result), HasSubstr("personal.owner: is native: diary, personal left every allowed_scopes"));
    EXPECT_THAT(said("personal: {owner: native}\nstores: {platform: {}}"), Not(HasSubstr("left every")));
}

TEST(Rules, AllowedScopesAreScopesOfTheFile) {
    EXPECT_THAT(
        said("identity: {default_agent_scopes: [busines]}"),
        HasSubstr("identity.default_agent_scopes[0]: \"busines\" is no scope of stores; did you mean business?"));
    EXPECT_THAT(said("identity: {agents: {a: {allowed_scopes: [personal, nowhere]}}}"),
                HasSubstr("identity.agents.a.allowed_scopes[1]: \"nowhere\" is no scope"));
    EXPECT_THAT(said("identity: {agents: {a: {allowed_scopes: [\"../x\"]}}}"),
                HasSubstr("\"../x\" is not a scope name"));
    // When stores itself could not be read, its scopes are not missed.
    EXPECT_EQ(read("stores: 1\nidentity: {default_agent_scopes: [sales]}").problems.size(), 1U);
}

TEST(Rules, AnAccountIsOnePersons) {
    const std::string other = "  b: {accounts: [{platform: telegram, id: \"1\"}], allowed_scopes: []}\n";
    EXPECT_THAT(
        said("identity:\n users:\n  a: {accounts: [{platform: telegram, id: \"1\"}], allowed_scopes: []}\n" + other),
        HasSubstr("identity.users.b.accounts[0]: is an account that \"a\" has already"));
    EXPECT_TRUE(
        read("identity:\n users:\n  a: {accounts: [{platform: slack, id: \"1\"}], allowed_scopes: []}\n" + other).ok());
}

TEST(Rules, AProfileNamesAUserAndAnAgentOfTheFile) {
    const std::string known = "  users: {u: {allowed_scopes: []}}\n  agents: {a: {allowed_scopes: []}}\n";
    EXPECT_TRUE(read("identity:\n  profiles: {default: {owner: u}, a/night: {owner: u}}\n" + known).ok());
    EXPECT_THAT(said("identity:\n  profiles: {default: {owner: v}}\n" + known),
                HasSubstr("identity.profiles.default.owner: \"v\" is no user"));
    EXPECT_THAT(said("identity:\n  profiles: {b/night: {owner: u}}\n" + known),
                HasSubstr("identity.profiles.b/night: names an agent"));
}

TEST(Rules, BeyondLoopbackThereIsTls) {
    EXPECT_THAT(said("listen: {address: 0.0.0.0}"),
                HasSubstr("listen.address: is beyond loopback, and there is no TLS; give listen.tls.certificate and "
                          "listen.tls.key; if something else encrypts, write listen.allow_plaintext: true"));
    EXPECT_TRUE(read("listen: {address: 0.0.0.0, allow_plaintext: true}").ok());
    EXPECT_TRUE(read("listen: {address: 0.0.0.0, tls: {certificate: c, key: k}}").ok());
    EXPECT_THAT(said("listen: {tls: {key: k}}"), HasSubstr("listen.tls.certificate: is missing beside the other"));
    EXPECT_THAT(said("listen: {tls: {certificate: c}}"), HasSubstr("listen.tls.key: is missing beside the other"));
    for (const auto* address : {"127.0.0.1", "127.8.9.1", "\"::1\"", "localhost"})
        EXPECT_TRUE(read("listen: {address: " + std::string(address) + "}").ok()) << address;
}

TEST(Rules, LimitsFitIntoEachOther) {
    EXPECT_THAT(said("limits: {backoff_first: 30s, backoff_max: 20s}"),
                HasSubstr("limits.backoff_first: is at odds: backoff_first is larger than backoff_max"));
    EXPECT_THAT(said("limits: {turn_bytes_max: 16KiB, evidence_bytes_max: 17KiB}"),
                HasSubstr("larger than turn_bytes_max"));
    EXPECT_THAT(said("limits: {frame_bytes_max: 8KiB}"),
                HasSubstr("limits.frame_bytes_max: is at odds: evidence_bytes_max is larger"));
    EXPECT_THAT(said("limits: {batch_bytes_max: 2MiB, spool_bytes_max: 1MiB}"),
                HasSubstr("larger than spool_bytes_max"));
    EXPECT_THAT(said("limits: {query_bytes_max: 20KiB, frame_bytes_max: 18KiB}"),
                HasSubstr("query_bytes_max is larger"));
    EXPECT_EQ(read("limits: {backoff_first: soon, backoff_max: 100ms}").problems.size(), 1U);
}

TEST(Rules, ASemanticRouterThatIsNotThereIsReported) {
    const auto result = read("routing: {semantic_fallback: {enabled: true}}");
    EXPECT_TRUE(result.ok());
    EXPECT_THAT(describe(result),
                HasSubstr("routing.semantic_fallback.enabled: is true, but this version has no semantic router"));
}

TEST(Rules, WhatARouterThatIsNotThereWouldRememberIsReported) {
    const auto result = read("routing: {semantic_fallback: {cache: {enabled: true, key: query_hash}}}");
    EXPECT_TRUE(result.ok());
    EXPECT_THAT(describe(result), HasSubstr("routing.semantic_fallback.cache.enabled: has no effect"));
    EXPECT_THAT(describe(result), HasSubstr("routing.semantic_fallback.cache.key: has no effect"));
}

TEST(Rules, AKeyThatChangesNothingTakesNoOtherValueThanTheOneThatHolds) {
    for (const std::string key : {"backend: {retain: {batching: ", "backend: {fail_open: ", "recall: {parallel: ",
                                  "recall: {fail_open: ", "retain: {async: ", "retain: {reject_secrets: ",
                                  "retain: {reject_raw_tool_output: ", "retain: {reject_unverified_hypotheses: "}) {
        const std::string close = key.starts_with("backend: {retain") ? "}}" : "}";
        EXPECT_EQ(good(key + "true" + close), default_settings()) << key;
        EXPECT_THAT(said(key + "false" + close), HasSubstr("\"false\" is refused: ")) << key;
    }
    for (const std::string type : {"speculation", "chatter", "raw_output"}) {
        EXPECT_TRUE(read("memory_policy: {" + type + ": {retain: false}}").ok());
        EXPECT_THAT(said("memory_policy: {" + type + ": {retain: true}}"),
                    HasSubstr("memory_policy." + type + ".retain: \"true\" is refused: "));
    }
    EXPECT_FALSE(good("memory_policy: {event: {retain: false}}").memory_policy.at("event").retain);
}

TEST(Rules, ATemporalThatTheJudgeDoesNotFollowIsReported) {
    EXPECT_THAT(describe(read("memory_policy: {state: {temporal: false}}")),
                HasSubstr("memory_policy.state.temporal: has no effect"));
    EXPECT_EQ(describe(read("memory_policy: {state: {temporal: true}, decision: {temporal: false}, event: {retain: "
                            "false}}")),
              describe(read("memory_policy: {event: {retain: false}}")));
}

TEST(Rules, ATurnIsKnownLongerThanThePluginSendsItAgain) {
    EXPECT_THAT(said("limits: {turn_memory: 7d}"), HasSubstr("limits.turn_memory"));
    EXPECT_EQ(good("limits: {turn_memory: 8d}").limits.turn_memory, std::chrono::hours(8 * 24));
}

TEST(Rules, TheThresholdsOfAHotFileRise) {
    EXPECT_EQ(good("hot: {target_percent: 50, soft_percent: 50, hard_percent: 90}").hot.soft_percent, 50);
    EXPECT_THAT(said("hot: {target_percent: 70}"),
                HasSubstr("target_percent, soft_percent and hard_percent must rise"));
    EXPECT_THAT(said("hot: {hard_percent: 50}"), HasSubstr("must rise"));
}

TEST(Rules, AFactOfMemoryCoreGoesToAScopeThatThereIs) {
    EXPECT_EQ(good("mcp: {memorycore_scope: platform}").mcp.memorycore_scope, "platform");
    EXPECT_THAT(said("mcp: {memorycore_scope: nowhere}"), HasSubstr("is no scope of stores"));
}
