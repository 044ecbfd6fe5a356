#pragma once
// Random from a seed; the daemon's comes from the operating system, a test's from its own number.

#include "runtime/random.hpp"

#include <mutex>
#include <random>

namespace wm {

class SeededRandom final : public Random {
public:
    explicit SeededRandom(std::uint64_t seed) : engine_(seed) {}
    static std::uint64_t seed_of_the_machine() {
        std::random_device device;
        return (std::uint64_t{device()} << 32) ^ device();
    }
    std::uint64_t next() override {
        const std::lock_guard lock(mutex_);
        return engine_();
    }

private:
    std::mutex mutex_;
    std::mt19937_64 engine_;
};

}  // namespace wm
