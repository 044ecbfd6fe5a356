#include "policies/secrets_value.hpp"

#include "policies/secrets_rules.hpp"
#include "policies/secrets_scan.hpp"

namespace wm::policies::secrets {
namespace {

constexpr std::size_t value_bytes_max = 1024;  // keeps the work a constant for each key

}  // namespace

std::string lower_latin(std::string_view text) {
    std::string low(text);
    constexpr std::size_t at_once = 16;  // a fixed number, so that the compiler does them together
    const auto lower = [](char& c) { c = static_cast<char>(c + (c >= 'A' && c <= 'Z' ? 32 : 0)); };
    std::size_t done = 0;
    for (; done + at_once <= low.size(); done += at_once)
        for (std::size_t i = 0; i < at_once; ++i) lower(low[done + i]);
    for (; done < low.size(); ++done) lower(low[done]);
    for (auto at = low.find('\xC3'); at != std::string::npos && at + 1 < low.size(); at = low.find('\xC3', at + 1)) {
        const auto next = static_cast<unsigned char>(low[at + 1]);
        if (next >= 0x80 && next <= 0x9E && next != 0x97) low[at + 1] = static_cast<char>(next + 0x20);
    }
    return low;
}

std::size_t skip_blanks(std::string_view text, std::size_t at) {
    while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) ++at;
    return at;
}

std::size_t skip_key_close(std::string_view text, std::size_t at) {
    while (at < text.size() && (text[at] == '"' || text[at] == '\'' || text[at] == '`' || text[at] == ']' ||
                                text[at] == '\\' || text[at] == '*')) {
        ++at;
    }
    return skip_blanks(text, at);
}

Value value_at(std::string_view text, std::size_t at, bool wide, bool in_query) {
    Value value;
    value.begin = skip_blanks(text, at);
    if (value.begin < text.size() && text[value.begin] == '\\') ++value.begin;
    char quote = 0;
    if (value.begin < text.size() &&
        (text[value.begin] == '"' || text[value.begin] == '\'' || text[value.begin] == '`')) {
        quote = text[value.begin++];
        value.quoted = true;
    }
    for (const std::string_view wide_quote : {"«", "“", "„", "‘"}) {
        if (text.substr(value.begin).starts_with(wide_quote)) value.begin += wide_quote.size();
    }
    std::size_t end = value.begin;
    const std::size_t limit = std::min(text.size(), value.begin + value_bytes_max);
    static constexpr std::string_view narrow_stops = ",;\"'`<>)}]";
    for (; end < limit; ++end) {
        const char c = text[end];
        if (c == '\n' || c == '\r') break;
        if (quote != 0) {
            if (c == quote) break;
            continue;
        }
        if (c == ' ' || c == '\t' || (in_query && (c == '&' || c == '#'))) break;
        if (c == '<' && end + 1 < text.size() && text[end + 1] == '/') break;  // </password>
        if (!wide && narrow_stops.find(c) != std::string_view::npos) break;
        if (static_cast<unsigned char>(c) >= 0xE2) break;  // full-width and typographic signs close a value
    }
    value.end = end;
    if (!value.quoted) {
        static constexpr std::string_view trailing = ".,;\"'`)}]";
        while (value.end > value.begin && trailing.find(text[value.end - 1]) != std::string_view::npos) --value.end;
    }
    if (value.quoted && value.end > value.begin && text[value.end - 1] == '\\') --value.end;
    const std::size_t next = text.find_first_not_of(" \t\"'`.,;)}]", end);
    value.ends_line = next == std::string_view::npos || text[next] == '\n' || text[next] == '\r' || text[next] == '\\';
    return value;
}

void scan_urls(std::string_view text, Spans& out) {
    for (std::size_t at = text.find("://"); at != std::string_view::npos; at = text.find("://", at + 3)) {
        const std::size_t begin = at + 3;
        std::size_t end = begin;
        while (end < text.size() && end - begin < 300 &&
               std::string_view(" \t\r\n/\"'<>`").find(text[end]) == std::string_view::npos)
            ++end;
        const std::string_view authority = text.substr(begin, end - begin);
        const std::size_t host = authority.rfind('@');
        const std::size_t colon = authority.find(':');
        if (host == std::string_view::npos || colon == std::string_view::npos || colon > host) continue;
        const std::string_view password = authority.substr(colon + 1, host - colon - 1);
        if (password.empty() || is_placeholder(password) || authority.starts_with("[REDACTED")) continue;
        out.push_back({begin, begin + host, "url-password"});
    }
}

}  // namespace wm::policies::secrets
