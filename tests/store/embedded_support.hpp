#pragma once
// The embedded store as a test talks to it: one call, one answer.

#include "store/embedded.hpp"
#include "tests/store/support.hpp"

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace wm::test {

inline std::unique_ptr<EmbeddedStore> open_store(const std::string& folder, Workers& workers, Time& time) {
    auto opened = EmbeddedStore::open(folder, workers, time);
    if (auto* error = std::get_if<StoreError>(&opened)) throw std::runtime_error(error->message);
    return std::get<std::unique_ptr<EmbeddedStore>>(std::move(opened));
}

inline BatchItem event(const std::string& document, const std::string& text, std::vector<std::string> tags = {}) {
    return {DocumentId(document), {text}, "", std::move(tags), "", ""};
}
inline BatchItem state(const std::string& subject, const std::string& attribute, const std::string& text) {
    return {DocumentId("state:" + subject + ":" + attribute), {text}, "", {}, subject, attribute};
}

inline const std::vector<MemoryType> observations{MemoryType::observation};
inline const std::vector<MemoryType> records{MemoryType::world, MemoryType::experience};
inline const std::vector<MemoryType> everything{MemoryType::observation, MemoryType::world, MemoryType::experience};

struct StoreBench {
    explicit StoreBench(const std::string& folder) : store(open_store(folder, workers, time)) {}

    BackendResult call(const BackendCall& what, Duration within = std::chrono::seconds(5)) {
        store->start(++calls, what, time.now() + within, answers);
        workers.run_all();
        auto arrived = answers.wait_for(1);
        if (arrived.size() != 1 || arrived[0].call != calls) throw std::runtime_error("not answered once");
        return std::move(arrived[0].result);
    }
    BackendResult retain(const std::string& operation, std::int64_t at, std::vector<BatchItem> items,
                         const std::string& into = "platform") {
        return call(RetainCall{bank(into), {ScopeName(into), OperationId(operation), at_millis(at), std::move(items)}});
    }
    std::vector<Memory> recall(const std::string& query, const std::vector<MemoryType>& types = observations,
                               const std::string& from = "platform", std::uint32_t max_tokens = 1000) {
        return std::get<Memories>(call(RecallCall{.bank = bank(from),
                                                  .scope = ScopeName(from),
                                                  .query = {query},
                                                  .types = types,
                                                  .max_tokens = max_tokens}))
            .items;
    }
    std::vector<std::string> texts(const std::string& query, const std::vector<MemoryType>& types = observations,
                                   const std::string& from = "platform") {
        std::vector<std::string> all;
        for (auto& memory : recall(query, types, from)) all.push_back(std::move(memory.text.text));
        return all;
    }

    StillTime time;
    HeldWorkers workers;
    Answers<BackendAnswered> answers;
    CallId calls = 0;
    std::unique_ptr<EmbeddedStore> store;
};

inline std::uint32_t units(const BackendResult& result) {
    const auto* stored = std::get_if<Stored>(&result);
    if (!stored) throw std::runtime_error("not stored");
    return stored->units;
}
inline bool failed_as(const BackendResult& result, Failure::Kind kind) {
    const auto* failure = std::get_if<Failure>(&result);
    return failure && failure->kind == kind;
}

}  // namespace wm::test
