#include "policies/merge.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace wm::policies {
namespace {

Memory memory(const char* scope, std::string text, double score, int at = 0) {
    return Memory{ScopeName(scope),
                  Content{std::move(text)},
                  MemoryType::observation,
                  score,
                  WallTime(std::chrono::milliseconds(at)),
                  ""};
}
std::vector<std::string> texts(const std::vector<Memory>& memories) {
    std::vector<std::string> out;
    for (const auto& m : memories) out.push_back(m.text.text);
    return out;
}

TEST(SameStatement, KnowsAParaphraseFromAnotherFact) {
    struct Row {
        const char* a;
        const char* b;
        bool same;
    };
    const Row rows[] = {
        {"Argo CD is the GitOps deployment controller.", "argo cd is the gitops deployment controller", true},
        {"Argo CD is the GitOps deployment controller.", "The GitOps deployment controller is Argo CD.", true},
        {"El clúster usa Ceph como almacenamiento principal", "el cluster usa ceph como almacenamiento principal.",
         true},
        {"The user prefers dark themes in every editor", "User prefers dark theme in every editor", true},
        {"Der Kunde zahlt per Überweisung", "Der Kunde zahlte per Ueberweisung und Lastschrift", false},
        {"pve04 is off", "pve05 is off", false},
        {"The plan costs 39 euros a month", "The plan costs 49 euros a month", false},
        {"The web service uses MySQL as its database", "The web service uses PostgreSQL as its database", false},
        {"Ana prefers dark themes and vim keys in all her editors",
         "Ben prefers dark themes and vim keys in all her editors", false},
        {"pve04 accepts virtual machines", "pve04 does not accept virtual machines", false},
        {"El nodo de pruebas está encendido desde ayer", "El nodo de pruebas está apagado desde ayer", false},
        {"Der Dienst ist aktiv", "Der Dienst ist inaktiv", false},
        {"The feature is enabled for all customers", "The feature is disabled for all customers", false},
        {"El proveedor no acepta devoluciones", "El proveedor acepta devoluciones", false},
        {"Der Server wird am Montag migriert", "Der Server ist am Montag migriert", false},
        {"Backups go to Hamburg every night", "Backups go to Madrid every night", false},
        {"备份在第二机房", "备份在第二机房。", true},
        {"备份在第二机房", "备份在第三机房", false},
        {"3.14", "3.15", false},
        {"", "", true},
    };
    for (const auto& row : rows) {
        EXPECT_EQ(same_statement(row.a, row.b), row.same) << row.a << " | " << row.b;
        EXPECT_EQ(same_statement(row.b, row.a), row.same) << row.b << " | " << row.a;
    }
}

TEST(Merge, MakesScoresOfDifferentScalesComparable) {
    const auto out =
        merge({{memory("platform", "rrf best fact", 0.0328), memory("platform", "rrf worst thing", 0.0161)},
               {memory("business", "bm25 strong line", 17.4), memory("business", "bm25 feeble item", 2.0)}},
              {});
    EXPECT_EQ(texts(out),
              (std::vector<std::string>{"bm25 strong line", "rrf best fact", "bm25 feeble item", "rrf worst thing"}));
    EXPECT_DOUBLE_EQ(out[0].score, 1.0);
    EXPECT_DOUBLE_EQ(out[1].score, 1.0);
}

TEST(Merge, WeighsAStoreWithTheConfidenceOfItsScope) {
    MergeOptions options;
    options.confidences = {{ScopeName("platform"), 0.9}, {ScopeName("business"), 0.6}};
    const auto out = merge({{memory("business", "one supplier", 1)}, {memory("platform", "two nodes", 1)}}, options);
    EXPECT_EQ(texts(out), (std::vector<std::string>{"two nodes", "one supplier"}));
    EXPECT_DOUBLE_EQ(out[1].score, 0.6);
}

TEST(Merge, DropsDuplicatesAndKeepsTheBetterPlaced) {
    const auto out = merge({{memory("platform", "Argo CD is the GitOps controller.", 0.9),
                             memory("platform", "The GitOps controller is Argo CD", 0.8)},
                            {memory("business", "argo cd is the gitops controller", 0.1)}},
                           {});
    EXPECT_EQ(out.size(), 1u);
    MergeOptions all;
    all.deduplicate = false;
    EXPECT_EQ(merge({{memory("platform", "a fact", 1), memory("platform", "a fact", 1)}}, all).size(), 2u);
}

TEST(Merge, BreaksTiesByDateThenScopeThenText) {
    const auto out = merge(
        {{memory("b", "older thing", 1, 1)}, {memory("b", "newer stuff", 1, 2)}, {memory("a", "ancient item", 1, 1)}},
        {});
    EXPECT_EQ(texts(out), (std::vector<std::string>{"newer stuff", "ancient item", "older thing"}));
}

TEST(Merge, IsBoundedOrderedAndIndependentOfTheOrderOfStores) {
    std::mt19937 random(4);
    static const char* words[] = {"pve04",   "ceph", "invoice", "off",     "on",   "not",
                                  "Hamburg", "17",   "设备",    "prefers", "dark", "theme"};
    for (int round = 0; round < 300; ++round) {
        std::vector<std::vector<Memory>> stores;
        for (const char* scope : {"platform", "business", "personal"}) {
            stores.emplace_back();
            for (auto n = random() % 15; n > 0; --n) {
                std::string text;
                for (auto k = random() % 6; k > 0; --k) text += std::string(words[random() % std::size(words)]) + " ";
                const double odd[] = {NAN, INFINITY, -3, 0, 0.5, 1e300};
                stores.back().push_back(memory(scope, text, odd[random() % 6], static_cast<int>(random() % 3)));
            }
        }
        MergeOptions options;
        options.memories_max = 10;
        auto turned = stores;
        std::swap(turned[0], turned[2]);
        const auto out = merge(stores, options);
        ASSERT_LE(out.size(), 10u);
        for (std::size_t i = 0; i < out.size(); ++i) {
            ASSERT_TRUE(out[i].score >= 0 && out[i].score <= 1);
            if (i > 0) {
                ASSERT_GE(out[i - 1].score, out[i].score);
            }
            for (std::size_t j = 0; j < i; ++j) ASSERT_FALSE(same_statement(out[i].text.text, out[j].text.text));
        }
        ASSERT_EQ(texts(merge(turned, options)), texts(out));
    }
}

}  // namespace
}  // namespace wm::policies
