#include "policies/hot_kind.hpp"

#include <gtest/gtest.h>

#include <string>

namespace wm::policies::hot {
namespace {

struct Row {
    std::string text;
    std::optional<double> importance;
    Place place;
};

TEST(HotKind, SendsAFactWhereItBelongs) {
    const Row rows[] = {
        {"Ana prefers short answers.", {}, Place::hot},
        {"Ben bevorzugt Tee.", {}, Place::hot},
        {"Nunca reinicies la base de datos en horario de oficina.", {}, Place::hot},
        {"回答要简短,不要客套。", {}, Place::hot},
        {"Línea roja: no se borran copias.", {}, Place::hot},
        {"The router of the office is an MX204.", {}, Place::cold},
        {"The router of the office is an MX204.", 0.8, Place::hot},
        {"The router of the office is an MX204.", 0.79, Place::cold},
        {"VPN fixed", {}, Place::dropped},
        {"arreglado el DNS", {}, Place::dropped},
        {"已修复", {}, Place::dropped},
        {"Drucker behoben.", {}, Place::dropped},
        {"VPN fixed", 0.9, Place::hot},
        {"The leak in the cache of the router was fixed by turning prefetch off, see the runbook of the team.",
         {},
         Place::cold},
        {"2026-05-28: decided to move the backups to Frankfurt.", {}, Place::cold},
        {"2026-05-28: decided to move the backups to Frankfurt.", 0.95, Place::cold},
        {"El 28/05/2026 quedó configurado el nuevo cortafuegos.", {}, Place::cold},
        {"5月28日拍板:备份迁到法兰克福", {}, Place::cold},
        {"2026-05-28: decided that agents must never push on Fridays.", {}, Place::hot},
        {"", {}, Place::cold},
    };
    for (const auto& row : rows)
        EXPECT_EQ(place_of(signs_of(row.text), row.importance), row.place)
            << row.text << " " << row.importance.value_or(-1);
}

TEST(HotKind, TakesWhatWasDecidedForAStateAndWhatIsToBeDoneForARule) {
    for (const auto* text : {"Migrated the wiki to the new host.", "Hemos decidido usar PostgreSQL 16.",
                             "Das Cluster ist konfiguriert.", "防火墙已配置"})
        EXPECT_EQ(kind_of(signs_of(text)), Kind::state) << text;
    for (const auto* text : {"Prefers dark mode.", "Always ask before a deploy was completed.",
                             "The office is in Lyon.", "Antworte immer auf Deutsch."})
        EXPECT_EQ(kind_of(signs_of(text)), Kind::rule) << text;
}

TEST(HotKind, SeesDaysInSeveralSpellingsAndNoOthers) {
    for (const auto* text : {"on 2026-05-28 at noon", "el 28/05/2026", "am 8.5.2026", "5月28日"})
        EXPECT_TRUE(signs_of(text).date) << text;
    for (const auto* text : {"version 12.1.20", "port 8080", "10.20.30.40", "2026", "1/2", "12026-05-28"})
        EXPECT_FALSE(signs_of(text).date) << text;
}

TEST(HotKind, LooksForWordsAndNotForPartsOfThem) {
    EXPECT_FALSE(signs_of("The tunnel to nieves is open.").behaviour) << "nie is no part of nieves";
    EXPECT_FALSE(signs_of("The mustard is in the fridge.").behaviour);
    EXPECT_FALSE(signs_of("An unfixed bug").stale);
    EXPECT_TRUE(signs_of("It was decided and configured.").completions == 2);
}

TEST(HotKind, KnowsPreceptsAndRedLines) {
    EXPECT_TRUE(signs_of("Always answer in Spanish.").precept);
    EXPECT_TRUE(signs_of("Escribe siempre sin emojis.").precept);
    EXPECT_FALSE(signs_of("The answer was 42.").precept) << "tells nobody what to do";
    EXPECT_TRUE(signs_of("Red line: no deletes in production.").red_line);
    EXPECT_TRUE(signs_of("Auf keinen Fall Backups löschen.").red_line);
}

}  // namespace
}  // namespace wm::policies::hot
