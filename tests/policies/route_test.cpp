#include "policies/route.hpp"

#include "policies/trigger.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <thread>

namespace wm::policies {
namespace {

using testing::HasSubstr;

const ScopeName platform("platform"), business("business"), personal("personal");

RulePack pack() {
    RulePack p;
    p.languages = {{"es", {"el", "que", "de", "con"}}, {"en", {"the", "is", "of", "with"}}};
    p.scopes = {{platform,
                 {{"p: ceph", "", RuleForm::word, "ceph", 1.2},
                  {"p: nodo", "", RuleForm::word, "nodo|nodos|node", 0.6},
                  {"p: red", "es", RuleForm::word, "red", 1.0},
                  {"p: osd", "", RuleForm::pattern, R"(\bosd\.\d+)", 1.1},
                  {"p: plan", "", RuleForm::phrase, "plan de migracion", 0.4}}},
                {business,
                 {{"b: cliente", "", RuleForm::word, "cliente", 1.0},
                  {"b: plan", "", RuleForm::word, "plan", 0.6},
                  {"b: ssh", "", RuleForm::phrase, "cliente ssh", -0.8}}}};
    p.context = {{"c: nuestro", "", RuleForm::word, "nuestro", 0.5},
                 {"c: traduce", "", RuleForm::word, "traduce", -2.0}};
    p.memory_requests = {{"m: acuerdas", "", RuleForm::phrase, "te acuerdas", 1.0},
                         {"m: sabemos", "", RuleForm::phrase, "que sabemos", 0.6}};
    p.entities = {{"Bodegas Turmalina", "customer", business, 1.2},
                  {"設備部", "team", platform, 1.0},
                  {"Wetopi", "company", ScopeName(), 0.6}};
    p.harness = {{HarnessFact::agent, "builder", platform, 0.4}};
    return p;
}

std::shared_ptr<const RouteRules> compiled(const RulePack& p) {
    auto result = RouteRules::compile(p);
    EXPECT_TRUE(std::holds_alternative<std::shared_ptr<const RouteRules>>(result));
    return std::get<std::shared_ptr<const RouteRules>>(result);
}

std::vector<std::string> scopes(const Route& route) {
    std::vector<std::string> names;
    for (const auto& scope : route.scopes) names.push_back(scope.scope.str());
    return names;
}
using Names = std::vector<std::string>;

TEST(Route, AddsUpWhatTheRulesSay) {
    const auto rules = compiled(pack());
    struct Row {
        const char* message;
        Names scopes;
    };
    const Row rows[] = {
        {"¿cómo está CEPH?", {"platform"}},
        {"osd.17 ha muerto", {"platform"}},
        {"un nodo", {}},                 // too little alone
        {"nuestro nodo", {"platform"}},  // with company context
        {"nuestro traje", {}},           // context alone is no scope
        {"nodo nodos node", {}},         // forms of one word count once
        {"el cliente quiere un plan", {"business"}},
        {"el cliente ssh", {}},  // a negative rule
        {"traduce: el cliente de ceph", {}},
        {"Ceph para el cliente con un plan", {"business", "platform"}},
        {"Ceph para el cliente nuevo", {"platform"}},  // one rule is a mention in passing
        {"plan de migración de Ceph", {"platform"}},   // a plan in passing is no second scope
        {"¿qué quiere bodegas turmalina?", {"business"}},
        {"設備部", {"platform"}},
        {"", {}},
        {"hola", {}},
    };
    for (const auto& row : rows) EXPECT_EQ(scopes(rules->route(row.message, {}, 3)), row.scopes) << row.message;
}

TEST(Route, AddsASecondScopeOnlyWhereAPartOfTheMessageIsAboutIt) {
    RulePack p = pack();
    p.scopes = {
        {platform, {{"p: nodo", "", RuleForm::word, "nodo", 1.6}, {"p: disco", "", RuleForm::word, "disco", 0.7}}},
        {business,
         {{"b: precio", "", RuleForm::word, "precio", 0.7}, {"b: oferta", "", RuleForm::word, "oferta", 0.7}}}};
    const auto rules = compiled(p);
    const auto about = [&](std::string_view text) { return scopes(rules->route(text, {}, 3)); };
    EXPECT_EQ(about("el nodo del precio, y el nodo de la oferta"), (Names{"platform"})) << "no part is about business";
    EXPECT_EQ(about("el nodo va bien, y el precio de la oferta sube"), (Names{"platform", "business"}));
    EXPECT_EQ(about("el nodo del precio de la oferta"), (Names{"platform", "business"})) << "one part alone";
}

TEST(Route, SaysWhichRulesSpoke) {
    const auto route = compiled(pack())->route("nuestro nodo de Ceph", {AgentId("builder"), "telegram"}, 3);
    ASSERT_EQ(route.scopes.size(), 1u);
    EXPECT_NEAR(route.scopes[0].confidence, 1 - std::exp2(-2.7), 1e-9);
    Names names;
    for (const auto& reason : route.reasons) names.push_back(reason.scope.str() + " " + reason.rule);
    EXPECT_EQ(names, (Names{"platform p: ceph", "platform p: nodo", "any c: nuestro", "platform harness: builder"}));
}

TEST(Route, LetsTheHarnessTipTheScalesButNeverSpeakAlone) {
    const auto rules = compiled(pack());
    EXPECT_EQ(scopes(rules->route("un nodo", {AgentId("builder")}, 3)), Names{"platform"});
    EXPECT_EQ(scopes(rules->route("un gato", {AgentId("builder")}, 3)), Names{});
    EXPECT_EQ(scopes(rules->route("un nodo", {AgentId("other")}, 3)), Names{});
}

TEST(Route, RestsARuleOfAnotherLanguage) {
    const auto rules = compiled(pack());
    EXPECT_EQ(scopes(rules->route("la red", {}, 3)), Names{"platform"});
    EXPECT_EQ(scopes(rules->route("the colour of the car is red with dots", {}, 3)), Names{});
}

TEST(Route, KnowsAMemoryRequestFromOtherQuestions) {
    const auto rules = compiled(pack());
    EXPECT_TRUE(rules->route("¿te acuerdas?", {}, 3).memory_request);
    EXPECT_FALSE(rules->route("¿qué sabemos de los agujeros negros?", {}, 3).memory_request);
    const auto route = rules->route("¿qué sabemos de ese nodo?", {}, 3);
    EXPECT_TRUE(route.memory_request);
    EXPECT_EQ(scopes(route), Names{"platform"}) << "asked for memory, a scope needs less evidence";
}

TEST(Route, GivesAtMostAsManyScopesAsAllowed) {
    const auto rules = compiled(pack());
    EXPECT_EQ(rules->route("ceph para el cliente", {}, 1).scopes.size(), 1u);
    EXPECT_EQ(rules->route("ceph para el cliente", {}, 0).scopes.size(), 0u);
}

TEST(Route, ReadsTheBeginningAndTheEndOfALongMessage) {
    const auto rules = compiled(pack());
    const std::string filler(40000, 'x');
    EXPECT_EQ(scopes(rules->route("ceph " + filler, {}, 3)), Names{"platform"});
    EXPECT_EQ(scopes(rules->route(filler + " ceph", {}, 3)), Names{"platform"});
    EXPECT_EQ(scopes(rules->route(filler + " ceph " + filler, {}, 3)), Names{});
}

TEST(Route, RefusesAPackWithAnyFaultAndNamesThemAll) {
    auto bad = pack();
    bad.threshold = 1;
    bad.scopes[0].rules.push_back({"one", "", RuleForm::pattern, "(", 1});
    bad.scopes[0].rules.push_back({"two", "", RuleForm::word, "Clúster", 1});
    bad.scopes[0].rules.push_back({"three", "", RuleForm::pattern, "a*", 1});
    bad.scopes[0].rules.push_back({"four", "", RuleForm::word, "c++", 1});
    bad.scopes[0].rules.push_back({"five", "", RuleForm::word, "ok", NAN});
    bad.scopes[0].rules.push_back({"six", "", RuleForm::word, "", 1});
    const auto result = RouteRules::compile(bad);
    ASSERT_TRUE(std::holds_alternative<std::vector<std::string>>(result));
    const auto all = testing::PrintToString(std::get<std::vector<std::string>>(result));
    for (const char* part :
         {"threshold", "one: no RE2 pattern", "two: is matched against lower case", "three: matches the empty text",
          "four: a word or phrase", "five: the weight", "six: is empty"})
        EXPECT_THAT(all, HasSubstr(part));
}

TEST(Route, IsTheSameEveryTimeOnAnyBytesAndFromAnyThread) {
    const auto rules = compiled(pack());
    std::mt19937 random(1);
    static const char* pieces[] = {"ceph", " ",       "cliente", "\xFF",   "osd.1",   "設備部",
                                   "\n",   "nuestro", "é",       "\u200B", "traduce", "?"};
    std::vector<std::string> texts;
    std::vector<Names> expected;
    for (int i = 0; i < 300; ++i) {
        std::string text;
        for (auto n = random() % 20; n > 0; --n) text += pieces[random() % std::size(pieces)];
        texts.push_back(text);
        expected.push_back(scopes(rules->route(text, {}, 3)));
    }
    std::vector<std::thread> threads;
    std::vector<int> wrong(4, 0);
    for (std::size_t t = 0; t < 4; ++t)
        threads.emplace_back([&, t] {
            for (std::size_t i = 0; i < texts.size(); ++i)
                wrong[t] += scopes(rules->route(texts[i], {}, 3)) != expected[i];
        });
    for (auto& thread : threads) thread.join();
    EXPECT_EQ(wrong, std::vector<int>(4, 0));
}

TEST(Trigger, IsAnExplicitRequestOrACertainScopeWithAColdCache) {
    Route none, sure, unsure, asks;
    sure.scopes = {{platform, 0.85}};
    unsure.scopes = {{platform, 0.6}};
    asks.memory_request = true;
    EXPECT_EQ(trigger(none, false), Trigger::none);
    EXPECT_EQ(trigger(sure, false), Trigger::high_confidence_cache_miss);
    EXPECT_EQ(trigger(sure, true), Trigger::none);
    EXPECT_EQ(trigger(unsure, false), Trigger::none);
    EXPECT_EQ(trigger(unsure, false, 0.5), Trigger::high_confidence_cache_miss);
    EXPECT_EQ(trigger(asks, true), Trigger::explicit_memory_request);
    EXPECT_EQ(trigger(asks, false), Trigger::explicit_memory_request);
}

}  // namespace
}  // namespace wm::policies
