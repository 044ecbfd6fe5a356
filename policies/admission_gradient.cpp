#include "policies/admission_gradient.hpp"

#include <algorithm>
#include <chrono>

namespace wm::policies {
namespace {

constexpr double tolerance = 1.5;  // times the usual latency: noise
// Weight of one answer in what is usual. What is slow for long becomes usual, but far slower than what is quick: load must
// not hide itself.
constexpr double quicker = 0.25, slower = 0.001;
constexpr double step = 0.2;  // how much of the way one answer moves the limit

}  // namespace

void ConcurrencyGradient::answered(Duration latency, std::size_t inflight) {
    const double seconds = std::max(1e-6, std::chrono::duration<double>(latency).count());
    if (usual_s_ == 0) usual_s_ = seconds;
    const double gradient = std::clamp(tolerance * usual_s_ / seconds, 0.5, 1.0);
    // A queue of one is what lets a faster backend show itself; idle slots prove nothing.
    const bool busy = static_cast<double>(inflight) * 2 >= limit_;
    const double wanted = limit_ * gradient + (gradient == 1.0 && busy ? 1.0 : 0.0);
    limit_ = std::clamp(limit_ + step * (wanted - limit_), 1.0, static_cast<double>(most_));
    usual_s_ += (seconds < usual_s_ ? quicker : slower) * (seconds - usual_s_);
}

void ConcurrencyGradient::overloaded() { limit_ = std::max(1.0, limit_ / 2); }

std::size_t ConcurrencyGradient::limit() const {
    return std::clamp(static_cast<std::size_t>(limit_ + 1e-9), std::size_t{1}, most_);
}

}  // namespace wm::policies
