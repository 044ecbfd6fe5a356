// Verbs of policies/activity, folded, by what they change: Spanish and English regular ones by their stems, the others and
// the German ones by their forms.

#include "policies/activity_lexicon.hpp"

#include <array>

namespace wm::policies::activity {

namespace {

using enum VerbKind;

constexpr auto english = std::to_array<VerbRow>({
    {'r', mutation, "power", "quiesce wake"},
    {'r', mutation, "deployment",
     "reimage re-deploy containerise containerize dockerise dockerize virtualise virtualize implement integrate"},
    {'d', mutation, "deployment", "enrol"},
    {'-', mutation, "deployment", "", "imaged staged enrolled", "imaged staged enrolled", ""},
    {'r', mutation, "existence",
     "spawn evict vacate nuke zap eject deprecate withdraw discontinue abolish delist unlist restock flush"},
    {'d', mutation, "existence", "scrap strip"},
    {'-', mutation, "existence", "", "seeded snapshotted emptied trashed binned kicked stocked leased founded cleared",
     "seeded snapshotted emptied "
     "trashed binned kicked stocked leased founded cleared",
     ""},
    {'r', mutation, "configuration",
     "toggle tweak retune harden repoint redo enforce waive reinstate realign calibrate recalibrate refill relabel "
     "rebrand reclassify rearrange reorganise reorganize retag forbid reload reschedule postpone downsize"},
    {'d', mutation, "configuration", "trim transfer"},
    {'-', mutation, "configuration", "",
     "opened undid secured exposed peered paired mirrored hooked plumbed pointed lifted reversed aligned tagged "
     "allowed "
     "denied formatted labelled flipped",
     "opened undone secured exposed peered paired mirrored hooked plumbed pointed lifted reversed aligned tagged "
     "allowed "
     "denied formatted labelled flipped",
     ""},
    {'r', mutation, "version", "rebase modernise modernize"},
    {'-', mutation, "version", "", "refreshed", "refreshed", ""},
    {'r', mutation, "health", "unclog resync reindex rebalance defragment unjam"},
    {'-', mutation, "size", "", "tripled quadrupled slashed boosted upsized",
     "tripled quadrupled slashed boosted upsized", ""},
    {'r', mutation, "contract", "relaunch"},
    {'-', mutation, "contract", "", "landed extended exited", "landed extended exited", ""},
    {'-', mutation, "payment", "", "repaid settled transferred", "repaid settled transferred", ""},
    {'r', mutation, "credential", "invalidate"},
    {'-', occurrence, "", "",
     "choked bricked melted dipped surged plummeted jumped climbed visited missed reached exceeded quit leaked flooded "
     "corrupted recurred stuttered wobbled degraded slipped capped rose sank arose shot",
     "choked bricked melted dipped surged plummeted jumped climbed visited missed reached exceeded leaked flooded "
     "corrupted recurred degraded slipped risen sunk arisen",
     ""},
    {'r', act, "",
     "dump grep curl scan simulate render plot draw sketch brainstorm propose pick choose rank highlight extract parse "
     "validate lint replay rerun retry lookup browse crawl query select print echo shorten rephrase reword paraphrase "
     "compose polish transcribe quote cite forecast guess teach describe define illustrate demonstrate elaborate "
     "clarify justify"},
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
    {'a', mutation, "deployment", "dej"},
    {'a', mutation, "deployment", "implant implement estren inaugur hosped aloj contenedoriz virtualiz dockeriz"},
    {'a', mutation, "existence", "descatalog desech desaloj anul sac arras liquid desmantel"},
    {'i', mutation, "existence", "suprim inscrib", "inscribi inscribio", "inscrito inscrita", ""},
    {'a', mutation, "location", "transplant desplaz mud reenvi"},
    {'i', mutation, "location", "transfer distribu repart", "transferi transfirio distribuyo", "", ""},
    {'-', mutation, "configuration", "", "marque desmarque", "marcado marcada marcados marcadas desmarcado desmarcada",
     ""},
    {'a', mutation, "configuration",
     "reconect enrut encamin redimension parametriz calibr nivel aline prioriz compart reorganiz retoc "
     "afin enganch acopl desacopl encript formate particion invirt apret afloj rotul"},
    {'i', mutation, "configuration", "abr", "", "abierto abierta abiertos abiertas", ""},
    {'e', mutation, "configuration", "extend suspend devolv", "devolvio devolvi", "devuelto devuelta", ""},
    {'-', mutation, "status", "", "cerre", "", ""},
    {'a', mutation, "health", "desatasc desatranc estabiliz depur destap"},
    {'a', mutation, "contract", "adjudic resign renegoci"},
    {'a', mutation, "membership", "nombr promocion ascend reubic"},
    {'a', occurrence, "",
     "pet explot desplom bloque congel desconfigur descuadr estrope recalent atasc rebot pinch escap desbord cruj"},
    {'e', occurrence, "", "desaparec aparec romp"},
    {'i', occurrence, "", "ocurr sufr interrump part"},
    {'a', act, "",
     "vuelc rastre escane dibuj inspeccion contrast recit cit defin describ enumer clasific suger "
     "recomend propon imagin cuent razon consult"},
    {'a', mutation, "power", "apag arranc reinici levant despert tumb rearranc"},
    {'e', mutation, "power", "encend", "", "", "enciende enciendelo enciendela"},
    {'-', mutation, "power", "", "pare paramos detuve detuvo detuvimos",
     "parado parada parados paradas detenido detenida", "detener parar deten"},
    {'a', mutation, "deployment",
     "despleg redespleg instal reinstal desinstal public lanz sincroniz liber import export compil empaquet"},
    {'i', mutation, "deployment", "revert", "revirtio", "", "revierte"},
    {'e', mutation, "deployment", "promov"},
    {'-', mutation, "deployment", "", "mergee mergeamos", "mergeado mergeada fusionado fusionada",
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
    {'-', mutation, "power", "", "",
     "hochgebracht runtergenommen abgedreht aufgedreht reaktiviert wiederbelebt resettet", ""},
    {'-', mutation, "deployment", "", "",
     "ausgespielt bereitgestellt hingestellt implementiert umgesetzt nachinstalliert containerisiert virtualisiert "
     "provisioniert ausgebracht nachgepatcht eingefuhrt",
     ""},
    {'-', mutation, "existence", "", "",
     "nachgerustet nachgekauft nachbestellt eingesteckt gesteckt eingesetzt verbaut montiert demontiert weggenommen "
     "rausgenommen rausgeschmissen gekickt gekillt weggeraumt geraumt abgeschafft abgekundigt abgewickelt ausrangiert "
     "gekappt ausgelistet gelistet gegrundet eroffnet ausgesondert eingestampft erganzt hinzugenommen angeschafft "
     "gestohlen rausgeworfen rausgezogen reingesteckt",
     ""},
    {'-', mutation, "location", "", "",
     "gezogen umgesiedelt rubergeschoben rubergehoben umgelagert verlagert uberfuhrt umgeroutet umgeschwenkt "
     "geschwenkt "
     "geroutet umgebogen umgeparkt zusammengelegt konsolidiert gewandert ruberkopiert umgebucht",
     ""},
    {'-', mutation, "configuration", "", "",
     "gestellt hochgestellt runtergestellt geswitcht gekoppelt entkoppelt gepinnt verscharft gelockert verdrahtet "
     "geschaltet zugeschaltet abgeschottet angehangt umgehangt gelegt hinterlegt eingepflegt aufgespalten "
     "zusammengefuhrt abgezogen nachgestellt justiert kalibriert optimiert gestrafft beschrankt limitiert gedrosselt "
     "gewechselt gebundelt gemappt gespiegelt beschleunigt entschlackt aufgeraumt geputzt gesaubert formatiert "
     "partitioniert signiert uberschrieben uberarbeitet geleitet erlaubt umgeschrieben nachgetragen "
     "genommen umgelegt angebunden umgeklemmt angeklemmt getaktet",
     ""},
    {'-', mutation, "version", "", "",
     "gehoben hochgehoben hochgestuft aufgefrischt geupgraded upgegraded upgedated gezuchtigt gebracht", ""},
    {'-', mutation, "size", "", "",
     "hochgeschraubt runtergeschraubt verdreifacht vervierfacht aufgebohrt verkurzt verschlankt gestreckt", ""},
    {'-', mutation, "health", "", "", "gerettet flottgemacht gerichtet ausgebugelt saniert zuruckgeholt stabilisiert",
     ""},
    {'-', mutation, "contract", "", "", "aufgekundigt besiegelt verhandelt nachverhandelt rausgekauft", ""},
    {'-', mutation, "payment", "", "", "eingezogen gemahnt verrechnet ausgebucht ausgezahlt einbehalten gebucht", ""},
    {'-', mutation, "status", "", "", "abgeliefert angeliefert abgeholt abgehakt durchgefuhrt vollzogen", ""},
    {'-', occurrence, "", "stieg sank brachen fielen stiegen sanken",
     "ausgestiegen verschwunden abgeraucht abgeschmiert verreckt abgebrannt durchgeschmort umgekippt ubergelaufen "
     "gerissen abgerissen zerbrochen gekracht hochgegangen ausgesetzt eingetroffen gestiegen gesunken gefallen "
     "eingeknickt festgefahren stehengeblieben durchgefallen weggefallen ausgeschieden versandt "
     "aufgewacht erfolgt passiert",
     ""},
    {'-', act, "", "", "", "",
     "dump dumpe grep greppe ermittle ermittel berechne berechn erlauter erlautere beschreib beschreibe "
     "definier definiere skizzier skizziere empfiehl vorschlag schlag uberleg analysier analysiere "
     "formulier verfass verfasse korrigier korrigiere kurz kurze"},
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
