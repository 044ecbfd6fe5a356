#include "net/hindsight_http.hpp"

#include <boost/json.hpp>

namespace wm::hindsight {

// 499 and 408 come from proxies and speak of time, not of the request.
Failure::Kind classify(int status) {
    using Kind = Failure::Kind;
    if (status == 401 || status == 403) return Kind::denied;
    if (status == 429 || status == 503) return Kind::overloaded;
    if (status >= 500 || status == 408 || status == 499) return Kind::server;
    if (status >= 400) return Kind::rejected;
    return Kind::malformed;
}

bool bank_is_missing(const HttpResponse& response) {
    if (response.status != 404) return false;
    boost::system::error_code error;
    const auto body = boost::json::parse(response.body, error);
    const auto* fields = error ? nullptr : body.if_object();
    const auto* detail = fields ? fields->if_contains("detail") : nullptr;
    const auto* text = detail ? detail->if_string() : nullptr;
    const auto says = text ? std::string_view(text->data(), text->size()) : std::string_view();
    return says.starts_with("Bank ") && says.ends_with(" not found");
}

std::string clean_version(std::string_view text) {
    std::string out(text.substr(0, 32));
    static constexpr std::string_view allowed = "0123456789.-+abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    std::erase_if(out, [](char c) { return allowed.find(c) == std::string_view::npos; });
    return out;
}

}  // namespace wm::hindsight
