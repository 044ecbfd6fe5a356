#pragma once
// What lies in the spool is sealed with XChaCha20-Poly1305 (libsodium), so that a stolen disk holds no queued memory in
// clear. A sealed row names its key, and is bound to the row it belongs to:
//   version(1) = 2 | key id(8) | nonce(24) | ciphertext | tag(16)
//
// Keys are 32 bytes in base64. The first of a keyring seals; the others only open, so a key is changed by putting a new
// one in front. Without any key rows are kept as they are: `Keyring::sealing()` is false then.

#include "policies/types.hpp"
#include "store/sqlite.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace wm {

class Keyring {
public:
    using KeyId = std::array<std::byte, 8>;  // of the key's BLAKE2b: tells keys apart and reveals none

    Keyring() = default;
    // One key a line in the file, which nobody but its owner may read; and the key given as text, which goes in front.
    // Both may be empty. The error says what is wrong and how to mend it, and holds no key.
    static std::variant<Keyring, StoreError> read(const std::string& key_file, const Secret& key);
    static std::variant<Keyring, StoreError> parse(std::string_view text, std::string_view from);
    static std::string make_key();  // base64 of 32 random bytes

    bool sealing() const { return !keys_.empty(); }
    const KeyId& current() const { return keys_.front().id; }  // sealing() only
    // The plain bytes themselves when there is no key.
    std::vector<std::byte> seal(Bytes plain, std::string_view row) const;
    // Nothing: damaged, of another row, or of a key that is not here.
    std::optional<std::vector<std::byte>> open(Bytes sealed, std::string_view row) const;
    // Would seal() make it anew: it is plain, or of an older key.
    bool outdated(Bytes sealed) const;

    static std::optional<KeyId> key_of(Bytes sealed);  // none: not sealed
    bool holds(const KeyId& id) const;
    static std::string text_of(const KeyId& id);  // hex

private:
    struct Key {
        KeyId id{};
        std::array<unsigned char, 32> bytes{};
    };
    std::vector<Key> keys_;
};

}  // namespace wm
