// Kinds of speech, each by siblings in three languages that stand in no file of labelled turns: what was found out and how
// it was checked, steps that work, outages, what becomes of companies, standing rules, and what must leave nothing behind.

#include "tests/policies/judge_support.hpp"

#include "policies/learning.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

namespace wm::policies {
namespace {

using testing_judge::context;
using testing_judge::ran;
using testing_judge::said;

using Types = std::set<std::string>;

ToolRun called(std::string tool, std::string key, std::string value, std::string result) {
    ToolRun run;
    run.tool = std::move(tool);
    run.arguments = {{std::move(key), std::move(value)}};
    run.result.text = std::move(result);
    run.ok = true;
    run.call_id = "c";
    return run;
}

// "scope/type" of all records.
Types kept(const Turn& turn) {
    Types out;
    for (const ScopedRecords& scoped : judge_turn(turn, context()).accepted) {
        for (const LearningRecord& record : scoped.records)
            out.insert(scoped.scope.str() + "/" + std::string(type_name(record.type)));
    }
    return out;
}

bool holds_type(const Types& types, std::string_view type) {
    for (const std::string& one : types)
        if (one.ends_with(type)) return true;
    return false;
}

TEST(RetainKinds, KeepsACauseThatALookOfTheAgentConfirms) {
    for (const char* report : {"La causa era un certificado intermedio que faltaba en el nodo web-3.",
                               "Lo que satura el nodo web-3 es el job de miniaturas.",
                               "Causa raíz: el kubelet del nodo web-3 se quedó sin inodos.",
                               "El problema era el resolver del nodo web-3, apuntaba a una IP antigua.",
                               "El culpable es un cron que borra el socket en el nodo web-3.",
                               "The root cause is a stale ARP entry on node web-3.",
                               "What's filling the disk of node web-3 is the audit log.",
                               "The culprit is a liveness probe on node web-3 with a one second timeout.",
                               "Node web-3 dropped traffic because the conntrack table was full.",
                               "The issue was a duplicate IP on node web-3 in the cluster.",
                               "Ursache ist ein voller Journal-Ordner auf dem Node web-3.",
                               "Schuld ist ein Cronjob auf dem Node web-3, der jede Minute neu startet.",
                               "Das Problem war der falsche Gateway auf dem Server web-3.",
                               "Es lag an einem alten DNS-Eintrag für den Node web-3."}) {
        Turn turn = said("mira qué le pasa al nodo web-3 del cluster", report);
        EXPECT_FALSE(holds_type(kept(turn), "learning")) << report;
        turn.tools = {ran("ssh web-3 'df -i; journalctl -n 50'", "fine")};
        EXPECT_TRUE(kept(turn).contains("platform/learning")) << report;
    }
}

TEST(RetainKinds, KeepsWhyTheFirstTryFailedWhereALaterOneWorked) {
    for (const char* report :
         {"El servicio api está desplegado en el cluster. El primer intento falló porque el namespace tenía una cuota.",
          "Desplegado el servicio api. La primera vez falló por una cuota del namespace, porque estaba al límite.",
          "api is deployed on the cluster. The first attempt failed because the namespace was over quota.",
          "api is deployed. First try failed since the namespace was over quota, because of the old jobs.",
          "api ist auf dem Cluster ausgerollt. Der erste Versuch scheiterte an der Quota im Namespace.",
          "api ist ausgerollt. Der erste Versuch ist fehlgeschlagen, weil die Quota im Namespace voll war."}) {
        Turn turn = said("deploy api on the cluster", report);
        turn.tools = {ran("helm upgrade api c/api", "Error: UPGRADE FAILED: exceeded quota", false)};
        EXPECT_FALSE(holds_type(kept(turn), "learning")) << report;
        turn.tools.push_back(ran("kubectl delete job old && helm upgrade api c/api --wait", "has been upgraded"));
        const Types types = kept(turn);
        EXPECT_TRUE(types.contains("platform/learning")) << report;
        EXPECT_TRUE(types.contains("platform/event")) << report;
        EXPECT_TRUE(types.contains("platform/state")) << report;
    }
}

TEST(RetainKinds, TakesTheAnswerToAWhyForTheCauseOnceItWasLookedAt) {
    for (const auto& [question, answer] : std::vector<std::pair<const char*, const char*>>{
             {"¿por qué reinicia tanto el pod cart-0 del cluster?",
              "El pod cart-0 está en OOMKilled, su límite es de 128Mi."},
             {"why does pod cart-0 on the cluster restart so often?", "Pod cart-0 is OOMKilled, its limit is 128Mi."},
             {"warum startet der Pod cart-0 im Cluster dauernd neu?",
              "Der Pod cart-0 ist OOMKilled, sein Limit liegt bei 128Mi."}}) {
        Turn turn = said(question, answer);
        turn.tools = {ran("kubectl describe pod cart-0", "OOMKilled")};
        EXPECT_EQ(kept(turn), (Types{"platform/learning", "platform/state"})) << question;
    }
}

TEST(RetainKinds, BelievesAUserWhoSaysHowItWasMeasured) {
    for (const char* text :
         {"Medido con fio en el nodo nas-2: con la caché activa el NFS escribe el doble.",
          "Era el cable. Comprobado con iperf en el switch sw-2 del rack.",
          "Lo verifiqué con tcpdump: el firewall fw-2 corta las sesiones inactivas.",
          "Vi que el router rt-2 tenía la ruta duplicada, lo comprobé con traceroute.",
          "Measured with fio on node nas-2: NFS writes twice as fast with the cache on.",
          "Confirmed with tcpdump that firewall fw-2 throws away idle sessions after five minutes.",
          "I reproduced it twice: the load balancer drops connections whenever a node drains.",
          "RCA: the DNS zone on ns-2 was unsigned, verified with dig.",
          "Mit iperf gemessen: der Switch sw-2 schafft mit Jumbo Frames das Doppelte.",
          "Mit tcpdump geprüft: die Firewall fw-2 verwirft Sitzungen, sobald sie zehn Minuten leer sind.",
          "Ursache war ein lockeres Kabel am Switch sw-2, nachgemessen mit dem Tester.",
          "Ausgewertet über drei Wochen: der Cluster-Ingress ist ohne HTTP/2 doppelt so schnell."}) {
        EXPECT_TRUE(kept(said(text)).contains("platform/learning")) << text;
    }
    for (const char* text :
         {"He comparado tres trimestres y está confirmado con datos: los clientes con contrato anual cancelan la "
          "mitad.",
          "I compared three quarters and it's confirmed: customers on annual contracts churn half as much.",
          "Nachgerechnet über drei Quartale: Kunden mit Jahresvertrag kündigen halb so oft.",
          "I measured it over a year: invoices sent on Mondays are paid twice as fast by customers."})
        EXPECT_TRUE(kept(said(text)).contains("business/learning")) << text;
}

TEST(RetainKinds, TakesSomebodysWordForAFactAndNoMeasurement) {
    for (const char* text :
         {"El proveedor Cartonajes Lur solo acepta pedidos por la web. Me lo ha confirmado su comercial.",
          "Supplier Brackwater only ships on Tuesdays, their rep confirmed it to me.",
          "Der Lieferant Holzmann liefert nur noch gegen Vorkasse, das hat er mir bestätigt."})
        EXPECT_EQ(kept(said(text)), Types{"business/state"}) << text;
}

TEST(RetainKinds, KeepsStepsBehindAColonThatAreSaidToWork) {
    for (const char* text :
         {"Así rotamos los logs del nodo web-3 y funciona: parar nginx, mover los ficheros, arrancar nginx.",
          "La rutina para vaciar un nodo del cluster, probada y nunca falla: cordon, drain, parar kubelet, apagar.",
          "Para el runbook, cómo renovamos el certificado del servidor web-3: 1) certbot renew, 2) copiar el pem, 3) "
          "recargar nginx. Probado, funciona.",
          "This is how we rotate logs on server web-3, it works: stop nginx, move the files, start nginx.",
          "The routine that has never failed for draining a cluster node: cordon, drain, stop kubelet, power off.",
          "How we renew the certificate on server web-3: 1) certbot renew, 2) copy the pem, 3) reload nginx. Tested, "
          "works "
          "every time.",
          "So rotieren wir die Logs am Server web-3, klappt so: nginx stoppen, Dateien verschieben, nginx starten.",
          "Die Routine zum Leeren eines Cluster-Nodes, noch nie schiefgegangen: cordon, drain, kubelet stoppen, "
          "ausschalten.",
          "So geht das Erneuern des Zertifikats am Server web-3: 1) certbot renew, 2) pem kopieren, 3) nginx neu "
          "laden. "
          "Getestet, das funktioniert."}) {
        EXPECT_EQ(kept(said(text)), Types{"platform/procedure"}) << text;
    }
    for (const char* text :
         {"The routine for draining a cluster node could be: cordon, drain, stop kubelet, power off.",
          "Hardware of server web-3: 64 GB, two disks, one PSU.",
          "Los servidores del cluster que hay que mirar: web-3, web-4, web-5."})
        EXPECT_FALSE(holds_type(kept(said(text)), "procedure")) << text;
}

TEST(RetainKinds, KeepsTheStepsThatTheAgentShowsToHaveWorked) {
    for (const char* report : {"El nodo web-3 está reinstalado. Así funcionó: 1. Vaciar el nodo, 2. Reinstalar "
                               "kubelet, 3. Unir el nodo al cluster.",
                               "Node web-3 is reinstalled. This is what worked: 1. Drain the node, 2. Reinstall "
                               "kubelet, 3. Join the cluster.",
                               "Node web-3 ist neu aufgesetzt. So hat es geklappt: 1. Node leeren, 2. Kubelet "
                               "installieren, 3. Node einbinden."}) {
        Turn turn = said("reinstall node web-3 of the cluster", report);
        turn.tools = {ran("kubeadm reset -f && kubeadm join k8s:6443", "This node has joined the cluster")};
        EXPECT_TRUE(kept(turn).contains("platform/procedure")) << report;
    }
}

TEST(RetainKinds, KeepsOutagesThatAUserTells) {
    for (const char* text :
         {"el servidor mail-2 ha estado caído de una a dos y ya funciona",
          "Apunta: el cluster dejó de responder a las 4:10.", "El switch sw-2 se quedó a oscuras por un corte de luz.",
          "FYI the cluster stopped responding at 04:10.", "Switch sw-2 went dead after a power cut.",
          "Router rt-2 lost its uplink at noon.", "Server mail-2 has been down from one to two and is back up.",
          "Der Server mail-2 fiel um 4:10 aus.", "Router rt-2 hat die Verbindung verloren, seit Mittag.",
          "Der Cluster reagierte nicht mehr, um 4:10 war alles weg."})
        EXPECT_TRUE(kept(said(text)).contains("platform/event")) << text;
}

TEST(RetainKinds, KeepsWhatBecomesOfCompaniesAndContracts) {
    for (const char* text :
         {"El proveedor Cartonajes Lur ha entrado en concurso.",
          "El contrato con el cliente Solbide quedó rescindido ayer.", "El cliente Solbide ha aceptado la oferta.",
          "La factura 118 del cliente Solbide está saldada, han saldado todo.",
          "Our supplier Brackwater went into administration.", "The contract of Penhollow has expired.",
          "Customer Penhollow accepted the quote.", "Invoice 118 of customer Penhollow was paid yesterday.",
          "Der Lieferant Holzmann hat Insolvenz angemeldet.", "Der Vertrag mit dem Kunden Ostwald ist ausgelaufen.",
          "Der Kunde Ostwald hat das Angebot angenommen.", "Die Rechnung 118 vom Kunden Ostwald ist bezahlt."})
        EXPECT_EQ(kept(said(text)), (Types{"business/event", "business/state"})) << text;
}

TEST(RetainKinds, KeepsChangedTermsAsStates) {
    for (const char* text :
         {"El proveedor Cartonajes Lur ya no fabrica cajas de cartón doble.",
          "El transportista Ibai ya no reparte a clientes los sábados.",
          "Supplier Brackwater no longer delivers on Saturdays.", "Supplier Brackwater now requires payment up front.",
          "Der Lieferant Holzmann liefert nicht mehr samstags.",
          "Spedition Kranich fährt ab sofort keine Gefahrgüter mehr für Kunden."})
        EXPECT_EQ(kept(said(text)), Types{"business/state"}) << text;
}

TEST(RetainKinds, KeepsStandingRulesOfThePerson) {
    for (const char* text :
         {"Conmigo, siempre al grano.", "Para mí siempre en viñetas.", "Nunca me propongas llamadas antes de las diez.",
          "Los martes no curro, no me llames nunca ese día.", "Norma para mí: ningún correo después de las ocho.",
          "For me always in bullets, please.", "With me, one line is always enough.",
          "New rule for me: no calls before ten.", "As for me, short answers, always.",
          "Bei mir gilt: immer zuerst das Ergebnis.", "Mir reicht immer eine Zeile.", "Mit mir bitte immer per Du.",
          "Regel für mich: nach acht keine Mails mehr.", "Für mich immer als Tabelle."})
        EXPECT_EQ(kept(said(text)), Types{"personal/preference"}) << text;
}

TEST(RetainKinds, TellsNoNewsOutOfWhatMemoryBroughtBack) {
    for (const auto& [question, answer] : std::vector<std::pair<const char*, const char*>>{
             {"¿cómo arreglamos la otra vez el cluster cuando se cayó?",
              "Se reinició el etcd del nodo cp-1 y el cluster volvió."},
             {"remind me how we fixed the cluster when it went down",
              "etcd on node cp-1 was restarted and the cluster came back."},
             {"weißt du noch, wie wir den Cluster repariert haben, als er ausgefallen ist?",
              "Etcd auf dem Node cp-1 wurde neu gestartet, dann lief der Cluster."}}) {
        Turn turn = said(question, answer);
        turn.tools = {called("memory_search", "query", "cluster", std::string("[{\"text\":\"") + answer + "\"}]")};
        EXPECT_EQ(kept(turn), Types{}) << question;
        turn.tools.push_back(ran("kubectl get nodes", "cp-1 Ready"));
        EXPECT_EQ(kept(turn), Types{}) << question;
    }
}

TEST(RetainKinds, KeepsNothingOfFeelingsAndTalksWithoutAnEnd) {
    for (const char* text :
         {"Tengo la sensación de que el cliente Solbide se nos va. Es solo una intuición mía.",
          "Just a feeling, but customer Penhollow went quiet because of the price.",
          "Ich ahne, dass der Kunde Ostwald gekündigt hat, nur so ein Gefühl.",
          "El cluster se ha caído por el disco, supongo.", "The cluster went down due to the disk, I guess."})
        EXPECT_EQ(kept(said(text)), Types{}) << text;
}

TEST(RetainKinds, SeesChangesOfCommandsThatSayItWithOptionsOrStatements) {
    for (const char* command :
         {"ssh gw-2 'sudo iptables -A INPUT -s 10.0.0.9 -j DROP'", "ssh gw-2 'nft add rule inet filter input drop'",
          "ssh nas-2 'mdadm --manage /dev/md0 --add /dev/sdc1'", "psql -h db-2 -c \"select pg_terminate_backend(41)\"",
          "psql -h db-2 -c 'vacuum full orders'", "ssh sw-2 'set interface ge-0/0/1 disable'",
          "ssh web-3 'docker compose -f /srv/app.yml up -d'", "ssh ci-2 'gitlab-runner register --url https://git'",
          "ssh db-2 'patronictl switchover main'", "ssh web-3 'sysctl -w vm.swappiness=1'"}) {
        Turn turn = said("do it on the server", "It is in place on the server now.");
        turn.tools = {ran(command, "ok")};
        EXPECT_EQ(kept(turn), (Types{"platform/event", "platform/state"})) << command;
    }
    for (const char* command :
         {"ssh gw-2 'sudo iptables -L -n'", "ssh nas-2 'mdadm --detail /dev/md0'", "set -e; uptime",
          "psql -h db-2 -c 'select count(*) from pg_stat_activity'", "ssh sw-2 'show interfaces'"}) {
        Turn turn = said("look at the server", "The server is running.");
        turn.tools = {ran(command, "ok")};
        EXPECT_FALSE(holds_type(kept(turn), "event")) << command;
    }
}

TEST(RetainKinds, SeesChangesOfBusinessToolsByTheirVerbs) {
    for (const char* tool : {"mcp_odoo_confirm_sale_order", "mcp_jira_transition_issue", "mcp_crm_close_deal",
                             "mcp_erp_approve_invoice", "mcp_zendesk_reopen_ticket"}) {
        Turn turn = said("bitte für den Kunden Ostwald erledigen", "Für den Kunden Ostwald ist das erledigt.");
        turn.tools = {called(tool, "name", "S17", "{\"ok\":true}")};
        EXPECT_EQ(kept(turn), (Types{"business/event", "business/state"})) << tool;
    }
}

TEST(RetainKinds, ReadsASheetOfFactsAsOneState) {
    for (const char* text : {"Ficha del cliente Solbide:\n- dos sedes\n- usa SAP\n- compra en otoño",
                             "Customer Penhollow, as they told me:\n* two sites\n* SAP\n* budget in May",
                             "Kunde Ostwald, Stand heute:\n- zwei Werke\n- SAP\n- Budget im Mai"})
        EXPECT_EQ(kept(said(text)), Types{"business/state"}) << text;
}

TEST(RetainKinds, TakesNoNounAndNoArticleForAnOrder) {
    for (const char* text :
         {"Die Server web-3 und web-4 sind abgeschaltet.", "Update of server web-3 is done, it was upgraded to 12.",
          "Resumen de hoy: el servidor web-3 está apagado."})
        EXPECT_TRUE(kept(said(text)).contains("platform/state")) << text;
}

}  // namespace
}  // namespace wm::policies
