#include "policies/secrets_rules.hpp"
#include "policies/secrets_scan.hpp"

#include <algorithm>
#include <array>

namespace wm::policies::secrets {
namespace {

constexpr std::size_t run_bytes_min = 40;  // 30 bytes of text: less holds no secret and its name
constexpr std::uint8_t no_digit = 64;

constexpr auto digits = [] {  // of both alphabets, RFC 4648 §4 and §5
    std::array<std::uint8_t, 256> table{};
    table.fill(no_digit);
    for (std::uint8_t i = 0; i < 26; ++i) {
        table[static_cast<std::size_t>('A') + i] = i;
        table[static_cast<std::size_t>('a') + i] = static_cast<std::uint8_t>(26 + i);
    }
    for (std::uint8_t i = 0; i < 10; ++i) table[static_cast<std::size_t>('0') + i] = static_cast<std::uint8_t>(52 + i);
    table['+'] = table['-'] = 62;
    table['/'] = table['_'] = 63;
    return table;
}();
bool is_digit(char c) { return digits[static_cast<unsigned char>(c)] != no_digit; }

bool is_text(unsigned char byte) { return byte >= 0x20 || byte == '\n' || byte == '\r' || byte == '\t'; }

}  // namespace

std::string base64_text(std::string_view run, bool (*may_stand)(unsigned char)) {
    std::string out;
    out.reserve(run.size() / 4 * 3);
    std::uint32_t bits = 0;
    unsigned have = 0;
    for (const char c : run) {
        bits = bits << 6 | digits[static_cast<unsigned char>(c)];
        have += 6;
        if (have < 8) continue;
        have -= 8;
        const auto byte = static_cast<unsigned char>(bits >> have & 0xFF);
        if (!may_stand(byte)) return {};
        out += static_cast<char>(byte);
    }
    return out;
}

void scan_encoded(std::string_view text, Spans& out) {
    // Whatever run is long enough covers one of these places, so most bytes are never looked at.
    for (std::size_t at = run_bytes_min - 1; at < text.size(); at += run_bytes_min) {
        if (!is_digit(text[at])) continue;
        auto begin = at, end = at;
        while (begin > 0 && is_digit(text[begin - 1])) --begin;
        while (end < text.size() && is_digit(text[end])) ++end;
        if (end - begin >= run_bytes_min) {
            const auto inside = base64_text(text.substr(begin, end - begin), is_text);
            if (const auto found = find_secrets(inside); !found.empty()) {
                while (end < text.size() && text[end] == '=') ++end;
                out.push_back({begin, end, found.front().kind});
            }
        }
        at += (end - 1 - at) / run_bytes_min * run_bytes_min;
    }
}

}  // namespace wm::policies::secrets
