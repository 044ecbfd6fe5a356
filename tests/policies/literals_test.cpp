#include "policies/literals.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace wm::policies {
namespace {

std::vector<int> found(const std::vector<const char*>& literals, std::string_view text) {
    Literals set;
    for (std::size_t i = 0; i < literals.size(); ++i)
        EXPECT_TRUE(set.add(literals[i], static_cast<Literals::Id>(i))) << literals[i];
    set.compile();
    Hits hits(literals.size());
    std::vector<Literals::Cue> cues;
    set.find(set.vocabulary().read(text), hits, cues);
    std::vector<int> ids;
    hits.each([&](std::uint32_t id) { ids.push_back(static_cast<int>(id)); });
    return ids;
}
using Ids = std::vector<int>;

TEST(Literals, FindWholeWordsOnly) {
    EXPECT_EQ(found({"ceph", "red", "k8s"}, "ceph y la red de k8s"), (Ids{0, 1, 2}));
    EXPECT_EQ(found({"ceph", "red"}, "cephfs redes acred"), Ids{});
    EXPECT_EQ(found({"ceph"}, "设备ceph清单"), Ids{0}) << "ASCII glued to CJK is a word";
    EXPECT_EQ(found({"ceph"}, ""), Ids{});
}

TEST(Literals, LetAWordEndOpenly) {
    EXPECT_EQ(found({"desplieg*"}, "lo despliego hoy"), Ids{0});
    EXPECT_EQ(found({"desplieg*"}, "desplieg"), Ids{0});
    EXPECT_EQ(found({"desplieg*"}, "redespliego"), Ids{});
    EXPECT_EQ(found({"a*", "an*", "ana*", "anastasi*", "anastasia*", "anb*"}, "anastasia"), (Ids{0, 1, 2, 3, 4}));
    EXPECT_EQ(found({"hochverfugbarkeit", "hochverfugbar*", "hochverfu*"}, "hochverfugbarkeiten"), (Ids{1, 2}));
    EXPECT_EQ(found({"fin de sem*", "fin d*", "fin de*"}, "fin de semana"), (Ids{0, 1, 2}));
}

TEST(Literals, FindPhrasesAcrossBlanksAndJoinsButNotAcrossSentences) {
    const std::vector<const char*> argo{"argo cd", "argo"};
    EXPECT_EQ(found(argo, "argo cd"), (Ids{0, 1}));
    EXPECT_EQ(found(argo, "argo-cd"), (Ids{0, 1}));
    EXPECT_EQ(found(argo, "argo\n cd"), (Ids{0, 1}));
    EXPECT_EQ(found(argo, "argo. cd"), Ids{1});
    EXPECT_EQ(found(argo, "argo? cd"), Ids{1});
    EXPECT_EQ(found(argo, "argo, cd"), Ids{1});
    EXPECT_EQ(found(argo, "argo     cd"), Ids{1});
    EXPECT_EQ(found(argo, "argo cdrom"), Ids{1});
    EXPECT_EQ(found({"base de datos", "de datos"}, "la base de datos"), (Ids{0, 1}));
    EXPECT_EQ(found({"fin de sem*"}, "el fin de semana"), Ids{0});
}

TEST(Literals, RefuseWhatIsNoWord) {
    Literals set;
    for (const char* bad : {"", "*", "a b ", " a", "c++", "a*b", "clúster", "Ceph", "a  b"})
        EXPECT_FALSE(set.add(bad, 0)) << bad;
}

TEST(Literals, SayAtWhichWordACueStands) {
    Literals set;
    EXPECT_TRUE(set.add_cue("wie viel", 4));
    EXPECT_TRUE(set.add_cue("wi*", 5));
    EXPECT_TRUE(set.add_cue("viel", 3, '?'));
    EXPECT_TRUE(set.add_cue("*tten", 6));
    EXPECT_TRUE(set.add_cue("*mann", 2, '?'));
    EXPECT_TRUE(set.add("hatten", 7));
    EXPECT_FALSE(set.add_cue("*en", 8)) << "an ending that too many words have";
    set.compile();
    Hits hits(8);
    std::vector<Literals::Cue> cues;
    set.find(set.vocabulary().read("und wie viel hatten wir, kaufmann, wie viel? hauptmann?"), hits, cues);
    std::vector<std::pair<int, int>> found;
    for (const auto& [id, word] : cues) found.emplace_back(id, word);
    EXPECT_EQ(found,
              (std::vector<std::pair<int, int>>{{5, 1}, {4, 1}, {6, 3}, {5, 4}, {5, 6}, {4, 6}, {3, 7}, {2, 8}}));
    EXPECT_TRUE(hits.has(7));
    EXPECT_FALSE(hits.has(4));
}

TEST(Literals, FindTensOfThousandsOfWordsAndNothingBesides) {
    Literals set;
    std::mt19937 random(4);
    std::vector<std::string> wanted;
    for (Literals::Id id = 0; id < 40'000; ++id) {
        std::string word;
        for (auto n = 2 + random() % 9; n > 0; --n) word += "abcdefghijklmnopqrstuvwxyz0123456789"[random() % 36];
        if (random() % 4 == 0) word += " " + std::to_string(random() % 90);
        ASSERT_TRUE(set.add(word, id));
        wanted.push_back(word);
    }
    set.compile();
    for (Literals::Id id = 0; id < wanted.size(); id += 7) {
        Hits hits(wanted.size());
        std::vector<Literals::Cue> cues;
        set.find(set.vocabulary().read(wanted[id]), hits, cues);
        EXPECT_TRUE(hits.has(id)) << wanted[id];
        hits.each([&](std::uint32_t hit) {
            const bool first = wanted[id].starts_with(wanted[hit] + " ") || wanted[id].ends_with(" " + wanted[hit]);
            EXPECT_TRUE(first || wanted[id] == wanted[hit]) << wanted[hit] << " in " << wanted[id];
        });
    }
    Hits none(wanted.size());
    std::vector<Literals::Cue> cues;
    set.find(set.vocabulary().read("zzzzzzzzzzzz yyyyyyyyyyyyyy"), none, cues);
    none.each([&](std::uint32_t id) { ADD_FAILURE() << wanted[id]; });
}

TEST(Literals, AgreeWithASlowSearchOnRandomText) {
    std::mt19937 random(9);
    static const char* literals[] = {"ab", "abc", "b", "ab c", "c*", "abc ab", "cab*"};
    const auto word_byte = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
    for (int round = 0; round < 2000; ++round) {
        std::string text;
        for (auto n = random() % 25; n > 0; --n)
            text += text.ends_with(' ') ? "abc"[random() % 3] : "abc "[random() % 4];
        std::vector<int> slow;
        for (std::size_t i = 0; i < std::size(literals); ++i) {
            std::string literal = literals[i];
            const bool open = literal.back() == '*';
            if (open) literal.pop_back();
            bool hit = false;
            for (auto at = text.find(literal); at != std::string::npos; at = text.find(literal, at + 1)) {
                const auto end = at + literal.size();
                hit |= (at == 0 || !word_byte(text[at - 1])) && (open || end == text.size() || !word_byte(text[end]));
            }
            if (hit) slow.push_back(static_cast<int>(i));
        }
        ASSERT_EQ(found({std::begin(literals), std::end(literals)}, text), slow) << text;
    }
}

}  // namespace
}  // namespace wm::policies
