// Words of what happens to a company, its contracts and its machines, and of what somebody wants always; in three languages,
// folded.

#include "policies/activity_lexicon.hpp"

#include <array>

namespace wm::policies::activity {

namespace {

using enum Signal;

constexpr auto phrases = std::to_array<PhraseRow>({
    // what becomes of another company
    {mutation, "existence",
     "entro en concurso|ha entrado en concurso|concurso de acreedores|suspension de pagos|ha quebrado|quebro|se "
     "declaro "
     "en|se ha declarado en|ha echado el cierre|echo el cierre|cesa su actividad|ha cesado su actividad|ceso su "
     "actividad|ha sido comprada|ha sido absorbida|la ha comprado|se ha fusionado|se fusiono"},
    {mutation, "existence",
     "went into administration|gone into administration|is in administration|into liquidation|filed for "
     "bankruptcy|filed for insolvency|filed for chapter|went bankrupt|gone bankrupt|gone bust|went bust|is "
     "insolvent|went "
     "under|gone under|ceased trading|stopped trading|has been acquired|was acquired|was bought by|been bought by|has "
     "merged with|merged with"},
    {mutation, "existence",
     "insolvenz angemeldet|insolvenz anmelden mussen|in die insolvenz|ist insolvent|ist pleite|pleite "
     "gegangen|pleitegegangen|konkurs angemeldet|in konkurs|den betrieb eingestellt|geschaftsbetrieb "
     "eingestellt|wurde aufgekauft|aufgekauft|wurde geschluckt|hat fusioniert"},
    // contracts and customers
    {mutation, "contract",
     "quedo resuelto|ha quedado resuelto|quedo rescindido|ha quedado rescindido|queda rescindido|quedo "
     "extinguido|queda "
     "extinguido|ha expirado|expiro el|contrato ha vencido|contrato ~ vencido|contrato ~ vencio|contrato ~ "
     "expirado|vencio el contrato|no se ha renovado|no han renovado|no ha "
     "renovado|ya es oficialmente|oficialmente client*|se ha hecho cliente|se han hecho "
     "clientes|contrato firmado|acuerdo firmado|ha vuelto firmado|llego firmado|ha "
     "llegado firmado|causa baja|ha causado baja|nos han rescindido|han aceptado la oferta|ha aceptado la "
     "oferta|acepto la oferta|ha dicho que si a la oferta"},
    {mutation, "contract",
     "contract has ended|contract ~ ended|contract ~ expired|contract ~ lapsed|contract has expired|contract "
     "expired|contract has lapsed|contract "
     "lapsed|became a customer|has become a customer|officially a "
     "customer|officially our customer|came back signed|signed and returned|did not renew|didn t renew|has not "
     "renewed|hasn t renewed|haven t renewed|accepted the offer|accepted our offer|accepted the quote|accepted our "
     "quote|served notice|terminated as of|cancelled effective"},
    {mutation, "contract",
     "ist ausgelaufen|sind ausgelaufen|vertrag ausgelaufen|ist abgelaufen|nicht verlangert|einvernehmlich "
     "beendet|einvernehmlich aufgelost|jetzt offiziell kund*|offiziell kund*|kunde geworden|kundin "
     "geworden|unterschrieben zuruck|kam unterschrieben|unterschrieben eingetroffen|angebot angenommen|hat "
     "angenommen|als kunden gewonnen"},
    {mutation, "payment",
     "settled the invoice|settled their invoice|settled the bill|settled their bill|invoice settled|settled up|has "
     "settled|have settled|account is settled|bill is settled|invoice is settled|factura saldada|ha saldado|han "
     "saldado|saldo la factura|esta saldad*|ist ausgeglichen|hat ausgeglichen|hat beglichen"},
    // changed terms
    {state, "terms",
     "solo sirve*|solo trabaja*|solo acepta*|solo vende*|solo entrega*|ya no sirve*|ya no trabaja*|ya no vende*|ya no "
     "fabrica*|ya no entrega*|ya no hace*|ya no acepta*|ya no reparte*|ya no cobra*|deja de servir|deja de "
     "fabricar|dejan "
     "de servir|dejan de fabricar|ahora exige*|ahora pide*|ahora cobra*|pasa a cobrar|pasan a cobrar|nuevas "
     "condiciones|pago por adelantado|han subido ~ precios|ha subido ~ precios|han cambiado ~ condiciones|ha cambiado "
     "~ "
     "condiciones"},
    {state, "terms",
     "no longer deliver*|no longer offer*|no longer ship*|no longer sell*|no longer accept*|no longer make*|no longer "
     "take*|no longer stock*|only deliver*|only accept*|only ship*|only sell*|now require*|now charge*|now insist*|now "
     "want*|now demand*|stopped delivering|stopped taking|stopped selling|stopped making|with immediate effect|new "
     "terms|changed their terms|raised ~ prices|payment up front|pay up front|upfront payment"},
    {state, "terms",
     "liefert nur noch|liefern nur noch|nur noch gegen|verlangt jetzt|verlangen jetzt|berechnet jetzt|berechnen jetzt|"
     "fahrt ab sofort|liefert ab sofort|liefern ab sofort|liefert nicht mehr|liefern nicht mehr|liefert keine*|liefern "
     "keine*|fahrt keine*|fahren keine*|fahrt ~ keine*|nimmt keine*|nehmen keine*|macht keine*|verkauft keine*|fuhrt "
     "keine*|bietet keine*|neue konditionen|konditionen geandert|preise erhoht|gegen vorkasse|nur per vorkasse"},
    // machines and lines
    {occurrence, "power",
     "ha estado caid*|han estado caid*|ha estado fuera|ha estado sin|hemos estado sin|nos quedamos sin|nos hemos "
     "quedado "
     "sin|dejo de responder|ha dejado de responder|dejaron de responder|dejo de funcionar|corte de|apagon|a oscuras|se "
     "desconecto|se ha desconectado|se quedo a oscuras|salto el diferencial|salto el automatico"},
    {occurrence, "power",
     "lost its|lost their|lost connectivity|lost contact|lost network|lost its uplink|blacked out|browned out|power "
     "cut|power dip|brownout|blackout|went dead|dropped off|dropped out|kept dropping|rebooted itself|restarted "
     "itself|rebooted by itself|stopped responding|stopped answering|has been down|have been down|has been out"},
    {occurrence, "power",
     "fiel aus|fielen aus|war ~ weg|war ~ nicht erreichbar|waren ~ nicht erreichbar|war ~ gestort|war ~ "
     "ausgefallen|ist "
     "rausgeflogen|war platt|lag flach|stand still|kam nicht mehr hoch|reagierte nicht mehr|hat sich aufgehangt|hat "
     "die "
     "verbindung verloren|haben die verbindung verloren|neu gebootet von allein"},
    {state, "health",
     "limping|running on _ only|on one leg|on _ alone|va a pedales|va a medias|va cojo|solo con una|lauft nur noch "
     "mit|lauft nur noch auf|lauft auf einem bein|nur auf einem bein"},
    {mutation, "existence", "it s gone|they re gone"},
    {state, "", "still runs|still run|runs on|sigue corriendo|siguen corriendo|lauft noch|laufen noch|streamt|serves"},
    // somebody else confirmed it: a fact, and no measurement
    {fact, "attested",
     "me lo ha confirmado|me lo confirmo|nos lo ha confirmado|nos lo confirmo|me lo han confirmado|nos lo han "
     "confirmado|confirmado por su|confirmado por el cliente|confirmado ~ con ellos|confirmado ~ con ella|confirmado "
     "por telefono|confirmado por escrito|su comercial me|confirmed it to me|confirmed to me|confirmed it to "
     "us|confirmed "
     "to us|confirmed by their|confirmed by phone|confirmed it on|confirmed it by|confirmed that by|confirmed in "
     "writing|confirmed with them|confirmed by them|confirmed "
     "by the customer|confirmed ~ with them|solicitor confirmed|mir bestatigt|uns bestatigt|von ihnen bestatigt|vom "
     "kunden bestatigt|schriftlich bestatigt|telefonisch bestatigt|mit ihnen bestatigt"},
    // what is asked to be kept
    {remember, "",
     "keep that somewhere|keep this somewhere|keep it somewhere|please note|worth keeping|worth remembering|keep this "
     "safe|keep that safe|keep it safe|write it up|write this up|file it|park this|bitte aufheben|heb das auf|hebe das "
     "auf|heb dir auf|bitte aufbewahren|zum aufheben|fur die doku|guardamelo|dejalo guardado|guardalo bien|que "
     "quede guardado|para que quede constancia"},
    {recall, "",
     "dig out|out of memory|on file about|que ya hablamos|ya hablamos en|la vez pasada|refrescame|perdi el hilo|lost "
     "track of what|know i told|know we agreed|se que te dije|se que quedamos|ich weiss ich hab|hilfst du mir auf|such "
     "~ gedachtnis|sucht ~ gedachtnis"},
    {request, "", "dale otra|dale de nuevo|vuelve a lanzar|relanza|reintenta|lanza otra|echa un ojo|echale un"},
    {hedge, "",
     "da a mi|es una sensacion|es solo una sensacion|es un presentimiento|presiento|tengo la sensacion|me "
     "huelo|intuicion "
     "mia|just a feeling|only a feeling|it s a feeling|got a feeling|a feeling that|my gut|gut says|nur so ein "
     "gefuhl|nur ein gefuhl|ist nur ein gefuhl|reines gefuhl|bauchgefuhl|ich ahne|mich beschleicht"},
    {open, "",
     "nobody s agreed|nobody has agreed|nobody agreed|no one has agreed|we couldn t agree|split three ways|no "
     "consensus|"
     "nadie ha decidido|nadie se ha decidido|no hay acuerdo|no nos ponemos de acuerdo|sin acuerdo|kein konsens|niemand "
     "hat "
     "entschieden|keine einigung|nicht einig|uneinig"},
    {decision, "",
     "me quedo con|voy con la|vamos con la|me decanto|lo autorizo|autorizo|lo apruebo|apruebo|lo rechazo|rechazo|doy "
     "el "
     "ok|doy luz verde|decision tomada|es mi ultima palabra|ultima palabra|i ll take the|we ll take the|let s take|ve "
     "settled it|settled it|settled that|that settles it|thats final|that s that|i approve|i m approving|i reject|we "
     "re "
     "not selling|we re not doing|ich nehme die|ich nehme den|ich nehme das|dann nehmen wir|ich genehmige|ich gebe "
     "frei|signed it off|signed that off|signed this off|ich lehne ab|das ist mein letztes wort|letztes wort|ist "
     "entschieden"},
    {decision, "heads",
     "cerrado|decidido|fijado|acordado|definitivo|zanjado|resolucion|acuerdo|hecho|settled|agreed|final|it s "
     "final|done "
     "deal|verdict|outcome of the vote|result of the vote|festgelegt|fix|abgemacht|entschieden|beschlossen|beschluss|"
     "vereinbart|steht|ergebnis der abstimmung"},
    {decision, "",
     "it s a no|it s a yes|it s a go|is a no|is a go|is a no-go|it s a no-go|a firm no|turned it down|turned them "
     "down|turned him down|knocked back|shot down|got the nod|gave the nod|gave their blessing|gave it the|has the "
     "green|thumbs up|thumbs down|we aren t going|we re done with|we re out of|we skip|we re "
     "skipping|we pass on|passing on|we re standardising|we re standardizing|calling off|called off|call it "
     "off|es un no|es un si|dijo que no|dijo que si|dicen que no|dicen que si|han dicho que no|ha dicho que "
     "no|nos han dicho que si|tumbado por|tumbo la|tumbo el|echo atras|echado atras|ya no vamos|dejamos "
     "fuera|no entramos|pasamos de|nos retiramos|cancelamos|suspendemos|mantenemos|prescindimos|lassen wir|sagen wir "
     "ab|streichen wir|steigen aus|steigen wir aus|ist gestorben|ist raus aus|gibt es nicht mehr bei|wird "
     "nichts|abgeblasen|"
     "daumen hoch|daumen runter|hat ja gesagt|hat nein gesagt|haben nein gesagt|haben ja gesagt|durchgewunken|"
     "durchgewinkt|abgeschmettert|sind raus aus|setzen kunftig|nehmen kunftig|nur noch mit"},
    // whose terms they are
    {fact, "party",
     "proveedor*|suministrador*|fabricante*|mayorista*|supplier*|vendor*|manufacturer*|wholesaler*|lieferant*|"
     "hersteller*|zulieferer*|grosshandler*|kartonlieferant*|carrier|transportista*|spediteur*|spedition*|nos "
     "cobra*|nos "
     "sirve*|charges us|bills us|berechnet uns|verlangt"},
    {fact, "terms",
     "precio*|tarifa*|cuota*|portes|envio*|devolucion*|garantia*|descuento*|recargo*|plazo*|comision*|plan|pack|iva|"
     "suscripcion*|mensualidad*|fianza*|minimo|importe*|licencia*|price|prices|pricing|fee|fees|rate|rates|shipping|"
     "return|returns|refund*|warranty|discount*|surcharge*|plan|tier|subscription*|deposit*|delivery|licence*|license*|"
     "preis*|tarif*|gebuhr*|versand*|ruckgabe*|rucksend*|retoure*|garantie*|rabatt*|zuschlag*|lieferung|"
     "mindestbestell*|skonto|kaution*|abo|lizenz*|pauschale|stundensatz*|hourly|per hour|per month|al mes|im "
     "monat|pro monat|basistarif*|frist*"},
    {fact, "strict",
     "no exceptions|and that s it|full stop|punkt|punto|lo dejo dicho|queda dicho|that s final|und aus|basta|sin "
     "excepciones|sin excepcion|ni un euro|ohne ausnahmen|ohne ausnahme|punkt aus"},
    // since when
    {fact, "since",
     "desde esta manana|desde hoy|desde ayer|desde anoche|desde esta tarde|desde el mediodia|desde hace un rato|since "
     "this morning|since yesterday|since last night|since noon|since midnight|since today|as of this morning|as of "
     "today|as of yesterday|seit heute|seit gestern|seit eben|seit vorhin|seit heut"},
    {chatter, "closing",
     "mit freundlichen|freundliche grusse|viele grusse|liebe grusse|beste grusse|mfg|saludos cordiales|un "
     "saludo|atentamente|un cordial saludo|kind regards|best regards|regards|yours sincerely|best wishes"},
    // what the speaker wants always
    {preference, "",
     "rule for myself|rule for me|regla para mi|norma para mi|regla mia|regel fur mich|vorsatz fur mich|se dirija a "
     "mi|dirijase a mi|de usted|hablarme de tu|per du|per sie|beim vornamen|mich ~ duzen|mich ~ siezen|mir ~ "
     "lieber|mit vornamen|by my first name|on first-name "
     "terms|no curro|no trabajo los|no trabajo por|nunca me propongas|nunca me pongas|nunca me mandes|nunca me "
     "llames|no me llames|gilt bei mir|bei mir gilt|bei jeder antwort|in jeder antwort|en cada respuesta|en todas tus "
     "respuestas|in every answer|in every reply|with every answer"},
    {preference, "leads",
     "conmigo|para mi|a mi|mir personlich|mir reicht|mir reichen|mir genugt|mir genugen|bei mir|fur mich|mit mir|for "
     "me|with me|as for me|personally"},
    {preference, "format",
     "bullets|bullet points|vinetas|tabla|tablas|en una linea|una linea|stichpunkte|stichpunkten|stichworte|tabelle|"
     "tabellen|short|kurz|breve|corto|en ingles|in english|auf englisch|auf deutsch|in german|en espanol|emojis|"
     "markdown|newest first|einzeiler|eine zeile|one line|one-liner|one-liners|plain text|sin rodeos|ohne romane|no "
     "prose|ohne einleitung|sin introduccion|no preamble"},
});

}  // namespace

std::span<const PhraseRow> company_phrases() { return phrases; }

}  // namespace wm::policies::activity
