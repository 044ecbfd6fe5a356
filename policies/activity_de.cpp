// German words of policies/activity, folded: ae-less (ü is u, ß is ss), lower case.

#include "policies/activity_lexicon.hpp"

#include <array>

namespace wm::policies::activity {

namespace {

using enum Signal;

constexpr auto phrases = std::to_array<PhraseRow>({
    {remember, "",
     "schreibe das auf|ich schreib das auf|merk dir|merke dir|merkt euch bitte|bitte merken|merk dir "
     "bitte|notier|notiere|notier dir|halte fest|halt "
     "fest|denk dran|denk daran|zur info|zur kenntnis|fur das protokoll|furs protokoll|"
     "damit das nicht verloren geht|damit es nicht verloren geht|nicht vergessen|vergiss nicht|zur erinnerung|speicher "
     "bitte|speichere|festhalten|wichtig zu wissen|damit du es weisst|damit ihr es wisst|"
     "nur damit"},
    {recall, "",
     "weisst du noch|erinnerst du dich|was hatten wir|was haben wir ~ beschlossen|was hatten wir noch mal|was wissen "
     "wir|such in unserem gedachtnis|was haben wir gespeichert|erinner mich wie|"
     "wie hatten wir|was habe ich dir|woruber hatten wir"},
    {question, "", "wie viele|gibt es|weiss jemand|lohnt sich|warum|wieso|weshalb"},
    {request, "",
     "bitte mal|kannst du|konntest du|konnt ihr|wurdest du|magst du|zeig mir|zeig|schreib mir|schreib|schau|schau "
     "mal|schau dir|pruf|prufe|such|suche|erklar|erklare|ubersetze|ubersetz|fass|"
     "sag mir|gib mir|mach mal|mach|bring|erinner mich|erinnere mich|stell|erstell|leg|schick|sende|bereite|ins "
     "cluster bringen|bitte ~ bringen|bitte ~ prufen|mal prufen|bitte um"},
    {hedge, "",
     "meint|glaubt|tippe auf|hab das gefuhl|schatzt|vielleicht|moglicherweise|eventuell|vermutlich|wahrscheinlich|ich "
     "glaube|ich denke|ich vermute|ich "
     "schatze|konnte es sein|konnte sein|kann sein|konnte|scheint|anscheinend|wohl|"
     "keine ahnung|nicht sicher|vermutung|hypothese|angeblich|womoglich|glaub ich|sieht so aus"},
    {plan, "",
     "werde|werden wir|wir werden|wollen|will ich|wir wollen|soll|sollen|sollte|sollten|mussen wir|ich muss|wir "
     "mussten|geplant|nachste woche|nachsten monat|nachstes jahr|morgen|spater noch|"
     "demnachst|vorhaben|haben vor|heute abend"},
    {open, "",
     "laut gedacht|nur mal laut|noch nicht entschieden|nicht entschieden|entschieden ist da gar nichts|gar nichts "
     "entschieden|nichts entschieden|noch offen|zur diskussion|weiss man noch nicht|"
     "nur eine idee|bloss eine idee|wir uberlegen|uberlegen noch|oder doch lieber|was haltst du|brainstorm*|wir "
     "konnten|im gesprach|steht noch nicht fest"},
    {decision, "",
     "beschlossen|beschluss|beschluss von|entschieden|entscheidung|wir haben entschieden|haben entschieden|ist "
     "beschlossen|freigegeben|genehmigt|abgelehnt|verworfen|gewahlt|ausgewahlt|"
     "wir setzen auf|wir setzen ~ auf|setzen fur|wir nehmen|bleiben bei|festgelegt|steht fest|vereinbart|einigten "
     "uns|haben uns geeinigt|gilt ab|gilt fur|verabschiedet|final entschieden|preis steht"},
    {discovery, "",
     "deshalb|daher|deswegen|war die ursache|ursache|ursache war|grund war|der grund|lag an|liegt an|lag am|liegt "
     "am|stellte sich heraus|hat sich "
     "herausgestellt|herausgefunden|erkenntnis|gelernt|lektion|schuld war|der haken|der trick|"
     "funktioniert nur wenn|geht nur wenn|fazit|hangt ab von|verursacht durch|wegen des|weil der|weil die|weil das|die "
     "losung war"},
    {verified, "",
     "belegen|bestatigen|bestatigt|bestatigt|gepruft|uberpruft|getestet|gemessen|nachgewiesen|nachgemessen|verifiziert|"
     "erprobt|bewahrt|hat "
     "funktioniert|funktioniert hat|funktioniert jedes mal|jedes mal|zweimal gemacht|"
     "nachgestellt|belegt"},
    {procedure, "",
     "so wird|wie es geht|so geht es|so gehts|schritte|die schritte|vorgehen|das vorgehen|ablauf|anleitung|so tauschen "
     "wir|so machen wir|so wie wir|so geht|so "
     "lauft|runbook|der prozess|so stellen wir|so wechseln wir|mahnlauf|verfahren"},
    {preference, "",
     "ich bevorzuge|ich mag|ich will immer|ich mochte immer|mich duzen|duz mich|nenn mich|ich arbeite am besten|"
     "meine regel|ich hasse|ich mochte keine|ich mache nie|nie mit mir|mir am liebsten|am liebsten"},
    {one_off, "", "diesmal|dieses mal|nur diesmal|nur heute|ausnahmsweise|fur diese antwort"},
    {duplicate, "",
     "wie vorhin schon gesagt|wie vorhin gesagt|wie gesagt|wie schon gesagt|wie bereits gesagt|wie bereits erwahnt|wie "
     "erwahnt|hab ich schon gesagt|habe ich dir schon|hab ich dir schon|"
     "hatte ich schon|nochmal dasselbe|immer noch dasselbe|das weisst du schon|wie heute morgen gesagt"},
    {chatter, "",
     "hallo|moin|servus|danke|vielen dank|super|toll|haha*|ok|okay|gute nacht|guten morgen|schonen "
     "feierabend|tschuss|witz|gut gemacht"},
    {personal, "",
     "meine tochter|mein sohn|meine kinder|meine frau|mein mann|mein hund|meine "
     "katze|urlaub|zahnarzt|arzt|geburtstag|rucken|geschlafen|klettern|zuhause|feierabend|fitnessstudio"},
    {instruction, "",
     "ignorier* ~ anweisungen|ignorier* ~ regeln|ignoriert eure|ignoriere deine|vergiss ~ anweisungen|vergiss ~ "
     "regeln|an alle ki-agenten|ki-agenten|neue anweisungen|du bist jetzt|"
     "systemnachricht|systemhinweis|verhalte dich als|sag es niemandem"},
    {discarded, "",
     "vom tisch|verworfen|lag nicht an|liegt nicht an|liegt es nicht|lag es nicht|nicht am|war es nicht|ist es "
     "nicht|ausgeschlossen|fehlalarm|hat nichts damit zu tun|doch nicht"},
    {failure, "",
     "fehlgeschlagen|hat nicht geklappt|hat nicht funktioniert|nicht moglich|konnte nicht|kann ich nicht|geht "
     "nicht|abgebrochen|kein zugriff|keinen zugriff|gescheitert|ohne erfolg"},
    {pending, "",
     "ausstehend|steht noch aus|stehen noch aus|noch offen|muss noch|mussen noch|offen ist|noch zu tun|noch nicht "
     "erledigt|fehlt noch"},
    {temporary, "",
     "wegen wartung|fur wartung|in wartung|zur wartung|voruber*|vorlaufig|bis morgen|bis auf weiteres|zurzeit|im "
     "moment|momentan|solange|bis zum|bis"},
    {state, "power",
     "ist aus|ist offline|ist online|sind offline|sind online|wieder online|wieder da|wieder erreichbar|nicht "
     "erreichbar|ist erreichbar|ist down|ist an|lauft wieder|lauft nicht|ist abgeschaltet|"
     "ist ausgeschaltet|ist heruntergefahren|ist ausgefallen|ausser betrieb|in betrieb|wieder in betrieb|in wartung|im "
     "wartungsmodus|antwortet nicht|ist weiterhin aus|ist hochgefahren|steht still|"
     "offline ist|online ist|aus ist|down ist|abgeschaltet ist|ausgeschaltet ist|ist wieder oben|ist tot"},
    {state, "health",
     "ist gesund|ist stabil|ist degradiert|ist grun|ist rot|lauft stabil|meldet synced|meldet "
     "health*|healthy|synced|degraded|ist voll|ist langsam|fehlerfrei|ist ready|lauft sauber|ist defekt|ist kaputt"},
    {state, "mode", "nur lesend|schreibgeschutzt|im _ modus|read-only|nur-lese-modus|im lesemodus"},
    {state, "role",
     "ist master|ist jetzt master|ist backup|ist jetzt backup|ist primar|ist jetzt primar|ist leader|ist replika"},
    {state, "deployment",
     "ist ausgerollt|sind ausgerollt|ist installiert|in produktion|im einsatz|ist live|ist produktiv|ist "
     "veroffentlicht|ist aktiviert|ist deaktiviert|ist eingerichtet|im verkauf"},
    {state, "location", "lauft auf|laufen auf|liegt auf|liegt im|steht im|gehostet|lauft im|lauft in"},
    {state, "version", "lauft mit|ist auf version|lauft jetzt mit|version ist|ist jetzt auf"},
    {state, "contract",
     "lauft bis|lauft jetzt bis|vertrag bis|ist kunde|kein kunde mehr|ist unser lieferant|ist "
     "unser|kundigungsfrist|lauft aus"},
    {state, "payment", "hat bezahlt|ist bezahlt|schuldet|ist im ruckstand"},
    {state, "",
     "hat|haben|nutzt|nutzen|verwendet|ist|sind|kostet|enthalt|zeigt auf|hort "
     "auf|gehort|braucht|schliesst|offnet|rechnet "
     "in|bleibt|bleiben|steht|liegt|lauft|laufen|meldet|existiert|bekommt|kriegt|weiterhin"},
    {mutation, "power",
     "in betrieb genommen|ausser betrieb genommen|neu gestartet|in wartung genommen|in wartung gesetzt|aus der wartung "
     "genommen|wieder eingeschaltet"},
    {mutation, "deployment", "in produktion genommen|neu aufgesetzt|live gestellt|in den wartungsmodus"},
    {occurrence, "power",
     "wieder online|wieder da|wieder erreichbar|lauft wieder|wieder in betrieb|ist wieder oben|wieder hochgefahren"},
    {occurrence, "deployment", "ist live|sind live"},
    {occurrence, "",
     "wir hatten|es gab|ist ausgefallen|sind ausgefallen|fand statt|hat stattgefunden|ist abgesturzt|war ausgefallen"},
    {remember, "",
     "merk es dir|merks dir|merkt es euch|vermerk|vermerke|trag ein|trag das ein|schreib dir auf|schreib "
     "auf|schreib das auf|behalt|behalte im kopf|behalt im hinterkopf|im hinterkopf|zum mitschreiben|damit "
     "ihr bescheid wisst|damit du bescheid weisst|fur die akten|zu den akten|kurze info|kleine info|info "
     "an alle|wollte nur sagen|nur zur info|fur spater|leg ab|bitte abspeichern|abspeichern|speicher "
     "dir|merken"},
    {recall, "",
     "weiss nicht mehr|weiss nimmer|komm* ~ drauf|komme nicht drauf|auf die sprunge|hilf mir ~ "
     "erinnern|ist mir entfallen|hab vergessen|habe vergessen|was war das noch|wie war das noch|wie war "
     "das|wie haben wir|was hatten wir|wann hatten wir|was weisst du|was steht im gedachtnis|im "
     "gedachtnis|was hab ich dir|erinnerst dich|habt ihr noch im kopf|wie ging das|was haben wir ~ "
     "notiert|hattest du notiert|erinner mich dran wie|haben wir gespeichert"},
    {question, "",
     "kann man|kann mir|hat jemand|habt ihr|hast du|ist das|ist es|sind das|sagt dir das|ist euch|weisst "
     "du|wisst ihr|geht das|lauft das|darf ich|soll ich|sollen wir|was ist|was macht|wie lang|wie "
     "lange|wie oft|ab wann|irgendeine idee|hat wer"},
    {request, "",
     "ich brauche ein|ich brauch ein|ich brauche die|hatte gern|ich hatte gern|ich hatte gerne|mach "
     "mir|machst du|sei so gut|sei so lieb|kummer dich|kummere dich|stell sicher|sorg dafur|hilf mir|gib "
     "bescheid|sag bescheid|wirf einen blick|schick mir|schau nach|guck nach|guck mal|konntet ihr|wurdet "
     "ihr|bitte einmal|bitte um|bitte auf|bitte den|bitte die|bitte das|bitte alle|bitte neu|einmal "
     "bitte|zieh ~ hoch|schalt ~ ab|schalt ~ aus|schalt ~ ein|fahr ~ runter|fahr ~ hoch|roll ~ aus|leg ~ "
     "an|setz ~ auf|raum ~ auf|nimm ~ raus"},
    {hedge, "",
     "wurde sagen|ich wurde tippen|tippe mal|ich tippe|wette|ich wette|mein "
     "verdacht|verdacht|verdachtig|bauchgefuhl|gefuhlt|mutmasslich|muss wohl|wird wohl|durfte|konnte "
     "ja|unklar|unbestatigt|nicht bestatigt|nicht gesichert|ungepruft|riecht nach|klingt nach|sieht aus "
     "wie|schaut aus|kommt mir vor|irgendwie|halte fur moglich|ich meine|nehme an|nehm an|gehe davon "
     "aus|kann gut sein|mag sein"},
    {plan, "",
     "steht an|vor uns|will noch|wollen noch|irgendwann|im nachsten quartal|nachstes quartal|demnachst "
     "mal|planen|plane|angedacht|soll noch|wurde gern|hatten vor|in zukunft mal|bald|muss ich noch|hoffen"},
    {open, "",
     "am uberlegen|uberlege|uberlegt|grubel*|spiele mit dem gedanken|spielen mit dem gedanken|mit dem "
     "gedanken|hin und her|unentschlossen|unschlussig|nicht sicher ob|noch unklar|offen ob|keine "
     "entscheidung|mal sehen|schauen wir mal|vor- und nachteile|abwagen|wagen ab|eine option|andere "
     "option|zur debatte|steht im raum|im raum|vorschlag|nur so eine idee|gedankenspiel|spinnen wir|ware "
     "es|fande es|was ware wenn|konnte man|vielleicht sollten|vielleicht konnten"},
    {decision, "",
     "wir gehen mit|wir machen mit|haben uns entschieden|fiel die wahl|wahl fiel|die wahl "
     "ist|zugestimmt|abgesegnet|abgenickt|bewilligt|es bleibt bei|es bleibt dabei|bleibt dabei|ist fix|fix "
     "ist|gestrichen|wird eingestellt|stellen wir ein|wir verzichten|verzichten "
     "auf|verbindlich|endgultig|steht nun fest|zuschlag|den zuschlag|grunes licht|darf ab|ist ab _ "
     "pflicht|ab _ pflicht|pflicht ab|ist pflicht|untersagt|verboten|neue regel|neue richtlinie|gilt "
     "die|es gilt|ab _ gilt|einstimmig|vorstand hat|geschaftsfuhrung hat|beschlossene|machen wir "
     "nicht|kommt nicht in frage|kommen nicht in frage|raus ist|ist raus|preis bleibt|preis steigt|preis "
     "ist|kostet ab|liegt ab|legen fest|haben festgelegt|gewonnen hat|wir wechseln zu|wir steigen um|wir "
     "behalten|abgemacht|ausgemacht|ausgehandelt"},
    {discovery, "",
     "schuld ist|schuld war|schuld daran|ausloser|ausgelost durch|ausgelost von|hervorgerufen|ruhrt "
     "von|ruhrte von|kam von|kommt von|kam daher|kommt daher|lag daran|liegt daran|hing damit|hangt "
     "damit|zuruckzufuhren|geht zuruck auf|ging zuruck auf|entpuppte sich|hat sich gezeigt|zeigt sich|es "
     "zeigte sich|rausgefunden|rausbekommen|dahintergekommen|ubeltater|knackpunkt|des pudels "
     "kern|stolperfalle|fallstrick|abhilfe|behoben durch|gelost durch|geholfen hat|was geholfen "
     "hat"},
    {general, "",
     "weil|wenn|sobald|falls|jedes mal wenn|immer wenn|fuhrt zu|fuhren zu|verursacht|doppelt so|halb "
     "so|das doppelte|das zehnfache|das dreifache|die halfte|mehr als|weniger als|statt|gegenuber|im "
     "schnitt|im mittel|bricht ein|erst wenn|nur wenn|braucht mindestens|ohne|besser als|schlechter "
     "als|schneller|langsamer|prozent|darf nie|darf "
     "nicht|niemals|blockiert|verhindert|sprengt|killt|abhangig|hoher als|niedriger "
     "als|pro|seltener|haufiger|ofter|bringen|bringt"},
    {verified, "",
     ""
     "ausgemessen|durchgemessen|nachgerechnet|ausgewertet|reproduzierbar|nachvollzogen|gegengepruft|abgeglichen|kein "
     "bauchgefuhl|belegt durch|die zahlen|zahlen zeigen|schwarz auf "
     "weiss|durchgetestet|ausprobiert|erwiesen|hat sich bewahrt|bewahrt|klappt jedes mal|klappt immer|hat "
     "geklappt|geklappt|klappt|funktioniert so|funktioniert immer|lief durch|lief sauber|lauft so|sauber "
     "durchgelaufen|mehrfach gemacht|dreimal gemacht|schon zweimal|schon dreimal"},
    {procedure, "",
     "unser ablauf|der ablauf|unser vorgehen|gehen wir so vor|so gehen wir|in dieser reihenfolge|die "
     "reihenfolge|der reihe nach|schritt fur schritt|die routine|unsere routine|lauft so|lauft "
     "folgendermassen|folgendermassen|machen wir so|machen das so|wird so gemacht|so handhaben|die "
     "prozedur|der weg ist|so richten wir|so legen wir|so bestellen wir|so rechnen wir"},
    {preference, "",
     "mir ist lieber|mir lieber|war mir lieber|ware mir lieber|ich will nur|ich mochte nur|ich lese "
     "nur|ich nutze nur|ich arbeite nur|ich arbeite immer|ich hab gern|ich habe gern|ich mag keine|ich mag "
     "nicht|ich kann nicht leiden|nervt mich|stort mich|mich nervt|mich stort|bin allergisch|ich bin "
     "allergisch|bin vegetarier*|bin veganer*|bin farbenblind|bin linkshander*|lieblings*|meine "
     "regel|eigene regel|regel von mir|marotte|macke von mir|eigenart|mir hilft|fur mich immer|bei mir "
     "immer|bei mir bitte|zu mir|sag du|siez mich|mit mir bitte|wenn du mir|wenn ihr mir|wenn du fur "
     "mich|will ich immer|will ich nie|mochte ich immer|mochte ich nie|hatte ich gern immer|brauche ich "
     "immer|bevorzuge|ich ziehe ~ vor|in meinem fall|erspar mir|verschon mich|am liebsten"},
    {standing, "forward", "ab sofort|ab jetzt|ab heute|von nun an|fortan|kunftig|zukunftig|in zukunft"},
    {standing, "",
     "immer|nie|niemals|grundsatzlich|generell|jedes "
     "mal|standardmassig|in der "
     "regel|montags|dienstags|mittwochs|donnerstags|freitags|samstags|sonntags|morgens|abends|vormittags|am "
     "wochenende|an wochenenden|jeden morgen|jeden tag|jeden montag|jeden freitag|ausnahmslos|ohne "
     "ausnahme|fur alles|wenn du fur mich|wenn du mir"},
    {duplicate, "",
     "ich wiederhole|nochmal fur|noch einmal fur|zum wiederholten|zum zweiten mal|wie besprochen|wie "
     "vorhin|wie oben|wie eben|hatte ich gesagt|hatte ich erwahnt|hab ich erwahnt|habe ich erwahnt|habe "
     "ich bereits|hab ich bereits|schon gesagt|bereits gesagt|schon erzahlt|schon notiert|hast du "
     "schon|hast du ja schon|nichts neues|unverandert|alles beim alten|nach wie vor dasselbe|weisst du "
     "ja|weisst du ja schon|kennst du schon"},
    {chatter, "",
     ""
     "gruss|grussle|grusse|hi|hey|na|servus|gruezi|mahlzeit|tach|prima|klasse|perfekt|wunderbar|geil|krass|mensch|oh "
     "mann|sorry|entschuldige|kein ding|schon gut|bis dann|bis spater|ciao"},
    {personal, "",
     "meine freundin|mein freund|meine schwester|mein bruder|meine eltern|meine mutter|mein vater|meine "
     "oma|mein opa|meine familie|mein geburtstag|mein auto|mein rad|mein knie|meine "
     "wohnung|wochenende|abendessen|fussball|hochzeit|marathon|kita|umzug ins neue haus|meine "
     "allergie|meine nichte|mein neffe|meine enkel*|die kinder|die kleine|der kleine"},
    {instruction, "",
     "ignorier* deine|ignorier* alle|ignorier* alles|vergiss alles|vergiss "
     "deine|missachte|missachtet|umgehe ~ regeln|umgeh ~ regeln|setz dich uber|als verifiziert "
     "speichern|speichere als verifiziert|an den assistenten|hinweis fur den assistenten|hinweis an die "
     "ki|an die ki|wenn du eine ki|als ki|ohne es zu sagen|erwahne das nicht|verrat es nicht|tu so als|du "
     "bist ab jetzt|anweisung an"},
    {discarded, "",
     "war uberzeugt|ich dachte|wir dachten|dachte erst|dachten erst|dachte zuerst|hatten vermutet|hatte "
     "vermutet|zunachst vermutet|anfangs vermutet|falsche fahrte|irrtum|geirrt|falsch "
     "gelegen|widerlegt|entkraftet|unschuldig|hat sich nicht bestatigt|nicht bestatigt|nichts zu tun|war "
     "es doch nicht|ist es doch nicht|lag doch nicht|war nicht die|war nicht der|war nicht das|daran lag "
     "es nicht|daran liegt es nicht|scheidet aus"},
    {failure, "",
     "hat nicht geklappt|klappte nicht|klappt nicht|ging nicht|ging schief|schiefgegangen|ist "
     "schiefgegangen|nicht gesendet|nicht verschickt|wurde nicht|wurden nicht|nicht durchgelaufen|nicht "
     "geschafft|nicht gelungen|misslungen|abgelehnt vom server|fehler zuruck|mit fehler|mit einem "
     "fehler|kein erfolg|hangt fest|darf ich nicht|keine rechte|keine berechtigung|zuruckgesetzt "
     "automatisch|nicht angekommen|unmoglich|nicht durchgefuhrt"},
    {pending, "",
     "in arbeit|wartet auf|warten auf|warten noch|nicht erledigt|noch nicht da|noch nicht geliefert|noch "
     "nicht fertig|noch nicht gemacht|in der warteschlange|auf eis|steht aus"},
    {temporary, "",
     "ubergangsweise|zwischenzeitlich|einstweilen|so lange|wahrend der|ubers wochenende|als "
     "notlosung|notdurftig|fur die dauer|erstmal|vorerst"},
    {state, "power",
     "bleibt aus|ist wieder an|wieder an|ist wieder da|ist weg|ist nicht da|ist tot|ist unten|ist "
     "oben|antwortet wieder|reagiert nicht|reagiert wieder|ist im standby|im standby|ist "
     "pausiert|pausiert|ist angehalten|ist abgeschalten|ist gestoppt|lauft nicht mehr|ist nicht mehr "
     "erreichbar|ist betriebsbereit|betriebsbereit|wieder im dienst|im dienst|im leerlauf"},
    {state, "health",
     "ist in ordnung|in ordnung|ist ok|ist okay|ist sauber|lauft rund|lauft normal|lauft fehlerfrei|ist "
     "uberlastet|ist ausgelastet|am anschlag|ist beschadigt|ist fast voll|hakt|lahmt|ist "
     "instabil|ist aktuell|ist veraltet|ohne fehler|keine fehler|alles grun|alles ok|alle bereit|sind "
     "bereit|ist bereit|flattert|ist wieder gesund|wieder normal|stabil|laufen sauber"},
    {state, "deployment",
     "ist im einsatz|ist raus|ist aktiv|sind aktiv|ist inaktiv|ist abgekundigt|ist eingestellt|ist nicht "
     "mehr installiert|gibt es nicht mehr|existiert nicht mehr|ist weg|ist angelegt|ist fertig|ist "
     "freigeschaltet|ist gebucht|in der beta|im test|im staging|ist in staging|ist umgesetzt"},
    {state, "version",
     "lauft unter|lauft noch mit|lauft noch auf|ist bei version|steht auf version|noch "
     "auf|bleibt auf|weiterhin auf|jetzt auf|"},
    {state, "location",
     "sitzt auf|sitzt in|wohnt auf|wohnt in|steht in|befindet sich|hangt an|hangt am|ist "
     "untergebracht|lauft dort|lauft jetzt auf|laufen jetzt auf|liegen auf|liegen im|lauft nun auf"},
    {state, "contract",
     "vertrag lauft|vertrag endet|vertrag umfasst|vertrag verlangt|vertrag sieht|im plus-tarif|im "
     "tarif|hat den tarif|ist im tarif|ist partner|ist neukunde|verlangert sich|gekundigt zum|unter "
     "vertrag|ist unterschrieben|ist ausgelaufen"},
    {state, "payment",
     "hat nicht bezahlt|noch nicht bezahlt|ist offen|ist uberfallig|sind uberfallig|ist beglichen|zahlt "
     "nicht"},
    {state, "",
     ""
     "verlangt|verlangen|umfasst|deckt|erlaubt|erlauben|bietet|bieten|zahlt|zahlen|verwaltet|betreut|betreuen|kummert "
     "sich|arbeitet|arbeiten|speichert|kommt|geht|beginnt|endet|dauert|zahlt "
     "als|bedeutet|akzeptiert|akzeptieren|will|mochte|gilt|gelten|heisst|heissen|verantwortlich|zustandig|"
     "ansprechpartner*|ist "
     "begrenzt|ist gedeckelt|liefert|liefern|verkauft|kauft|besteht "
     "aus|beinhaltet|enthalten|sichert|schickt|lasst nur|nur noch|nicht "
     "mehr|berechnet|verrechnet|betragt|betragen|misst|wiegt|dient|stammt|leitet|fuhrt|geht uber|lauft "
     "uber|hangt"},
    {mutation, "power",
     "in wartung geschickt|in wartung versetzt|aus der wartung geholt|wieder angeschaltet|wieder "
     "hochgefahren|vom netz genommen|ans netz genommen|wieder in betrieb genommen|vom strom genommen|auf "
     "standby gesetzt|rauf gefahren"},
    {mutation, "deployment",
     "live geschaltet|live gegangen|in betrieb gegangen|produktiv gesetzt|produktiv genommen|scharf "
     "geschaltet|auf den markt gebracht|zuruck gerollt|ruckgangig gemacht"},
    {mutation, "existence",
     "ausser dienst gestellt|neu gebaut|neu angelegt|weg gemacht|rausgeworfen|rausgeschmissen|aus dem "
     "verkehr gezogen"},
    {mutation, "location", "rubergeschoben|umgezogen auf|auf die neue|in den neuen|in einen eigenen"},
    {mutation, "contract",
     "ist abgesprungen|hat uns verlassen|springt ab|unter dach und fach|in trockenen tuchern|hat "
     "gewechselt|wechselt in den|steigt auf den|ist ausgestiegen|steigt aus|hat verlangert|hat "
     "unterschrieben"},
    {mutation, "membership",
     "fangt bei uns an|hat bei uns angefangen|ist neu im team|ist neu bei uns|verlasst uns|hat uns "
     "verlassen|verlasst die firma|ubernimmt die|ubernimmt den|ubernimmt ab"},
    {mutation, "payment", "ist eingegangen|geld ist da|zahlung ist da|zahlung kam|uberweisung ist da"},
    {occurrence, "",
     "war weg|waren weg|war down|war tot|war unerreichbar|war nicht erreichbar|war gestort|storung|gab "
     "einen ausfall|hatten einen ausfall|ausfall|ist weggebrochen|ging aus|ging kaputt|ist "
     "kaputtgegangen|ist stehengeblieben|blieb stehen|ist eingefroren|ist umgefallen|ist vollgelaufen|hat "
     "angerufen|haben angerufen|war zu besuch|ist geplatzt|hat sich beschwert|haben sich "
     "beschwert|stromausfall"},
    {decision, "",
     "thema ist durch|thema ist erledigt|sache ist erledigt|thema erledigt|damit ist das thema|kein zuruck"},
    {procedure, "", "so _ wir"},
});

}  // namespace

std::span<const PhraseRow> german_phrases() { return phrases; }

}  // namespace wm::policies::activity
