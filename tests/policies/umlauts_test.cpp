#include "policies/umlauts.hpp"

#include <gtest/gtest.h>

namespace wm::policies {
namespace {

Umlauts umlauts() {
    Umlauts made;
    for (const char* word : {"storung", "uberprufen", "kundigt", "neu", "neue", "geandert", "geubt", "geschafts",
                             "zuruck", "losche", "dos"})
        made.learn(word);
    made.learn("loschanfrag", true);
    return made;
}

TEST(Umlauts, AreReadOutOfTwoLetters) {
    const auto made = umlauts();
    struct Row {
        const char *folded, *mended;
    };
    const Row rows[] = {
        {"die stoerung", "die storung"},
        {"ueberpruefen!", "uberprufen!"},  // two in a word
        {"er kuendigt", "er kundigt"},
        {"netzstoerung, server", "netzstorung, server"},  // the end of a compound
        {"geschaeftsidee", "geschaftsidee"},              // its beginning
        {"loeschanfragen", "loschanfragen"},              // a word with any ending
        {"geaendert und geuebt", "geandert und geubt"},
        {"zurueck", "zuruck"},
        {"", ""},
    };
    for (const auto& row : rows) {
        std::string text = row.folded;
        const bool mended = made.mend(text);
        EXPECT_EQ(text, row.mended) << row.folded;
        EXPECT_EQ(mended, text != row.folded) << row.folded;
    }
}

TEST(Umlauts, LeaveOtherWordsAlone) {
    const auto made = umlauts();
    for (const char* text : {"neue mauern", "zuerst quer", "bequem abenteuer", "blue queue value", "puede ser bueno",
                             "die storung", "e ae oe ue"}) {
        std::string same = text;
        EXPECT_FALSE(made.mend(same)) << text;
        EXPECT_EQ(same, text);
    }
    std::string known = "does";
    Umlauts both;
    both.learn("does");
    both.learn("dos");
    EXPECT_FALSE(both.mend(known)) << "a word that a rule knows is never another one";
}

}  // namespace
}  // namespace wm::policies
