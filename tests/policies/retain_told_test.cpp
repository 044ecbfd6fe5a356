// What is told in passing, what a look that was asked for found, and whose matter it is: siblings in three languages that
// stand in no file of labelled turns.

#include "tests/policies/judge_support.hpp"

#include "policies/learning.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

namespace wm::policies {
namespace {

using testing_judge::context;
using testing_judge::ran;
using testing_judge::said;

using Types = std::set<std::string>;

// "scope/type" of all records.
Types kept(const Turn& turn) {
    Types out;
    for (const ScopedRecords& scoped : judge_turn(turn, context()).accepted) {
        for (const LearningRecord& record : scoped.records)
            out.insert(scoped.scope.str() + "/" + std::string(type_name(record.type)));
    }
    return out;
}

TEST(RetainTold, ReadsWhatASystemGotAsAChange) {
    for (const char* text :
         {"FYI the router in Leith got the firmware 7.2 update over lunch and came up clean.",
          "Der Server nas-brem2 hat die neue Lizenz drin und läuft wieder.",
          "db-hist ist seit 06:10 read-only geschaltet.", "El servidor nas-brem2 ya lleva la nueva licencia."})
        EXPECT_EQ(kept(said(text)), (Types{"platform/event", "platform/state"})) << text;
}

TEST(RetainTold, KeepsTheStateOfWhatDied) {
    for (const char* text : {"El switch sw-nave2 ha muerto a las 10:05.", "The switch sw-hall2 has died at 10:05.",
                             "Der Switch sw-halle2 meldet sich nicht mehr."})
        EXPECT_TRUE(kept(said(text)).contains("platform/state")) << text;
}

TEST(RetainTold, KeepsWhatASupplierCannotDoAndWhoIsInCharge) {
    for (const char* text : {"Supplier news: Harrowgate can't deliver the hinges until week 40.",
                             "El proveedor Herrajes Mora no puede servir bisagras hasta octubre.",
                             "Der Lieferant Beschlag Kern liefert nur noch ab 200 Stück."})
        EXPECT_TRUE(kept(said(text)).contains("business/state")) << text;
    EXPECT_EQ(kept(said("Also I can't do Monday, I'm at the dentist")), Types{}) << "nobody's terms";
}

TEST(RetainTold, TakesWhatAHeadingAnnouncesForDecisions) {
    for (const char* text : {"Two decisions from today. We ship no more furniture to Norway, customs is not worth it.",
                             "Zwei Entscheidungen von heute. Wir liefern keine Möbel mehr nach Norwegen.",
                             "Dos decisiones de hoy. No servimos más muebles a clientes de Noruega."})
        EXPECT_TRUE(kept(said(text)).contains("business/decision")) << text;
}

TEST(RetainTold, KeepsWhatALookThatWasAskedForFound) {
    for (const auto& [question, answer] : std::vector<std::pair<const char*, const char*>>{
             {"could you see if the replica pg-r2 is behind?", "pg-r2 is fully caught up, zero seconds behind."},
             {"schau mal, ob auf nas-lab2 noch Snapshots da sind",
              "Ja, auf nas-lab2 liegen zwei Snapshots von gestern."},
             {"mira si el cron de nas-lab2 corrió anoche", "Sí, en nas-lab2 corrió anoche y acabó sin errores."}}) {
        Turn turn = said(question, answer);
        EXPECT_EQ(kept(turn), Types{}) << "without a look: " << question;
        turn.tools = {ran("ssh nas-lab2 zfs list -t snapshot", "pool/a@1")};
        EXPECT_EQ(kept(turn), Types{"platform/state"}) << question;
    }
}

TEST(RetainTold, TakesNoGuessForAFactBecauseAModelKeptIt) {
    for (const auto& [guess, fact] : std::vector<std::pair<const char*, const char*>>{
             {"We may or may not take on the Wickham contract, leaning yes.",
              "The company takes on the Wickham contract."},
             {"Igual cogemos el contrato de Almazara Ruiz, no lo sé aún.", "Se coge el contrato de Almazara Ruiz."},
             {"Vielleicht nehmen wir den Vertrag mit Kelterei Rast an.",
              "Der Vertrag mit Kelterei Rast wird angenommen."}}) {
        Turn turn = said(guess);
        turn.tools = {ran("true", "ok", true, "keep")};
        turn.tools.front().tool = "hindsight_retain";
        turn.tools.front().arguments = {{"content", fact}};
        turn.intents = {{{fact}, "keep", true}};
        EXPECT_EQ(kept(turn), Types{}) << guess;
    }
}

TEST(RetainTold, KeepsNoMessageForSomebodyElseAsAWish) {
    for (const char* text : {"Recuerda a los de cocina que no dejen la puerta abierta nunca",
                             "Recuérdale a Marta que no me deje los papeles encima nunca"})
        EXPECT_EQ(kept(said(text)), Types{}) << text;
    EXPECT_EQ(kept(said("Und bitte schreib mir Uhrzeiten nie mit am/pm, immer 24 Stunden.")),
              Types{"personal/preference"});
}

TEST(RetainTold, FilesTheWorkOfATradesProgramUnderBusiness) {
    Turn turn = said("take Penhollow off the stop list", "Done: Penhollow is off the stop list.");
    turn.tools = {ran("crm-cli account set penhollow --credit-hold=false", "account penhollow updated")};
    EXPECT_EQ(kept(turn), (Types{"business/event", "business/state"}));
}

}  // namespace
}  // namespace wm::policies
