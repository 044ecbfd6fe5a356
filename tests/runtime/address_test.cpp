#include "runtime/address.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

namespace wm {
namespace {

struct Note {
    std::string text;
};

struct Inbox {
    Delivery tell(Note note) {
        if (notes.size() == room) return Delivery::full;
        notes.push_back(std::move(note.text));
        return Delivery::accepted;
    }
    void deliver(Note note) { answers.push_back(std::move(note.text)); }

    std::size_t room = 1;
    std::vector<std::string> notes, answers;
};

TEST(Address, ReachesItsTargetAndSaysWhenItIsFull) {
    Inbox inbox;
    const Address<Note> address = inbox;
    EXPECT_EQ(address.tell({"first"}), Delivery::accepted);
    EXPECT_EQ(address.tell({"second"}), Delivery::full);
    EXPECT_EQ(inbox.notes, std::vector<std::string>{"first"});
}

TEST(Address,
     CopiedFromAnAddressStillNamesTheTarget) {  // and not the address it was copied from, which is gone by then
    Inbox inbox;
    inbox.room = 2;
    std::optional<Address<Note>> first(std::in_place, inbox);
    Address<Note> second = *first;
    auto& lvalue = *first;
    Address<Note> third(lvalue);
    first.reset();
    EXPECT_EQ(second.tell({"a"}), Delivery::accepted);
    EXPECT_EQ(third.tell({"b"}), Delivery::accepted);
    EXPECT_EQ(inbox.notes, (std::vector<std::string>{"a", "b"}));
}

TEST(Reply, IsNeverRefused) {
    Inbox inbox;
    inbox.room = 0;
    std::optional<Reply<Note>> first(std::in_place, inbox);
    Reply<Note> second = *first;
    first.reset();
    second.deliver({"a"});
    second.deliver({"b"});
    EXPECT_EQ(inbox.answers, (std::vector<std::string>{"a", "b"}));
}

TEST(Address, IsTwoWords) {
    EXPECT_EQ(sizeof(Address<Note>), 2 * sizeof(void*));
    EXPECT_EQ(sizeof(Reply<Note>), 2 * sizeof(void*));
}

}  // namespace
}  // namespace wm
