#include "policies/operation.hpp"

#include <gtest/gtest.h>

#include <set>

namespace wm::policies {
namespace {

TEST(NextOperation, GivesEveryTryAnIdOfItsOwnAndTheSameOneEachTime) {
    const OperationId first("0f8fad5b-d9cb-469f-a165-70867728950e");
    EXPECT_EQ(next_operation(first, 0), first);
    std::set<OperationId> seen;
    for (unsigned tries = 0; tries < 256; ++tries) {
        EXPECT_TRUE(seen.insert(next_operation(first, tries)).second) << tries;
        EXPECT_EQ(next_operation(first, tries), next_operation(first, tries));
        EXPECT_EQ(next_operation(first, tries).str().size(), 36u);
    }
}

}  // namespace
}  // namespace wm::policies
