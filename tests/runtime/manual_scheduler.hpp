#pragma once
// Strands that a test steps by hand: jobs wait until they are run, first come first served.

#include "runtime/scheduler.hpp"

#include <deque>
#include <memory>

namespace wm {

class ManualScheduler final : public Scheduler {
public:
    std::unique_ptr<Strand> make_strand() override { return std::make_unique<ManualStrand>(*this); }

    // Runs the oldest waiting job; false when there is none.
    bool step() {
        if (jobs_.empty()) return false;
        const auto job = jobs_.front();
        jobs_.pop_front();
        job.run(job.target);
        return true;
    }
    std::size_t run_all() {
        std::size_t ran = 0;
        while (step()) ++ran;
        return ran;
    }
    std::size_t posted() const { return posted_; }  // since the start
    void set_drain_max(std::size_t most) { drain_max_ = most; }

private:
    class ManualStrand final : public Strand {
    public:
        explicit ManualStrand(ManualScheduler& scheduler) : scheduler_(scheduler) {}
        void post(Job job) override {
            scheduler_.jobs_.push_back(job);
            ++scheduler_.posted_;
        }
        std::size_t drain_max() override { return scheduler_.drain_max_; }

    private:
        ManualScheduler& scheduler_;
    };

    std::deque<Job> jobs_;
    std::size_t posted_ = 0;
    std::size_t drain_max_ = 256;
};

}  // namespace wm
