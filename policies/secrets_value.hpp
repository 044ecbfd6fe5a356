#pragma once
// Where a value stands behind its key or option, as text files, command lines and sentences write it.

#include <cstddef>
#include <string_view>

namespace wm::policies::secrets {

struct Value {
    std::size_t begin = 0;
    std::size_t end = 0;
    bool quoted = false;
    bool ends_line = false;
    std::string_view of(std::string_view text) const { return text.substr(begin, end - begin); }
};

std::size_t skip_blanks(std::string_view text, std::size_t at);

// Past the quote or bracket that closes a key: "password": x, `password`: x, ['password'] = x, \"password\": x
std::size_t skip_key_close(std::string_view text, std::size_t at);

// The value that starts at or after `at` on its line, at most 1024 bytes of it. `wide` values go to the next blank
// (passwords hold any sign); those of a query end in & or #.
Value value_at(std::string_view text, std::size_t at, bool wide, bool in_query);

}  // namespace wm::policies::secrets
