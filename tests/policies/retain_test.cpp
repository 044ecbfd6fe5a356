// The policy table of the ADR §9.

#include "policies/retain.hpp"

#include <gtest/gtest.h>

namespace wm::policies {
namespace {

LearningRecord record(RecordType type, double durability = 0.5) {
    LearningRecord made;
    made.type = type;
    made.durability = durability;
    return made;
}

TEST(Retain, AsksEachTypeForItsOwnProof) {
    struct Row {
        RecordType type;
        Proof enough;
    };
    for (const Row& row :
         {Row{RecordType::state, Proof::medium}, Row{RecordType::event, Proof::medium},
          Row{RecordType::decision, Proof::explicit_or_high}, Row{RecordType::procedure, Proof::required},
          Row{RecordType::learning, Proof::required}, Row{RecordType::preference, Proof::medium}}) {
        for (const Proof proof : {Proof::none, Proof::medium, Proof::explicit_or_high, Proof::required}) {
            EXPECT_EQ(refuse(record(row.type), proof, {}).empty(), proof >= row.enough) << type_name(row.type);
        }
    }
}

TEST(Retain, GatesByDurabilityOnlyWhereARowSaysSo) {
    EXPECT_EQ(refuse(record(RecordType::state, 0.1), Proof::medium, {}), "");
    EXPECT_EQ(refuse(record(RecordType::state, 0.1), Proof::medium, {{"state", {true, true, Proof::medium, 0.3}}}),
              "policy");
}

TEST(Retain, KeepsNothingOfATypeThatIsSwitchedOff) {
    EXPECT_EQ(refuse(record(RecordType::event), Proof::required, {{"event", {false, true, Proof::none, 0}}}), "policy");
}

TEST(Retain, WeighsAUsersWordBelowExplicitWordsAndThoseBelowACheck) {
    EXPECT_EQ(proof_of(false, false, false, false), Proof::none);
    EXPECT_EQ(proof_of(true, false, false, false), Proof::medium);
    EXPECT_EQ(proof_of(false, true, false, false), Proof::medium);
    EXPECT_EQ(proof_of(true, false, true, false), Proof::explicit_or_high);
    EXPECT_EQ(proof_of(false, true, false, true), Proof::required);
}

}  // namespace
}  // namespace wm::policies
