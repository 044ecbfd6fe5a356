#include "policies/audit.hpp"

#include <sodium.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace wm {

std::string_view name_of(AuditAction action) {
    constexpr std::string_view names[] = {"start", "stop", "config", "retain", "removal", "denied", "redaction"};
    return names[static_cast<std::size_t>(action)];
}

namespace policies {
namespace {

constexpr std::size_t field_bytes_max = 128, fields = 9, hash_bytes = 32, hash_digits = 64;

std::string cleaned(std::string_view text) {
    std::string out(text.substr(0, field_bytes_max));
    for (char& c : out)
        if (c < '!' || c > '~') c = '?';
    return out;
}

std::string hash_of(std::string_view before, std::string_view body) {
    std::array<unsigned char, hash_bytes> sum{};
    crypto_generichash_state state;
    crypto_generichash_init(&state, nullptr, 0, sum.size());
    for (const auto part : {before, body})
        crypto_generichash_update(&state, reinterpret_cast<const unsigned char*>(part.data()), part.size());
    crypto_generichash_final(&state, sum.data(), sum.size());
    std::array<char, hash_digits + 1> hex{};
    return sodium_bin2hex(hex.data(), hex.size(), sum.data(), sum.size());
}

template <class Number>
bool read_number(std::string_view text, Number& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size();
}

}  // namespace

std::optional<AuditLine> parse_audit_line(std::string_view line) {
    std::array<std::string_view, fields> parts;
    for (std::size_t i = 0; i < fields; ++i) {
        const auto end = line.find('\t');
        if ((end == std::string_view::npos) != (i + 1 == fields)) return std::nullopt;
        parts[i] = line.substr(0, end);
        if (i + 1 < fields) line.remove_prefix(end + 1);
    }
    AuditLine out;
    std::int64_t at = 0;
    if (!read_number(parts[0], out.number) || !read_number(parts[1], at) || parts[8].size() != hash_digits)
        return std::nullopt;
    out.at = WallTime(Wall::duration(at));
    std::size_t next = 2;
    for (auto* field : {&out.action, &out.agent, &out.user, &out.scope, &out.object, &out.verdict, &out.hash})
        *field = parts[next++];
    return out;
}

std::string AuditChain::next(const AuditEntry& entry, WallTime at) {
    std::string body = std::to_string(++last_) + '\t' + std::to_string(at.time_since_epoch().count());
    for (const auto field :
         {name_of(entry.action), std::string_view(entry.agent.str()), std::string_view(entry.user.str()),
          std::string_view(entry.scope.str()), std::string_view(entry.object), std::string_view(entry.verdict)})
        body += '\t' + cleaned(field);
    hash_ = hash_of(hash_, body);
    return body + '\t' + hash_ + '\n';
}

bool AuditChain::follows(std::string_view line) {
    const auto read = parse_audit_line(line);
    if (!read || read->number != last_ + 1) return false;
    if (read->hash != hash_of(hash_, line.substr(0, line.size() - hash_digits - 1))) return false;
    last_ = read->number;
    hash_ = read->hash;
    return true;
}

}  // namespace policies
}  // namespace wm
