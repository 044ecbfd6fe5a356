#pragma once
// The embedded backend: the same port as Hindsight, on one SQLite file in the data directory. Calls are handled one at
// a time and in order on a worker; each is answered at its deadline at the latest, and a recall is ended there.

#include "actors/backend.hpp"
#include "runtime/scheduler.hpp"
#include "runtime/time.hpp"
#include "store/keeping.hpp"
#include "store/memories.hpp"
#include "store/serial.hpp"

#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace wm {

class EmbeddedStore final : public Backend {
public:
    // Blocks: for the start of the daemon. The directory exists and is locked (store/lock).
    static std::variant<std::unique_ptr<EmbeddedStore>, StoreError> open(const std::string& data_dir, Workers& workers,
                                                                         Time& time, const BlockLives& lives = {});

    void start(CallId call, const BackendCall& what, Instant deadline, Reply<BackendAnswered> reply_to) override;

private:
    struct Pending;  // a call that will be answered once
    struct Request {
        std::shared_ptr<Pending> pending;  // null: the store goes on tending its memories
        BackendCall call;
    };

    EmbeddedStore(MemoryTable table, Workers& workers, Time& time, const BlockLives& lives);
    void handle(std::vector<Request> requests);

    BackendResult perform(const RecallCall& recall);
    BackendResult perform(const RetainCall& retain);
    BackendResult perform(const PollCall& poll);
    BackendResult perform(const ReflectCall& reflect);
    BackendResult perform(const HealthCall&);
    BackendResult perform(const ManageCall& manage);
    BackendResult perform(const BankId& bank, const ForgetMemory& forget);
    BackendResult perform(const BankId& bank, const CountMemories&);
    void tend();
    Failure failure();  // of the last thing the database was asked

    MemoryTable table_;
    BlockLives lives_;
    MemoryKeeping keeping_{table_.database()};
    Time& time_;
    SerialQueue<Request> queue_;  // last: its handler uses the above
};

}  // namespace wm
