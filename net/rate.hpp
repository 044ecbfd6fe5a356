#pragma once
// A token bucket: how many messages a second one connection may send, with one second's worth at once.

#include "policies/instant.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace wm {

class RateLimit {
public:
    RateLimit(std::size_t per_second, Instant now)
        : per_second_(static_cast<double>(per_second)), left_(per_second_), at_(now) {}

    bool take(Instant now) {  // false: one too many
        const std::chrono::duration<double> passed = now - std::exchange(at_, std::max(now, at_));
        left_ = std::min(per_second_, left_ + std::max(0.0, passed.count()) * per_second_);
        if (left_ < 1) return false;
        left_ -= 1;
        return true;
    }

private:
    double per_second_;
    double left_;
    Instant at_;
};

}  // namespace wm
