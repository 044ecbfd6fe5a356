#include "policies/relevance.hpp"

#include <gtest/gtest.h>

#include <random>

namespace wm::policies {
namespace {

std::vector<Memory> memories(std::initializer_list<const char*> texts) {
    std::vector<Memory> out;
    for (const char* text : texts) out.push_back(Memory{ScopeName("platform"), Content{text}});
    return out;
}
std::vector<std::string> kept(const std::vector<Memory>& from, std::string_view message,
                              std::string_view previous = {}) {
    std::vector<std::string> texts;
    for (const auto& memory : relevant(from, message, previous)) texts.push_back(memory.text.text);
    return texts;
}

TEST(ContentTerms, AreTheWordsThatCarryASubject) {
    EXPECT_EQ(content_terms("The backups are on lb-wan-1, in 8.3"),
              (std::vector<std::string>{"backup", "lb-wan-1", "8.3"}));
    EXPECT_EQ(content_terms("¿Qué habíamos desplegado?"), content_terms("desplegados"));
    EXPECT_EQ(content_terms("设备清单"), (std::vector<std::string>{"设备", "备清", "清单"}));
    EXPECT_EQ(content_terms("设"), std::vector<std::string>{"设"});
    EXPECT_TRUE(content_terms("y ya está, gracias").empty());
    EXPECT_TRUE(content_terms("").empty());
}

TEST(Relevance, InjectsNothingStaleAfterAChangeOfTopic) {
    const auto cached = memories({"pve04 is off for maintenance.", "Ceph runs 19.2.3 on the core cluster.",
                                  "keepalived guards the public address."});
    EXPECT_TRUE(kept(cached, "¿qué margen deja el plan Pro?").empty());
    EXPECT_TRUE(kept(cached, "translate this sentence to German, please").empty());
    EXPECT_TRUE(kept(cached, "gracias, perfecto!").empty());
    EXPECT_TRUE(kept(cached, "").empty());
    EXPECT_TRUE(kept(cached, "is pve05 fine?").empty()) << "a neighbour is another machine";
    EXPECT_TRUE(kept(cached, "Welche Server stehen in Hamburg?").empty());
}

TEST(Relevance, KeepsWhatTheMessageSpeaksOf) {
    const auto cached = memories(
        {"pve04 is off for maintenance.", "Ceph runs 19.2.3 on the core cluster.", "Nordvelt delivers discs."});
    EXPECT_EQ(kept(cached, "¿cómo sigue pve04?"), std::vector<std::string>{"pve04 is off for maintenance."});
    EXPECT_EQ(kept(cached, "which version of CEPH do we have?"),
              std::vector<std::string>{"Ceph runs 19.2.3 on the core cluster."});
    EXPECT_EQ(kept(cached, "wann liefert Nordvelt?"), std::vector<std::string>{"Nordvelt delivers discs."});
    EXPECT_EQ(kept(memories({"El clúster de pruebas usa Flux."}), "que usan los clústeres de prueba").size(), 1u);
    EXPECT_EQ(kept(memories({"机房设备清单已更新"}), "设备在哪里").size(), 1u);
}

TEST(Relevance, LetsAFollowUpKeepWhatWasTalkedOf) {
    const auto cached = memories({"pve04 is off for maintenance.", "Nordvelt delivers discs."});
    const std::string before = "is pve04 still off?";
    for (const char* message :
         {"and is it up now?", "¿y ahora está arriba?", "und läuft das jetzt wieder?", "y ese sigue apagado?"}) {
        EXPECT_TRUE(is_follow_up(message)) << message;
        EXPECT_EQ(kept(cached, message, before), std::vector<std::string>{"pve04 is off for maintenance."}) << message;
    }
    EXPECT_EQ(kept(cached, "and is it up now?").size(), 2u) << "without knowing what for, the prefetch is trusted";
    for (const char* message :
         {"thanks!", "ok perfecto", "hola", "write me a poem about it", "and what does Brennwald pay?", "Danke, super"})
        EXPECT_FALSE(is_follow_up(message)) << message;
}

TEST(Relevance, KeepsNothingAboutAnotherThingThanTheMessageNames) {
    struct Row {
        const char* memory;
        const char* message;
        bool kept;
    };
    const Row rows[] = {
        // hosts
        {"Luis is responsible for ceph-osd55", "Who is responsible for nas59?", false},
        {"Luis is responsible for ceph-osd55", "Who is responsible for osd55?", true},
        {"Luis is responsible for ceph-osd55", "who is responsible for ceph-osd55 now?", true},
        {"Marta es la responsable de plataforma", "¿Quién es el responsable de nas59?", false},
        {"La copia de pve04 se hace cada noche", "¿a qué hora es la copia de pve07?", false},
        {"La copia de pve04 se hace cada noche", "¿a qué hora es la copia del pve 04?", true},
        {"Die Firewall-Regeln von fw-hh-02 hat Jonas geprüft", "Wer hat die Firewall-Regeln von fw-hh-03 geprüft?",
         false},
        {"Backups are verified with restic every Monday", "how are the backups of nas59 verified?", true},
        {"Backups are encrypted with AES256 and verified", "are the backups of nas59 verified and encrypted?", true},
        {"The disks of ceph-osd55 were replaced", "were the disks of ceph-osd55 and nas59 replaced?", true},
        // versions
        {"Keycloak 26.1 is rolled out on all clusters", "did the roll out of 26.2 reach all clusters?", false},
        {"Keycloak 26.1 is rolled out on all clusters", "who rolled out 26.1?", true},
        {"Keycloak 26.1 is rolled out on all clusters", "do all clusters have Keycloak 26.2?", true},
        {"Support costs 4.800 euros a year", "does support cost 5.200 euros a year?", true},
        {"The backups go to 10.20.0.88 and are verified", "are the backups of nas59 verified?", true},
        // tickets
        {"INC-4711 was closed after a renewal", "was INC-4712 closed?", false},
        {"INC-4711 was closed after a renewal", "why was INC-4711 closed?", true},
        // customers
        {"Brennwald pays 4800 euros a year for support", "What does ACME pay for support?", false},
        {"Brennwald pays 4800 euros a year for support", "What does Brennwald pay for support?", true},
        {"El contrato de Brennwald se renueva en marzo", "¿Cuándo se renueva el contrato de Altavoria?", false},
        {"Premium support answers within two hours", "does premium support answer ACME in time?", true},
        // people
        {"Ana prefers short answers without emojis", "does Ben prefer short answers?", false},
        {"Ana prefers short answers without emojis", "does Ana prefer short answers?", true},
        {"Petersen prefers short answers", "does Peter prefer short answers?", false},
        // no name was asked for
        {"Luis is responsible for ceph-osd55", "who is responsible for the storage?", true},
        {"Argo CD is the GitOps deployment controller", "which deployment controller do we use?", true},
    };
    for (const auto& row : rows)
        EXPECT_EQ(kept(memories({row.memory}), row.message).size(), row.kept ? 1u : 0u)
            << row.message << " | " << row.memory;
}

TEST(Relevance, KeepsTheOrderAndInventsNothing) {
    std::mt19937 random(2);
    static const char* pieces[] = {"pve04", "ceph",   " ",   "ñ",   "设备", "\xFF", "-",
                                   ".",     "server", "the", "8.3", "it",   "\n"};
    const auto text = [&] {
        std::string out;
        for (auto n = random() % 12; n > 0; --n)
            out += pieces[random() % std::size(pieces)], out += random() % 2 ? " " : "";
        return out;
    };
    for (int round = 0; round < 1000; ++round) {
        std::vector<Memory> in;
        for (int i = 0; i < 6; ++i)
            in.push_back(Memory{ScopeName("platform"), Content{text()}, MemoryType::world, 0, {}, std::to_string(i)});
        const auto out = relevant(in, text(), text());
        std::size_t at = 0;
        for (const auto& memory : out) {
            while (at < in.size() && in[at].id != memory.id) ++at;
            ASSERT_LT(at, in.size());
            ASSERT_EQ(in[at].text, memory.text);
        }
    }
}

}  // namespace
}  // namespace wm::policies
