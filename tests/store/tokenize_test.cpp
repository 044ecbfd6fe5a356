#include "store/tokenize.hpp"

#include <gmock/gmock.h>

#include <random>

namespace wm::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

std::vector<std::string> texts(std::string_view text) {
    std::vector<std::string> all;
    for (auto& token : tokenize(text, 10'000)) all.push_back(std::move(token.text));
    return all;
}
std::string term(std::string_view word) { return index_term(tokenize(word, 100).at(0)); }

TEST(Tokenize, FoldsAccentsAndCaseInAllThreeLanguages) {
    EXPECT_THAT(texts("Contraseña POLÍTICA"), ElementsAre("contrasena", "politica"));
    EXPECT_THAT(texts("Straße für Müller"), ElementsAre("strasse", "fur", "muller"));
    EXPECT_THAT(texts("ＮＡＳ ﬁ"), ElementsAre("nas", "ﬁ"));
}

TEST(Tokenize, KeepsNamesWholeAndInParts) {
    EXPECT_THAT(texts("pve04"), ElementsAre("pve04"));
    EXPECT_THAT(texts("db-7"), ElementsAre("db7", "db", "7"));
    EXPECT_THAT(texts("pre-edit de api"), ElementsAre("preedit", "pre", "edit", "de", "api"));
    EXPECT_THAT(texts("10.20.0.88"), ElementsAre("1020088", "10", "20", "0", "88"));
    EXPECT_THAT(texts("node 3"), ElementsAre("node", "node3", "3"));
    EXPECT_THAT(texts("TODO: revisar"), ElementsAre("todo", "revisar"));
    EXPECT_THAT(texts("rm -rf --force"), ElementsAre("rm", "rf", "force"));
}

TEST(Tokenize, PairsCharactersOfScriptsWithoutSpaces) {
    EXPECT_THAT(texts("设备清单(devices)"), ElementsAre("设备", "备清", "清单", "devices"));
    EXPECT_THAT(texts("NAS设备x"), ElementsAre("nas", "设备", "x"));
    EXPECT_THAT(texts("机"), ElementsAre("机"));
    EXPECT_THAT(texts("サーバーは、停止"), ElementsAre("サー", "ーバ", "バー", "ーは", "停止"));
}

TEST(Tokenize, LeavesSignsAndInvisibleCharactersOut) {
    EXPECT_THAT(texts("*\"'()^{}[]:;,.!?¿¡…—–\xF0\x9F\x98\x80\n\t "), IsEmpty());
    EXPECT_THAT(texts("pv\xE2\x80\x8B"
                      "e04"),
                ElementsAre("pve04"));
    EXPECT_THAT(texts(std::string_view("a\0b\xff\xc3z", 6)), ElementsAre("a", "b", "z"));
}

TEST(Tokenize, CutsEndingsAlikeInSingularAndPlural) {
    for (const auto& [a, b] : std::vector<std::pair<std::string, std::string>>{{"servidor", "servidores"},
                                                                               {"backup", "backups"},
                                                                               {"server", "servers"},
                                                                               {"container", "containers"},
                                                                               {"incidencia", "incidencias"},
                                                                               {"crítica", "críticas"},
                                                                               {"Zertifikat", "Zertifikate"},
                                                                               {"database", "databases"},
                                                                               {"verificar", "verificado"},
                                                                               {"migrated", "migrating"},
                                                                               {"restart", "restarted"},
                                                                               {"controlador", "controller"},
                                                                               {"Wartung", "Wartungen"},
                                                                               {"petición", "peticiones"}}) {
        EXPECT_EQ(term(a), term(b)) << a << " " << b;
    }
    for (const auto& [a, b] : std::vector<std::pair<std::string, std::string>>{{"api", "apis1"},
                                                                               {"pve04", "pve05"},
                                                                               {"online", "offline"},
                                                                               {"mariadb", "mongodb"},
                                                                               {"nginx", "nagios"},
                                                                               {"test", "tesla"}}) {
        EXPECT_NE(term(a), term(b)) << a << " " << b;
    }
}

TEST(Tokenize, SeesHowAWordWasWritten) {
    const auto written = [](std::string_view text) {
        std::vector<std::pair<std::string, std::string>> all;
        for (const auto& token : tokenize(text, 1000)) {
            all.emplace_back(token.text, std::string(token.name ? "n" : "") + (token.capitals ? "c" : "") +
                                             (token.capitalised ? "1" : ""));
        }
        return all;
    };
    EXPECT_THAT(written("Ask Marta about GitOps on NAS"),
                ElementsAre(Pair("ask", ""), Pair("marta", "1"), Pair("about", ""), Pair("gitops", "n"), Pair("on", ""),
                            Pair("nas", "nc")));
    EXPECT_THAT(written("Der Drucker und die Maus"),
                ElementsAre(Pair("der", ""), Pair("drucker", ""), Pair("und", ""), Pair("die", ""), Pair("maus", "")));
}

TEST(Tokenize, IsBoundedAndTotal) {
    EXPECT_LE(tokenize(std::string(1 << 20, 'x'), 1 << 20).at(0).text.size(), 48u);
    EXPECT_LE(tokenize(std::string(60, 'x') + "ñ", 100).at(0).text.size(), 48u);
    std::string many;
    while (many.size() < 1 << 20) many += "a-";
    EXPECT_LE(tokenize(many, 1 << 20).size(), 1u << 15);
    std::mt19937_64 random(7);
    for (int round = 0; round < 3000; ++round) {
        std::string noise(random() % 80, ' ');
        for (auto& c : noise) c = static_cast<char>(random() % 3 == 0 ? random() : "aZ9-設é .:"[random() % 13]);
        for (const auto& token : tokenize(noise, 64)) {
            ASSERT_FALSE(token.text.empty());
            for (const char c : token.text) {
                ASSERT_TRUE((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || static_cast<unsigned char>(c) >= 0x80);
            }
        }
    }
}

}  // namespace
}  // namespace wm::test
