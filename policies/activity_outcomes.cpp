// How a choice ends and how a repair proves itself, in all three languages: who has the say agrees or refuses, something is
// dropped, kept or priced; and since then nothing has gone wrong.

#include "policies/activity_lexicon.hpp"

#include <array>

namespace wm::policies::activity {
namespace {

using enum Signal;

constexpr auto phrases = std::to_array<PhraseRow>({
    // who has the say agrees or refuses
    {decision, "",
     "lo aprobo|la aprobo|los aprobo|las aprobo|lo han aprobado|la han aprobado|lo ha aprobado|la ha aprobado|aprobado "
     "por|aprobada por|queda aprobad*|se aprueba|se aprobo|visto bueno de|visto bueno del|con el visto bueno|da el "
     "visto "
     "bueno|dio el visto bueno|dado el visto bueno|dio luz verde|da luz verde|dado luz verde|direccion ha "
     "decidido|direccion decidio|la junta ha|la junta aprobo|el comite ha|el comite aprobo|por unanimidad|se "
     "rechaza|se "
     "rechazo|rechazad* por|denegad* por|lo veto|vetad* por"},
    {decision, "",
     "board said|board approved|board agreed|board voted|board decided|board rejected|management approved|management "
     "decided|management agreed|management said|leadership approved|leadership decided|the ceo approved|the ceo "
     "decided|the cfo approved|the owners decided|got approved|got approval|was approved by|were approved by|has been "
     "approved|have been approved|is approved|approved by the|voted for|voted to|voted against|unanimous*|gave us the "
     "green|okayed|ok d by|ruled that|was rejected by|were rejected by|got rejected|got vetoed"},
    {decision, "",
     "hat zugestimmt|haben zugestimmt|stimmt zu|stimmen zu|hat genehmigt|haben genehmigt|wurde genehmigt|wurden "
     "genehmigt|ist genehmigt|sind genehmigt|genehmigt von|abgesegnet|abgenickt|grunes licht gegeben|gibt grunes "
     "licht|hat grunes licht|haben grunes licht|einstimmig|mehrheitlich|hat so beschlossen|haben so beschlossen|so "
     "beschlossen|chef hat entschieden|chefin hat entschieden|leitung hat entschieden|fuhrung hat entschieden|vorstand "
     "hat|gesellschafter haben|wurde abgelehnt von|wurden abgelehnt von|ist abgelehnt"},
    // one of several is taken
    {decision, "",
     "optamos por|hemos optado por|he optado por|opto por|nos decantamos por|nos hemos decantado|elegimos|hemos "
     "elegido|he elegido|elegido el|elegida la|escogemos|hemos escogido|nos quedamos el|nos quedamos la|apostamos "
     "por|tiramos con|tiramos por|vamos a ir con|iremos con|ira con|usaremos|adoptamos|hemos adoptado|estandarizamos"},
    {decision, "",
     "opted for|opting for|decided on|decided to|decided against|decided for|have decided|ve decided|has decided|we ll "
     "go with|we ll use|we will use|we ll stick|sticking with|stick with the|stick with our|we keep the|we re "
     "keeping|our "
     "pick is|the pick is|winner is|landed on|voting done"},
    {decision, "",
     "entscheiden uns fur|entschieden uns fur|uns fur ~ entschieden|uns gegen ~ entschieden|uns auf ~ geeinigt|uns auf "
     "~ verstandigt|wahl fiel auf|wahl fallt auf|wir gehen mit|gehen wir mit|gehen mit|es bleibt bei|bleibt es bei|wir "
     "behalten|behalten wir|kommt zum einsatz|kommen zum einsatz|zuschlag bekommt|zuschlag geht an|zuschlag bekam"},
    // something is dropped
    {decision, "",
     "descartado lo|descartado el|descartada la|descartados los|descartadas las|descartamos|queda "
     "descartad*|renunciamos "
     "a|dejamos de ofrecer|dejamos de vender|ya no ofrecemos|ya no vendemos|ya no aceptamos|no seguimos con|no vamos a "
     "seguir|no vamos a vender|no vamos a ofrecer|no lo hacemos|lo aparcamos|queda aparcad*|se cierra la|se cierra "
     "el|retiramos del catalogo|sale del catalogo|fuera del catalogo"},
    {decision, "",
     "we re dropping|we are dropping|dropping the|scrapped the|we scrap|scrapping|shelved|axed|is off the table|are "
     "off "
     "the table|off the table|no longer offer|no longer sell|no longer accept|stop selling|stop offering|stop "
     "accepting|discontinu*|phasing out|phase out|sunsetting|pulling out of|we re closing|we are closing|we close "
     "the|we re shutting|we re ending|we end the|giving up on|we won t renew|we will not renew|not renewing|not "
     "pursuing"},
    {decision, "",
     "fallt weg|fallen weg|aus dem programm|aus dem sortiment|stellen wir ein|wird eingestellt|werden "
     "eingestellt|bieten wir nicht mehr|verkaufen wir nicht mehr|nehmen wir nicht mehr|machen wir nicht "
     "mehr|verzichten "
     "auf|wird geschlossen|wird aufgegeben|geben wir auf|kundigen wir|verlangern wir nicht|wird nicht "
     "verlangert|verfolgen wir nicht|lauft aus und"},
    // a price, a bound or a date is fixed
    {decision, "",
     "pasa a costar|pasan a costar|costara a partir|costaran a partir|cuesta a partir|cuestan a partir|sube a "
     "partir|suben a partir|queda en _ euros|quedan en _ euros|se queda en _ euros|precio final de|tope de|limite "
     "de _ euros|fecha fijada|queda fijad*|fijamos|fecha definitiva|se fija"},
    {decision, "",
     "will cost|costs _ from|cost _ from|price goes up to|price goes to|prices go up|price drops to|is capped at|are "
     "capped at|capped at|limit is set|deadline is set|launch date is|go-live is|set in stone|locked in at|price is "
     "now"},
    {decision, "",
     "kostet ab|kosten ab|kostet kunftig|kosten kunftig|preis steigt auf|preise steigen|preis sinkt auf|gedeckelt "
     "auf|gedeckelt bei|obergrenze liegt|obergrenze ist|festgesetzt auf|termin ist fix|termin ist fest|stichtag "
     "ist|frist ist"},
    // since then nothing has gone wrong
    {verified, "works",
     "sin perder un|sin perder ni|sin perder ningun|sin un solo|sin una sola|sin ningun fallo|sin ningun error|sin "
     "ningun "
     "corte|sin fallos desde|sin errores desde|sin cortes desde|desde entonces no|desde entonces ni|desde entonces "
     "nada|no "
     "ha vuelto a|no han vuelto a|no se ha repetido|no se ha vuelto|cero errores|cero fallos|cero cortes|dias "
     "sin|semanas "
     "sin|horas sin|llevo ~ midiendo|llevamos ~ midiendo|llevo ~ probando|llevamos ~ probando|llevo ~ sin|llevamos ~ "
     "sin|lleva ~ sin|llevan ~ sin|problema resuelto|quedo resuelto|ha quedado resuelto"},
    {verified, "works",
     "not a single|zero errors|zero drops|zero failures|hasn t happened since|has not happened since|hasn t come "
     "back|has "
     "not come back|haven t seen it since|not seen it since|gone since|none since|nothing since|no drops since|no "
     "errors "
     "since|no failures since|no issues since|no more _ since|stable since|clean since|quiet since|fine since|been "
     "holding|days without|weeks without|hours without|nights without|problem solved|that fixed it|which fixed it|that "
     "solved it|which solved it|that did it|did the trick"},
    {verified, "works",
     "seitdem kein*|seitdem nicht mehr|seitdem nichts mehr|seither kein*|seither nicht mehr|seither nichts mehr|tagen "
     "kein*|wochen kein*|stunden kein*|monaten kein*|nicht mehr aufgetreten|nicht wieder aufgetreten|kam nicht "
     "wieder|lauft seitdem|lauft seither|stabil seit|ruhe seit|seitdem ruhe|seitdem stabil|seither stabil|tage "
     "ohne|wochen ohne|stunden ohne|nachte ohne|null fehler|null ausfalle|kein einziger|keine einzige|kein "
     "einziges|damit "
     "behoben|ist behoben|war damit weg|ist damit weg|problem gelost|das hat geholfen|hat geholfen"},
    // what others say and nobody tried; what is wanted later; what was told before
    {hedge, "",
     "para mi que|segun un foro|en un foro|lei en|he leido que|alguien dice|alguien comenta|hay quien dice|a "
     "saber|somebody claims|someone claims|somebody says|someone says|people say|some say|on a forum|forum post|i read "
     "that|claims that|have not tried|haven t tried|not tried that|in einem forum|ein forum|jemand behauptet|jemand "
     "meint|manche sagen|hab gelesen|habe gelesen|nicht ausprobiert|nicht probiert"},
    {plan, "",
     "manana a primera hora|manana sin falta|manana por la manana|manana por la tarde|first thing tomorrow|tomorrow "
     "morning|tomorrow afternoon|morgen fruh|gleich morgen|morgen vormittag|morgen nachmittag|todavia no lo he|aun no "
     "lo "
     "he|haven t done it yet|not done yet|noch nicht erledigt|noch nicht gemacht"},
    {duplicate, "",
     "same story as|same as i|same thing i|as i gave you|nothing has changed|nothing new there|lo mismo que te|lo "
     "mismo "
     "de antes|sigue igual que|no ha variado|nada nuevo|dasselbe wie vorhin|das gleiche wie vorhin|nichts neues "
     "dazu|hat sich nichts geandert|hat sich nichts getan"},
    // it works again
    {mutation, "power",
     "vuelve a funcionar|vuelven a funcionar|vuelve a imprimir|vuelve a responder|vuelven a responder|vuelve a "
     "arrancar|vuelve a conectar|vuelve a estar|vuelven a estar|vuelve a ir|vuelve a haber|ha vuelto a funcionar|han "
     "vuelto a "
     "funcionar|ya vuelve a|ya funciona de nuevo|funciona de nuevo|operativo de nuevo|operativa de nuevo|otra vez "
     "operativ*|otra vez en marcha|de nuevo en marcha"},
    {mutation, "power",
     "works again|work again|working again|prints again|responds again|answers again|boots again|reachable "
     "again|running "
     "again|up and running again|back to normal|back in service|back in operation|back in business|back on its feet"},
    {mutation, "power",
     "lauft wieder|laufen wieder|druckt wieder|drucken wieder|antwortet wieder|antworten wieder|startet wieder|bootet "
     "wieder|funktioniert wieder|funktionieren wieder|wieder erreichbar|wieder online|wieder im betrieb|wieder in "
     "betrieb|wieder einsatzbereit|ist wieder da|sind wieder da|ist wieder oben|sind wieder oben|steht wieder"},
    // it gives out by itself
    {occurrence, "",
     "se lleno|se llenaron|se han llenado|se ha llenado|se quedo sin|se quedaron sin|se ha quedado sin|se colgo|se "
     "colgaron|se ha colgado|se bloqueo|se agoto|se agotaron|se corto|se cortaron|se ha cortado|se fue la luz|se "
     "congelo|salto el diferencial|salto la alarma|salto el sai|se quemo|se ha quemado|se rompio|se ha roto|ha "
     "petado|ha "
     "reventado"},
    {occurrence, "",
     "filled up|ran full|ran out of|hit the limit|maxed out|tipped over|fell over|went dark|locked up|lost "
     "cooling|lost "
     "power|tripped the|burnt out|burned out|dropped off the|timed out overnight|gave up the ghost"},
    {occurrence, "",
     "lief voll|ist vollgelaufen|sind vollgelaufen|vollgelaufen|fiel aus|fielen aus|ist abgeraucht|abgeraucht|ist "
     "eingefroren|hangengeblieben|weggebrochen|durchgebrannt|ubergelaufen|rausgeflogen|zusammengebrochen|war "
     "stromlos|hat "
     "sich aufgehangt"},
    // it ended well
    {verified, "",
     "termino bien|terminaron bien|ha terminado bien|acabo bien|ha acabado bien|fue bien|ha ido bien|fueron bien|ended "
     "well|went well|finished fine|finished cleanly|completed fine|ran clean|ran fine|ging gut|lief gut|lief "
     "fehlerfrei|"
     "fehlerfrei durch|stimmt jede|stimmen alle"},
    {verified, "works",
     "hat ~ funktioniert|haben ~ funktioniert|ohne ausfall funktioniert|schon zweimal|schon dreimal|schon "
     "viermal|schon "
     "funfmal|probado con|probado en|ya probado|tested on|tested with|tried on|worked on all"},
    // how long it holds: what a look at a certificate, a licence or a contract reports
    {state, "expiry",
     "valido hasta|valida hasta|vale hasta|vence el|caduca el|caduca dentro|expira el|valid until|valid till|expires "
     "on|expires in|good until|runs out on|gultig bis|gilt bis|lauft ab am|lauft am ~ ab|lauft bis"},
    {state, "power", "wieder oben|wieder da|wieder am netz|back up since|up again since|arriba de nuevo"},
    {discovery, "",
     "confirmed cause|cause confirmed|cause identified|causa confirmada|confirmada la causa|ursache "
     "bestatigt|bestatigte "
     "ursache|ursache identifiziert"},
    // a last word, and who gives it
    {decision, "",
     "it s final|signs off|has signed off|have signed off|out because of|ruled out on "
     "cost|es "
     "definitivo|queda fuera por|quedan fuera por|firma la decision|ist raus wegen|sind raus wegen|ist final|hat "
     "unterschrieben dass"},
    {open, "", "nix entschieden|noch nix fix|nix beschlossen|nothing s decided|no esta nada decidido|nada decidido"},
    // what the agent is to leave off
    {preference, "",
     "stop asking me|quit asking me|don t ask me|deja de preguntarme|deja de "
     "enviarme|deja de decirme|no me preguntes|hor auf mich zu|frag mich nicht|frag nicht mehr|frag mich nie"},
    // how often it went well, and that steps follow
    {verified, "works",
     "zigmal gemacht|zigmal|schon oft|oft gemacht|viele male|muchas veces|varias veces|many times|several "
     "times|dutzende male|hundertmal|docenas de veces|mil veces|dozens of times|countless times|a "
     "hundred "
     "times"},
    {procedure, "",
     "so bekommt man|so kriegt man|so bringt man|so setzt man|so macht man|so richtet man|so stellt man|so wechselt "
     "man|so tauscht man|asi se pone|asi se quita|asi se cambia|asi se monta|asi se arranca|this is how you|here s how "
     "you|here is how you"},
    {recall, "",
     "have we seen this|seen this before|check what we know|ya nos paso|nos ha pasado antes|nos ha pasado ya|hatten "
     "wir "
     "das schon|schon mal gehabt|kennen wir das schon"},
    // an opinion, a supposition
    {hedge, "",
     "in my opinion|in my view|imho|i d say that|imagine we|imagine that|imagine if|suppose we|supposing|let s say "
     "we|en mi "
     "opinion|a mi juicio|opino que|a mi parecer|imagina que|imaginate que|supongamos|pongamos que|meiner meinung "
     "nach|meines "
     "erachtens|ich finde dass|stell dir vor|stellen wir uns vor|angenommen wir|nehmen wir an"},
    // somebody it was agreed with
    {decision, "",
     "acordado con|pactado con|hablado con ~ y queda|abgesprochen mit|abgestimmt mit|ausgemacht mit|vereinbart "
     "mit|agreed "
     "with|settled with|cleared with|on the same page with"},
    // a cause is named
    {discovery, "",
     "se que pasaba|se que pasa|se por que|ya se lo que|causa encontrada|causa localizada|encontrada la "
     "causa|localizada "
     "la causa|encontre la causa|encontrado el motivo|el motivo era|el motivo es|el culpable|la culpa era|la culpa la "
     "tenia|la culpa la tiene|el origen era|el fallo era|el fallo estaba|el fallo venia|el problema venia|venia "
     "de|resulta que|resulto que|hacia falta|se debia a|se debe a|era por culpa"},
    {discovery, "",
     "figured out|tracked it down|tracked down|traced it to|traced it back|pinned it down|nailed it down|narrowed it "
     "down "
     "to|boiled down to|boils down to|down to the|it came from|was coming from|the issue was|the issue is|the fault "
     "was|culprit was|culprit is|reason was|reason is|stems from|stemmed from|the answer was|explains why|explained "
     "why"},
    {discovery, "",
     "ursache gefunden|grund gefunden|fehler gefunden|ubeltater|schuldige war|schuld ist|schuld war|es liegt daran|es "
     "lag "
     "daran|lag daran|liegt daran|kam daher|kommt daher|ruhrte von|ruhrt von|ging zuruck auf|geht zuruck auf|fehler "
     "lag|fehler war|problem lag|problem war|hintergrund ist|hintergrund war|erklart warum|eingegrenzt auf"},
});

}  // namespace

std::span<const PhraseRow> outcome_phrases() { return phrases; }

}  // namespace wm::policies::activity
