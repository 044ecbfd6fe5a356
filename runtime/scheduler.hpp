#pragma once
// Where actors run. A Strand runs its jobs one at a time and in order; a Scheduler makes strands. The daemon's are
// Asio strands (runtime/asio_scheduler), the tests' are picked by a seed (tests/sim/world.hpp). A strand is asked once a
// drained batch, not once a message, so the virtual call is paid by the batch (docs/adr/0002).

#include <cstddef>
#include <functional>
#include <memory>

namespace wm {

struct Job {  // two words: posting one allocates nothing of our own
    void* target;
    void (*run)(void*);
};

class Strand {
public:
    virtual ~Strand() = default;
    virtual void post(Job job) = 0;       // any thread
    virtual std::size_t drain_max() = 0;  // messages one job may handle before it yields, 1..256; on the strand
};

class Scheduler {
public:
    virtual ~Scheduler() = default;
    virtual std::unique_ptr<Strand> make_strand() = 0;
};

// Blocking work: SQLite, fsync, long scans. Behind ports only; an actor never waits for it.
class Workers {
public:
    virtual ~Workers() = default;
    virtual void run(std::function<void()> work) = 0;  // any thread; jobs of one Workers start in the order given
};

}  // namespace wm
