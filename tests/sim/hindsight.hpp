#pragma once
// A backend with faults drawn from the seed. It checks what may never happen: more calls than allowed, two requests with one
// document, a bank that the caller's person may not see, a secret on the wire.

#include "actors/backend.hpp"
#include "tests/sim/faults.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

namespace wm::sim {

inline const std::string planted_secret = std::string("ghp_") + "16C7e42F292c6912E7710c838347Ae178B4a";

struct Server {  // outlives the daemon
    struct Document {
        std::string text;
        OperationId operation;
    };
    std::map<std::string, std::map<DocumentId, Document>> banks;
    std::map<OperationId, std::set<DocumentId>> operations;  // done
    std::map<std::string, int> writes;                       // bank + document → how often its content changed
    std::uint64_t calls = 0;
};

class SimHindsight final : public Backend {
public:
    SimHindsight(World& world, Faults& faults, Server& server, std::size_t inflight_max)
        : world_(world), faults_(faults), server_(server), inflight_max_(inflight_max) {}

    void start(CallId id, const BackendCall& what, Instant deadline, Reply<BackendAnswered> reply_to) override {
        ++server_.calls;
        EXPECT_LE(++inflight_, inflight_max_) << "more calls open than allowed";
        EXPECT_GT(deadline, world_.now()) << "started what cannot finish";
        if (const auto* retain = std::get_if<RetainCall>(&what)) hold(*retain);
        const auto latency =
            faults_.strikes(Fault::backend_slow, 20) ? Millis(world_.below(8000)) : Millis(1 + world_.below(60));
        BackendResult result = answer_to(what);
        auto when = world_.now() + latency;
        if (const auto* failure = std::get_if<Failure>(&result);
            when >= deadline || (failure && failure->kind == Failure::Kind::timeout)) {
            when = deadline;
            result = Failure{Failure::Kind::timeout, std::nullopt, 0};
        }
        world_.call_at(when, [=, this] {
            --inflight_;
            if (const auto* retain = std::get_if<RetainCall>(&what)) release(*retain);
            reply_to.deliver({id, result});
        });
    }

private:
    BackendResult answer_to(const BackendCall& what) {
        if (faults_.strikes(Fault::backend_refused, 8)) return Failure{Failure::Kind::unreachable, std::nullopt, 0};
        if (faults_.strikes(Fault::backend_500, 8)) return Failure{Failure::Kind::server, std::nullopt, 500};
        if (faults_.strikes(Fault::backend_503_retry_after, 5))
            return Failure{Failure::Kind::overloaded, Millis(1000 + world_.below(5000)), 503};
        if (faults_.strikes(Fault::backend_silent, 4)) return Failure{Failure::Kind::timeout, std::nullopt, 0};
        if (faults_.strikes(Fault::backend_denies, 3)) return Failure{Failure::Kind::denied, std::nullopt, 401};
        return std::visit([this](const auto& call) { return work(call); }, what);
    }
    BackendResult work(const RecallCall& call) {
        EXPECT_FALSE(call.types.empty());
        EXPECT_GT(call.max_tokens, 0u);
        Memories out;
        // What was asked comes back, so that whoever gets it can see whether it was theirs.
        if (call.query.text.find("asker-") != std::string::npos)
            out.items.push_back(
                {call.scope, {"Pregunta: " + call.query.text}, MemoryType::observation, 0.9, world_.wall(), "asked"});
        for (const auto& [id, document] : server_.banks[call.bank.str()])
            if (out.items.size() < 20)
                out.items.push_back(
                    {call.scope, {document.text}, MemoryType::observation, 0.5, world_.wall(), id.str()});
        return out;
    }
    BackendResult work(const ReflectCall& call) { return Reflection{{"reflection on " + call.scope.str()}}; }
    BackendResult work(const HealthCall&) { return Healthy{"sim"}; }
    BackendResult work(const ManageCall& call) {
        auto& documents = server_.banks[call.bank.str()];
        if (const auto* forget = std::get_if<ForgetMemory>(&call.work))
            return Forgotten{documents.contains(DocumentId(forget->id))};
        MemoryCounts counts;
        counts.memories = counts.current = documents.size();
        return counts;
    }
    BackendResult work(const PollCall& call) {
        if (faults_.strikes(Fault::operation_lost, 3)) {
            server_.operations.erase(call.operation);
            return Failure{Failure::Kind::lost, std::nullopt, 200};
        }
        if (!server_.operations.contains(call.operation)) return Failure{Failure::Kind::lost, std::nullopt, 200};
        if (faults_.strikes(Fault::operation_failed, 3)) return Failure{Failure::Kind::failed, std::nullopt, 200};
        if (faults_.strikes(Fault::operation_pending, 30)) return Accepted{};
        return Stored{static_cast<std::uint32_t>(server_.operations[call.operation].size())};
    }
    BackendResult work(const RetainCall& call) {
        if (faults_.strikes(Fault::backend_rejects, 3)) return Failure{Failure::Kind::rejected, std::nullopt, 422};
        if (faults_.strikes(Fault::bank_unready, 3)) return Failure{Failure::Kind::unready, std::nullopt, 400};
        store(call);
        if (faults_.strikes(Fault::backend_reset_after_work, 5)) return Failure{Failure::Kind::broken, std::nullopt, 0};
        if (faults_.strikes(Fault::backend_silent_after_work, 5))
            return Failure{Failure::Kind::timeout, std::nullopt, 0};
        if (world_.chance(50)) return Accepted{};
        return Stored{static_cast<std::uint32_t>(call.batch.items.size())};
    }
    void store(const RetainCall& call) {
        EXPECT_FALSE(call.batch.items.empty());
        auto& done = server_.operations[call.batch.operation];
        if (!done.empty()) return;  // a used id does no new work
        auto& bank = server_.banks[call.bank.str()];
        for (const auto& item : call.batch.items) {
            EXPECT_EQ(item.content.text.find(planted_secret), std::string::npos) << "a secret on the wire";
            auto& document = bank[item.document];
            if (document.text != item.content.text) ++server_.writes[call.bank.str() + "\n" + item.document.str()];
            document = {item.content.text, call.batch.operation};
            done.insert(item.document);
        }
    }
    void hold(const RetainCall& call) {
        for (const auto& item : call.batch.items)
            EXPECT_TRUE(held_.insert(call.bank.str() + "\n" + item.document.str()).second)
                << "two requests under way for one document";
    }
    void release(const RetainCall& call) {
        for (const auto& item : call.batch.items) held_.erase(call.bank.str() + "\n" + item.document.str());
    }

    World& world_;
    Faults& faults_;
    Server& server_;
    std::size_t inflight_max_;
    std::size_t inflight_ = 0;
    std::set<std::string> held_;
};

}  // namespace wm::sim
