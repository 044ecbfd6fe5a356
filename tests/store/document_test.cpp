#include "store/document.hpp"

#include <gmock/gmock.h>

namespace wm::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Kind = Said::Kind;

auto said(const std::string& text, Kind kind = Kind::fact) {
    return testing::AllOf(testing::Field(&Said::text, text), testing::Field(&Said::kind, kind));
}

TEST(Document, IsItsListedStatementsUnderTheirHeadings) {
    EXPECT_THAT(
        statements_of("platform activity.\n\nTimestamp: 2026-09-06T10:00:00Z\n\nActivity:\n- pve04 was powered off\n\n"
                      "Decisions:\n- stay on RKE2\n- no OpenVPN\n\nEvidence:\n- terminal: ok\n"),
        ElementsAre(said("pve04 was powered off", Kind::activity), said("stay on RKE2"), said("no OpenVPN"),
                    said("terminal: ok", Kind::evidence)));
    EXPECT_THAT(statements_of("Title.\n\nTimestamp:\n2026-09-06T10:00:00Z\n\nCurrent outcome:\n- pve04 is offline."),
                ElementsAre(said("pve04 is offline.")));
}

TEST(Document, KeepsTheLinesOfOneStatementTogether) {
    EXPECT_THAT(statements_of("platform activity.\n\nProcedure:\n- To restore:\n1. stop it\n2. start it\n- second\n"),
                ElementsAre(said("To restore:\n1. stop it\n2. start it"), said("second")));
}

TEST(Document, WithoutAListIsOneStatement) {
    EXPECT_THAT(statements_of("  Apagué pve04.\nTerminó bien.\n"), ElementsAre(said("Apagué pve04.\nTerminó bien.")));
    EXPECT_THAT(statements_of(" \n\t"), IsEmpty());
    EXPECT_THAT(statements_of(""), IsEmpty());
}

TEST(Document, LosesNoProseBesideAList) {
    EXPECT_THAT(statements_of("- first\n\nBut beware of the firewall.\n"),
                ElementsAre(said("first"), said("But beware of the firewall.")));
}

TEST(Document, HasABoundedNumberOfStatements) {
    std::string text;
    for (int i = 0; i < 5000; ++i) text += "- line\n";
    EXPECT_EQ(statements_of(text).size(), 256u);
}

}  // namespace
}  // namespace wm::test
