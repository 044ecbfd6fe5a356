#include "net/mcp_exchange.hpp"

#include "net/tool_table.hpp"

#include <sodium.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace wm::front {
namespace {

using mcp::Era;
using mcp::Method;
using mcp::RpcCode;

// Chunked by hand: Beast would want a body that is there as a whole.
constexpr std::string_view stream_head =
    "HTTP/1.1 200 OK\r\nServer: wetopi-memory\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\n"
    "X-Content-Type-Options: nosniff\r\nX-Accel-Buffering: no\r\nTransfer-Encoding: chunked\r\n\r\n";
constexpr std::string_view stream_end = "0\r\n\r\n";

std::string chunk(const std::string& data) {
    std::array<char, 16> size{};
    const auto end = std::to_chars(size.data(), size.data() + size.size(), data.size(), 16).ptr;
    return std::string(size.data(), end) + "\r\n" + data + "\r\n";
}

// A name that is no plain ASCII comes as =?base64?…?=.
std::string header_text(std::string_view value) {
    constexpr std::string_view begin = "=?base64?", end = "?=";
    if (value.size() < begin.size() + end.size() || !value.starts_with(begin) || !value.ends_with(end))
        return std::string(value);
    value.remove_prefix(begin.size());
    value.remove_suffix(end.size());
    std::string text(value.size(), '\0');
    std::size_t bytes = 0;
    if (sodium_base642bin(reinterpret_cast<unsigned char*>(text.data()), text.size(), value.data(), value.size(),
                          nullptr, &bytes, nullptr, sodium_base64_VARIANT_ORIGINAL) != 0)
        return {};
    text.resize(bytes);
    return text;
}

std::string call_key(std::string_view session, std::string_view id) {
    return std::string(session) + " " + std::string(id);
}

bool is_session_version(std::string_view version) {
    return std::ranges::find(mcp::session_versions, version) != mcp::session_versions.end();
}

// A turn of its own for each call, so that no two are taken for one another, across restarts too.
std::string fresh_turn() {
    std::array<unsigned char, 8> bytes{};
    randombytes_buf(bytes.data(), bytes.size());
    std::string text(bytes.size() * 2 + 1, '\0');
    sodium_bin2hex(text.data(), text.size(), bytes.data(), bytes.size());
    text.pop_back();
    return "mcp-" + text;
}

}  // namespace

McpExchange::McpExchange(Shard& shard, ConnectionId connection, FrameId frame, const TokenEntry& caller)
    : shard_(shard), connection_(connection), frame_(frame), caller_(caller) {}

McpExchange::~McpExchange() {
    if (!key_.empty()) shard_.mcp_desk.calls.erase(key_);
}

void McpExchange::respond(int status, std::string body) { whole_ = Whole{status, std::move(body), {}}; }

void McpExchange::refuse(int status, RpcCode code, std::string message) {
    shard_.metrics.count(NetEvent::message_malformed, AgentId{caller_.name});
    respond(status, mcp::refused({code, request_.id, std::move(message)}));
}

void McpExchange::take(const McpHead& head, std::string_view body) {
    session_ = head.session;
    if (head.ends_session) return end_session();
    if (!head.content_type.starts_with("application/json"))
        return refuse(415, RpcCode::invalid_request, "send Content-Type: application/json");
    auto incoming = shard_.mcp_desk.reader.read(body);
    if (auto* fault = std::get_if<mcp::Fault>(&incoming)) {
        request_.id = fault->id;
        const bool params = fault->code == RpcCode::invalid_params;
        return refuse(params ? 200 : 400, fault->code, std::move(fault->message));
    }
    if (auto* request = std::get_if<mcp::Request>(&incoming)) return serve(head, std::move(*request));
    if (const auto* notification = std::get_if<mcp::Notification>(&incoming)) note(head, *notification);
    respond(202, {});
}

void McpExchange::note(const McpHead& head, const mcp::Notification& notification) {
    if (!notification.cancels || notification.cancelled.empty()) return;
    if (!shard_.mcp_desk.ids.version_of(head.session, caller_.hash, shard_.time.wall())) return;
    shard_.everywhere([key = call_key(head.session, notification.cancelled)](Shard& shard) { shard.cancel_call(key); });
}

bool McpExchange::stateless(const McpHead& head) {
    era_ = Era::stateless;
    const auto mismatch = [&](const char* header) {
        refuse(400, RpcCode::header_mismatch, std::string(header) + " is not what the message says");
        return false;
    };
    if (head.version != request_.version) return mismatch("MCP-Protocol-Version");
    if (request_.version != mcp::stateless_version) {
        respond(400, mcp::version_refused(request_.id, request_.version));
        return false;
    }
    if (head.method != request_.method_name) return mismatch("Mcp-Method");
    const bool named = request_.method == Method::tools_call || request_.method == Method::resources_read;
    return !named || header_text(head.name) == request_.name || mismatch("Mcp-Name");
}

bool McpExchange::in_session(const McpHead& head) {
    era_ = Era::session;
    if (!head.version.empty() && !is_session_version(head.version)) {
        respond(400, mcp::version_refused(request_.id, head.version.substr(0, 32)));
        return false;
    }
    return session_holds();
}

bool McpExchange::session_holds() {
    if (session_.empty()) {
        refuse(400, RpcCode::invalid_request, "MCP-Session-Id is missing: begin with initialize");
        return false;
    }
    const auto& desk = shard_.mcp_desk;
    if (!desk.ended.holds(session_) && desk.ids.version_of(session_, caller_.hash, shard_.time.wall())) return true;
    refuse(404, RpcCode::invalid_request, "there is no such session: begin with initialize");
    return false;
}

bool McpExchange::speaks(const McpHead& head) {
    if (!request_.version.empty() || head.version == mcp::stateless_version) return stateless(head);
    return in_session(head);
}

void McpExchange::begin_session() {
    const auto* wanted = std::ranges::find(mcp::session_versions, request_.version);
    if (wanted == mcp::session_versions.end()) wanted = mcp::session_versions.begin();
    const auto place = static_cast<std::size_t>(wanted - mcp::session_versions.begin());
    respond(200, mcp::initialized(request_.id, *wanted, shard_.settings.mcp_offer));
    whole_->session = shard_.mcp_desk.ids.make(caller_.hash, place, shard_.time.wall());
}

void McpExchange::end_session() {
    if (!session_holds()) return;
    shard_.mcp_desk.ended.add(session_);
    shard_.everywhere([id = session_](Shard& each) { each.mcp_desk.ended.add(id); });
    respond(204, {});
}

void McpExchange::serve(const McpHead& head, mcp::Request request) {
    request_ = std::move(request);
    const auto& id = request_.id;
    const auto& offer = shard_.settings.mcp_offer;
    if (request_.method == Method::initialize) return begin_session();
    if (!speaks(head)) return;
    switch (request_.method) {
        case Method::discover: return respond(200, mcp::discovered(id, offer));
        case Method::ping: return respond(200, mcp::ponged(id));
        case Method::tools_list: return respond(200, mcp::tools_listed(id, era_, offer));
        case Method::resources_list: return respond(200, mcp::resources_listed(id, era_, offer));
        case Method::resource_templates_list: return respond(200, mcp::templates_listed(id, era_));
        case Method::resources_read: return read_resource();
        case Method::tools_call: break;
        default:
            return refuse(era_ == Era::stateless ? 404 : 200, RpcCode::method_not_found, "there is no such method");
    }
    if (!offer.has(request_.name)) return refuse(200, RpcCode::invalid_params, "there is no such tool");
    if (const auto* fault = std::get_if<mcp::ToolFault>(&request_.call)) {
        const bool forged = fault->code == ErrorCode::argument_unknown;
        shard_.metrics.count(forged ? NetEvent::argument_unknown : NetEvent::message_malformed, AgentId{caller_.name});
        return respond(200, mcp::called(id, era_, *fault));
    }
    auto arguments = std::get<ToolArguments>(std::move(request_.call));
    if (auto* fact = std::get_if<RetainArguments>(&arguments); fact && fact->scope.empty()) {
        if (offer.fact_scope.empty())
            return respond(
                200, mcp::called(id, era_, mcp::ToolFault{ErrorCode::argument_invalid, "arguments.scope is missing"}));
        fact->scope = offer.fact_scope;
    }
    ask(std::move(arguments), !request_.progress.empty(), head.accept);
}

void McpExchange::read_resource() {
    const auto resource = mcp::resource_of(request_.name, shard_.settings.mcp_offer);
    if (!resource)
        return refuse(200, era_ == Era::stateless ? RpcCode::invalid_params : RpcCode::resource_not_found,
                      "there is no such resource");
    ask(mcp::arguments_of(*resource), false, {});
}

// MCP carries no speaker: who calls is who the token was made for (policies/identity).
void McpExchange::ask(ToolArguments arguments, bool progress, std::string_view accept) {
    const AgentId agent{caller_.name};
    const auto received = shard_.received();
    streams_ = accept.find("text/event-stream") != std::string_view::npos &&
               (progress || accept.find("application/json") == std::string_view::npos);
    HookArrived hook;
    hook.connection = connection_;
    hook.frame = frame_;
    hook.agent = agent;
    hook.speaker.session =
        SessionId{session_.empty() || era_ == Era::stateless ? "mcp" : "mcp:" + session_.substr(0, 8)};
    hook.speaker.platform = "mcp";
    hook.speaker.profile = "default";
    hook.speaker.claims_private = true;
    hook.turn = TurnId{fresh_turn()};
    hook.at = received.wall;
    hook.deadline = received.now + shard_.settings.mcp_deadline;
    hook.event = ToolCall{std::move(arguments), streams_ && progress};
    deadline_ = hook.deadline;
    waits_ = true;
    if (streams_) chunks_ = stream_head;
    if (era_ == Era::session) {
        key_ = call_key(session_, request_.id);
        if (!shard_.mcp_desk.calls.emplace(key_, connection_).second) key_.clear();  // the client uses an id twice
    }
    if (shard_.deliver(std::move(hook)) == Delivery::accepted) return shard_.metrics.count(NetEvent::message, agent);
    shard_.metrics.count(NetEvent::dropped_tool, agent);
    answer({connection_, frame_, ErrorAnswer{ErrorCode::busy, "the memory daemon is busy: try again"}});
}

void McpExchange::event(const std::string& message) { chunks_ += chunk("event: message\ndata: " + message + "\n\n"); }

void McpExchange::answer(const Answer& answer) {
    if (!waits_ || answer.frame != frame_) return;
    if (const auto* progress = std::get_if<ProgressAnswer>(&answer.body)) {
        if (streams_) event(mcp::progressed(request_.progress, *progress));
        return;
    }
    if (std::holds_alternative<PendingAnswer>(answer.body)) return;
    waits_ = false;
    auto text = request_.method == Method::tools_call
                    ? mcp::called(request_.id, era_, answer.body)
                    : mcp::resource_read(request_.id, era_, request_.name, answer.body);
    shard_.metrics.count(NetEvent::answer_sent, AgentId{caller_.name});
    if (!streams_) return respond(200, std::move(text));
    event(text);
    chunks_ += stream_end;
    over_ = true;
}

void McpExchange::cancel() {
    if (!waits_) return;
    waits_ = false;
    if (!streams_) return respond(204, {});
    chunks_ += stream_end;
    over_ = true;
}

void McpExchange::expire(Instant now) {
    if (waits_ && now >= deadline_)
        answer({connection_, frame_, ErrorAnswer{ErrorCode::deadline_exceeded, "memory did not answer in time"}});
}

std::optional<McpExchange::Whole> McpExchange::whole() {
    if (whole_) over_ = true;
    return std::exchange(whole_, std::nullopt);
}

std::string McpExchange::stream() { return std::exchange(chunks_, {}); }

}  // namespace wm::front
