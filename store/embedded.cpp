#include "store/embedded.hpp"

#include "policies/budget.hpp"
#include "store/digest.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <atomic>
#include <charconv>
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

// m17: the id of row 17.
std::optional<std::int64_t> memory_number(std::string_view id) {
    std::int64_t number = 0;
    if (!id.starts_with('m')) return std::nullopt;
    const auto [end, error] = std::from_chars(id.data() + 1, id.data() + id.size(), number);
    return error == std::errc() && end == id.data() + id.size() ? std::optional(number) : std::nullopt;
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
                                                                             Workers& workers, Time& time,
                                                                             const BlockLives& lives) {
    auto opened = MemoryTable::open(data_dir);
    if (auto* error = std::get_if<StoreError>(&opened)) return std::move(*error);
    return std::unique_ptr<EmbeddedStore>(
        new EmbeddedStore(std::get<MemoryTable>(std::move(opened)), workers, time, lives));
}

EmbeddedStore::EmbeddedStore(MemoryTable table, Workers& workers, Time& time, const BlockLives& lives)
    : table_(std::move(table)),
      lives_(lives),
      time_(time),
      queue_(workers, [this](std::vector<Request> requests) { handle(std::move(requests)); }) {
    table_.set_lives(lives);
}

void EmbeddedStore::start(CallId call, const BackendCall& what, Instant deadline, Reply<BackendAnswered> reply_to) {
    auto pending = std::make_shared<Pending>(call, deadline, reply_to);
    time_.call_at(deadline, [pending] { pending->time_out(); });
    queue_.push({std::move(pending), what});
}

void EmbeddedStore::handle(std::vector<Request> requests) {
    for (auto& [pending, call] : requests) {
        if (!pending) continue;
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
    tend();
}

// After the answers, one slice at a time: what waits meanwhile is answered before the next. The gateway's probes see to it
// that this is looked at even when nobody asks anything.
void EmbeddedStore::tend() {
    const auto now = time_.wall();
    if (!keeping_.is_due(now)) return;
    if (keeping_.tend(now) == true) queue_.push({nullptr, HealthCall{}});
}

BackendResult EmbeddedStore::perform(const RecallCall& recall) {
    const Snapshot snapshot(table_.database());
    auto rows = recall.latest ? table_.latest(recall.bank, rows_max(recall.budget))
                              : table_.find(recall.bank, recall.query.text, recall.types, rows_max(recall.budget));
    if (!rows) return failure();
    Memories memories;
    std::vector<std::int64_t> used;
    std::uint32_t tokens = 0;
    for (const auto& row : *rows) {
        auto text = told(row);
        const auto cost = policies::estimate_tokens(text);
        if (tokens + cost > recall.max_tokens) continue;
        tokens += cost;
        used.push_back(row.id);
        memories.items.push_back({.scope = recall.scope,
                                  .text = {std::move(text)},
                                  .type = shown_as(row, recall),
                                  .score = row.score,
                                  .at = row.from,
                                  .id = "m" + std::to_string(row.id),
                                  .until = row.until,
                                  .document = row.document});
    }
    if (!recall.latest) keeping_.used(recall.bank, used, time_.wall());  // what is only listed was of no use yet
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

BackendResult EmbeddedStore::perform(const ManageCall& manage) {
    return std::visit([&](const auto& work) { return perform(manage.bank, work); }, manage.work);
}

BackendResult EmbeddedStore::perform(const BankId& bank, const ForgetMemory& forget) {
    const auto id = memory_number(forget.id);
    if (!id) return Forgotten{false};
    const auto now = time_.wall();
    auto done = MemoryKeeping::Done::failed;
    switch (forget.how) {
        case ForgetMemory::How::trash: done = keeping_.trash(bank, *id, now); break;
        case ForgetMemory::How::restore: done = keeping_.restore(bank, *id, lives_, now); break;
        case ForgetMemory::How::ttl: done = keeping_.set_ttl(bank, *id, forget.ttl_days, now); break;
    }
    if (done == MemoryKeeping::Done::failed) return failure();
    return Forgotten{done == MemoryKeeping::Done::done};
}

BackendResult EmbeddedStore::perform(const BankId& bank, const CountMemories&) {
    auto counts = keeping_.counts(bank);
    if (!counts) return failure();
    return *std::move(counts);
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
