#pragma once
// The question of the drain: does this actor still owe anything? Asked of every actor, in the order of the turn's path,
// until all have said yes twice in a row (actors/system, P14).

#include "runtime/address.hpp"

namespace wm {

struct Rested {
    bool at_rest;
    bool safe = at_rest;  // what is still under way is on disk and goes on after a restart
};
struct RestWanted {
    Reply<Rested> reply_to;
};

}  // namespace wm
