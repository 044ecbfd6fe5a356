#include "net/hindsight_wire.hpp"

#include "net/hindsight_text.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace wm {
namespace {

namespace json = boost::json;
using Kind = Failure::Kind;

HindsightStep failure(Kind kind, int http_status = 0) { return Failure{kind, {}, http_status}; }

// The object in a body; empty for anything else, whatever it is.
std::optional<json::object> parse_object(std::string_view body) {
    boost::system::error_code error;
    auto value = json::parse(json::string_view(body.data(), body.size()), error);
    if (error || !value.is_object()) return {};
    return std::move(value.get_object());
}

// Members, with missing, null and a wrong type alike: 0.9.2 leaves out what 1.1.0 writes as null.
const json::object* object_at(const json::object& from, std::string_view key) {
    const auto* value = from.if_contains(json::string_view(key.data(), key.size()));
    return value ? value->if_object() : nullptr;
}
const json::array* array_at(const json::object& from, std::string_view key) {
    const auto* value = from.if_contains(json::string_view(key.data(), key.size()));
    return value ? value->if_array() : nullptr;
}
std::string_view text_at(const json::object& from, std::string_view key) {
    const auto* value = from.if_contains(json::string_view(key.data(), key.size()));
    const auto* text = value ? value->if_string() : nullptr;
    return text ? std::string_view(text->data(), text->size()) : std::string_view();
}
std::optional<std::uint32_t> count_at(const json::object& from, std::string_view key) {
    const auto* value = from.if_contains(json::string_view(key.data(), key.size()));
    if (!value || !value->is_number()) return {};
    boost::system::error_code error;
    const auto count = value->to_number<std::uint32_t>(error);
    if (error) return {};
    return count;
}
double number_at(const json::object& from, std::string_view key) {
    const auto* value = from.if_contains(json::string_view(key.data(), key.size()));
    if (!value || !value->is_number()) return 0;
    boost::system::error_code error;
    const auto number = value->to_number<double>(error);
    return error || !std::isfinite(number) ? 0 : number;
}

std::string_view name_of(MemoryType type) {
    switch (type) {
        case MemoryType::observation: return "observation";
        case MemoryType::world: return "world";
        case MemoryType::experience: return "experience";
    }
    return "world";
}
std::optional<MemoryType> memory_type(std::string_view name) {
    for (const auto type : {MemoryType::observation, MemoryType::world, MemoryType::experience}) {
        if (name == name_of(type)) return type;
    }
    return {};
}
std::string_view name_of(Budget budget) {
    switch (budget) {
        case Budget::low: return "low";
        case Budget::mid: return "mid";
        case Budget::high: return "high";
    }
    return "low";
}
json::string_view text_of(std::string_view text) { return {text.data(), text.size()}; }

// Hindsight takes any name up to 192 bytes, but answers 404 to one with a slash and 500 to one with NUL.
bool can_hold(const BankId& bank) {
    const auto& name = bank.str();
    const auto lacks = [&name](char c) { return name.find(c) == std::string::npos; };
    return !name.empty() && name.size() <= 192 && lacks('/') && lacks('\0');
}
std::string target(const BankId& bank, std::string_view rest) {
    return "/v1/default/banks/" + hindsight::encode_segment(bank.str()).append(rest);
}

bool is_uuid(std::string_view id) {
    return id.size() == 36 && std::ranges::all_of(id, [](char c) {
               return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F') || c == '-';
           });
}

HindsightStep get(std::string to) { return HttpRequest{HttpRequest::Method::get, std::move(to), {}}; }
HindsightStep post(std::string to, const json::object& body) {
    HttpRequest request{HttpRequest::Method::post, std::move(to), json::serialize(body)};
    if (request.body.size() > HindsightExchange::request_bytes_max) return failure(Kind::rejected);
    return request;
}

std::optional<Memory> read_memory(const json::object& from, const ScopeName& scope) {
    const auto type = memory_type(text_at(from, "type"));
    const auto text = text_at(from, "text");
    if (!type || text.empty()) return {};
    Memory memory;
    memory.scope = scope;
    memory.type = *type;
    memory.text.text = text;
    memory.id = text_at(from, "id");
    memory.document = text_at(from, "document_id");
    if (const auto* scores = object_at(from, "scores")) memory.score = number_at(*scores, "final");
    for (const auto* key : {"mentioned_at", "occurred_start"}) {
        if (const auto at = hindsight::parse_timestamp(text_at(from, key))) {
            memory.at = *at;
            break;
        }
    }
    return memory;
}

enum class Progress : std::uint8_t { running, completed, failed, unknown };
Progress progress_of(std::string_view status) {
    if (status == "completed") return Progress::completed;
    if (status == "failed" || status == "cancelled") return Progress::failed;
    if (status == "not_found") return Progress::unknown;
    return Progress::running;  // pending, processing, and what a later version may invent
}

// A parent stays pending, without an error, while a child waits for its retries: the children say what is going on.
Progress progress_of(const json::object& operation) {
    const auto own = progress_of(text_at(operation, "status"));
    if (own != Progress::running) return own;
    const auto* children = array_at(operation, "child_operations");
    const auto* metadata = object_at(operation, "result_metadata");
    const auto expected = metadata ? count_at(*metadata, "num_sub_batches").value_or(1) : 1;
    if (!children || children->empty() || children->size() < expected) return Progress::running;
    auto all = Progress::completed;
    for (const auto& child : *children) {
        const auto* fields = child.if_object();
        const auto state = fields ? progress_of(text_at(*fields, "status")) : Progress::running;
        if (state == Progress::running) return state;  // even beside a failed one: it may still write a document
        if (state != Progress::completed) all = Progress::failed;
    }
    return all;
}

}  // namespace

HindsightStep HindsightExchange::begin() {
    if (setup_) return std::get<HttpRequest>(setup_->begin());
    return std::visit([this](const auto& call) { return begin(call); }, call_);
}

HindsightStep HindsightExchange::set_up(const HttpResponse& response) {
    auto step = setup_->answered(response);
    if (auto* request = std::get_if<HttpRequest>(&step)) return std::move(*request);
    setup_.reset();
    if (const auto* failed = std::get_if<Failure>(&step)) return *failed;
    prepared_ = std::get<hindsight::BankSetup::Ready>(step);
    return begin();
}

HindsightStep HindsightExchange::answered(const HttpResponse& response, WallTime now) {
    auto step = setup_ ? set_up(response) : std::visit([&](const auto& call) { return read(call, response); }, call_);
    if (auto* result = std::get_if<BackendResult>(&step)) {
        auto* bad = std::get_if<Failure>(result);
        if (bad && (bad->kind == Kind::overloaded || bad->kind == Kind::server)) {
            bad->retry_after = hindsight::parse_retry_after(response.retry_after, response.date, now);
        }
    }
    return step;
}

HindsightStep HindsightExchange::begin(const RecallCall& call) {
    if (!can_hold(call.bank) || call.latest) return failure(Kind::rejected);
    const auto query = hindsight::cut_query(call.query.text, query_tokens_max);
    if (!hindsight::has_word(query)) return Memories{};
    json::array types;
    for (const auto type : call.types) types.emplace_back(text_of(name_of(type)));
    json::object body{{"query", query}, {"budget", text_of(name_of(call.budget))}, {"max_tokens", call.max_tokens}};
    // With raw facts beside it, the field has Hindsight drop those that an observation stands for; alone it does nothing.
    if (std::find(call.types.begin(), call.types.end(), MemoryType::observation) != call.types.end()) {
        body["prefer_observations"] = call.prefer_observations;
    }
    body["types"] = std::move(types);
    body["include"] = json::object{{"entities", nullptr}};  // a third of Hindsight's work, and nobody reads them
    return post(target(call.bank, "/memories/recall"), body);
}

HindsightStep HindsightExchange::read(const RecallCall& call, const HttpResponse& response) {
    if (hindsight::bank_is_missing(response)) return Memories{};
    if (response.status != 200) return failure(hindsight::classify(response.status), response.status);
    const auto body = parse_object(response.body);
    const auto* results = body ? array_at(*body, "results") : nullptr;
    if (!results) return failure(Kind::malformed, response.status);
    Memories memories;
    for (const auto& result : *results) {
        const auto* fields = result.if_object();
        auto memory = fields ? read_memory(*fields, call.scope) : std::nullopt;
        if (memory) memories.items.push_back(std::move(*memory));
    }
    return memories;
}

HindsightStep HindsightExchange::begin(const RetainCall& call) {
    if (!can_hold(call.bank) || call.batch.items.empty()) return failure(Kind::rejected);
    json::array items;
    for (const auto& item : call.batch.items) {
        json::object out{{"content", hindsight::clean_utf8(item.content.text)},
                         {"document_id", hindsight::clean_utf8(item.document.str())},
                         {"update_mode", "replace"}};  // append is not safe to repeat
        if (call.batch.at != WallTime()) out["timestamp"] = hindsight::format_timestamp(call.batch.at);
        if (!item.context.empty()) out["context"] = hindsight::clean_utf8(item.context);
        json::array tags;  // an empty list would mean no filter where tags are asked for, so none is ever written
        for (const auto& tag : item.tags) tags.emplace_back(hindsight::clean_utf8(tag));
        if (!tags.empty()) out["tags"] = std::move(tags);
        items.push_back(std::move(out));
    }
    json::object body{{"async", true}, {"operation_id", call.batch.operation.str()}};
    body["items"] = std::move(items);
    return post(target(call.bank, "/memories"), body);
}

HindsightStep HindsightExchange::read(const RetainCall& call, const HttpResponse& response) {
    const auto operation = "/operations/" + hindsight::encode_segment(call.batch.operation.str());
    if (reviving_) {
        if (response.status == 200) return Accepted{};
        return failure(response.status == 409 ? Kind::failed : hindsight::classify(response.status), response.status);
    }
    if (response.status != 200) return failure(hindsight::classify(response.status), response.status);
    const auto body = parse_object(response.body);
    if (!body) return failure(Kind::malformed, response.status);
    if (opened_) {
        if (progress_of(*body) != Progress::failed) return Accepted{};
        reviving_ = true;
        return HttpRequest{HttpRequest::Method::post, target(call.bank, operation + "/retry"), {}};
    }
    // Under another id than ours there is nothing to poll, and a repetition would store twice.
    const auto taken = text_at(*body, "operation_id");
    const auto same = [](char a, char b) { return (a | 0x20) == (b | 0x20); };
    const auto& ours = call.batch.operation.str();
    if (!std::equal(taken.begin(), taken.end(), ours.begin(), ours.end(), same)) {
        return failure(Kind::malformed, response.status);
    }
    opened_ = true;
    return get(target(call.bank, operation));
}

HindsightStep HindsightExchange::begin(const PollCall& call) {
    if (!can_hold(call.bank)) return failure(Kind::rejected);
    return get(target(call.bank, "/operations/" + hindsight::encode_segment(call.operation.str())));
}

HindsightStep HindsightExchange::read(const PollCall& call, const HttpResponse& response) {
    const auto gone = response.status == 404;  // of a look-up: it has no units; of the operation: nobody knows it
    if (response.status != 200 && !gone) return failure(hindsight::classify(response.status), response.status);
    const auto body = gone ? json::object() : parse_object(response.body);
    if (!body) return failure(Kind::malformed, response.status);
    if (opened_) {
        units_ += count_at(*body, "memory_unit_count").value_or(0);
        return count_units();
    }
    if (!gone && text_at(*body, "status").empty()) return failure(Kind::malformed, response.status);
    switch (gone ? Progress::unknown : progress_of(*body)) {
        case Progress::running: return Accepted{};
        case Progress::failed: return failure(Kind::failed, response.status);
        case Progress::unknown: return failure(Kind::lost, response.status);
        case Progress::completed: break;
    }
    const auto* metadata = object_at(*body, "result_metadata");
    if (const auto units = metadata ? count_at(*metadata, "unit_ids_count").value_or(0) : 0) return Stored{units};
    opened_ = true;
    for (const auto& document : call.documents) {
        if (look_ups_.size() == look_ups_max) break;
        const auto name = hindsight::encode_segment(hindsight::clean_utf8(document.str()));
        look_ups_.push_back(target(call.bank, "/documents/" + name));
    }
    return count_units();
}

HindsightStep HindsightExchange::count_units() {
    if (look_ups_.empty()) return Stored{units_};
    auto next = std::move(look_ups_.back());
    look_ups_.pop_back();
    return get(std::move(next));
}

HindsightStep HindsightExchange::begin(const ReflectCall& call) {
    if (!can_hold(call.bank)) return failure(Kind::rejected);
    if (!hindsight::has_word(call.query.text)) return Reflection{};
    return get(target(call.bank, "/stats?refresh=true"));  // without it, up to a minute old
}

HindsightStep HindsightExchange::read(const ReflectCall& call, const HttpResponse& response) {
    if (hindsight::bank_is_missing(response)) return Reflection{};
    if (response.status != 200) return failure(hindsight::classify(response.status), response.status);
    const auto body = parse_object(response.body);
    if (!body) return failure(Kind::malformed, response.status);
    if (!std::exchange(opened_, true)) {
        const auto nodes = count_at(*body, "total_nodes"), documents = count_at(*body, "total_documents");
        if (!nodes && !documents) return failure(Kind::malformed, response.status);
        if (nodes.value_or(0) == 0 && documents.value_or(0) == 0) return Reflection{};
        return post(target(call.bank, "/reflect"), {{"query", hindsight::clean_utf8(call.query.text)},
                                                    {"budget", text_of(name_of(call.budget))},
                                                    {"max_tokens", call.max_tokens}});
    }
    const auto text = text_at(*body, "text");
    if (!body->if_contains("text")) return failure(Kind::malformed, response.status);
    return Reflection{Content{std::string(text)}};
}

HindsightStep HindsightExchange::begin(const HealthCall&) { return get("/health"); }

HindsightStep HindsightExchange::read(const HealthCall&, const HttpResponse& response) {
    const auto body = response.status == 200 ? parse_object(response.body) : std::nullopt;
    if (opened_) return Healthy{body ? hindsight::clean_version(text_at(*body, "api_version")) : std::string()};
    if (response.status != 200) return failure(hindsight::classify(response.status), response.status);
    if (!body || text_at(*body, "status") != "healthy") return failure(Kind::malformed, response.status);
    opened_ = true;
    return get("/version");
}

// One memory of Hindsight's can be hidden and shown again; it has no time to live, and an observation follows its facts.
HindsightStep HindsightExchange::begin(const ManageCall& call) {
    if (!can_hold(call.bank)) return failure(Kind::rejected);
    const auto* forget = std::get_if<ForgetMemory>(&call.work);
    if (!forget) return get(target(call.bank, "/stats?refresh=true"));
    if (forget->how == ForgetMemory::How::ttl) return Unsupported{};
    if (!is_uuid(forget->id)) return Forgotten{false};
    const bool away = forget->how == ForgetMemory::How::trash;
    const json::object body{{"state", away ? "invalidated" : "valid"}};
    return HttpRequest{HttpRequest::Method::patch, target(call.bank, "/memories/" + forget->id), json::serialize(body)};
}

HindsightStep HindsightExchange::read(const ManageCall& call, const HttpResponse& response) {
    const bool forget = std::holds_alternative<ForgetMemory>(call.work);
    if (hindsight::bank_is_missing(response) || (forget && response.status == 404))
        return forget ? BackendResult(Forgotten{false}) : BackendResult(MemoryCounts{});
    if (forget && response.status == 400) return Unsupported{};  // an observation
    if (response.status != 200) return failure(hindsight::classify(response.status), response.status);
    if (forget) return Forgotten{true};
    const auto body = parse_object(response.body);
    if (!body) return failure(Kind::malformed, response.status);
    MemoryCounts counts;
    counts.memories = counts.current = count_at(*body, "total_nodes").value_or(0);
    if (const auto* types = object_at(*body, "nodes_by_fact_type")) {
        for (const auto type : {MemoryType::observation, MemoryType::world, MemoryType::experience})
            if (const auto of_type = count_at(*types, name_of(type)))
                counts.kinds.push_back({std::string(name_of(type)), *of_type});
    }
    return counts;
}

}  // namespace wm
