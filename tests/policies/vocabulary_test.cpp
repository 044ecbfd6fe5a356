#include "policies/vocabulary.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace wm::policies {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); }

TEST(WordEdges, AreThoseOfASlowSearchInRandomTexts) {
    std::mt19937 random(5);
    for (int round = 0; round < 3000; ++round) {
        std::string text;
        for (auto n = random() % 200; n > 0; --n)
            text += static_cast<char>(random() % 3 ? 'a' + random() % 26 : random());
        std::vector<std::pair<std::size_t, std::size_t>> slow, fast;
        for (std::size_t at = 0; at < text.size(); ++at) {
            const auto begin = at;
            while (at < text.size() && is_letter(text[at])) ++at;
            if (at > begin) slow.emplace_back(begin, at);
        }
        const WordEdges edges(text);
        for (std::size_t i = 0; i < edges.count(); ++i) fast.emplace_back(edges.begin(i), edges.end(i));
        ASSERT_EQ(fast, slow) << text;
    }
}

TEST(Vocabulary, NumbersEachWordOnceAndKnowsNoOther) {
    Vocabulary words;
    const std::string alike = "hochverfugbarkeitskonzepte", other = "hochverfXXXXXXXXXkonzepte";
    const auto first = words.add("ceph"), second = words.add(alike);
    EXPECT_EQ(words.add("ceph"), first);
    EXPECT_NE(first, second);
    words.compile();
    EXPECT_EQ(words.find("ceph"), first);
    EXPECT_EQ(words.find(alike), second);
    for (const auto& unknown : {std::string("cep"), std::string("cephs"), other, std::string("x"), alike + "n"})
        EXPECT_EQ(words.find(unknown), unknown_word) << unknown;
}

// A word is the same at the end of a text, where less than a number's bytes are left, and in its middle.
TEST(Vocabulary, ReadsEveryWordOfARandomText) {
    std::mt19937 random(7);
    const auto word = [&] {
        std::string out;
        for (auto n = 1 + random() % 20; n > 0; --n) out += static_cast<char>('a' + random() % 3);
        return out;
    };
    Vocabulary words;
    std::vector<std::string> known;
    for (int i = 0; i < 3000; ++i) words.add(known.emplace_back(word()));
    words.compile();
    for (int round = 0; round < 300; ++round) {
        std::string text;
        for (auto n = 1 + random() % 12; n > 0; --n)
            text += (text.empty() ? "" : " ") + (random() % 2 ? word() : known[random() % known.size()]);
        const auto read = words.read(text);
        for (std::size_t i = 0; i < read.count(); ++i) {
            const bool is_known = std::find(known.begin(), known.end(), read.word(i)) != known.end();
            ASSERT_EQ(read.ids[i] != unknown_word, is_known) << read.word(i);
            if (is_known) ASSERT_EQ(words.word(read.ids[i]), read.word(i));
        }
    }
}

TEST(Vocabulary, KnowsNothingBeforeAnythingWasAdded) {
    Vocabulary words;
    words.compile();
    EXPECT_EQ(words.find("ceph"), unknown_word);
    EXPECT_EQ(words.read("").count(), 0u);
}

}  // namespace
}  // namespace wm::policies
