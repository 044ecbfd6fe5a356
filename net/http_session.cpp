#include "net/http_session.hpp"

#include "net/explain_page.hpp"
#include "net/hook_post.hpp"
#include "net/http_parts.hpp"
#include "net/pending_ops.hpp"
#include "net/rate.hpp"
#include "net/routes.hpp"
#include "net/ws_session.hpp"

#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/stream_traits.hpp>
#include <boost/beast/http.hpp>

namespace wm::front {
namespace {

namespace beast = boost::beast;
namespace http = beast::http;
using boost::system::error_code;

constexpr std::uint32_t header_bytes_max = 8192;
constexpr std::chrono::seconds header_within{5}, body_within{30}, page_within{30}, write_within{30}, idle_at_most{60},
    end_within{2};

std::string_view from_beast(beast::string_view text) { return {text.data(), text.size()}; }

FrameId frame_of(const Decoded& decoded) {
    return std::visit([](const auto& message) { return message.frame; }, decoded);
}

bool has_body(Route route) {
    return route == Route::hooks || route == Route::mcp || route == Route::reload || route == Route::dead_letters;
}

template <class Stream>
class HttpSession final : public Connection {
public:
    HttpSession(Shard& shard, ConnectionId id, Stream stream, bool local)
        : shard_(shard),
          id_(id),
          stream_(std::move(stream)),
          local_(local),
          ops_(shard, id),
          rate_(shard.settings.messages_per_second_max, shard.time.now()) {
        allow(header_within);
    }

    void start() {
        if constexpr (std::is_same_v<Stream, TlsSocket>) {
            stream_.async_handshake(boost::asio::ssl::stream_base::server, ops_.track([this](error_code error) {
                if (error) drop();
                else read_header();
            }));
        } else {
            read_header();
        }
    }

    void answer(const Answer& answer) override {
        if (mcp_ && !ops_.ended()) {
            mcp_->answer(answer);
            return advance_mcp();
        }
        if (ops_.ended() || !post_) {
            shard_.metrics.count(NetEvent::answer_lost, agent_);
            return;
        }
        post_->answer(answer);
        shard_.metrics.count(NetEvent::answer_sent, agent_);
        finish_post_when_answered();
    }
    void explained(const Explained& answer) override {
        if (ops_.ended() || explaining_ == 0 || answer.frame != std::exchange(explaining_, 0)) return;
        if (!answer.query.turn.empty() && answer.recalls.empty() && answer.judged.empty())
            return refuse({404, "not_found", explain_not_found(answer), {}});
        respond(200, "application/json", encode(answer));
    }
    void tick(Instant now) override {
        if (ops_.ended() || now < until_) return;
        if (requests_ == 0 || !reading_header_) shard_.metrics.count(NetEvent::silent_peer, agent_);
        drop();
    }
    void call_cancelled() override {
        if (!mcp_ || ops_.ended()) return;
        mcp_->cancel();
        advance_mcp();
    }
    void check_token(const TokenTable&) override {}  // each request shows its own
    void go_away() override {
        going_ = true;
        if (reading_header_) drop();
    }
    void give_way() override { drop(); }

private:
    void allow(Duration within) { until_ = shard_.time.now() + within; }

    void drop() {
        error_code ignored;
        beast::get_lowest_layer(stream_).close(ignored);
        if (!ops_.ended()) ops_.end();
    }

    void read_header() {
        parser_.emplace();
        parser_->header_limit(header_bytes_max);
        parser_->body_limit(shard_.settings.wire.frame_bytes_max);  // on the object that reads
        reading_header_ = true;
        http::async_read_header(stream_, buffer_, *parser_, ops_.track([this](error_code error, std::size_t) {
            reading_header_ = false;
            if (error) refuse_unreadable(error);
            else on_header();
        }));
    }

    void refuse_unreadable(error_code error) {
        ++requests_;
        keep_alive_ = false;
        if (error == http::error::end_of_stream) return finish();
        if (error == http::error::header_limit)
            return refuse({431, "header_too_large", "headers are limited to 8 KiB", {}});
        if (error == http::error::body_limit) {
            shard_.metrics.count(NetEvent::frame_too_large, agent_);
            const auto limit = std::to_string(shard_.settings.wire.frame_bytes_max);
            return refuse({413, "body_too_large", "a body is limited to " + limit + " bytes", {}});
        }
        if (error.category() == http::make_error_code(http::error::bad_target).category())
            return refuse({400, "bad_request", "this is not HTTP/1.1: " + error.message(), {}});
        drop();  // the socket is broken
    }

    void on_header() {
        ++requests_;
        keep_alive_ = parser_->get().keep_alive() && !going_;
        auto admitted = admit(head_of(parser_->get(), local_), *shard_.tokens, shard_.settings.listen.origins);
        if (const auto* refused = std::get_if<RefusedRequest>(&admitted)) return refuse(*refused);
        admitted_ = std::move(std::get<Admitted>(admitted));
        if (admitted_.caller) shard_.token_shown(id_);
        agent_ = admitted_.caller ? AgentId{admitted_.caller->name} : AgentId{};
        shard_.metrics.count(NetEvent::request, agent_);
        if (admitted_.route == Route::ws) return upgrade();
        if (admitted_.route == Route::mcp && !shard_.settings.mcp_enabled)
            return refuse({404, "not_found", "MCP is switched off (mcp.enabled)", {}});
        if (has_body(admitted_.route)) return read_body();
        if (admitted_.route == Route::explain) return ask_explainer();
        respond_page();
    }

    void upgrade() {
        if (buffer_.size() > 0 || !parser_->is_done())
            return refuse({400, "bad_request", "send nothing before the handshake was answered", {}});
        serve_ws<Stream>(shard_, std::move(stream_), parser_->release(), *admitted_.caller);
        ops_.end();
    }

    void read_body() {
        allow(body_within);
        http::async_read(stream_, buffer_, *parser_, ops_.track([this](error_code error, std::size_t) {
            if (error) refuse_unreadable(error);
            else if (admitted_.route == Route::hooks) on_post();
            else if (admitted_.route == Route::mcp) on_mcp();
            else on_administration();
        }));
    }

    // A reload does not look at the body: there is nothing to choose.
    void on_administration() {
        const auto& pages = shard_.pages;
        const bool reloads = admitted_.route == Route::reload;
        if (reloads && !pages.reload) return refuse({404, "not_found", "there are no rules to read anew", {}});
        if (!reloads && !pages.dead_letters) return refuse({404, "not_found", "there are no dead letters", {}});
        allow(page_within);
        auto done = [weak = shard_.weak_from_this(), id = id_, number = requests_](PageAnswer answer) {
            const auto shard = weak.lock();
            if (!shard) return;
            shard->post_to(id, [number, answer = std::move(answer)](Connection& connection) {
                auto& self = static_cast<HttpSession&>(connection);
                if (self.requests_ != number || self.ops_.ended()) return;
                self.respond(answer.status, "application/json", answer.body);
            });
        };
        if (reloads) return pages.reload(std::move(done));
        pages.dead_letters(parser_->get().body(), std::move(done));
    }

    void on_post() {
        const auto received = shard_.received();
        auto decoded = shard_.decoder.decode_all(parser_->get().body(), received);
        post_.emplace(next_frame_);
        until_ = Instant::max();  // bounded by the deadlines of the messages
        bool unreadable = decoded.size() == 1;
        for (auto& message : decoded) {
            const auto clients_frame = frame_of(message);
            if (!rate_.take(received.now)) {
                shard_.metrics.count(NetEvent::rate_exceeded, agent_);
                post_->add_reply(encode(WireError{ErrorCode::busy, clients_frame, "too many messages a second"}));
                continue;
            }
            auto taken = take(shard_, std::move(message), id_, agent_, post_->next_frame());
            if (taken.reply) post_->add_reply(std::move(*taken.reply));
            else if (taken.waits) post_->add_wait(clients_frame, taken.deadline);
            else post_->add_silence();
            unreadable = unreadable && taken.malformed;
        }
        next_frame_ = post_->next_frame();
        post_status_ = unreadable ? 400 : 200;
        finish_post_when_answered();
        if (post_) wake_at(post_->latest());
    }

    void wake_at(Instant when) {
        shard_.wake_at(when, id_, [number = requests_](Connection& connection) {
            auto& self = static_cast<HttpSession&>(connection);
            if (self.requests_ != number || !self.post_ || self.ops_.ended()) return;
            self.finish_post_when_answered();
            if (self.post_) self.wake_at(self.post_->latest());  // something answered "pending"
        });
    }

    void finish_post_when_answered() {
        if (!post_ || post_->waiting(shard_.time.now())) return;
        const auto body = post_->body();
        post_.reset();
        respond(post_status_, "application/json", body);
    }

    void on_mcp() {
        if (!rate_.take(shard_.time.now())) return refuse({429, "busy", "too many messages a second", {}});
        until_ = Instant::max();  // bounded by the deadline of the call
        mcp_.emplace(shard_, id_, next_frame_++, *admitted_.caller);
        mcp_->take(mcp_head_of(parser_->get()), parser_->get().body());
        if (mcp_->waits())
            shard_.wake_at(mcp_->deadline(), id_, [number = requests_](Connection& connection) {
                auto& self = static_cast<HttpSession&>(connection);
                if (self.requests_ != number || !self.mcp_ || self.ops_.ended()) return;
                self.mcp_->expire(self.shard_.time.now());
                self.advance_mcp();
            });
        advance_mcp();
    }

    // What the exchange has to say goes out, one write at a time.
    void advance_mcp() {
        if (!mcp_ || writing_chunks_) return;
        if (auto whole = mcp_->whole()) {
            mcp_.reset();
            HttpReply reply{whole->status, "application/json", std::move(whole->body)};
            reply.session = std::move(whole->session);
            return respond(std::move(reply));
        }
        chunks_ = mcp_->stream();
        if (chunks_.empty()) {
            if (!mcp_->over()) return;
            mcp_.reset();
            keep_alive_ = keep_alive_ && !going_;
            return next_request();
        }
        writing_chunks_ = true;
        allow(write_within);
        boost::asio::async_write(stream_, boost::asio::buffer(chunks_),
                                 ops_.track([this](error_code error, std::size_t) {
                                     writing_chunks_ = false;
                                     until_ = Instant::max();
                                     if (error) drop();
                                     else advance_mcp();
                                 }));
    }

    void next_request() {
        if (!keep_alive_) return finish();
        allow(idle_at_most);
        read_header();
    }

    void ask_explainer() {
        if (!shard_.pages.explain)
            return refuse({404, "not_found", "explaining is switched off (observability.explain_turns_max)", {}});
        auto query = parse_explain_query(from_beast(parser_->get().target()));
        if (auto* wrong = std::get_if<std::string>(&query)) return refuse({400, "bad_request", std::move(*wrong), {}});
        allow(page_within);
        explaining_ = requests_;
        if (shard_.pages.explain({id_, requests_, std::move(std::get<ExplainQuery>(query))}) == Delivery::accepted)
            return;
        explaining_ = 0;
        refuse({503, "busy", "the daemon is busy: try again in a moment", {}});
    }

    void respond_page() {
        if (admitted_.route == Route::metrics && !shard_.pages.metrics)
            return refuse({404, "not_found", "metrics are switched off (observability.metrics)", {}});
        respond(page_of(shard_.pages, admitted_.route, admitted_.detail));
    }

    void refuse(const RefusedRequest& refused) {
        const bool token = refused.status == 401;
        const bool role = refused.status == 403;
        if (token || role) shard_.metrics.count(token ? NetEvent::unauthorized : NetEvent::forbidden, agent_);
        else shard_.metrics.count(NetEvent::bad_request, agent_);
        HttpReply reply{refused.status, "application/json", refusal_body(refused.code, refused.message)};
        reply.allow = refused.allow;
        respond(std::move(reply));
    }

    void respond(int status, std::string_view type, std::string body) {
        respond(HttpReply{status, type, std::move(body)});
    }

    void respond(HttpReply reply) {
        const bool head = parser_->get().method() == http::verb::head;  // who asks so reads no body
        // What was not read would be taken for a request.
        keep_alive_ = keep_alive_ && parser_->is_done() && !going_ && !head;
        response_ = response_of(std::move(reply), head);
        response_.keep_alive(keep_alive_);
        response_.prepare_payload();
        allow(write_within);
        http::async_write(stream_, response_, ops_.track([this](error_code error, std::size_t) {
            if (error) return finish();
            next_request();
        }));
    }

    void finish() {  // a clean end, so that the last answer is not cut off by a reset
        allow(end_within);
        if constexpr (std::is_same_v<Stream, TlsSocket>) {
            stream_.async_shutdown(ops_.track([this](error_code) { drop(); }));
        } else {
            error_code ignored;
            stream_.shutdown(Socket::shutdown_send, ignored);
            drain();
        }
    }

    // Reads away what the client still sends, for a moment: closing with unread bytes would reset the connection under
    // it.
    void drain() {
        buffer_.clear();
        stream_.async_read_some(buffer_.prepare(4096), ops_.track([this](error_code error, std::size_t bytes) {
            drained_ += bytes;
            if (error || drained_ > shard_.settings.wire.frame_bytes_max) drop();
            else drain();
        }));
    }

    Shard& shard_;
    ConnectionId id_;
    Stream stream_;
    bool local_;
    PendingOps ops_;
    RateLimit rate_;
    beast::flat_buffer buffer_;
    std::optional<http::request_parser<http::string_body>> parser_;
    HttpResponse response_;
    Admitted admitted_;
    AgentId agent_;
    std::optional<HookPost> post_;
    std::optional<McpExchange> mcp_;
    std::string chunks_;
    bool writing_chunks_ = false;
    int post_status_ = 200;
    FrameId next_frame_ = 1;
    std::uint64_t requests_ = 0;
    FrameId explaining_ = 0;  // the request that waits for the explainer; 0: none
    std::size_t drained_ = 0;
    Instant until_{};
    bool keep_alive_ = false;
    bool reading_header_ = false;
    bool going_ = false;
};

template <class Stream>
void serve(Shard& shard, Stream stream, bool local) {
    HttpSession<Stream>* session = nullptr;
    shard.add([&](ConnectionId id) {
        auto made = std::make_unique<HttpSession<Stream>>(shard, id, std::move(stream), local);
        session = made.get();
        shard.await_token(id);
        return made;
    });
    session->start();
}

}  // namespace

void serve_http(Shard& shard, Socket socket, boost::asio::ssl::context* tls, bool local) {
    if (tls) serve(shard, TlsSocket(std::move(socket), *tls), local);
    else serve(shard, std::move(socket), local);
}

}  // namespace wm::front
