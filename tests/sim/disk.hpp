#pragma once
// The real spool over a disk that tears: what was acknowledged as durable survives a crash, what was not may or may not.

#include "store/spool.hpp"
#include "tests/sim/faults.hpp"
#include "tests/sim/torn_disk.hpp"

#include <gtest/gtest.h>

#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

#include <unistd.h>

namespace wm::sim {

// The folder holds nothing but the empty files that the store makes before SQLite opens them.
class Folder {
public:
    Folder() {
        std::string name = (std::filesystem::temp_directory_path() / "wm-sim-XXXXXX").string();
        path = mkdtemp(name.data());
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder() {
        std::error_code ignored;
        std::filesystem::remove_all(path, ignored);
    }
    std::string path;
};

struct Disk {  // outlives the daemon
    explicit Disk(World& world) : platters(world) {}

    Folder folder;
    TornDisk platters;
    std::map<OperationId, SpooledBatch> committed;  // every batch that was ever said to be durable, or found to be
    std::set<OperationId> buried;                   // dead letters
    std::string keys;                               // that seal it: lines, the first one's is used; none: in clear
};

class SimSpool final : public Spool {
public:
    SimSpool(World& world, Faults& faults, Disk& disk, const SpoolLimits& limits)
        : workers_(world, faults), disk_(disk), faults_(faults) {
        disk.platters.sync_fails = disk.platters.write_fails = [] { return false; };  // a start that fails ends at once
        auto keys = Keyring::parse(disk.keys, "sim");
        auto opened = SqliteSpool::open(disk.folder.path, limits, workers_, world, std::get<Keyring>(std::move(keys)));
        if (auto* error = std::get_if<StoreError>(&opened)) throw std::runtime_error(error->message);
        spool_ = std::move(std::get<std::unique_ptr<SqliteSpool>>(opened));
        disk.platters.sync_fails = [&faults] { return faults.strikes(Fault::disk_sync_fails, 3); };
        disk.platters.write_fails = [&faults] { return faults.strikes(Fault::disk_full, 1); };
    }

    void commit(AgentId agent, TurnId turn, std::vector<SpooledBatch> batches, Reply<TurnCommitted> reply_to) override {
        auto& asked = commits_.emplace_back(*this, batches, reply_to);
        spool_->commit(std::move(agent), std::move(turn), std::move(batches), asked);
    }
    void mark_sent(SpoolId id) override { spool_->mark_sent(id); }
    void erase(SpoolId id) override {
        EXPECT_EQ(waiting_.erase(id), 1u) << "a batch is done once";
        spool_->erase(id);
    }
    void bury(SpoolId id, std::string reason) override {
        const auto it = waiting_.find(id);
        ASSERT_NE(it, waiting_.end());
        disk_.buried.insert(it->second);
        waiting_.erase(it);
        spool_->bury(id, std::move(reason));
    }
    void load(Reply<SpoolLoaded> reply_to) override {
        load_.emplace(*this, reply_to);
        spool_->load(*load_);
    }
    void dead_letters(DeadLetterWork work, Reply<DeadLettersAnswered> reply_to) override {
        auto& asked = dead_.emplace_back(*this, reply_to);
        spool_->dead_letters(std::move(work), asked);
    }

    std::uint64_t answered_batches() const { return answered_batches_; }
    SpoolCounts counts() const { return spool_->counts(); }
    // The machine stops somewhere in what the disk is asked to do next.
    void die_in_the_middle(std::uint64_t operations) {
        disk_.platters.die_after(operations);
        workers_.run_next();
    }

private:
    // One after the other, like a disk.
    class SlowWorkers final : public Workers {
    public:
        SlowWorkers(World& world, Faults& faults) : world_(world), faults_(faults) {}
        void run(std::function<void()> work) override {
            const auto pause =
                faults_.strikes(Fault::spool_slow, 30) ? Millis(world_.below(3000)) : Millis(world_.below(4));
            free_at_ = std::max(free_at_, world_.now()) + pause;
            jobs_->push_back(std::move(work));
            world_.call_at(free_at_, [jobs = jobs_] { run_one(*jobs); });
        }
        void run_next() { run_one(*jobs_); }

    private:
        using Jobs = std::deque<std::function<void()>>;
        static void run_one(Jobs& jobs) {
            if (jobs.empty()) return;
            auto job = std::move(jobs.front());
            jobs.pop_front();
            job();
        }
        World& world_;
        Faults& faults_;
        Instant free_at_{};
        std::shared_ptr<Jobs> jobs_ = std::make_shared<Jobs>();
    };
    // Each answer is looked at on its way.
    struct Committing {
        Committing(SimSpool& s, std::vector<SpooledBatch> b, Reply<TurnCommitted> r)
            : spool(s), batches(std::move(b)), reply_to(r) {}
        void deliver(TurnCommitted answer) {
            if (answer.status == TurnCommitted::Status::full) spool.faults_.note(Fault::spool_full);
            for (std::size_t i = 0; i < answer.ids.size(); ++i) {
                spool.note(answer.ids[i], batches[i]);
                ++spool.answered_batches_;
            }
            reply_to.deliver(std::move(answer));
        }
        SimSpool& spool;
        std::vector<SpooledBatch> batches;
        Reply<TurnCommitted> reply_to;
    };
    struct Loading {
        Loading(SimSpool& s, Reply<SpoolLoaded> r) : spool(s), reply_to(r) {}
        void deliver(SpoolLoaded answer) {
            EXPECT_TRUE(answer.ok || spool.disk_failed()) << "what was written cannot be read";
            EXPECT_EQ(spool.counts().corrupt, 0u) << "a crash damages no row";
            for (const auto& batch : answer.batches) spool.note(batch.id, batch);
            reply_to.deliver(std::move(answer));
        }
        SimSpool& spool;
        Reply<SpoolLoaded> reply_to;
    };
    struct Examining {
        Examining(SimSpool& s, Reply<DeadLettersAnswered> r) : spool(s), reply_to(r) {}
        void deliver(DeadLettersAnswered answer) {
            for (const auto& batch : answer.revived) {
                spool.note(batch.id, batch);
                spool.disk_.buried.erase(batch.batch.operation);
            }
            reply_to.deliver(std::move(answer));
        }
        SimSpool& spool;
        Reply<DeadLettersAnswered> reply_to;
    };
    void note(SpoolId id, const SpooledBatch& batch) {
        waiting_.emplace(id, batch.batch.operation);
        disk_.committed.emplace(batch.batch.operation, batch);
    }
    bool disk_failed() const { return spool_->counts().failures > 0; }

    SlowWorkers workers_;
    Disk& disk_;
    Faults& faults_;
    std::map<SpoolId, OperationId> waiting_;
    std::uint64_t answered_batches_ = 0;
    std::deque<Committing> commits_;  // addresses that the spool answers to
    std::optional<Loading> load_;
    std::deque<Examining> dead_;
    std::unique_ptr<SqliteSpool> spool_;
};

}  // namespace wm::sim
