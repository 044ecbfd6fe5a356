#include "policies/explanation.hpp"

#include "policies/context.hpp"
#include "policies/identity.hpp"
#include "policies/merge.hpp"

#include <gtest/gtest.h>

namespace wm::policies {
namespace {

const ScopeName platform("platform"), personal("personal"), business("business");

Memory memory(const ScopeName& scope, std::string text, double score, const char* id = "") {
    return {scope, {std::move(text)}, MemoryType::observation, score, WallTime(Millis(1)), id};
}
std::shared_ptr<const RouteRules> rules() {
    const auto rule = [](const char* name, const char* word, double weight) {
        Rule out;
        out.name = name;
        out.form = RuleForm::word;
        out.match = word;
        out.weight = weight;
        return out;
    };
    RulePack pack;
    ScopeRules servers, prices;
    servers.scope = platform;
    servers.rules = {rule("platform/host", "pve04", 3), rule("platform/state", "apagado", 0.5)};
    prices.scope = business;
    prices.rules = {rule("business/price", "precio", 0.4)};
    pack.scopes = {servers, prices};
    pack.memory_requests = {rule("memory/recall", "recuerdas", 1)};
    return std::get<std::shared_ptr<const RouteRules>>(RouteRules::compile(pack));
}
Principal somebody(std::vector<ScopeName> scopes) {
    Directory directory;
    directory.users = {{UserId("u_ana"), {}, scopes}};
    directory.agents = {{AgentId("build"), scopes, {}}};
    directory.profile_owners = {{"default", UserId("u_ana")}};
    const StoreRegistry stores({{platform, "p", ""}, {business, "b", ""}, {personal, "", "user-{internal_user_id}"}});
    return std::get<Principal>(
        IdentityResolver(std::move(directory), stores).resolve({AgentId("build"), "cli", "", "", "default", true}));
}
RecallRecord context(std::string text, std::vector<ScopeName> scopes = {platform, business, personal}) {
    RecallRecord record;
    record.session = SessionId("build/s1");
    record.turn = TurnId("t1");
    record.principal = somebody(std::move(scopes));
    record.text = {std::move(text)};
    record.rules = rules();
    return record;
}
std::shared_ptr<const CacheEntry> cache_of(std::vector<Memory> memories, std::string query = "pve04") {
    const ContextLimits limits{"[Memory]\n", {{platform, 1000}}, 3000};
    return std::make_shared<const CacheEntry>(
        CacheEntry{7, std::make_shared<const Snapshot>(std::move(memories), query, limits), nullptr, {}});
}

struct ExplanationTest : testing::Test {
    std::map<ScopeName, std::uint32_t> scope_tokens{{platform, 1000}};
    ExplainOptions options{"[Memory]\n", scope_tokens, 3000, true, 3, [](const ScopeName&) { return true; }};
    static std::string fates(const Explanation& e) {
        std::string out;
        for (const auto& c : e.candidates) out += std::string(name_of(c.fate)) + " ";
        return out;
    }
};

TEST_F(ExplanationTest, ShowsTheRulesInTheOrderOfTheirWeightAndTheScopesTheyChose) {
    const auto e = explain(context("¿recuerdas si pve04 está apagado, y su precio?"), options);
    ASSERT_EQ(e.reasons.size(), 4u);
    EXPECT_EQ(e.reasons[0].rule, "platform/host");
    EXPECT_TRUE(e.memory_request);
    EXPECT_EQ(e.threshold, 0.5);
    ASSERT_EQ(e.scopes.size(), 2u);
    EXPECT_EQ(e.scopes[0].scope, platform);
    EXPECT_EQ(e.scopes[0].fate, ScopeFate::chosen);
    EXPECT_DOUBLE_EQ(e.scopes[0].weight, 3.5);
    EXPECT_GT(e.scopes[0].confidence, 0.9);
    EXPECT_EQ(e.scopes[1].scope, business);
    EXPECT_EQ(e.scopes[1].fate, ScopeFate::not_confident);
    EXPECT_EQ(e.session, SessionId("s1"));
    EXPECT_EQ(e.agent, AgentId("build"));
    EXPECT_EQ(e.user, UserId("u_ana"));
}
TEST_F(ExplanationTest, TellsAScopeThatIsNotTheirsFromOneThatIsSwitchedOff) {
    EXPECT_EQ(explain(context("pve04", {business}), options).scopes.at(0).fate, ScopeFate::not_allowed);
    options.recalled = [](const ScopeName&) { return false; };
    EXPECT_EQ(explain(context("pve04"), options).scopes.at(0).fate, ScopeFate::recall_off);
}
TEST_F(ExplanationTest, SaysWhatBecameOfEachMemoryOfTheCache) {
    auto record = context("¿pve04 sigue apagado?", {platform});
    record.cached = cache_of({memory(platform, "pve04 is off for maintenance since Monday", 0.9, "m1"),
                              memory(platform, "the invoice of ACME is open", 0.8, "m2"),
                              memory(platform, "since Monday pve04 is off for maintenance", 0.7, "m3"),
                              memory(business, "pve04 costs 900 euros", 0.6, "m4")});
    record.source = "cache";
    const auto e = explain(record, options);
    EXPECT_TRUE(e.had_cache);
    EXPECT_EQ(e.generation, 7u);
    ASSERT_EQ(e.candidates.size(), 4u);
    EXPECT_EQ(fates(e), "injected duplicate not_relevant not_allowed ");
    EXPECT_EQ(e.candidates[0].id, "m1");
    EXPECT_DOUBLE_EQ(e.candidates[0].store_score, 0.9);
    EXPECT_DOUBLE_EQ(e.candidates[0].score, 1);
    EXPECT_EQ(e.candidates[1].id, "m3");
    EXPECT_EQ(e.candidates[1].of, 0u);
    EXPECT_DOUBLE_EQ(e.candidates[2].store_score, 0.8);
}
TEST_F(ExplanationTest, SaysWhichBudgetHadNoRoom) {
    auto record = context("pve04");
    record.stores = {{platform,
                      0.9,
                      "ok",
                      Millis(12),
                      {memory(platform, "pve04 " + std::string(600, 'x'), 30), memory(platform, "pve04 is off", 20)}},
                     {personal, 0.6, "ok", Millis(8), {memory(personal, "pve04 " + std::string(900, 'z'), 0.3)}},
                     {business, 0.6, "late", Millis(0), {}}};
    scope_tokens = {{platform, 80}};
    options.total_tokens_max = 140;
    const auto e = explain(record, options);
    EXPECT_EQ(fates(e), "over_scope_budget over_total_budget injected ") << "best first, each where it was ranked";
    EXPECT_DOUBLE_EQ(e.candidates[0].score, 0.9) << "weighted with the scope's confidence";
    EXPECT_DOUBLE_EQ(e.candidates[0].store_score, 30);
    ASSERT_EQ(e.stores.size(), 3u);
    EXPECT_EQ(e.stores[2].outcome, "late");
    EXPECT_EQ(e.stores[0].memories, 2u);
}
TEST_F(ExplanationTest, OfAPrefetchSaysWhatWasKeptAndOfASearchWhatWasReturned) {
    auto record = context("pve04");
    record.stores = {
        {platform, 1, "ok", {}, {memory(platform, "pve04 is off", 2), memory(platform, "pve04 is off.", 1)}}};
    record.kind = RecallKind::prefetch;
    EXPECT_EQ(fates(explain(record, options)), "cached duplicate ");
    record.kind = RecallKind::search;
    EXPECT_EQ(fates(explain(record, options)), "returned duplicate ");
}
TEST_F(ExplanationTest, ShowsNoSecretAndNoMoreThanTheBeginning) {
    const std::string secret = std::string("ghp_") + "16C7e42F292c6912E7710c838347Ae178B4a";
    auto record = context("pve04 token " + secret);
    record.stores = {
        {platform,
         1,
         "ok",
         {},
         {memory(platform, "pve04 token " + secret, 2), memory(platform, "pve04 ñ" + std::string(1000, 'x'), 1)}}};
    const auto e = explain(record, options);
    EXPECT_EQ(e.text.text.find(secret.substr(4)), std::string::npos);
    EXPECT_EQ(e.candidates[0].text.text.find(secret.substr(4)), std::string::npos);
    EXPECT_LE(e.candidates[1].text.text.size(), options.text_bytes_max + 3);
    options.text_bytes_max = 14;
    EXPECT_EQ(explain(record, options).text.text.find(secret.substr(4, 4)), std::string::npos)
        << "a cut through a secret shows no half of it";
}
TEST_F(ExplanationTest, AListNeedsNoMemories) {
    auto record = context("pve04");
    record.stores = {{platform, 1, "ok", {}, {memory(platform, "pve04 is off", 2)}}};
    record.given = 1;
    options.candidates = false;
    const auto e = explain(record, options);
    EXPECT_TRUE(e.candidates.empty());
    EXPECT_EQ(e.given, 1u);
    EXPECT_EQ(e.scopes.size(), 1u);
}
TEST(RecallRecord, WeighsWhatItKeeps) {
    RecallRecord record;
    const auto empty = bytes_of(record);
    record.text = {std::string(1000, 'x')};
    EXPECT_EQ(bytes_of(record), empty + 1000);
    record.cached = cache_of({memory(platform, std::string(500, 'x'), 1)}, std::string(200, 'q'));
    EXPECT_GT(bytes_of(record), empty + 1700);
}
TEST(RecallRecord, TakesTheMemoriesOfAStoreThatAnsweredWellAlone) {
    RecallRecord record;
    record.stores = {{platform, 1}, {personal, 1}};
    note_answer(record, platform, "ok", Millis(3), {memory(platform, "x", 1)});
    note_answer(record, personal, "failed", Millis(4), {memory(personal, "x", 1)});
    note_answer(record, business, "ok", Millis(5), {});
    EXPECT_EQ(record.stores[0].memories.size(), 1u);
    EXPECT_EQ(record.stores[1].outcome, "failed");
    EXPECT_TRUE(record.stores[1].memories.empty());
}

}  // namespace
}  // namespace wm::policies
