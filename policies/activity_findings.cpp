// Words by which somebody says what was found out, how it was checked and how it is done, in three languages, folded.

#include "policies/activity_lexicon.hpp"

#include <array>

namespace wm::policies::activity {

namespace {

using enum Signal;

constexpr auto phrases = std::to_array<PhraseRow>({
    // Spanish
    {discovery, "",
     "vi que|vimos que|descubri que|me di cuenta de que|nos dimos cuenta de que|resulto que|resulto ser|se debio a|lo "
     "provocaba|lo causaba|lo causo|lo provoco|lo que ahoga|lo que ahogaba|lo que satura|lo que saturaba|lo que "
     "llena|lo que llenaba|lo que lleno|lo que consume|lo que consumia|lo que bloquea|lo que bloqueaba|lo que frena|lo "
     "que frenaba|lo que tumba|lo que tumbaba|lo que tira|lo que tiraba|lo que rompe|lo que rompia|lo que rompio|lo "
     "que "
     "retiene|lo que retenia|lo que dispara|lo que disparaba|lo que falla|lo que fallaba|lo que impide|lo que "
     "impedia|lo que se come|lo que se comia|quien se come|lo que ocupa|lo que mata|lo que mataba|lo que genera|lo que "
     "generaba|lo que estropea|lo que ralentiza|lo que ralentizaba|lo que agota|lo que agotaba|el detonante|la razon "
     "es|la razon era|la razon por|analisis de causa|post mortem|postmortem|rca|diagnostico|hallazgo|lo que lo "
     "arreglo|lo que lo resolvio|lo que lo soluciono|se resolvio al|se arreglo al|basto con|fallo porque|fallaron "
     "porque|fallo por|fallaba por|no arrancaba porque|no funcionaba porque|no levantaba porque|habia quedado|la "
     "trampa|estaba mal|apuntaba a"},
    {verified, "method",
     "comprobado con|comprobada con|lo comprobe con|comprobe con|verificado con|lo verifique con|verifique con|medido "
     "con|medido en|lo medi con|medi con|medimos con|lo hemos medido|lo he medido|confirmado con|confirmado "
     "mediante|lo "
     "confirme con|contrastado con|cotejado con|cronometrado|lo cronometre|lo reproduje|lo reprodujimos|reproducido "
     "con|recalculado|lo he calculado|hemos calculado|con los datos de|con datos de|segun los datos de|lo vi en los "
     "logs|visto en los logs|visto con|ya no es opinion|ya no es una opinion|no es suposicion"},
    {verified, "",
     "comprobe|comprobamos|verifique|verificamos|lo medi|medimos|confirme|confirmamos|lo contrastamos|esta "
     "demostrado|es un hecho|sin lugar a dudas|reprodujimos"},
    {verified, "works",
     "funciona siempre|siempre sale bien|sale siempre|no falla "
     "nunca|nunca falla|nunca ha fallado|no ha fallado|y funciona|asi funciona|esto funciona|eso funciona|nos va "
     "bien|entonces funciono|a la primera|sin un fallo|sin fallos|lo llevamos haciendo"},
    {general, "",
     "era el|era la|eran los|eran las|fue el|fue la|ojo con|cuidado con|si no|de lo contrario|solo si|solo cuando|por "
     "encima de|por debajo de|cualquier|hasta que no|ahoga|satura|agota|retiene|baja de|baja a|pasa de|pasan de|como "
     "maximo|como minimo|antes de"},
    {procedure, "",
     "como damos de alta|como lo hago|como lo hacemos|asi lo llevamos|la receta|los pasos que|asi funciono|asi ha "
     "funcionado|esto es lo que funciono|pasos que funcionaron|lo que funciona es|el guion|la guia|mi metodo|nuestro "
     "metodo|metodo que|procedimiento que|la forma correcta|la forma buena|manera correcta|lo hacemos siempre asi|el "
     "truco que|circuito de|el orden bueno"},
    {general, "compared",
     "el doble|la mitad|el triple|un tercio|mas que|menos que|dos veces mas|twice as|half as|times as|three times|a "
     "third|"
     "more often|less often|doppelt so|halb so|dreimal so|das doppelte|die halfte|ein drittel|haufiger als|seltener "
     "als"},
    // English
    {discovery, "",
     "i found that|we found that|found that|saw that|i noticed that|we noticed that|is what broke|is what caused|was "
     "what caused|what s eating|what s filling|what s blocking|what s killing|what s choking|what s hogging|what s "
     "holding|what s slowing|what was eating|what was filling|what was blocking|what was killing|what was "
     "choking|what was hogging|what was holding|what was slowing|is eating|is hogging|is choking|is starving|is "
     "exhausting|is flooding|is saturating|was exhausting|was starving|was eating|was hogging|was choking|was "
     "flooding|was saturating|the blocker was|the blocker is|originated in|originates from|root-cause|rca|post-mortem|"
     "postmortem|post mortem|the issue was|the issue is|the issue turned|the fault was|the fault is|the failure "
     "was|offender|the trigger was|cured by|went away once|went away after|went away when|stopped once|stopped as soon "
     "as|let the|let it through|failed because|fails because|failing because|failed since|failed due|failed on "
     "the|because the|because it|because a|because an|because its|because their|down to a|down to the|is what makes|is "
     "what keeps|was holding|is holding|still pointed|was pointing|had been left|had expired"},
    {verified, "method",
     "verified with|verified by|confirmed with|confirmed by running|confirmed via|confirmed in the logs|measured "
     "with|measured over|measured on|tested with|checked with|checked against|reproduced with|reproduced it|i "
     "reproduced|we reproduced|i compared|we compared|i measured|we measured|i timed|we timed|i benchmarked|we "
     "benchmarked|i counted|we counted|ran the numbers|crunched the numbers|went through the numbers|backed by "
     "data|the "
     "logs show|the logs confirm|the data says|the data say|not an opinion|no longer a guess|no longer an "
     "opinion|hard numbers"},
    {verified, "", "it s confirmed|that s confirmed|successfully"},
    {verified, "works",
     "it works|so it works|that works|this works|actually works|works reliably|proved "
     "itself|proven itself|proves itself|never failed|hasn t failed|has never failed|tried and "
     "tested|battle-tested|all "
     "fine|without a hitch|worked on all|worked for all|went through fine|does the trick"},
    {general, "",
     "so any|so every|halve|double|down to|beyond|longer than|shorter than|larger than|smaller than|otherwise|only "
     "after|only when|only once|has to be|at most|at least|limits|caps|throws away|survives|change nothing|makes no "
     "difference|no difference|after _ seconds|after _ minutes|above|below|watch out for|beware of"},
    {procedure, "",
     "how we|how i ve|how we ve|how i do|how i did|how i close|how i closed|how i set|how we set|that actually "
     "works|what "
     "actually works|routine that|the routine|procedure that|steps that worked|this is what worked|what worked "
     "was|here s what works|what works is|for the runbook|sequence that|recipe that|method that|my method|our "
     "method|the "
     "right way|the correct way|the correct order|the right order|my routine|the trick that"},
    // German
    {discovery, "",
     "grund dafur|grund ist|grund fur|auslosend war|rca|postmortem|ursachenanalyse|ursachlich|der ubeltater|das "
     "problem "
     "war|das problem ist|das problem lag|der fehler war|der fehler lag|der fehler ist|der fehler "
     "sass|fehlerquelle|fehlerursache|bremst ~ aus|bremste ~ aus|blockiert hat|verstopft hat|scheiterte "
     "an|scheiterte am|scheiterte an|scheitert an|scheitert am|gescheitert an|gescheitert am|schlug fehl weil|schlug "
     "fehl da|brach ab weil|lag es an|es lag an|es lag am|kommen von|kommen allein von|kommen vom|kommt vom|kam "
     "vom|stammen von|resultiert aus|resultierte aus|festgestellt dass|gesehen dass|gemerkt dass|bemerkt "
     "dass|gefunden dass|sah dass|sahen dass|half erst|brachte die losung|der clou|lost sich|schluckt ~ "
     "alles|frisst|fressen|frass|weil ~ fehlte|fehlte ~ eintrag|erst nachdem|weil noch|da noch"},
    {verified, "method",
     "gemessen mit|mit _ gemessen|habe ich gemessen|haben wir gemessen|nachgemessen mit|gepruft mit|mit _ "
     "gepruft|bestatigt mit|mit _ bestatigt|verifiziert mit|mit _ verifiziert|mit _ nachgewiesen|mit _ "
     "nachgestellt|nachgerechnet|durchgerechnet|ausgezahlt und|mitgeschnitten|mit tcpdump|habe ich verglichen|haben "
     "wir "
     "verglichen|ausgewertet|keine vermutung|keine meinung|nicht mehr nur vermutung|gesichert ist|ist gesichert|in den "
     "logs gesehen|im log gesehen|zeigen die logs"},
    {verified, "", "ist bestatigt|hat sich bestatigt|gegengecheckt"},
    {verified, "works",
     "durchprobiert|klappt so|das klappt|es klappt|so klappt|geht so|so "
     "funktioniert|funktioniert so|das funktioniert|es funktioniert|lauft zuverlassig|zuverlassig|bewahrt sich|so "
     "getestet|noch nie schiefgegangen|nie schiefgegangen|problemlos|auf anhieb|hat es geklappt|hat es "
     "funktioniert"},
    {general, "",
     "sonst|andernfalls|erst nach|erst ab|oberhalb|unterhalb|nach _ sekunden|nach _ minuten|langer als|kurzer "
     "als|grosser als|kleiner als|halbiert|halbieren|verdoppelt|verdoppeln|es war der|es war die|es war das|es waren "
     "die|allein von|allein durch|nur durch|achtung bei|aufgepasst bei|vorsicht bei|hochstens|mindestens|jeder|jede"},
    {procedure, "",
     "so hat es|so hats|so klappt|klappt so|so geht das|die schritte die|schritte die|so haben wir|so habe ich|so "
     "mache "
     "ich|so macht man|der richtige weg|richtige reihenfolge|in der reihenfolge|mein vorgehen|unser vorgehen|methode "
     "die|verfahren das|der ablauf der|das rezept|furs runbook|fur das runbook|nach diesem schema|nach dem schema"},
    // why something failed is known now
    {discovery, "knows",
     "ya se por que|ya sabemos por que|se por que fallaba|ahora se por que|ya se que pasaba|ya se lo que pasaba|ya "
     "esta claro por que|encontre por que|hemos encontrado por que|i know why|we know why|know now why|now i know "
     "why|found out why|figured out why|worked out why|found the reason|figured out what|ich weiss warum|ich weiss "
     "jetzt "
     "warum|wir wissen warum|wissen jetzt warum|weiss jetzt warum|jetzt weiss ich warum|jetzt ist klar "
     "warum|rausgefunden warum|herausgefunden warum|rausgefunden wieso|herausgefunden wieso"},
    {discovery, "",
     "misterio resuelto|enigma resuelto|lo pille|la pille|por fin lo pille|por fin di con|pillado el|cazado el|tenia "
     "la "
     "culpa|tenian la culpa|mystery solved|case solved|solved it|solved the|cracked the|tracked it down|worked it "
     "out|figured it out|sorted it|ratsel gelost|des ratsels losung|endlich gefunden|fehler gefunden|ursache "
     "gefunden|hab "
     "den fehler|haben den fehler|dem problem auf die spur|ubeltater gefunden|hatte dieselbe|hatte die gleiche|had the "
     "same|tenia la misma|tenian la misma"},
    // causes in the plural, and the nouns of trouble
    {discovery, "",
     "lagen an|lagen am|lagen daran|kamen vom|kamen von|kamen daher|stammten vom|stammten von|ruhrten "
     "von|ruhrten vom|gingen auf|hingen mit|waren schuld|war schuld|schuld waren|ausloser war|ausloser waren|quelle "
     "war|lag es am|lag wohl nicht|were caused by|was caused by|came from the|came from a|came from an|comes from "
     "the|were down to|was down to|is down to|were due to|are due to|was triggered by|were triggered by|was the "
     "problem|is the problem|was the issue|were the issue|the mystery was|turned out it was|it was just the|it was "
     "a|se debian a|se deben a|venian de|venian del|venia del|viene del|vienen del|vienen de|provenian "
     "de|procedian de|era culpa del|eran culpa|la culpa la tenia|la culpa la tiene|la tenia el|el lio era|el marron "
     "era|el fallo era que|el quid|el meollo|el atasco era|el atasco estaba|el cuello de botella era|el cuello de "
     "botella esta|el misterio era|chocaba con|coincidia con|coincidian con|se pisaba con|se pisaban|se solapaba|se "
     "solapaban|kollidierte mit|kollidierten mit|uberschnitt sich|uberschnitten sich|clashed with|collided "
     "with|overlapped with|coincided with|was fighting with|were fighting"},
    // the trouble is over since it was mended
    {verified, "",
     "desde entonces|sin un solo|sin una sola|ni un solo|ni una sola|no ha vuelto a|no han vuelto a|no volvio a|ya no "
     "se corta|ya no se cortan|ya no se cae|ya no se caen|ya no pasa|ya no ocurre|ya no sale|ya no salta|ya no "
     "pierde|mano de santo|santo remedio|se acabaron los|se acabaron las|se acabo el problema|dias sin un|semanas sin "
     "un|acabo de comprobar|acabo de probar|acabo de medir|acabo de verificar|acabamos de comprobar|lo tengo "
     "comprobado|lo tenemos comprobado|probado desde|probado en|hasn t happened since|hasn t come back|haven t come "
     "back|not a single|no drops since|no errors since|no recurrence|never came back|has been flat|have been flat|has "
     "been quiet|been stable since|been fine since|been fine ever since|clean ever since|all good since|gone "
     "since|good "
     "ever since|ever since then|stopped happening|just checked|just tested|just measured|just "
     "verified|seitdem|seither|"
     "kein einziger|keine einzige|kein einziges|nicht wieder aufgetreten|nicht mehr aufgetreten|trat nicht mehr|tritt "
     "nicht mehr|ist ruhe|herrscht ruhe|nie wieder|taucht nicht mehr|tauchen nicht mehr|gerade gepruft|gerade "
     "getestet|gerade nachgemessen|eben gepruft|eben getestet|selbst gepruft"},
    {verified, "works",
     "siempre ha ido bien|siempre nos ha ido|siempre nos ha salido|nos ha salido bien|ha ido bien siempre|siempre va "
     "bien|nunca nos ha fallado|nos ha funcionado|hecho ya varias|lo hemos hecho varias|siempre ha funcionado|va fino "
     "asi|done it _ times|did it _ times|done this _ times|did this _ times|done that _ times|has always worked|always "
     "worked|worked like a charm|works like a charm|worked first time|works first time|worked every single|never had a "
     "problem|never had any trouble|never gone wrong|hasn t gone wrong|tried it on|hat immer geklappt|hat bisher "
     "immer|schon _ mal gemacht|schon oft gemacht|nie probleme gehabt|hat super geklappt|hat prima geklappt|ging jedes "
     "mal gut|hat noch immer geklappt|lief jedes mal|so schon oft|klappt seit"},
    {verified, "works",
     "salio perfecto|salio redondo|salio a la primera|sale redondo|quedo perfecto|ha salido siempre|hecho ayer y|hecho "
     "ya "
     "y|on both occasions|worked each time|has ~ worked|have ~ worked|hat ~ funktioniert|haben ~ funktioniert|hat ~ "
     "geklappt|haben ~ geklappt|ha ~ funcionado|han ~ funcionado|nos ha ~ salido bien|lief ~ problemlos|lief ~ "
     "sauber|ging ~ glatt"},
    {verified, "",
     "dias sin ninguno|dias sin ninguna|semanas sin ninguno|sin ninguno desde|been clean for|been stable for|been fine "
     "for|been quiet for|been solid|errors gone|problem gone|no issues since|no complaints since|not once since|ohne "
     "aussetzer|ohne abbruche|ohne abbruch|keine aussetzer|keine abbruche|keine hanger|keine fehler mehr|ruhe "
     "seit|seit _ "
     "tagen ruhe|seit _ wochen ruhe|sin caidas|sin cortes|sin errores desde"},
    // what holds whatever one does
    {general, "",
     "solo se puede|solo se entra|solo se accede|solo es accesible|solo responde|solo deja|no admite|no soporta|se "
     "pierde si|se borra si|only reachable|only accessible|only accepts|can only be|only allows|won t accept|doesn t "
     "support|does not support|refuses to start|nur erreichbar|nur uber|geht nur|lasst nur|akzeptiert nur|kommt man "
     "nur|unterstutzt kein|unterstutzt keine|no se monta|no arranca si|does not mount|doesn t mount"},
});

}  // namespace

std::span<const PhraseRow> finding_phrases() { return phrases; }

}  // namespace wm::policies::activity
