#pragma once
// What a text must look like to be a scope, a user, a bank, a URL, an address… Each check answers nothing when the text
// is good. No check quotes the text. Pure; any thread.

#include "config/scalar.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wm::config {

using Check = std::optional<Fault> (*)(const std::string&);

inline constexpr std::string_view user_placeholder = "{internal_user_id}";
inline constexpr std::size_t bank_bytes_max = 192;  // Hindsight's own limit; no '/' for the same reason

std::optional<Fault> check_any(const std::string& text);       // ≤ 4096 bytes, any characters
std::optional<Fault> check_line(const std::string& text);      // ≤ 200 bytes, one line
std::optional<Fault> check_path(const std::string& text);      // a file; empty is allowed
std::optional<Fault> check_folder(const std::string& text);    // a folder; not empty
std::optional<Fault> check_scope(const std::string& text);     // [a-z0-9][a-z0-9-]{0,62}
std::optional<Fault> check_id(const std::string& text);        // of a user, an agent: [A-Za-z0-9][A-Za-z0-9._-]{0,63}
std::optional<Fault> check_platform(const std::string& text);  // [a-z][a-z0-9_-]{0,31}
std::optional<Fault> check_account(const std::string& text);   // a platform's own id: 1 to 200 bytes, one line
std::optional<Fault> check_profile(const std::string& text);   // <profile> or <agent>/<profile>
std::optional<Fault> check_bank(const std::string& text);      // [A-Za-z0-9][A-Za-z0-9._:-]{0,191}
std::optional<Fault> check_bank_template(const std::string& text);  // the same around one {internal_user_id}
std::optional<Fault> check_url(const std::string& text);            // http(s)://host[:port][/path]; empty is allowed
std::optional<Fault> check_origin(const std::string& text);         // http(s)://host[:port]
std::optional<Fault> check_address(const std::string& text);        // IPv4, IPv6 or localhost

bool is_loopback(const std::string& address);

// Could these two bank names be one, for any users?
bool banks_may_meet(std::string_view one, std::string_view other);

// The candidate nearest to a misspelt word; empty when none is near.
std::string nearest(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace wm::config
