#include "policies/known_names.hpp"

#include "policies/fold.hpp"
#include "policies/identity.hpp"
#include "policies/learning_names.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace wm::policies {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

LearningRecord record_of(const std::string& text, RecordType type = RecordType::state) {
    LearningRecord record;
    record.type = type;
    record.text.text = text;
    record.entities = find_entities(text, 12);
    return record;
}
std::vector<std::string> learnt(const std::string& text) { return names_in({record_of(text)}); }

TEST(KnownNames, AreHostsAndNamesInTheMiddleOfASentence) {
    EXPECT_THAT(learnt("El cliente Brennwald ha firmado el contrato."), ElementsAre("brennwald"));
    EXPECT_THAT(learnt("The new customer is Kestrovane Outdoor since today."), ElementsAre("kestrovane outdoor"));
    EXPECT_THAT(learnt("pve04 is off for maintenance."), ElementsAre("pve04"));
    EXPECT_THAT(learnt("acme-db01.example.com is the primary now."), ElementsAre("acme db01 example com"));
    EXPECT_THAT(learnt("We moved the shop to \"Nordlicht\" in March."), ElementsAre("nordlicht"));
    EXPECT_THAT(learnt("Ayer Brennwald llamó por la factura."), ElementsAre("brennwald"));
    EXPECT_THAT(learnt("Ana María Zurutuza lleva ahora las facturas."), ElementsAre("ana maria zurutuza"));
}

TEST(KnownNames, AreNoCommonWords) {
    for (const auto* text : {
             "Deployment is done.",                                 // begins a sentence
             "We meet on Thursday in October.",                     // days and months
             "The service runs on Kubernetes with PostgreSQL 16.",  // what everybody uses
             "La API va por HTTPS con TLS.",
             "The answer took 16GB and 10s in version 1.2.3.",
             "Der Server ist wieder da und die Rechnung ist bezahlt.",  // German nouns
             "It is on the Server of the Client.",
         })
        EXPECT_THAT(learnt(text), IsEmpty()) << text;
}

TEST(KnownNames, AreNotWhatAPersonLikes) {
    EXPECT_THAT(names_in({record_of("I prefer Zorbatron for my reports", RecordType::preference)}), IsEmpty());
    EXPECT_THAT(names_in({record_of("We chose Zorbatron for the reports", RecordType::decision)}),
                ElementsAre("zorbatron"));
}

TEST(KnownNames, HoldNoSecret) {
    EXPECT_THAT(learnt("The token is ghp_" + std::string("16C7e42F292c6912E7710c838347Ae178B4a") + " now."), IsEmpty());
}

TEST(KnownNames, AreBoundedATurnAndInLength) {
    std::string many = "They moved";
    for (int i = 0; i < 40; ++i) many += " host" + std::to_string(i) + "x,";
    std::vector<LearningRecord> records{record_of(many), record_of(many)};
    records[1].entities = {"Zz1", std::string(65, 'q') + "1", "a1 b2 c3 d4 e5"};
    EXPECT_THAT(names_in({records[1]}), ElementsAre("zz1"));
    for (int i = 0; i < 40; ++i) records[0].entities.push_back("node" + std::to_string(i) + "y");
    EXPECT_EQ(names_in(records).size(), names_of_turn_max);
}

const std::string* found(const NameIndex& index, const std::string& message) {
    const auto folded = fold_text(message);
    return index.find(MessageWords(folded));
}

TEST(NameIndex, FindsWholeNamesWhateverStandsBetweenTheirWords) {
    const NameIndex index(ScopeName("platform"), {"brennwald", "acme db01 example com", "kestrovane outdoor"});
    EXPECT_EQ(index.size(), 3u);
    EXPECT_TRUE(found(index, "who looks after BRENNWALD?"));
    EXPECT_TRUE(found(index, "¿Brénnwald?"));
    EXPECT_TRUE(found(index, "is acme-db01.example.com up?"));
    EXPECT_TRUE(found(index, "Kestrovane  Outdoor"));
    EXPECT_FALSE(found(index, "Brennwalder, kestrovane indoor, acme-db01"));
    EXPECT_FALSE(found(index, "kestrovane")) << "half a name at the end of the text";
    EXPECT_FALSE(found(index, ""));
}

TEST(NameIndex, FindsEveryOneOfManyNames) {
    std::vector<std::string> names;
    for (int i = 0; i < 2000; ++i) names.push_back("n" + std::to_string(i) + "x");
    const NameIndex index(ScopeName("platform"), names);
    for (const auto& name : names) ASSERT_TRUE(found(index, "and " + name + "?")) << name;
    for (int i = 0; i < 2000; ++i) ASSERT_FALSE(found(index, "m" + std::to_string(i) + "x"));
}

TEST(NameBook, ForgetsTheLongestUnheardOfFirst) {
    NameBook book(2);
    const NamePlace place{ScopeName("platform"), {}}, other{ScopeName("personal"), UserId("u_ana")};
    EXPECT_THAT(book.learn(place, {"a1", "b2"}).added, ElementsAre("a1", "b2"));
    EXPECT_THAT(book.learn(place, {"a1"}).added, IsEmpty());
    const auto change = book.learn(place, {"c3"});
    EXPECT_THAT(change.added, ElementsAre("c3"));
    EXPECT_THAT(change.removed, ElementsAre("b2"));
    EXPECT_THAT(book.names(place), ElementsAre("a1", "c3"));
    EXPECT_THAT(book.names(other), IsEmpty());
    EXPECT_EQ(book.size(), 2u);
    book.learn(other, {"a1"});
    EXPECT_EQ(book.size(), 3u) << "each place for itself";
}

TEST(NameBook, TakesNoMoreThanItKeepsFromOneTurn) {
    NameBook book(2);
    const auto change = book.learn({ScopeName("platform"), {}}, {"a1", "b2", "c3"});
    EXPECT_THAT(change.added, ElementsAre("b2", "c3"));
}

TEST(ReadableNames, AreThoseOfThePrincipalsOwnBanks) {
    const ScopeName personal("personal"), platform("platform");
    const StoreRegistry stores({{personal, "", "user-{internal_user_id}"}, {platform, "corp", ""}});
    const IdentityResolver resolver({{{UserId("u_ana"), {{"telegram", "42"}}, {personal, platform}},
                                      {UserId("u_ben"), {{"telegram", "43"}}, {personal}}},
                                     {{AgentId("build"), {personal, platform}, {}}},
                                     {},
                                     {},
                                     true},
                                    stores);
    const auto principal = [&](const char* account, bool alone) {
        const auto key = std::string("agent:main:telegram:") + (alone ? "dm:" + std::string(account) : "group:-1");
        return std::get<Principal>(resolver.resolve({AgentId("build"), "telegram", account, key, "default", alone}));
    };
    ReadableNames names;
    const auto mine = std::make_shared<const NameIndex>(personal, std::vector<std::string>{"zurutuza"});
    const auto ours = std::make_shared<const NameIndex>(platform, std::vector<std::string>{"pve04"});
    EXPECT_THAT(names.of(principal("42", true)), IsEmpty());
    names.put(*stores.bank(personal, UserId("u_ana")), mine);
    names.put(*stores.bank(platform, UserId{}), ours);
    EXPECT_THAT(names.of(principal("42", true)), testing::UnorderedElementsAre(mine, ours));
    EXPECT_THAT(names.of(principal("42", false)), ElementsAre(ours)) << "nothing private in a shared session";
    EXPECT_THAT(names.of(principal("43", true)), IsEmpty()) << "another person, without a right to platform";
}

}  // namespace
}  // namespace wm::policies
