#include "policies/activity_words.hpp"

#include "policies/parts.hpp"
#include "policies/word_bytes.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace wm::policies::activity {

namespace {

using enum WordClass;

struct ClassRow {
    WordClass word_class;
    std::string_view words;  // separated by blanks
};

constexpr auto rows = std::to_array<ClassRow>({
    {filler,
     "oye anda eh ah y pues bueno ok okay vale hey so and then also please bitte dann und ya hola hi por favor venga "
     "entonces luego just now mal de paso porfa pls e oh quick ahora jetzt jetz nu nun na so che a ver mira guys team "
     "chicos leute gleich schnell rapidito rapido quickly kindly finally ademas tambien also ach go ahead yo like"},
    {negator,
     "no ni nunca tampoco ningun ninguna nada nadie not never nor nothing nobody none neither didn hasn haven wasn "
     "weren isn aren don doesn won cannot couldn hadn wouldn ain nicht kein keine keinen keiner keinem nie niemals "
     "nichts niemand without sin ohne jamas ned nich"},
    {condition,
     "si cuando if when once wenn falls sobald unless whether ob hasta until bis before antes bevor whenever mientras "
     "siempre-que"},
    {auxiliary,
     "he hemos ha han has habia habeis habian esta estan queda quedan quedo quedaron fue fueron sido era eran estaba "
     "estaban vuelve sigue siguen vuelto sale dejado tengo deje dejo dejamos haya hayan got"},
    {wide_auxiliary,
     "habe haben hat ist sind wurde wurden war waren hatte hatten bin worden ich wir hab habn ham is wird"},
    {resulting, "esta estan queda quedan sigue siguen sale salen is are s remains stays ist sind bleibt bleiben"},
    {has_been, "ha han he hemos has have been worden got just"},
    {already, "ya already now schon bereits"},
    {complementizer, "que that dass record fyi info mind"},
    {just_done, "acabo acaba acabamos acaban tenido tuve tuvo tuvimos had vuelto volvi volvio volvimos"},
    {habit, "le les siempre normalmente always usually"},
    {frequency, "always never siempre nunca immer nie niemals only nur solo"},
    {determiner, "the a an our their its your my this that any some newly freshly be to get getting"},
    {past_time,
     "ayer anoche hoy anteayer hace esta lunes martes miercoles jueves viernes sabado domingo ya acabo pasado pasada "
     "manana mediodia tarde noche"},
    {accented_asker, "que como cual cuales donde cuando cuanto cuantos cuanta cuantas quien quienes"},
    {asker,
     "what how why which who whose warum wieso weshalb welche welcher welches welchen wer wo wie cual cuales donde "
     "cuanto cuantos quien where woran wann womit wozu was"},
    {modal,
     "will should would could might may must can shall ll to werden soll sollte muss kann konnte wurden sollen mussen "
     "konnen wollen d"},
    {perfect, "he habia have had ve habe hatte hab"},
    {bound, "bis until till hasta through"},
    {inverted, "do does is are did have has kann ist gibt sind hat"},
    {speaker,
     "i ich yo quiero vuelvo prefiero trabajo uso necesito soy estoy vivo leo escribo cojo suelo odio detesto evito "
     "desayuno entreno me-gusta"},
    {speaker_object, "me mi mis my mine myself mir mich mein meine meinen meinem meiner conmigo"},
    {want, "quiero querer want need rather mochte will brauche gerne prefiero"},
    {step_first, "primero first firstly zuerst erst erstens primer"},
    {step,
     "luego despues entonces finalmente seguidamente then next afterwards finally lastly secondly dann danach "
     "anschliessend schliesslich zuletzt zweitens segundo second after-that"},
    {calendar,
     "lunes martes miercoles jueves viernes sabado domingo manana mediodia nuevo noche tarde final fin enero febrero "
     "marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre monday tuesday wednesday thursday "
     "friday "
     "saturday sunday tomorrow noon midnight tonight further january february march april may june july august "
     "september "
     "october november december montag dienstag mittwoch donnerstag freitag samstag sonntag morgen mittag abend "
     "mitternacht auf zum zur ende januar februar marz mai juni juli oktober dezember el la las next the"},
    {order_object,
     "it the them him her its this that ihn sie es den die das dem mir ihm el la los las lo me nos un una a an einen "
     "eine ein mal bitte please up down on off"},
    {month,
     "enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre noviembre diciembre january "
     "february march april may june july august september october november december januar februar marz mai juni juli "
     "oktober dezember janner trimestre quarter quartal jan feb apr jun jul aug sep sept oct okt nov dec dez"},
    {we, "we wir nosotros nosotras"},
    {finite,
     "is are was were has have had will would can could should must does do did es son era eran esta estan estaba va "
     "van hay tiene tienen ha han he hemos sigue siguen da dan falla fallan funciona funcionan ist sind war waren hat "
     "haben hatte wird werden wurde wurden kann konnen muss mussen soll sollen lauft laufen geht gehen steht stehen"},
    {idle,
     "gesehen gelesen geschaut geguckt gesagt gemeint gedacht gefragt gehort gesprochen gewusst gewartet gesucht "
     "gefunden gehabt gewesen gegeben gemacht getan geschrieben gelernt geredet geglaubt gehofft geplant gefreut "
     "gegessen "
     "geschlafen getrunken gestritten gearbeitet geklappt gezeigt gestellt gemerkt genannt geschafft visto leido "
     "mirado "
     "preguntado pensado hablado comentado buscado encontrado querido podido sabido tenido estado sido wanted needed "
     "liked loved hoped wondered talked asked looked thinking seemed turned used tried worked "
     "hit cut let put set shut split left kept held built sold sent lost met made got had gave took went came did was "
     "were fell rose sank broke froze grew shrank wrote read ran saw found told said spent paid bought brought taught "
     "caught led fed bled dealt meant felt heard stood understood won quit burnt swapped hung rang"},
    {trouble,
     "problema problemas fallo fallos error errores lio marron atasco atascos corte cortes caida caidas cuelgue "
     "cuelgues "
     "lentitud retraso retrasos perdida perdidas timeout timeouts bloqueo bloqueos desconexiones desconexion reinicios "
     "averia averias bug incidencia incidencias microcortes duplicados misterio desastre rechazos rebotes picos "
     "problem problems failure failures errors bugs crash crashes hang hangs stall stalls drop drops dropouts outage "
     "outages lag slowness slowdown slowdowns mess mystery glitch glitches hiccup hiccups disconnect disconnects "
     "reboots "
     "retries spikes corruption oom ooms leak loop 502s 503s 504s culprit issue issues fault faults "
     "fehler abbruch abbruche hanger ausfall ausfalle aussetzer storung storungen lahmheit verzogerung verzogerungen "
     "absturz absturze neustarts verbindungsabbruche drama ratsel spuk probleme ladezeiten langsamkeit"},
    {stems_from,
     "era eran fue fueron venia venian viene vienen estaba estaban was were came comes lag lagen kam kamen kommt "
     "kommen "
     "war waren stammten stammte"},
    {fine,
     "stable solid fine quiet clean good flat smooth smoothly happy steady healthy stabil ruhig sauber gut glatt rund "
     "fehlerfrei bien fino finos perfecto perfecta estable estables tranquilo tranquila limpio seda ruhe"},
    {since, "since seit seitdem seither desde"},
    {chief,
     "management board direccion gerencia leitung geschaftsleitung geschaftsfuhrung vorstand consejo comite ceo cfo "
     "coo "
     "cto md chefin chef jefe jefa boss director directora managers directors directie"},
    {past_copula, "was were estuvo estuvieron estuve war waren"},
    {remembers,
     "remember forget recall forgot merken behalten vergesse vergess acuerdo acordarme olvida olvido olvidan recuerdo "
     "remembering"},
});

const std::unordered_map<std::string_view, std::uint64_t>& index() {
    static const auto made = [] {
        std::unordered_map<std::string_view, std::uint64_t> words;
        for (const ClassRow& row : rows) {
            each_part(row.words, ' ', [&](std::string_view word) {
                words[word] |= std::uint64_t{1} << static_cast<unsigned>(row.word_class);
            });
        }
        return words;
    }();
    return made;
}

constexpr WordBytes bytes(
    [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '%'; }, "-./@");

bool holds_accent(std::string_view raw) {
    return std::any_of(raw.begin(), raw.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
}

}  // namespace

std::vector<Token> tokenize(const Folded& folded, std::string_view raw) {
    std::vector<Token> tokens;
    const std::string_view text = folded.text;
    tokens.reserve(text.size() / 5 + 1);
    bool comma = false;
    for (std::size_t at = 0; at < text.size();) {
        if (const std::size_t symbol = bytes.symbol_at(text, at); symbol != 0) {
            at += symbol;
            continue;
        }
        const std::size_t end = bytes.word_end(text, at);
        if (end == at) {
            comma = comma || std::string_view(",:;()").find(text[at]) != std::string_view::npos;
            ++at;
            continue;
        }
        Token token{text.substr(at, end - at), at, comma};
        const std::size_t first = folded.origin[at];
        const std::size_t last = folded.origin[end - 1];
        token.accented_end = last < raw.size() && static_cast<unsigned char>(raw[last]) >= 0x80;
        token.accented = first <= last && last < raw.size() && holds_accent(raw.substr(first, last + 1 - first));
        if (const auto found = index().find(token.text); found != index().end()) token.classes = found->second;
        tokens.push_back(token);
        comma = false;
        at = end;
    }
    return tokens;
}

bool is_word(WordClass wanted, std::string_view word) {
    const auto found = index().find(word);
    return found != index().end() && ((found->second >> static_cast<unsigned>(wanted)) & 1U);
}

}  // namespace wm::policies::activity
