#pragma once
// Randomness as a collaborator: retry jitter and ids can be replayed from a seed.

#include <cstdint>

namespace wm {

class Random {
public:
    virtual ~Random() = default;
    virtual std::uint64_t next() = 0;  // any thread; 64 uniform bits, not for keys (net/tokens draws those)
};

}  // namespace wm
