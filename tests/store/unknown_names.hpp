#pragma once
// A bank in which many things are alike, and questions about a thing that it does not know: what is said of another
// host, version, ticket, customer or person is no answer. Beside them, questions that a memory does answer although it
// does not hold a name of the question, or calls it otherwise.

namespace wm::test {

inline constexpr const char* alike[] = {
    "Luis is responsible for ceph-osd55",
    "The disks of ceph-osd55 were replaced in August",
    "pve04 runs the mail server and the build agents",
    "La copia de pve04 se hace cada noche a las 03:00",
    "web12 sirve la tienda de Brennwald",
    "El certificado de web12 caduca en noviembre",
    "Die Firewall-Regeln von fw-hh-02 hat Jonas geprüft",
    "db-7 was migrated to the new rack by Nerea",
    "Keycloak 26.1 is rolled out on all clusters",
    "The upgrade to 26.1 broke the login of the billing portal",
    "INC-4711 was closed after the certificate had been renewed",
    "El ticket OPS-221 trata de la lentitud del portal",
    "Ticket 4711 was escalated to the network team",
    "Brennwald pays 4800 euros a year for support",
    "El contrato de Brennwald se renueva en marzo",
    "Der Ansprechpartner bei Nordvelt ist Frau Petersen",
    "Nordvelt receives its invoices by mail on the first of the month",
    "Ana prefers short answers without emojis",
    "Marta lleva la relación con los proveedores de fibra",
    "Jonas is on call this week",
    "The support hours of Quillmarsh are 08:00 to 18:00",
    "vm-333 has 16 GB of memory and four cores",
    "El nodo 3 aloja OpenSearch",
    "Der Switch sw-core-1 hat die Firmware 9.3 bekommen",
    // what concerns everybody
    "Backups are verified with restic every Monday",
    "To restore a virtual machine: stop it, run qmrestore with the newest dump, then start it",
    "Certificates are renewed by cert-manager automatically",
    "Premium support answers within two hours",
    "Los cortafuegos se administran con Ansible",
    "New customers get a tenant in Keycloak first",
};

// Nothing in the bank is about what they name.
inline constexpr const char* about_the_unknown[] = {
    // hosts
    "Who is responsible for nas59?",
    "¿Quién es el responsable de nas59?",
    "Wer ist für nas59 verantwortlich?",
    "When were the disks of ceph-osd56 replaced?",
    "what does pve05 run?",
    "¿A qué hora se hace la copia de pve07?",
    "¿qué tienda sirve web13?",
    "¿Cuándo caduca el certificado de web14?",
    "Wer hat die Firewall-Regeln von fw-hh-03 geprüft?",
    "who migrated db-8 to the new rack?",
    "how much memory and how many cores does vm-334 have?",
    "¿qué aloja el nodo 4?",
    "Welche Firmware hat sw-core-2 bekommen?",
    "does edge9 run the mail server?",
    // versions
    "is 26.2 rolled out on all clusters?",
    "did the upgrade to 26.3 break the login?",
    "¿se ha desplegado la 27.0 en todos los clusters?",
    "Ist die 9.4 schon auf dem Switch?",
    // tickets
    "was INC-4712 closed?",
    "¿de qué trata el ticket OPS-222?",
    "why was ticket 4712 escalated to the network team?",
    "Wurde INC-5000 nach der Erneuerung geschlossen?",
    // customers
    "What does ACME pay for support?",
    "how many euros a year does ACME pay?",
    "¿Cuándo se renueva el contrato de Altavoria?",
    "Wer ist der Ansprechpartner bei ACME?",
    "does Kestrovane receive its invoices by mail?",
    "what are the support hours of Vallombría?",
    "¿qué contrato tiene Ibarluz?",
    // people
    "does Ben prefer short answers?",
    "is Katrin on call this week?",
    "¿Lleva Iker la relación con los proveedores?",
};

struct OtherWords {
    const char* question;
    const char* answer;  // a part of a memory that must be among the first three
};

// Written after the rules. At first sight: one wrong answer of 21 (Peter, who is not Petersen), 12 of 12 found.
inline constexpr const char* about_the_unknown_at_first_sight[] = {
    "is somebody looking after the disks of nas59?",
    "¿quién cambió los discos de ceph-osd60?",
    "mail server on pve11, still running?",
    "Wann läuft das Zertifikat von web20 ab?",
    "¿a qué rack se migró db-12?",
    "hat vm-400 auch vier Kerne?",
    "who checked the firewall rules of fw-m-07?",
    "¿Qué hay en el nodo 9?",
    "was 25.4 rolled out to every cluster?",
    "OPS-900: is the portal slow?",
    "¿se escaló el ticket 5120?",
    "what was the outcome of INC-9?",
    "¿Qué paga Kestrovane al año por el soporte?",
    "when does the contract with Vallombría renew?",
    "an welchem Tag bekommt ACME die Rechnungen?",
    "who is our contact at Quillfort?",
    "support hours of ACME please",
    "Is it Peter who is on call this week?",
    "does Ulla like emojis in answers?",
    "¿Qué relación tiene Nuria con los proveedores de fibra?",
    "which memory size was given to vm-12?",
};
inline constexpr OtherWords in_other_words_at_first_sight[] = {
    {"replaced disks on osd55, when was that?", "August"},
    {"¿a qué hora copia pve 04?", "03:00"},
    {"web-12, which shop?", "Brennwald"},
    {"who reviewed fw hh 02?", "Jonas"},
    {"RAM of vm333?", "16 GB"},
    {"any trouble after going to 26.1?", "billing portal"},
    {"cert expired again, like inc-4711?", "INC-4711"},
    {"brennwald support: how many euros?", "4800"},
    {"Petersen von Nordvelt: welche Rolle hat sie?", "Ansprechpartner"},
    {"how do we restore a virtual machine like vm-12 from its newest dump?", "qmrestore"},
    {"do we renew the certificates for ACME with cert-manager?", "cert-manager"},
    {"administramos los cortafuegos de Ibarluz con Ansible?", "Ansible"},
};

inline constexpr OtherWords in_other_words[] = {
    {"who takes care of osd55?", "Luis"},
    {"is ceph osd 55 still with its old disks?", "disks of ceph-osd55"},
    {"¿y la copia del pve 04?", "copia de pve04"},
    {"does WEB12 serve the Brennwald shop?", "web12"},
    {"how are the backups of nas59 verified?", "restic"},
    {"how do I restore the virtual machine vm-900 from a dump on nas59?", "qmrestore"},
    {"who renews the certificates of web77 automatically?", "cert-manager"},
    {"do all clusters have Keycloak 26.2?", "Keycloak 26.1"},
    {"did the certificate cause inc 4711?", "INC-4711"},
    {"what was ops221 about?", "OPS-221"},
    {"did the network team get ticket 4711?", "Ticket 4711"},
    {"how much is Brennwald paying us?", "4800"},
    {"¿cuándo toca renovar con brennwald?", "renueva en marzo"},
    {"Who do I call at Nordvelt?", "Petersen"},
    {"how fast does premium support answer for ACME?", "within two hours"},
    {"please write it the way Ana likes: short and without emojis", "Ana prefers"},
    {"does Ana know whether the backups are verified every Monday?", "restic"},
    {"qué hay en el nodo 3?", "OpenSearch"},
    {"welche Firmware läuft auf sw core 1?", "9.3"},
    {"does ACME, as a new customer, need a tenant in Keycloak?", "tenant in Keycloak"},
};

}  // namespace wm::test
