// Turns of phrase of policies/activity in three languages, folded: changes by a noun ("did the failover"), gains and losses,
// visits, texts that are ordered, short words of approval and of proof.

#include "policies/activity_lexicon.hpp"

#include <array>

namespace wm::policies::activity {

namespace {

using enum Signal;

constexpr auto phrases = std::to_array<PhraseRow>({
    // Spanish
    {request, "text",
     "traduce|traduceme|traducir|traduccion de|redacta|redactame|redactar|escribeme|escribe un|escribe una|reescribe|"
     "corrige el texto|corrige este|corrigeme|pasame al ingles|pon en ingles|como se dice|como dirias|resume "
     "este|mejora "
     "este|pule este|ponlo en ingles"},
    {mutation, "size",
     "he dado ~ mas|hemos dado ~ mas|le di ~ mas|le dimos ~ mas|le he dado|le hemos dado|he metido|hemos metido"},
    {mutation, "configuration",
     "hecho el ~ failover|hecho la ~ migracion|hecho el ~ cambio|hecho el ~ traslado|hecho la ~ mudanza|hecho la ~ "
     "actualizacion|hecho el ~ upgrade|hecho el ~ relevo|hicimos el ~ cambio|hicimos la ~ migracion|hice el ~ "
     "cambio|hice "
     "la ~ migracion|hice el ~ failover"},
    {mutation, "contract",
     "hemos perdido a|perdimos a|hemos ganado a|perdido el concurso|perdido la cuenta|perdimos la cuenta|perdido al "
     "cliente|ganado el concurso|ganado la cuenta|perdido la licitacion|ganado la licitacion"},
    {mutation, "heads",
     "cliente nuevo|nuevo cliente|clienta nueva|nueva clienta|proveedor nuevo|nuevo proveedor|alta nueva|nueva alta"},
    {occurrence, "",
     "nos audito|nos inspecciono|nos han auditado|paso la inspeccion|vino a vernos|vinieron a vernos|estuvo aqui|"
     "estuvieron aqui"},
    {standing, "forward", "a partir de ya|de aqui en adelante|a partir del lunes|desde ya"},
    {decision, "",
     "se acabo lo de|se acabo eso de|decision de direccion|decision del comite|decision del consejo|ni un "
     "euro mas|ni un euro menos|norma nueva|ya esta hablado|hablado y aprobado|lo hemos hablado y"},
    {verified, "method", "segun los datos|los datos de los ultimos|las cifras dicen|los datos dicen|cifras en mano"},
    {verified, "works", "me ha funcionado|nos funciono|me funciono|funciono en|ha funcionado en"},
    {discovery, "",
     "lo encontre|lo he encontrado|lo hemos encontrado|ya di con|ya dimos con|era una tonteria|por eso fallaba|era "
     "simplemente"},
    {general, "",
     "corrompe|borra|pierde|ignora|rechaza|trunca|cuelga|sobrescribe|se quedan|se queda|falla|solo imprime|solo "
     "funciona|solo arranca|si se"},
    {state, "",
     "empiezan|acaban|terminan|duran|significan|piden|quieren|admiten|entran|caben|cabe|soporta|soportan|"
     "aguanta|aguantan|ocupa|ocupan|nos sirve|nos sirven|va ahora|van ahora|sale ahora"},
    {preference, "", "soy mas de|conmigo sobran|sobran conmigo|me sobran|me estorban"},
    {mutation, "size", "pasado de _ a|paso de _ a|pasamos de _ a|pasaron de _ a"},
    {mutation, "membership", "han entrado|ha entrado de|ha entrado como|se nos une|se nos unen"},
    {hedge, "",
     "igual el|igual la|igual es|igual esta|igual son|igual los|igual las|igual va|no lo se|no se yo|ni idea"},
    {decision, "",
     "no hay mas que hablar|y punto|y no se hable mas|fin de la discusion|entra en vigor|entran en vigor|entrara en "
     "vigor|"
     "lo ha pedido direccion|lo manda direccion|ya lo hemos votado|lo hemos votado|hemos votado|hemos acordado "
     "con|sale "
     "elegid*"},
    {mutation, "membership", "se nos ha ido el|se nos ha ido la|se nos fue el|se nos fue la|se nos jubila"},
    {mutation, "contract", "han dicho que si y|ha dicho que si y|nos han adjudicado|nos han dado el"},
    {verified, "works",
     "nunca nos|jamas nos|lo seguimos siempre|los seguimos siempre|repetido ya|sin problemas en los|sin problemas en "
     "las"},
    {verified, "", "visto en dos|visto en tres|lo vi en|lo hemos visto en|con el soporte delante|a proposito"},
    {verified, "method", "contrastado con|esta contrastado|cronometrado en|los numeros cantan"},
    {discovery, "",
     "cuello de botella|al final era|al final eran|al final fue|resulto que era|iba fatal porque|va fatal porque|tarda "
     "porque|falla porque"},
    {state, "", "cubre|se apaga|se enciende|arranca|factura central|solo recogen|ya no recogen|la lleva|lo lleva"},
    {hedge, "",
     "segun el manual|segun la documentacion|segun dicen|dicen que|se rumorea|no me fio|por lo visto|me comento un "
     "pajarito|lo dice el manual"},
    {occurrence, "",
     "he comido con|hemos comido con|he cenado con|me reuni con|nos hemos visto con|quede con|he estado con|hemos "
     "estado con"},
    {state, "", "responde|responden|resuelve|contesta|contestan|forma parte|forman parte|quedan|le queda|les queda"},
    {decision, "",
     "tiramos de|descartad* por|hemos quedado en que|quedamos en que|se queda con|nos vale la|gana la opcion|va a ser "
     "que no|se rechaza|rechazada la|rechazado el|se autoriza|se deniega|aceptada la|aceptado el"},
    {mutation, "deployment", "ha salido a la venta|sale hoy a la venta|salio a la venta|ya esta a la venta"},
    {occurrence, "power",
     "se nos fue la luz|se nos ha ido la luz|nos quedamos a oscuras|sin luz durante|sin conexion durante"},
    {mutation, "configuration", "pasa a llamarse|pasan a llamarse|ahora se llama|se llama ahora"},
    {occurrence, "", "estuvo dando errores|dio errores|dieron errores|estuvo fallando|devolvio errores"},
    {verified, "", "como la seda|como un reloj|fino desde|va fino desde|noches sin|ha ido como"},
    {verified, "", "analizad*|analizamos|revisadas las|encuestad*|comparad*"},
    {recall, "", "que anotamos|lo que anotamos|lo que apuntamos|lo que tenemos guardado"},
    {preference, "", "no quiero que me|que me llames|a secas"},
    {decision, "", "ok a lo|ok al|se aplaza|aplazamos|aplazad*"},
    // English
    {request, "text",
     "translate|proofread|rewrite|rephrase|reword|paraphrase|draft|write a|write an|write me|write up a|compose|polish|"
     "make this sound|word this|how would you say|how do you say|how do i say|put this into|shorten this|correct this|"
     "correct my|fix the grammar"},
    {mutation, "size", "gave ~ another|given ~ another|gave _ more|gave _ _ more|gave ~ extra|given ~ extra"},
    {mutation, "existence",
     "let go of|given up the|gave up the|sold off|closed down|opened up|handed back|handed over|moved out of|moved "
     "into|"
     "knocked down|taken over|took over|bought out|bought up"},
    {mutation, "contract",
     "lost the ~ tender|lost the ~ account|lost the ~ contract|lost the ~ bid|lost the ~ deal|won the ~ tender|won the "
     "~ "
     "account|won the ~ contract|won the ~ bid|won the ~ deal|lost ~ as a customer|lost ~ as a client"},
    {mutation, "heads", "new customer|new client|new account|new supplier|new hire|new starter|new contract"},
    {mutation, "configuration",
     "did the ~ migration|did the ~ failover|did the ~ upgrade|did the ~ switch|did the ~ swap|did the ~ move|did the "
     "~ "
     "cutover|did a ~ restore|did a ~ failover|did a ~ rollback|performed the|performed a|carried out the|carried out "
     "a|"
     "ran the ~ migration|did the ~ changeover|made the ~ switch|made the ~ change"},
    {occurrence, "",
     "came in on|came by|dropped by|stopped by|paid us a visit|came round|were in on|was in on|passed the"},
    {state, "terms",
     "doesn t deliver|don t deliver|doesn t ship|don t ship|doesn t accept|don t accept|doesn t sell|doesn t stock|"
     "doesn t offer|gone up to|went up to"},
    {state, "power",
     "hasn t answered|hasn t responded|haven t answered|not answering|isn t answering|won t boot|won t start"},
    {standing, "forward", "from today|from today on|as of today|starting today|starting now|from monday"},
    {decision, "",
     "board decision|management decision|decision of the|picked _ over|chosen _ over|chose _ "
     "over|didn t make it|didn t make the cut|hard no|we go for"},
    {verified, "method",
     "checked over|checked across|numbers are in|figures are in|checked it against|looked at the numbers"},
    {verified, "", "retested|re-tested|rechecked|retried"},
    {verified, "works", "worked for both|worked both|that worked for|worked on both"},
    {discovery, "", "found it|found the culprit|found the cause|cracked it|learned the hard|learnt the hard"},
    {general, "",
     "while|corrupts|destroys|wipes|loses|ignores|rejects|truncates|hangs|crashes|overwrites|resets|lifts|raises|cuts|"
     "doubles the|costs us|boosts|slows|speeds"},
    {preference, "", "rather you asked|rather have you"},
    {occurrence, "", "dropped twice|dropped again|dropped overnight|dropped several|dropped out"},
    {mutation, "size", "went from _ to|gone from _ to|goes from _ to"},
    {mutation, "configuration", "i set|we set|ve set|been set to|was set to|were set to|got set"},
    {mutation, "certificate", "rolled the|rolled our|rolled all"},
    {decision, "",
     "end of story|end of discussion|takes effect|comes into force|fixed the ~ for|fixed a date|set the ~ for|"
     "stays as it is|stay as they are|that s what we agreed|we ve ruled"},
    {verified, "",
     "seen it on|saw it on|seen on two|seen on three|timed it|timed on|proved that|we proved|happened on both"},
    {discovery, "", "after all|bottleneck|is why it|that is why|it was _ after all|wins back"},
    {general, "", "wins back|one in five|one in four|one in three|one in ten|per cent of|gives 3x|gives 2x"},
    {mutation, "contract", "came back and signed|no longer on the website"},
    {open, "", "riffing|wild idea|wild one|crazy idea|half baked|half-baked|just playing|playing with numbers"},
    {mutation, "existence", "boxes are gone|are gone now|is gone now|went bust"},
    {state, "", "runs|run on|wants all|want all"},
    {hedge, "",
     "the docs claim|the manual says|according to the docs|according to the manual|on paper|rumour has it|rumor has "
     "it|word is|reckon|no proof"},
    {occurrence, "",
     "had lunch with|had dinner with|had coffee with|met with|had a meeting with|sat down with|caught up with"},
    {decision, "", "done negotiating|_ it is then|it stays at _ an|it stays at _ a|stays at _ per"},
    {state, "terms", "shut for|closed for|take no|takes no|take only|takes only"},
    {state, "", "answers|responds|resolves|reachable|accepts connections|joined|part of"},
    {mutation, "contract", "deal done|done deal with|deal closed|closed the sale|signed and sealed|it s signed"},
    {decision, "",
     "no to|yes to|said yes to|we drop|we re moving to|was clear about|has the final|settled it at|we stick to"},
    {mutation, "configuration", "now called|is now called|pulled the plug|pull the plug on|wired up|is hooked up"},
    {occurrence, "", "threw 502s|threw 500s|threw 503s|threw errors|woke us at|paged us"},
    {verified, "", "went through|analysed|analyzed|surveyed|looked through"},
    {recall, "", "what we noted|what we wrote down|pull up what|dig up what"},
    {preference, "", "want to be called|don t want to be|do not want to be"},
    {decision, "",
     "go ahead from|go ahead for|the go ahead|settled the ~ scheme|settled the ~ price|settled the ~ date|put off "
     "until|pushed back to"},
    // German
    {state, "power", "tot|platt|lahmgelegt|unerreichbar|gestort"},
    {decision, "",
     "und damit basta|tritt in kraft|treten in kraft|geeinigt|haben uns verstandigt|lehnen wir ~ ab|lehnen wir "
     "ab|weisen "
     "wir zuruck|so festgelegt|wird nicht mehr unterstutzt|setzt sich durch"},
    {mutation, "contract",
     "auftrag ~ ist da|bestellung ~ ist da|zusage ~ ist da|vertrag ~ ist da|lieferung ~ ist da|auftrag ~ gekommen|"
     "auftrag ~ erhalten"},
    {verified, "works", "glatt gelaufen|beide male|so gemacht und|alle male|jedes mal glatt|ohne probleme gelaufen"},
    {verified, "", "dauertest|mehrfach gepruft|gesehen auf|auf zwei _ gesehen|ohne absturz"},
    {verified, "method", "die auswertung|auswertung ist|die zahlen sind"},
    {discovery, "", "flaschenhals|war es doch|es war doch"},
    {state, "", "deckt|decken|will nur|wollen nur|bootet|berechnen"},
    {hedge, "",
     "laut handbuch|laut doku|laut dokumentation|laut hersteller|man munkelt|es heisst dass|hab gehort|habe "
     "gehort|bewiesen ist nichts|angeblich"},
    {occurrence, "",
     "mit ~ essen|war ~ essen|traf mich mit|haben uns mit ~ getroffen|hatte ein gesprach mit|hatten ein gesprach "
     "mit|termin mit ~ gehabt"},
    {decision, "",
     "ist vom tisch|sind vom tisch|verhandeln wir nicht|verhandeln nicht mehr|es werden zwei|es werden drei|es wird "
     "der|es wird die|es wird das"},
    {state, "", "antwortet|antworten|reagiert|erreichbar|maximal"},
    {verified, "method", "mit _ nachgemessen|mit dem _ nachgemessen|mit _ gegengemessen|mit _ durchgemessen"},
    {decision, "",
     "im team abgestimmt|intern abgestimmt|im team beschlossen|wir stellen um auf|machen wir kunftig|wird "
     "abgeschaltet|sind uns einig"},
    {mutation, "payment",
     "zahlung ~ gekommen|zahlung ~ ist da|geld ~ ist da|uberweisung ~ ist da|posten ausgeglichen|sind ~ "
     "ausgeglichen|ist ~ ausgeglichen"},
    {mutation, "size", "spendiert|verpasst"},
    {mutation, "version",
     "ist auf allen ~ durch|ist uberall durch|update ist durch|update ~ ist durch|migration ist durch|umzug ist durch"},
    {mutation, "contract",
     "kunde ~ ist weg|kunden ~ verloren|auftrag ~ verloren|ausschreibung verloren|ausschreibung gewonnen|auftrag "
     "gewonnen|"
     "auftrag ~ gewonnen|kunden ~ gewonnen"},
    {mutation, "heads",
     "neukunde|neukundin|neuer kunde|neue kundin|neuer lieferant|neuer vertrag|neue kollegin|neuer kollege"},
    {occurrence, "",
     "war gestern da|waren gestern da|war heute da|waren heute da|war ~ zu besuch|war ~ vor ort|waren ~ vor ort|war "
     "stromausfall|war ~ stromausfall"},
    {decision, "", "schluss mit|fliegt raus|fliegen raus|haben uns gegen|entscheidung der|beschluss der"},
    {verified, "method", "zahlen aus|zahlen liegen|auswertung zeigt|auswertung ergibt|statistik zeigt"},
    {verified, "works", "bewahrter|bewahrte|bewahrtes|erprobter|erprobtes"},
    {discovery, "", "gefunden|hab s gefunden|habs gefunden|deswegen die|daher die|deshalb die"},
    {general, "",
     "lassen sich nicht|lasst sich nicht|lassen sich nur|lasst sich nur|zerstort|verliert|ignoriert|uberschreibt|"
     "beschadigt|bleibt im schnitt|bleiben im schnitt"},
    {state, "", "hangen an|fragen jetzt|fragt jetzt|sind belegt|ist belegt|geht jetzt|gehen jetzt"},
    {state, "power", "antwortet seit|antworten seit|reagiert seit|startet nicht|bootet nicht"},
    {preference, "", "tabellen lieber|bitte nie|bitte niemals"},
    {request, "text",
     "ubersetz|ubersetze|ubersetzen|ubersetzung|formulier|formuliere|formulieren|umformulieren|schreib mir|schreib "
     "einen|"
     "schreib eine|schreibe einen|schreibe eine|entwirf|korrigier|korrigiere|lektorier|wie sagt man|wie heisst das auf|"
     "fass den text|kurz den text|verfass|verfasse"},
    {mutation, "size", "ging von _ auf|gingen von _ auf|von _ auf _ erhoht"},
    {occurrence, "",
     "war der _ ~ bei uns|war die _ ~ bei uns|war ~ bei uns|waren ~ bei uns|bei uns zu besuch|zu gast bei uns"},
    {mutation, "configuration",
     "heisst jetzt|heissen jetzt|in den ~ gewechselt|ins ~ gewechselt|zum ~ gewechselt|vom netz nehmen|vom netz "
     "genommen"},
    {occurrence, "", "fehler geworfen|500er geworfen|immer wieder ~ geworfen"},
    {verified, "", "ausgewertet|untersucht|durchgesehen"},
    {recall, "", "was wir ~ notiert|was wir ~ aufgeschrieben|womit hatten wir|was wir ~ festgehalten"},
    {decision, "", "schema steht|konzept steht|plan steht|termin steht|freie fahrt|auf den herbst verschoben"},
});

}  // namespace

std::span<const PhraseRow> idiom_phrases() { return phrases; }

}  // namespace wm::policies::activity
