#include "net/json_text.hpp"
#include "net/rfc3339.hpp"
#include "net/wire.hpp"

#include <type_traits>

namespace wm {
namespace {

using json_text::append_key;
using json_text::append_ratio;
using json_text::append_signed;
using json_text::append_string;
using json_text::append_unsigned;

void append_field(std::string& out, std::string_view key, std::string_view value) {
    append_key(out, key);
    append_string(out, value);
}

void append_field(std::string& out, std::string_view key, std::uint64_t value) {
    append_key(out, key);
    append_unsigned(out, value);
}

void append_field(std::string& out, std::string_view key, const std::vector<ScopeName>& scopes) {
    append_key(out, key);
    out += '[';
    for (const auto& scope : scopes) {
        if (out.back() != '[') out += ',';
        append_string(out, scope.str());
    }
    out += ']';
}

std::string begin(std::string_view type, FrameId frame) {
    std::string out = "{\"type\":\"";
    out += type;
    out += '"';
    append_field(out, "id", frame);
    return out;
}

std::string_view to_string(MemoryType type) {
    switch (type) {
        case MemoryType::observation: return "observation";
        case MemoryType::world: return "world";
        case MemoryType::experience: return "experience";
    }
    return "observation";
}

void append_date(std::string& out, std::string_view key, const std::optional<WallTime>& when) {
    if (when) append_field(out, key, format_rfc3339(*when));
}

std::string part_of(const SearchResult& result) {
    std::string out = "{\"results\":[";
    for (const auto& memory : result.memories) {
        if (out.back() != '[') out += ',';
        out += '{';
        append_field(out, "scope", memory.scope.str());
        append_field(out, "content", memory.text.text);
        append_field(out, "type", to_string(memory.type));
        append_key(out, "score");
        append_ratio(out, memory.score);
        append_field(out, "date", format_rfc3339(memory.at));
        append_date(out, "until", memory.until);
        out += ",\"origin\":{";
        if (const auto backend = result.backends.find(memory.scope); backend != result.backends.end())
            append_field(out, "store", backend->second);
        if (!memory.document.empty()) append_field(out, "document", memory.document);
        out += "}}";
    }
    out += ']';
    append_field(out, "unavailable", result.failed);
    out += '}';
    return out;
}

std::string part_of(const RetainResult& result) {
    std::string out = "{";
    append_field(out, "status", result.status);
    append_field(out, "scope", result.scope.str());
    if (!result.reason.empty()) append_field(out, "reason", result.reason);
    if (!result.operation.empty()) append_field(out, "operation", result.operation.str());
    out += '}';
    return out;
}

std::string part_of(const ReflectResult& result) {
    std::string out = "{\"answers\":[";
    for (const auto& part : result.parts) {
        if (out.back() != '[') out += ',';
        out += '{';
        append_field(out, "scope", part.scope.str());
        append_field(out, "text", part.text.text);
        out += '}';
    }
    out += ']';
    append_field(out, "unavailable", result.failed);
    out += '}';
    return out;
}

std::string part_of(const StatusResult& result) {
    std::string out = "{";
    append_field(out, "backend", result.backend_state);
    append_field(out, "scopes", result.scopes);
    if (result.latency) {
        append_key(out, "latency_ms");
        append_signed(out, result.latency->count());
    }
    append_date(out, "last_recall", result.last_recall);
    append_date(out, "last_retain", result.last_retain);
    append_date(out, "degraded_since", result.degraded_since);
    append_field(out, "queue_depth", result.queue_depth);
    append_field(out, "drops", result.drops);
    out += '}';
    return out;
}

void append_rest(std::string& out, const ContextAnswer& answer) {
    append_field(out, "context", answer.context.text);
    append_field(out, "source", to_string(answer.source));
    append_field(out, "scopes", answer.scopes);
    append_field(out, "tokens", answer.tokens);
    out += '}';
}

std::string encode_body(FrameId frame, const ContextAnswer& answer) {
    constexpr std::size_t head_bytes = 64;  // type and number
    std::string out;
    out.reserve(head_bytes + (answer.ready ? answer.ready->size() : answer.context.text.size() + 128));
    out += "{\"type\":\"context\"";
    append_field(out, "id", frame);
    if (answer.ready) out += *answer.ready;
    else append_rest(out, answer);
    return out;
}

std::string encode_body(FrameId frame, const PendingAnswer& answer) {
    auto out = begin("pending", frame);
    append_key(out, "deadline_ms");
    append_signed(out, answer.deadline.count());
    out += '}';
    return out;
}

// The protocol has no such message: no agent asks for it.
std::string encode_body(FrameId, const ProgressAnswer&) { return {}; }

std::string encode_body(FrameId frame, const AckAnswer&) { return begin("ack", frame) + "}"; }

std::string encode_body(FrameId frame, const ToolResult& answer) {
    auto out = begin("result", frame);
    append_field(out, "content", content_of(answer));
    out += '}';
    return out;
}

std::string encode_body(FrameId frame, const ErrorAnswer& answer) {
    auto out = begin("error", frame);
    append_field(out, "code", to_string(answer.code));
    append_field(out, "message", answer.message);
    out += '}';
    return out;
}

}  // namespace

std::string_view to_string(ErrorCode code) {
    switch (code) {
        case ErrorCode::malformed: return "malformed";
        case ErrorCode::identity_unknown: return "identity_unknown";
        case ErrorCode::scope_denied: return "scope_denied";
        case ErrorCode::argument_unknown: return "argument_unknown";
        case ErrorCode::argument_invalid: return "argument_invalid";
        case ErrorCode::tool_unknown: return "tool_unknown";
        case ErrorCode::busy: return "busy";
        case ErrorCode::backend_down: return "backend_down";
        case ErrorCode::deadline_exceeded: return "deadline_exceeded";
        case ErrorCode::rejected: return "rejected";
    }
    return "malformed";
}

std::string content_of(const ToolResult& result) {
    return std::visit([](const auto& one) { return part_of(one); }, result);
}

std::string encode(const Answer& answer) {
    return std::visit([&](const auto& body) { return encode_body(answer.frame, body); }, answer.body);
}

std::shared_ptr<const std::string> encode_ahead(const ContextAnswer& answer) {
    std::string rest;
    append_rest(rest, answer);
    return std::make_shared<const std::string>("," + rest);
}

std::string encode(const WireError& error) { return encode_body(error.frame, ErrorAnswer{error.code, error.message}); }

std::string encode(const Hello& hello) {
    std::string out = R"({"type":"hello","protocol":"wetopi-memory.v1")";
    append_field(out, "version", hello.version);
    append_field(out, "agent", hello.agent.str());
    out += R"(,"limits":{)";
    append_field(out, "frame_bytes", hello.frame_bytes_max);
    append_field(out, "evidence_bytes", hello.evidence_bytes_max);
    out += '}';
    append_field(out, "inject", hello.inject);
    append_field(out, "personal_owner", hello.personal_owner);
    out += '}';
    return out;
}

std::string encode_pong(FrameId frame) { return begin("pong", frame) + "}"; }

}  // namespace wm
