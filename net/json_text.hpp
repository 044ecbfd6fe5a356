#pragma once
// Appending JSON to a string. Text is escaped, and whatever is not UTF-8 becomes U+FFFD, so that what leaves is always
// JSON.

#include <cstdint>
#include <string>
#include <string_view>

namespace wm::json_text {

void append_string(std::string& out, std::string_view text);  // with its quotes
void append_key(std::string& out,
                std::string_view key);  // "key": ; a comma before it unless an object or array opens there
void append_unsigned(std::string& out, std::uint64_t value);
void append_signed(std::string& out, std::int64_t value);
void append_ratio(std::string& out, double value);  // three decimals at most; 0 for what is not a number

}  // namespace wm::json_text
