#include "net/ws_session.hpp"

#include "net/pending_ops.hpp"
#include "net/rate.hpp"
#include "net/routes.hpp"

#include <boost/asio/post.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/stream_traits.hpp>
#include <boost/beast/ssl.hpp>
#include <boost/beast/websocket.hpp>
#include <boost/beast/websocket/ssl.hpp>

#include <deque>

namespace wm::front {
namespace {

namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using boost::system::error_code;

constexpr std::chrono::seconds ping_after{20}, silent_at_most{45}, write_within{20}, close_within{5};
constexpr int malformed_max = 10;
constexpr std::size_t buffer_kept_bytes = 64 * 1024;

// Beast allows one write at a time and one read: answers wait in a bounded queue, and the next read begins when a
// message was handed on.
template <class Stream>
class WsSession final : public Connection {
public:
    WsSession(Shard& shard, ConnectionId id, Stream stream, UpgradeRequest request, const TokenEntry& agent)
        : shard_(shard),
          id_(id),
          agent_(AgentId{agent.name}),
          token_(agent.hash),
          ws_(std::move(stream)),
          request_(std::move(request)),
          ops_(shard, id),
          rate_(shard.settings.messages_per_second_max, shard.time.now()),
          heard_(shard.time.now()) {
        ++shard_.counters.agents;
        ws_.auto_fragment(false);
        ws_.read_message_max(shard.settings.wire.frame_bytes_max);
        ws_.binary(true);
        ws_.set_option(
            websocket::stream_base::timeout{websocket::stream_base::none(), websocket::stream_base::none(), false});
        ws_.set_option(websocket::stream_base::decorator([](websocket::response_type& response) {
            response.set(http::field::sec_websocket_protocol,
                         beast::string_view(subprotocol.data(), subprotocol.size()));
            response.set(http::field::server, "wetopi-memory");
        }));
        ws_.control_callback([this](websocket::frame_type, beast::string_view) { heard_ = shard_.time.now(); });
    }
    ~WsSession() override { --shard_.counters.agents; }

    void start() {
        ws_.async_accept(request_, ops_.track([this](error_code error) {
            request_ = {};
            if (error) return drop();
            accepted_ = true;
            if (shard_.counters.agents > shard_.settings.connections_max) {
                shard_.metrics.count(NetEvent::connection_refused, agent_);
                return close(websocket::close_code::try_again_later, "too many connections");
            }
            auto hello = shard_.settings.hello;
            hello.agent = agent_;
            send(encode(hello));
            if (going_) return go_away();
            read();
        }));
    }

    void answer(const Answer& answer) override {
        if (ops_.ended() || close_reason_) return shard_.metrics.count(NetEvent::answer_lost, agent_);
        shard_.metrics.count(NetEvent::answer_sent, agent_);
        send(encode(answer));
    }

    void tick(Instant now) override {
        if (ops_.ended()) return;
        if (writing_ && now - write_began_ > write_within) return drop_counted(NetEvent::slow_reader);
        if (close_reason_ && now > close_until_) return drop();
        if (now - heard_ > silent_at_most) return drop_counted(NetEvent::silent_peer);
        if (accepted_ && !close_reason_ && !pinging_ && now - std::max(heard_, pinged_) > ping_after) ping(now);
    }

    void check_token(const TokenTable& tokens) override {
        if (ops_.ended() || close_reason_ || tokens.holds(token_)) return;
        shard_.metrics.count(NetEvent::token_revoked, agent_);
        close(websocket::close_code::policy_error, "token revoked");
    }

    void go_away() override {
        going_ = true;
        if (accepted_) close(websocket::close_code::going_away, "the daemon stops");
    }

private:
    void read() {
        ws_.async_read(buffer_, ops_.track([this](error_code error, std::size_t) {
            if (error) return on_read_error(error);
            const auto received = shard_.received();
            heard_ = received.now;
            on_message(received);
            buffer_.consume(buffer_.size());
            if (buffer_.capacity() > buffer_kept_bytes) buffer_.shrink_to_fit();
            if (!ops_.ended() && !close_reason_) read_soon();
        }));
    }

    // What comes next is not there yet: asking at once would only be told so by the system. After an answer the client
    // has had a moment when the loop comes round.
    void read_soon() {
        if (!writing_) return read();
        boost::asio::post(shard_.io, ops_.track([this] {
            if (!close_reason_) read();
        }));
    }

    void on_read_error(error_code error) {
        if (error == websocket::error::message_too_big) shard_.metrics.count(NetEvent::frame_too_large, agent_);
        if (!close_sent_) drop();  // Beast has answered with the close code; otherwise async_close ends it
    }

    void on_message(const Received& received) {
        if (close_reason_) return;
        if (!rate_.take(received.now)) {
            shard_.metrics.count(NetEvent::rate_exceeded, agent_);
            return close(websocket::close_code::policy_error, "rate exceeded");
        }
        buffer_.prepare(frame_padding);
        const auto data = buffer_.cdata();
        const std::string_view frame(static_cast<const char*>(data.data()), data.size());
        auto taken = take(shard_, shard_.decoder.decode(frame, received, frame_padding), id_, agent_, 0);
        if (taken.reply) send(std::move(*taken.reply));
        if (taken.malformed && ++malformed_ >= malformed_max)
            close(websocket::close_code::protocol_error, "too many malformed messages");
    }

    void send(std::string text) {
        if (ops_.ended()) return;
        queued_bytes_ += text.size();
        queue_.push_back(std::move(text));
        if (queue_.size() > 1 && queued_bytes_ > shard_.settings.write_queue_bytes_max)
            return drop_counted(NetEvent::slow_reader);  // its pipe is full: no close frame would arrive
        if (!writing_) write_next();
    }

    void write_next() {
        writing_ = true;
        write_began_ = shard_.time.now();
        ws_.async_write(boost::asio::buffer(queue_.front()), ops_.track([this](error_code error, std::size_t) {
            writing_ = false;
            if (error) return on_write_error();
            queued_bytes_ -= queue_.front().size();
            queue_.pop_front();
            if (!queue_.empty()) write_next();
            else if (close_reason_) start_close();
        }));
    }

    void on_write_error() {
        if (!close_sent_) drop();
    }

    void ping(Instant now) {
        pinging_ = true;
        pinged_ = now;
        ws_.async_ping({}, ops_.track([this](error_code error) {
            pinging_ = false;
            if (error && !close_sent_) drop();
        }));
    }

    // What is queued goes out first.
    void close(websocket::close_code code, const char* why) {
        if (close_reason_ || ops_.ended()) return;
        close_reason_.emplace(code, why);
        close_until_ = shard_.time.now() + close_within;
        if (!writing_) start_close();
    }

    void start_close() {
        close_sent_ = true;
        ws_.async_close(*close_reason_, ops_.track([this](error_code) { drop(); }));
    }

    void drop_counted(NetEvent why) {
        shard_.metrics.count(why, agent_);
        drop();
    }

    void drop() {
        if (ops_.ended()) return;
        error_code ignored;
        beast::get_lowest_layer(ws_).close(ignored);
        ops_.end();
    }

    Shard& shard_;
    ConnectionId id_;
    AgentId agent_;
    TokenHash token_;
    websocket::stream<Stream, false> ws_;  // without permessage-deflate
    UpgradeRequest request_;
    PendingOps ops_;
    RateLimit rate_;
    beast::flat_buffer buffer_;
    std::deque<std::string> queue_;
    std::size_t queued_bytes_ = 0;
    std::optional<websocket::close_reason> close_reason_;
    Instant heard_{}, pinged_{}, write_began_{}, close_until_{};
    int malformed_ = 0;
    bool accepted_ = false;
    bool writing_ = false;
    bool pinging_ = false;
    bool close_sent_ = false;
    bool going_ = false;
};

}  // namespace

template <class Stream>
void serve_ws(Shard& shard, Stream stream, UpgradeRequest request, const TokenEntry& agent) {
    WsSession<Stream>* session = nullptr;
    shard.add([&](ConnectionId id) {
        auto made = std::make_unique<WsSession<Stream>>(shard, id, std::move(stream), std::move(request), agent);
        session = made.get();
        return made;
    });
    session->start();
}

template void serve_ws<Socket>(Shard&, Socket, UpgradeRequest, const TokenEntry&);
template void serve_ws<TlsSocket>(Shard&, TlsSocket, UpgradeRequest, const TokenEntry&);

}  // namespace wm::front
