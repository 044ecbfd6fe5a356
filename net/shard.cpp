#include "net/shard.hpp"

#include <boost/asio/post.hpp>

#include <algorithm>

namespace wm::front {
namespace {

// A full mailbox and what it means for each kind of message (style P4).
NetEvent when_full(const HookEvent& event) {
    if (std::holds_alternative<PreLlm>(event)) return NetEvent::dropped_context;
    if (std::holds_alternative<PostLlm>(event)) return NetEvent::dropped_retain;
    if (std::holds_alternative<ToolCall>(event)) return NetEvent::dropped_tool;
    const bool evidence = std::holds_alternative<PreTool>(event) || std::holds_alternative<PostTool>(event);
    return evidence ? NetEvent::dropped_evidence : NetEvent::dropped_session;
}

// Nothing is said where nothing was promised, and no acknowledgement means: send the turn again.
std::optional<AnswerBody> answer_when_full(NetEvent dropped) {
    if (dropped == NetEvent::dropped_context) return ContextAnswer{};
    if (dropped == NetEvent::dropped_tool) return ErrorAnswer{ErrorCode::busy, "the memory daemon is busy: try again"};
    return std::nullopt;
}

bool promises_answer(const HookEvent& event) {
    return std::holds_alternative<PreLlm>(event) || std::holds_alternative<PostLlm>(event) ||
           std::holds_alternative<ToolCall>(event);
}

NetEvent event_of(const WireError& error) {
    return error.code == ErrorCode::argument_unknown ? NetEvent::argument_unknown : NetEvent::message_malformed;
}

}  // namespace

void Shard::retire(ConnectionId id) {
    token_shown(id);
    boost::asio::post(io, [this, id] {
        if (connections_.erase(id) > 0) metrics.open_connections(--counters.connections);
    });
}

void Shard::await_token(ConnectionId id) {
    const auto share = std::max<std::size_t>(1, unproven_max / step_);
    if (unproven_.size() >= share) {
        const auto oldest = *unproven_.begin();
        token_shown(oldest);  // it no longer counts
        metrics.count(NetEvent::connection_refused, AgentId{});
        connections_.at(oldest)->give_way();
    }
    unproven_.insert(id);
    ++counters.unproven;
}

void Shard::token_shown(ConnectionId id) {
    if (unproven_.erase(id) > 0) --counters.unproven;
}

void Shard::answer(const Answer& answer) {
    const auto found = connections_.find(answer.connection);
    if (found == connections_.end()) metrics.count(NetEvent::answer_lost, AgentId{});
    else found->second->answer(answer);
}

void Shard::explained(const Explained& answer) {
    const auto found = connections_.find(answer.connection);
    if (found == connections_.end()) metrics.count(NetEvent::answer_lost, AgentId{});
    else found->second->explained(answer);
}

void Shard::tick() {
    const auto now = time.now();
    for (auto& [id, connection] : connections_) connection->tick(now);
    if (going_ && connections_.empty()) return;
    time.call_at(now + tick_every, [weak = weak_from_this()] {
        if (const auto self = weak.lock())
            boost::asio::post(self->io, [weak] {
                if (const auto shard = weak.lock()) shard->tick();
            });
    });
}

void Shard::set_tokens(std::shared_ptr<const TokenTable> fresh) {
    tokens = std::move(fresh);
    for (auto& [id, connection] : connections_) connection->check_token(*tokens);
}

void Shard::go_away() {
    going_ = true;
    for (auto& [id, connection] : connections_) connection->go_away();
}

void Shard::post_to(ConnectionId id, std::function<void(Connection&)> job) {
    boost::asio::post(io, [weak = weak_from_this(), id, job = std::move(job)] {
        const auto shard = weak.lock();
        if (!shard) return;
        const auto found = shard->connections_.find(id);
        if (found != shard->connections_.end()) job(*found->second);
    });
}

void Shard::everywhere(std::function<void(Shard&)> job) {
    for (const auto& shard : *siblings)
        boost::asio::post(shard->io, [weak = shard->weak_from_this(), job] {
            if (const auto alive = weak.lock()) job(*alive);
        });
}

void Shard::cancel_call(const std::string& key) {
    const auto call = mcp_desk.calls.find(key);
    if (call == mcp_desk.calls.end()) return;
    const auto connection = connections_.find(call->second);
    if (connection != connections_.end()) connection->second->call_cancelled();
}

void Shard::wake_at(Instant when, ConnectionId id, std::function<void(Connection&)> on_time) {
    time.call_at(when, [weak = weak_from_this(), id, on_time = std::move(on_time)] {
        if (const auto self = weak.lock()) self->post_to(id, on_time);
    });
}

Taken take(Shard& shard, Decoded decoded, ConnectionId connection, const AgentId& agent, FrameId frame) {
    Taken taken;
    if (const auto* ping = std::get_if<Ping>(&decoded)) {
        taken.reply = encode_pong(ping->frame);
        return taken;
    }
    if (std::holds_alternative<Ignored>(decoded)) {
        shard.metrics.count(NetEvent::hook_ignored, agent);
        return taken;
    }
    if (const auto* error = std::get_if<WireError>(&decoded)) {
        shard.metrics.count(event_of(*error), agent);
        taken.malformed = error->code == ErrorCode::malformed;
        taken.reply = encode(*error);
        return taken;
    }
    auto& hook = std::get<HookArrived>(decoded);
    const auto clients_frame = hook.frame;
    hook.connection = connection;
    hook.agent = agent;
    if (frame != 0) hook.frame = frame;
    taken.waits = promises_answer(hook.event);
    taken.deadline = hook.deadline;
    const auto dropped = when_full(hook.event);
    if (shard.deliver(std::move(hook)) == Delivery::accepted) {
        shard.metrics.count(NetEvent::message, agent);
        return taken;
    }
    shard.metrics.count(dropped, agent);
    taken.waits = false;
    if (auto answer = answer_when_full(dropped))
        taken.reply = encode(Answer{connection, clients_frame, std::move(*answer)});
    return taken;
}

}  // namespace wm::front
