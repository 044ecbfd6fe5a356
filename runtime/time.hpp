#pragma once
// Time as a collaborator. Nothing outside runtime/ reads a clock or arms a timer by itself (P6).

#include "policies/instant.hpp"

#include <functional>

namespace wm {

class Time {
public:
    virtual ~Time() = default;
    virtual Instant now() const = 0;    // any thread
    virtual WallTime wall() const = 0;  // any thread
    // Calls fn once, at `when` or later, on an unspecified thread: fn only delivers a message. Equal instants fire in the
    // order they were armed. Timers cannot be withdrawn: the message carries an id and finds nobody.
    virtual void call_at(Instant when, std::function<void()> fn) = 0;
};

}  // namespace wm
