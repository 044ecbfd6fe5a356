#pragma once
// The answers to one POST /v1/hooks: one place a message, filled in any order, given back in the order of the messages.

#include "net/wire.hpp"

#include <optional>
#include <string>
#include <vector>

namespace wm::front {

class HookPost {
public:
    // Numbers of one connection's posts never repeat, so that a late answer to an earlier post finds no place here.
    explicit HookPost(FrameId first) : first_(first) {}

    FrameId next_frame() const { return first_ + places_.size(); }  // the number under which the next message goes out
    void add_reply(std::string text);                               // answered at once
    void add_silence();                                             // no answer is due
    void add_wait(FrameId clients_frame, Instant deadline);

    void answer(const Answer& answer);  // pending moves that place's deadline
    // Waits still for something whose time is not over.
    bool waiting(Instant now) const;
    Instant latest() const;    // when the last of those is over
    std::string body() const;  // JSON array; a place without an answer is left out

private:
    struct Place {
        FrameId clients_frame = 0;
        std::optional<std::string> text;
        bool waits = false;
        Instant deadline{};
    };
    FrameId first_;
    std::vector<Place> places_;
};

}  // namespace wm::front
