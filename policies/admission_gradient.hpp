#pragma once
// How many calls a backend takes at once before its answers get slow: a limit between 1 and `most` that follows the ratio
// of its usual latency to the latest one (the gradient of TCP Vegas). Pure; one thread.
//
// It grows by one while calls use what there is and latency stays within `tolerance` of usual; it shrinks with the
// gradient when latency rises, and by half when a call was refused or timed out.

#include "policies/instant.hpp"

#include <cstddef>

namespace wm::policies {

class ConcurrencyGradient {
public:
    explicit ConcurrencyGradient(std::size_t most) : most_(most < 1 ? 1 : most), limit_(static_cast<double>(most_)) {}

    // One answer of an operation whose latency tells about the backend (a recall). `inflight`: calls open when it came,
    // itself included.
    void answered(Duration latency, std::size_t inflight);
    void overloaded();  // refused for load, or no answer in time

    std::size_t limit() const;

private:
    std::size_t most_;
    double limit_;
    double usual_s_ = 0;  // slow moving average; 0: none yet
};

}  // namespace wm::policies
