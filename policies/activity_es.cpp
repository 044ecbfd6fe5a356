// Spanish words of policies/activity, folded: no accents, lower case.

#include "policies/activity_lexicon.hpp"

#include <array>

namespace wm::policies::activity {

namespace {

using enum Signal;

constexpr auto phrases = std::to_array<PhraseRow>({
    {remember, "",
     "lo dejo escrito|dejo escrito|lo apunto aqui|recuerda que|recuerda esto|recuerda:|recordad "
     "que|acuerdate|apunta|apuntate|apuntalo|anota|anotalo|toma nota|que "
     "conste|para que conste|"
     "para que quede|que quede|ten en cuenta|tenlo en cuenta|guarda|guardalo|guardatelo|memoriza|para el registro|no "
     "olvides que|que no se olvide|"
     "por si alguien pregunta|te cuento|para tu informacion|aviso|ojo que|dejalo anotado|deja anotado|queda dicho|que "
     "sepas que|sabed que"},
    {recall, "",
     "recuerdame como|recuerdame que te|recuerdame lo|te acuerdas|os acordais|que sabemos|que sabes|que habiamos "
     "decidido|que habiamos|que decidimos|"
     "que decidi|que dijimos|que acordamos|que quedamos|en que quedamos|busca en nuestra memoria|busca en la "
     "memoria|busca en memoria|que tenemos guardado|"
     "que hay guardado|lo que hablamos|la otra vez|en que ~ dijimos|que precio le pusimos|habiamos quedado|que te "
     "tengo dicho"},
    {question, "", "por que|que tal|sabes si|me puedes decir|alguna idea de|hay alguna|hay algun"},
    {request, "",
     "por favor|porfa|porfi|dime|dame|avisame|echale|mirame|necesito que|quiero que me|puedes|podrias|podeis|te "
     "importa|me haces|"
     "haz|hazme|hazlo|ponme|ponlo|prepara|preparame|preparalo|cuando "
     "puedas|busca|buscame|mira|miralo|revisa|revisalo|comprueba|compruebalo|explica|explicame|escribe|escribeme|"
     "redacta|redactame|traduce|resume|resumeme|resumemelo|cuentame|resuelve|recuerdame manana|recuerdame "
     "el|recuerdame a|recuerdame dentro|recuerdame que tengo|mandasela|mandaselo|envia|enviaselo"},
    {hedge, "",
     "cree que|piensa que|opina que|intuyo|me da que|corazonada|quiza|quizas|tal vez|a lo mejor|puede que|puede "
     "ser|podria ser|podria estar|creo que|creo q|yo creo|creemos "
     "que|sospecho|supongo|imagino que|me suena|"
     "me parece que|parece que|parece ser|seguramente|probablemente|posiblemente|igual es|no se si|no estoy "
     "segur*|dudo|diria que|tiene pinta|apostaria|en teoria|"
     "habria que probar*|habria que ver|habria que mirar|dice que|hipotesis"},
    {plan, "",
     "voy a|vamos a|va a|van a|ire a|iremos a|hay que|habra que|tenemos que|tengo "
     "que|deberiamos|deberia|queremos|quiero|me gustaria|pensamos|planeamos|tenemos previsto|"
     "esta previsto|la semana que viene|el mes que viene|el ano que viene|proximamente|mas adelante|esta noche a "
     "las|intentare|intentaremos|por hacer"},
    {open, "",
     "sobre la mesa|en el aire|nada cerrado|nada decidido|sin decidir|no esta decidido|no hemos decidido|por "
     "decidir|lo seguimos hablando|lo estamos hablando|lo estamos pensando|"
     "estamos valorando|estamos pensando|podriamos|y si|que os parece|que te parece|lluvia de ideas|pensando en voz "
     "alta|es solo una idea|solo una idea|varias opciones|nada firme|"
     "estamos barajando|barajamos|a debatir|en estudio|es una idea"},
    {decision, "",
     "decidid*|decidimos|hemos decidido|he decidido|se decide|decision:|la decision es|decision|acordado|hemos "
     "acordado|acordamos|queda acordado|aprobad*|aprobamos|he aprobado|"
     "rechazad*|rechazamos|la rechazamos|lo rechazamos|descartamos|queda descartad* definitivamente|nos quedamos "
     "con|elegimos|hemos elegido|se ha elegido|elegid*|optamos por|"
     "hemos optado|fijamos|queda fijad*|precio fijado|fijad* el precio|precio definitivo|precio final|se queda "
     "en|apostamos por|cerrado el precio|damos luz verde|luz verde|vetad*|ratificad*|"
     "adoptamos|hemos adoptado|a partir del _ de|sera obligatori*|queda prohibid*"},
    {discovery, "",
     "por eso|lo que provocaba|lo que hacia que|por lo que fallaba|era la causa|el fallo estaba|causa raiz|la "
     "causa|causa confirmada|causa comprobada|causa verificada|causa:|el problema era|el problema es|el "
     "problema estaba|el motivo|el culpable|resulta que|hemos descubierto|"
     "he descubierto|leccion aprendida|aprendizaje|conclusion:|conclusion|se debia a|se debe a|era culpa|venia "
     "de|viene de|porque el|porque la|porque no|el truco|la pega|"
     "fallaba porque|no funciona si|solo funciona si|hace falta que|depende de|la clave es|la clave esta|la solucion "
     "fue|se arreglo"},
    {verified, "",
     "lo confirman|lo confirma|confirman|queda demostrado|comprobad*|verificad*|confirmad*|lo he probado|lo hemos "
     "probado|probado|esta probado|probad* dos "
     "veces|contrastad*|medid*|lo he medido|lo hemos comprobado|demostrad*|"
     "funciono|funciona bien|han funcionado|ha funcionado|hayan funcionado|validad*|en _ peticiones|cada vez"},
    {procedure, "",
     "como se hace|se hace|asi lo hago|modo de hacerlo|se hace asi|los pasos|pasos|el procedimiento|procedimiento|asi "
     "se|la forma de|para desplegar|para hacer|para "
     "cambiar|para sustituir|como lo hacemos|el proceso|receta|runbook|"
     "de esta manera|asi es como|lo hacemos asi"},
    {preference, "",
     "prefiero|preferiria|me gusta*|no me gusta*|a partir de ahora|de ahora en adelante|desde ahora|siempre "
     "que|contestame siempre|respondeme siempre|siempre quiero|quiero siempre|"
     "trabajo mejor|suelo|yo siempre|yo nunca|nunca me|no me pongas|no me propongas|odio|mi norma|mi regla|mi "
     "costumbre|mi forma de|mi manera de|ya para siempre|para siempre|conmigo|"
     "hablame|tuteame|llamame"},
    {one_off, "",
     "esta vez|por esta vez|solo hoy|por hoy|ahora mismo no|en esta respuesta|para esta respuesta|en este caso"},
    {duplicate, "",
     "como te dije|como te he dicho|como te comente|como ya te dije|ya te lo dije|ya te dije|ya te lo he dicho|ya te "
     "conte|ya te lo conte|lo que te dije|como dije antes|lo mismo que antes|"
     "lo mismo de antes|te repito|repito|como te contaba|igual que te dije|ya lo sabes|ya lo tienes"},
    {chatter, "",
     "hola|buenas|buenos dias|gracias|mil gracias|jaja*|jeje*|crack|genial|perfecto|vale|ok|tira|venga|hala|un "
     "abrazo|buen finde|uf|puf|jo|chiste|feliz"},
    {personal, "",
     "mi hija|mi hijo|mis hijos|mi mujer|mi marido|mi pareja|mi madre|mi padre|mi suegra|mi familia|mi perro|mi "
     "gato|vacaciones|medico|dentista|cumple|cumpleanos|he dormido|"
     "dormido|me duele|resaca|gimnasio|de viaje|mi casa|en casa"},
    {instruction, "",
     "ignora ~ instrucciones|ignorad ~ instrucciones|olvida ~ instrucciones|ignora ~ reglas|olvida ~ reglas|a la ia "
     "que lea*|a todos los agentes|nuevas instrucciones|eres ahora|"
     "nota del sistema|mensaje del sistema|actua como|no se lo digas a"},
    {discarded, "",
     "hipotesis descartada|descartad*|queda descartad*|no era|no es falta|no es eso|no va por ahi|no va por|no tiene "
     "que ver|esa hipotesis|falsa alarma|no se debe|no se debia"},
    {failure, "",
     "no ha podido ser|no se ha podido|no he podido|no hemos podido|no lo he podido|ha fallado|fallo|fallaron|ha "
     "terminado con error|dio error|ha dado error|sin exito|no tengo acceso|no puedo|"
     "no podre|no hago nada|todavia no se por que|no ha funcionado|se ha quedado a medias"},
    {pending, "",
     "pendiente*|por hacer|falta por|faltan por|sin hacer|queda por|quedan por|aun no se ha|todavia no se ha"},
    {temporary, "",
     "por mantenimiento|para mantenimiento|en mantenimiento|temporal*|de momento|por ahora|hasta manana|hasta el|hasta "
     "nuevo aviso|mientras|provisional*|durante"},
    // how things are: a copula with one of the words below, or one of these by itself
    {state, "power",
     "vuelve a estar en linea|vuelve a estar online|ha vuelto|esta de vuelta|esta de nuevo|ya responde|vuelve a "
     "responder|no responde|fuera de servicio|fuera de linea|en linea|en pie|"
     "en mantenimiento|sin servicio|arriba otra vez|esta arriba|esta caid*|se ha caido|esta apagad*|queda "
     "apagad*|quedo apagad*|sigue apagad*|esta encendid*|esta parad*|esta operativ*|"
     "vuelve a funcionar|vuelve a ir|ya funciona|esta off|esta on|esta down|esta up|esta en marcha|sale como "
     "offline|esta activ*|vuelve a estar activ*|no arranca"},
    {state, "health",
     "ya va bien|va bien|funciona bien|responde bien|responde 200|sin errores|esta estable|esta degradad*|esta san*|en "
     "verde|en rojo|sale synced|esta en health_warn|esta en health_ok|"
     "esta en ready|da 502|da errores|da error|esta llen*|va lent*|esta al borde|con exito|sigue running"},
    {state, "mode", "solo lectura|modo lectura|modo solo|en modo"},
    {state, "deployment",
     "en produccion|ya en produccion|esta desplegad*|sigue desplegad*|queda desplegad*|esta instalad*|ya esta en "
     "produccion|a la venta|no se puede contratar|ya no se puede|esta publicad*|"
     "esta mergead*|esta aplicad*"},
    {state, "location",
     "corre en|corren en|vive en|esta alojad*|continua en|sigue en|esta en el cluster|dentro del cluster|esta en la"},
    {state, "version", "esta en la version|va por la version|esta en la _|version actual"},
    {state, "payment", "al corriente|impago|debe|nos debe|esta pagad*"},
    {state, "contract",
     "vence|vence en|contrato hasta|es cliente|ya no es cliente|es nuestro proveedor|es nuestra proveedora|plazo de "
     "preaviso"},
    {state, "",
     "tiene|tienen|usa|usan|utiliza|factura en|cierra|abre|su contacto es|es el|es la|es un|es una|son los|son "
     "las|consta|existe|existen|hay|contiene|apunta a|escucha en|depende|esta|estan|sigue|siguen|"
     "queda|quedan|pertenece|lleva incluid*|les pagamos|le pagamos|se paga|pagan|esta usando|lo cubre|no "
     "requiere|requiere"},
    {mutation, "deployment",
     "dado de alta|di de alta|dimos de alta|puesto en marcha|puse en marcha|pusimos en marcha|puesto en produccion"},
    {mutation, "power", "ha vuelto a arrancar|han vuelto a arrancar|volvio a arrancar|ha vuelto a encender*"},
    {mutation, "existence", "dado de baja|di de baja|dimos de baja|se dio de baja|se ha dado de baja"},
    {mutation, "power",
     "puesto en mantenimiento|puse en mantenimiento|sacado de mantenimiento|vuelto a encender|vuelto a arrancar"},
    {occurrence, "power",
     "vuelve a estar|vuelven a estar|ha vuelto|han vuelto|esta de vuelta|vuelve a responder|vuelve a funcionar|ya "
     "funciona|vuelve a ir"},
    {occurrence, "",
     "tuvimos|tuve|hubo|ha habido|hemos tenido|nos llamo|nos han llamado|nos reunimos|nos hemos reunido|paso que"},
});

constexpr auto verbs = std::to_array<VerbRow>({
    {'a', VerbKind::mutation, "power", "apag"},
    {'e', VerbKind::mutation, "power", "encend", "", "", "enciende enciendelo enciendela"},
    {'a', VerbKind::mutation, "power", "arranc"},
    {'a', VerbKind::mutation, "power", "reinici"},
    {'a', VerbKind::mutation, "power", "levant"},
    {'-', VerbKind::mutation, "power", "", "pare paramos detuve detuvo detuvimos",
     "parado parada parados paradas detenido detenida", "detener parar deten"},
    {'a', VerbKind::mutation, "deployment", "despleg", "", "", "despliega despliegalo despliegala"},
    {'a', VerbKind::mutation, "deployment", "instal"},
    {'a', VerbKind::mutation, "deployment", "reinstal"},
    {'a', VerbKind::mutation, "deployment", "desinstal"},
    {'a', VerbKind::mutation, "deployment", "public"},
    {'a', VerbKind::mutation, "deployment", "lanz"},
    {'a', VerbKind::mutation, "existence", "cre"},
    {'a', VerbKind::mutation, "existence", "recre"},
    {'a', VerbKind::mutation, "existence", "elimin"},
    {'a', VerbKind::mutation, "existence", "borr"},
    {'a', VerbKind::mutation, "existence", "retir"},
    {'a', VerbKind::mutation, "existence", "quit"},
    {'a', VerbKind::mutation, "location", "migr"},
    {'a', VerbKind::mutation, "location", "traslad"},
    {'e', VerbKind::mutation, "location", "mov", "", "", "mueve muevelo muevela"},
    {'a', VerbKind::mutation, "configuration", "cambi"},
    {'a', VerbKind::mutation, "configuration", "reemplaz"},
    {'i', VerbKind::mutation, "configuration", "sustitu", "sustituyo sustitui", "sustituido", "sustituye"},
    {'a', VerbKind::mutation, "configuration", "configur"},
    {'a', VerbKind::mutation, "configuration", "ajust"},
    {'a', VerbKind::mutation, "configuration", "modific"},
    {'a', VerbKind::mutation, "version", "actualiz"},
    {'i', VerbKind::mutation, "version", "sub"},
    {'a', VerbKind::mutation, "configuration", "baj"},
    {'a', VerbKind::mutation, "size", "ampli"},
    {'-', VerbKind::mutation, "size", "", "reduje redujo redujimos redujeron", "reducido reducida", "reduce reducir"},
    {'a', VerbKind::mutation, "replicas", "escal"},
    {'i', VerbKind::mutation, "configuration", "anad", "anadi", "anadido anadida"},
    {'a', VerbKind::mutation, "configuration", "agreg"},
    {'e', VerbKind::mutation, "configuration", "met"},
    {'a', VerbKind::mutation, "configuration", "conect"},
    {'a', VerbKind::mutation, "configuration", "desconect"},
    {'a', VerbKind::mutation, "configuration", "activ"},
    {'a', VerbKind::mutation, "configuration", "reactiv"},
    {'a', VerbKind::mutation, "configuration", "desactiv"},
    {'a', VerbKind::mutation, "configuration", "habilit"},
    {'a', VerbKind::mutation, "configuration", "deshabilit"},
    {'a', VerbKind::mutation, "health", "restaur"},
    {'a', VerbKind::mutation, "health", "recuper"},
    {'a', VerbKind::mutation, "health", "repar"},
    {'a', VerbKind::mutation, "health", "arregl"},
    {'a', VerbKind::mutation, "health", "solucion"},
    {'i', VerbKind::mutation, "health", "correg", "", "", "corrige corrigelo"},
    {'a', VerbKind::mutation, "certificate", "renov", "", "", "renueva renuevalo"},
    {'a', VerbKind::mutation, "credential", "rot"},
    {'a', VerbKind::mutation, "credential", "revoc"},
    {'a', VerbKind::mutation, "existence", "regener"},
    {'-', VerbKind::mutation, "deployment", "", "mergee mergeamos", "mergeado mergeada fusionado fusionada",
     "mergea fusiona mergear"},
    {'a', VerbKind::mutation, "deployment", "sincroniz"},
    {'a', VerbKind::mutation, "location", "vaci"},
    {'a', VerbKind::mutation, "location", "evacu"},
    {'a', VerbKind::mutation, "location", "dren"},
    {'a', VerbKind::mutation, "configuration", "limpi"},
    {'a', VerbKind::mutation, "configuration", "aplic"},
    {'-', VerbKind::mutation, "configuration", "", "puse puso pusimos pusieron", "puesto puesta puestos puestas",
     "pon ponlo ponla ponle"},
    {'-', VerbKind::mutation, "deployment", "", "deje dejamos dejo", "", ""},
    {'a', VerbKind::mutation, "existence", "mont"},
    {'a', VerbKind::mutation, "contract", "contrat"},
    {'a', VerbKind::mutation, "contract", "firm"},
    {'a', VerbKind::mutation, "contract", "cancel"},
    {'a', VerbKind::mutation, "contract", "prorrog"},
    {'a', VerbKind::mutation, "payment", "pag"},
    {'a', VerbKind::mutation, "payment", "cobr"},
    {'-', VerbKind::mutation, "status", "", "cerramos cerraron",
     "cerrado cerrada cerrados cerradas abierto abierta abiertos abiertas", "cierra abre cerrar abrir"},
    {'a', VerbKind::mutation, "status", "complet"},
    {'a', VerbKind::mutation, "status", "finaliz"},
    {'a', VerbKind::occurrence, "", "envi"},
    {'a', VerbKind::occurrence, "", "present"},
    {'a', VerbKind::occurrence, "", "salt"},
    {'a', VerbKind::occurrence, "", "caduc"},
    {'a', VerbKind::occurrence, "", "fall"},
    {'a', VerbKind::occurrence, "", "agot"},
    {'a', VerbKind::occurrence, "", "satur"},
    {'a', VerbKind::occurrence, "", "colg"},
    {'a', VerbKind::occurrence, "", "afect"},
    {'-', VerbKind::occurrence, "power", "", "cayo cayeron murio murieron",
     "caido caida caidos caidas muerto muerta roto rota", ""},
    {'e', VerbKind::occurrence, "", "perd"},
    {'a', VerbKind::act, "", "mir"},
    {'a', VerbKind::act, "", "revis"},
    {'a', VerbKind::act, "", "busc"},
    {'a', VerbKind::act, "", "explic"},
    {'a', VerbKind::act, "", "prepar"},
    {'a', VerbKind::act, "", "mand"},
    {'a', VerbKind::act, "", "avis"},
    {'a', VerbKind::act, "", "list"},
    {'a', VerbKind::act, "", "analiz"},
    {'a', VerbKind::act, "", "calcul"},
    {'a', VerbKind::act, "", "pas"},
    {'a', VerbKind::act, "", "ejecut"},
    {'a', VerbKind::act, "", "lleg"},
    {'a', VerbKind::act, "", "prueb"},
});

}  // namespace

std::span<const PhraseRow> spanish_phrases() { return phrases; }
std::span<const VerbRow> spanish_verbs() { return verbs; }

}  // namespace wm::policies::activity
