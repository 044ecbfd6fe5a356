#include "net/mcp_sessions.hpp"

#include "net/mcp_wire.hpp"

#include <sodium.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace wm::mcp {
namespace {

constexpr std::size_t ended_max = 4096;
constexpr std::size_t random_bytes = 16, seal_bytes = 16;
constexpr int variant = sodium_base64_VARIANT_URLSAFE_NO_PADDING;

// What an id is made of, before its seal.
struct Plain {
    std::array<unsigned char, random_bytes> random{};
    std::int64_t begun_ms = 0;
    std::uint8_t version = 0;
};
constexpr std::size_t plain_bytes = random_bytes + sizeof(std::int64_t) + 1;
using Bytes = std::array<unsigned char, plain_bytes + seal_bytes>;

void seal(Bytes& bytes, const TokenHash& caller, const std::array<unsigned char, 32>& key) {
    crypto_generichash_state state;
    crypto_generichash_init(&state, key.data(), key.size(), seal_bytes);
    crypto_generichash_update(&state, bytes.data(), plain_bytes);
    crypto_generichash_update(&state, caller.data(), caller.size());
    crypto_generichash_final(&state, bytes.data() + plain_bytes, seal_bytes);
}

Bytes bytes_of(const Plain& plain) {
    Bytes bytes{};
    std::memcpy(bytes.data(), plain.random.data(), random_bytes);
    std::memcpy(bytes.data() + random_bytes, &plain.begun_ms, sizeof plain.begun_ms);
    bytes[plain_bytes - 1] = plain.version;
    return bytes;
}

}  // namespace

SessionIds::SessionIds() {
    if (sodium_init() < 0)
        std::abort();  // the system gives no random bytes: no session could be told from a made-up one
    randombytes_buf(key_.data(), key_.size());
}

std::string SessionIds::make(const TokenHash& caller, std::size_t version, WallTime now) const {
    Plain plain;
    randombytes_buf(plain.random.data(), plain.random.size());
    plain.begun_ms = now.time_since_epoch().count();
    plain.version = static_cast<std::uint8_t>(version);
    auto bytes = bytes_of(plain);
    seal(bytes, caller, key_);
    std::string text(sodium_base64_ENCODED_LEN(bytes.size(), variant), '\0');
    sodium_bin2base64(text.data(), text.size(), bytes.data(), bytes.size(), variant);
    text.pop_back();  // the terminating zero
    return text;
}

std::optional<std::size_t> SessionIds::version_of(std::string_view id, const TokenHash& caller, WallTime now) const {
    Bytes bytes{};
    std::size_t read = 0;
    if (sodium_base642bin(bytes.data(), bytes.size(), id.data(), id.size(), nullptr, &read, nullptr, variant) != 0 ||
        read != bytes.size())
        return std::nullopt;
    auto expected = bytes;
    seal(expected, caller, key_);
    if (sodium_memcmp(expected.data(), bytes.data(), bytes.size()) != 0) return std::nullopt;
    std::int64_t begun = 0;
    std::memcpy(&begun, bytes.data() + random_bytes, sizeof begun);
    const std::size_t version = bytes[plain_bytes - 1];
    const WallTime until = WallTime{WallTime::duration{begun}} + session_lifetime;
    if (now >= until || version >= session_versions.size()) return std::nullopt;
    return version;
}

void EndedSessions::add(std::string id) {
    if (holds(id)) return;
    if (ids_.size() >= ended_max) ids_.pop_front();
    ids_.push_back(std::move(id));
}

bool EndedSessions::holds(std::string_view id) const { return std::ranges::find(ids_, id) != ids_.end(); }

}  // namespace wm::mcp
