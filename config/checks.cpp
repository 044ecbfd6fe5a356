#include "config/checks.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

namespace wm::config {

namespace {

bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_word(char c) { return is_lower(c) || (c >= 'A' && c <= 'Z') || is_digit(c); }

// The first character is `first`, every other one `first` or one of `others`; 1 to bytes_max of them.
bool consists_of(std::string_view text, bool (*first)(char), std::string_view others, std::size_t bytes_max) {
    if (text.empty() || text.size() > bytes_max || !first(text.front())) return false;
    return std::all_of(text.begin(), text.end(),
                       [&](char c) { return first(c) || others.find(c) != std::string_view::npos; });
}

bool is_one_line(std::string_view text) {
    return std::all_of(text.begin(), text.end(),
                       [](char c) { return static_cast<unsigned char>(c) >= 0x20 && c != 0x7F; });
}

bool is_ipv4(const std::string& text) {
    std::array<unsigned char, 4> bytes{};
    return inet_pton(AF_INET, text.c_str(), bytes.data()) == 1;
}
bool is_ipv6(const std::string& text) {
    std::array<unsigned char, 16> bytes{};
    return inet_pton(AF_INET6, text.c_str(), bytes.data()) == 1;
}

bool is_host(const std::string& host) {
    if (host.size() > 2 && host.front() == '[' && host.back() == ']') return is_ipv6(host.substr(1, host.size() - 2));
    return consists_of(host, is_word, ".-_", 253) && host.find("..") == std::string::npos;
}

bool is_port(std::string_view text) {
    if (text.empty() || text.size() > 5 || !std::all_of(text.begin(), text.end(), is_digit)) return false;
    const auto value =
        std::accumulate(text.begin(), text.end(), 0, [](int sum, char c) { return sum * 10 + (c - '0'); });
    return value >= 1 && value <= 65535;
}

const Fault malformed_url{"is not a URL",
                          "write http://host:port or https://host:port, with a path behind it if need be"};

}  // namespace

std::optional<Fault> check_any(const std::string& text) {
    if (text.size() > 4096) return Fault{"is longer than 4096 bytes", "shorten it"};
    return std::nullopt;
}

std::optional<Fault> check_line(const std::string& text) {
    if (text.size() > 200 || !is_one_line(text))
        return Fault{"is not one line of at most 200 bytes", "write a shorter text without line breaks"};
    return std::nullopt;
}

std::optional<Fault> check_path(const std::string& text) {
    if (text.size() > 1024 || !is_one_line(text))
        return Fault{"is not a path of at most 1024 bytes", "write a path without line breaks"};
    return std::nullopt;
}

std::optional<Fault> check_folder(const std::string& text) {
    if (text.empty()) return Fault{"is empty", "name a folder"};
    return check_path(text);
}

std::optional<Fault> check_scope(const std::string& text) {
    if (consists_of(text, [](char c) { return is_lower(c) || is_digit(c); }, "-", 63)) return std::nullopt;
    return Fault{"is not a scope name", "use up to 63 small letters, digits and '-', such as platform or customer-42"};
}

std::optional<Fault> check_id(const std::string& text) {
    if (consists_of(text, is_word, "._-", 64)) return std::nullopt;
    return Fault{"is not an id", "use up to 64 letters, digits, '.', '_' and '-', beginning with a letter or digit"};
}

std::optional<Fault> check_platform(const std::string& text) {
    if (consists_of(text, [](char c) { return is_lower(c) || is_digit(c); }, "_-", 32) && is_lower(text.front()))
        return std::nullopt;
    return Fault{"is not a platform name", "write Hermes' own word for it, such as telegram, slack or cli"};
}

std::optional<Fault> check_account(const std::string& text) {
    if (!text.empty() && text.size() <= 200 && is_one_line(text)) return std::nullopt;
    return Fault{"is not an account id", "write the platform's own id of the person, 1 to 200 bytes"};
}

std::optional<Fault> check_profile(const std::string& text) {
    const auto slash = text.find('/');
    const auto agent = slash == std::string::npos ? std::string("agent") : text.substr(0, slash);
    const auto profile = slash == std::string::npos ? text : text.substr(slash + 1);
    if (!check_id(agent) && !check_id(profile)) return std::nullopt;
    return Fault{"is not a profile", "write <profile> or <agent>/<profile>"};
}

std::optional<Fault> check_bank(const std::string& text) {
    if (text.find('/') != std::string::npos)
        return Fault{"holds a '/', which no Hindsight bank may", "use '-' instead"};
    if (text.size() > bank_bytes_max) return Fault{"is longer than 192 bytes, Hindsight's limit", "shorten it"};
    if (consists_of(text, is_word, "._:-", bank_bytes_max)) return std::nullopt;
    return Fault{"is not a bank name", "use letters, digits, '.', '_', ':' and '-', beginning with a letter or digit"};
}

std::optional<Fault> check_bank_template(const std::string& text) {
    const auto at = text.find(user_placeholder);
    const bool once = at != std::string::npos && text.find(user_placeholder, at + 1) == std::string::npos;
    if (!once)
        return Fault{"does not hold {internal_user_id} exactly once", "write for instance \"user-{internal_user_id}\""};
    // The longest user id stands in for all of them.
    return check_bank(std::string(text).replace(at, user_placeholder.size(), std::string(64, 'u')));
}

std::optional<Fault> check_url(const std::string& text) {
    if (text.empty()) return std::nullopt;
    const auto scheme = text.starts_with("http://") ? 7U : text.starts_with("https://") ? 8U : 0U;
    if (scheme == 0 || text.size() > 1024) return malformed_url;
    const bool plain = std::all_of(text.begin(), text.end(), [](char c) { return c > 0x20 && c < 0x7F; });
    if (!plain) return Fault{"is not a URL: it holds a space or a character beyond ASCII", malformed_url.remedy};
    if (text.find_first_of("?#") != std::string::npos)
        return Fault{"is a URL with a query or fragment", "leave out what begins with ? or #"};
    const auto authority = text.substr(scheme, text.find('/', scheme) - scheme);
    if (authority.find('@') != std::string::npos)
        return Fault{"is a URL with a user or password in it", "leave them out; the key belongs in backend.api_key"};
    const auto colon = authority.rfind(':');
    const bool has_port = colon != std::string::npos && authority.find(']', colon) == std::string::npos;
    const auto host = has_port ? authority.substr(0, colon) : authority;
    if (!is_host(host)) return Fault{"is a URL without a proper host", malformed_url.remedy};
    if (has_port && !is_port(authority.substr(colon + 1)))
        return Fault{"is a URL with a bad port", "give a port of 1 … 65535"};
    return std::nullopt;
}

std::optional<Fault> check_origin(const std::string& text) {
    const auto slashes = text.find("//");
    if (text.empty() || check_url(text) || text.find('/', slashes + 2) != std::string::npos)
        return Fault{"is not an origin", "write it as a browser sends it, such as https://console.example.com"};
    return std::nullopt;
}

std::optional<Fault> check_address(const std::string& text) {
    if (text == "localhost" || is_ipv4(text) || is_ipv6(text)) return std::nullopt;
    return Fault{"is not an address", "write an IPv4 or IPv6 address, such as 127.0.0.1 or ::1, or localhost"};
}

bool is_loopback(const std::string& address) {
    return address == "localhost" || address == "::1" || (is_ipv4(address) && address.starts_with("127."));
}

bool banks_may_meet(std::string_view one, std::string_view other) {
    const auto one_at = one.find(user_placeholder);
    const auto other_at = other.find(user_placeholder);
    const bool one_fixed = one_at == std::string_view::npos;
    const bool other_fixed = other_at == std::string_view::npos;
    if (one_fixed && other_fixed) return one == other;
    if (one_fixed) return banks_may_meet(other, one);
    const auto head = one.substr(0, one_at);
    const auto tail = one.substr(one_at + user_placeholder.size());
    if (other_fixed) {
        if (other.size() <= head.size() + tail.size() || !other.starts_with(head) || !other.ends_with(tail))
            return false;
        return !check_id(std::string(other.substr(head.size(), other.size() - head.size() - tail.size())));
    }
    const auto other_head = other.substr(0, other_at);
    const auto other_tail = other.substr(other_at + user_placeholder.size());
    return (head.starts_with(other_head) || other_head.starts_with(head)) &&
           (tail.ends_with(other_tail) || other_tail.ends_with(tail));
}

std::string nearest(std::string_view word, const std::vector<std::string>& candidates) {
    if (word.empty() || word.size() > 64) return {};
    std::string best;
    std::size_t best_distance = std::max<std::size_t>(1, word.size() / 3) + 1;  // nearer than this
    for (const auto& candidate : candidates) {
        std::vector<std::size_t> row(candidate.size() + 1);
        std::iota(row.begin(), row.end(), std::size_t{0});
        for (std::size_t i = 1; i <= word.size(); ++i) {
            auto diagonal = std::exchange(row[0], i);
            for (std::size_t j = 1; j <= candidate.size(); ++j) {
                const auto above = row[j];
                const auto changed = diagonal + (word[i - 1] == candidate[j - 1] ? 0 : 1);
                row[j] = std::min({row[j] + 1, row[j - 1] + 1, changed});
                diagonal = above;
            }
        }
        if (row.back() < best_distance) {
            best_distance = row.back();
            best = candidate;
        }
    }
    return best;
}

}  // namespace wm::config
