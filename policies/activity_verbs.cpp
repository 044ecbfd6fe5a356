// Verbs of policies/activity, folded, by what they change: Spanish and English regular ones by their stems, the others and
// the German ones by their forms.

#include "policies/activity_lexicon.hpp"

#include <array>

namespace wm::policies::activity {

namespace {

using enum VerbKind;

constexpr auto english = std::to_array<VerbRow>({
    {'-', mutation, "power", "", "woke", "woken", "power shut turn boot bring take"},
    {'r', mutation, "power", "reboot restart start boot suspend resume kill power-cycle bounce hibernate"},
    {'d', mutation, "power", "stop"},
    {'r', mutation, "deployment",
     "deploy redeploy install uninstall reinstall publish release launch merge sync apply promote revert push import "
     "export unpublish compile"},
    {'d', mutation, "deployment", "ship"},
    {'r', mutation, "existence",
     "create recreate delete remove retire decommission destroy provision deprovision wipe purge add archive scrap "
     "dismantle clone register deregister unregister discard erase prune truncate introduce replicate"},
    {'d', mutation, "existence", "drop"},
    {'-', mutation, "existence", "", "rebuilt built tore", "rebuilt built torn", "rebuild build tear"},
    {'r', mutation, "location",
     "migrate live-migrate move relocate evacuate drain offload shift reroute redirect repoint re-home rehome transfer "
     "consolidate"},
    {'r', mutation, "configuration",
     "change switch replace configure reconfigure enable disable activate deactivate adjust tune lower raise mount "
     "unmount attach detach connect disconnect reconnect cordon uncordon clean rename taint label block unblock "
     "whitelist allowlist blacklist tighten loosen relax restrict throttle limit convert encrypt assign allocate map "
     "link rewire recable reseat bond isolate split amend correct modify alter override pause unpause unlock "
     "lock quarantine segment route"},
    {'d', mutation, "configuration", "swap unplug plug cap pin unpin bind"},
    {'-', mutation, "configuration", "", "", "", "set put roll make"},
    {'r', mutation, "version", "upgrade update downgrade bump patch flash reflash"},
    {'r', mutation, "size", "resize expand extend increase reduce double halve enlarge shorten"},
    {'-', mutation, "size", "", "grew shrank cut", "grown shrunk cut", "grow shrink cut"},
    {'r', mutation, "replicas", "scale"},
    {'r', mutation, "health", "restore recover repair fix resolve heal mend mitigate remediate unblock unstick cure"},
    {'r', mutation, "certificate", "renew reissue"},
    {'r', mutation, "credential", "rotate revoke regenerate"},
    {'-', mutation, "credential", "", "reset", "reset", "reset"},
    {'r', mutation, "membership", "rejoin onboard offboard hire promote resign appoint recruit"},
    {'-', occurrence, "membership", "", "joined", "joined", ""},
    {'r', mutation, "contract", "sign terminate countersign award renegotiate churn"},
    {'d', mutation, "contract", "cancel"},
    {'-', mutation, "contract", "", "canceled won", "canceled won", "win"},
    {'r', mutation, "contract", "end"},
    {'-', mutation, "payment", "", "paid", "paid", "pay"},
    {'r', mutation, "payment", "refund invoice charge credit reimburse"},
    {'r', mutation, "status", "close complete finish deliver receive submit file conclude accept"},
    {'r', mutation, "existence", "order purchase book reserve acquire lease rent"},
    {'-', mutation, "existence", "", "bought sold", "bought sold", "buy sell"},
    {'r', occurrence, "power", "crash die reappear"},
    {'r', occurrence, "",
     "expire fail announce complain phone arrive respond reply stall leak overflow overheat spike peak lapse vanish "
     "disappear collapse escalate default"},
    {'d', occurrence, "", "trip flip flap"},
    {'-', occurrence, "", "", "lost broke sent met froze hung fell rang burnt burned",
     "lost broken sent frozen hung fallen", "send"},
    {'r', act, "",
     "check look investigate summarise summarize email mail call ping page invite schedule prepare generate compare "
     "count compute calculate sort rewrite proofread refactor debug test verify print download upload copy "
     "format draft review inspect monitor watch remind ask answer fetch locate identify estimate plan document note "
     "list translate explain search open confirm help outline suggest recommend"},
    {'-', act, "", "", "", "", "find show tell write give get pass make have run read let keep take bring go"},
});

constexpr auto spanish = std::to_array<VerbRow>({
    {'a', mutation, "power", "apag arranc reinici levant despert tumb rearranc"},
    {'e', mutation, "power", "encend", "", "", "enciende enciendelo enciendela"},
    {'-', mutation, "power", "", "pare paramos detuve detuvo detuvimos",
     "parado parada parados paradas detenido detenida", "detener parar deten"},
    {'a', mutation, "deployment",
     "despleg redespleg instal reinstal desinstal public lanz sincroniz liber import export compil empaquet"},
    {'i', mutation, "deployment", "revert", "revirtio", "", "revierte"},
    {'e', mutation, "deployment", "promov"},
    {'-', mutation, "deployment", "", "mergee mergeamos deje dejamos dejo", "mergeado mergeada fusionado fusionada",
     "mergea fusiona mergear"},
    {'a', mutation, "existence",
     "cre recre elimin borr retir quit regener mont desmont desmantel registr clon archiv purg "
     "aprovision"},
    {'i', mutation, "existence", "destru", "destruyo destrui", "destruido destruida", "destruye"},
    {'a', mutation, "location", "migr traslad vaci evacu dren desvi reubic redireccion recoloc llev"},
    {'e', mutation, "location", "mov", "", "", "mueve muevelo muevela"},
    {'i', mutation, "location", "redirig", "", "", "redirige"},
    {'a', mutation, "configuration",
     "cambi reemplaz configur reconfigur ajust modific baj agreg conect desconect activ reactiv desactiv habilit "
     "deshabilit limpi aplic renombr bloque desbloque limit etiquet asign vincul enlaz integr cifr tap separ aisl "
     "enchuf desenchuf cable adapt rebaj"},
    {'i', mutation, "configuration", "sustitu", "sustituyo sustitui", "sustituido sustituida", "sustituye"},
    {'i', mutation, "configuration", "anad restring permit", "anadi", "anadido anadida"},
    {'e', mutation, "configuration", "met"},
    {'-', mutation, "configuration", "", "puse puso pusimos pusieron", "puesto puesta puestos puestas",
     "pon ponlo ponla ponle ponlos ponlas"},
    {'a', mutation, "version", "actualiz parche"},
    {'i', mutation, "version", "sub"},
    {'a', mutation, "size", "ampli aument increment duplic triplic recort alarg"},
    {'-', mutation, "size", "", "reduje redujo redujimos redujeron", "reducido reducida", "reduce reducir"},
    {'a', mutation, "replicas", "escal"},
    {'a', mutation, "health", "restaur recuper repar arregl solucion subsan mitig san"},
    {'i', mutation, "health", "correg", "", "", "corrige corrigelo"},
    {'-', mutation, "health", "", "resolvi resolvio resolvimos resolvieron", "resuelto resuelta resueltos resueltas",
     "resuelve resolver"},
    {'a', mutation, "certificate", "renov", "", "", "renueva renuevalo"},
    {'a', mutation, "credential", "rot revoc resete"},
    {'e', mutation, "credential", "restablec"},
    {'a', mutation, "contract", "contrat firm cancel prorrog anul refirm"},
    {'i', mutation, "contract", "rescind"},
    {'a', mutation, "contract", "gan"},
    {'a', mutation, "payment", "pag cobr abon factur reembols liquid ingres"},
    {'a', mutation, "membership", "incorpor fich jubil desvincul"},
    {'-', mutation, "membership", "", "dimitio despidio despedimos ascendio", "despedido despedida dimitido", ""},
    {'-', mutation, "status", "", "cerramos cerraron cerro",
     "cerrado cerrada cerrados cerradas abierto abierta abiertos abiertas", "cierra abre cerrar abrir"},
    {'a', mutation, "status", "complet finaliz entreg termin formaliz tramit"},
    {'i', mutation, "status", "recib"},
    {'a', mutation, "existence", "compr encarg reserv alquil"},
    {'i', mutation, "existence", "adquir", "", "", "adquiere"},
    {'e', mutation, "existence", "vend"},
    {'-', mutation, "existence", "", "pedimos pidieron", "", ""},
    {'a', occurrence, "",
     "envi present salt caduc fall agot satur colg afect llam visit quej averi quem inund cort revent dispar llen "
     "bloque-se tard-en degrad expir"},
    {'-', occurrence, "power", "", "cayo cayeron murio murieron",
     "caido caida caidos caidas muerto muerta roto rota fundido fundida", ""},
    {'-', occurrence, "", "", "vencio vencieron rompio rompieron fundio", "vencido vencida", ""},
    {'e', occurrence, "", "perd"},
    {'a', act, "",
     "mir revis busc explic prepar mand avis list analiz calcul pas ejecut lleg prueb ensen compar orden redact "
     "resum imprim convoc agend program anot repas valor estim investig averigu document gener emit solicit tramit"},
    {'-', act, "", "", "", "", "haz dime dame di ve ven escribe escribeme traduce trae traeme lee abre sigue pide"},
});

constexpr auto german = std::to_array<VerbRow>({
    {'-', mutation, "power", "", "schaltete startete",
     "abgeschaltet ausgeschaltet eingeschaltet angeschaltet heruntergefahren runtergefahren hochgefahren gestartet "
     "neugestartet durchgestartet gestoppt angehalten rebootet ausgemacht angemacht abgestellt angeworfen gebootet",
     "abschalten ausschalten einschalten herunterfahren hochfahren neustarten starten starte stoppen schalte schalt "
     "fahr fahre stoppe stopp boote"},
    {'-', mutation, "deployment", "", "installierte deployte",
     "ausgerollt deployt deployed installiert deinstalliert neuinstalliert aufgesetzt veroffentlicht eingespielt "
     "gemergt gemerged eingebaut zuruckgerollt zuruckgespielt freigeschaltet ausgeliefert gepusht importiert "
     "exportiert synchronisiert live-geschaltet hochgeladen aufgespielt",
     "ausrollen deployen installieren installiere deploye roll rolle mergen spiel spiele synchronisiere merge"},
    {'-', mutation, "existence", "", "",
     "angelegt erstellt geloscht entfernt stillgelegt abgebaut aufgebaut zerstort ausgemustert hinzugefugt "
     "verschrottet "
     "ausgebaut abgeklemmt archiviert geklont registriert abgerissen entsorgt aufgestellt weggeworfen eingefuhrt "
     "bestellt gekauft verkauft beschafft gemietet gebucht",
     "anlegen erstellen loschen losche entfernen entferne stilllegen hinzufugen bau baue erzeuge bestelle bestell "
     "kauf kaufe buche"},
    {'-', mutation, "location", "", "zogen zog",
     "migriert umgezogen verschoben verlegt evakuiert geleert ausgelagert umgehangt umgeleitet ubertragen verteilt "
     "ubersiedelt rubergezogen verfrachtet",
     "migrieren migriere umziehen verschieben verschiebe verlegen zieh ziehe schieb hang leite verleg"},
    {'-', mutation, "configuration", "", "stellten stellte wechselte tauschte",
     "umgestellt geandert ersetzt getauscht ausgetauscht konfiguriert eingerichtet aktiviert deaktiviert angepasst "
     "angeschlossen verbunden eingebunden eingetragen umgebaut gesetzt bereinigt angewendet gedreht gesperrt entsperrt "
     "begrenzt hochgesetzt runtergesetzt heruntergesetzt hochgedreht runtergedreht umbenannt verschlusselt zugewiesen "
     "verkabelt umgesteckt umgeschaltet gemountet ausgehangt eingehangt korrigiert abgeandert "
     "abgehangt geblockt eingestellt nachgezogen umkonfiguriert aufgeteilt getrennt isoliert",
     "umstellen andern andere ersetzen ersetze tauschen tausche austauschen konfigurieren konfiguriere einrichten "
     "aktivieren aktiviere deaktivieren deaktiviere anpassen setze setz dreh drehe sperr sperre nimm stell pass "
     "verbinde hang"},
    {'-', mutation, "version", "", "",
     "aktualisiert gepatcht hochgezogen upgegradet geupgradet angehoben geupdatet upgedatet geflasht heruntergestuft",
     "aktualisieren aktualisiere patchen hochziehen upgraden heb hebe update patche"},
    {'-', mutation, "size", "", "",
     "erweitert vergrossert verkleinert skaliert erhoht gesenkt reduziert verdoppelt halbiert aufgestockt gekurzt "
     "hochskaliert runterskaliert aufgerustet",
     "erweitern erweitere vergrossern vergrossere verkleinern skalieren skaliere skalier erhohen erhohe senke"},
    {'-', mutation, "health", "", "",
     "wiederhergestellt repariert behoben gefixt gelost instandgesetzt geheilt entstort beseitigt",
     "wiederherstellen reparieren repariere beheben behebe fixen fix fixe"},
    {'-', mutation, "certificate", "", "", "erneuert", "erneuern erneuere"},
    {'-', mutation, "credential", "", "", "rotiert widerrufen zuruckgesetzt", "rotieren widerrufen rotiere"},
    {'-', mutation, "contract", "", "verlangerte kundigte unterschrieb gewann",
     "verlangert gekundigt unterschrieben unterzeichnet abgeschlossen beendet storniert gewonnen aufgelost "
     "gegengezeichnet "
     "abgesprungen",
     "verlangern kundigen kundige verlangere"},
    {'-', mutation, "payment", "", "bezahlte zahlte uberwies",
     "bezahlt gezahlt uberwiesen erstattet gutgeschrieben abgerechnet beglichen eingegangen",
     "bezahlen uberweisen uberweise zahl"},
    {'-', mutation, "status", "", "lieferte",
     "fertiggestellt erledigt geschlossen geoffnet abgenommen ubergeben geliefert zugestellt erhalten eingereicht "
     "abgegeben",
     "schliessen offnen schliess offne"},
    {'-', mutation, "membership", "", "",
     "aufgenommen eingegliedert ubernommen gewechselt angestellt entlassen verlassen befordert eingearbeitet "
     "angeheuert",
     ""},
    {'-', occurrence, "power", "", "fiel sturzte", "ausgefallen abgesturzt gestorben fehlgeschlagen weggebrochen", ""},
    {'-', occurrence, "", "", "verlor lief brach rief meldete",
     "abgelaufen verloren aufgetreten gesendet verschickt angerufen gemeldet beschwert durchgebrannt geplatzt "
     "vollgelaufen eingefroren uberhitzt explodiert eingebrochen hangengeblieben angekommen",
     ""},
    {'-', act, "", "", "", "",
     "prufen pruf prufe schauen schau such suche suchen zeig zeige schreib schreibe sag gib erklar erklare ubersetze "
     "ubersetz mach mache liste nenn nenne leg lege guck gucke check checke fass hol hole lies mail ruf rechne "
     "vergleiche "
     "vergleich sortier plane bereite schick schicke sende teste test hilf erinnere erinner fuhr fuhre entwirf "
     "formuliere"},
});

}  // namespace

std::span<const VerbRow> english_verbs() { return english; }
std::span<const VerbRow> spanish_verbs() { return spanish; }
std::span<const VerbRow> german_verbs() { return german; }

}  // namespace wm::policies::activity
