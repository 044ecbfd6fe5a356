#include "policies/hot_file.hpp"

#include "policies/hot_words.hpp"

#include <gtest/gtest.h>

namespace wm::policies::hot {
namespace {

using Entries = std::vector<std::string>;

TEST(HotFile, ReadsEntriesAsHermesWritesThem) {
    EXPECT_EQ(split("Prefers tea.\n§\nWorks in Lyon.\nAnd in Bonn.\n§\nSays tú."),
              (Entries{"Prefers tea.", "Works in Lyon.\nAnd in Bonn.", "Says tú."}));
    EXPECT_EQ(split(""), Entries{});
    EXPECT_EQ(split(" \n"), Entries{});
    EXPECT_EQ(split("one\n§\n \n§\n two \n"), (Entries{"one", "two"}));
    EXPECT_EQ(split("the sign § inside a line"), Entries{"the sign § inside a line"});
}

TEST(HotFile, WritesWhatItRead) {
    for (const std::string file : {"", "one", "one\n§\ntwo", "§ 1 of the law\n§\nüber"}) {
        EXPECT_EQ(join(split(file)), file);
        EXPECT_TRUE(round_trips(file)) << file;
    }
    for (const std::string file : {"one\n", " one", "one\n§\n\n§\ntwo", "# Memory\n\n", "\n§\none"})
        EXPECT_FALSE(round_trips(file)) << file;
}

TEST(HotFile, CountsCharactersAsTheHostDoes) {
    EXPECT_EQ(characters("año §"), 5u);
    EXPECT_EQ(characters("已修复"), 3u);
    EXPECT_EQ(characters(""), 0u);
}

TEST(HotFile, KnowsAnEntryByItsHashAndAlikeOnesByTheirWords) {
    EXPECT_EQ(key_of("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");  // FIPS 180-2
    EXPECT_NE(key_of("abc"), key_of("abc "));
    EXPECT_EQ(same_key("Prefiere  café\n solo."), same_key("prefiere cafe solo"));
    EXPECT_NE(same_key("prefers tea"), same_key("prefers coffee"));
}

TEST(HotWords, MergeSaysEachSentenceOnce) {
    EXPECT_EQ(merged("Deploys go out on Mondays. Ana approves.", "deploys go out on mondays. Never on Fridays."),
              "Deploys go out on Mondays. Ana approves. Never on Fridays.");
    EXPECT_EQ(merged("Uses tabs", "Width is four"), "Uses tabs; Width is four");
}

TEST(HotWords, CompressKeepsTheSentencesThatTellWhatToDo) {
    const std::string text =
        "We talked about it for long. Never restart the database during office hours. The weather was fine.";
    EXPECT_EQ(compressed(text, 80), "Never restart the database during office hours.");
    EXPECT_EQ(compressed("The office is in Lyon. It has three floors.", 80), "The office is in Lyon.");
    EXPECT_EQ(compressed(std::string(300, 'x'), 200), "") << "what is one sentence is not cut";
}

TEST(HotWords, AStubIsShortAndSaysWhatToSearchFor) {
    const auto stub =
        stub_of("The nightly backup of apollo goes to the store in Frankfurt at three in the morning", 40);
    EXPECT_TRUE(stub.starts_with("→ ")) << stub;
    EXPECT_LE(characters(stub), 40u);
    EXPECT_NE(stub.find("apollo"), std::string::npos) << stub;
    EXPECT_EQ(stub_of("it is", 40), "");
    EXPECT_LE(characters(stub_of("备份服务器位于法兰克福", 10)), 10u);
}

}  // namespace
}  // namespace wm::policies::hot
