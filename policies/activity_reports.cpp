// How people report in passing what has changed and how a thing is now, in all three languages: what a system got, a contact
// that another took over, a supplier who cannot deliver until then, a date that stands.

#include "policies/activity_lexicon.hpp"

#include <array>

namespace wm::policies::activity {
namespace {

using enum Signal;

constexpr auto phrases = std::to_array<PhraseRow>({
    // a change, told by what the thing got or has now
    {mutation, "configuration",
     "got its new|got the new|got a new|has its new|has the new|have the new|got the latest|got the _ firmware|got the "
     "firmware|got ~ flash|got ~ patch|got ~ update|picked up the new|is on the new|are on the new|now sync|now "
     "syncs|now "
     "back up|now backs up|switched to read-only|set to read-only|set read-only|put in read-only"},
    {mutation, "configuration",
     "hat die neue ~ drin|hat den neuen ~ drin|hat das neue ~ drin|hat jetzt die neue|hat jetzt den neuen|hat jetzt "
     "das "
     "neue|hat die neue|hat den neuen|hat das neue|haben die neue|haben die neuen|read-only geschaltet|nur lesend "
     "geschaltet|auf nur lesen|scharf geschaltet|live geschaltet|stumm geschaltet|hochgefahren|neu aufgespielt|frisch "
     "aufgespielt|neu eingespielt|ist eingetragen|sind eingetragen|ist hinterlegt|sind hinterlegt"},
    {mutation, "configuration",
     "ya lleva el nuevo|ya lleva la nueva|ya tiene el nuevo|ya tiene la nueva|tiene puesto el nuevo|tiene puesta la "
     "nueva|puesto en solo lectura|puesta en solo lectura|en solo lectura desde|ya esta la|ya esta el|se ha puesto el "
     "nuevo|se ha puesto la nueva|lleva ya la|lleva ya el"},
    {mutation, "power",
     "neustart um _|neustart von hand _|neustart per hand _|neustart manuell _|nach neustart um _|reinicio a las "
     "_|reinicio "
     "manual a las _|restart at _|manual restart at _|reboot at _|manual reboot at _|restarted by hand at _"},
    // it happened by itself and left the thing so
    {state, "power",
     "ha muerto|han muerto|se ha muerto|se nos ha muerto|murio a las|ha palmado|ha petado|esta muerto|esta muerta|has "
     "died|have died|died at|gave up the ghost|is dead|are dead|ist gestorben|ist hinuber|hat den geist|meldet sich "
     "nicht "
     "mehr|melden sich nicht mehr|da ya senales|no da senales|no da senal|sigue sin red|esta sin red|stopped "
     "responding|stopped reporting|no longer reports|went dark"},
    {occurrence, "power",
     "ha muerto|han muerto|se ha muerto|se nos ha muerto|murio a las|ha palmado|ha petado|has died|have died|died "
     "at|gave "
     "up the ghost|ist gestorben|hat den geist|meldet sich nicht mehr|melden sich nicht mehr|stopped "
     "responding|stopped "
     "reporting|went dark|watchdog ausgelost|salto el watchdog|watchdog fired|watchdog triggered"},
    // a contact, a supplier, a customer: what is so from now on
    {state, "terms",
     "ya no lleva|ya no llevan|ya no es cliente|ya no son clientes|ya no es proveedor|ya no trabaja|ya no sirve|ya no "
     "sirven|ya no fabrica|ya no fabrican|ya no hace|ahora hay que tratar con|ahora hay que hablar con|ahora lo "
     "lleva|ahora "
     "la lleva|ahora lleva|no puede servir|no pueden servir|no nos puede|no nos pueden|no sirven hasta|no sirve "
     "hasta|solo "
     "sirve|solo sirven|solo entrega|solo entregan"},
    {state, "terms",
     "is our new contact|is the new contact|s our new contact|is our contact|took over purchasing|took over from|takes "
     "over "
     "from|no longer a customer|no longer our|no longer works|no longer handles|no longer makes|no longer stocks|no "
     "longer "
     "carries|can t do|can t deliver|can t supply|can t ship|cannot deliver|cannot supply|cannot ship|won t "
     "deliver|won t "
     "ship|only deliver|only delivers|only ship|only ships|out of stock until|unavailable until"},
    {state, "terms",
     "ist nicht mehr kunde|sind nicht mehr kunde|kein kunde mehr|nicht mehr unser|nicht mehr zustandig|ist jetzt "
     "zustandig|jetzt zustandig ist|neuer ansprechpartner|neue ansprechpartnerin|ansprechpartner ist|ansprechpartnerin "
     "ist|liefert nur noch|liefern nur noch|liefert erst|liefern erst|kann nicht liefern|konnen nicht liefern|kann "
     "erst ab|"
     "konnen erst ab|stellt nicht mehr her|stellen nicht mehr her|fuhrt nicht mehr|nicht lieferbar|zahlt per|zahlen "
     "per|zahlt "
     "ab sofort|zahlen ab sofort"},
    {mutation, "contract",
     "se dieron de baja|se dio de baja|se han dado de baja|se ha dado de baja|nos han dejado|se ha pasado a la "
     "competencia|se "
     "pasaron a la competencia|has left us|have left us|left us for|gave notice|has given notice|have given "
     "notice|haben "
     "gekundigt|hat gekundigt|hat bei uns gekundigt|ist abgesprungen|sind abgesprungen"},
    {mutation, "payment",
     "confirmed the ~ tranche|confirmed the ~ payment|confirmed the ~ order|confirmed our order|confirmed the "
     "booking|confirmed "
     "the grant|money s in|money is in|money has arrived|in the account since|el dinero ya esta|el dinero esta "
     "en|dinero en la "
     "cuenta|geld ist auf|geld ist da|ist auf dem konto|sind auf dem konto|mandat liegt vor|unterschrift liegt "
     "vor|zusage liegt "
     "vor"},
    // a choice, told by how it was closed
    {decision, "",
     "cerrado con|pactado con|acordado con|lo he pactado|lo hemos pactado|lo he cerrado con|lo hemos cerrado con|lo he "
     "acordado|"
     "lo he apalabrado|apalabrado con|es firme|la fecha es firme|la fecha esta cerrada|el precio esta cerrado|fecha "
     "cerrada|"
     "precio cerrado|hemos nombrado|se nombra|ha sido nombrad*|resolvemos|hemos resuelto"},
    {decision, "",
     "the date is set|the date is fixed|date s set|date is firm|the price is fixed|price is firm|final answer|for good "
     "this "
     "time|have all signed|has been appointed|we have appointed|we appointed|i ve agreed|i agreed with|we stop|we will "
     "no "
     "longer|we no longer take|we are not taking|no longer taking"},
    {decision, "",
     "datum steht|das datum steht|preis steht|der preis steht|beschluss ist "
     "unterschrieben|gesellschafterbeschluss|wurde "
     "bestellt zum|haben ~ ernannt|wurde ernannt|liefern ~ nicht mehr|bieten ~ nicht mehr|nehmen ~ nicht mehr an|raus "
     "aus dem "
     "rennen"},
    // it held
    {verified, "works",
     "_ seguidas sin|_ seguidos sin|seguidas sin un|seguidos sin un|de prueba sin|pruebas sin un|sin un corte|sin un "
     "solo corte|"
     "sin una queja|all came back|every one came back|every one of them|nights in a row|days in a row|times in a "
     "row|runs in a "
     "row|without a single|nachte in folge|tage in folge|mal in folge|laufe ohne|durchlaufe ohne|ohne einen "
     "einzigen|jedesmal "
     "funktioniert|hat jedes mal|jedes mal funktioniert"},
    // where the fault sits
    {discovery, "",
     "the delay is in|the fault is in|the problem is in|the error is in|the bottleneck is|the slowness is|the culprit "
     "is|is "
     "where it hangs|el retraso esta en|el fallo esta en|el problema esta en|el atasco esta en|la culpa es de|la culpa "
     "la tiene|"
     "der fehler liegt|der fehler steckt|das problem liegt|die verzogerung liegt|die bremse ist|schuld ist|schuld war"},
    {discarded, "",
     "scrap that|scrap the theory|so not that|so no not that|not that then|still a mystery|no es eso|pues no es eso|no "
     "era eso|"
     "sigue siendo un misterio|seguimos sin saber|das war s nicht|das ist es nicht|daran liegt es nicht|daran lag es "
     "nicht|"
     "weiterhin unklar|bleibt ein ratsel"},
    {question, "",
     "me pregunta ~ cuando|me pregunta ~ quien|me pregunta ~ como|me pregunta ~ si|me pregunta ~ que|me preguntan ~ "
     "cuando|me "
     "preguntan ~ quien|me preguntan ~ si|nos pregunta ~ cuando|nos pregunta ~ si|nos preguntan ~ si|quiere saber "
     "cuando|quiere "
     "saber quien|quiere saber si|is asking when|is asking who|is asking whether|is asking if|wants to know when|wants "
     "to know "
     "who|wants to know whether|wants to know if|fragt wann|fragt wer|fragt ob|fragt mich wann|fragt mich ob|will "
     "wissen "
     "wann|will wissen wer|will wissen ob"},
    {standing, "",
     "dauerhaft|auf dauer|ein fur alle mal|anywhere ever|ever again|never ever|de una vez por todas|para los restos"},
    {discovery, "",
     "se habian agotado|se habia agotado|se habia llenado|se habian llenado|se habia quedado sin|se habian quedado "
     "sin|had run "
     "out of|had filled up|had been filled|war vollgelaufen|waren vollgelaufen|war ausgegangen|waren ausgegangen|waren "
     "aufgebraucht|war aufgebraucht"},
    {hedge, "",
     "may or may not|might or might not|leaning yes|leaning no|leaning towards|me inclino por|tirando a que si|eher "
     "ja|eher nein|tendiere zu|tendieren zu"},
    {one_off, "",
     "es broma|era broma|just kidding|only kidding|kidding aside|kleiner scherz|war ein scherz|war nur spass"},
});

}  // namespace

std::span<const PhraseRow> report_phrases() { return phrases; }

}  // namespace wm::policies::activity
