// Messages cut into sentences and clauses.

#include "policies/text_split.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace wm::policies {
namespace {

std::vector<std::string> texts(std::string_view message) {
    std::vector<std::string> out;
    for (const Sentence& sentence : split_sentences(message)) out.emplace_back(sentence.text);
    return out;
}

using Texts = std::vector<std::string>;

TEST(TextSplit, EndsASentenceAtItsDotAndNotInsideAName) {
    EXPECT_EQ(texts("pve05 runs 8.3 now. It is up!! ok"), (Texts{"pve05 runs 8.3 now.", "It is up!!", "ok"}));
    EXPECT_EQ(texts("Launch am 2. November in Bonn. Fertig"), (Texts{"Launch am 2. November in Bonn.", "Fertig"}));
    EXPECT_EQ(texts("tarda aprox. 3 min. Luego va"), (Texts{"tarda aprox. 3 min.", "Luego va"}));
}

TEST(TextSplit, TellsProseItemsRowsQuotesAndCodeApart) {
    const auto sentences =
        split_sentences("Pasos:\n1. uno\n2) dos\n- tres\n| a | b |\n> dicho\n```sh\nls\n```\nKEY=value\nfin");
    ASSERT_EQ(sentences.size(), 9U);
    const Block blocks[] = {Block::prose, Block::item, Block::item, Block::item, Block::row,
                            Block::quote, Block::code, Block::code, Block::prose};
    for (std::size_t i = 0; i < sentences.size(); ++i) EXPECT_EQ(sentences[i].block, blocks[i]) << sentences[i].text;
    EXPECT_TRUE(sentences[1].numbered);
    EXPECT_FALSE(sentences[3].numbered);
    EXPECT_EQ(sentences[1].text, "uno");
}

TEST(TextSplit, TakesStackTracesForCode) {
    for (const Sentence& sentence :
         split_sentences("Traceback (most recent call last):\n  File \"tree.py\", line 9, in <module>\n"
                         "AttributeError: no value\n  at Foo.bar(Foo.java:3)\nKeyError: 'a'")) {
        EXPECT_EQ(sentence.block, Block::code) << sentence.text;
    }
    EXPECT_EQ(split_sentences("Error: it is down").front().block, Block::prose);
}

TEST(TextSplit, CountsParagraphsByEmptyLines) {
    const auto sentences = split_sentences("a\nb\n\nc\n\n\nd");
    ASSERT_EQ(sentences.size(), 4U);
    EXPECT_EQ(sentences[0].paragraph, sentences[1].paragraph);
    EXPECT_NE(sentences[1].paragraph, sentences[2].paragraph);
    EXPECT_NE(sentences[2].paragraph, sentences[3].paragraph);
}

TEST(TextSplit, CutsASentenceWhereANewStatementBegins) {
    const auto clauses = [](std::string_view sentence) {
        std::vector<std::string> out;
        for (const std::string_view clause : split_clauses(sentence)) out.emplace_back(clause);
        return out;
    };
    EXPECT_EQ(clauses("web is up, and technically it runs on edge-1"),
              (Texts{"web is up", "and technically it runs on edge-1"}));
    EXPECT_EQ(clauses("heads up - pve03 is off"), (Texts{"heads up", "pve03 is off"}));
    EXPECT_EQ(clauses("oye apunta: he apagado pve04"), (Texts{"oye apunta: he apagado pve04"}));
    EXPECT_EQ(clauses("a las 10:30 arranca"), (Texts{"a las 10:30 arranca"}));
    EXPECT_EQ(clauses("todo bien (web, y db también)"), (Texts{"todo bien (web, y db también)"}));
}

TEST(TextSplit, PartsTheMattersOfAMessageAlsoWhereAFurtherQuestionIsJoined) {
    const auto matters = [](std::string_view text) {
        std::vector<std::string> out;
        for (const std::string_view part : split_matters(text)) out.emplace_back(part);
        return out;
    };
    EXPECT_EQ(matters("What did we agree with Ostwald and on which host are their sites?"),
              (Texts{"What did we agree with Ostwald", "and on which host are their sites?"}));
    EXPECT_EQ(matters("qué precio pusimos y en qué bucket van las copias"),
              (Texts{"qué precio pusimos", "y en qué bucket van las copias"}));
    EXPECT_EQ(matters("Was kostet es und wer macht es? Der Server läuft."),
              (Texts{"Was kostet es", "und wer macht es?", "Der Server läuft."}));
    EXPECT_EQ(matters("web and db are up"), (Texts{"web and db are up"}));
}

TEST(TextSplit, GivesNothingForNothing) {
    EXPECT_TRUE(split_sentences("").empty());
    EXPECT_TRUE(split_sentences(" \n\n ").empty());
    EXPECT_TRUE(split_clauses("").empty());
}

TEST(TextSplit, KeepsEveryViewInsideTheText) {
    const std::string text = "Uno. Dos?\n- tres\n\n```\ncode\nsin cierre";
    for (const Sentence& sentence : split_sentences(text)) {
        EXPECT_EQ(text.substr(sentence.begin, sentence.text.size()), sentence.text);
    }
}

}  // namespace
}  // namespace wm::policies
