#pragma once
// What may go wrong in a run, and how often it did. Swarm style: each seed switches some faults off entirely.

#include "tests/sim/world.hpp"

#include <array>
#include <cstdint>
#include <string_view>

namespace wm::sim {

enum class Fault : std::uint8_t {
    backend_slow,
    backend_500,
    backend_503_retry_after,
    backend_refused,
    backend_reset_after_work,
    backend_silent,
    backend_silent_after_work,
    backend_rejects,
    backend_denies,
    bank_unready,
    operation_pending,
    operation_failed,
    operation_lost,
    spool_slow,
    spool_full,
    disk_full,
    disk_sync_fails,
    duplicate_hook,
    late_tool_result,
    missing_end,
    lost_answer,
    reconnect,
    crash,
    power_cut,
    dies_in_a_write,
    wall_jump,
    unknown_sender,
    forged_scope,
    broken_rules,
    count
};
constexpr std::size_t fault_count = static_cast<std::size_t>(Fault::count);
constexpr std::array<std::string_view, fault_count> fault_names = {"backend slow",
                                                                   "backend 500",
                                                                   "backend 503 with Retry-After",
                                                                   "backend refused",
                                                                   "backend reset after the work",
                                                                   "backend silent",
                                                                   "backend silent after the work",
                                                                   "backend rejects",
                                                                   "backend denies the key",
                                                                   "bank not ready",
                                                                   "operation pending",
                                                                   "operation failed",
                                                                   "operation lost",
                                                                   "spool slow",
                                                                   "spool full",
                                                                   "disk full",
                                                                   "disk does not sync",
                                                                   "duplicate hook",
                                                                   "late tool result",
                                                                   "turn without an end",
                                                                   "answer lost",
                                                                   "reconnect in a turn",
                                                                   "crash and restart",
                                                                   "power cut",
                                                                   "death in the middle of a write",
                                                                   "wall clock jump",
                                                                   "unknown sender",
                                                                   "forged scope",
                                                                   "reload of broken rules"};

using FaultCounts = std::array<std::uint64_t, fault_count>;

class Faults {
public:
    Faults(World& world, FaultCounts& counts) : world_(world), counts_(counts) {
        for (auto& on : on_) on = world.chance(60);
    }
    // Draws: does this fault strike now? `percent` where it is on at all.
    bool strikes(Fault fault, unsigned percent) {
        const auto index = static_cast<std::size_t>(fault);
        if (!on_[index] || healed_ || !world_.chance(percent)) return false;
        ++counts_[index];
        return true;
    }
    void note(Fault fault) { ++counts_[static_cast<std::size_t>(fault)]; }  // it came about by itself
    void heal() { healed_ = true; }
    bool healed() const { return healed_; }

private:
    World& world_;
    FaultCounts& counts_;
    std::array<bool, fault_count> on_{};
    bool healed_ = false;
};

}  // namespace wm::sim
