#include "policies/slips.hpp"

#include <gtest/gtest.h>

namespace wm::policies {
namespace {

class Mender {
public:
    explicit Mender(std::initializer_list<const char*> words) {
        for (const char* word : words) slips_.learn(word);
        slips_.compile(vocabulary_);
        vocabulary_.compile();
    }
    std::string mended(std::string_view folded) const {
        const auto out = slips_.mended(vocabulary_.read(folded));
        return out.empty() ? std::string(folded) : out;
    }

private:
    Vocabulary vocabulary_;
    Slips slips_;
};

TEST(Slips, PutsAWordRightThatIsOneSlipAway) {
    const Mender made({"decidimos", "remember", "servidor", "servidores", "invoice", "short", "factura"});
    struct Row {
        const char *folded, *mended;
    };
    const Row rows[] = {
        {"que deicdimos ayer", "que decidimos ayer"},  // two letters changed places
        {"do you rememebr?", "do you remember?"},
        {"los servidres", "los servidores"},  // one left out
        {"el sevidor", "el sevidor"},         // of a word too short for that
        {"la factrua,el servdior", "la factura,el servidor"},
        {"que decidimos", "que decidimos"},
        {"los servidores", "los servidores"},                                      // a known word is never another one
        {"servidro-02 servidro2 servidro_x", "servidor-02 servidro2 servidro_x"},  // names keep what they are
        {"decidimso", "decidimos"},
        {"edcidimos", "edcidimos"},  // the first letter is right
        {"invoic", "invoic"},        // a last letter left out makes another word
        {"servidorr", "servidorr"},  // one too many
        {"shrot", "shrot"},          // too short to tell
        {"dcidimso", "dcidimso"},    // two slips
        {"décidimos", "décidimos"},
        {"", ""},
    };
    for (const auto& row : rows) EXPECT_EQ(made.mended(row.folded), row.mended) << row.folded;
}

TEST(Slips, LeavesEverythingAsItIsWithoutWords) {
    EXPECT_EQ(Mender({}).mended("que deicdimos"), "que deicdimos");
    EXPECT_EQ(Slips().mended(Vocabulary().read("que deicdimos")), "");
}

}  // namespace
}  // namespace wm::policies
