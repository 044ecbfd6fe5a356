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
     "ich bevorzuge|ich mag|ich will immer|ich mochte immer|lieber|ab sofort|von jetzt an|kunftig|in zukunft|immer "
     "auf|mich duzen|duz mich|nenn mich|grundsatzlich|ich arbeite am besten|"
     "normalerweise|meine regel|ich hasse|ich mochte keine|ich mache nie|nie mit mir|mir am liebsten|am liebsten"},
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
});

// Participles and preterites as past; the infinitive and the imperative as an order.
constexpr auto verbs = std::to_array<VerbRow>({
    {'-', VerbKind::mutation, "power", "", "schaltete",
     "abgeschaltet ausgeschaltet eingeschaltet angeschaltet heruntergefahren runtergefahren hochgefahren gestartet "
     "neugestartet gestoppt rebootet",
     "abschalten ausschalten einschalten herunterfahren hochfahren neustarten starten starte stoppen schalte fahr"},
    {'-', VerbKind::mutation, "deployment", "", "installierte deployte",
     "ausgerollt deployt deployed installiert deinstalliert neuinstalliert aufgesetzt veroffentlicht eingespielt "
     "gemergt gemerged eingebaut",
     "ausrollen deployen installieren installiere deploye roll rolle mergen"},
    {'-', VerbKind::mutation, "existence", "", "",
     "angelegt erstellt geloscht entfernt stillgelegt abgebaut aufgebaut zerstort ausgemustert hinzugefugt",
     "anlegen erstellen loschen losche entfernen entferne stilllegen hinzufugen"},
    {'-', VerbKind::mutation, "location", "", "zogen",
     "migriert umgezogen verschoben verlegt evakuiert geleert ausgelagert",
     "migrieren migriere umziehen verschieben verschiebe verlegen"},
    {'-', VerbKind::mutation, "configuration", "", "stellten stellte",
     "umgestellt geandert ersetzt getauscht ausgetauscht konfiguriert eingerichtet aktiviert deaktiviert angepasst "
     "angeschlossen verbunden eingebunden eingetragen umgebaut gesetzt bereinigt angewendet gedreht",
     "umstellen andern andere ersetzen ersetze tauschen tausche austauschen konfigurieren konfiguriere einrichten "
     "aktivieren aktiviere deaktivieren anpassen setze"},
    {'-', VerbKind::mutation, "version", "", "", "aktualisiert gepatcht hochgezogen upgegradet geupgradet angehoben",
     "aktualisieren aktualisiere patchen hochziehen upgraden"},
    {'-', VerbKind::mutation, "size", "", "", "erweitert vergrossert verkleinert skaliert erhoht gesenkt reduziert",
     "erweitern vergrossern verkleinern skalieren skaliere erhohen"},
    {'-', VerbKind::mutation, "health", "", "", "wiederhergestellt repariert behoben gefixt gelost",
     "wiederherstellen reparieren repariere beheben behebe fixen"},
    {'-', VerbKind::mutation, "certificate", "", "", "erneuert", "erneuern erneuere"},
    {'-', VerbKind::mutation, "credential", "", "", "rotiert widerrufen zuruckgesetzt", "rotieren widerrufen"},
    {'-', VerbKind::mutation, "contract", "", "verlangerte kundigte",
     "verlangert gekundigt unterschrieben unterzeichnet abgeschlossen beendet storniert", "verlangern kundigen"},
    {'-', VerbKind::mutation, "payment", "", "bezahlte zahlte", "bezahlt gezahlt uberwiesen erstattet",
     "bezahlen uberweisen"},
    {'-', VerbKind::mutation, "status", "", "", "fertiggestellt erledigt geschlossen geoffnet", "schliessen offnen"},
    {'-', VerbKind::mutation, "membership", "", "", "aufgenommen eingegliedert uebernommen ubernommen gewechselt", ""},
    {'-', VerbKind::occurrence, "power", "", "fiel", "ausgefallen abgesturzt gestorben fehlgeschlagen", ""},
    {'-', VerbKind::occurrence, "", "", "verlor lief", "abgelaufen verloren aufgetreten gesendet verschickt", ""},
    {'-', VerbKind::act, "", "", "", "",
     "prufen pruf prufe schauen schau such suchen zeig zeige schreib schreibe sag gib erklar erklare ubersetze mach "
     "liste nenn"},
});

}  // namespace

std::span<const PhraseRow> german_phrases() { return phrases; }
std::span<const VerbRow> german_verbs() { return verbs; }

}  // namespace wm::policies::activity
