#include "net/hindsight_banks.hpp"

#include "net/hindsight_text.hpp"
#include "net/hindsight_wire.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/host_name_verification.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/ssl.hpp>

#include <algorithm>
#include <utility>

namespace wm {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using boost::system::error_code;
using Request = http::request<http::string_body>;

constexpr std::size_t banks_max = 100000;

// Runs one asynchronous operation to its end: the only way to have a blocking call with a time limit in Beast.
template <class Start>
error_code complete(asio::io_context& io, Start start) {
    error_code result = asio::error::would_block;
    start([&](error_code ec, auto&&...) { result = ec; });
    io.restart();
    io.run();
    return result;
}

template <class Stream>
BanksResultOf<HttpResponse> exchange(asio::io_context& io, Stream& stream, const Request& request,
                                     const std::string& where) {
    auto ec = complete(io, [&](auto done) { http::async_write(stream, request, std::move(done)); });
    beast::flat_buffer buffer;
    http::response_parser<http::string_body> parser;
    parser.body_limit(HindsightExchange::response_bytes_max);
    if (!ec) ec = complete(io, [&](auto done) { http::async_read(stream, buffer, parser, std::move(done)); });
    if (ec == beast::error::timeout) return BanksFault{"no answer from " + where + " in time"};
    if (ec) return BanksFault{where + ": the connection failed: " + ec.message()};
    HttpResponse response;
    response.status = static_cast<int>(parser.get().result_int());
    response.body = std::move(parser.get().body());
    return response;
}

}  // namespace

struct HindsightBanks::Transport {
    BanksResultOf<HttpResponse> ask(const HttpRequest& what);

    std::optional<hindsight::Url> url;
    std::string where;
    std::string authorization;
    Millis within{};
};

BanksResultOf<HttpResponse> HindsightBanks::Transport::ask(const HttpRequest& what) {
    if (!url) return BanksFault{"backend.url names no Hindsight server: write http(s)://host[:port]"};
    constexpr http::verb verbs[] = {http::verb::get, http::verb::post, http::verb::put, http::verb::patch};
    Request request(verbs[static_cast<std::size_t>(what.method)], url->path + what.target, 11);
    request.set(http::field::host, url->authority);
    request.set(http::field::user_agent, "wetopi-memory");
    request.set(http::field::accept, "application/json");
    request.set(http::field::connection, "close");
    if (!authorization.empty()) request.set(http::field::authorization, authorization);
    if (what.method != HttpRequest::Method::get) request.set(http::field::content_type, "application/json");
    request.body() = what.body;
    request.prepare_payload();

    asio::io_context io(1);
    error_code ec;
    const auto found = asio::ip::tcp::resolver(io).resolve(url->host, url->port, ec);
    if (ec) return BanksFault{where + ": no such host"};
    beast::tcp_stream stream(io);
    stream.expires_after(within);
    ec = complete(io, [&](auto done) { stream.async_connect(found, std::move(done)); });
    if (ec) return BanksFault{"nobody answers at " + where + ": is Hindsight running, and is backend.url right?"};
    if (!url->tls) return exchange(io, stream, request, where);

    asio::ssl::context tls(asio::ssl::context::tls_client);
    tls.set_default_verify_paths(ec);
    tls.set_verify_mode(asio::ssl::verify_peer, ec);
    beast::ssl_stream<beast::tcp_stream&> secure(stream, tls);
    secure.set_verify_callback(asio::ssl::host_name_verification(url->host), ec);
    error_code not_an_address;
    asio::ip::make_address(url->host, not_an_address);
    if (not_an_address) SSL_set_tlsext_host_name(secure.native_handle(), url->host.c_str());
    ec = complete(io, [&](auto done) { secure.async_handshake(asio::ssl::stream_base::client, std::move(done)); });
    if (ec) return BanksFault{where + ": no encrypted connection: " + ec.message()};
    return exchange(io, secure, request, where);
}

HindsightBanks::HindsightBanks(const config::BackendSettings& settings, Millis within)
    : transport_(std::make_unique<Transport>()) {
    auto key = settings.api_key.reveal();  // from a file or an environment it brings its newline along
    key.erase(key.find_last_not_of(" \t\r\n") + 1);
    transport_->url = hindsight::parse_url(settings.url);
    transport_->where = settings.url;
    transport_->within = within;
    const bool fits = std::ranges::all_of(key, [](char c) { return c >= ' ' && c != 0x7F; });
    if (!key.empty() && fits) transport_->authorization = "Bearer " + key;
}

HindsightBanks::~HindsightBanks() = default;

BanksResultOf<HttpResponse> HindsightBanks::ask(const HttpRequest& request) { return transport_->ask(request); }

BanksFault HindsightBanks::fault_of(const std::string& what, const HttpResponse& response) const {
    const auto status = response.status;
    auto message = transport_->where + ": " + what + ": ";
    if (status == 401 || status == 403)
        message += "the server does not take the key; set backend.api_key, best as ${HINDSIGHT_API_KEY}";
    else if (status == 404) message += "there is no Hindsight API here (404); is backend.url right?";
    else if (status == 200) message += "the answer is not understood; is this a Hindsight server?";
    else message += "status " + std::to_string(status);
    return {std::move(message), status};
}

BanksResultOf<hindsight::ServerVersion> HindsightBanks::version() {
    auto answered = ask(hindsight::get_version());
    if (auto* fault = std::get_if<BanksFault>(&answered)) return std::move(*fault);
    const auto& response = std::get<HttpResponse>(answered);
    auto version = response.status == 200 ? hindsight::read_version(response) : std::nullopt;
    if (!version) return fault_of("its version", response);
    return std::move(*version);
}

BanksResultOf<std::vector<hindsight::ListedBank>> HindsightBanks::list() {
    std::vector<hindsight::ListedBank> all;
    for (std::size_t offset = 0; offset < banks_max; offset += hindsight::banks_a_page) {
        auto answered = ask(hindsight::get_banks(offset));
        if (auto* fault = std::get_if<BanksFault>(&answered)) return std::move(*fault);
        const auto& response = std::get<HttpResponse>(answered);
        auto page = response.status == 200 ? hindsight::read_banks(response) : std::nullopt;
        if (!page) return fault_of("its banks", response);
        for (auto& bank : page->banks) all.push_back(std::move(bank));
        if (page->banks.empty() || offset + page->banks.size() >= page->total) break;
    }
    // A bank that was written to meanwhile changes its place, and may come on two pages.
    std::ranges::sort(all, {}, &hindsight::ListedBank::bank);
    const auto twice = std::ranges::unique(all, {}, &hindsight::ListedBank::bank);
    all.erase(twice.begin(), twice.end());
    return all;
}

BanksResultOf<policies::BankState> HindsightBanks::read(const std::string& bank) {
    auto answered = ask(hindsight::get_bank_config(bank));
    if (auto* fault = std::get_if<BanksFault>(&answered)) return std::move(*fault);
    const auto& response = std::get<HttpResponse>(answered);
    if (hindsight::bank_is_missing(response)) return policies::BankState{};
    auto state = response.status == 200 ? hindsight::read_bank_config(response) : std::nullopt;
    if (!state) return fault_of("the settings of " + bank, response);
    state->exists = true;
    return std::move(*state);
}

std::optional<BanksFault> HindsightBanks::put(const std::string& bank, const std::string& name) {
    auto answered = ask(hindsight::put_bank(bank, name));
    if (auto* fault = std::get_if<BanksFault>(&answered)) return std::move(*fault);
    const auto& response = std::get<HttpResponse>(answered);
    if (response.status == 200) return std::nullopt;
    return fault_of("making " + bank, response);
}

std::optional<BanksFault> HindsightBanks::patch(const std::string& bank,
                                                const std::vector<policies::KeyChange>& changes) {
    auto answered = ask(hindsight::patch_bank_config(bank, changes));
    if (auto* fault = std::get_if<BanksFault>(&answered)) return std::move(*fault);
    const auto& response = std::get<HttpResponse>(answered);
    if (response.status == 200) return std::nullopt;
    auto fault = fault_of("the settings of " + bank, response);
    std::string names;
    for (const auto& name : hindsight::named_in(response, changes)) names += (names.empty() ? "" : ", ") + name;
    if (!names.empty()) fault.message += "; it refuses " + names;
    if (response.status == 400 || response.status == 422) fault.message += "; nothing of it was applied";
    return fault;
}

}  // namespace wm
