#include "net/hindsight.hpp"

#include "net/hindsight_text.hpp"
#include "net/hindsight_wire.hpp"
#include "runtime/log.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/host_name_verification.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>

#include <algorithm>
#include <exception>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

namespace wm {
namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using asio::ip::tcp;
using boost::system::error_code;

using Executor = asio::strand<asio::io_context::executor_type>;
using Socket = asio::basic_stream_socket<tcp, Executor>;
using Resolver = asio::ip::basic_resolver<tcp, Executor>;
using Tls = asio::ssl::stream<Socket&>;
template <class T>
using Awaitable = asio::awaitable<T, Executor>;
constexpr auto token = asio::as_tuple(asio::use_awaitable_t<Executor>());

constexpr auto idle_max = std::chrono::seconds(25);  // Hindsight closes after 30 s
constexpr std::uint32_t header_bytes_max = 64 * 1024;
constexpr std::size_t banks_remembered_max = 100000;

struct Connection {
    explicit Connection(const Executor& on) : socket(on) {}
    Socket socket;
    std::unique_ptr<Tls> tls;
    boost::beast::flat_buffer buffer;
    Instant idle_since{};
};

// One call under way. On the client's strand.
struct Attempt {
    Attempt(CallId id, BackendCall what, Instant until, Reply<BackendAnswered> to)
        : call(id), bank(bank_of(what)), exchange(std::move(what)), deadline(until), reply_to(to) {}
    static std::string bank_of(const BackendCall& what) {
        const auto* retain = std::get_if<RetainCall>(&what);
        return retain ? retain->bank.str() : std::string();
    }
    CallId call;
    std::string bank;  // of a retain
    HindsightExchange exchange;
    Instant deadline;
    Reply<BackendAnswered> reply_to;
    std::unique_ptr<Connection> connection;  // the one in use
    std::unique_ptr<Resolver> resolver;
    bool answered = false;
};

// How far one exchange on one connection got.
struct Talk {
    std::size_t written = 0;
    bool sent = false;  // all of it
    error_code error;
    bool reusable = false;
    HttpResponse response;
};

std::string trimmed(std::string_view text) {  // a key from a file or an environment brings its newline along
    const auto from = text.find_first_not_of(" \t\r\n");
    if (from == std::string_view::npos) return {};
    return std::string(text.substr(from, text.find_last_not_of(" \t\r\n") - from + 1));
}
bool fits_header(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c != 0x7F; });
}

// Whether an idle connection can still be used. Anything to read on it is its end, or was never asked for.
bool is_quiet(Socket& socket) {
    char byte = 0;
    error_code error;
    socket.non_blocking(true, error);
    socket.receive(asio::buffer(&byte, 1), Socket::message_peek, error);
    return error == asio::error::would_block;
}

Failure::Kind kind_of(const Talk& talk) {
    if (!talk.sent) return Failure::Kind::unreachable;
    const bool not_http = talk.error.category() == http::make_error_code(http::error::bad_version).category();
    const bool ended = talk.error == http::error::end_of_stream || talk.error == http::error::partial_message;
    return not_http && !ended ? Failure::Kind::malformed : Failure::Kind::broken;
}

template <class Stream>
Awaitable<Talk> talk_on(Stream& stream, boost::beast::flat_buffer& buffer, http::request<http::string_body>& request) {
    Talk talk;
    http::request_serializer<http::string_body> serializer(request);
    const auto wrote = co_await http::async_write(stream, serializer, token);
    std::tie(talk.error, talk.written) = wrote;
    if (talk.error) co_return talk;
    talk.sent = true;

    http::response_parser<http::string_body> parser;
    parser.body_limit(HindsightExchange::response_bytes_max);
    parser.header_limit(header_bytes_max);
    const auto read = co_await http::async_read(stream, buffer, parser, token);
    talk.error = std::get<error_code>(read);
    if (talk.error) co_return talk;
    talk.reusable = parser.keep_alive() && buffer.size() == 0;
    auto message = parser.release();
    talk.response.status = message.result_int();
    talk.response.date = std::string(message[http::field::date]);
    talk.response.retry_after = std::string(message[http::field::retry_after]);
    talk.response.body = std::move(message.body());
    co_return talk;
}

}  // namespace

class Hindsight::Client : public std::enable_shared_from_this<Client> {
public:
    Client(asio::io_context& io, Time& time, const config::BackendSettings& settings,
           std::shared_ptr<const policies::BankCatalog> banks);

    void start(CallId call, BackendCall what, Instant deadline, Reply<BackendAnswered> reply_to);
    void close();
    void abandon() { abandoned_ = true; }

private:
    using Shared = std::shared_ptr<Client>;
    using Work = std::shared_ptr<Attempt>;

    void begin(Work attempt);
    void answer(Attempt& attempt, BackendResult result);
    void expire(std::uint64_t key);
    void remember(const Attempt& attempt);
    std::unique_ptr<Connection> take_idle();
    void keep(std::unique_ptr<Connection> connection);
    void arm_sweep();
    void sweep();
    http::request<http::string_body> make_request(const HttpRequest& from) const;
    std::unique_ptr<Tls> make_tls(Socket& socket, error_code& error);

    // Coroutines are static and hold what they use by value: nothing of theirs can end before they do.
    static Awaitable<void> run(Shared self, Work attempt);
    static Awaitable<Talk> exchange(Shared self, Work attempt, HttpRequest request);
    static Awaitable<error_code> connect(Shared self, Work attempt);
    static Awaitable<Talk> talk(Work attempt, http::request<http::string_body> request);

    Executor strand_;
    Time& time_;
    std::optional<hindsight::Url> url_;
    std::string authorization_;  // the whole header value; empty: none
    bool key_fits_ = true;
    std::size_t idle_connections_max_;
    asio::ssl::context tls_{asio::ssl::context::tls_client};
    std::vector<std::unique_ptr<Connection>> idle_;  // newest last
    std::map<std::uint64_t, Work> under_way_;
    std::shared_ptr<const policies::BankCatalog> banks_;
    std::set<std::string> ready_;  // banks that need no look any more
    std::uint64_t last_key_ = 0;
    bool sweep_armed_ = false;
    bool closed_ = false;
    bool abandoned_ = false;
};

Hindsight::Client::Client(asio::io_context& io, Time& time, const config::BackendSettings& settings,
                          std::shared_ptr<const policies::BankCatalog> banks)
    : strand_(asio::make_strand(io)),
      time_(time),
      url_(hindsight::parse_url(settings.url)),
      idle_connections_max_(std::max<std::size_t>(1, settings.inflight_max)),
      banks_(std::move(banks)) {
    const auto key = trimmed(settings.api_key.reveal());
    key_fits_ = fits_header(key);
    if (!key.empty()) authorization_ = "Bearer " + key;
    error_code ignored;  // without authorities no certificate is believed, which each call will say
    using asio::ssl::context;
    tls_.set_options(context::no_sslv2 | context::no_sslv3 | context::no_tlsv1 | context::no_tlsv1_1, ignored);
    tls_.set_default_verify_paths(ignored);
    tls_.set_verify_mode(asio::ssl::verify_peer, ignored);
}

void Hindsight::Client::start(CallId call, BackendCall what, Instant deadline, Reply<BackendAnswered> reply_to) {
    auto attempt = std::make_shared<Attempt>(call, std::move(what), deadline, reply_to);
    asio::post(strand_, [self = shared_from_this(), attempt = std::move(attempt)] { self->begin(attempt); });
}

void Hindsight::Client::begin(Work attempt) {
    if (closed_ || !url_) return answer(*attempt, Failure{Failure::Kind::unreachable, {}, 0});
    if (!key_fits_) return answer(*attempt, Failure{Failure::Kind::denied, {}, 0});
    if (attempt->deadline <= time_.now()) return answer(*attempt, Failure{Failure::Kind::timeout, {}, 0});
    if (banks_ && !attempt->bank.empty() && !ready_.contains(attempt->bank))
        if (auto declared = banks_->find(attempt->bank)) attempt->exchange.prepare(std::move(*declared));
    const auto key = ++last_key_;
    under_way_.emplace(key, attempt);
    time_.call_at(attempt->deadline, [weak = weak_from_this(), key] {
        const auto self = weak.lock();
        if (self) asio::post(self->strand_, [self, key] { self->expire(key); });
    });
    auto work = run(shared_from_this(), attempt);
    auto ended = [self = shared_from_this(), attempt, key](std::exception_ptr) {
        self->answer(*attempt, Failure{Failure::Kind::broken, {}, 0});  // nothing, unless it ended by an exception
        self->under_way_.erase(key);
    };
    asio::co_spawn(strand_, std::move(work), std::move(ended));
}

void Hindsight::Client::answer(Attempt& attempt, BackendResult result) {
    if (std::exchange(attempt.answered, true) || abandoned_) return;
    attempt.reply_to.deliver(BackendAnswered{attempt.call, std::move(result)});
}

void Hindsight::Client::remember(const Attempt& attempt) {
    const auto& prepared = attempt.exchange.prepared();
    if (!prepared || !ready_.insert(attempt.bank).second) return;
    if (ready_.size() > banks_remembered_max) ready_.clear();  // they are looked at once more
    if (prepared->made) log(Level::info, "bank made as declared", {{"bank", attempt.bank}});
    if (prepared->differs)
        log(Level::warning, "bank not as declared: wetopi-memory bootstrap mends it", {{"bank", attempt.bank}});
    if (prepared->left_out)
        log(Level::warning, "bank has settings that this Hindsight does not know", {{"bank", attempt.bank}});
}

void Hindsight::Client::expire(std::uint64_t key) {
    const auto found = under_way_.find(key);
    if (found == under_way_.end()) return;
    auto& attempt = *found->second;
    answer(attempt, Failure{Failure::Kind::timeout, {}, 0});
    error_code ignored;
    if (attempt.resolver) attempt.resolver->cancel();
    if (attempt.connection) attempt.connection->socket.close(ignored);
}

void Hindsight::Client::close() {
    asio::post(strand_, [self = shared_from_this()] {
        self->closed_ = true;
        self->idle_.clear();
    });
}

std::unique_ptr<Connection> Hindsight::Client::take_idle() {
    while (!idle_.empty()) {
        auto connection = std::move(idle_.back());
        idle_.pop_back();
        if (time_.now() - connection->idle_since < idle_max && is_quiet(connection->socket)) return connection;
    }
    return {};
}

void Hindsight::Client::keep(std::unique_ptr<Connection> connection) {
    if (closed_ || idle_.size() >= idle_connections_max_) return;
    connection->idle_since = time_.now();
    idle_.push_back(std::move(connection));
    arm_sweep();
}

void Hindsight::Client::arm_sweep() {
    if (idle_.empty() || std::exchange(sweep_armed_, true)) return;
    time_.call_at(idle_.front()->idle_since + idle_max, [weak = weak_from_this()] {
        const auto self = weak.lock();
        if (self) asio::post(self->strand_, [self] { self->sweep(); });
    });
}

void Hindsight::Client::sweep() {
    sweep_armed_ = false;
    const auto oldest = time_.now() - idle_max;
    std::erase_if(idle_, [oldest](const auto& connection) { return connection->idle_since <= oldest; });
    arm_sweep();
}

http::request<http::string_body> Hindsight::Client::make_request(const HttpRequest& from) const {
    constexpr http::verb verbs[] = {http::verb::get, http::verb::post, http::verb::put, http::verb::patch};
    const auto method = verbs[static_cast<std::size_t>(from.method)];
    http::request<http::string_body> request(method, url_->path + from.target, 11);
    request.set(http::field::host, url_->authority);
    request.set(http::field::user_agent, "wetopi-memory");
    request.set(http::field::accept, "application/json");
    if (!authorization_.empty()) request.set(http::field::authorization, authorization_);
    if (method != http::verb::get) {
        request.set(http::field::content_type, "application/json");  // Hindsight refuses a body without it
        request.body() = from.body;
    }
    request.prepare_payload();
    return request;
}

std::unique_ptr<Tls> Hindsight::Client::make_tls(Socket& socket, error_code& error) {
    auto tls = std::make_unique<Tls>(socket, tls_);
    tls->set_verify_callback(asio::ssl::host_name_verification(url_->host), error);
    error_code not_an_address;
    asio::ip::make_address(url_->host, not_an_address);
    if (not_an_address) SSL_set_tlsext_host_name(tls->native_handle(), url_->host.c_str());
    return tls;
}

Awaitable<void> Hindsight::Client::run(Shared self, Work attempt) {
    auto step = attempt->exchange.begin();
    while (auto* next = std::get_if<HttpRequest>(&step)) {
        auto request = std::move(*next);
        auto talk = co_await exchange(self, attempt, std::move(request));
        if (attempt->answered) co_return;
        if (talk.error) {
            self->answer(*attempt, Failure{kind_of(talk), {}, 0});
            co_return;
        }
        step = attempt->exchange.answered(talk.response, self->time_.wall());
        self->remember(*attempt);
    }
    self->answer(*attempt, std::get<BackendResult>(std::move(step)));
}

Awaitable<Talk> Hindsight::Client::exchange(Shared self, Work attempt, HttpRequest request) {
    for (;;) {
        attempt->connection = self->take_idle();
        const bool pooled = attempt->connection != nullptr;
        Talk outcome;
        if (!pooled) {
            outcome.error = co_await connect(self, attempt);
            if (outcome.error) co_return outcome;
        }
        auto message = self->make_request(request);
        outcome = co_await talk(attempt, std::move(message));
        auto connection = std::exchange(attempt->connection, nullptr);
        if (!outcome.error && outcome.reusable) self->keep(std::move(connection));
        const bool closed_before = pooled && outcome.error && outcome.written == 0;
        if (!closed_before || attempt->answered) co_return outcome;
    }
}

Awaitable<error_code> Hindsight::Client::connect(Shared self, Work attempt) {
    attempt->connection = std::make_unique<Connection>(self->strand_);
    attempt->resolver = std::make_unique<Resolver>(self->strand_);
    const auto found = co_await attempt->resolver->async_resolve(self->url_->host, self->url_->port, token);
    attempt->resolver.reset();
    if (std::get<error_code>(found)) co_return std::get<error_code>(found);
    if (attempt->answered) co_return asio::error::operation_aborted;

    auto& connection = *attempt->connection;
    const auto connected = co_await asio::async_connect(connection.socket, std::get<1>(found), token);
    if (std::get<error_code>(connected)) co_return std::get<error_code>(connected);
    if (attempt->answered) co_return asio::error::operation_aborted;
    error_code error;
    connection.socket.set_option(tcp::no_delay(true), error);
    if (!self->url_->tls) co_return error_code();

    connection.tls = self->make_tls(connection.socket, error);
    if (error) co_return error;
    const auto shaken = co_await connection.tls->async_handshake(asio::ssl::stream_base::client, token);
    co_return std::get<error_code>(shaken);
}

Awaitable<Talk> Hindsight::Client::talk(Work attempt, http::request<http::string_body> request) {
    auto& connection = *attempt->connection;
    if (connection.tls) co_return co_await talk_on(*connection.tls, connection.buffer, request);
    co_return co_await talk_on(connection.socket, connection.buffer, request);
}

Hindsight::Hindsight(asio::io_context& io, Time& time, const config::BackendSettings& settings,
                     std::shared_ptr<const policies::BankCatalog> banks)
    : client_(std::make_shared<Client>(io, time, settings, std::move(banks))) {}

Hindsight::~Hindsight() { client_->abandon(); }

void Hindsight::start(CallId call, const BackendCall& what, Instant deadline, Reply<BackendAnswered> reply_to) {
    client_->start(call, what, deadline, reply_to);
}

void Hindsight::close() { client_->close(); }

}  // namespace wm
