#include "net/front.hpp"

#include "net/listener.hpp"
#include "net/shard.hpp"
#include "net/tool_table.hpp"

#include <boost/asio/dispatch.hpp>
#include <boost/asio/post.hpp>

#include <algorithm>

namespace wm {
namespace {

constexpr std::chrono::seconds tokens_every{2};

std::string_view name_of(config::Inject inject) {
    return inject == config::Inject::middleware ? "middleware" : "pre_llm_call";
}
std::string_view name_of(config::PersonalOwner owner) {
    return owner == config::PersonalOwner::plane ? "plane" : "native";
}

}  // namespace

FrontSettings front_settings(const config::Settings& settings, const std::string& version) {
    const auto& limits = settings.limits;
    FrontSettings front;
    front.listen = settings.listen;
    if (front.listen.unix_socket.empty()) front.listen.unix_socket = settings.data_dir + "/wetopi-memory.sock";
    front.wire.frame_bytes_max = limits.frame_bytes_max;
    front.wire.depth_max = limits.json_depth_max;
    front.wire.evidence_bytes_max = limits.evidence_bytes_max;
    front.wire.messages_max = std::min(front.wire.messages_max, limits.messages_per_second_max);
    front.messages_per_second_max = limits.messages_per_second_max;
    front.connections_max = limits.connections_max;
    front.write_queue_bytes_max = limits.write_queue_bytes_max;
    front.hello.version = version;
    front.hello.frame_bytes_max = limits.frame_bytes_max;
    front.hello.evidence_bytes_max = limits.evidence_bytes_max;
    front.hello.inject = name_of(settings.inject);
    front.hello.personal_owner = name_of(settings.personal_owner);
    front.mcp_enabled = settings.mcp.enabled;
    front.mcp_deadline = settings.mcp.tool_deadline;
    front.mcp_offer.version = version;
    front.mcp_offer.memorycore = settings.mcp.memorycore_tools;
    front.mcp_offer.fact_scope = ScopeName{settings.mcp.memorycore_scope};
    for (std::size_t place = 0; place < tool_table().size() && settings.tools.enabled; ++place)
        if (std::ranges::find(settings.tools.expose, static_cast<config::ToolName>(place)) !=
            settings.tools.expose.end())
            front.mcp_offer.tools.push_back(place);
    return front;
}

struct Front::Impl {
    Impl(const std::vector<boost::asio::io_context*>& contexts, Time& clock, FrontSettings given, Deliver out,
         Pages shown, NetMetrics& meters, std::unique_ptr<TokenFile> file)
        : time(clock),
          settings(std::move(given)),
          deliver(std::move(out)),
          pages(std::move(shown)),
          tokens(std::move(file)) {
        for (auto* io : contexts)
            shards.push_back(std::make_shared<front::Shard>(*io, shards.size(), contexts.size(), clock, settings,
                                                            deliver, pages, meters, counters, session_ids));
        for (const auto& shard : shards) shard->siblings = &shards;
        listener = std::make_unique<front::Listener>(shards);
    }

    void set_tokens(const std::shared_ptr<const TokenTable>& table) {
        for (const auto& shard : shards)
            boost::asio::post(shard->io, [shard = shard.get(), table] { shard->set_tokens(table); });
    }

    void follow_tokens() {  // on the first shard
        if (!tokens || shards.front()->going()) return;
        if (auto table = tokens->changed(time.wall())) set_tokens(table);
        time.call_at(time.now() + tokens_every, [this, weak = shards.front()->weak_from_this()] {
            const auto shard = weak.lock();
            if (!shard) return;
            boost::asio::post(shard->io, [this, weak] {
                if (weak.lock()) follow_tokens();
            });
        });
    }

    Time& time;
    FrontSettings settings;
    Deliver deliver;
    Pages pages;
    std::unique_ptr<TokenFile> tokens;
    front::Counters counters;
    mcp::SessionIds session_ids;
    std::vector<std::shared_ptr<front::Shard>> shards;
    std::unique_ptr<front::Listener> listener;
};

Front::Front(std::vector<boost::asio::io_context*> shards, Time& time, FrontSettings settings, Deliver deliver,
             Pages pages, NetMetrics& metrics, std::unique_ptr<TokenFile> tokens)
    : impl_(std::make_unique<Impl>(shards, time, std::move(settings), std::move(deliver), std::move(pages), metrics,
                                   std::move(tokens))) {}
Front::~Front() = default;

std::optional<std::string> Front::listen() {
    if (impl_->tokens) {
        auto table = impl_->tokens->in_force(impl_->time.wall());
        if (auto* fault = std::get_if<TokenFault>(&table)) return std::move(fault->message);
        for (const auto& shard : impl_->shards) shard->tokens = std::get<std::shared_ptr<const TokenTable>>(table);
    }
    if (auto wrong = impl_->listener->open()) return wrong;
    for (const auto& shard : impl_->shards) boost::asio::post(shard->io, [shard = shard.get()] { shard->tick(); });
    boost::asio::post(impl_->shards.front()->io, [impl = impl_.get()] { impl->follow_tokens(); });
    return std::nullopt;
}

std::uint16_t Front::port() const { return impl_->listener->port(); }

void Front::set_tokens(std::shared_ptr<const TokenTable> tokens) { impl_->set_tokens(tokens); }

void Front::deliver(Answer answer) {
    auto& shard = *impl_->shards[answer.connection % impl_->shards.size()];
    boost::asio::dispatch(shard.io, [&shard, answer = std::move(answer)] { shard.answer(answer); });
}

void Front::deliver(Explained explained) {
    auto& shard = *impl_->shards[explained.connection % impl_->shards.size()];
    boost::asio::dispatch(shard.io, [&shard, explained = std::move(explained)] { shard.explained(explained); });
}

void Front::stop_accepting() {
    boost::asio::post(impl_->shards.front()->io, [impl = impl_.get()] { impl->listener->stop(); });
}

void Front::close() {
    stop_accepting();
    for (const auto& shard : impl_->shards) boost::asio::post(shard->io, [shard = shard.get()] { shard->go_away(); });
}

bool Front::at_rest() const { return !impl_->listener->listening() && impl_->counters.connections == 0; }

std::size_t Front::connections() const { return impl_->counters.connections; }

}  // namespace wm
