#pragma once
// Calls, answers and readable results for the tests of the Hindsight client.

#include "net/hindsight_wire.hpp"
#include "policies/access.hpp"

#include <sstream>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace wm::hindsight_cases {

inline BankId bank(const std::string& name) {
    const StoreRegistry registry({{ScopeName("platform"), name, ""}});
    return *registry.bank(ScopeName("platform"), UserId());
}

inline RecallCall recall(std::string query = "which port does the gateway use?", const std::string& in = "demo") {
    return {bank(in), ScopeName("platform"), Content{std::move(query)}, {MemoryType::observation}};
}
inline RetainCall retain(std::string operation = "11111111-2222-4333-8444-555555555555",
                         const std::string& in = "demo") {
    RetainBatch batch{
        ScopeName("platform"), OperationId(std::move(operation)), WallTime(std::chrono::seconds(1772445600)), {}};
    batch.items.push_back(
        {DocumentId("turn-1"), Content{"pve04 was powered off."}, "maintenance", {"host:pve04"}, "", ""});
    batch.items.push_back({DocumentId("state:pve04:power"), Content{"pve04 is offline."}, "", {}, "pve04", "power"});
    return {bank(in), std::move(batch)};
}
inline PollCall poll(std::vector<DocumentId> documents = {DocumentId("turn-1"), DocumentId("state:pve04:power")}) {
    return {bank("demo"), OperationId("11111111-2222-4333-8444-555555555555"), std::move(documents)};
}
inline ReflectCall reflect(std::string query = "Which port does the gateway use?") {
    return {bank("demo"), ScopeName("platform"), Content{std::move(query)}};
}

// A result as a line: "memories 2", "accepted", "stored 3", "reflection <text>", "healthy 1.1.0", "rejected 422 after 2000".
inline std::string show(const BackendResult& result) {
    static const char* const kinds[] = {"unreachable", "timeout",   "broken", "overloaded", "server", "rejected",
                                        "denied",      "malformed", "lost",   "failed",     "unready"};
    struct Line {
        std::ostringstream out;
        void operator()(const Memories& memories) { out << "memories " << memories.items.size(); }
        void operator()(const Accepted&) { out << "accepted"; }
        void operator()(const Stored& stored) { out << "stored " << stored.units; }
        void operator()(const Reflection& reflection) { out << "reflection " << reflection.text.text; }
        void operator()(const Healthy& healthy) { out << "healthy " << healthy.version; }
        void operator()(const Forgotten& forgotten) { out << (forgotten.known ? "forgotten" : "not known"); }
        void operator()(const MemoryCounts& counts) {
            out << "counts " << counts.memories;
            for (const auto& kind : counts.kinds) out << ' ' << kind.name << ' ' << kind.memories;
        }
        void operator()(const Unsupported&) { out << "unsupported"; }
        void operator()(const Failure& failure) {
            out << kinds[static_cast<int>(failure.kind)];
            if (failure.http_status != 0) out << ' ' << failure.http_status;
            if (failure.retry_after) out << " after " << failure.retry_after->count();
        }
    } line;
    std::visit(line, result);
    return line.out.str();
}

inline std::string show(const HindsightStep& step) {
    if (const auto* result = std::get_if<BackendResult>(&step)) return show(*result);
    const auto& request = std::get<HttpRequest>(step);
    static const char* const methods[] = {"GET ", "POST ", "PUT ", "PATCH "};
    return methods[static_cast<int>(request.method)] + request.target;
}

}  // namespace wm::hindsight_cases
