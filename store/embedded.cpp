#include "store/embedded.hpp"

#include "policies/budget.hpp"
#include "store/digest.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <atomic>
#include <utility>

namespace wm {
namespace {

constexpr std::size_t batch_bytes_max = 4u << 20;  // what a row may hold is a multiple of it

std::size_t rows_max(Budget budget) {
    switch (budget) {
        case Budget::low: return 20;
        case Budget::mid: return 40;
        case Budget::high: return 80;
    }
    return 20;
}

bool wants(const std::vector<MemoryType>& types, MemoryType type) {
    return std::ranges::find(types, type) != types.end();
}

// A current row is an observation wherever one was asked for, unless the single records are preferred and asked for
// too.
MemoryType shown_as(const FoundRow& row, const RecallCall& recall) {
    const bool record = wants(recall.types, row.type);
    const bool observation = row.current && wants(recall.types, MemoryType::observation);
    return observation && (recall.prefer_observations || !record) ? MemoryType::observation : row.type;
}

std::size_t bytes_of(const RetainBatch& batch) {
    std::size_t bytes = 0;
    for (const auto& item : batch.items) {
        bytes += item.content.text.size() + item.context.size() + item.subject.size() + item.attribute.size() +
                 item.document.str().size();
        for (const auto& tag : item.tags) bytes += tag.size();
    }
    return bytes;
}

}  // namespace

struct EmbeddedStore::Pending {
    CallId call;
    Instant deadline;
    Reply<BackendAnswered> reply_to;
    std::atomic<bool> answered{false};

    Pending(CallId id, Instant until, Reply<BackendAnswered> to) : call(id), deadline(until), reply_to(to) {}
    void answer(BackendResult result) {
        if (!answered.exchange(true)) reply_to.deliver({call, std::move(result)});
    }
    void time_out() { answer(Failure{.kind = Failure::Kind::timeout}); }
};

std::variant<std::unique_ptr<EmbeddedStore>, StoreError> EmbeddedStore::open(const std::string& data_dir,
                                                                             Workers& workers, Time& time) {
    auto opened = MemoryTable::open(data_dir);
    if (auto* error = std::get_if<StoreError>(&opened)) return std::move(*error);
    return std::unique_ptr<EmbeddedStore>(new EmbeddedStore(std::get<MemoryTable>(std::move(opened)), workers, time));
}

EmbeddedStore::EmbeddedStore(MemoryTable table, Workers& workers, Time& time)
    : table_(std::move(table)),
      time_(time),
      queue_(workers, [this](std::vector<Request> requests) { handle(std::move(requests)); }) {}

void EmbeddedStore::start(CallId call, const BackendCall& what, Instant deadline, Reply<BackendAnswered> reply_to) {
    auto pending = std::make_shared<Pending>(call, deadline, reply_to);
    time_.call_at(deadline, [pending] { pending->time_out(); });
    queue_.push({std::move(pending), what});
}

void EmbeddedStore::handle(std::vector<Request> requests) {
    for (auto& [pending, call] : requests) {
        if (time_.now() >= pending->deadline) {
            pending->time_out();
            continue;
        }
        // A retain is short and is never cut in two; everything else ends with its deadline.
        if (!std::holds_alternative<RetainCall>(call)) {
            table_.database().interrupt_when([this, until = pending->deadline] { return time_.now() >= until; });
        }
        auto result = std::visit([this](const auto& what) { return perform(what); }, call);
        table_.database().interrupt_when({});
        pending->answer(std::move(result));
    }
}

BackendResult EmbeddedStore::perform(const RecallCall& recall) {
    const Snapshot snapshot(table_.database());
    auto rows = table_.find(recall.bank, recall.query.text, recall.types, rows_max(recall.budget));
    if (!rows) return failure();
    Memories memories;
    std::uint32_t tokens = 0;
    for (const auto& row : *rows) {
        auto text = told(row);
        const auto cost = policies::estimate_tokens(text);
        if (tokens + cost > recall.max_tokens) continue;
        tokens += cost;
        memories.items.push_back({.scope = recall.scope,
                                  .text = {std::move(text)},
                                  .type = shown_as(row, recall),
                                  .score = row.score,
                                  .at = row.from,
                                  .id = "m" + std::to_string(row.id),
                                  .until = row.until,
                                  .document = row.document});
    }
    return memories;
}

BackendResult EmbeddedStore::perform(const RetainCall& retain) {
    if (retain.batch.operation.empty() || bytes_of(retain.batch) > batch_bytes_max)
        return Failure{.kind = Failure::Kind::rejected};
    const auto units = table_.retain(retain.bank, retain.batch, time_.wall());
    if (!units) return failure();
    return Stored{*units};
}

BackendResult EmbeddedStore::perform(const PollCall& poll) {
    const auto operation = table_.operation(poll.bank, poll.operation);
    if (!operation) return failure();
    if (!operation->known) return Failure{.kind = Failure::Kind::lost};
    return Stored{operation->units};
}

BackendResult EmbeddedStore::perform(const ReflectCall& reflect) {
    const Snapshot snapshot(table_.database());
    const auto rows =
        table_.find(reflect.bank, reflect.query.text,
                    {MemoryType::observation, MemoryType::world, MemoryType::experience}, rows_max(reflect.budget));
    if (!rows) return failure();
    return Reflection{{digest(*rows, reflect.max_tokens)}};
}

BackendResult EmbeddedStore::perform(const HealthCall&) {
    if (!table_.answers()) return failure();
    return Healthy{"embedded"};
}

Failure EmbeddedStore::failure() {
    switch (table_.database().error()) {
        case SQLITE_INTERRUPT: return {.kind = Failure::Kind::timeout};
        case SQLITE_BUSY:
        case SQLITE_LOCKED: return {.kind = Failure::Kind::overloaded};
        default: return {.kind = Failure::Kind::server};
    }
}

}  // namespace wm
