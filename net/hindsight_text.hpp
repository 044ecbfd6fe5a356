#pragma once
// The small forms of text that Hindsight's HTTP interface needs: URL, path, UTF-8, dates, query length. Pure; any thread.

#include "policies/instant.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace wm::hindsight {

struct Url {
    bool tls = false;
    std::string host;       // a name or an address, an IPv6 one without its brackets
    std::string port;       // decimal; the scheme's when the text has none
    std::string authority;  // what the Host header says
    std::string path;       // before /v1…, without a slash at its end; usually empty
};

// http[s]://host[:port][/path]. Empty for anything else: other schemes, user:password@, a query, spaces.
std::optional<Url> parse_url(std::string_view text);

// One segment of a path: every byte but A-Z a-z 0-9 - . _ ~ as %XX.
std::string encode_segment(std::string_view text);

// The same text with each byte that is not part of well-formed UTF-8 as U+FFFD: a cut character must not cost a batch.
std::string clean_utf8(std::string_view text);

// The longest beginning that stays under `tokens_max` by a cautious estimate, ending between two words when it can.
// Hindsight 0.9.2 refuses a query of more than 500 tokens instead of cutting it.
std::string cut_query(std::string_view text, std::size_t tokens_max);

// Whether a recall with it is possible at all: Hindsight refuses a query without a letter or digit.
bool has_word(std::string_view text);

// 2026-11-30T16:54:55.666019+00:00 and its shorter forms; without a zone it is UTC.
std::optional<WallTime> parse_timestamp(std::string_view text);
std::string format_timestamp(WallTime at);  // 2026-11-30T16:54:55.666Z

// Retry-After: seconds, or an HTTP date, which counts from the answer's own Date when it has one and else from `now`.
// 0 … 1 hour; empty when it is neither.
std::optional<Millis> parse_retry_after(std::string_view value, std::string_view date, WallTime now);

}  // namespace wm::hindsight
