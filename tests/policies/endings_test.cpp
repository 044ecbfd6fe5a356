#include "policies/endings.hpp"

#include <gtest/gtest.h>

namespace wm::policies {
namespace {

Rule word(const char* language, const char* match, double weight = 1) {
    return {std::string("pack/rule: ") + match, language, RuleForm::word, match, weight};
}

std::string match_of(const RulePack& pack, std::size_t rule) {
    const auto ended = with_endings(pack).scopes[0].rules[rule];
    return ended.match + (ended.endings.empty() ? "" : "|" + ended.endings);
}

TEST(Endings, OfALanguageAreAddedToItsWords) {
    RulePack pack;
    pack.scopes = {
        {ScopeName("business"), {word("de", "quartal"), word("es", "alianza|fusion"), word("en", "pallet")}}};
    EXPECT_EQ(match_of(pack, 0), "quartal|quartaln|quartalen|quartals|quartales|quartale|quartaler|quartalem");
    EXPECT_EQ(match_of(pack, 1), "alianza|fusion|alianzas|alianzaes|fusions|fusiones");
    EXPECT_EQ(match_of(pack, 2), "pallet|pallets|palletes");
}

TEST(Endings, MakeNoFormThatARuleNamesItself) {
    RulePack pack;
    pack.scopes = {{ScopeName("business"), {word("en", "margin"), word("en", "margins", 0.4)}}};
    pack.languages = {{"en", {"margines"}}};
    EXPECT_EQ(match_of(pack, 0), "margin");
}

TEST(Endings, StayAwayFromShortAndOpenWordsPhrasesAndNegativeRules) {
    RulePack pack;
    auto phrase = word("en", "free trial");
    phrase.form = RuleForm::phrase;
    pack.scopes = {
        {ScopeName("business"),
         {word("en", "deal"), word("en", "invoic*"), word("en", "q4x7y"), phrase, word("en", "puppet", -1)}}};
    const auto ended = with_endings(pack);
    for (std::size_t i = 0; i < pack.scopes[0].rules.size(); ++i)
        EXPECT_EQ(ended.scopes[0].rules[i].match, pack.scopes[0].rules[i].match);
}

}  // namespace
}  // namespace wm::policies
