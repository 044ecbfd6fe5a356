#pragma once
// Neighbours for one actor alone: MockInbox where a test says what is expected, Inbox where it looks afterwards.

#include "runtime/address.hpp"

#include <gmock/gmock.h>

#include <vector>

namespace wm {

template <class M>
struct MockInbox {
    MOCK_METHOD(Delivery, tell, (M));
    MOCK_METHOD(void, deliver, (M));
};

// Takes everything, or refuses everything when full.
template <class M>
struct Inbox {
    Delivery tell(M message) {
        if (full) return Delivery::full;
        got.push_back(std::move(message));
        return Delivery::accepted;
    }
    void deliver(M message) { got.push_back(std::move(message)); }
    std::vector<M> got;
    bool full = false;
};

}  // namespace wm
