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
     "prefiero|preferiria|me gusta*|no me gusta*|contestame siempre|respondeme siempre|siempre quiero|quiero siempre|"
     "trabajo mejor|suelo|no me pongas|no me propongas|odio|mi norma|mi regla|mi "
     "costumbre|mi forma de|mi manera de|"
     "hablame|tuteame|"},
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
    {remember, "",
     "recuerdalo|recordadlo|recordarlo|apuntad|anotad|apuntaoslo|guardaos|quedate con|que no se te "
     "olvide|no te olvides|que no se olvide|a tener en cuenta|tener en cuenta|tomad nota|dejo "
     "constancia|dejad constancia|constancia de|os aviso|te aviso|os informo|te informo|informo|os "
     "cuento|para que lo sepais|para que lo sepas|que lo sepas|por si acaso os "
     "preguntan|memorizalo|registra que|registralo|deja registrado|dejalo registrado|grabatelo|grabate|te "
     "paso un dato|dato:|nota:|importante:"},
    {recall, "",
     "no me acuerdo|no recuerdo|no consigo recordar|no logro recordar|se me ha olvidado|se me "
     "olvido|refrescame la memoria|me refrescas|hazme memoria|ayudame a recordar|como era "
     "lo|como lo hicimos|como quedo lo|como quedamos|que habiamos hablado|hablamos de|lo que decidimos|que "
     "te dije|que te conte|que me dijiste|tenemos apuntado|tienes apuntado|hay apuntado|que consta|en tu "
     "memoria|mira en la memoria|lo que sabes de|que recuerdas"},
    {question, "",
     "es normal|alguien sabe|sabeis si|teneis idea|tienes idea|se puede|se sabe|cual es|cuanto cuesta|como "
     "puedo|como se|cada cuanto|a que hora|hasta cuando|me recomiendas|seria posible|tu que|merece la pena"},
    {request, "",
     "te pido que|os pido que|ayudame|echame una "
     "mano|encargate|encargaos|asegurate|sacame|sacadme|quitame|montame|cambiame|corrigeme|ordename|comparame|"
     "calculame|buscadme|decidme|dadme|hay "
     "que mirar|a ver si puedes|a ver si|cuando tengas un rato|cuando puedas|quiero un|quiero una|necesito "
     "un|necesito una|necesito saber|me gustaria que|hazme un"},
    {hedge, "",
     "juraria|apuesto|para mi que|sera que|sera el|sera la|sospechoso|sospecha|sospechamos|me temo|tal y "
     "como lo veo|pinta a|tiene toda la pinta|huele a|suena a|da la "
     "impresion|aparentemente|presuntamente|supuestamente|podria haber|puede haber|habra sido|debe de "
     "ser|debe de|debe ser|igual nos|igual se|igual hay|igual lo|lo mismo es|a saber|quien sabe|sin "
     "confirmar|no esta confirmad*|no esta claro|no lo tengo claro|segun creo|calculo que"},
    {plan, "",
     "tocara|toca|esta pensado|tenemos pensado|la idea es|el plan es|quisiera|quisieramos|en algun "
     "momento|algun dia|para el proximo|el proximo trimestre|el trimestre que viene|de cara a|a "
     "futuro|pretendemos|esperamos|confiamos en|aspiramos a|planeando|iba a|ibamos a|falta ver"},
    {open, "",
     "dandole vueltas|dando vueltas|dar vueltas|le doy vueltas|no lo veo claro|no lo tenemos claro|estamos "
     "mirando|estoy pensando|estamos dudando|dudamos|sopesando|sopesamos|valorando|evaluando|a valorar|por "
     "valorar|una opcion|otra opcion|pros y contras|si acaso|alguna vez he pensado|he pensado en|y si en "
     "vez|igual deberiamos|no descarto|no descartamos|esta por ver|por ver|ya veremos|veremos|aun no "
     "sabemos|todavia no sabemos|no hay decision|falta decidir|seria bueno|estaria bien|molaria|en "
     "borrador|borrador|propuesta sin|sin aprobar|pendiente de aprobar|pendiente de decidir|ideas "
     "sueltas|soltando ideas|imaginate que|supongamos"},
    {decision, "",
     "queda decidid*|queda confirmad*|queda establecid*|queda pactad*|nos decantamos|nos "
     "hemos decantado|nos vamos con|tiramos con|tiramos por|vamos con|seguimos con|nos quedamos en|dicho "
     "que no|decimos que no|no vamos a usar|no vamos a|dejamos de|pactad*|hemos pactado|confirmad* "
     "para|fecha confirmada|fecha cerrada|cerrada la fecha|es definitiv*|definitivo|definitivamente|esta "
     "decidido|ya esta decidido|visto "
     "bueno|autorizad*|autorizamos|denegad*|desestimad*|prohibid*|prohibimos|acordado con|el comite ha|la "
     "junta ha|direccion ha|el consejo ha|se ha aprobado|se aprobo|se aprueba|dado el ok|damos el ok|da el "
     "ok|ok definitivo|se mantiene el precio|sube el precio|baja el precio|el precio sera|el precio "
     "pasa|sera de|la tarifa sera|nueva politica|norma nueva|nueva norma|es obligatori*|obligatorio "
     "desde|queda descartad*|renunciamos|apostamos|lo dejamos en|se fija|se fijo|hemos fijado|he "
     "fijado|establecemos|hemos establecido|elegida|elegido|escogid*|hemos escogido|escogemos|nos hemos "
     "quedado con|votado|por unanimidad|en firme"},
    {discovery, "",
     "por culpa de|la culpa era|la culpa es|culpa del|provenia de|procedia de|se originaba|originad* "
     "por|provocad* por|causad* por|debido a|el origen|la raiz|la explicacion|lo que pasaba|lo que "
     "ocurria|lo que pasa es|el fallo era|el fallo viene|el error era|el error venia|el error "
     "estaba|estaba en que|radica en|reside en|hemos visto que|he visto que|descubierto|descubrimos|hemos "
     "averiguado|he averiguado|averiguado|dimos con|hemos dado con|di con|he dado con|el apaño|el arreglo "
     "es|el arreglo fue|se soluciona|se resuelve|se arregla|lo arreglo|moraleja"},
    {general, "",
     "porque|cuando|si|siempre que|cada vez que|provoca|provocan|causa|causan|hace que|hacen que|el "
     "doble|la mitad|el triple|mas que|menos que|mas de|menos de|frente a|comparado|de media|por cada|en "
     "cuanto|ya que|debido|a menos que|salvo que|mejor que|peor que|mas rapido|mas lento|nunca hay que|no "
     "hay que|tarda|tardan|reduce|reducen|aumenta|aumentan|duplica|duplican|convierte|convierten|por "
     "ciento|necesita al menos|impide|bloquea|rompe|dispara|dispara el|depende"},
    {verified, "",
     "y funciona|nos funciona|siempre funciona|funciono|funcionaba|va perfecto|sale bien|salio bien|ha "
     "salido bien|hemos medido|he medido|medido con|datos en mano|con datos|son los numeros|son los "
     "datos|los numeros|no es opinion|no es una opinion|no es intuicion|reproducible|repetid* varias "
     "veces|repetido|lo hemos repetido|cotejad*|testead*|ensayad*|revisad* y confirmad*|certificad*|a "
     "prueba|la hemos probado|lo hemos hecho ya|ya lo hemos hecho|nos ha funcionado|dio resultado|ha dado "
     "resultado|demuestran|demuestra|han desaparecido|ha desaparecido"},
    {procedure, "",
     "la hacemos asi|lo hacemos asi|hacemos asi|funciona asi|va asi|es asi|el alta|por este orden|en este "
     "orden|el orden es|la rutina|paso a paso|la secuencia|el circuito|el protocolo|protocolo|el metodo|la "
     "manera de|como se da de alta|para dar de alta|el modo de|los hacemos asi"},
    {preference, "",
     "prefiero que|quiero que siempre|quiero que me|no soporto|detesto|no aguanto|me encanta*|me "
     "chifla*|me agobia*|me molesta*|me viene mejor|me va mejor|me resulta mas|me cuesta|es una "
     "mania|mania mia|mania|una norma mia|norma mia|norma personal|soy alergic*|soy vegetarian*|soy "
     "vegan*|soy celiac*|soy daltonic*|soy zurd*|soy de|mi favorit*|favorit*|me llamo|me llames|trabajo "
     "siempre|siempre trabajo|mi horario|mis horarios|para mi|a mi ponme|a mi "
     "dame|a mi me|tratame|dirigete a mi|cuando me escribas|cuando me contestes|cuando me respondas|cuando "
     "me prepares|cuando me expliques|cuando me mandes|ahorrate|no hace falta que me|me dan alergia|no "
     "cojo|no hago reuniones|no quiero que"},
    {standing, "forward",
     "a partir de ahora|de ahora en adelante|desde ahora|a partir de hoy|en adelante|en lo sucesivo|a partir de ya"},
    {standing, "",
     "siempre|nunca|jamas|desde "
     "hoy|para todo|cada vez|cada vez que|cuando me|cuando te pida|cuando toques|por defecto|por norma|en "
     "general|los lunes|los martes|los miercoles|los jueves|los viernes|los sabados|los domingos|por las "
     "mananas|por la manana|por las tardes|fines de semana|cada manana|cada dia|cada lunes|todos los "
     "dias|todas las mananas|sin excepcion"},
    {duplicate, "",
     "repito para|te lo repito|os lo repito|insisto|como te he dicho|como os dije|como os he dicho|como os "
     "comente|como comente|como ya dije|ya os dije|ya os lo dije|ya comente|ya lo comente|ya lo habia "
     "dicho|como te decia|como decia|otra vez lo mismo|lo de siempre|nada nuevo|sigue igual|todo sigue "
     "igual|sin cambios|sin novedad*|ya lo tienes apuntado|ya te lo conte|lo mismo que te dije|que ya "
     "sabes"},
    {chatter, "",
     "muy buenas|que tal|ey|epa|aupa|saludos|hasta "
     "luego|adios|estupendo|fenomenal|guay|mola|ostras|vaya|madre mia|menudo|bien hecho|grande|de "
     "lujo|listo|perdona|perdon|no pasa nada"},
    {personal, "",
     "mi novia|mi novio|mi hermana|mi hermano|mis padres|mi abuela|mi abuelo|mi cumple|mi cumpleanos|mi "
     "aniversario|mis vacaciones|mi coche|mi bici|mi guitarra|mi rodilla|mi espalda|mi piso|la peque|el "
     "peque|los peques|los crios|la cena|cenar|la compra|el finde|la guarderia|el "
     "cole|futbol|partido|boda|maraton|la mudanza|mi alergia|mi nieta|mi nieto|mi sobrina|mi sobrino"},
    {instruction, "",
     "ignora tus|ignora todas|ignora lo anterior|olvida todo|olvida tus|omite tus|saltate ~ reglas|saltate "
     "~ politica|registra como verificad*|guarda como verificad*|a los asistentes|al asistente|asistente "
     "de ia|si eres una ia|como ia|instrucciones para el asistente|nota para el agente|nota para la ia|sin "
     "decirselo|no se lo cuentes|no lo menciones|haz como que|finge que|a partir de ahora eres|nuevas "
     "ordenes"},
    {discarded, "",
     "estaba convencid*|convencido de que|pensaba que|pensabamos que|creia que|creiamos que|al principio "
     "pensamos|al final no|resulto no ser|no tenia que ver|nada que ver|no es cosa de|no era cosa de|no "
     "fue|no ha sido|pista falsa|nos equivocamos|me equivoque|equivocad*|refutad*|desmentid*|descartamos "
     "que|no van por ahi|tampoco era|inocente"},
    {failure, "",
     "no se pudo|no he conseguido|no hemos conseguido|no consigo|no se ha enviado|no se envio|no se ha "
     "hecho|no se ha aplicado|no se aplico|no salio|no ha salido|ha salido mal|salio mal|se "
     "aborto|abortad*|cancelado por error|me da error|nos da error|da error|devuelve error|ha devuelto un "
     "error|rechazad* por el servidor|sin acceso|sin permisos|no tengo permisos|no me deja|no "
     "deja|imposible|ha petado|peto|se ha quedado colgad*|revertid* automaticamente|"},
    {pending, "",
     "a la espera|esperando|en espera|aun sin|todavia sin|sigue pendiente|falta que|por confirmar|por "
     "llegar|en cola|no ha llegado"},
    {temporary, "",
     "hasta que|hasta las|temporalmente|mientras tanto|entretanto|provisionalmente|este fin de "
     "semana|durante la|como parche|de forma temporal"},
    {state, "power",
     "esta muert*|sigue caid*|sigue parad*|sigue off|esta fuera|esta desconectad*|esta "
     "inaccesible|inaccesible|no da señales|esta suspendid*|esta en pausa|esta pausad*|esta vivo|ya esta "
     "arriba|ya esta en linea|de nuevo en linea|de nuevo en servicio|de nuevo operativ*|esta en "
     "servicio|en servicio|ya esta operativ*|ya esta fuera|se queda apagad*|se queda fuera|se queda "
     "parad*|esta inactiv*|en standby|no contesta"},
    {state, "health",
     "va como un tiro|va fin*|va sin problemas|sin problemas|con normalidad|todo verde|todo en verde|todo "
     "ok|esta ok|esta al limite|esta saturad*|esta sobrecargad*|al tope|a tope|esta "
     "rot*|esta corrupt*|esta bloquead*|se queda sin|sin espacio|casi llen*|esta sincronizad*|esta al "
     "dia|esta desactualizad*|esta limpi*|listas|replicas listas|da timeouts|ya no da|ya no falla|sin "
     "incidencias|estable|degradado|degradada"},
    {state, "deployment",
     "esta en pruebas|en preproduccion|en staging|en beta|esta activad*|esta desactivad*|esta "
     "habilitad*|esta retirad*|ya no existe|ya no esta|ha quedado instalad*|ha quedado desplegad*|ha "
     "quedado activ*|queda activ*|esta cread*|queda cread*|esta montad*|esta list*|operativo desde|en "
     "marcha"},
    {state, "version",
     "va con la|corre la|corre con la|esta en la v*|sigue en la|con la version|version instalada|esta a la"},
    {state, "location",
     "se aloja|se alojan|reside|residen|cuelga de|cuelgan de|esta detras|detras de|esta en el rack|esta en "
     "el nodo|se ejecuta en|se ejecutan en|lo lleva|la lleva|los lleva|corre ahora"},
    {state, "contract",
     "el contrato incluye|el contrato exige|el contrato cubre|el contrato acaba|termina el contrato|acaba "
     "el contrato|esta en el plan|tiene el plan|es proveedor|es socio|se renueva|renueva en|esta "
     "firmad*|caduca en|caduca el|esta de baja|ha dejado de ser cliente"},
    {state, "payment",
     "no ha pagado|sin pagar|esta sin cobrar|tiene facturas|facturas pendientes|esta cobrad*|nos "
     "deben|todo pagado"},
    {state, "",
     ""
     "exige|exigen|incluye|incluyen|cubre|cubren|permite|permiten|ofrece|ofrecen|cobra|cobran|paga|gestiona|gestionan|"
     "lleva|llevan|trabaja|trabajan|hospeda|viene "
     "con|empieza|acaba|dura|cuenta "
     "con|significa|admite|admiten|acepta|aceptan|atiende|pide|piden|quiere|quieren|se encarga|se "
     "encargan|es responsable|responsable|se ocupa|va a parar|pasa por|sale por|reenvia|entra por|se "
     "llama|se llaman|esta limitad*|esta configurad*|suministra|suministran|vende|compra|solo permite|solo "
     "trabaja|solo acepta|se factura|se cobra|se compone|consta de|reporta a|depende "
     "de|cuelga|mide|pesa|cuesta|cuestan|vale|valen|corresponde|sirve|sirven|ya no"},
    {mutation, "power",
     "puesto ~ en mantenimiento|puse ~ en mantenimiento|pusimos ~ en mantenimiento|sacado ~ de "
     "mantenimiento|saque ~ de mantenimiento|tirado abajo|echado abajo|echado a andar|vuelto a "
     "levantar|levantado de nuevo|puesto ~ en linea|dejado ~ apagad*|dejado ~ en mantenimiento|dejado "
     "fuera"},
    {mutation, "deployment",
     "puesto ~ en produccion|pasado ~ a produccion|subido ~ a produccion|sacado ~ a produccion|salido a "
     "produccion|vuelto a desplegar|dado de alta en|hecho rollback|hicimos rollback|vuelta atras|marcha "
     "atras|dejado ~ instalad*|dejado ~ funcionando|dejado ~ list*|dejado ~ configurad*|dejado ~ montad*"},
    {mutation, "location",
     "hemos pasado|he pasado|han pasado|ha pasado a|pasamos ~ a|pase ~ a|se ha ido a|nos hemos "
     "llevado|cambiado de sitio"},
    {mutation, "contract",
     "se ha dado de baja|nos ha dejado|se nos va|se marcha a la competencia|cerrado el trato|cerrado el "
     "contrato|cerrado el acuerdo|cerramos el trato|cerramos el contrato|hemos cerrado con|ha firmado|han "
     "firmado|pasa al plan|ha pasado al plan|cambia al plan|se pasa al plan|ha contratado"},
    {mutation, "membership",
     "empieza con nosotros|ha empezado con nosotros|entra en plantilla|se incorpora|se ha ido de la "
     "empresa|deja la empresa|ha dejado la empresa|toma el relevo|releva a|nuevo responsable|nueva "
     "responsable"},
    {mutation, "payment",
     "ha llegado el pago|llego la transferencia|ha entrado el pago|nos ha pagado|nos han pagado|esta "
     "abonad*"},
    {occurrence, "",
     "estuvo caid*|estuvieron caid*|estuvo parad*|estuvo fuera|estuvo sin|se ha caido|se han caido|se "
     "cayo|se cayeron|se fue la luz|se ha ido la luz|se quedo sin|se quedaron sin|se ha roto|se rompio|se "
     "ha quemado|se ha parado|se paro|se ha colgado|se colgo|se ha llenado|dejo de|ha dejado de|ha "
     "petado|incidencia|hubo un corte|caida de|ha saltado|nos visito|nos ha llamado|llamo|ha "
     "llegado|llego|ha vuelto"},
    {mutation, "contract", "se da de baja|se dan de baja|se dara de baja"},
    {decision, "",
     "tema cerrado|asunto cerrado|tema zanjado|asunto zanjado|el tema queda|el asunto queda|no hay vuelta atras"},
    {remember, "", "guarda en|guarda esto|guarda que"},
});

}  // namespace

std::span<const PhraseRow> spanish_phrases() { return phrases; }

}  // namespace wm::policies::activity
