#pragma once
// Batches for the spool's tests, and a spool opened or the test ended.

#include "store/spool.hpp"
#include "tests/store/support.hpp"

#include <stdexcept>
#include <string>
#include <utility>

namespace wm::test {

inline SpooledBatch batch(const std::string& operation, const std::string& text = "pve04 is offline") {
    SpooledBatch spooled;
    spooled.agent = AgentId("wetopi-build");
    spooled.user = UserId("u_ana");
    spooled.batch.scope = ScopeName("platform");
    spooled.batch.operation = OperationId(operation);
    spooled.batch.at = at_millis(1'700'000'000'123);
    spooled.batch.items = {
        {DocumentId("turn:" + operation), {text}, "host maintenance", {"type:event", "agent:wetopi-build"}, "", ""},
        {DocumentId("state:pve04:power"), {"pve04: offline — für Wartung, apagado ✓"}, "", {}, "pve04", "power"}};
    return spooled;
}

inline std::unique_ptr<SqliteSpool> open_spool(const std::string& folder, Workers& workers, const Time& time,
                                               const SpoolLimits& limits = {}, Keyring keys = {},
                                               Audit* audit = nullptr) {
    auto opened = SqliteSpool::open(folder, limits, workers, time, std::move(keys), audit);
    if (auto* error = std::get_if<StoreError>(&opened)) throw std::runtime_error(error->message);
    return std::get<std::unique_ptr<SqliteSpool>>(std::move(opened));
}

// A spool whose work is done as soon as it is asked for.
struct SpoolBench {
    explicit SpoolBench(const std::string& folder, const SpoolLimits& limits = {}, Keyring keys = {})
        : spool(open_spool(folder, workers, time, limits, std::move(keys))) {}

    TurnCommitted commit(const std::string& turn, std::vector<SpooledBatch> batches, const std::string& agent = "a") {
        spool->commit(AgentId(agent), TurnId(turn), std::move(batches), committed);
        workers.run_all();
        return committed.wait_for(1).at(0);
    }
    SpoolLoaded load() {
        spool->load(loaded);
        workers.run_all();
        return loaded.wait_for(1).at(0);
    }
    DeadLettersAnswered dead(DeadLetterWork::What what, std::vector<SpoolId> ids = {}, std::size_t item = 0,
                             const std::string& text = {}) {
        DeadLetterWork work{.ticket = 4, .what = what, .ids = std::move(ids), .item = item};
        work.text.text = text;
        spool->dead_letters(std::move(work), dead_letters);
        workers.run_all();
        return dead_letters.wait_for(1).at(0);
    }
    std::vector<std::string> operations() {
        std::vector<std::string> names;
        for (const auto& spooled : load().batches) names.push_back(spooled.batch.operation.str());
        return names;
    }

    StillTime time;
    HeldWorkers workers;
    Answers<TurnCommitted> committed;
    Answers<SpoolLoaded> loaded;
    Answers<DeadLettersAnswered> dead_letters;
    std::unique_ptr<SqliteSpool> spool;
};

}  // namespace wm::test
