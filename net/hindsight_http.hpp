#pragma once
// What goes to Hindsight and comes back, as plain values, and what a status says. Used by the wire and by the transport.
// Pure; any thread.

#include "actors/backend.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace wm {

struct HttpRequest {
    enum class Method : std::uint8_t { get, post, put, patch };
    Method method = Method::get;
    std::string target;  // origin form, percent-encoded, without the prefix of the configured URL
    std::string body;    // JSON; empty with get
};
struct HttpResponse {
    int status = 0;
    std::string body;
    std::string date;  // header fields, empty when absent
    std::string retry_after;
};

namespace hindsight {

// Of a status that is not 2xx.
Failure::Kind classify(int status);
// 1.1.0's way to say that a bank was never made; a 404 without it speaks of the URL.
bool bank_is_missing(const HttpResponse& response);
// Only what a version number holds, since it is shown to people; 32 characters at most.
std::string clean_version(std::string_view text);

}  // namespace hindsight
}  // namespace wm
